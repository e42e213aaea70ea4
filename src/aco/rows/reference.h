/* reference.h - the sequential twin of colonies that look at whole rows, as Ant System does: each step in plain C. */
#ifndef SWARMCL_ACO_ROWS_REFERENCE_H
#define SWARMCL_ACO_ROWS_REFERENCE_H

#include "aco/arrays.h"

/* heuristic, trails and row_offsets from distance (Algorithm 3). */
void aco_reference_initialise(const struct aco_settings *settings, struct aco_arrays *arrays);

/* choice_info from trails and heuristic (Algorithm 4). */
void aco_reference_choice_info(const struct aco_settings *settings, struct aco_arrays *arrays);

/* weights from choice_info, and sums from weights. */
void aco_reference_choice_weights(const struct aco_settings *settings, struct aco_arrays *arrays);

/* The tour of one ant (Algorithm 5). iteration counts from 1. */
void aco_reference_construct(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t iteration,
                             uint32_t ant);

/* The node that a try of the stochastic trial comes to, visited or not: the first whose running sum passes the draw.
 * sums: [n], of the row's weights. */
uint32_t aco_reference_try(const uint64_t *sums, uint32_t n, uint64_t random);

/* lengths from tours (Algorithm 6). */
void aco_reference_evaluate(const struct aco_settings *settings, struct aco_arrays *arrays);

/* Algorithm 8. */
void aco_reference_evaporate(const struct aco_settings *settings, struct aco_arrays *arrays);

/* Algorithm 9 for one ant, on whole rows; amounts are there. */
void aco_reference_deposit(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t ant);

#endif
