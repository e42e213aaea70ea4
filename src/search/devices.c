/* devices.c - the devices that the options choose. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ocl/cache.h"
#include "ocl/selector.h"
#include "search.h"

bool search_names_no_device(const struct swarm_params *params)
{
    return ocl_selector_is_automatic(params->options.device) && !params->options.platform;
}

enum swarm_status search_devices_find(struct base_env *env, const struct options *options, bool several,
                                      struct search_devices *devices)
{
    const char *device = options->device, *platform = options->platform;
    const struct ocl_choice choice = {devices->list->devices, devices->list->count};
    enum swarm_status status = SWARM_OK;
    size_t capacity = choice.count, count = 0;
    for (const char *at = device; at && (at = strchr(at, ',')); ++at) {
        ++capacity;
    }
    size_t *found;
    TRY(BASE_MAKE(env, found, capacity));
    TRY_OR(fail, ocl_selector_find(env, choice, platform, device, found, capacity, &count));
    TRY_OR(fail, count <= 1 || several
                     ? SWARM_OK
                     : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                                 "--device %s: selects %zu devices, and a run works on one", device, count));
    devices->count = ocl_selector_is_automatic(device) ? ocl_selector_rank(choice, platform, found) : count;
    devices->indices = found;
    return SWARM_OK;

fail:
    free(found);
    return status;
}

enum swarm_status search_devices_try(struct base_env *env, const struct ocl_device_list *devices,
                                     const struct options *options, search_try_fn *try_device, void *user)
{
    if (!devices) {
        return try_device(user, 0);
    }
    struct search_devices chosen = {.list = devices};
    TRY(search_devices_find(env, options, false, &chosen));
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < chosen.count; ++i) {
        const struct swarm_device *device = &devices->devices[chosen.indices[i]];
        status =
            ocl_selector_is_automatic(options->device) && !ocl_cache_has_linker(device)
                ? base_fail(env, SWARM_ERROR_OPENCL, "\"%s\" needs the linker ld, which is not in PATH", device->name)
                : try_device(user, chosen.indices[i]);
        if (i + 1 == chosen.count || (status != SWARM_ERROR_OPENCL && status != SWARM_ERROR_OUT_OF_MEMORY)) {
            break;
        }
        base_log(env, SWARM_LOG_WARNING, "%s; trying the next device", env->error);
    }
    free(chosen.indices);
    return status;
}
