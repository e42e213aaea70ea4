/* curve.h - the nodes along a closed curve through their points, so that neighbours mostly are near one another. */
#ifndef SWARMCL_MOSAIC_CURVE_H
#define SWARMCL_MOSAIC_CURVE_H

#include "tsp/instance.h"

/* The nodes in the order of the curve to order[n], the joint last; as they are numbered where there are no coordinates.
 * SWARM_ERROR_OUT_OF_MEMORY. Cost: O(n). */
enum swarm_status mosaic_curve(struct base_env *env, const struct swarm_instance *instance, uint32_t *order);

/* The nodes in the order of the curve, but that every partner stands beside its own: a tour. Otherwise as
 * mosaic_curve(). */
enum swarm_status mosaic_curve_tour(struct base_env *env, const struct swarm_instance *instance, uint32_t *tour);

#endif
