/* functions.h - the problem "pso": the best value of a function of real numbers, by particle swarms and ants. */
#ifndef SWARMCL_FUNCTIONS_FUNCTIONS_H
#define SWARMCL_FUNCTIONS_FUNCTIONS_H

#include "pso/swarm.h"
#include "search/problem.h"
#include "run/run.h"

extern const struct search_problem functions_problem;

/* search->question. */
struct functions_question {
    struct pso_settings settings; /* their arrays are owned */
    char inertia[OPTIONS_TEXT];   /* for documents: the constriction factor, or linear:W1:W2:N; "": as given */
};

static inline struct pso_settings *functions_settings(const struct search *search)
{
    return &((struct functions_question *)search->question)->settings;
}

/* Reads options and files into search->question, and makes open choices in search->options. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT for options that make no sense together, SWARM_ERROR_INPUT for files. */
enum swarm_status functions_ask(struct search *search);

/* Improves the solution of a run by --pattern-search. *evaluations: how many it took. */
enum swarm_status functions_search_pattern(struct search *search, uint64_t *evaluations);

/* The value at x, made to be minimised; infinite for NaN. */
enum swarm_status functions_value(const struct search *search, const double *x, double *value);

/* Rejects a device without double precision if the run needs it. */
enum swarm_status functions_check_device(struct base_env *env, const struct pso_settings *settings,
                                         const struct swarm_device *device);

/* See swarm_objective_evaluate(). Ignores the task's progress; uses its devices only for an objective from a file. */
enum swarm_status functions_evaluate(const struct search_task *task, size_t count, const double *points,
                                     double *values);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The files of a run: lines of numbers that a comma, blanks or both separate. Blank lines and text after a # are
 * skipped. */

/* Reads LO:HI, two numbers. Returns false for other text. */
bool functions_range_parse(const char *text, size_t size, double *lower, double *upper);

/* Reads bounds, a line "LO HI" for each coordinate or one for all, into lower and upper of the settings. `path` begins
 * the messages. Errors: SWARM_ERROR_INPUT with path, line, the text found and the text expected. */
enum swarm_status functions_bounds_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                         struct pso_settings *settings);

/* Reads positions within the bounds, a line for each of the first particles, into start and start_count. Errors as
 * above. */
enum swarm_status functions_start_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                        struct pso_settings *settings);

#endif
