/* choose.h - the shape of a colony on a device. */
#ifndef SWARMCL_ACO_CHOOSE_H
#define SWARMCL_ACO_CHOOSE_H

#include "shape.h"

/* Chooses the shape of a colony with these settings on a device, but for its search_ members.
 * SWARM_ERROR_INVALID_ARGUMENT for a group size that the device does not allow and for rows that do not go together,
 * SWARM_ERROR_OUT_OF_MEMORY when an ant's local memory does not fit. */
enum swarm_status aco_shape_choose(struct base_env *env, const struct swarm_device *device,
                                   const struct aco_shape_request *request, const struct aco_settings *settings,
                                   struct aco_shape *shape);

#endif
