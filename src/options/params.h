/* params.h - a caller's options and inputs: struct swarm_params. */
#ifndef SWARMCL_OPTIONS_PARAMS_H
#define SWARMCL_OPTIONS_PARAMS_H

#include "options.h"

struct search_problem; /* declared in search/problem.h */

struct swarm_params {
    const struct search_problem *problem;
    unsigned owners; /* BY_ bits that the problem's options have */
    struct options options;
    char *texts[OPTION_COUNT]; /* owned copies of the texts in `options`; NULL: not given */
    const void *input;         /* borrowed input of the problem, such as an instance; NULL: not set */
    const uint32_t *scores;    /* [node_count] for orient; NULL: the scores of the instance */
    uint32_t *starts;          /* owned, starting tours [start_count][start_nodes]; NULL: none */
    size_t start_count, start_nodes;
    bool profile;
    bool curve;             /* True if every iteration of ants is measured */
    bool reports_solutions; /* True if progress includes the solution of each improvement */
};

/* Sets the borrowed input if the problem is one of `owners`, BY_ bits. The input of another problem has no effect. */
void params_set_input(struct swarm_params *params, unsigned owners, const void *input);

/* The input, if the problem is one of `owners`. NULL: it is not set, or `params` is NULL or of another problem. */
static inline const void *params_input(const struct swarm_params *params, unsigned owners)
{
    return params && (params->owners & owners) ? params->input : NULL;
}

/* Sets an option to a copy of `text`. Errors: as of options_give(). */
enum swarm_status params_give(struct base_env *env, struct swarm_params *params, enum option option, const char *text);

#endif
