#include "points.h"

enum swarm_status tsp_points_instance(struct base_env *env, const char *name, enum swarm_surface surface,
                                      size_t node_count, const double *points, const char *const *names,
                                      struct swarm_instance **instance)
{
    (void)name, (void)surface, (void)node_count, (void)points, (void)names, (void)instance;
    return base_fail(env, SWARM_ERROR_UNSUPPORTED, "points are still to come");
}
