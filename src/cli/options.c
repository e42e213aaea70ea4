#include "options.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/problems/problem.h"

#define NAME(id, name) const char cli_name_##id[] = name;
#include "option_names.h"

static const char *const names[] = {
#define NAME(id, name) cli_name_##id,
#include "option_names.h"
};

static const struct swarm_param rows_of_runs[] = {
    CLI_ROW(REPLAY, TEXT, "RUN.json", "Problem",
            "repeat the run in a document of --json or -o FILE.json; bit for bit, on any device; see `swarmcl help "
            "reproducibility`",
            .reads = true),
    CLI_ROW(REPEAT, INTEGER, "N", "Run",
            "run N times, with the seeds S, S + 1, ...; prints the spread of the results; files describe the best run; "
            "--time, --target and --iterations apply to each run",
            .minimum = "1", .maximum = "1000000", .unit = "runs", .common = true),
    CLI_ROW(PROFILE, FLAG, NULL, "Output", "measure the time of every kernel; changes no result"),
    CLI_ROW(METRICS, TEXT, "FILE.prom", "Output",
            "write iterations, best, gap and seconds to FILE.prom every ten seconds and at the end, for the textfile "
            "collector of Prometheus' node exporter",
            .writes = true),
    CLI_ROW(LOG_TIME, FLAG, NULL, "Output", "begin each line on stderr with the time in UTC"),
    {.name = NULL},
};

static const struct swarm_param rows_of_all[] = {
    CLI_ROW(JSON, FLAG, NULL, "Output", "print a JSON document instead of text", .common = true),
    CLI_ROW(QUIET, FLAG, NULL, "Output", "print only errors, and the document of --json", .letter = 'q',
            .common = true),
    CLI_ROW(VERBOSE, FLAG, NULL, "Output", "print more on stderr", .letter = 'v', .common = true),
    CLI_ROW(HELP, FLAG, NULL, "Output", "print this help; --help all prints all options", .letter = 'h',
            .common = true),
    {.name = NULL},
};
enum { ROWS_OF_ALL = sizeof rows_of_all / sizeof rows_of_all[0] - 1 };

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

/* Adds a row, unless the command has one of its name: problems may share it. */
static void add_row(struct cli_arguments *arguments, const struct swarm_param *row)
{
    size_t i = 0;
    while (i < arguments->row_count && strcmp(arguments->rows[i]->name, row->name) != 0) {
        ++i;
    }
    if (i == arguments->row_count) {
        arguments->rows[arguments->row_count++] = row;
    }
}

/* Adds rows up to the first without a name. */
static void add_rows(struct cli_arguments *arguments, const struct swarm_param *row)
{
    for (; row && row->name; ++row) {
        arguments->rows[arguments->row_count++] = row;
    }
}

/* Adds the options of other problems with batches, once each. */
static void add_batches(struct cli_arguments *arguments)
{
    const struct cli_command *command = arguments->command;
    for (const struct cli_problem *other = NULL; (other = cli_problem_next(other));) {
        for (const struct swarm_param *row = NULL; other->load && (row = swarm_param_next(other->name, row));) {
            if (!is_listed(command->skipped, row) && !cli_find_name(arguments, row->name, strlen(row->name))) {
                arguments->rows[arguments->row_count++] = row;
            }
        }
    }
}

void cli_arguments_init(struct cli_arguments *arguments, const struct cli_command *command)
{
    const char *problem = command->problem ? command->problem->name : NULL;
    *arguments = (struct cli_arguments){.command = command};
    add_rows(arguments, command->own);
    for (const struct cli_problem *other = NULL; command->measures && (other = cli_problem_next(other));) {
        for (const char *const *name = other->conditions; name && *name; ++name) {
            add_row(arguments, swarm_param_find(other->name, *name));
        }
    }
    for (const struct swarm_param *row = NULL; problem && (row = swarm_param_next(problem, row));) {
        if (command->picked ? is_listed(command->picked, row)
                            : !command->skipped || !is_listed(command->skipped, row)) {
            add_row(arguments, row);
        }
    }
    if (command->batches) {
        add_batches(arguments);
    }
    add_rows(arguments, command->shared == CLI_ROWS_OF_RUNS ? rows_of_runs : NULL);
    arguments->common_count = command->shared == CLI_ROWS_OF_TEXT ? 1 : ROWS_OF_ALL;
    add_rows(arguments, rows_of_all + ROWS_OF_ALL - arguments->common_count);
    assert(arguments->row_count <= CLI_ROWS_MAX);
}

