/* options.h - the command line of one command, parsed by rows of struct swarm_param.
 *
 * A command has rows of its own, then rows of the library, then the rows that it shares with other commands.
 * Parsing, errors and help know an option by its row only; who asks for one names its enumerator.
 */
#ifndef SWARMCL_CLI_OPTIONS_H
#define SWARMCL_CLI_OPTIONS_H

#include "console.h"

/* CLI_OUTPUT is --output. */
enum cli_option {
#define NAME(id, name) CLI_##id,
#include "option_names.h"
    CLI_OPTION_COUNT
};
#define NAME(id, name) extern const char cli_name_##id[];
#include "option_names.h"

const char *cli_option_name(enum cli_option option);

/* A row of the program's own; behind its help other members of struct swarm_param. */
#define CLI_ROW(id, of_kind, in_operand, in_group, ...)                                                 \
    {                                                                                                   \
        .name = cli_name_##id, .kind = SWARM_PARAM_##of_kind, .operand = in_operand, .group = in_group, \
        .role = SWARM_PARAM_FREE, .help = __VA_ARGS__                                                   \
    }

/* The rows of the program's own that a command shares with others. */
enum cli_shared_rows {
    CLI_ROWS_OF_ALL,
    CLI_ROWS_OF_RUNS, /* and those of what searches */
    CLI_ROWS_OF_TEXT  /* --help alone: it prints a text for other programs */
};

struct cli_arguments;
struct cli_problem; /* problem.h */

/* What a command does where several ranks were started. */
enum cli_ranks_rule {
    CLI_RANKS_APART,    /* each process goes its own way */
    CLI_RANKS_TOGETHER, /* one run of all */
    CLI_RANKS_REFUSED   /* nothing: it would be done, and its files written, several times over */
};

/* One command of the program: a row of the table in commands.c. */
struct cli_command {
    const char *name;
    const char *operands;              /* a word for each: "INSTANCE TOUR"; of the last one in brackets need not be, and
                                        * "FILE..." stands for one or more */
    const char *help;                  /* half a sentence for the list of commands */
    const char *details;               /* a paragraph of the command's own help */
    const char *more;                  /* another, left out where only common options are shown; NULL: none */
    const struct cli_problem *problem; /* whose options of the library it takes; NULL: none */
    const enum cli_option *picked;     /* these alone, behind the last CLI_OPTION_COUNT; NULL: all ... */
    const enum cli_option *skipped;    /* ... but these; NULL: but none */
    const struct swarm_param *own;     /* rows of its own; behind the last one without a name; NULL: none */
    enum cli_shared_rows shared;
    const struct swarm_variant *(*operand_words)(void); /* the words that the first operand may be; NULL: any text */
    const char *operand_topic; /* the topic of help that tells these words; NULL: the command's own help does */
    enum cli_ranks_rule ranks; /* what it does where several ranks were started */
    enum swarm_status (*run)(struct cli_console *console, const struct cli_arguments *arguments);
};

/* An option as given. */
struct cli_argument {
    const struct swarm_param *row;
    const char *value; /* borrowed from argv; "true" for a flag */
    bool of_library;   /* a row of the library */
};

struct cli_arguments {
    const struct cli_command *command;
    const struct swarm_param **rows; /* [row_count], owned; those of all commands are the last common_count */
    size_t row_count;
    size_t common_count;
    struct cli_argument *given; /* [given_count], owned, in the order of the command line */
    size_t given_count;
    const char **operands; /* [operand_count], owned */
    size_t operand_count;
    bool help;     /* --help was met; the rest of the line was not read ... */
    bool help_all; /* ... except "all" */
};

/* Collects the rows of `command`. */
enum swarm_status cli_arguments_init(struct cli_arguments *arguments, const struct cli_command *command);
void cli_arguments_deinit(struct cli_arguments *arguments);

/* Parses argv[1 .. argc-1]; argv[0] is the command's name, argv[argc] is NULL. Prints what is wrong.
 * Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_arguments_parse(struct cli_arguments *arguments, const struct cli_console *console, int argc,
                                      char **argv);

/* The row that is called by the first `length` bytes of `name`, or by a letter; NULL when there is none. */
const struct swarm_param *cli_find_name(const struct cli_arguments *arguments, const char *name, size_t length);
const struct swarm_param *cli_find_letter(const struct cli_arguments *arguments, char letter);

/* Whether an option was given: that of a row, or one by its enumerator. */
bool cli_is_given(const struct cli_arguments *arguments, const struct swarm_param *row);
bool cli_has(const struct cli_arguments *arguments, enum cli_option option);

/* The value that it was given for the time `index`, from 0, borrowed; NULL when it was not. The first: that of the
 * first time, else its default. */
const char *cli_value(const struct cli_arguments *arguments, enum cli_option option);
const char *cli_value_at(const struct cli_arguments *arguments, enum cli_option option, size_t index);

/* How often '-', the standard input, was given as a file that is read. */
size_t cli_arguments_stdin_readers(const struct cli_arguments *arguments);

/* Prints an error of usage with a hint to the command's help and returns SWARM_ERROR_INVALID_ARGUMENT. */
enum swarm_status cli_usage_error(const struct cli_command *command, const char *format, ...) CLI_PRINTF(2, 3);

/* cli_checked() for calls whose SWARM_ERROR_INVALID_ARGUMENT is an error of usage. */
enum swarm_status cli_checked_usage(const struct cli_console *console, const struct cli_command *command,
                                    enum swarm_status status);

#endif
