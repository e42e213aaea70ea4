/* construct.h - the rows of --construction whose ants walk on candidate lists. */
#ifndef SWARMCL_ACO_LISTS_CONSTRUCT_H
#define SWARMCL_ACO_LISTS_CONSTRUCT_H

#include "aco/shape.h"

/* Bytes of ACO_BUFFER_LIST_VISITED: ceil(n / 32) words for each ant, whole groups; 0 where the bits lie in local
 * memory. */
uint64_t aco_lists_visited_bytes(const struct aco_shape *shape, uint32_t n, uint32_t ants);

/* As the members of struct aco_construction: list-item, list-lanes and list-together.
 * fit: SWARM_ERROR_INVALID_ARGUMENT for groups that a device cannot have. */
enum swarm_status aco_lists_fit_item(const struct aco_fit *to, struct aco_shape *shape);
enum swarm_status aco_lists_fit_lanes(const struct aco_fit *to, struct aco_shape *shape);
enum swarm_status aco_lists_fit_together(const struct aco_fit *to, struct aco_shape *shape);
enum swarm_status aco_lists_set(struct aco_device_colony *colony);
enum swarm_status aco_lists_walk(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);
enum swarm_status aco_lists_walk_together(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);

#endif