void cli_arguments_deinit(struct cli_arguments *arguments)
{
    for (size_t i = 0; i < arguments->given_count; ++i) {
        free(arguments->given[i].plain);
    }
    free(arguments->given);
    free(arguments->operands);
    *arguments = (struct cli_arguments){.command = NULL};
}

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

void cli_guess_offer(struct cli_guess *guess, const char *candidate)
{
    const size_t distance = swarm_word_distance(guess->word, candidate);
    if (distance < SIZE_MAX && (!guess->nearest || distance < guess->distance)) {
        guess->distance = distance;
        guess->nearest = candidate;
    }
}

const char *cli_guess_text(const struct cli_guess *guess, const char *prefix, char text[CLI_GUESS_TEXT])
{
    char word[64];
    snprintf(word, sizeof word, " %s ", guess->word);
    snprintf(text, CLI_GUESS_TEXT, "%s%s%s%s", guess->nearest ? "; did you mean " : "", guess->nearest ? prefix : "",
             guess->nearest ? guess->nearest : "", guess->nearest ? "?" : "");
    for (const struct cli_problem *problem = NULL; (problem = cli_problem_next(problem));) {
        if (problem->words && strstr(problem->words, word)) {
            snprintf(text, CLI_GUESS_TEXT, "; `swarmcl %s` %s", problem->name, problem->purpose);
        }
    }
    return text;
}

enum swarm_status cli_usage_error(const struct cli_command *command, const char *format, ...)
{
    char hint[64];
    va_list arguments;
    va_start(arguments, format);
    snprintf(hint, sizeof hint, "\nsee swarmcl %s%s--help", command ? command->name : "", command ? " " : "");
    cli_message("swarmcl: ", format, arguments, hint);
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

/* Refuses an unknown option. Abbreviations are refused, too, because a new option must not change the meaning of an
 * old script. */
static enum swarm_status refuse_name(const struct cli_arguments *arguments, const char *name, size_t length)
{
    const struct cli_command *command = arguments->command;
    char hint[256] = "", word[64];
    size_t used = 0;
    struct cli_guess guess = {.word = word};
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    for (size_t i = 0; i < arguments->row_count && length > 0; ++i) {
        const char *candidate = arguments->rows[i]->name;
        cli_guess_offer(&guess, candidate);
        if (strncmp(candidate, name, length) == 0 && used + strlen(candidate) + 8 < sizeof hint) {
            used += (size_t)snprintf(hint + used, sizeof hint - used, "%s--%s", used > 0 ? ", " : "", candidate);
        }
    }
    return cli_usage_error(command, "unknown option --%.*s%s%s", (int)length, name,
                           used > 0 ? "; options are written in full: " : "",
                           used > 0 ? hint : cli_guess_text(&guess, "--", hint));
}

/* The units of values, by the unit of their row; the first of each is the row's own. */
static const struct {
    const char *row, *name;
    double factor;
} units[] = {{"s", "s", 1},      {"s", "m", 60},         {"s", "min", 60},           {"s", "h", 3600},
             {"length", "m", 1}, {"length", "km", 1000}, {"length", "mi", 1609.344}, {"%", "%", 1},
             {"min", "min", 1},  {"min", "h", 60},       {"km/h", "km/h", 1},        {"km/h", "mph", 1.609344}};

/* Replaces a value such as 5m or 20km by the number of seconds or metres. Other values do not change. */
static enum swarm_status take_unit(const struct cli_command *command, struct cli_argument *given)
{
    const char *value = given->value, *unit = value + strspn(value, "0123456789.");
    const char *name = unit + strspn(unit, " ");
    char *end = NULL;
    bool is_unit = false; /* text follows a number whose row has units */
    for (size_t k = 0; given->row->unit && *name && k < sizeof units / sizeof *units; ++k) {
        const double number = strtod(value, &end) * units[k].factor;
        if (end == unit && strcmp(units[k].row, given->row->unit) == 0 && strcmp(units[k].name, name) == 0) {
            given->plain = malloc(CLI_REAL_SIZE);
            TRY(given->plain ? SWARM_OK : cli_fail_memory());
            snprintf(given->plain, CLI_REAL_SIZE, "%.15g", number);
            given->metres = units[k].row[0] == 'l' ? value : NULL;
            given->value = given->plain;
            return SWARM_OK;
        }
        is_unit = is_unit || (strcmp(units[k].row, given->row->unit) == 0 && end == unit && unit > value);
    }
    return !is_unit
               ? SWARM_OK
               : cli_usage_error(command, "--%s %s: expected a number, with or without %s", given->row->name, value,
                                 given->row->unit[0] == 'l'             ? "m, km or mi"
                                 : given->row->unit[0] == '%'           ? "%"
                                 : given->row->unit[0] == 'k'           ? "km/h or mph"
                                 : strcmp(given->row->unit, "min") == 0 ? "min or h"
                                                                        : "s, m, min or h");
}

enum swarm_status cli_require_metres(const struct cli_arguments *arguments, const struct swarm_instance_info *info)
{
    for (size_t i = 0; i < arguments->given_count; ++i) {
        const struct cli_argument *given = &arguments->given[i];
        if (given->metres && strcmp(info->unit, "m") != 0) {
            return cli_usage_error(arguments->command,
                                   "--%s %s: the lengths of %s have no unit, expected a number without one",
                                   given->row->name, given->metres, info->name);
        }
    }
    return SWARM_OK;
}

/* True if the library has the option for a problem of the command. */
static bool is_of_library(const struct cli_command *command, const struct swarm_param *row)
{
    bool found = command->problem && swarm_param_find(command->problem->name, row->name) == row;
    for (const struct cli_problem *other = NULL; command->batches && !found && (other = cli_problem_next(other));) {
        found = other->load && swarm_param_find(other->name, row->name) == row;
    }
    return found;
}

/* Adds an option. `own`: its value in the same word; NULL: the next word is the value, and *next is moved past it. */
static enum swarm_status take(struct cli_arguments *arguments, const struct swarm_param *row, const char *own,
                              char ***next)
{
    const struct cli_command *command = arguments->command;
    const char *value = own;
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
        const bool twice = row->writes && row->repeats; /* check_files() of output.c reports two equal files */
        if (earlier->row == row && strcmp(earlier->value, value) == 0 && !twice) {
            return SWARM_OK;
        }
        if (earlier->row == row && !row->repeats) {
            return cli_usage_error(command, "option --%s was given twice, with '%s' and with '%s'", row->name,
                                   earlier->value, value);
        }
    }
    arguments->given[arguments->given_count++] =
        (struct cli_argument){.row = row, .value = value, .of_library = is_of_library(command, row)};
    return take_unit(command, &arguments->given[arguments->given_count - 1]);
}

