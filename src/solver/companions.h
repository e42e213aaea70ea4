/* companions.h - fits parameters to each other: an option given alone brings rows that support it; two given options
 * that clash are refused; what a tuning file or a preset says gives way to what was given. */
#ifndef SWARMCL_SOLVER_COMPANIONS_H
#define SWARMCL_SOLVER_COMPANIONS_H

#include "aco/shape.h"
#include "automatic.h"
#include "tuning.h"

/* Whether the run is the sequential twin's. */
bool solver_is_twin(const struct swarm_params *params);

/* Refuses options that say how to lay work over a device; the twin has none. */
enum swarm_status solver_twin_check(struct base_env *env, const struct swarm_params *params);

/* Whether an option is given that ants alone have. */
bool solver_companions_names_ants(const struct swarm_params *params);

/* Whether the algorithm has this option; true for the options that all have. */
bool solver_companions_has(const struct solver_automatic *chosen, const char *name);

/* Whether --schedule says what this option says. */
bool solver_companions_scheduled(const char *name);

/* Refuses parameters that were given and that the run would ignore, or that do not go together: an option of another
 * algorithm, of whole rows on lists, a local search or an algorithm that the instance cannot have. `chosen` is of
 * solver_automatic_choose(). SWARM_ERROR_INVALID_ARGUMENT with the reason. */
enum swarm_status solver_companions_check(struct base_env *env, const struct swarm_params *params,
                                          const struct solver_automatic *chosen);

/* The shape that the parameters ask for: what was given, else what `tuned` (NULL: nothing) has, else what the preset
 * has, where that goes with what was given and chosen. With `given_only` tuned and preset do not count.
 * SWARM_ERROR_INVALID_ARGUMENT with the reason when given parameters clash. */
enum swarm_status solver_companions_resolve(struct base_env *env, const struct swarm_params *params,
                                            const struct solver_automatic *chosen, const struct solver_tuned *tuned,
                                            bool given_only, struct aco_shape_request *request);

#endif
