/* points.h - instances from points with real distances. */
#ifndef SWARMCL_TSP_POINTS_H
#define SWARMCL_TSP_POINTS_H

#include "instance.h"

enum { TSP_SURFACE_COUNT = 3 };

/* The name and the range of one of the numbers of a point; NULL: there is none. */
struct tsp_axis {
    const char *name;
    double minimum;
    double maximum;
};

/* Indexed by enum swarm_surface and by the index of the number in the point. */
extern const struct tsp_axis tsp_points_axes[TSP_SURFACE_COUNT][3];

/* See swarm_instance_from_points(); without names of nodes. */
enum swarm_status tsp_points_instance(struct base_env *env, const char *name, enum swarm_surface surface,
                                      size_t node_count, const double *points, struct swarm_instance **instance);

#endif
