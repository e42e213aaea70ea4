/* options.h - the command line of one command, parsed by rows of struct swarm_param: the command's own rows, then
 * the library's, then rows that several commands share. Parsing, errors and help use only an option's row; other
 * code uses its enumerator. */
#ifndef SWARMCL_CLI_OPTIONS_H
#define SWARMCL_CLI_OPTIONS_H

#include "console.h"

/* Enumerators of option names: CLI_OUTPUT is --output. */
enum cli_option {
#define NAME(id, name) CLI_##id,
#include "option_names.h"
    CLI_OPTION_COUNT
};
#define NAME(id, name) extern const char cli_name_##id[];
#include "option_names.h"

const char *cli_option_name(enum cli_option option);

/* Initialises a row of the program; further members of struct swarm_param may follow the help. */
#define CLI_ROW(id, of_kind, in_operand, in_group, ...)                                                 \
    {                                                                                                   \
        .name = cli_name_##id, .kind = SWARM_PARAM_##of_kind, .operand = in_operand, .group = in_group, \
        .role = SWARM_PARAM_FREE, .help = __VA_ARGS__                                                   \
    }

/* The program's rows that several commands share. */
enum cli_shared_rows {
    CLI_ROWS_OF_ALL,
    CLI_ROWS_OF_RUNS, /* the common rows and those of commands that search */
    CLI_ROWS_OF_TEXT  /* includes only --help: the command prints a text for other programs */
};

struct cli_arguments;
struct cli_problem; /* declared in problem.h */

/* What a command does if several ranks were started. */
enum cli_ranks_rule {
    CLI_RANKS_APART,    /* each process works independently; a signal ends it as usual */
    CLI_RANKS_TOGETHER, /* all ranks work on one run */
    CLI_RANKS_REFUSED   /* the command fails, because every rank would do the same work and write the same files */
};

/* One command of the program: a row of the table in commands.c. */
struct cli_command {
    const char *name;
    const char *operands; /* "INSTANCE TOUR"; in brackets: optional; "FILE...": one or more, "[FILE...]": any number */
    const char *help;     /* help of the command in the list of commands, a phrase */
    const char *details;  /* first paragraph of the text that `swarmcl help COMMAND` prints */
    const char *more;     /* second paragraph, shown only with all options; NULL: none */
    const struct cli_problem *problem; /* problem whose options of the library the command has; NULL: none */
    const enum cli_option *picked;     /* options to include, ending with CLI_OPTION_COUNT; NULL: all but `skipped` */
    const enum cli_option *skipped;    /* options of problems to leave out, ending with CLI_OPTION_COUNT; NULL: none */
    const struct swarm_param *own;     /* the command's own rows; the last has no name; NULL: none */
    bool measures;                     /* the command has the conditions of all problems (problem.h) */
    bool batches;                      /* the command has the options of all problems with batches */
    enum cli_shared_rows shared;
    const struct swarm_variant *(*operand_words)(void); /* words allowed as the first operand; NULL: any text */
    const char *operand_topic; /* help topic with these words; NULL: the command's help lists them */
    enum cli_ranks_rule ranks;
    enum swarm_status (*run)(struct cli_console *console, const struct cli_arguments *arguments);
};

/* An option as given. */
struct cli_argument {
    const struct swarm_param *row;
    const char *value;  /* borrowed from argv; "true" for a flag */
    bool of_library;    /* True if the option belongs to the library, not to the program */
    const char *metres; /* the value as given if it has a unit of length; `value` is in metres; NULL: it has none */
    char *plain;        /* owned memory of `value` if the given one has a unit; otherwise NULL */
};

enum { CLI_ROWS_MAX = 160 }; /* more rows than any command has: swarmcl tsp has about 80 */

struct cli_arguments {
    const struct cli_command *command;
    const struct swarm_param *rows[CLI_ROWS_MAX]; /* [row_count] all options; the last common_count are shared */
    size_t row_count;
    size_t common_count;
    struct cli_argument *given; /* [given_count], owned, in the order of the command line */
    size_t given_count;
    const char **operands; /* [operand_count] owned array of the operands of the command line */
    size_t operand_count;
    bool help;     /* --help was given: the rest of the line is ignored, except "all" after it */
    bool help_all; /* True if --help all was given */
};

