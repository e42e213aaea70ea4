#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* Runs before the measurement, because the first may load the kernel. */
enum { DISCARDED = 1 };

enum swarm_status probe_open(struct probe *probe, const char *path, const char *device)
{
    size_t index = 0, found = 0, size = 0;
    probe->path = path;
    TRY(base_env_init(&probe->env));
    TRY(base_file_read(&probe->env, path, &probe->source, &size));
    TRY(ocl_device_list_init(&probe->env, &probe->devices));
    struct ocl_choice choice = {probe->devices.devices, probe->devices.count};
    if (ocl_selector_is_automatic(device) && choice.count > 0) {
        size_t *ranked = malloc(choice.count * sizeof *ranked);
        found = ranked ? ocl_selector_rank(choice, NULL, ranked) : 0;
        index = found > 0 ? ranked[0] : 0;
        free(ranked);
    } else {
        TRY(ocl_selector_find(&probe->env, choice, NULL, device, &index, 1, &found));
    }
    if (found != 1) {
        return base_fail(&probe->env, SWARM_ERROR_INVALID_ARGUMENT, "--device %s: selects %zu devices", device, found);
    }
    return ocl_session_open(&probe->env, &probe->devices, index, true, &probe->session);
}

enum swarm_status probe_build(struct probe *probe, const char *options, cl_program *program)
{
    const char *text = probe->source;
    cl_int code;
    *program = clCreateProgramWithSource(probe->session.shared->context, 1, &text, NULL, &code);
    if (!*program || clBuildProgram(*program, 0, NULL, options, NULL, NULL) != CL_SUCCESS) {
        return base_fail(&probe->env, SWARM_ERROR_BUILD, "%s: does not build", probe->path);
    }
    return SWARM_OK;
}

/* Total seconds of all runs of a kernel so far. */
static enum swarm_status seconds_of(struct probe *probe, const char *name, double *seconds)
{
    TRY(ocl_session_drain_times(&probe->session));
    *seconds = 0.0;
    for (size_t i = 0; i < probe->session.time_count; ++i) {
        const struct ocl_kernel_time *time = &probe->session.times[i];
        *seconds += strcmp(time->name, name) == 0 ? time->seconds : 0.0;
    }
    return SWARM_OK;
}

enum swarm_status probe_run(struct probe *probe, const struct ocl_kernel *kernel, struct ocl_ndrange range,
                            unsigned repeats, double *seconds)
{
    double before = 0.0, after = 0.0;
    for (unsigned run = 0; run < DISCARDED + repeats; ++run) {
        if (run == DISCARDED) {
            TRY(seconds_of(probe, kernel->name, &before));
        }
        TRY(ocl_kernel_enqueue(&probe->session, kernel, range));
    }
    TRY(seconds_of(probe, kernel->name, &after));
    *seconds = (after - before) / repeats;
    return SWARM_OK;
}

int probe_close(struct probe *probe, const char *program, enum swarm_status status)
{
    if (status != SWARM_OK) {
        fprintf(stderr, "%s: %s\n", program, probe->env.error ? probe->env.error : "failed");
    }
    ocl_session_close(&probe->session);
    ocl_device_list_deinit(&probe->devices);
    base_env_deinit(&probe->env);
    free(probe->source);
    return status == SWARM_OK ? 0 : status == SWARM_ERROR_INVALID_ARGUMENT ? 2 : 1;
}
