/* tuner.h - finds the fastest shape of a device, part by part. */
#ifndef SWARMCL_SOLVER_TUNER_H
#define SWARMCL_SOLVER_TUNER_H

#include "ocl/device.h"
#include "params.h"

struct solver_tuner_task {
    struct base_env *env;
    const struct ocl_device_list *devices;
    const struct swarm_params *params;
    const struct swarm_tuning_request *request;
    swarm_tuning_fn *progress; /* may be NULL */
    void *progress_user;
};

/* See swarm_tsp_tune(). */
enum swarm_status solver_tune(const struct solver_tuner_task *task, char **text, size_t *size);

#endif
