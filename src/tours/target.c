/* The length that ends a run, and the reference length for gaps. */
#include "tours.h"

#include <math.h>

#include "tsp/length.h"

struct swarm_reference tours_reference(const struct swarm_instance *instance, const struct swarm_params *params)
{
    const struct swarm_instance_info *info = &instance->info;
    struct swarm_reference reference = {.known = false};
    const char *optimum = params ? params->options.text[OPTION_optimum] : NULL;
    if (optimum) {
        reference.known = reference.given = tsp_length_parse_any(optimum, info->decimals, &reference.length);
    } else if (info->optimum_known && !(params && (params->options.path || params->options.fix))) {
        reference = (struct swarm_reference){.known = true, .proven = info->optimum_proven, .length = info->optimum};
    }
    return reference;
}

/* Reads a length from the user, in units of the instance. */
static enum swarm_status read_length(const struct search *search, enum option option, int64_t *length)
{
    const char *text = search->options.text[option];
    char name[OPTIONS_NAME];
    return tsp_length_parse_any(text, tours_instance_of(search)->info.decimals, length)
               ? SWARM_OK
               : base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT, "%s %s: expected a length of at least 0",
                           options_spelled(search->env, options_name(option), name), text);
}

int64_t tours_within(int64_t length, double gap)
{
    const double allowed = floor((double)length * (1.0 + 0.01 * gap));
    /* above 2^53 the nearest double may be less than the length */
    const int64_t longest = allowed >= 9.2e18 ? INT64_MAX : (int64_t)allowed;
    return longest > length ? longest : length;
}

enum swarm_status tours_read_target(const struct search *search, int64_t *target)
{
    const struct options *options = &search->options;
    const struct tours_question *question = tours_question_of(search);
    const struct swarm_reference *reference = &question->reference;
    const bool given = options->given[OPTION_target], gap = options->given[OPTION_target_gap];
    int64_t ignored;
    *target = given || gap ? -1 : reference->proven ? reference->length : 0; /* no tour is shorter than 0 */
    if (given) {
        TRY(read_length(search, OPTION_target, target));
    }
    if (options->given[OPTION_optimum]) {
        TRY(read_length(search, OPTION_optimum, &ignored));
    }
    if (gap) {
        if (!reference->known && (options->bound || question->exact)) {
            return SWARM_OK; /* the bound or the exact solution ends the run */
        }
        if (!reference->known) {
            return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "--target-gap %s: no optimum of \"%s\"%s%s is known; set it with --optimum, or prove the "
                             "gap with --bound",
                             options->text[OPTION_target_gap], tours_instance_of(search)->info.name,
                             options->path ? " as an open path" : "",
                             question->conditions.fixed_count > 0 ? " with fixed edges" : "");
        }
        const int64_t longest = tours_within(reference->length, options->target_gap);
        *target = longest > *target ? longest : *target;
    }
    return SWARM_OK;
}

int64_t tours_target_of_engines(int64_t target, int64_t offset)
{
    if (target < 0 || target < offset) {
        return INT64_MIN;
    }
    return offset < 0 && target > INT64_MAX + offset ? INT64_MAX : target - offset;
}
