#include "options.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* getopt_long() returns FIRST_ROW + i for row i, 1 for an operand, '?' and ':' for errors. */
enum { FIRST_ROW = 256, OPERAND = 1 };

static const struct swarm_param common_params[] = {
    {.name = "json",
     .kind = SWARM_PARAM_FLAG,
     .unit = "",
     .group = "Output",
     .help = "print one JSON document on stdout instead of text"},
    {.name = "quiet",
     .letter = 'q',
     .kind = SWARM_PARAM_FLAG,
     .unit = "",
     .group = "Output",
     .help = "print nothing but errors, and the document of --json"},
    {.name = "verbose",
     .letter = 'v',
     .kind = SWARM_PARAM_FLAG,
     .unit = "",
     .group = "Output",
     .help = "say more on stderr"},
    {.name = "help",
     .letter = 'h',
     .kind = SWARM_PARAM_FLAG,
     .unit = "",
     .group = "Output",
     .help = "print this help and stop"},
};
enum { COMMON_COUNT = sizeof common_params / sizeof common_params[0] };

enum swarm_status cli_usage_error(const struct cli_command *command, const char *format, ...)
{
    char hint[64];
    va_list arguments;
    va_start(arguments, format);
    snprintf(hint, sizeof hint, "\nsee swarmcl %s%s--help", command ? command->name : "", command ? " " : "");
    cli_say("swarmcl: ", format, arguments, hint);
    va_end(arguments);
    return SWARM_ERROR_INVALID_ARGUMENT;
}

bool cli_command_repeats(const struct cli_command *command, const struct swarm_param *row)
{
    for (const char *const *name = command->repeatable; name && *name; ++name) {
        if (strcmp(*name, row->name) == 0) {
            return true;
        }
    }
    return false;
}

enum swarm_status cli_arguments_init(struct cli_arguments *arguments, const struct cli_command *command)
{
    *arguments = (struct cli_arguments){.command = command};
    size_t library_count = 0;
    const struct swarm_param *library = command->solver_params ? command->solver_params(&library_count) : NULL;
    size_t skipped = command->text_only ? COMMON_COUNT - 1 : 0; /* --help is the last */
    size_t count = library_count + command->own_count + COMMON_COUNT - skipped;
    arguments->rows = calloc(count, sizeof *arguments->rows);
    if (!arguments->rows) {
        return cli_fail_memory();
    }
    arguments->library_count = library_count;
    arguments->row_count = count;
    const struct swarm_param **row = arguments->rows;
    for (size_t i = 0; i < library_count; ++i) {
        *row++ = &library[i];
    }
    for (size_t i = 0; i < command->own_count; ++i) {
        *row++ = &command->own_params[i];
    }
    for (size_t i = skipped; i < COMMON_COUNT; ++i) {
        *row++ = &common_params[i];
    }
    return SWARM_OK;
}

void cli_arguments_deinit(struct cli_arguments *arguments)
{
    free(arguments->rows);
    free(arguments->given);
    free(arguments->operands);
    *arguments = (struct cli_arguments){.command = NULL};
}

const char *cli_arguments_value_at(const struct cli_arguments *arguments, const char *name, size_t index)
{
    for (size_t i = 0; i < arguments->given_count; ++i) {
        if (strcmp(arguments->given[i].row->name, name) == 0 && index-- == 0) {
            return arguments->given[i].value;
        }
    }
    return NULL;
}

const char *cli_arguments_value(const struct cli_arguments *arguments, const char *name)
{
    return cli_arguments_value_at(arguments, name, 0);
}

bool cli_arguments_has(const struct cli_arguments *arguments, const char *name)
{
    return cli_arguments_value(arguments, name) != NULL;
}

/* The row whose name is the first `length` bytes of `name`, or NULL. */
static const struct swarm_param *find_name(const struct cli_arguments *arguments, const char *name, size_t length)
{
    for (size_t i = 0; i < arguments->row_count; ++i) {
        const char *candidate = arguments->rows[i]->name;
        if (strlen(candidate) == length && memcmp(candidate, name, length) == 0) {
            return arguments->rows[i];
        }
    }
    return NULL;
}

static const struct swarm_param *find_letter(const struct cli_arguments *arguments, int letter)
{
    for (size_t i = 0; i < arguments->row_count; ++i) {
        if (letter != '\0' && arguments->rows[i]->letter == letter) {
            return arguments->rows[i];
        }
    }
    return NULL;
}

