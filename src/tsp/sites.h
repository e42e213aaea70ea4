/* sites.h - sites: locations that several nodes of an instance share. */
#ifndef SWARMCL_TSP_SITES_H
#define SWARMCL_TSP_SITES_H

#include "instance.h"

struct tsp_sites {
    uint32_t count;   /* number of sites; 0, with NULL arrays: few nodes share a site, or there are no coordinates */
    uint32_t *of;     /* [node_count] site of each node; sites are numbered in the order of their first nodes */
    uint32_t *firsts; /* [count] lowest node at each site */
    uint32_t *nodes;  /* [count] number of nodes at each site */
};

/* Numbers the sites of an instance if more than node_count / 50 pairs of nodes share one, with the quotient rounded
 * down; fewer gain too little. A joint has its own site. `sites` must be zeroed, and released in any case.
 * SWARM_ERROR_OUT_OF_MEMORY. Cost: O(n), 0.05 s for a million nodes on one core. */
enum swarm_status tsp_sites_find(struct base_env *env, const struct swarm_instance *instance, struct tsp_sites *sites);
void tsp_sites_deinit(struct tsp_sites *sites);

#endif
