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

/* The devices that `device` and `platform` choose, in the order to try them; an explicit choice is one device. *indices
 * returns owned. Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_NO_DEVICE. */
enum swarm_status solver_devices_find(struct base_env *env, const struct ocl_device_list *devices,
                                      const struct swarm_params *params, size_t **indices, size_t *count);

/* See swarm_tsp_solve(). */
enum swarm_status solver_run(const struct solver_task *task, struct solver_result **result);

#endif
