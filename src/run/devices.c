/* devices.c - the devices that a run takes. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ocl/selector.h"
#include "run.h"

enum swarm_status run_devices_find(struct base_env *env, const struct ocl_device_list *devices,
                                   const struct options *options, bool several, size_t **indices, size_t *count)
{
    const char *device = options->device, *platform = options->platform;
    const struct ocl_choice choice = {devices->devices, devices->count};
    enum swarm_status status = SWARM_OK;
    size_t capacity = choice.count;
    for (const char *at = device; at && (at = strchr(at, ',')); ++at) {
        ++capacity;
    }
    *indices = base_array(capacity, sizeof **indices);
    if (!*indices) {
        return base_fail_memory(env);
    }
    TRY_OR(fail, ocl_selector_find(env, choice, platform, device, *indices, capacity, count));
    if (*count > 1 && !several) {
        status = base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--device %s: selects %zu devices, and a run works on one", device, *count);
        goto fail;
    }
    if (ocl_selector_is_automatic(device)) {
        *count = ocl_selector_rank(choice, platform, *indices);
    }
    return SWARM_OK;

fail:
    free(*indices);
    *indices = NULL;
    return status;
}

enum swarm_status run_devices_try(struct base_env *env, const struct ocl_device_list *devices,
                                  const struct options *options, run_try_fn *try_device, void *user)
{
    if (!devices) {
        return try_device(user, 0);
    }
    size_t count = 0;
    size_t *indices = NULL;
    enum swarm_status status = run_devices_find(env, devices, options, false, &indices, &count);
    for (size_t i = 0; i < count && indices; ++i) {
        status = try_device(user, indices[i]);
        bool another = i + 1 < count && (status == SWARM_ERROR_OPENCL || status == SWARM_ERROR_OUT_OF_MEMORY);
        if (!another) {
            break;
        }
        base_log(env, SWARM_LOG_WARNING, "%s; trying the next device", env->error);
    }
    free(indices);
    return status;
}
