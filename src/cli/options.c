#include "options.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* The rows                                                                                                           */

#define NAME(id, name) static const char name_##id[] = name;
#define OWN(...)
#include "option_rows.h"

static const char *const names[] = {
#define NAME(id, name) name_##id,
#define OWN(...)
#include "option_rows.h"
};

/* A row of the program's own, and who has it. */
static const struct own_row {
    enum cli_owner by;
    struct swarm_param shown;
} own_rows[] = {
#define NAME(id, name)
#define OWN(id, of_kind, in_by, in_operand, in_group, ...) \
    {in_by,                                                \
     {.name = name_##id,                                   \
      .kind = SWARM_PARAM_##of_kind,                       \
      .operand = in_operand,                               \
      .group = in_group,                                   \
      .role = SWARM_PARAM_FREE,                            \
      .reads = ((in_by)&IS_READ) != 0,                     \
      .repeats = ((in_by)&IS_REPEATED) != 0,               \
      .help = __VA_ARGS__}},
#include "option_rows.h"
};
enum { OWN_COUNT = sizeof own_rows / sizeof own_rows[0] };

const char *cli_option_name(enum cli_option option)
{
    return names[option];
}

static bool is_listed(const enum cli_option *options, const struct swarm_param *row)
{
    while (*options < CLI_OPTION_COUNT && strcmp(names[*options], row->name) != 0) {
        ++options;
    }
    return *options < CLI_OPTION_COUNT;
}

static bool is_taken(const struct cli_command *command, const struct swarm_param *row)
{
    return command->picked ? is_listed(command->picked, row) : !command->skipped || !is_listed(command->skipped, row);
}

