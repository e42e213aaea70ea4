/* selection_rules.h - numbers of the selection rules, and their weights. src/aco/tables.c has a row for each. */
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

/* True for rules that draw a random number per unvisited node; the others draw one per step. */
#define SELECTION_RUNS(selection) ((selection) >= SELECTION_RACE && (selection) <= SELECTION_TILE_BEST)

/* SELECTION_TRIES: true for rules that first try nodes of the whole row, visited or not. SELECTION_COMPRESSES: true for
 * rules that draw from an array of unvisited nodes from step compress_from on. */
#define SELECTION_TRIES(selection)      ((selection) >= SELECTION_TRIAL)
#define SELECTION_COMPRESSES(selection) ((selection) == SELECTION_COMPRESSED || (selection) == SELECTION_HYBRID)

#define SELECTION_TILE_NODES 128u /* nodes of a tile: the fastest work-group in Cecilia et al. (2013), Table 3 */

/* The element of `weights` for an edge. i-roulette: the weight as the bits of a float; race and tile-best: its
 * reciprocal as bits; other rules: an integer. Arguments: choice-info > 0 of the edge, and the largest of its row, as
 * bits. */
SHARED_INLINE uint32_t selection_weight(int selection, uint32_t choice_bits, uint32_t row_max_bits)
{
    return selection == SELECTION_I_ROULETTE ? float_bits(scaled_weight(choice_bits, row_max_bits))
           : SELECTION_RUNS(selection)       ? float_bits(race_inverse_weight(choice_bits, row_max_bits))
                                             : roulette_weight(choice_bits, row_max_bits);
}

/* Key of a node; the smallest unsigned key wins, the lowest node on ties. race: the bits of -log2(u) times the reciprocal
 * weight. i-roulette: the complement of the bits of u * weight, so the largest product wins (Cecilia et al. 2013,
 * Algorithm 3; All-In-Roulette, Fu et al. 2010). */
SHARED_INLINE uint32_t race_key(int selection, uint32_t word, uint32_t weight_bits)
{
    return selection == SELECTION_I_ROULETTE ? ~float_bits(draw_uniform(word) * float_from_bits(weight_bits))
                                             : float_bits(draw_exponential(word) * float_from_bits(weight_bits));
}

#endif
