#include "pso_result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "outcome.h"

static double *copy_numbers(const double *numbers, uint32_t count)
{
    double *copy = base_array(count, sizeof *copy);
    for (uint32_t d = 0; copy && numbers && d < count; ++d) {
        copy[d] = numbers[d];
    }
    return copy;
}

enum swarm_status solver_pso_result_create(struct base_env *env, const struct pso_settings *settings,
                                           struct solver_pso_result **result)
{
    struct solver_pso_result *made = base_array(1, sizeof *made);
    if (!made) {
        return base_fail_memory(env);
    }
    made->position = copy_numbers(NULL, settings->dimensions);
    made->lower = copy_numbers(settings->lower, settings->dimensions);
    made->upper = copy_numbers(settings->upper, settings->dimensions);
    made->shown.dimensions = settings->dimensions;
    made->shown.maximise = settings->maximise;
    made->shown.position = made->position;
    made->shown.lower = made->lower;
    made->shown.upper = made->upper;
    *result = made;
    return made->position && made->lower && made->upper ? SWARM_OK : base_fail_memory(env);
}

void swarm_pso_result_destroy(swarm_pso_result **result)
{
    struct solver_pso_result *made = (struct solver_pso_result *)*result;
    if (!made) {
        return;
    }
    solver_settings_free(made->settings, made->shown.setting_count);
    free(made->kernels);
    free(made->trace);
    free(made->position);
    free(made->lower);
    free(made->upper);
    free(made);
    *result = NULL;
}

enum swarm_status solver_pso_result_improve(struct base_env *env, struct solver_pso_result *result, uint64_t iteration,
                                            double value, const double position[2])
{
    struct swarm_pso_result *shown = &result->shown;
    void *trace = result->trace;
    if (!solver_grow(&trace, shown->trace_count, &result->trace_capacity, sizeof *result->trace)) {
        return base_fail_memory(env);
    }
    result->trace = trace;
    result->trace[shown->trace_count++] = (struct swarm_pso_trace_point){
        .iteration = iteration,
        .value = value,
        .position = {position[0], position[1]},
        .seconds = base_seconds(env),
    };
    shown->trace = result->trace;
    shown->value = value;
    shown->best_iteration = iteration;
    shown->best_seconds = result->trace[shown->trace_count - 1].seconds;
    return SWARM_OK;
}

/* What used_value() is told. */
struct used {
    const struct solver_pso_request *request;
    const struct pso_swarm *swarm;
};

/* The constants: texts that were chosen, or what follows from them. */
static const char *used_constant(const struct solver_pso_request *request, const char *name, const char *value,
                                 char *text)
{
    if (strcmp(name, "constriction") == 0) {
        return request->constriction ? "true" : NULL;
    }
    if (strcmp(name, "inertia") == 0 && request->constriction) {
        snprintf(text, 64, "%.17g", request->swarm.settings.inertia);
        return text;
    }
    return strcmp(name, "inertia") == 0    ? request->inertia
           : strcmp(name, "c1") == 0       ? request->c1
           : strcmp(name, "c2") == 0       ? request->c2
           : strcmp(name, "vmax") == 0     ? request->vmax
           : strcmp(name, "boundary") == 0 ? request->boundary
                                           : value;
}

static const char *used_value(const void *run, const char *name, const char *value, char *text)
{
    const struct used *used = run;
    const struct pso_settings *settings = &used->request->swarm.settings;
    const bool asynchronous = settings->best == BEST_ASYNCHRONOUS;
    if (strcmp(name, "dim") == 0) {
        snprintf(text, 64, "%u", (unsigned)settings->dimensions);
        return text;
    }
    if (strcmp(name, "bounds") == 0 && !value) {
        return settings->objective->info.bounds;
    }
    if (strcmp(name, "maximise") == 0) {
        return settings->maximise ? "true" : NULL;
    }
    if (strcmp(name, "minimise") == 0) {
        return settings->maximise ? NULL : value;
    }
    if (strcmp(name, "best") == 0) {
        return pso_best_words[1 + settings->best].name;
    }
    if (strcmp(name, "exchange") == 0) {
        return asynchronous ? value : NULL;
    }
    if (strcmp(name, "group-size") == 0 && used->swarm->group_size > 0) {
        snprintf(text, 64, "%u", (unsigned)used->swarm->group_size);
        return text;
    }
    if (strcmp(name, "device") == 0 && !used->swarm->device) {
        return "none";
    }
    return used_constant(used->request, name, value, text);
}

enum swarm_status solver_pso_result_describe(struct base_env *env, struct solver_pso_result *result,
                                             const struct swarm_params *params,
                                             const struct solver_pso_request *request, const struct pso_swarm *swarm)
{
    struct swarm_pso_result *shown = &result->shown;
    const struct used used = {request, swarm};
    enum swarm_status status = SWARM_OK;
    memcpy(result->plan, swarm->plan, sizeof result->plan);
    shown->plan = result->plan;
    shown->plan_count = swarm->plan_count;
    shown->plan_bytes = solver_plan_bytes(result->plan, shown->plan_count);
    shown->device = swarm->device;
    TRY(solver_kernels_describe(env, swarm->session, &result->kernels, &shown->kernel_count));
    shown->kernels = result->kernels;
    TRY(solver_settings_describe(env, params, swarm->device, used_value, &used, &result->settings,
                                 &shown->setting_count));
    shown->settings = result->settings;

fail:
    return status;
}
