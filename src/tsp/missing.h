/* missing.h - checks for edges that a matrix lacks: tsp_instance_is_missing(). */
#ifndef SWARMCL_TSP_MISSING_H
#define SWARMCL_TSP_MISSING_H

#include "reduction.h"

/* Refuses an instance if a simple test shows that every tour has a missing edge: a fixed edge is missing, a node has
 * too few edges, or no edges connect two nodes. SWARM_ERROR_INPUT with the names of the nodes. O(n^2) time. */
enum swarm_status tsp_missing_check(struct base_env *env, const struct swarm_instance *instance,
                                    const struct tsp_conditions *conditions);

/* Refuses a closed tour or open path of `count` different nodes with a missing edge: returns `failure`, with a message
 * that begins with `what` and names the ends of the edge. */
enum swarm_status tsp_missing_refuse(struct base_env *env, const struct swarm_instance *instance, bool path,
                                     const uint32_t *tour, size_t count, enum swarm_status failure, const char *what);

#endif
