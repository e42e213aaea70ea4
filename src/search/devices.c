#include "devices.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ocl/cache.h"
#include "ocl/selector.h"
#include "options/params.h"

bool run_leaves_driver_out(const struct swarm_params *params)
{
    return ocl_selector_is_automatic(params->options.device) && !params->options.platform;
}

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
    TRY_OR(fail, *indices ? SWARM_OK : base_fail_memory(env));
    TRY_OR(fail, ocl_selector_find(env, choice, platform, device, *indices, capacity, count));
    TRY_OR(fail, *count <= 1 || several
                     ? SWARM_OK
                     : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                                 "--device %s: selects %zu devices, and a run works on one", device, *count));
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
    TRY(run_devices_find(env, devices, options, false, &indices, &count));
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < count; ++i) {
        const struct swarm_device *device = &devices->devices[indices[i]];
        status =
            ocl_selector_is_automatic(options->device) && !ocl_cache_has_linker(device)
                ? base_fail(env, SWARM_ERROR_OPENCL, "\"%s\" needs the linker ld, which is not in PATH", device->name)
                : try_device(user, indices[i]);
        if (i + 1 == count || (status != SWARM_ERROR_OPENCL && status != SWARM_ERROR_OUT_OF_MEMORY)) {
            break;
        }
        base_log(env, SWARM_LOG_WARNING, "%s; trying the next device", env->error);
    }
    free(indices);
    return status;
}
