/* output.h - what a command has found: the files of `-o`, told apart by their suffixes, and what goes to stdout. */
#ifndef SWARMCL_CLI_OUTPUT_H
#define SWARMCL_CLI_OUTPUT_H

#include "options.h"

/* A kind of file. `work` is what the command that writes it has made. Both print what is wrong, but for want of memory
 * in `content`. */
struct cli_output_kind {
    const char *suffix;
    /* Fills the file's bytes; NULL: `write` writes them itself, and says so. */
    enum swarm_status (*fill)(struct cli_buffer *content, const void *work);
    enum swarm_status (*write)(const struct cli_console *console, const char *path, const void *work);
};

/* Refuses names that say nothing of the kind of file. `kinds` ends with a NULL suffix. */
enum swarm_status cli_outputs_check(const struct cli_arguments *arguments, const struct cli_output_kind *kinds);

/* The first of the files that ends in `suffix`, or NULL. */
const char *cli_outputs_find(const struct cli_arguments *arguments, const char *suffix);

/* Finds out, before the search, whether the files could be created. */
enum swarm_status cli_outputs_probe(const struct cli_arguments *arguments);

/* Writes all files, then prints the kind ".json" on stdout with --json, else what `print` prints. Goes on after a
 * failure and returns the first. */
enum swarm_status cli_outputs_write(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const struct cli_output_kind *kinds, const void *work,
                                    enum swarm_status (*print)(const void *work));

/* Writes one file in the safe way and says so; NULL: to stdout. Prints what is wrong. */
enum swarm_status cli_output_bytes(const struct cli_console *console, const char *path, const char *bytes, size_t size);

/* Ends a document of cli_document_begin() and moves it to `content`. */
void cli_output_document(struct cli_json *json, struct cli_buffer *content);

#endif
