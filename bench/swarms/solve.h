/* solve.h - runs the library with options given as names and values. */
#ifndef SWARMS_SOLVE_H
#define SWARMS_SOLVE_H

#include <stdio.h>

#include <swarmcl/swarmcl.h>

/* Runs the objective with the options of `pairs`: name, value, ..., NULL. The caller owns *result. Prints errors on
 * stderr. */
static inline enum swarm_status solve(const char *objective_name, const char *device, char **pairs,
                                      swarm_result **result)
{
    swarm_context *context = NULL;
    swarm_objective *objective = NULL;
    swarm_params *params = NULL;
    enum swarm_status status = swarm_context_create(&context);
    status = status == SWARM_OK ? swarm_objective_find(context, objective_name, &objective) : status;
    status = status == SWARM_OK ? swarm_params_create(context, "pso", &params) : status;
    if (status == SWARM_OK) {
        swarm_params_objective(params, objective);
        status = swarm_params_set(context, params, "algorithm", "pso");
        status = status == SWARM_OK ? swarm_params_set(context, params, "device", device) : status;
    }
    for (; status == SWARM_OK && pairs[0] && pairs[1]; pairs += 2) {
        status = swarm_params_set(context, params, pairs[0], pairs[1]);
    }
    status = status == SWARM_OK ? swarm_solve(context, params, NULL, NULL, result) : status;
    if (status != SWARM_OK) {
        fprintf(stderr, "%s\n", context ? swarm_context_error(context) : swarm_status_name(status));
    }
    swarm_params_destroy(&params);
    swarm_objective_destroy(&objective);
    swarm_context_destroy(&context);
    return status;
}

#endif
