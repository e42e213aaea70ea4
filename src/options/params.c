#include "params.h"

#include <stdlib.h>
#include <string.h>

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

void params_set_input(struct swarm_params *params, unsigned owners, const void *input)
{
    if (params->owners & owners) {
        params->input = input;
    }
}

void swarm_params_instance(swarm_params *params, const swarm_instance *instance)
{
    params_set_input(params, BY_TOURS, instance);
}

void swarm_params_objective(swarm_params *params, const swarm_objective *objective)
{
    params_set_input(params, BY_FUNCTIONS, objective);
}

void swarm_params_scores(swarm_params *params, const uint32_t *scores)
{
    params->scores = scores;
}

void swarm_params_report_solutions(swarm_params *params, bool enabled)
{
    params->reports_solutions = enabled;
}

void swarm_params_profile(swarm_params *params, bool enabled)
{
    params->profile = enabled;
}

void swarm_params_curve(swarm_params *params, bool enabled)
{
    params->curve = enabled;
}

enum swarm_status params_give(struct base_env *env, struct swarm_params *params, enum option option, const char *text)
{
    const size_t length = strlen(text);
    const bool percent = length > 1 && text[length - 1] == '%' && strcmp(options_row(option)->unit, "%") == 0;
    char *copy = base_text_copy(text, length - percent);
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

enum swarm_status swarm_param_check(swarm_context *context, const struct swarm_param *param, const char *value)
{
    return options_check(base_env_of(context), param, value);
}

enum swarm_status swarm_params_set(swarm_context *context, swarm_params *params, const char *name, const char *value)
{
    struct base_env *env = base_env_of(context);
    if (!name || !value) {
        return base_fail_null(context, "name or value");
    }
    const enum option option = options_find(params->owners, name);
    if (option < OPTION_COUNT) {
        return params_give(env, params, option, value);
    }
    const char *nearest = "";
    size_t least = SIZE_MAX;
    for (int other = 0; other < OPTION_COUNT; ++other) {
        const char *candidate = options_name((enum option)other);
        const bool is_one = options_find(params->owners, candidate) < OPTION_COUNT;
        const size_t distance = is_one ? swarm_word_distance(name, candidate) : SIZE_MAX;
        nearest = distance < least ? candidate : nearest;
        least = distance < least ? distance : least;
    }
    return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "there is no parameter called %s%s%s%s", name,
                     *nearest ? "; did you mean " : "", nearest, *nearest ? "?" : "");
}

const char *swarm_params_get(const swarm_params *params, const char *name)
{
    const enum option option = options_find(params->owners, name);
    return option < OPTION_COUNT ? options_asked(&params->options, option) : NULL;
}

/* Stores a copy of a starting tour of `count` nodes after the first `kept` tours, and drops all later ones. */
static enum swarm_status add_start(struct base_env *env, swarm_params *params, size_t kept, const uint32_t *tour,
                                   size_t count)
{
    const bool fits = count == 0 || kept < SIZE_MAX / sizeof *tour / count - 1;
    uint32_t *grown = fits ? realloc(params->starts, ((kept + 1) * count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        return base_fail_memory(env);
    }
    memcpy(grown + kept * count, tour, count * sizeof *grown);
    params->starts = grown;
    params->start_count = kept + 1;
    params->start_nodes = count;
    return SWARM_OK;
}

enum swarm_status swarm_params_start(swarm_context *context, swarm_params *params, const uint32_t *tour, size_t count)
{
    if (tour) {
        return add_start(base_env_of(context), params, 0, tour, count);
    }
    free(params->starts);
    params->starts = NULL;
    params->start_count = params->start_nodes = 0;
    return SWARM_OK;
}

enum swarm_status swarm_params_add_start(swarm_context *context, swarm_params *params, const uint32_t *tour,
                                         size_t count)
{
    struct base_env *env = base_env_of(context);
    if (!tour) {
        return base_fail_null(context, "tour");
    }
    if (params->start_count > 0 && count != params->start_nodes) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "a starting tour has %zu nodes, the first one has %zu",
                         count, params->start_nodes);
    }
    return add_start(env, params, params->start_count, tour, count);
}
