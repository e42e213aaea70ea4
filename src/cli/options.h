/* options.h - the command line of one command, parsed by rows of struct swarm_param.
 *
 * The rows are those of the library (command->solver_params), then the command's own, then those that every command
 * has. Parsing, errors and help know an option by its row only.
 */
#ifndef SWARMCL_CLI_OPTIONS_H
#define SWARMCL_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include <swarmcl/swarmcl.h>

#include "console.h"

struct cli_arguments;

/* The row of an option of the program; what else it has follows its help. */
#define CLI_OPTION(name_, letter_, kind_, operand_, group_, ...)                                        \
    {                                                                                                   \
        .name = name_, .letter = letter_, .kind = SWARM_PARAM_##kind_, .unit = "", .operand = operand_, \
        .group = group_, .help = __VA_ARGS__                                                            \
    }

/* What a command does where several ranks were started. */
enum cli_ranks_rule {
    CLI_RANKS_APART,    /* each process goes its own way */
    CLI_RANKS_TOGETHER, /* one run of all */
    CLI_RANKS_REFUSED   /* nothing: it would be done, and its files written, several times over */
};

/* One command of the program: a row of the table in commands.c. */
struct cli_command {
    const char *name;
    const char *operands; /* a word for each: "INSTANCE TOUR"; of the last one in brackets need not be, and
                           * "FILE..." stands for one or more */
    const char *help;     /* half a sentence for the list of commands */
    const char *details;  /* paragraphs of the command's own help */
    const struct swarm_param *(*solver_params)(size_t *count); /* NULL: none */
    const struct swarm_param *own_params;
    size_t own_count;
    const char *const *repeatable; /* the options that may be given several times, behind the last NULL; or NULL */
    const struct swarm_variant *(*operand_words)(void); /* the words that the first operand may be; NULL: any text */
    const char *operand_topic; /* the topic of help that tells these words; NULL: the command's own help does */
    enum cli_ranks_rule ranks; /* what it does where several ranks were started */
    bool text_only; /* it prints a text for other programs: of the options that all commands have, only --help */
    enum swarm_status (*run)(struct cli_console *console, const struct cli_arguments *arguments);
};

/* An option as given. */
struct cli_argument {
    const struct swarm_param *row;
    const char *value; /* borrowed from argv; "true" for a flag */
    bool of_library;   /* a row of command->solver_params */
};

struct cli_arguments {
    const struct cli_command *command;
    const struct swarm_param **rows; /* [row_count], owned; the library's come first */
    size_t row_count;
    size_t library_count;
    struct cli_argument *given; /* [given_count], owned, in the order of the command line */
    size_t given_count;
    const char **operands; /* [operand_count], owned */
    size_t operand_count;
    bool help; /* --help was met; the rest of the line was not read */
};

/* Whether an option of `command` may be given several times. */
bool cli_command_repeats(const struct cli_command *command, const struct swarm_param *row);

/* Collects the rows of `command`. */
enum swarm_status cli_arguments_init(struct cli_arguments *arguments, const struct cli_command *command);
void cli_arguments_deinit(struct cli_arguments *arguments);

/* Parses argv[1 .. argc-1]; argv[0] is the command's name. Prints what is wrong.
 * Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_arguments_parse(struct cli_arguments *arguments, const struct cli_console *console, int argc,
                                      char **argv);

/* Whether the option `name` was given. */
bool cli_arguments_has(const struct cli_arguments *arguments, const char *name);

/* The value of the option `name`, borrowed; NULL when it was not given. The second: the value of the time `index`, from
 * 0, that it was given. */
const char *cli_arguments_value(const struct cli_arguments *arguments, const char *name);
const char *cli_arguments_value_at(const struct cli_arguments *arguments, const char *name, size_t index);

/* How often '-', the standard input, was given as a file that is read. */
size_t cli_arguments_stdin_readers(const struct cli_arguments *arguments);

/* Prints an error of usage with a hint to the command's help and returns SWARM_ERROR_INVALID_ARGUMENT. */
enum swarm_status cli_usage_error(const struct cli_command *command, const char *format, ...) CLI_PRINTF(2, 3);

#endif
