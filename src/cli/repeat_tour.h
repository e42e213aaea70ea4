/* repeat_tour.h - several runs of tsp: how their lengths are told. */
#ifndef SWARMCL_CLI_REPEAT_TOUR_H
#define SWARMCL_CLI_REPEAT_TOUR_H

#include "repeat.h"
#include "report.h"

/* A length in the unit of the input. */
double cli_tour_value(const struct cli_subject *subject, int64_t length);

/* How several runs are told; the subject is a struct cli_subject. */
extern const struct cli_repeat_style cli_tour_style;

/* Gets ready for runs on the device of `params`; with `timed` drivers are loaded now, so that the first run has no more
 * to do than the others. Prints what is wrong. */
enum swarm_status cli_tour_prepare(struct cli_console *console, const swarm_params *params, bool timed);

/* Whether runs with these parameters have a length to reach: --target, --target-gap, or the optimum where it is known.
 */
bool cli_tour_has_target(const struct cli_subject *subject, const swarm_params *params);

/* What a run has come to. The clock of the context was restarted before it. */
struct cli_repeat_run cli_tour_run(const struct cli_subject *subject, const swarm_params *params, uint64_t seed,
                                   const swarm_result *result);

#endif
