/* reference.h - the sequential twin of colonies on candidate lists. */
#ifndef SWARMCL_ACO_LISTS_REFERENCE_H
#define SWARMCL_ACO_LISTS_REFERENCE_H

#include "aco/arrays.h"

/* The tour of one ant on lists into tours[ant], and its length into lengths[ant]. iteration counts from 1.
 *
 * In step s, 1 to n - 1, an ant at a node races over the unvisited of its first `candidates` candidates, place k
 * drawing word s % 4 of draw k, step s / 4, of DRAW_LIST: the smallest list_key() wins. With settings.exploit > 0 it
 * takes the largest weight instead, without a race, when word s % 4 of draw 0, step s / 4, of DRAW_EXPLOIT is below
 * exploit. When all candidates are visited it goes to the nearest unvisited node, the lowest on ties. */
void aco_reference_construct_list(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t iteration,
                                  uint32_t ant);

/* The tours of all ants, for algorithms with a local update: all ants take step s, on the weights as they are, then
 * trails and weights of the edges they took are changed by trail_updated_locally(), ant after ant, in both directions
 * where the instance is symmetric; the closing edges last, all together. Draws are those of above. Dorigo and
 * Gambardella (1997, eq. 5) update after every single ant's step, so that a later ant of the same step sees it: the
 * only difference. */
void aco_reference_construct_together(const struct aco_settings *settings, struct aco_arrays *arrays,
                                      uint32_t iteration);

/* heuristic, trails and row_offsets from lists and instance (Algorithm 3 on lists); 0 behind the candidates. */
void aco_reference_list_initialise(const struct aco_settings *settings, struct aco_arrays *arrays);

/* weights[n][stride], list_word() of each place, from trails (Algorithm 4 on lists); of weight 0 behind the candidates.
 */
void aco_reference_list_weights(const struct aco_settings *settings, struct aco_arrays *arrays);

/* The place of node j in the list of i, settings.candidates when it is not there. Whole rows: j. */
uint32_t aco_reference_place(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t i,
                             uint32_t j);

/* What an ant loads of one candidate, from its trail: colony_rules.h, list_word(). */
uint32_t aco_reference_list_word(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t i,
                                 uint32_t place);

#endif
