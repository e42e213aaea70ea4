/* functions.h - the problem "pso": the best value of a function of real numbers, by particle swarms and ants. */
#ifndef SWARMCL_FUNCTIONS_FUNCTIONS_H
#define SWARMCL_FUNCTIONS_FUNCTIONS_H

#include "pso/swarm.h"
#include "search/problem.h"
#include "run/run.h"

extern const struct search_problem functions_problem;

/* The data of the problem, search->question. */
struct functions_question {
    struct pso_settings settings; /* settings of the swarm, which own their arrays */
    char inertia[OPTIONS_TEXT];   /* --inertia in documents: constriction factor or linear:W1:W2:N; "": as given */
};

static inline struct pso_settings *functions_settings(const struct search *search)
{
    return &((struct functions_question *)search->question)->settings;
}

static inline double functions_round(const struct pso_settings *settings, double x)
{
    return settings->precision == 32 ? (double)(float)x : x;
}

/* Rounds x to the run's precision and limits it to the bounds of coordinate `d`. */
static inline double functions_confine(const struct pso_settings *s, uint32_t d, double x)
{
    const double rounded = functions_round(s, x);
    return rounded < s->lower[d] ? s->lower[d] : rounded > s->upper[d] ? s->upper[d] : rounded;
}

/* Fails with "--option value: reason". */
#define REFUSE(search, option, ...) \
    (base_fail((search)->env, SWARM_ERROR_INVALID_ARGUMENT, __VA_ARGS__), functions_refuse(search, OPTION_##option))

enum swarm_status functions_refuse(const struct search *search, enum option option);

/* Reads options and files into search->question, and sets defaults in search->options. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT for options that clash, SWARM_ERROR_INPUT for files. */
enum swarm_status functions_ask(struct search *search);

/* Chooses search->options.search, the algorithm, for known dimensions. Errors: SWARM_ERROR_INVALID_ARGUMENT for options
 * of other algorithms. */
enum swarm_status functions_choose_algorithm(struct search *search);

/* Counts the positions that all islands of a run have evaluated. */
uint64_t functions_count_evaluations(const struct pso_settings *settings, const struct search_result *result);

/* Improves the solution of a run by --pattern-search. *evaluations: the number of positions evaluated. */
enum swarm_status functions_search_pattern(struct search *search, uint64_t *evaluations);

/* Reads --step and --integer into the steps of the settings, and moves the lower bounds of whole numbers up to one. */
enum swarm_status functions_choose_steps(struct search *search);

/* Chooses the number of evaluations of each position; rejects repetitions of an objective that draws no numbers. */
enum swarm_status functions_choose_repeats(struct search *search);

/* Reads the file of --data; rejects it for an objective that takes no data, and such an objective without it. */
enum swarm_status functions_choose_data(struct search *search);

/* The number of positions that --evaluations allows, less one for functions_evaluate_again(); 0: any number. */
uint64_t functions_budget(const struct search *search);

/* Evaluates the objective at the solution of a run on the host or on the device of the run; the score of an infeasible
 * solution lacks the value. */
enum swarm_status functions_evaluate_solution(const struct search *search, double *value);

/* Evaluates the solution of a run with repeated evaluations once more, as often as each position. *evaluations: their
 * number; 0 and NaN as *mean: none, because evaluations are not repeated or a signal ended the run. */
enum swarm_status functions_evaluate_again(const struct search *search, double *mean, uint64_t *evaluations);

/* Computes the value at x as one to minimise, after the violations of constraints; infinite for NaN. */
enum swarm_status functions_value(const struct search *search, const double *x, double *value);

/* Rejects a device without double precision if the run needs it. */
enum swarm_status functions_check_device(struct base_env *env, const struct pso_settings *settings,
                                         const struct swarm_device *device);

/* See swarm_objective_evaluate(). Ignores the task's progress; only an objective from a file uses the task's
 * devices. */
enum swarm_status functions_evaluate(const struct search_task *task, struct pso_evaluation wanted);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Files of a run have lines of numbers, separated by a comma, blanks or both. Blank lines and text after a # are
 * skipped. */

/* Reads "LO:HI", two numbers. Returns false for other text. */
bool functions_range_parse(const char *text, size_t size, double *lower, double *upper);

/* Reads "LO:HI,LO:HI,...", and stores the first `most` ranges. Returns the number of ranges; 0 for other text. */
uint32_t functions_ranges_parse(const char *text, uint32_t most, double *lower, double *upper);

/* Reads "X,X,...", and stores the first `most` numbers. Returns the number of numbers; 0 for other text. */
uint32_t functions_numbers_parse(const char *text, uint32_t most, double *numbers);

/* Reads bounds into lower and upper of the settings: a line "LO HI" for each coordinate, or one line for all. `path`
 * begins the messages. Errors: SWARM_ERROR_INPUT with path, line, the text found and the text expected. */
enum swarm_status functions_bounds_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                         struct pso_settings *settings);

/* Reads positions within the bounds into start and start_count: a line for each of the first particles. Errors as
 * above. */
enum swarm_status functions_start_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                        struct pso_settings *settings);

#endif