/* An abbreviation is refused, so that a new option never changes what an old script means. */
static enum swarm_status refuse_name(const struct cli_arguments *arguments, const char *name, size_t length)
{
    char hint[256] = "";
    size_t used = 0;
    for (size_t i = 0; i < arguments->row_count && length > 0; ++i) {
        const char *candidate = arguments->rows[i]->name;
        if (strncmp(candidate, name, length) == 0 && used + strlen(candidate) + 8 < sizeof hint) {
            used += (size_t)snprintf(hint + used, sizeof hint - used, "%s--%s", used > 0 ? ", " : "", candidate);
        }
    }
    if (used > 0) {
        return cli_usage_error(arguments->command, "unknown option --%.*s; options are written in full: %s",
                               (int)length, name, hint);
    }
    return cli_usage_error(arguments->command, "unknown option --%.*s", (int)length, name);
}

static enum swarm_status refuse_missing(const struct cli_arguments *arguments, const struct swarm_param *row)
{
    return cli_usage_error(arguments->command, "option --%s needs a value: --%s %s", row->name, row->name,
                           row->operand ? row->operand : "VALUE");
}

/* Says what getopt_long() disliked in `word`, the element of argv it was reading. */
static enum swarm_status refuse_word(const struct cli_arguments *arguments, const char *word)
{
    if (strncmp(word, "--", 2) != 0) {
        const struct swarm_param *row = find_letter(arguments, optopt);
        if (row) {
            return refuse_missing(arguments, row);
        }
        return cli_usage_error(arguments->command, "unknown option -%c", optopt);
    }
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    const struct swarm_param *row = find_name(arguments, name, length);
    if (!row) {
        return refuse_name(arguments, name, length);
    }
    if (row->kind == SWARM_PARAM_FLAG) {
        return cli_usage_error(arguments->command, "option --%s takes no value, but '%s' was given", row->name,
                               name + length + 1);
    }
    return refuse_missing(arguments, row);
}

static enum swarm_status take_option(struct cli_arguments *arguments, size_t row_index, const char *value)
{
    const struct swarm_param *row = arguments->rows[row_index];
    for (size_t i = 0; i < arguments->given_count; ++i) {
        const struct cli_argument *earlier = &arguments->given[i];
        if (earlier->row != row) {
            continue;
        }
        if (strcmp(earlier->value, value) == 0) {
            return SWARM_OK;
        }
        if (!cli_command_repeats(arguments->command, row)) {
            return cli_usage_error(arguments->command, "option --%s was given twice, with '%s' and with '%s'",
                                   row->name, earlier->value, value);
        }
    }
    arguments->given[arguments->given_count++] =
        (struct cli_argument){.row = row, .value = value, .of_library = row_index < arguments->library_count};
    return SWARM_OK;
}

/* Looks at the values of the program's own options; the library looks at its own when they are set. */
static enum swarm_status check_given(const struct cli_arguments *arguments, const struct cli_console *console)
{
    for (size_t i = 0; i < arguments->given_count; ++i) {
        const struct cli_argument *given = &arguments->given[i];
        if (given->of_library || given->row->kind == SWARM_PARAM_FLAG) {
            continue;
        }
        enum swarm_status status = swarm_param_check(console->context, given->row, given->value);
        if (status == SWARM_ERROR_INVALID_ARGUMENT) {
            return cli_usage_error(arguments->command, "%s", swarm_context_error(console->context));
        }
        if (status != SWARM_OK) {
            return cli_fail(console, status);
        }
    }
    if (cli_arguments_has(arguments, "quiet") && cli_arguments_has(arguments, "verbose")) {
        return cli_usage_error(arguments->command, "--quiet and --verbose exclude each other");
    }
    return SWARM_OK;
}

/* Compares the operands with the words of command->operands. */
static enum swarm_status check_operands(const struct cli_arguments *arguments)
{
    const struct cli_command *command = arguments->command;
    size_t wanted = 0;
    bool more = false;
    for (const char *word = command->operands; *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        if (wanted++ == arguments->operand_count && *word != '[') {
            return cli_usage_error(command, "%.*s is missing: swarmcl %s %s", (int)length, word, command->name,
                                   command->operands);
        }
        word += length;
        more = length > 3 && strncmp(word - 3, "...", 3) == 0;
    }
    if (arguments->operand_count > wanted && !more) {
        return cli_usage_error(command, "unexpected operand '%s': swarmcl %s%s%s", arguments->operands[wanted],
                               command->name, wanted > 0 ? " " : "", command->operands);
    }
    return SWARM_OK;
}

