/* can.c - the can of a given volume that needs the least tin: an own function of two coordinates.
 *
 * usage: can VOLUME
 *
 * Example: can 850 */
#include <stdio.h>
#include <stdlib.h>
#include <swarmcl/swarmcl.h>

static const double pi = 3.14159265358979323846;

/* The surface of a can of radius x[0] and height x[1], and a penalty for a smaller volume than *user. */
static double tin(void *user, const double *x, uint32_t dimensions)
{
    const double lack = *(const double *)user - pi * x[0] * x[0] * x[1];
    (void)dimensions;
    return 2.0 * pi * x[0] * (x[0] + x[1]) + (lack > 0.0 ? 1e3 * lack : 0.0);
}

int main(int argc, char **argv)
{
    swarm_context *context = NULL;
    swarm_objective *objective = NULL;
    swarm_params *params = NULL;
    swarm_result *result = NULL;
    double volume = argc == 2 ? strtod(argv[1], NULL) : 0.0;
    if (volume <= 0.0) {
        fprintf(stderr, "usage: can VOLUME\n");
        return 2;
    }
    if (swarm_context_create(&context) == SWARM_OK
        && swarm_objective_from_function(context, "tin", tin, &volume, &objective) == SWARM_OK
        && swarm_params_create(context, "pso", &params) == SWARM_OK) {
        swarm_params_objective(params, objective);
        if (swarm_params_set(context, params, "dim", "2") == SWARM_OK
            && swarm_params_set(context, params, "bounds", "1:50") == SWARM_OK
            && swarm_params_set(context, params, "iterations", "300") == SWARM_OK
            && swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK) {
            printf("radius %.3f, height %.3f, surface %.3f\n", result->position->x[0], result->position->x[1],
                   result->value);
        }
    }
    const int code = result ? 0 : 1;
    if (!result) {
        fprintf(stderr, "can: %s\n", swarm_context_error(context));
    }
    swarm_result_destroy(&result);
    swarm_params_destroy(&params);
    swarm_objective_destroy(&objective);
    swarm_context_destroy(&context);
    return code;
}
