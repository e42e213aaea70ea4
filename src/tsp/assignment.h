/* assignment.h - the assignment of least length: who comes after each node if there may be more tours than one. */
#ifndef SWARMCL_TSP_ASSIGNMENT_H
#define SWARMCL_TSP_ASSIGNMENT_H

#include "base/env.h"

/* Potentials of the assignment of least length of rows to columns, none to its own number: full [count] of both, such
 * that lengths[i * stride + j] - rows[i] - columns[j] is 0 or more for all i != j, and 0 for those assigned. So all
 * potentials together are the length of the assignment, which no tour falls below. Lengths must be 0 or more. One row
 * alone has none: 0.
 *
 * Shortest augmenting paths after a reduction of columns and rows (Jonker and Volgenant 1987); the lowest number of
 * equals. Errors: SWARM_ERROR_OUT_OF_MEMORY. Cost: O(count^3) at most, mostly much less: 0.7 s for
 * 4,000 random rows on one core of an EPYC. */
enum swarm_status tsp_assignment_potentials(struct base_env *env, const int32_t *lengths, size_t stride, uint32_t count,
                                            int64_t *rows, int64_t *columns);

#endif
