/* lists.h - data that a colony derives from an instance: candidate lists, heuristic, anchors. */
#ifndef SWARMCL_ACO_LISTS_H
#define SWARMCL_ACO_LISTS_H

#include "settings.h"
#include "tsp/instance.h"

/* Lists are sorted by (distance, number); NULL if the settings have no such list. Each is padded with its own node,
 * which is always visited. */
struct aco_lists {
    uint32_t *nodes;  /* [n][list_stride]; the last two candidates may be replaced by adopted nodes */
    uint32_t *search; /* [n][search_stride] */
    uint32_t *second; /* [n][second_length] */
};

/* Makes the lists of the settings; none after cancellation or `deadline`. `lists` must be zeroed, and released also
 * after a failure. Errors: SWARM_ERROR_OUT_OF_MEMORY. Cost: as tsp_candidates_init(). */
enum swarm_status aco_lists_init(struct base_env *env, const struct swarm_instance *instance,
                                 const struct aco_settings *settings, double deadline, struct aco_lists *lists);
void aco_lists_deinit(struct aco_lists *lists);

/* eta of the edge from i to j of this length: heuristic_towards(), the least value for the joint and a partner. */
float aco_heuristic(const struct swarm_instance *instance, uint32_t i, uint32_t j, int32_t distance);

/* Fills anchor [n][2] with the nodes before and after every node of `tour` [n], or with n if `tour` is NULL. */
void aco_anchor_fill(uint32_t n, const uint32_t *tour, uint32_t *anchor);

#endif