/* Reads --NAME VALUE or --NAME=VALUE. */
static enum swarm_status take_name(struct cli_arguments *arguments, const char *name, char ***next)
{
    const size_t length = strcspn(name, "=");
    const struct swarm_param *row = cli_find_name(arguments, name, length);
    return row ? take(arguments, row, name[length] ? name + length + 1 : NULL, next)
               : refuse_name(arguments, name, length);
}

/* Reads -L VALUE or -LVALUE, with or without flags before the letter L. */
static enum swarm_status take_letters(struct cli_arguments *arguments, const char *letters, char ***next)
{
    for (bool more = true; more && *letters; ++letters) {
        const struct swarm_param *row = cli_find_letter(arguments, *letters);
        if (!row) {
            return cli_usage_error(arguments->command, "unknown option -%c", *letters);
        }
        more = row->kind == SWARM_PARAM_FLAG;
        TRY(take(arguments, row, more || !letters[1] ? NULL : letters + 1, next));
    }
    return SWARM_OK;
}

static enum swarm_status parse_words(struct cli_arguments *arguments, char **next)
{
    bool only_operands = false; /* True after "--": all further words are operands */
    while (*next && !arguments->help) {
        const char *word = *next++;
        if (only_operands || word[0] != '-' || !word[1]) {
            arguments->operands[arguments->operand_count++] = word;
        } else if (strcmp(word, "--") == 0) {
            only_operands = true;
        } else {
            TRY(word[1] == '-' ? take_name(arguments, word + 2, &next) : take_letters(arguments, word + 1, &next));
        }
    }
    arguments->help_all = arguments->help && *next && strcmp(*next, "all") == 0;
    return SWARM_OK;
}

/* Checks the values of the program's own options; swarm_params_set() checks the library's. */
static enum swarm_status check_given(const struct cli_arguments *arguments, const struct cli_console *console)
{
    for (const struct cli_argument *given = arguments->given; given < arguments->given + arguments->given_count;
         ++given) {
        if (!given->of_library) {
            TRY(cli_checked_usage(console, arguments->command,
                                  swarm_param_check(console->context, given->row, given->value)));
        }
    }
    return cli_has(arguments, CLI_QUIET) && cli_has(arguments, CLI_VERBOSE)
               ? cli_usage_error(arguments->command, "--quiet and --verbose cannot be used together")
               : SWARM_OK;
}

