#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

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
    for (size_t i = 0; i < made->shown.setting_count; ++i) {
        free((void *)made->settings[i].value);
    }
    free(made->settings);
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
    if (shown->trace_count == result->trace_capacity) {
        size_t capacity = 2 * result->trace_capacity + 16;
        struct swarm_trace_point *grown = realloc(result->trace, capacity * sizeof *grown);
        if (!grown) {
            return base_fail_memory(env);
        }
        result->trace = grown;
        result->trace_capacity = capacity;
    }
    result->trace[shown->trace_count++] = (struct swarm_trace_point){iteration, length, base_seconds(env)};
    shown->trace = result->trace;
    shown->length = length;
    shown->best_iteration = iteration;
    shown->best_seconds = result->trace[shown->trace_count - 1].seconds;
    return SWARM_OK;
}

static const char *number_text(uint32_t number, char *text, size_t size)
{
    snprintf(text, size, "%u", (unsigned)number);
    return text;
}

/* The value of a parameter as the colony used it; returns owned, NULL for "none" (*failed tells it from no memory). */
static char *used_value(const struct swarm_params *params, const struct aco_colony *colony, const char *name,
                        bool *failed)
{
    const char *value = swarm_params_get(params, name);
    const struct aco_shape *shape = colony->shape;
    char number[24];
    if (strcmp(name, "ants") == 0) {
        value = number_text(colony->settings.ants, number, sizeof number);
    } else if (strcmp(name, "iterations") == 0 && !solver_params_is_set(params, "iterations")
               && solver_params_is_set(params, "time")) {
        value = NULL;
    } else if (strcmp(name, "no-improve") == 0) {
        uint32_t used = (uint32_t)colony->settings.no_improve;
        value = used > 0 ? number_text(used, number, sizeof number) : NULL;
    } else if (strcmp(name, "device") == 0 && colony->device) {
        value = number_text(colony->device->index, number, sizeof number);
    } else if (strcmp(name, "construction") == 0 && shape) {
        value = shape->construction->name;
    } else if (strcmp(name, "evaluation") == 0 && shape) {
        value = shape->evaluation->name;
    } else if (strcmp(name, "deposit") == 0 && shape) {
        value = shape->deposit->name;
    } else if (strcmp(name, "ants-per-group") == 0 && shape && shape->construction->shares) {
        value = number_text(shape->group_ants, number, sizeof number);
    } else if (strcmp(name, "group-size") == 0 && shape && shape->construction->groups) {
        value = number_text(shape->team, number, sizeof number);
    } else if (strcmp(name, "group-size") == 0 && shape && shape->evaluation->groups) {
        value = number_text(shape->evaluate_group, number, sizeof number);
    }
    char *text = value ? base_text_copy(value, strlen(value)) : NULL;
    *failed = value && !text;
    return text;
}

static enum swarm_status describe_settings(struct base_env *env, struct solver_result *result,
                                           const struct swarm_params *params, const struct aco_colony *colony)
{
    size_t count;
    bool failed = false;
    const struct swarm_param *rows = swarm_tsp_params(&count);
    result->settings = base_array(count, sizeof *result->settings);
    if (!result->settings) {
        return base_fail_memory(env);
    }
    for (size_t i = 0; i < count && !failed; ++i) {
        result->settings[i] = (struct swarm_setting){
            .name = rows[i].name,
            .value = used_value(params, colony, rows[i].name, &failed),
            .explicit_value = solver_params_is_set(params, rows[i].name),
            .kind = rows[i].kind,
        };
        result->shown.setting_count = i + 1;
    }
    result->shown.settings = result->settings;
    return failed ? base_fail_memory(env) : SWARM_OK;
}

enum swarm_status solver_result_describe(struct base_env *env, struct solver_result *result,
                                         const struct swarm_params *params, const struct aco_colony *colony)
{
    struct swarm_result *shown = &result->shown;
    struct ocl_session *session = colony->session;
    size_t kernels = session ? session->time_count : 0;
    memcpy(result->plan, colony->plan, sizeof result->plan);
    shown->plan = result->plan;
    shown->plan_count = colony->plan_count;
    for (size_t i = 0; i < colony->plan_count; ++i) {
        shown->plan_bytes += colony->plan[i].bytes;
    }
    shown->device = colony->device;
    result->kernels = base_array(kernels, sizeof *result->kernels);
    if (!result->kernels) {
        return base_fail_memory(env);
    }
    for (size_t i = 0; i < kernels; ++i) {
        result->kernels[i] =
            (struct swarm_kernel_time){session->times[i].name, session->times[i].calls, session->times[i].seconds,
                                       ocl_kernel_time_median(&session->times[i])};
    }
    shown->kernels = result->kernels;
    shown->kernel_count = kernels;
    return describe_settings(env, result, params, colony);
}
