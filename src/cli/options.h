/* options.h - the command line of one command, parsed by rows of struct swarm_param.
 *
 * A command has its own rows, then rows of the library, then the rows that it shares with other commands. Parsing,
 * errors and help know an option only by its row; other code names its enumerator.
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

/* A row of the program; other members of struct swarm_param follow its help. */
#define CLI_ROW(id, of_kind, in_operand, in_group, ...)                                                 \
    {                                                                                                   \
        .name = cli_name_##id, .kind = SWARM_PARAM_##of_kind, .operand = in_operand, .group = in_group, \
        .role = SWARM_PARAM_FREE, .help = __VA_ARGS__                                                   \
    }

/* The program's rows that several commands share. */
enum cli_shared_rows {
    CLI_ROWS_OF_ALL,
    CLI_ROWS_OF_RUNS, /* and the rows of commands that search */
    CLI_ROWS_OF_TEXT  /* only --help: the command prints a text for other programs */
};

struct cli_arguments;
struct cli_problem; /* problem.h */

/* The behaviour of a command when several ranks were started. */
enum cli_ranks_rule {
    CLI_RANKS_APART,    /* each process works on its own */
    CLI_RANKS_TOGETHER, /* one run of all ranks */
    CLI_RANKS_REFUSED   /* nothing: its work would be done, and its files written, several times */
};

/* One command of the program: a row of the table in commands.c. */
struct cli_command {
    const char *name;
    const char *operands;              /* a word for each: "INSTANCE TOUR"; the last may be optional, in brackets;
                                        * "FILE..." is one or more, "[FILE...]" any number */
    const char *help;                  /* half a sentence for the list of commands */
    const char *details;               /* a paragraph of the command's own help */
    const char *more;                  /* another, shown only with all options; NULL: none */
    const struct cli_problem *problem; /* its options of the library belong to the command; NULL: none */
    const enum cli_option *picked;     /* only these, then CLI_OPTION_COUNT; NULL: all ... */
    const enum cli_option *skipped;    /* ... except these; NULL: no exceptions */
    const struct swarm_param *own;     /* the command's own rows; the last has no name; NULL: none */
    enum cli_shared_rows shared;
    const struct swarm_variant *(*operand_words)(void); /* words for the first operand; NULL: any text */
    const char *operand_topic; /* the topic of help with these words; NULL: the command's help has them */
    enum cli_ranks_rule ranks; /* if several ranks were started */
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
    const struct swarm_param **rows; /* [row_count], owned; the last common_count are shared by all commands */
    size_t row_count;
    size_t common_count;
    struct cli_argument *given; /* [given_count], owned, in the order of the command line */
    size_t given_count;
    const char **operands; /* [operand_count], owned */
    size_t operand_count;
    bool help;     /* --help ends the reading of the line ... */
    bool help_all; /* ... except "all" */
};

/* Collects the rows of `command`. */
enum swarm_status cli_arguments_init(struct cli_arguments *arguments, const struct cli_command *command);
void cli_arguments_deinit(struct cli_arguments *arguments);

/* Parses argv[1 .. argc-1]; argv[0] is the command's name, argv[argc] is NULL. Prints errors. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_arguments_parse(struct cli_arguments *arguments, const struct cli_console *console, int argc,
                                      char **argv);

/* The row named by the first `length` bytes of `name`, or by a letter; NULL: there is none. */
const struct swarm_param *cli_find_name(const struct cli_arguments *arguments, const char *name, size_t length);
const struct swarm_param *cli_find_letter(const struct cli_arguments *arguments, char letter);

/* Whether an option was given, by its row or by its enumerator. */
bool cli_is_given(const struct cli_arguments *arguments, const struct swarm_param *row);
bool cli_has(const struct cli_arguments *arguments, enum cli_option option);

/* The value of an option, given for the time `index`, from 0, borrowed; NULL: not given. cli_value() is the first given
 * value, else the default. */
const char *cli_value(const struct cli_arguments *arguments, enum cli_option option);
const char *cli_value_at(const struct cli_arguments *arguments, enum cli_option option, size_t index);

/* How often '-', the standard input, was given as an input file. */
size_t cli_arguments_stdin_readers(const struct cli_arguments *arguments);

/* Prints an error of usage with a hint to the command's help and returns SWARM_ERROR_INVALID_ARGUMENT. */
enum swarm_status cli_usage_error(const struct cli_command *command, const char *format, ...) CLI_PRINTF(2, 3);

/* As cli_checked(), but SWARM_ERROR_INVALID_ARGUMENT is an error of usage. */
enum swarm_status cli_checked_usage(const struct cli_console *console, const struct cli_command *command,
                                    enum swarm_status status);

#endif
