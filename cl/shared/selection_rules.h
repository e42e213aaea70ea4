/* selection_rules.h - the selection rules by number, and what each draws from. One row here, one in
 * src/aco/selection.c. */
#ifndef SWARMCL_SELECTION_RULES_H
#define SWARMCL_SELECTION_RULES_H

#include "edge_math.h"
#include "draws.h"

#define SELECTION_ROULETTE 0
#define SELECTION_RACE     1

/* The element of `weights` for an edge: roulette an integer, race the bits of a float. Arguments: bits of choice-info,
 * > 0, of the edge and of the largest in its row. */
SHARED_INLINE uint32_t selection_weight(int selection, uint32_t choice_bits, uint32_t row_max_bits)
{
    return selection == SELECTION_RACE ? float_bits(race_inverse_weight(choice_bits, row_max_bits))
                                       : roulette_weight(choice_bits, row_max_bits);
}

/* The race's number for a node: it runs with this key, the smallest wins, the lowest node on ties. Keys are floats
 * >= 0, so that their bits order like them. */
SHARED_INLINE uint32_t race_key(uint32_t word, uint32_t inverse_weight_bits)
{
    return float_bits(draw_exponential(word) * float_from_bits(inverse_weight_bits));
}

#endif
