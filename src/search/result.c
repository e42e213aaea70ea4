/* result.c - the public result of a search, and the description of how it was found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problem.h"
#include "search.h"

enum swarm_status search_result_create(struct base_env *env, struct search_result **result)
{
    struct search_result *made;
    TRY(BASE_MAKE(env, made, 1));
    made->best.score = made->reported = made->built = INT64_MAX;
    *result = made;
    return SWARM_OK;
}

void swarm_result_destroy(swarm_result **result)
{
    struct search_result *made = (struct search_result *)*result;
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
    free(made->curve);
    free(made);
    *result = NULL;
}

void search_describe(const struct search *search, struct options *options)
{
    if (search->engine->type->describe) {
        search->engine->type->describe(search->engine, options);
    }
}

static enum swarm_status describe_settings(const struct search *search)
{
    struct search_result *result = search->result;
    struct swarm_result *shown = &result->shown;
    TRY(BASE_MAKE(search->env, result->settings, OPTION_COUNT));
    shown->settings = result->settings;
    for (int option = 0; option < OPTION_COUNT; ++option) {
        char buffer[OPTIONS_TEXT];
        if (!(options_owners((enum option)option) & search->problem->owners)) {
            continue;
        }
        const char *value = options_text(&search->options, (enum option)option, false, buffer);
        if (option == OPTION_device && shown->device && !strchr(value, ',')) {
            snprintf(buffer, sizeof buffer, "%u", shown->device->index);
            value = buffer;
        }
        struct swarm_setting *setting = &result->settings[shown->setting_count++];
        *setting = (struct swarm_setting){
            .name = options_name((enum option)option),
            .value = value ? base_text_copy(value, strlen(value)) : NULL,
            .given = search->options.text[option] != NULL,
            .kind = options_row((enum option)option)->kind,
        };
        TRY(value && !setting->value ? base_fail_memory(search->env) : SWARM_OK);
    }
    return SWARM_OK;
}

enum swarm_status search_describe_result(const struct search *search)
{
    const struct search_engine *engine = search->engine;
    struct ocl_session *session = engine->session;
    struct search_result *result = search->result;
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
    TRY(BASE_MAKE(search->env, result->kernels, shown->kernel_count));
    shown->kernels = result->kernels;
    for (size_t i = 0; i < shown->kernel_count; ++i) {
        struct ocl_kernel_time *time = &session->times[i];
        result->kernels[i] =
            (struct swarm_kernel_time){time->name, time->calls, time->seconds, ocl_kernel_time_median(time)};
    }
    return describe_settings(search);
}
