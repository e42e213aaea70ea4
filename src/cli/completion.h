/* completion.h - scripts by which shells complete command lines, made from the tables of commands and options.
 *
 * The scripts hold the tables as they were when they were printed; they never run the program.
 */
#ifndef SWARMCL_CLI_COMPLETION_H
#define SWARMCL_CLI_COMPLETION_H

#include <stdio.h>

#include "options.h"

/* What completes a value or an operand. */
struct cli_values {
    const struct swarm_variant *words; /* NULL-name terminated, or NULL */
    const char *const *suffixes;       /* of files, NULL terminated; without any all files fit; NULL: no files */
    bool rest;                         /* of an operand: it stands for all behind it, too */
};

/* What completes the value of `row`; both members NULL when nothing does. */
struct cli_values cli_values_of_option(const struct swarm_param *row);

/* What completes the operand number `index` of `command`, from 0; false behind the last. */
bool cli_values_of_operand(const struct cli_command *command, size_t index, struct cli_values *values);

/* The second word of a command's name, or NULL. *length is that of the first. */
const char *cli_second_word(const struct cli_command *command, size_t *length);

/* The half sentence of the command called `name` [length], "" when only longer names begin so. */
const char *cli_first_word_help(const char *name, size_t length);

/* Whether an earlier command has the same first word. */
bool cli_first_word_seen(size_t command_index);

/* A command's options and what is written about them. */
typedef void cli_visit_fn(FILE *out, const struct cli_arguments *arguments);

/* Visits all commands in order. Errors: SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_each_command(FILE *out, cli_visit_fn *visit);

/* The scripts. */
enum swarm_status cli_completion_bash(FILE *out);
enum swarm_status cli_completion_zsh(FILE *out);
enum swarm_status cli_completion_fish(FILE *out);

#endif
