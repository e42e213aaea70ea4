/* result.c - a result, and its description of the run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "search/problem.h"
#include "run.h"

enum swarm_status run_result_create(struct base_env *env, struct run_result **result)
{
    struct run_result *made = base_array(1, sizeof *made);
    TRY(made ? SWARM_OK : base_fail_memory(env));
    made->best.score = made->told = made->built = INT64_MAX;
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

static enum swarm_status describe_settings(const struct run *run)
{
    struct run_result *result = run->result;
    struct swarm_result *shown = &result->shown;
    shown->settings = result->settings = base_array(OPTION_COUNT, sizeof *result->settings);
    for (int option = 0; option < OPTION_COUNT && result->settings; ++option) {
        char buffer[OPTIONS_TEXT];
        if (!(options_owners((enum option)option) & run->problem->owners)) {
            continue;
        }
        const char *value = options_text(&run->options, (enum option)option, false, buffer);
        if (option == OPTION_device && shown->device && !strchr(value, ',')) {
            snprintf(buffer, sizeof buffer, "%u", shown->device->index);
            value = buffer;
        }
        struct swarm_setting *setting = &result->settings[shown->setting_count++];
        *setting = (struct swarm_setting){
            .name = options_name((enum option)option),
            .value = value ? base_text_copy(value, strlen(value)) : NULL,
            .given = run->options.text[option] != NULL,
            .kind = options_row((enum option)option)->kind,
        };
        if (value && !setting->value) {
            return base_fail_memory(run->env);
        }
    }
    return result->settings ? SWARM_OK : base_fail_memory(run->env);
}

enum swarm_status run_result_describe(const struct run *run)
{
    const struct run_engine *engine = run->engine;
    struct ocl_session *session = engine->session;
    struct run_result *result = run->result;
    struct swarm_result *shown = &result->shown;
    memcpy(result->plan, engine->plan, sizeof result->plan);
    shown->plan = result->plan;
    shown->plan_count = engine->plan_count;
    shown->plan_bytes = 0;
    for (size_t i = 0; i < shown->plan_count; ++i) {
        shown->plan_bytes += result->plan[i].bytes;
    }
    shown->device = engine->device;
    shown->kernel_count = session ? session->time_count : 0;
    shown->kernels = result->kernels = base_array(shown->kernel_count, sizeof *result->kernels);
    TRY(result->kernels ? SWARM_OK : base_fail_memory(run->env));
    for (size_t i = 0; i < shown->kernel_count; ++i) {
        struct ocl_kernel_time *time = &session->times[i];
        result->kernels[i] =
            (struct swarm_kernel_time){time->name, time->calls, time->seconds, ocl_kernel_time_median(time)};
    }
    return describe_settings(run);
}