/* Starts with no arguments; lists the options that `command` takes. */
void cli_arguments_init(struct cli_arguments *arguments, const struct cli_command *command);
void cli_arguments_deinit(struct cli_arguments *arguments);

/* Parses argv[1 .. argc-1]; argv[0] is the command's name, argv[argc] is NULL. Prints errors. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_arguments_parse(struct cli_arguments *arguments, const struct cli_console *console, int argc,
                                      char **argv);

/* Finds the row by a name, the first `length` bytes of `name`, or by a letter. Returns NULL if there is none. */
const struct swarm_param *cli_find_name(const struct cli_arguments *arguments, const char *name, size_t length);
const struct swarm_param *cli_find_letter(const struct cli_arguments *arguments, char letter);

/* Return true if the option was given; the option is named by its row or its enumerator. */
bool cli_is_given(const struct cli_arguments *arguments, const struct swarm_param *row);
bool cli_has(const struct cli_arguments *arguments, enum cli_option option);

/* cli_value() returns the first value of an option, or its default; cli_value_at() returns value number `index`, from
 * 0, and never a default. NULL: there is none. */
const char *cli_value(const struct cli_arguments *arguments, enum cli_option option);
const char *cli_value_at(const struct cli_arguments *arguments, enum cli_option option, size_t index);

/* The number of input files that are '-', the standard input. */
size_t cli_arguments_stdin_readers(const struct cli_arguments *arguments);

/* Refuses lengths with a unit, such as --limit 20km, unless the lengths of the instance are in metres. */
enum swarm_status cli_require_metres(const struct cli_arguments *arguments, const struct swarm_instance_info *info);

/* The nearest of the candidates that are offered for an unknown word. cli_guess_text() returns `text`: "; did you mean
 * --rho?" with the prefix "--", the purpose of a problem if it has the word, "" if none is near. */
enum { CLI_GUESS_TEXT = 256 };
struct cli_guess {
    const char *word;
    const char *nearest; /* the most similar candidate; NULL: none is near */
    size_t distance;
};
void cli_guess_offer(struct cli_guess *guess, const char *candidate);
const char *cli_guess_text(const struct cli_guess *guess, const char *prefix, char text[CLI_GUESS_TEXT]);

/* Prints a usage error with a reference to the command's help; returns SWARM_ERROR_INVALID_ARGUMENT. */
enum swarm_status cli_usage_error(const struct cli_command *command, const char *format, ...) CLI_PRINTF(2, 3);

/* Like cli_checked(), but reports SWARM_ERROR_INVALID_ARGUMENT as a usage error. */
enum swarm_status cli_checked_usage(const struct cli_console *console, const struct cli_command *command,
                                    enum swarm_status status);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The library's parameters, from the command line and the environment                                                */

#define CLI_DEVICE_VARIABLE "SWARMCL_DEVICE"

/* Makes the parameters of a problem from the command line. The environment gives the device if the command has
 * --device and the command line does not. Prints errors. */
enum swarm_status cli_parameters_create(const struct cli_console *console, const struct cli_arguments *arguments,
                                        const struct cli_problem *problem, swarm_params **params);

/* Sets a parameter. Prints errors. */
enum swarm_status cli_parameters_set(const struct cli_console *console, swarm_params *params, enum cli_option option,
                                     const char *value);

/* cli_parameter() returns the value of a parameter, NULL if it has none; the second function is true if a flag is set,
 * the third if the device is `none`. */
const char *cli_parameter(const swarm_params *params, enum cli_option option);
bool cli_parameter_is_set(const swarm_params *params, enum cli_option option);
bool cli_without_device(const swarm_params *params);

/* The value of a parameter that the run used; NULL: none. */
const char *cli_setting(const swarm_result *result, enum cli_option option);

/* Like cli_checked(). If a device of the environment variable may be the reason for the error, a second message names
 * the variable. */
enum swarm_status cli_checked_run(const struct cli_console *console, const struct cli_arguments *arguments,
                                  enum swarm_status status);

#endif
