/* distances.h - instances from distances that are real numbers. */
#ifndef SWARMCL_TSP_DISTANCES_H
#define SWARMCL_TSP_DISTANCES_H

#include "instance.h"

#define TSP_FARTHEST 1e300 /* the largest distance */

/* Fills matrix and info.decimals from `distances` [n][n], from 0 to TSP_FARTHEST; the diagonal is ignored. Decimals are
 * as many as the numbers have, and as 31 bits hold; a message tells where these are fewer. */
void tsp_distances_scale(struct base_env *env, const double *distances, struct swarm_instance *instance);

/* See swarm_instance_from_distances(). */
enum swarm_status tsp_distances_instance(struct base_env *env, const char *name, size_t node_count,
                                         const double *distances, const char *const *names,
                                         struct swarm_instance **instance);

#endif
