/* batch.h - the instances of a batch, in the order of the command line. */
#ifndef SWARMCL_CLI_BATCH_H
#define SWARMCL_CLI_BATCH_H

#include "cli/problems/instance.h"
#include "cli/options.h"

struct cli_source; /* a file of one instance or of many */

struct cli_inputs {
    struct cli_source *sources; /* [source_count], owned */
    size_t source_count;
    size_t count; /* instances */
};

/* Finds the files of the operands, of folders among them, and opens those of --points. Prints errors. */
enum swarm_status cli_inputs_open(struct cli_inputs *inputs, const struct cli_console *console,
                                  const struct cli_arguments *arguments);
void cli_inputs_deinit(struct cli_inputs *inputs);

/* "FILE", or "FILE:17" of one with many. Returns owned; NULL: no memory. */
char *cli_inputs_label(const struct cli_inputs *inputs, size_t index);

/* *instance returns owned. Leaves errors to the caller. */
enum swarm_status cli_inputs_read(const struct cli_inputs *inputs, const struct cli_console *console,
                                  const swarm_params *params, size_t index, swarm_instance **instance);

bool cli_has_suffix(const char *path, const char *suffix);

#endif
