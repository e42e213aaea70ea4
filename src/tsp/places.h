/* places.h - the places of an instance's nodes, where many nodes share them. */
#ifndef SWARMCL_TSP_PLACES_H
#define SWARMCL_TSP_PLACES_H

#include "instance.h"

struct tsp_places {
    uint32_t count;   /* 0: few nodes share a place, or the instance has no coordinates; then there are no arrays */
    uint32_t *of;     /* [node_count] the number of a node's place, in the order of their first nodes */
    uint32_t *firsts; /* [count] the lowest node in a place */
    uint32_t *nodes;  /* [count] how many nodes a place has */
};

/* Numbers the places of an instance if nodes / 50 or more pairs of nodes share one: fewer gain too little. `places`
 * must be zeroed, and released in any case. A joint has a place of its own. SWARM_ERROR_OUT_OF_MEMORY. Cost: O(n), 0.05
 * s for a million nodes. */
enum swarm_status tsp_places_find(struct base_env *env, const struct swarm_instance *instance,
                                  struct tsp_places *places);
void tsp_places_deinit(struct tsp_places *places);

#endif
