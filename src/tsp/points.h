/* points.h - instances from points with real coordinates. */
#ifndef SWARMCL_TSP_POINTS_H
#define SWARMCL_TSP_POINTS_H

#include "instance.h"

enum { TSP_SURFACE_COUNT = 3 };

/* Name and range of one of the numbers of a point; a NULL name: there is no such number. */
struct tsp_axis {
    const char *name;
    double minimum;
    double maximum;
};

/* Indexed by enum swarm_surface and by the index of the number in the point. */
extern const struct tsp_axis tsp_points_axes[TSP_SURFACE_COUNT][3];

/* See swarm_instance_from_points(). The nodes get no names. */
enum swarm_status tsp_points_instance(struct base_env *env, const char *name, enum swarm_surface surface,
                                      size_t node_count, const double *points, struct swarm_instance **instance);

#endif
