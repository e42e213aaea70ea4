/* devices.c - finds and opens the devices that the options select. */
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
                                 "--device %s selects %zu devices, but this run can use only one", device, count));
    devices->count = ocl_selector_is_automatic(device) ? ocl_selector_rank(choice, platform, found) : count;
    devices->indices = found;
    return SWARM_OK;

fail:
    free(found);
    return status;
}

enum swarm_status search_open_with(struct search *search, struct search_devices *devices, search_open_fn *open,
                                   void *user)
{
    struct base_env *env = search->env;
    struct search_devices chosen = *devices;
    size_t none = 0;
    const struct search_devices host = {NULL, &none, 1};
    if (search->solve || !devices->list || devices->count > 0) {
        return open(user, search->solve || !devices->list ? host : *devices);
    }
    enum swarm_status status = search_devices_find(env, &search->options, false, &chosen);
    const bool automatic = ocl_selector_is_automatic(search->options.device);
    for (size_t i = 0; i < chosen.count; ++i) {
        const struct swarm_device *device = &chosen.list->devices[chosen.indices[i]];
        status =
            automatic && !ocl_cache_has_linker(device)
                ? base_fail(env, SWARM_ERROR_OPENCL, "\"%s\" needs the linker ld, which is not in PATH", device->name)
                : open(user, (struct search_devices){chosen.list, &chosen.indices[i], 1});
        if (i + 1 == chosen.count || (status != SWARM_ERROR_OPENCL && status != SWARM_ERROR_OUT_OF_MEMORY)) {
            break;
        }
        base_log(env, SWARM_LOG_WARNING, "%s; trying the next device", env->error);
    }
    free(chosen.indices);
    TRY(search_use_host(search, devices, status));
    return status == SWARM_OK ? SWARM_OK : open(user, host);
}
