/* batch.h - the two ends of a batch: the instances that go in, and the file of tours that comes out. */
#ifndef SWARMCL_CLI_BATCH_H
#define SWARMCL_CLI_BATCH_H

#include <stdio.h>

#include "cli/problems/instance.h"
#include "cli/options.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances in the order of the command line: batch_inputs.c                                                         */

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

/* ------------------------------------------------------------------------------------------------------------------ */
/* The file of tours: batch_file.c                                                                                    */

/* Lines of JSON, each written when it is complete; or an array of NumPy, written at the end. */
struct cli_tours_file {
    const char *path; /* borrowed; NULL: lines on stdout */
    bool is_array;
    FILE *lines;    /* opened for the first one, owned unless it is stdout */
    size_t kept;    /* bytes of what is there */
    int32_t *nodes; /* [count][node_count] from 0, owned; -1: no tour */
    size_t count, added;
    uint32_t node_count; /* 0: not known yet */
};

/* A file for `count` instances, with the first `kept` bytes of what is there. Nothing is written yet. */
struct cli_tours_file cli_tours_file_make(const char *path, size_t kept, size_t count);

/* Whether it can have a tour of so many nodes; otherwise *error returns owned, of the instance `label`. */
enum swarm_status cli_tours_file_take(struct cli_tours_file *file, const char *label, uint32_t node_count,
                                      char **error);

/* Adds the next instance: its line, and its tour (NULL: none). Prints errors. */
enum swarm_status cli_tours_file_add(struct cli_tours_file *file, const char *line, size_t size,
                                     const struct swarm_tour *tour);

/* Writes what is left to write. Prints errors. */
enum swarm_status cli_tours_file_close(struct cli_tours_file *file, const struct cli_console *console);
void cli_tours_file_deinit(struct cli_tours_file *file);

#endif