enum swarm_status cli_arguments_init(struct cli_arguments *arguments, const struct cli_command *command)
{
    const char *problem = command->problem ? command->problem->name : NULL;
    const struct swarm_param *row = NULL;
    size_t most = OWN_COUNT;
    for (row = NULL; problem && (row = swarm_param_next(problem, row));) {
        ++most;
    }
    *arguments = (struct cli_arguments){.command = command, .rows = calloc(most, sizeof *arguments->rows)};
    if (!arguments->rows) {
        return cli_fail_memory();
    }
    for (row = NULL; problem && (row = swarm_param_next(problem, row));) {
        if (is_taken(command, row)) {
            arguments->rows[arguments->row_count++] = row;
        }
    }
    arguments->library_count = arguments->row_count;
    for (size_t i = 0; i < OWN_COUNT; ++i) {
        if (own_rows[i].by & command->own) {
            arguments->rows[arguments->row_count++] = &own_rows[i].shown;
            arguments->common_count += (own_rows[i].by & BY_ALL) == BY_ALL;
        }
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* What was given                                                                                                     */

const struct swarm_param *cli_find_name(const struct cli_arguments *arguments, const char *name, size_t length)
{
    for (size_t i = 0; i < arguments->row_count; ++i) {
        const char *candidate = arguments->rows[i]->name;
        if (strlen(candidate) == length && memcmp(candidate, name, length) == 0) {
            return arguments->rows[i];
        }
    }
    return NULL;
}

const struct swarm_param *cli_find_letter(const struct cli_arguments *arguments, char letter)
{
    size_t i = 0;
    while (i < arguments->row_count && arguments->rows[i]->letter != letter) {
        ++i;
    }
    return i < arguments->row_count ? arguments->rows[i] : NULL;
}

bool cli_is_given(const struct cli_arguments *arguments, const struct swarm_param *row)
{
    size_t i = 0;
    while (i < arguments->given_count && arguments->given[i].row != row) {
        ++i;
    }
    return i < arguments->given_count;
}

const char *cli_value_at(const struct cli_arguments *arguments, enum cli_option option, size_t index)
{
    for (size_t i = 0; i < arguments->given_count; ++i) {
        if (strcmp(arguments->given[i].row->name, names[option]) == 0 && index-- == 0) {
            return arguments->given[i].value;
        }
    }
    return NULL;
}

const char *cli_value(const struct cli_arguments *arguments, enum cli_option option)
{
    const char *value = cli_value_at(arguments, option, 0);
    const struct swarm_param *row = cli_find_name(arguments, names[option], strlen(names[option]));
    return value || !row ? value : row->fallback;
}

bool cli_has(const struct cli_arguments *arguments, enum cli_option option)
{
    return cli_value_at(arguments, option, 0) != NULL;
}

size_t cli_arguments_stdin_readers(const struct cli_arguments *arguments)
{
    size_t readers = 0;
    for (size_t i = 0; i < arguments->operand_count; ++i) {
        readers += strcmp(arguments->operands[i], "-") == 0;
    }
    for (size_t i = 0; i < arguments->given_count; ++i) {
        readers += arguments->given[i].row->reads && strcmp(arguments->given[i].value, "-") == 0;
    }
    return readers;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Errors                                                                                                             */

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

enum swarm_status cli_checked_usage(const struct cli_console *console, const struct cli_command *command,
                                    enum swarm_status status)
{
    return status == SWARM_ERROR_INVALID_ARGUMENT
               ? cli_usage_error(command, "%s", swarm_context_error(console->context))
               : cli_checked(console, status);
}

/* An abbreviation is refused, so that a new option never changes what an old script means. */
static enum swarm_status refuse_name(const struct cli_arguments *arguments, const char *name, size_t length)
{
    const struct cli_command *command = arguments->command;
    char whole[64], hint[256] = "";
    size_t used = 0;
    snprintf(whole, sizeof whole, "%.*s", (int)(length < sizeof whole ? length : 0), name);
    const struct swarm_param *renamed =
        command->problem ? swarm_param_find_renamed(command->problem->name, whole) : NULL;
    if (renamed) {
        return cli_usage_error(command, "--%s is called --%s now", whole, renamed->name);
    }
    for (size_t i = 0; i < arguments->row_count && length > 0; ++i) {
        const char *candidate = arguments->rows[i]->name;
        if (strncmp(candidate, name, length) == 0 && used + strlen(candidate) + 8 < sizeof hint) {
            used += (size_t)snprintf(hint + used, sizeof hint - used, "%s--%s", used > 0 ? ", " : "", candidate);
        }
    }
    return cli_usage_error(command, "unknown option --%.*s%s%s", (int)length, name,
                           used > 0 ? "; options are written in full: " : "", hint);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Parsing                                                                                                            */

/* Takes an option. `own`: the value that stands in its own word, NULL for none; otherwise it is the word behind, at
 * *next, which then moves on. */
static enum swarm_status take(struct cli_arguments *arguments, const struct swarm_param *row, const char *own,
                              char ***next)
{
    const struct cli_command *command = arguments->command;
    const char *value = own;
    size_t index = 0;
    if (row->kind == SWARM_PARAM_FLAG) {
        if (own) {
            return cli_usage_error(command, "option --%s takes no value, but '%s' was given", row->name, own);
        }
        value = "true";
        arguments->help = arguments->help || strcmp(row->name, names[CLI_HELP]) == 0;
    } else if (!own && !(value = *(*next)++)) {
        return cli_usage_error(command, "option --%s needs a value: --%s %s", row->name, row->name, row->operand);
    }
    for (size_t i = 0; i < arguments->given_count; ++i) {
        const struct cli_argument *earlier = &arguments->given[i];
        if (earlier->row == row && strcmp(earlier->value, value) == 0) {
            return SWARM_OK;
        }
        if (earlier->row == row && !row->repeats) {
            return cli_usage_error(command, "option --%s was given twice, with '%s' and with '%s'", row->name,
                                   earlier->value, value);
        }
    }
    while (arguments->rows[index] != row) {
        ++index;
    }
    arguments->given[arguments->given_count++] =
        (struct cli_argument){.row = row, .value = value, .of_library = index < arguments->library_count};
    return SWARM_OK;
}

/* --NAME VALUE or --NAME=VALUE */
static enum swarm_status take_name(struct cli_arguments *arguments, const char *name, char ***next)
{
    const size_t length = strcspn(name, "=");
    const struct swarm_param *row = cli_find_name(arguments, name, length);
    return row ? take(arguments, row, name[length] ? name + length + 1 : NULL, next)
               : refuse_name(arguments, name, length);
}

/* -L VALUE or -LVALUE, and flags before it */
static enum swarm_status take_letters(struct cli_arguments *arguments, const char *letters, char ***next)
{
    enum swarm_status status = SWARM_OK;
    for (bool more = true; more && *letters && status == SWARM_OK; ++letters) {
        const struct swarm_param *row = cli_find_letter(arguments, *letters);
        if (!row) {
            return cli_usage_error(arguments->command, "unknown option -%c", *letters);
        }
        more = row->kind == SWARM_PARAM_FLAG;
        status = take(arguments, row, more || !letters[1] ? NULL : letters + 1, next);
    }
    return status;
}

static enum swarm_status parse_words(struct cli_arguments *arguments, char **next)
{
    enum swarm_status status = SWARM_OK;
    bool operands_alone = false; /* behind "--" */
    while (*next && status == SWARM_OK && !arguments->help) {
        const char *word = *next++;
        if (operands_alone || word[0] != '-' || !word[1]) {
            arguments->operands[arguments->operand_count++] = word;
        } else if (strcmp(word, "--") == 0) {
            operands_alone = true;
        } else {
            status = word[1] == '-' ? take_name(arguments, word + 2, &next) : take_letters(arguments, word + 1, &next);
        }
    }
    return status;
}

/* Looks at the values of the program's own options; the library looks at its own when they are set. */
static enum swarm_status check_given(const struct cli_arguments *arguments, const struct cli_console *console)
{
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < arguments->given_count && status == SWARM_OK; ++i) {
        const struct cli_argument *given = &arguments->given[i];
        if (!given->of_library) {
            status = cli_checked_usage(console, arguments->command,
                                       swarm_param_check(console->context, given->row, given->value));
        }
    }
    return status == SWARM_OK && cli_has(arguments, CLI_QUIET) && cli_has(arguments, CLI_VERBOSE)
               ? cli_usage_error(arguments->command, "--quiet and --verbose exclude each other")
               : status;
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

enum swarm_status cli_arguments_parse(struct cli_arguments *arguments, const struct cli_console *console, int argc,
                                      char **argv)
{
    enum swarm_status status = SWARM_OK;
    arguments->operands = calloc((size_t)argc, sizeof *arguments->operands);
    /* A word such as -qv holds several options, but each of these is kept once. */
    arguments->given = calloc((size_t)argc + arguments->row_count, sizeof *arguments->given);
    TRY(arguments->operands && arguments->given ? SWARM_OK : cli_fail_memory());
    TRY(parse_words(arguments, argv + 1));
    if (arguments->help) {
        goto done;
    }
    TRY(check_given(arguments, console));
    TRY(check_operands(arguments));
    const size_t readers = cli_arguments_stdin_readers(arguments);
    if (readers > 1) {
        status = cli_usage_error(arguments->command, "'-' was given %zu times: the standard input can be read once",
                                 readers);
    }
done:
    return status;
}
