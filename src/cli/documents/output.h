/* output.h - a command's results: the files of -o, whose kinds depend on their names, and the output on stdout. */
#ifndef SWARMCL_CLI_OUTPUT_H
#define SWARMCL_CLI_OUTPUT_H

#include "cli/options.h"
#include "cli/problems/problem.h"

/* A kind of file. It has one of the functions document, fill and write. `work`: the data of the command. fill() prints
 * all errors, except that `content` ran out of memory. */
struct cli_output_kind {
    const char *name; /* pattern: "FILE.tour", or "curve:FILE.csv" if the suffix is not unique */
    const char *help; /* contents of the file, for `swarmcl help outputs` */
    void (*document)(struct cli_json *json, const void *work); /* writes the members of a document after its version */
    enum swarm_status (*fill)(struct cli_buffer *content, const void *work); /* fills in the file's bytes */
    enum swarm_status (*write)(swarm_context *context, const char *path, const void *work); /* writes the file */
    /* Refuses subjects that this kind of file cannot represent, before the search; NULL: it can represent all. */
    enum swarm_status (*require)(const char *path, const struct cli_subject *subject);
};

/* Refuses names without a known kind of file. `kinds` ends with a NULL name. */
enum swarm_status cli_outputs_check(const struct cli_arguments *arguments, const struct cli_output_kind *kinds);

/* True if a value of -o is curve:FILE. */
bool cli_outputs_have_curve(const struct cli_arguments *arguments);

/* Checks before the search that outputs are not also inputs or other outputs, and that the files of -o can be
 * created. `params` has inputs from a document or a checkpoint; may be NULL. */
enum swarm_status cli_outputs_probe(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const swarm_params *params);

/* Calls require() of the kind of each file of -o. */
enum swarm_status cli_outputs_require(const struct cli_arguments *arguments, const struct cli_output_kind *kinds,
                                      const struct cli_subject *subject);

/* Writes all files of -o, on rank 0 only. Then prints the kind "FILE.json" on stdout with --json, and otherwise calls
 * `print` unless --quiet was given. Continues after a failure; returns the first one. */
enum swarm_status cli_outputs_write(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const struct cli_output_kind *kinds, const void *work,
                                    void (*print)(const void *work));

/* Begins a table in the dialect `read` of the input, or with commas if it is NULL. Returns the dialect. */
const struct swarm_table *cli_output_table(struct cli_buffer *csv, const struct swarm_table *read);

/* Writes a separator and a cell of CSV, in quotes (RFC 4180) if it has a separator or a quote. `decimal`: the decimal
 * mark that replaces the point if the text is a number; 0: the text is not a number. */
void cli_output_cell(struct cli_buffer *csv, char separator, const char *text, char decimal);

/* Replaces one file atomically and prints a note; `path` NULL: writes to stdout. Prints errors. */
enum swarm_status cli_output_bytes(const struct cli_console *console, const char *path, const char *bytes, size_t size);

#endif
