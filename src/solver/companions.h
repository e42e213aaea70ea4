/* companions.h - fits parameters to each other: an option given alone brings rows that support it; two given options
 * that clash are refused. */
#ifndef SWARMCL_SOLVER_COMPANIONS_H
#define SWARMCL_SOLVER_COMPANIONS_H

#include "aco/shape.h"
#include "params.h"

/* Whether the run is the sequential twin's. */
bool solver_is_twin(const struct swarm_params *params);

/* The shape that the parameters ask for. SWARM_ERROR_INVALID_ARGUMENT with the reason when they clash. */
enum swarm_status solver_companions_resolve(struct base_env *env, const struct swarm_params *params,
                                            struct aco_shape_request *request);

#endif
