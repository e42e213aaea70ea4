/* selection_rules.h - the selection rules by number, and their weights. Each has a row in src/aco/tables.c. */
#ifndef SWARMCL_SELECTION_RULES_H
#define SWARMCL_SELECTION_RULES_H

#include "edge_math.h"
#include "cl/shared/draws.h"

#define SELECTION_ROULETTE   0
#define SELECTION_RACE       1
#define SELECTION_I_ROULETTE 2
#define SELECTION_TILE_BEST  3
#define SELECTION_COMPRESSED 4
#define SELECTION_TRIAL      5
#define SELECTION_HYBRID     6

/* Rules that draw a number for every unvisited node; the others draw one number per step. */
#define SELECTION_RUNS(selection) ((selection) >= SELECTION_RACE && (selection) <= SELECTION_TILE_BEST)

/* Rules that first try nodes of the whole row, visited or not; rules that draw from an array of unvisited nodes from
 * step compress_from on. */
#define SELECTION_TRIES(selection)      ((selection) >= SELECTION_TRIAL)
#define SELECTION_COMPRESSES(selection) ((selection) == SELECTION_COMPRESSED || (selection) == SELECTION_HYBRID)

#define SELECTION_TILE_NODES 128u /* of tile-best: the fastest work-group in Cecilia et al. (2013), Table 3 */

/* The element of `weights` for an edge: for i-roulette the bits of the weight as a float, for race and tile-best those
 * of its reciprocal, otherwise an integer. Arguments: bits of choice-info > 0 of the edge and of its row's largest. */
SHARED_INLINE uint32_t selection_weight(int selection, uint32_t choice_bits, uint32_t row_max_bits)
{
    return selection == SELECTION_I_ROULETTE ? float_bits(scaled_weight(choice_bits, row_max_bits))
           : SELECTION_RUNS(selection)       ? float_bits(race_inverse_weight(choice_bits, row_max_bits))
                                             : roulette_weight(choice_bits, row_max_bits);
}

/* A node's key: the smallest wins, the lowest node on ties. Race: -log2(u) / weight. I-Roulette: the largest u * weight
 * wins (Cecilia et al. 2013, Algorithm 3; All-In-Roulette, Fu et al. 2010). Floats >= 0 order like their bits. */
SHARED_INLINE uint32_t race_key(int selection, uint32_t word, uint32_t weight_bits)
{
    return selection == SELECTION_I_ROULETTE ? ~float_bits(draw_uniform(word) * float_from_bits(weight_bits))
                                             : float_bits(draw_exponential(word) * float_from_bits(weight_bits));
}

#endif
