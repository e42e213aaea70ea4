/* measurement.h - an instance, a tour read for it and the tour's exact length: what verify and render have in common.
 */
#ifndef SWARMCL_CLI_MEASUREMENT_H
#define SWARMCL_CLI_MEASUREMENT_H

#include "options.h"
#include "report.h"

struct cli_measurement {
    swarm_instance *instance; /* owned */
    swarm_params *params;     /* owned: what the options ask of the tour */
    struct cli_subject subject;
    const char *tour_path; /* borrowed from argv */
    uint32_t *tour;        /* [subject.info->node_count], owned */
    int64_t length;
};

/* The option that makes the tour an open path: a row for own_params. */
#define CLI_MEASUREMENT_PATH                                                      \
    {                                                                             \
        .name = "path", .kind = SWARM_PARAM_FLAG, .unit = "", .group = "Problem", \
        .help = "measure an open path: no edge from the last node to the first"   \
    }

/* Reads the instance of the first operand, and what the options ask of a tour. Prints what is wrong. Whatever it
 * returns, cli_measurement_deinit() follows.
 */
enum swarm_status cli_measurement_open(struct cli_measurement *measurement, const struct cli_console *console,
                                       const struct cli_arguments *arguments);

/* Reads the tour of the second operand and measures it. Prints what is wrong. */
enum swarm_status cli_measurement_take(struct cli_measurement *measurement, const struct cli_console *console);

/* Checks that it is one that the options and the fixed edges of the instance ask for. Prints what is wrong. */
enum swarm_status cli_measurement_check(struct cli_measurement *measurement, const struct cli_console *console);

void cli_measurement_deinit(struct cli_measurement *measurement);

/* Prints the length and the gap on stdout, as text or as a document, whose member "file" is `file` unless that is NULL.
 */
enum swarm_status cli_measurement_print(const struct cli_measurement *measurement, const struct cli_console *console,
                                        const char *file);

#endif
