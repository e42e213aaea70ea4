/* describe.c - the description of a search in its result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "problem.h"
#include "search.h"

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
    shown->settings = result->settings = base_array(OPTION_COUNT, sizeof *result->settings);
    for (int option = 0; option < OPTION_COUNT && result->settings; ++option) {
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
        if (value && !setting->value) {
            return base_fail_memory(search->env);
        }
    }
    return result->settings ? SWARM_OK : base_fail_memory(search->env);
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
    shown->kernels = result->kernels = base_array(shown->kernel_count, sizeof *result->kernels);
    TRY(result->kernels ? SWARM_OK : base_fail_memory(search->env));
    for (size_t i = 0; i < shown->kernel_count; ++i) {
        struct ocl_kernel_time *time = &session->times[i];
        result->kernels[i] =
            (struct swarm_kernel_time){time->name, time->calls, time->seconds, ocl_kernel_time_median(time)};
    }
    return describe_settings(search);
}
