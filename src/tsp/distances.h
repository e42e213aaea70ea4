/* distances.h - instances from real distances. */
#ifndef SWARMCL_TSP_DISTANCES_H
#define SWARMCL_TSP_DISTANCES_H

#include "instance.h"

#define TSP_FARTHEST 1e300 /* the largest distance */

/* Fills matrix and info.decimals from `distances` [n][n], from 0 to TSP_FARTHEST, ignoring the diagonal. Keeps as many
 * decimals as the numbers have and 31 bits hold; a message tells if some are lost. */
void tsp_distances_scale(struct base_env *env, const double *distances, struct swarm_instance *instance);

/* See swarm_instance_from_distances(). */
enum swarm_status tsp_distances_instance(struct base_env *env, const char *name, size_t node_count,
                                         const double *distances, const char *const *names,
                                         struct swarm_instance **instance);

#endif
