/* batch.h - the instances of `swarmcl batch`, in the order of the command line. */
#ifndef SWARMCL_CLI_BATCH_H
#define SWARMCL_CLI_BATCH_H

#include "cli/problems/instance.h"
#include "cli/options.h"

struct cli_source; /* a file with one instance or several */

struct cli_inputs {
    struct cli_source *sources; /* [source_count] owned files of the command line */
    size_t source_count;
    size_t count;                      /* number of instances in all sources */
    const struct cli_problem *problem; /* problem of all instances */
};

/* Finds the files named by operands, including those in folders, and opens those of --points. All must be for
 * one problem. Prints errors. */
enum swarm_status cli_inputs_open(struct cli_inputs *inputs, const struct cli_console *console,
                                  const struct cli_arguments *arguments);
void cli_inputs_deinit(struct cli_inputs *inputs);

/* The name of an instance for messages: "FILE", or for a file with several "FILE:17", with swarm_points_number(). Owned
 * by the caller; NULL if memory runs out. */
char *cli_inputs_label(const struct cli_inputs *inputs, size_t index);

/* Reads an instance as load() of the problem does. */
enum swarm_status cli_inputs_read(const struct cli_inputs *inputs, const struct cli_console *console,
                                  const swarm_params *params, size_t index, struct cli_subject *subject,
                                  const void **input);

#endif
