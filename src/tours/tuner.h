/* tuner.h - finds the fastest shape of a device, part by part. */
#ifndef SWARMCL_TOURS_TUNER_H
#define SWARMCL_TOURS_TUNER_H

#include "ocl/device.h"
#include "options/params.h"

struct tours_tuner_task {
    struct base_env *env;
    const struct ocl_device_list *devices;
    const struct swarm_params *params; /* for the instance, if there is one */
    struct options options;            /* with the preset's values */
    const struct swarm_tuning_request *request;
    swarm_tuning_fn *progress; /* may be NULL */
    void *progress_user;
};

/* See swarm_tune(). */
enum swarm_status tours_tune(const struct tours_tuner_task *task, char **text, size_t *size);

#endif
