/* points.h - instances from points whose distances are real numbers. */
#ifndef SWARMCL_TSP_POINTS_H
#define SWARMCL_TSP_POINTS_H

#include "instance.h"

/* See swarm_instance_from_points(). */
enum swarm_status tsp_points_instance(struct base_env *env, const char *name, enum swarm_surface surface,
                                      size_t node_count, const double *points, const char *const *names,
                                      struct swarm_instance **instance);

#endif
