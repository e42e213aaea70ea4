/* pso_run.h - a run of a swarm from parameters to a verified result. */
#ifndef SWARMCL_SOLVER_PSO_RUN_H
#define SWARMCL_SOLVER_PSO_RUN_H

#include "pso_result.h"

struct solver_pso_task {
    struct base_env *env;
    const struct ocl_device_list *devices; /* NULL for the twin; must outlive the result */
    double discovery_seconds;              /* spent on that list, part of timing.context */
    const struct swarm_objective *objective;
    const struct swarm_params *params;
    swarm_pso_progress_fn *progress; /* may be NULL */
    void *progress_user;
};

/* See swarm_pso_solve(). */
enum swarm_status solver_pso_run(const struct solver_pso_task *task, struct solver_pso_result **result);

/* See swarm_objective_evaluate(); progress is not used, and devices only for an objective from a file. */
enum swarm_status solver_pso_evaluate(const struct solver_pso_task *task, size_t count, const double *points,
                                      double *values);

#endif
