/* construct_lists.h - what is made of candidate lists on a device: heuristic and weights of the candidates, and the
 * rows of --construction whose ants walk on lists. */
#ifndef SWARMCL_ACO_CONSTRUCT_LISTS_H
#define SWARMCL_ACO_CONSTRUCT_LISTS_H

#include "shape.h"

/* Kernels "aco_list_initialise" and "aco_list_weights" of aco/list_weights.cl, ACO_KERNEL_LIST_INITIALISE and _WEIGHTS.
 * Sets their arguments; both then only queue. initialise: heuristic, trails and row_offsets from candidates and edges;
 * weights: weights from trails. Where settings.candidates > 0 alone. */
enum swarm_status aco_lists_set(struct aco_device_colony *colony);
enum swarm_status aco_lists_initialise(struct aco_device_colony *colony);
enum swarm_status aco_lists_weights(struct aco_device_colony *colony);

/* Bytes of ACO_BUFFER_LIST_VISITED: ceil(n / 32) words for each ant, whole groups; 0 where the bits lie in local
 * memory. */
uint64_t aco_lists_visited_bytes(const struct aco_shape *shape, uint32_t n, uint32_t ants);

/* As the members of struct aco_construction; rows list-item, list-lanes and list-together.
 * fit: SWARM_ERROR_INVALID_ARGUMENT for groups that a device cannot have. */
enum swarm_status aco_list_item_fit(struct base_env *env, const struct swarm_device *device,
                                    const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape);
enum swarm_status aco_list_lanes_fit(struct base_env *env, const struct swarm_device *device,
                                     const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape);
enum swarm_status aco_list_together_fit(struct base_env *env, const struct swarm_device *device,
                                        const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape);
enum swarm_status aco_list_walk_set(struct aco_device_colony *colony);
enum swarm_status aco_list_walk_enqueue(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);
enum swarm_status aco_list_together_set(struct aco_device_colony *colony);
enum swarm_status aco_list_together_enqueue(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);

#endif
