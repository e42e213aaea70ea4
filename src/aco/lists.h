/* lists.h - what kernels and twin read of an instance: candidate lists, heuristic, anchors. */
#ifndef SWARMCL_ACO_LISTS_H
#define SWARMCL_ACO_LISTS_H

#include "settings.h"
#include "tsp/instance.h"

/* Shapes and strides are those of the settings. Rows are filled up with their own node, which is always visited. */
struct aco_lists {
    uint32_t *nodes;  /* [n][list_stride]: `candidates` by (distance, number), until adopted ones follow; NULL: none */
    uint32_t *search; /* [n][search_stride]: search_length by (distance, number); NULL: none */
    uint32_t *second; /* [n][second_length]: the nearest nodes of all, by (distance, number); NULL: none */
};

/* Makes the lists that the settings ask for; none after cancellation or `deadline`. `lists` must be zeroed; release it
 * in any case. Errors: SWARM_ERROR_OUT_OF_MEMORY. Cost: as tsp_candidates_init(). */
enum swarm_status aco_lists_init(struct base_env *env, const struct swarm_instance *instance,
                                 const struct aco_settings *settings, double deadline, struct aco_lists *lists);
void aco_lists_deinit(struct aco_lists *lists);

/* eta of the edge from i to j, of this length: heuristic_towards(), the least for the joint and a partner. */
float aco_heuristic(const struct swarm_instance *instance, uint32_t i, uint32_t j, int32_t distance);

/* Fills anchor [n][2] with the nodes before and after every node of `tour` [n]; with n each when `tour` is NULL. */
void aco_anchor_fill(uint32_t n, const uint32_t *tour, uint32_t *anchor);

#endif
