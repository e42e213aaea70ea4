/* api.c - the context, its devices, the table of problems, and the public functions that use devices or several rooms.
 * All other public functions are in their rooms. */
#include <pthread.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/worker.h"
#include "fleet/fleet.h"
#include "functions/functions.h"
#include "ocl/cache.h"
#include "ocl/device.h"
#include "ocl/selector.h"
#include "orient/question.h"
#include "pso/objective.h"
#include "qap/qap.h"
#include "tours/tours.h"
#include "tsp/read/input.h"

/* To add a problem, create its room and add its row here. */
const struct search_problem *const search_problems[] = {&tours_problem,  &functions_problem, &qap_problem,
                                                        &orient_problem, &fleet_problem,     NULL};

/* The env must be the first member: base_env_of() relies on it. */
struct swarm_context {
    struct base_env env;
    bool listed; /* True if `devices` holds the list of devices */
    char *cache; /* owned; temporary folder for a driver's cache; NULL: none */
    struct ocl_device_list devices;
    struct swarm_context *owner; /* of `devices`; NULL: this context */
    pthread_mutex_t lock;        /* of `devices`, which may be shared */
    bool outlived;               /* True if an abandoned worker of another context may still use `devices` */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Names                                                                                                              */

const char *swarm_status_name(enum swarm_status status)
{
    static const char *const names[] = {
        /* names by the negated status */
        "SWARM_OK",          "SWARM_ERROR_INVALID_ARGUMENT", "SWARM_ERROR_OUT_OF_MEMORY", "SWARM_ERROR_IO",
        "SWARM_ERROR_INPUT", "SWARM_ERROR_UNSUPPORTED",      "SWARM_ERROR_NO_DEVICE",     "SWARM_ERROR_OPENCL",
        "SWARM_ERROR_BUILD", "SWARM_ERROR_VERIFICATION",     "SWARM_ERROR_INTERNAL"};
    int index = -(int)status;
    return index >= 0 && index < (int)(sizeof names / sizeof names[0]) ? names[index] : "unknown status";
}

const char *swarm_version(void)
{
    return SWARM_VERSION;
}

int swarm_abi(void)
{
    return SWARM_ABI;
}

const char *swarm_device_type_name(enum swarm_device_type type)
{
    static const char *const names[] = {"gpu", "accelerator", "cpu", "other"};
    return names[type];
}

const char *swarm_stop_reason_name(enum swarm_stop_reason reason)
{
    static const char *const names[] = {"iterations",      "time",        "target",     "stagnation", "cancelled",
                                        "optimal, proven", "convergence", "evaluations"};
    return names[reason];
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Context                                                                                                            */

enum swarm_status swarm_context_create(swarm_context **context)
{
    struct swarm_context *made = base_array(1, sizeof *made);
    if (!made) {
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    pthread_mutex_init(&made->lock, NULL);
    const enum swarm_status status = base_env_init(&made->env);
    if (status != SWARM_OK) {
        free(made);
        return status;
    }
    *context = made;
    return SWARM_OK;
}

void swarm_context_destroy(swarm_context **context)
{
    if (*context) {
        struct swarm_context *owner = (*context)->owner ? (*context)->owner : *context;
        owner->outlived = owner->outlived || (*context)->env.abandoned; /* the worker may still use the device list */
        if (owner == *context && !owner->outlived) {
            ocl_device_list_deinit(&owner->devices);
        }
        pthread_mutex_destroy(&(*context)->lock);
        ocl_cache_remove(&(*context)->cache);
        base_env_deinit(&(*context)->env);
        free(*context);
        *context = NULL;
    }
}

void swarm_context_set_log(swarm_context *context, swarm_log_fn *log, void *user)
{
    context->env.log = log;
    context->env.log_user = user;
}

const char *swarm_context_error(const swarm_context *context)
{
    return !context ? "out of memory: there is no context" : context->env.error ? context->env.error : "";
}

void swarm_context_set_spelling(swarm_context *context, enum swarm_spelling spelling)
{
    context->env.spelling = spelling;
}

void swarm_context_set_ranks(swarm_context *context, const struct swarm_ranks *ranks)
{
    context->env.ranks = ranks ? *ranks : (struct swarm_ranks){.count = 0};
}

double swarm_context_seconds(const swarm_context *context)
{
    return base_seconds(&context->env);
}

void swarm_context_restart_clock(swarm_context *context)
{
    context->env.start = base_clock_now();
}

bool swarm_context_hangs(const swarm_context *context)
{
    return base_worker_hangs(&context->env, false);
}

bool swarm_context_compiles(const swarm_context *context)
{
    return base_worker_hangs(&context->env, true);
}

void swarm_context_cancel(swarm_context *context)
{
    atomic_store(&context->env.cancelled, 1);
}

void swarm_context_checkpoint(swarm_context *context)
{
    atomic_store(&context->env.wants_state, true);
}

void swarm_context_limit_reading(swarm_context *context, double seconds)
{
    context->env.reads_until = seconds;
}

void swarm_context_renew(swarm_context *context)
{
    atomic_store(&context->env.cancelled, 0);
    context->env.start = base_clock_now();
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Devices                                                                                                            */

/* Lists the devices once per context. `params`: of the run that needs them, or NULL. */
static enum swarm_status list_devices(struct swarm_context *context, const struct swarm_params *params)
{
    if (context->listed) {
        return SWARM_OK;
    }
    if (!context->cache) {
        ocl_cache_prepare(&context->env, &context->cache);
    }
    context->env.listing_seconds = params ? run_listing_seconds(params) : 0.0;
    TRY(ocl_device_list_init(&context->env, &context->devices));
    context->listed = true;
    return SWARM_OK;
}

enum swarm_status swarm_context_share_devices(swarm_context *context, swarm_context *owner)
{
    if (!owner || owner == context || owner->owner || context->listed) {
        return base_fail(&context->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "devices are shared with a new context by another one that lists its own devices");
    }
    pthread_mutex_lock(&owner->lock);
    const enum swarm_status status = list_devices(owner, NULL);
    owner->devices.lock = &owner->lock;
    context->devices = owner->devices;
    pthread_mutex_unlock(&owner->lock);
    if (status != SWARM_OK) {
        context->devices = (struct ocl_device_list){0};
        return base_fail(&context->env, status, "the devices cannot be listed");
    }
    context->owner = owner;
    context->listed = true;
    return SWARM_OK;
}

enum swarm_status swarm_device_list(swarm_context *context, const struct swarm_device **devices, size_t *count)
{
    TRY(list_devices(context, NULL));
    *devices = context->devices.devices;
    *count = context->devices.count;
    return SWARM_OK;
}

enum swarm_status swarm_device_find(swarm_context *context, const char *platform, const char *device, size_t *indices,
                                    size_t capacity, size_t *count)
{
    TRY(list_devices(context, NULL));
    const struct ocl_choice choice = {context->devices.devices, context->devices.count};
    return ocl_selector_find(&context->env, choice, platform, device, indices, capacity, count);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances and bounds                                                                                               */

/* True if the parameters name a platform or a device other than `auto`, and the device is not `none`. */
static bool names_device(const struct options *options)
{
    return (!ocl_selector_is_automatic(options->device) || options->platform)
           && strcmp(options->device ? options->device : "", "none") != 0;
}

enum swarm_status swarm_bound_find(swarm_context *context, const swarm_params *params, uint64_t evaluations,
                                   swarm_bound **bound)
{
    const bool chosen = params && names_device(&params->options);
    TRY(chosen ? list_devices(context, params) : SWARM_OK);
    return tours_bound_find(&context->env, chosen ? &context->devices : NULL, params, evaluations, bound);
}

enum swarm_status swarm_instance_read(swarm_context *context, const char *path, swarm_instance **instance)
{
    return swarm_instance_read_for(context, NULL, path, instance);
}

enum swarm_status swarm_instance_read_for(swarm_context *context, const swarm_params *params, const char *path,
                                          swarm_instance **instance)
{
    const double start = base_seconds(&context->env);
    char *bytes = NULL;
    size_t size = 0;
    TRY(swarm_file_read(context, path, &bytes, &size));
    const enum swarm_status status = tsp_input_parse(
        &context->env, (struct tsp_text){base_file_label(path), bytes, size}, params ? params->options.columns : NULL,
        params && params->problem == &orient_problem, instance);
    if (status == SWARM_OK) {
        (*instance)->info.read_seconds = base_seconds(&context->env) - start;
    }
    free(bytes);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Parameters and solving                                                                                             */

struct swarm_reference swarm_instance_reference(const swarm_instance *instance, const swarm_params *params)
{
    return params && params->problem == &orient_problem ? orient_reference(instance, params)
                                                        : tours_reference(instance, params);
}

/* Fills the task of a run, a check or a rehearsal. `devices`: lists devices, unless the host is enough. */
static enum swarm_status begin(struct swarm_context *context, const swarm_params *params, bool devices,
                               struct search_task *task)
{
    const double start = base_seconds(&context->env);
    if (!params) {
        return base_fail_null(context, "params");
    }
    *task = (struct search_task){.env = &context->env, .params = params};
    if (devices && run_is_host_only(params)) {
        base_log(&context->env, SWARM_LOG_DEBUG, "the host searches; no driver is loaded");
    } else if (devices) {
        TRY(list_devices(context, params));
        task->devices = &context->devices;
    }
    task->discovery_seconds = base_seconds(&context->env) - start;
    return SWARM_OK;
}

bool swarm_params_load_drivers(const swarm_params *params)
{
    return !run_is_host_only(params);
}

enum swarm_status swarm_solve(swarm_context *context, const swarm_params *params, swarm_progress_fn *progress,
                              void *user, swarm_result **result)
{
    struct search_result *made = NULL;
    struct search_task task;
    TRY(begin(context, params, true, &task));
    task.progress = progress;
    task.progress_user = user;
    TRY(run_solve(&task, &made));
    *result = &made->shown;
    return SWARM_OK;
}

enum swarm_status swarm_solve_many(swarm_context *context, const swarm_params *params, size_t count,
                                   const swarm_instance *const *instances, double seconds, swarm_many_fn *done,
                                   void *user)
{
    return instances ? swarm_solve_inputs(context, params, count, (const void *const *)instances, seconds, done, user)
                     : base_fail_null(context, "instances");
}

enum swarm_status swarm_solve_inputs(swarm_context *context, const swarm_params *params, size_t count,
                                     const void *const *inputs, double seconds, swarm_many_fn *done, void *user)
{
    if (!params || !inputs || !done) {
        return base_fail_null(context, !params ? "params" : !inputs ? "inputs" : "done");
    }
    struct run_many task = {&context->env, NULL, params, count, inputs, done, user};
    if (names_device(&params->options)) {
        TRY(list_devices(context, params));
        task.devices = &context->devices;
    }
    return run_many_solve(&task, seconds);
}

enum swarm_status swarm_rehearse(swarm_context *context, const swarm_params *params)
{
    struct search_task task;
    TRY(begin(context, params, true, &task));
    return task.devices && context->env.ranks.count <= 1 ? run_rehearse(&task) : SWARM_OK;
}

enum swarm_status swarm_check(swarm_context *context, const swarm_params *params)
{
    struct search_task task;
    TRY(begin(context, params, false, &task));
    return run_check(&task);
}

static enum swarm_status evaluate(swarm_context *context, const swarm_params *params, struct pso_evaluation wanted)
{
    struct search_task task;
    const swarm_objective *objective = params_input(params, BY_FUNCTIONS);
    const bool file = objective && objective->info.kind == SWARM_OBJECTIVE_FILE;
    TRY(begin(context, params, file, &task));
    return functions_evaluate(&task, wanted);
}

enum swarm_status swarm_objective_evaluate(swarm_context *context, const swarm_params *params, size_t count,
                                           const double *points, double *values)
{
    return evaluate(context, params, (struct pso_evaluation){.count = count, .points = points, .values = values});
}

enum swarm_status swarm_objective_violations(swarm_context *context, const swarm_params *params, size_t count,
                                             const double *points, double *violations)
{
    return evaluate(
        context, params,
        (struct pso_evaluation){.count = count, .points = points, .values = violations, .violations = true});
}
