#include "outcome.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "ocl/selector.h"

double solver_lap(const struct base_env *env, double *since)
{
    double now = base_seconds(env);
    double passed = now - *since;
    *since = now;
    return passed;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Devices                                                                                                            */

enum swarm_status solver_devices_find(struct base_env *env, const struct ocl_device_list *devices,
                                      const struct swarm_params *params, bool several, size_t **indices, size_t *count)
{
    const char *device = swarm_params_get(params, "device"), *platform = swarm_params_get(params, "platform");
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
    TRY(ocl_selector_find(env, choice, platform, device, *indices, capacity, count));
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

enum swarm_status solver_devices_try(struct base_env *env, const struct ocl_device_list *devices,
                                     const struct swarm_params *params, solver_try_fn *try_device, void *run)
{
    if (!devices) {
        return try_device(run, 0);
    }
    size_t count = 0;
    size_t *indices = NULL;
    enum swarm_status status = solver_devices_find(env, devices, params, false, &indices, &count);
    for (size_t i = 0; i < count && indices; ++i) {
        status = try_device(run, indices[i]);
        bool another = i + 1 < count && (status == SWARM_ERROR_OPENCL || status == SWARM_ERROR_OUT_OF_MEMORY);
        if (!another) {
            break;
        }
        base_log(env, SWARM_LOG_WARNING, "%s; trying the next device", env->error);
    }
    free(indices);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ends of runs                                                                                                       */

static bool is_unlimited(const struct swarm_params *params)
{
    return solver_params_is_set(params, "time") && !solver_params_is_set(params, "iterations");
}

uint64_t solver_iteration_limit(const struct swarm_params *params, bool *limited)
{
    *limited = !is_unlimited(params);
    return *limited ? solver_params_integer(params, "iterations") : UINT32_MAX;
}

double solver_deadline(const struct swarm_params *params)
{
    return solver_params_is_set(params, "time") ? solver_params_real(params, "time") : (double)INFINITY;
}

enum swarm_stop_reason solver_interruption(const struct base_env *env)
{
    return base_cancelled(env) ? SWARM_STOP_CANCELLED : SWARM_STOP_TIME;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Results                                                                                                            */

bool solver_grow(void **items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    size_t larger = 2 * *capacity + 16;
    void *grown = realloc(*items, larger * size);
    if (grown) {
        *items = grown;
        *capacity = larger;
    }
    return grown != NULL;
}

/* A value in memory of its own; NULL for none (*failed tells it from no memory). */
static char *copy_value(const char *value, bool *failed)
{
    char *text = value ? base_text_copy(value, strlen(value)) : NULL;
    *failed = value && !text;
    return text;
}

enum swarm_status solver_settings_describe(struct base_env *env, const struct swarm_params *params,
                                           const struct swarm_device *device, solver_used_fn *used, const void *run,
                                           struct swarm_setting **settings, size_t *count)
{
    const struct solver_param_table *table = params->table;
    struct swarm_setting *made = base_array(table->count, sizeof *made);
    bool failed = false;
    size_t done = 0;
    if (!made) {
        return base_fail_memory(env);
    }
    for (; done < table->count && !failed; ++done) {
        char text[64];
        const char *name = table->rows[done].name;
        const char *value = used(run, name, swarm_params_get(params, name), text);
        if (strcmp(name, "iterations") == 0 && is_unlimited(params)) {
            value = NULL;
        } else if (strcmp(name, "device") == 0 && device && !strchr(value, ',')) {
            snprintf(text, sizeof text, "%u", device->index);
            value = text;
        }
        made[done] = (struct swarm_setting){
            .name = name,
            .value = copy_value(value, &failed),
            .explicit_value = solver_params_is_set(params, name),
            .kind = table->rows[done].kind,
        };
    }
    *settings = made;
    *count = done;
    return failed ? base_fail_memory(env) : SWARM_OK;
}

void solver_settings_free(struct swarm_setting *settings, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        free((void *)settings[i].value);
    }
    free(settings);
}

enum swarm_status solver_kernels_describe(struct base_env *env, struct ocl_session *session,
                                          struct swarm_kernel_time **kernels, size_t *count)
{
    *count = session ? session->time_count : 0;
    *kernels = base_array(*count, sizeof **kernels);
    if (!*kernels) {
        *count = 0;
        return base_fail_memory(env);
    }
    for (size_t i = 0; i < *count; ++i) {
        struct ocl_kernel_time *time = &session->times[i];
        (*kernels)[i] =
            (struct swarm_kernel_time){time->name, time->calls, time->seconds, ocl_kernel_time_median(time)};
    }
    return SWARM_OK;
}

uint64_t solver_plan_bytes(const struct swarm_plan_entry *plan, size_t count)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; ++i) {
        bytes += plan[i].bytes;
    }
    return bytes;
}
