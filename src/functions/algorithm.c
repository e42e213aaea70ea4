/* algorithm.c - chooses the algorithm that searches for the best value of a function. docs/objectives.md has the rule
 * with its reasons. */
#include <stdio.h>
#include <string.h>

#include "functions.h"

static const struct algorithm {
    const char *name;
    unsigned owners; /* bits of the options that not all algorithms have */
} algorithms[] = {{"cmaes", BY_STRATEGY}, {"pso", BY_PARTICLES | BY_BOUNDARY}, {"acor", BY_ARCHIVE | BY_BOUNDARY}};

enum {
    COUNT = sizeof algorithms / sizeof algorithms[0],
    OWNERS = BY_STRATEGY | BY_PARTICLES | BY_ARCHIVE | BY_BOUNDARY,
    STRATEGY_DIMENSIONS = 200, /* with more, CMA-ES takes too long for an evaluation */
    STRATEGY_ITERATIONS = 500  /* in fewer a swarm, whose iterations have more evaluations, finds better values */
};

/* Returns the first option given that `algorithm` does not have; OPTION_COUNT: there is none. */
static enum option first_foreign(const struct options *options, const struct algorithm *algorithm)
{
    return options_first(options, OWNERS & ~algorithm->owners);
}

/* Fails because no algorithm has all of the options given. */
static enum swarm_status refuse_mixture(const struct search *search)
{
    const struct options *options = &search->options;
    const enum option first = options_first(options, OWNERS);
    const struct algorithm *row = algorithms;
    char with[64];
    while ((row->owners & options_owners(first)) == 0) {
        ++row;
    }
    snprintf(with, sizeof with, "--%s", options_name(first));
    return options_clash(search->env, options, first_foreign(options, row), with,
                         "they belong to different algorithms");
}

enum swarm_status functions_choose_algorithm(struct search *search)
{
    struct options *options = &search->options;
    const bool is_short = options->given[OPTION_iterations] && !options->given[OPTION_evaluations]
                          && options->iterations < STRATEGY_ITERATIONS;
    const struct algorithm *row = options->dim > STRATEGY_DIMENSIONS || is_short ? &algorithms[1] : &algorithms[0];
    const bool is_named = options->given[OPTION_search];
    for (int k = 0; k < COUNT; ++k) {
        const bool fits = first_foreign(options, row) == OPTION_COUNT;
        if (is_named ? strcmp(algorithms[k].name, options->search) == 0 : !fits) {
            row = &algorithms[k];
        }
    }
    if (!is_named && first_foreign(options, row) < OPTION_COUNT) {
        return refuse_mixture(search);
    }
    RUN_CHOOSE(options, search, row->name);
    return run_check_owners(search, OWNERS & ~row->owners, row->name);
}
