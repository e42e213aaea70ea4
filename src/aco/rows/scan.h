/* scan.h - the row whole-scan of --construction (Belotti, section 4.1): all ants walk together, and a step of all is
 * one prefix sum over the [ants][n] weights of the nodes each may go to. */
#ifndef SWARMCL_ACO_ROWS_SCAN_H
#define SWARMCL_ACO_ROWS_SCAN_H

#include "aco/shape.h"

/* Elements of scan_sums: `cells` sums, and below them a sum for each chunk of 2 * team elements, again and again until
 * one chunk holds them all. */
uint64_t aco_scan_elements(uint64_t cells, uint32_t team);

/* As the members of struct aco_construction. fit: SWARM_ERROR_INVALID_ARGUMENT for a group size that is no power of
 * two, SWARM_ERROR_OUT_OF_MEMORY when a chunk does not fit local memory. */
enum swarm_status aco_scan_fit(const struct aco_fit *to, struct aco_shape *shape);
enum swarm_status aco_scan_enqueue(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);

#endif
