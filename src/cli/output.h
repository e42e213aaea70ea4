/* output.h - the files of `-o`, told apart by their suffixes. Each command that searches has a table of those that it
 * writes. */
#ifndef SWARMCL_CLI_OUTPUT_H
#define SWARMCL_CLI_OUTPUT_H

#include "json.h"
#include "options.h"

/* A kind of file. `work` is what the command that writes it has made. */
struct cli_output_kind {
    const char *suffix;
    enum swarm_status (*write)(const struct cli_console *console, const char *path, const void *work);
};

/* Refuses names that say nothing of the kind of file. `kinds` ends with a NULL suffix. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT. */
enum swarm_status cli_outputs_check(const struct cli_arguments *arguments, const struct cli_output_kind *kinds);

/* The first of the files that ends in `suffix`, or NULL. */
const char *cli_outputs_find(const struct cli_arguments *arguments, const char *suffix);

/* Finds out, before the search, whether the files could be created. Errors: SWARM_ERROR_IO. */
enum swarm_status cli_outputs_probe(const struct cli_arguments *arguments);

/* Writes all files; goes on after a failure and returns the first. */
enum swarm_status cli_outputs_write(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const struct cli_output_kind *kinds, const void *work);

/* Writes one file in the safe way; the second finishes the document. Print what is wrong. Errors: SWARM_ERROR_IO,
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_output_file(const struct cli_console *console, const char *path,
                                  const struct cli_buffer *content);
enum swarm_status cli_output_document(const struct cli_console *console, const char *path, struct cli_json *json);

#endif
