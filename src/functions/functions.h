/* functions.h - the problem "pso": the best value of a function of real numbers, by swarms. */
#ifndef SWARMCL_FUNCTIONS_FUNCTIONS_H
#define SWARMCL_FUNCTIONS_FUNCTIONS_H

#include "pso/swarm.h"
#include "search/problem.h"
#include "run/run.h"

extern const struct search_problem functions_problem;

/* The settings of a search. */
struct functions_question {
    struct pso_settings settings; /* their arrays are owned */
    char inertia[OPTIONS_TEXT];   /* for documents: factor of constriction, or linear:W1:W2 with its iterations */
};

static inline struct pso_settings *functions_settings(const struct search *search)
{
    return &((struct functions_question *)search->question)->settings;
}

/* Reads options and files into search->question, and makes open choices in search->options. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT for options that make no sense together, SWARM_ERROR_INPUT for files. */
enum swarm_status functions_ask(struct search *search);

/* Improves the solution of a run that has ended, with --pattern-search, and counts the evaluations for that. */
enum swarm_status functions_search_pattern(struct search *search, uint64_t *evaluations);

/* Refuses a device that has no double precision when the run needs it. */
enum swarm_status functions_check_device(struct base_env *env, const struct pso_settings *settings,
                                         const struct swarm_device *device);

/* See swarm_objective_evaluate(). Ignores the task's progress; uses its devices only for an objective from a file. */
enum swarm_status functions_evaluate(const struct search_task *task, size_t count, const double *points,
                                     double *values);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The files of a run. The program's help describes both formats: lines of numbers, separated by a comma, blanks or
 * both. Blank lines, and text behind a #, are skipped. */

/* Whether `text` is LO:HI, two numbers; otherwise *lower and *upper are untouched. */
bool functions_range_parse(const char *text, double *lower, double *upper);

/* Reads bounds, a line "LO HI" for each coordinate or one for all, into lower and upper of the settings. `path` opens
 * the messages. Errors: SWARM_ERROR_INPUT with path, line, the text found and the text expected. */
enum swarm_status functions_bounds_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                         struct pso_settings *settings);

/* Reads positions, a line of numbers within the bounds for each of the first particles, into start and start_count.
 * Errors: as above. */
enum swarm_status functions_start_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                        struct pso_settings *settings);

#endif
