/* reference.h - the sequential twin of a colony: its start and its reduction in plain C, the oracle of the kernels and
 * the colony that runs without any driver (--device none). Shares the arithmetic of cl/shared with the kernels, and
 * nothing else. Other steps: rows/reference.h, lists/reference.h, reference_search.h, reference_trails.h. */
#ifndef SWARMCL_ACO_REFERENCE_H
#define SWARMCL_ACO_REFERENCE_H

#include "aco_types.h"
#include "rows/reference.h"

/* aco_arrays_create(), filled for the first iteration: distances, lists, heuristic, trails and row_offsets; `tour` [n]
 * of `length` is the best so far. Borrows the instance. */
enum swarm_status aco_reference_open(struct base_env *env, const struct swarm_instance *instance,
                                     const struct aco_settings *settings, const uint32_t *tour, int64_t length,
                                     struct aco_arrays *arrays);

/* The shortest and the longest tour of the iteration, the lowest ant on ties; decides what follows (reduce_best.cl);
 * updates best and the tours that are kept, with their lengths and the anchor. */
struct aco_summary aco_reference_reduce(const struct aco_settings *settings, struct aco_arrays *arrays,
                                        uint64_t iteration, struct aco_best *best);

/* Lets every ant walk `tour` [n] of `length` and deposit on it: how a run takes the tour it starts from. */
void aco_reference_walk(const struct aco_settings *settings, struct aco_arrays *arrays, struct aco_best *best,
                        const uint32_t *tour, int64_t length);

#endif
