/* assignment.h - the shortest assignment of a successor to each node, which forms one or several tours. */
#ifndef SWARMCL_TSP_ASSIGNMENT_H
#define SWARMCL_TSP_ASSIGNMENT_H

#include "base/env.h"

/* Computes potentials rows [count] and columns [count] of the shortest assignment of rows to columns; no row gets the
 * column of its own number. lengths[i * stride + j] - rows[i] - columns[j] is 0 or more for all i != j, and 0 for
 * assigned pairs. So the sum of all potentials is the length of the assignment, and no tour is shorter. Lengths must be
 * 0 or more. A single row has potentials of 0. Shortest augmenting paths after a reduction of columns and rows (Jonker
 * and Volgenant 1987); ties go to the lowest number. Errors: SWARM_ERROR_OUT_OF_MEMORY. Cost: O(count^3) at most,
 * mostly much less: 0.7 s for 4,000 random rows on one core of an EPYC. */
enum swarm_status tsp_assignment_potentials(struct base_env *env, const int32_t *lengths, size_t stride, uint32_t count,
                                            int64_t *rows, int64_t *columns);

#endif
