/* conditions.h - what the parameters and the instance ask of a tour: open or closed, its ends, its fixed edges. */
#ifndef SWARMCL_SOLVER_CONDITIONS_H
#define SWARMCL_SOLVER_CONDITIONS_H

#include "params.h"
#include "tsp/reduction.h"

/* Reads path, start, end and fix, and adds the fixed edges of the instance. Release *conditions in any case. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT for text that names no nodes, and for ends without --path. */
enum swarm_status solver_conditions_read(struct base_env *env, const struct swarm_params *params,
                                         const struct swarm_instance *instance, struct tsp_conditions *conditions);
void solver_conditions_deinit(struct tsp_conditions *conditions);

/* See swarm_tour_check(). */
enum swarm_status solver_conditions_check(struct base_env *env, const struct swarm_params *params,
                                          const struct swarm_instance *instance, const uint32_t *tour, size_t count);

/* Whether the parameters ask for other tours than the instance alone does. */
bool solver_conditions_given(const struct swarm_params *params);

#endif
