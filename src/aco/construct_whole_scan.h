/* construct_whole_scan.h - the functions of the row whole-scan: one prefix sum over the cells of all ants a step. */
#ifndef SWARMCL_ACO_CONSTRUCT_WHOLE_SCAN_H
#define SWARMCL_ACO_CONSTRUCT_WHOLE_SCAN_H

#include "shape.h"

/* Elements of scan_sums: `cells` sums, and below them a sum for each chunk of 2 * team elements, again and again until
 * one chunk holds them all. */
uint64_t aco_whole_scan_elements(uint64_t cells, uint32_t team);

/* As the members of struct aco_construction. fit: SWARM_ERROR_INVALID_ARGUMENT for a group size that is no power of
 * two, SWARM_ERROR_OUT_OF_MEMORY when a chunk does not fit local memory. */
enum swarm_status aco_whole_scan_fit(struct base_env *env, const struct swarm_device *device,
                                     const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape);
enum swarm_status aco_whole_scan_set(struct aco_device_colony *colony);
enum swarm_status aco_whole_scan_enqueue(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);

#endif