/* Whether the value of an option names a file that is read. */
static bool is_read(const struct swarm_param *row)
{
    static const char *const names[] = {"init", "replay", "tuning", "bounds", "resume"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (strcmp(row->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

size_t cli_arguments_stdin_readers(const struct cli_arguments *arguments)
{
    size_t readers = 0;
    for (size_t i = 0; i < arguments->operand_count; ++i) {
        readers += strcmp(arguments->operands[i], "-") == 0;
    }
    for (size_t i = 0; i < arguments->given_count; ++i) {
        readers += is_read(arguments->given[i].row) && strcmp(arguments->given[i].value, "-") == 0;
    }
    return readers;
}

/* The standard input has one reader: an operand, or an option. */
static enum swarm_status check_stdin(const struct cli_arguments *arguments)
{
    const size_t readers = cli_arguments_stdin_readers(arguments);
    return readers <= 1 ? SWARM_OK
                        : cli_usage_error(arguments->command,
                                          "'-' was given %zu times: the standard input can be read once", readers);
}

/* Fills the tables of getopt_long(): `longs` [row_count + 1], `shorts` [2 * row_count + 3]. */
static void make_tables(const struct cli_arguments *arguments, struct option *longs, char *shorts)
{
    *shorts++ = '-'; /* operands arrive in order, whatever POSIXLY_CORRECT says */
    *shorts++ = ':'; /* a missing value is told from an unknown option */
    for (size_t i = 0; i < arguments->row_count; ++i) {
        const struct swarm_param *row = arguments->rows[i];
        bool flag = row->kind == SWARM_PARAM_FLAG;
        longs[i] = (struct option){row->name, flag ? no_argument : required_argument, NULL, FIRST_ROW + (int)i};
        if (row->letter != '\0') {
            *shorts++ = row->letter;
            if (!flag) {
                *shorts++ = ':';
            }
        }
    }
    *shorts = '\0';
}

static size_t row_of(const struct cli_arguments *arguments, int code)
{
    size_t index = 0;
    if (code >= FIRST_ROW) {
        return (size_t)code - FIRST_ROW;
    }
    while (arguments->rows[index]->letter != code) {
        ++index;
    }
    return index;
}

static enum swarm_status parse_words(struct cli_arguments *arguments, int argc, char **argv, const struct option *longs,
                                     const char *shorts)
{
    opterr = 0;
    for (optind = 1;;) {
        const char *word = optind < argc ? argv[optind] : "";
        int code = getopt_long(argc, argv, shorts, longs, NULL);
        if (code == -1) {
            break;
        }
        if (code == '?' || code == ':') {
            return refuse_word(arguments, word);
        }
        if (code == OPERAND) {
            arguments->operands[arguments->operand_count++] = optarg;
            continue;
        }
        size_t index = row_of(arguments, code);
        const struct swarm_param *row = arguments->rows[index];
        size_t length = code >= FIRST_ROW ? strcspn(word + 2, "=") : 0;
        if (code >= FIRST_ROW && length != strlen(row->name)) {
            return refuse_name(arguments, word + 2, length);
        }
        if (strcmp(row->name, "help") == 0) {
            arguments->help = true;
            return SWARM_OK;
        }
        enum swarm_status status = take_option(arguments, index, row->kind == SWARM_PARAM_FLAG ? "true" : optarg);
        if (status != SWARM_OK) {
            return status;
        }
    }
    for (int i = optind; i < argc; ++i) { /* behind "--" */
        arguments->operands[arguments->operand_count++] = argv[i];
    }
    return SWARM_OK;
}

enum swarm_status cli_arguments_parse(struct cli_arguments *arguments, const struct cli_console *console, int argc,
                                      char **argv)
{
    enum swarm_status status = SWARM_OK;
    struct option *longs = calloc(arguments->row_count + 1, sizeof *longs);
    char *shorts = malloc(2 * arguments->row_count + 3);
    arguments->operands = calloc((size_t)argc, sizeof *arguments->operands);
    /* A word such as -qv holds several options, but each of these is kept once. */
    arguments->given = calloc((size_t)argc + arguments->row_count, sizeof *arguments->given);
    if (!longs || !shorts || !arguments->operands || !arguments->given) {
        status = cli_fail_memory();
        goto done;
    }
    make_tables(arguments, longs, shorts);
    status = parse_words(arguments, argc, argv, longs, shorts);
    if (status == SWARM_OK && !arguments->help) {
        status = check_given(arguments, console);
    }
    if (status == SWARM_OK && !arguments->help) {
        status = check_operands(arguments);
    }
    if (status == SWARM_OK && !arguments->help) {
        status = check_stdin(arguments);
    }
done:
    free(longs);
    free(shorts);
    return status;
}