/* Checks the number of operands against command->operands. */
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
        const size_t bracket = word[-1] == ']';
        more = length > 3 + bracket && strncmp(word - 3 - bracket, "...", 3) == 0;
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
    arguments->operands = calloc((size_t)argc, sizeof *arguments->operands);
    /* A word such as -qv contains several options, but each option is stored once. */
    arguments->given = calloc((size_t)argc + arguments->row_count, sizeof *arguments->given);
    TRY(arguments->operands && arguments->given ? SWARM_OK : cli_fail_memory());
    TRY(parse_words(arguments, argv + 1));
    if (arguments->help) {
        return SWARM_OK;
    }
    TRY(check_given(arguments, console));
    TRY(check_operands(arguments));
    const size_t readers = cli_arguments_stdin_readers(arguments);
    return readers > 1 ? cli_usage_error(arguments->command,
                                         "'-' was given %zu times: the standard input can be read only once", readers)
                       : SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Parameters                                                                                                         */

/* The device in the environment; NULL: there is none, the command line names a device, or the command has no
 * --device. */
static const char *environment_device(const struct cli_arguments *arguments)
{
    const char *device = getenv(CLI_DEVICE_VARIABLE), *name = cli_option_name(CLI_DEVICE);
    const bool taken = cli_find_name(arguments, name, strlen(name)) && !cli_has(arguments, CLI_DEVICE);
    return device && *device && taken ? device : NULL;
}

/* Sets a parameter to all values of an option, joined by commas. */
static enum swarm_status give(const struct cli_console *console, const struct cli_arguments *arguments,
                              const struct swarm_param *row, swarm_params *params)
{
    struct cli_buffer joined = {.bytes = NULL};
    for (size_t i = 0; i < arguments->given_count; ++i) {
        if (arguments->given[i].row == row) {
            cli_buffer_format(&joined, "%s%s", joined.size > 0 ? "," : "", arguments->given[i].value);
        }
    }
    cli_buffer_put(&joined, "", 1);
    const enum swarm_status status =
        joined.failed ? cli_fail_memory()
                      : cli_checked_usage(console, arguments->command,
                                          swarm_params_set(console->context, params, row->name, joined.bytes));
    cli_buffer_deinit(&joined);
    return status;
}

enum swarm_status cli_parameters_create(const struct cli_console *console, const struct cli_arguments *arguments,
                                        const struct cli_problem *problem, swarm_params **params)
{
    const char *device = environment_device(arguments);
    TRY(cli_checked(console, swarm_params_create(console->context, problem->name, params)));
    for (size_t i = 0; i < arguments->given_count; ++i) {
        const struct cli_argument *given = &arguments->given[i];
        if (given->of_library && !swarm_param_find(problem->name, given->row->name)) {
            return cli_usage_error(arguments->command, "--%s is not for `swarmcl %s`", given->row->name, problem->name);
        }
        TRY(given->of_library ? give(console, arguments, given->row, *params) : SWARM_OK);
    }
    return device ? cli_parameters_set(console, *params, CLI_DEVICE, device) : SWARM_OK;
}

enum swarm_status cli_parameters_set(const struct cli_console *console, swarm_params *params, enum cli_option option,
                                     const char *value)
{
    return cli_checked(console, swarm_params_set(console->context, params, cli_option_name(option), value));
}

const char *cli_parameter(const swarm_params *params, enum cli_option option)
{
    return swarm_params_get(params, cli_option_name(option));
}

bool cli_parameter_is_set(const swarm_params *params, enum cli_option option)
{
    const char *value = cli_parameter(params, option);
    return value && strcmp(value, "true") == 0;
}

bool cli_without_device(const swarm_params *params)
{
    return strcmp(cli_parameter(params, CLI_DEVICE), "none") == 0;
}

const char *cli_setting(const swarm_result *result, enum cli_option option)
{
    for (size_t i = 0; i < result->setting_count; ++i) {
        if (strcmp(result->settings[i].name, cli_option_name(option)) == 0) {
            return result->settings[i].value;
        }
    }
    return NULL;
}

enum swarm_status cli_checked_run(const struct cli_console *console, const struct cli_arguments *arguments,
                                  enum swarm_status status)
{
    const char *device = environment_device(arguments);
    cli_checked(console, status);
    if (device && (status == SWARM_ERROR_INVALID_ARGUMENT || status == SWARM_ERROR_NO_DEVICE)) {
        cli_error("the environment sets %s to '%s'", CLI_DEVICE_VARIABLE, device);
    }
    return status;
}
