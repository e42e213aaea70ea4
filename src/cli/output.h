/* output.h - the files of `-o`: FILE.tour in TSPLIB's format, FILE.json with the document of --json. */
#ifndef SWARMCL_CLI_OUTPUT_H
#define SWARMCL_CLI_OUTPUT_H

#include "options.h"
#include "report.h"

/* Refuses names that say nothing of the kind of file. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
enum swarm_status cli_outputs_check(const struct cli_arguments *arguments);

/* Finds out, before the search, whether the files could be created. Errors: SWARM_ERROR_IO. */
enum swarm_status cli_outputs_probe(const struct cli_arguments *arguments);

/* Writes all files; goes on after a failure and returns the first. */
enum swarm_status cli_outputs_write(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const struct cli_subject *subject, const swarm_result *result);

#endif
