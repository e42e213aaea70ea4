/* pso_request.h - what a swarm is to do, as the parameters and the objective have it. */
#ifndef SWARMCL_SOLVER_PSO_REQUEST_H
#define SWARMCL_SOLVER_PSO_REQUEST_H

#include "checkpoint.h"
#include "params.h"
#include "pso/swarm.h"

/* A run without its device. Arrays are owned, [dimensions] but for `start`. */
struct solver_pso_request {
    struct pso_request swarm; /* borrows the arrays, and texts of the parameters */
    double *lower, *upper, *largest_velocity;
    double *shift; /* NULL: none */
    double *start; /* NULL: none */
    uint64_t iteration_limit;
    /* as the user would write them; borrowed from the parameters or the table of objectives */
    const char *c1, *c2, *vmax, *boundary, *inertia; /* inertia NULL: constriction */
    bool constriction;
    const char *resume_path; /* borrowed; NULL: the run starts anew */
    struct solver_checkpoints checkpoints;
};

/* Whether the run is the sequential twin's: asked for, or the objective is a C function and nothing else is asked for.
 */
bool solver_pso_is_twin(const struct swarm_objective *objective, const struct swarm_params *params);

/* Reads the parameters and the files they name. `request` must be zeroed; release it in any case. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT for parameters that make no sense together, SWARM_ERROR_INPUT for files. */
enum swarm_status solver_pso_request_init(struct base_env *env, const struct swarm_objective *objective,
                                          const struct swarm_params *params, struct solver_pso_request *request);
void solver_pso_request_deinit(struct solver_pso_request *request);

/* Refuses a device that has no double precision when the run needs it. */
enum swarm_status solver_pso_check_device(struct base_env *env, const struct pso_settings *settings,
                                          const struct swarm_device *device);

#endif
