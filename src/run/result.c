#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

enum swarm_status run_result_create(struct base_env *env, struct run_result **result)
{
    struct run_result *made = base_array(1, sizeof *made);
    if (!made) {
        return base_fail_memory(env);
    }
    made->score = made->told = made->built = INT64_MAX;
    *result = made;
    return SWARM_OK;
}

void swarm_result_destroy(swarm_result **result)
{
    struct run_result *made = (struct run_result *)*result;
    if (!made) {
        return;
    }
    for (size_t i = 0; i < made->shown.setting_count; ++i) {
        free((void *)made->settings[i].value);
    }
    for (size_t i = 0; i < sizeof made->owned / sizeof made->owned[0]; ++i) {
        free(made->owned[i]);
    }
    free(made->settings);
    free(made->kernels);
    free(made->islands);
    free(made->trace);
    free(made);
    *result = NULL;
}

enum swarm_status run_result_add(struct base_env *env, struct run_result *result, const struct swarm_trace_point *point)
{
    struct swarm_result *shown = &result->shown;
    if (shown->trace_count == result->trace_capacity) {
        const size_t larger = 2 * result->trace_capacity + 16;
        void *grown = realloc(result->trace, larger * sizeof *result->trace);
        if (!grown) {
            return base_fail_memory(env);
        }
        result->trace = grown;
        result->trace_capacity = larger;
    }
    result->trace[shown->trace_count++] = *point;
    shown->trace = result->trace;
    return SWARM_OK;
}

static enum swarm_status describe_settings(struct base_env *env, struct run_result *result, unsigned owners,
                                           const struct options *options)
{
    struct swarm_result *shown = &result->shown;
    result->settings = base_array(OPTION_COUNT, sizeof *result->settings);
    bool failed = !result->settings;
    for (int option = 0; option < OPTION_COUNT && !failed; ++option) {
        char buffer[OPTIONS_TEXT];
        if (!(options_owners((enum option)option) & owners)) {
            continue;
        }
        const char *value = options_text(options, (enum option)option, false, buffer);
        if (option == OPTION_device && shown->device && !strchr(value, ',')) {
            snprintf(buffer, sizeof buffer, "%u", shown->device->index);
            value = buffer;
        }
        struct swarm_setting *setting = &result->settings[shown->setting_count++];
        *setting = (struct swarm_setting){
            .name = options_name((enum option)option),
            .value = value ? base_text_copy(value, strlen(value)) : NULL,
            .given = options->text[option] != NULL,
            .kind = options_row((enum option)option)->kind,
        };
        failed = value && !setting->value;
    }
    shown->settings = result->settings;
    return failed ? base_fail_memory(env) : SWARM_OK;
}

static enum swarm_status describe_kernels(struct base_env *env, struct run_result *result, struct ocl_session *session)
{
    const size_t count = session ? session->time_count : 0;
    result->kernels = base_array(count, sizeof *result->kernels);
    if (!result->kernels) {
        return base_fail_memory(env);
    }
    for (size_t i = 0; i < count; ++i) {
        struct ocl_kernel_time *time = &session->times[i];
        result->kernels[i] =
            (struct swarm_kernel_time){time->name, time->calls, time->seconds, ocl_kernel_time_median(time)};
    }
    result->shown.kernels = result->kernels;
    result->shown.kernel_count = count;
    return SWARM_OK;
}

enum swarm_status run_result_describe(struct base_env *env, struct run_result *result, unsigned owners,
                                      const struct options *options, const struct run_engine *engine)
{
    struct swarm_result *shown = &result->shown;
    memcpy(result->plan, engine->plan, sizeof result->plan);
    shown->plan = result->plan;
    shown->plan_count = engine->plan_count;
    shown->plan_bytes = 0;
    for (size_t i = 0; i < shown->plan_count; ++i) {
        shown->plan_bytes += result->plan[i].bytes;
    }
    shown->device = engine->device;
    MUST(describe_kernels(env, result, engine->session));
    return describe_settings(env, result, owners, options);
}
