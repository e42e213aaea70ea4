#include "params.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

void swarm_params_destroy(swarm_params **params)
{
    if (*params) {
        for (int option = 0; option < OPTION_COUNT; ++option) {
            free((*params)->texts[option]);
        }
        free((*params)->starts);
        free(*params);
        *params = NULL;
    }
}

void swarm_params_instance(swarm_params *params, const swarm_instance *instance)
{
    params->instance = instance;
}

void swarm_params_objective(swarm_params *params, const swarm_objective *objective)
{
    params->objective = objective;
}

void swarm_params_profile(swarm_params *params, bool enabled)
{
    params->profile = enabled;
}

enum swarm_status params_give(struct base_env *env, struct swarm_params *params, enum option option, const char *text)
{
    char *copy = base_text_copy(text, strlen(text));
    if (!copy) {
        return base_fail_memory(env);
    }
    enum swarm_status status = options_give(env, &params->options, option, copy);
    if (status == SWARM_OK) {
        free(params->texts[option]);
        params->texts[option] = copy;
    } else {
        free(copy);
    }
    return status;
}

enum swarm_status swarm_params_set(swarm_context *context, swarm_params *params, const char *name, const char *value)
{
    struct base_env *env = base_env_of(context);
    if (!name || !value) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "name or value is NULL");
    }
    const enum option option = options_find(params->owners, name);
    if (option < OPTION_COUNT) {
        return params_give(env, params, option, value);
    }
    const enum option now = options_find_renamed(params->owners, name);
    return now < OPTION_COUNT ? base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "the parameter %s is called %s now", name,
                                          options_name(now))
                              : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "there is no parameter called %s", name);
}

const char *swarm_params_get(const swarm_params *params, const char *name)
{
    const enum option option = options_find(params->owners, name);
    return option < OPTION_COUNT ? options_asked(&params->options, option) : NULL;
}

enum swarm_status swarm_params_start(swarm_context *context, swarm_params *params, const uint32_t *tour, size_t count)
{
    uint32_t *copy = tour ? base_array(count, sizeof *copy) : NULL;
    if (tour && !copy) {
        return base_fail_memory(base_env_of(context));
    }
    if (tour) {
        memcpy(copy, tour, count * sizeof *copy);
    }
    free(params->starts);
    params->starts = copy;
    params->start_count = tour ? 1 : 0;
    params->start_nodes = tour ? count : 0;
    return SWARM_OK;
}

enum swarm_status swarm_params_add_start(swarm_context *context, swarm_params *params, const uint32_t *tour,
                                         size_t count)
{
    struct base_env *env = base_env_of(context);
    const size_t before = params->start_count * params->start_nodes;
    if (!tour) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "tour is NULL");
    }
    if (params->start_count == 0) {
        return swarm_params_start(context, params, tour, count);
    }
    if (count != params->start_nodes) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "a tour to start from has %zu nodes, the first has %zu",
                         count, params->start_nodes);
    }
    if (params->start_count == SIZE_MAX / sizeof *tour / count - 1) {
        return base_fail_memory(env);
    }
    uint32_t *grown = realloc(params->starts, (before + count) * sizeof *grown);
    if (!grown) {
        return base_fail_memory(env);
    }
    memcpy(grown + before, tour, count * sizeof *grown);
    params->starts = grown;
    ++params->start_count;
    return SWARM_OK;
}
