/* choose.c - choices that are alike in all problems. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ocl/cache.h"
#include "ocl/selector.h"
#include "search/problem.h"
#include "run.h"

enum swarm_status run_begin_question(struct run *run, size_t size, const void *input, const char *missing)
{
    run->question = base_array(1, size);
    TRY(run->question ? SWARM_OK : base_fail_memory(run->env));
    return input ? SWARM_OK : base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT, "the parameters have no %s", missing);
}

void run_forget(struct run *run)
{
    if (run->question) {
        run->problem->forget(run);
        free(run->question);
    }
}

enum swarm_status run_make_told(const struct run *run, size_t count, uint32_t **told)
{
    *told = run->task->params->tells_answers ? base_array(count, sizeof **told) : NULL;
    return *told || !run->task->params->tells_answers ? SWARM_OK : base_fail_memory(run->env);
}

enum swarm_status run_choose_exact(struct run *run,
                                   enum swarm_status (*solve)(const struct run *run, void *answer, int64_t *score),
                                   uint32_t count, uint32_t most, const char *nodes)
{
    run->solve = solve;
    run_choose_ends(&run->options, 1, 0, false);
    return count <= most ? SWARM_OK
                         : base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                                     "--algorithm exact clashes with %u %s: it takes at most %u", (unsigned)count,
                                     nodes, (unsigned)most);
}

void run_choose_ends(struct options *options, uint64_t iterations, uint64_t no_improve, bool always)
{
    const bool fifth = options->set[OPTION_no_improve] && options->no_improve == 0;
    const bool stagnates = options->given[OPTION_no_improve] && !fifth;
    uint64_t patience = 0;
    if (!options->given[OPTION_iterations]) {
        const bool ended = options->given[OPTION_time] || (stagnates && !always);
        options->iterations = ended ? 0 : iterations;
        patience = ended ? 0 : no_improve;
    }
    options->set[OPTION_iterations] = options->iterations > 0;
    if (fifth) {
        patience = options->iterations == 0 || options->iterations >= 5 ? options->iterations / 5 : 1;
    } else if (options->set[OPTION_no_improve]) {
        patience = options->no_improve;
    }
    options->no_improve = patience;
    options->set[OPTION_no_improve] = patience > 0;
}

enum swarm_status run_check_owners(struct run *run, unsigned owners, const char *algorithm)
{
    char with[64];
    snprintf(with, sizeof with, "--algorithm %s", algorithm);
    for (int option = 0; option < OPTION_COUNT; ++option) {
        if ((options_owners((enum option)option) & owners) == 0) {
            continue;
        }
        if (run->options.given[option] && strcmp(run->options.text[option], "false") != 0) { /* documents have flags */
            return options_clash(run->env, &run->options, (enum option)option, with,
                                 "it would be ignored, as it belongs to another algorithm");
        }
        run->options.set[option] = false;
    }
    return SWARM_OK;
}

void run_choose_islands(struct options *options, uint64_t epoch)
{
    if (!options->given[OPTION_islands]) {
        options->islands = 0; /* the devices decide: islands_count.c */
    }
    if (!options->given[OPTION_epoch]) {
        options->epoch = epoch;
        options->set[OPTION_epoch] = true;
    }
}

void run_fill_request(struct run *run)
{
    const struct options *options = &run->options;
    run->request = (struct run_request){
        .seed = options->seed,
        .target = INT64_MIN,
        .no_improve = options->no_improve,
        .deadline = options->set[OPTION_time] ? options->time : (double)INFINITY,
        .launch_seconds = 1e-3 * (double)options->launch_ms,
        .profiling = run->task->params->profile,
        .dump_path = options->dump_kernels,
        .unfit = INT64_MAX,
    };
}

enum swarm_status run_check_twin(struct base_env *env, const struct options *options, bool profile)
{
    if (!options_is_twin(options)) {
        return SWARM_OK;
    }
    TRY(!profile ? SWARM_OK
                 : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                             "--profile clashes with --device none: the sequential twin has no kernels to time"));
    return options_refuse(env, options, IS_OF_DEVICE, "--device none",
                          "the sequential twin has no device to shape work for");
}

/* The option or input of the run that only a device has; NULL: none. */
static const char *need_of(const struct run *run, char text[OPTIONS_NAME])
{
    if (run->task->params->profile) {
        return options_spelled(run->env, "profile", text);
    }
    for (int option = 0; option < OPTION_COUNT; ++option) {
        if (run->options.given[option] && (options_owners((enum option)option) & IS_OF_DEVICE)) {
            return options_spelled(run->env, options_name((enum option)option), text);
        }
    }
    return run->problem->needs_device ? run->problem->needs_device(run) : NULL;
}

enum swarm_status run_use_host(struct run *run, enum swarm_status status)
{
    const bool failed = status == SWARM_ERROR_NO_DEVICE || status == SWARM_ERROR_OPENCL || status == SWARM_ERROR_BUILD
                        || (status == SWARM_ERROR_OUT_OF_MEMORY && !base_lacks_memory(run->env));
    const char *error = run->env->error ? run->env->error : "";
    char text[OPTIONS_NAME];
    if (!failed || !run->task->devices || run->named_count > 0 || run->is_left
        || !run_leaves_driver_out(run->task->params)) {
        return status;
    }
    const char *need = need_of(run, text);
    if (need) {
        return status == SWARM_ERROR_NO_DEVICE ? base_fail_in(run->env, status, "%s needs a device", need) : status;
    }
    base_log(run->env, run->env->is_on_host ? SWARM_LOG_DEBUG : SWARM_LOG_WARNING, "%.*s; the host searches instead",
             status == SWARM_ERROR_NO_DEVICE ? (int)strcspn(error, ":") : (int)strcspn(error, "\n"), error);
    run->env->is_on_host = run->env->log != NULL; /* a rehearsal is silent */
    run->host_task = *run->task;
    run->host_task.devices = NULL;
    run->task = &run->host_task;
    options_forget(&run->options, IS_OF_DEVICE);
    return SWARM_OK;
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

struct run_devices run_devices_of(const struct run *run, const size_t *index)
{
    const bool several = run->named_count > 1;
    return (struct run_devices){run->task->devices, several ? run->named : index, several ? run->named_count : 1};
}

struct run_devices run_devices_unless_cpu(const struct run *run, const size_t *index)
{
    const struct run_devices devices = run_devices_of(run, index);
    const bool spares = devices.list && devices.list->devices[*index].type == SWARM_DEVICE_CPU
                        && ocl_selector_is_automatic(run->options.device) && !run->task->params->profile
                        && !options_names(&run->options, IS_OF_DEVICE);
    return spares ? (struct run_devices){.list = NULL} : devices;
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
