#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "outcome.h"

enum swarm_status solver_result_create(struct base_env *env, size_t node_count, bool path,
                                       struct solver_result **result)
{
    struct solver_result *made = base_array(1, sizeof *made);
    uint32_t *tour = base_array(node_count + path, sizeof *tour);
    if (!made || !tour) {
        free(made);
        free(tour);
        return base_fail_memory(env);
    }
    made->tour = tour;
    made->shown.node_count = node_count;
    made->shown.path = path;
    made->shown.tour = tour;
    made->shown.built_length = -1;
    *result = made;
    return SWARM_OK;
}

void swarm_result_destroy(swarm_result **result)
{
    struct solver_result *made = (struct solver_result *)*result;
    if (!made) {
        return;
    }
    solver_settings_free(made->settings, made->shown.setting_count);
    free(made->kernels);
    free(made->trace);
    free(made->tour);
    free(made);
    *result = NULL;
}

enum swarm_status solver_result_improve(struct base_env *env, struct solver_result *result, uint64_t iteration,
                                        int64_t length)
{
    struct swarm_result *shown = &result->shown;
    void *trace = result->trace;
    if (!solver_grow(&trace, shown->trace_count, &result->trace_capacity, sizeof *result->trace)) {
        return base_fail_memory(env);
    }
    result->trace = trace;
    result->trace[shown->trace_count++] = (struct swarm_trace_point){iteration, length, base_seconds(env)};
    shown->trace = result->trace;
    shown->length = length;
    shown->best_iteration = iteration;
    shown->best_seconds = result->trace[shown->trace_count - 1].seconds;
    return SWARM_OK;
}

static const char *number_text(uint32_t number, char *text)
{
    snprintf(text, 24, "%u", (unsigned)number);
    return text;
}

static const char *used_value(const void *run, const char *name, const char *value, char *text)
{
    const struct aco_colony *colony = run;
    const struct aco_shape *shape = colony->shape;
    if (strcmp(name, "ants") == 0) {
        value = number_text(colony->settings.ants, text);
    } else if (strcmp(name, "no-improve") == 0) {
        uint32_t used = (uint32_t)colony->settings.no_improve;
        value = used > 0 ? number_text(used, text) : NULL;
    } else if (strcmp(name, "construction") == 0 && shape) {
        value = shape->construction->name;
    } else if (strcmp(name, "evaluation") == 0 && shape) {
        value = shape->evaluation->name;
    } else if (strcmp(name, "deposit") == 0 && shape) {
        value = shape->deposit->name;
    } else if (strcmp(name, "ants-per-group") == 0 && shape && shape->construction->shares) {
        value = number_text(shape->group_ants, text);
    } else if (strcmp(name, "group-size") == 0 && shape && shape->construction->groups) {
        value = number_text(shape->team, text);
    } else if (strcmp(name, "group-size") == 0 && shape && shape->evaluation->groups) {
        value = number_text(shape->evaluate_group, text);
    }
    return value;
}

enum swarm_status solver_result_describe(struct base_env *env, struct solver_result *result,
                                         const struct swarm_params *params, const struct aco_colony *colony)
{
    struct swarm_result *shown = &result->shown;
    enum swarm_status status = SWARM_OK;
    memcpy(result->plan, colony->plan, sizeof result->plan);
    shown->plan = result->plan;
    shown->plan_count = colony->plan_count;
    shown->plan_bytes = solver_plan_bytes(result->plan, shown->plan_count);
    shown->device = colony->device;
    TRY(solver_kernels_describe(env, colony->session, &result->kernels, &shown->kernel_count));
    shown->kernels = result->kernels;
    TRY(solver_settings_describe(env, params, colony->device, used_value, colony, &result->settings,
                                 &shown->setting_count));
    shown->settings = result->settings;

fail:
    return status;
}
