/* output.h - a command's results: the files of `-o`, whose names tell their kinds, and the output on stdout. */
#ifndef SWARMCL_CLI_OUTPUT_H
#define SWARMCL_CLI_OUTPUT_H

#include "cli/options.h"
#include "cli/problems/problem.h"

/* A kind of file. `work` is the result of the command that writes it. Both functions print errors, except for missing
 * memory in `content`. */
struct cli_output_kind {
    const char *name; /* "FILE.tour", or "curve:FILE.csv" if a suffix has several meanings */
    const char *help; /* its contents, for `swarmcl help outputs` */
    /* Fills the file's bytes; NULL: `write` writes them itself, and reports it. */
    enum swarm_status (*fill)(struct cli_buffer *content, const void *work);
    enum swarm_status (*write)(const struct cli_console *console, const char *path, const void *work);
    /* Refuses subjects that it cannot hold, before the search; NULL: it holds all. */
    enum swarm_status (*require)(const char *path, const struct cli_subject *subject);
};

/* Refuses names without a known kind of file. `kinds` ends with a NULL name. */
enum swarm_status cli_outputs_check(const struct cli_arguments *arguments, const struct cli_output_kind *kinds);

/* Before the search: refuses outputs that are other files of the run, and checks that the files of -o can be created.
 * `params`: of a run that takes some from a document or a checkpoint; may be NULL. */
enum swarm_status cli_outputs_probe(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const swarm_params *params);

/* Refuses kinds that cannot hold a solution to `subject`. */
enum swarm_status cli_outputs_require(const struct cli_arguments *arguments, const struct cli_output_kind *kinds,
                                      const struct cli_subject *subject);

/* Writes all files, then prints the kind "FILE.json" on stdout with --json, otherwise calls `print`. Goes on after a
 * failure and returns the first. */
enum swarm_status cli_outputs_write(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const struct cli_output_kind *kinds, const void *work,
                                    enum swarm_status (*print)(const void *work));

/* Writes one file safely and reports it; NULL: to stdout. Prints errors. */
enum swarm_status cli_output_bytes(const struct cli_console *console, const char *path, const char *bytes, size_t size);

/* Ends the writing of a file, begun by cli_interrupt_hold(): reports it, or prints the error; returns `status`. */
enum swarm_status cli_output_written(const struct cli_console *console, const char *path, enum swarm_status status);

/* Ends a document of cli_document_begin() and moves it to `content`. */
void cli_output_document(struct cli_json *json, struct cli_buffer *content);

#endif
