/* params.c - makes the parameters of a problem, and derives what the user left open. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "ocl/selector.h"
#include "run.h"
#include "search/problem.h"

/* Seconds that a driver may take to list its devices in a run that also works without one: the fraction LISTING_SHARE
 * of --time, and at least LISTING_LEAST. */
#define LISTING_LEAST 1.0
#define LISTING_SHARE 0.25

static const struct search_problem *find_problem(const char *name)
{
    const struct search_problem *const *problem = search_problems;
    while (*problem && strcmp((*problem)->name, name) != 0) {
        ++problem;
    }
    return *problem;
}

enum swarm_status swarm_params_create(swarm_context *context, const char *problem, swarm_params **params)
{
    struct base_env *env = base_env_of(context);
    const struct search_problem *row = problem ? find_problem(problem) : NULL;
    if (!row) {
        char names[256];
        size_t used = 0;
        for (size_t i = 0; search_problems[i] && used < sizeof names; ++i) {
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? " or " : "",
                                     search_problems[i]->name);
        }
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "found the problem \"%s\", expected %s",
                         problem ? problem : "NULL", names);
    }
    struct swarm_params *made;
    TRY(BASE_MAKE(env, made, 1));
    made->problem = row;
    made->owners = row->owners;
    made->options = options_make();
    *params = made;
    return SWARM_OK;
}

const struct swarm_param *swarm_param_next(const char *problem, const struct swarm_param *previous)
{
    const struct search_problem *row = find_problem(problem);
    bool after = !previous;
    for (int option = 0; row && option < OPTION_COUNT; ++option) {
        const struct swarm_param *param = options_row((enum option)option);
        if (after && (options_owners((enum option)option) & row->owners)) {
            return param;
        }
        after = after || param == previous;
    }
    return NULL;
}

const struct swarm_param *swarm_param_find(const char *problem, const char *name)
{
    const struct search_problem *row = find_problem(problem);
    const enum option option = row && name ? options_find(row->owners, name) : OPTION_COUNT;
    return option < OPTION_COUNT ? options_row(option) : NULL;
}

bool run_is_host_only(const struct swarm_params *params)
{
    return options_is_reference(&params->options)
           || (params->problem->is_host_only && params->problem->is_host_only(params));
}

double run_listing_seconds(const struct swarm_params *params)
{
    const struct options *options = &params->options;
    if (!options->given[OPTION_time]) {
        return 0.0;
    }
    return !search_names_no_device(params) ? options->time + LISTING_LEAST
                                           : fmax(LISTING_LEAST, LISTING_SHARE * options->time);
}

bool run_leaves_device_open(const struct swarm_params *params)
{
    const struct options *options = &params->options;
    return !params->profile && ocl_selector_is_automatic(options->device)
           && options_first(options, IS_OF_DEVICE) == OPTION_COUNT && !options->given[OPTION_islands];
}

bool run_may_solve(const struct swarm_params *params)
{
    return !params->profile && !params->options.given[OPTION_dump_kernels];
}

bool run_is_exact(const struct swarm_params *params, enum option algorithm, uint32_t count, uint32_t most)
{
    const struct options *options = &params->options;
    return options->given[algorithm] ? strcmp(options->text[algorithm], "exact") == 0
                                     : count <= most && run_may_solve(params);
}
