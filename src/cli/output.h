/* output.h - the files of `-o`, told apart by their suffixes: .tour in TSPLIB's format, .json with the document of
 * --json, .svg with the map of the tour, .csv with the convergence curve. */
#ifndef SWARMCL_CLI_OUTPUT_H
#define SWARMCL_CLI_OUTPUT_H

#include "options.h"
#include "report.h"
#include "svg.h"

/* Refuses names that say nothing of the kind of file. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
enum swarm_status cli_outputs_check(const struct cli_arguments *arguments);

/* Refuses a name that does not end in `suffix`, or that is nothing else. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
enum swarm_status cli_output_check_suffix(const struct cli_command *command, const char *path, const char *suffix);

/* Refuses files that could not be made of any tour of this instance, before the search. Errors:
 * SWARM_ERROR_UNSUPPORTED. */
enum swarm_status cli_outputs_check_subject(const struct cli_arguments *arguments, const struct cli_subject *subject);

/* Finds out, before the search, whether the files could be created. Errors: SWARM_ERROR_IO. */
enum swarm_status cli_outputs_probe(const struct cli_arguments *arguments);

/* Writes all files; goes on after a failure and returns the first. */
enum swarm_status cli_outputs_write(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const struct cli_subject *subject, const swarm_result *result);

/* Writes one picture. Prints what is wrong. Errors: SWARM_ERROR_IO, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_output_picture(const struct cli_console *console, const char *path,
                                     const struct cli_picture *picture);

#endif
