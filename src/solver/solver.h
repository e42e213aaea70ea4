/* solver.h - a run from parameters to a verified tour. */
#ifndef SWARMCL_SOLVER_SOLVER_H
#define SWARMCL_SOLVER_SOLVER_H

#include "result.h"

struct solver_task {
    struct base_env *env;
    const struct ocl_device_list *devices; /* NULL for the twin; must outlive the result */
    double discovery_seconds;              /* spent on that list, part of timing.context */
    const struct swarm_instance *instance;
    const struct swarm_params *params;
    swarm_progress_fn *progress; /* may be NULL */
    void *progress_user;
};

/* See swarm_tsp_check(); of the task env, instance and params count. */
enum swarm_status solver_check(const struct solver_task *task);

/* See swarm_tsp_solve(). */
enum swarm_status solver_run(const struct solver_task *task, struct solver_result **result);

#endif
