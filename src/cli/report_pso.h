/* report_pso.h - how the results of pso are told, as text and as JSON. */
#ifndef SWARMCL_CLI_REPORT_PSO_H
#define SWARMCL_CLI_REPORT_PSO_H

#include <swarmcl/swarmcl.h>

#include "buffer.h"
#include "json.h"
#include "repeat.h"
#include "run_report.h"

/* What a value belongs to: the objective, its sense, and the best value there is. */
struct cli_search {
    const swarm_objective *objective;
    const struct swarm_objective_info *info;
    bool maximise;
    bool optimum_known; /* for these dimensions and this sense, within the usual bounds */
    double optimum;
};

/* The search of a run with these parameters. Both are borrowed. */
struct cli_search cli_search_make(const swarm_objective *objective, const swarm_params *params);

/* The shortest decimal that reads back as `value`, or words for what is not finite. Returns `text`. */
const char *cli_value_text(double value, char text[CLI_REAL_SIZE]);

/* How far `value` is from the best value there is, above 0 where it is worse; false when that is not known. */
bool cli_distance(const struct cli_search *search, double value, double *distance);

/* Whether value `a` is better than `b`; NaN is worse than all numbers. */
bool cli_is_better(const struct cli_search *search, double a, double b);

/* Bytes that hold any distance in words. */
enum { CLI_DISTANCE_SIZE = 128 };

/* The same in words: "1.2e-05 above the best known value 0", "none: ..."; "" when it is not known. Returns `text`. */
const char *cli_distance_text(const struct cli_search *search, double value, char text[CLI_DISTANCE_SIZE]);

/* How several runs are told; the subject is a struct cli_search. */
extern const struct cli_repeat_style cli_swarm_style;

/* The whole document of a run, the best of `repeat` unless that is NULL. */
void cli_json_swarm(struct cli_json *json, const struct cli_search *search, const swarm_pso_result *result,
                    const struct cli_repeat *repeat);

/* Coordinates of a position that is told as text, too. */
enum { CLI_SHORT_POSITION = 6 };

/* The position on stdout when it is short. */
void cli_print_position(const swarm_pso_result *result);

/* The result of a run as text on stdout. */
void cli_print_swarm(const struct cli_search *search, const swarm_pso_result *result);

#endif
