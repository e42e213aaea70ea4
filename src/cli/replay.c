#include "replay.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

/* A document being read. The first error is printed and stays; later calls find nothing. */
struct reader {
    const char *path; /* of the file */
    const struct cli_problem *problem;
    struct json_object *document;
    enum swarm_status status;
    char name[80]; /* of the current value: "result.length", "init.0.file" */
};

/* "a whole number" and the like. */
static const char *type_text(enum json_type type)
{
    static const char *const texts[] = {
        [json_type_null] = "null",          [json_type_boolean] = "true or false", [json_type_double] = "a number",
        [json_type_int] = "a whole number", [json_type_object] = "an object",      [json_type_array] = "an array",
        [json_type_string] = "a string"};
    return texts[type];
}

static void refuse(struct reader *reader, struct json_object *found, const char *expected)
{
    cli_error("%s: \"%s\" is %s, expected %s", reader->path, reader->name, type_text(json_object_get_type(found)),
              expected);
    reader->status = SWARM_ERROR_INPUT;
}

/* The value of that name and type; NULL: none. A whole number is a number, too; so is null, which stands for a real
 * score that is no number. */
CLI_PRINTF(3, 4)
static struct json_object *find(struct reader *reader, enum json_type type, const char *name, ...)
{
    char pointer[sizeof reader->name + 1] = "/";
    struct json_object *found = NULL;
    va_list arguments;
    if (reader->status != SWARM_OK) {
        return NULL;
    }
    va_start(arguments, name);
    vsnprintf(reader->name, sizeof reader->name, name, arguments);
    va_end(arguments);
    strcat(pointer, reader->name);
    for (char *dot = pointer; (dot = strchr(dot, '.'));) {
        *dot = '/';
    }
    if (json_pointer_get(reader->document, pointer, &found) != 0) {
        cli_error("%s: found no \"%s\", expected %s in a document of `swarmcl %s --json`", reader->path, reader->name,
                  type_text(type), reader->problem->name);
        reader->status = SWARM_ERROR_INPUT;
    } else if (!json_object_is_type(found, type)
               && !(type == json_type_double
                    && (json_object_is_type(found, json_type_int) || (!found && !reader->problem->whole)))) {
        refuse(reader, found, type_text(type));
    }
    return reader->status == SWARM_OK ? found : NULL;
}

/* The text of a value from find(): a number as it is written, a text without NUL, like the program's own. */
static const char *text_of(struct reader *reader, struct json_object *value)
{
    const bool string = json_object_is_type(value, json_type_string);
    if (reader->status != SWARM_OK) {
        return NULL;
    }
    const char *text =
        string ? json_object_get_string(value) : json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
    if (!text) {
        reader->status = cli_fail_memory();
    } else if (string && strlen(text) != (size_t)json_object_get_string_len(value)) {
        cli_error("%s: \"%s\" has a NUL in it, expected a string without", reader->path, reader->name);
        reader->status = SWARM_ERROR_INPUT;
    }
    return text;
}

static uint64_t count_of(struct reader *reader, struct json_object *value)
{
    if (json_object_get_int64(value) < 0) {
        cli_error("%s: \"%s\" is %" PRId64 ", expected 0 or more", reader->path, reader->name,
                  json_object_get_int64(value));
        reader->status = SWARM_ERROR_INPUT;
    }
    return json_object_get_uint64(value);
}

/* Refuses a `value` that the option `row` cannot have; options of numbers may have words, too. */
static void check_type(struct reader *reader, const struct swarm_param *row, struct json_object *value)
{
    const enum json_type type = json_object_get_type(value);
    bool number = type == json_type_int || type == json_type_double;
    for (const struct swarm_variant *word = row->words; type == json_type_string && word && word->name; ++word) {
        number = number || strcmp(word->name, json_object_get_string(value)) == 0;
    }
    if (row->kind == SWARM_PARAM_FLAG && type != json_type_boolean) {
        refuse(reader, value, "true or false");
    } else if ((row->kind == SWARM_PARAM_INTEGER || row->kind == SWARM_PARAM_REAL) && !number) {
        refuse(reader, value, "a number, or a word that the option has");
    } else if ((row->kind == SWARM_PARAM_WORD || row->kind == SWARM_PARAM_TEXT) && type != json_type_string) {
        refuse(reader, value, "a string");
    }
}

static void take_parameters(struct reader *reader, struct cli_replay *replay)
{
    const char *problem = reader->problem->name;
    struct json_object *parameters = find(reader, json_type_object, "parameters");
    if (!parameters) {
        return;
    }
    replay->settings = calloc((size_t)json_object_object_length(parameters) + 1, sizeof *replay->settings);
    replay->record.settings = replay->settings;
    reader->status = replay->settings ? SWARM_OK : cli_fail_memory();
    json_object_object_foreach(parameters, name, value)
    {
        const struct swarm_param *renamed = swarm_param_find_renamed(problem, name);
        const struct swarm_param *row = renamed ? renamed : swarm_param_find(problem, name);
        if (reader->status != SWARM_OK) {
            break;
        }
        snprintf(reader->name, sizeof reader->name, "parameters.%s", name);
        if (row && value) {
            check_type(reader, row, value);
        }
        replay->settings[replay->record.setting_count++] =
            (struct swarm_setting){.name = name, .value = value ? text_of(reader, value) : NULL};
    }
}

/* Takes the answers that the run began with, if any. */
static void take_starts(struct reader *reader, struct cli_replay *replay)
{
    struct json_object *starts = NULL;
    if (json_pointer_get(reader->document, "/init", &starts) != 0 || !starts) {
        return;
    }
    starts = find(reader, json_type_array, "init");
    const size_t count = starts ? json_object_array_length(starts) : 0;
    replay->starts = calloc(count + 1, sizeof *replay->starts);
    if (!replay->starts) {
        reader->status = cli_fail_memory();
    }
    for (size_t i = 0; i < count && reader->status == SWARM_OK; ++i) {
        find(reader, json_type_object, "init.%zu", i);
        replay->starts[i].file = text_of(reader, find(reader, json_type_string, "init.%zu.file", i));
        replay->starts[i].score =
            text_of(reader, find(reader, json_type_double, "init.%zu.%s", i, reader->problem->score));
        ++replay->start_count;
    }
}

static void take_document(struct reader *reader, struct cli_replay *replay)
{
    const struct cli_problem *problem = reader->problem;
    replay->version = text_of(reader, find(reader, json_type_string, "version"));
    find(reader, json_type_object, "%s", problem->member);
    replay->name = text_of(reader, find(reader, json_type_string, "%s.name", problem->member));
    replay->size = count_of(reader, find(reader, json_type_int, "%s.%s", problem->member, problem->size));
    take_parameters(reader, replay);
    take_starts(reader, replay);
    find(reader, json_type_object, "result");
    replay->score = text_of(reader, find(reader, json_type_double, "result.%s", problem->score));
    replay->record.iterations = count_of(reader, find(reader, json_type_int, "result.iterations"));
    const char *reason = text_of(reader, find(reader, json_type_string, "result.stop_reason"));
    if (reason && strcmp(reason, swarm_stop_reason_name(SWARM_STOP_TARGET)) == 0) {
        replay->record.target = replay->score;
    }
}

/* Parses the text, which a NUL ends. */
static enum swarm_status parse(struct reader *reader, const char *text, size_t size)
{
    size_t line = 1;
    if (size >= INT_MAX) {
        cli_error("%s: found %zu bytes, expected the document of a run, which is below 2 GiB", reader->path, size);
        return SWARM_ERROR_INPUT;
    }
    struct json_tokener *tokener = json_tokener_new();
    TRY(tokener ? SWARM_OK : cli_fail_memory());
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    reader->document = json_tokener_parse_ex(tokener, text, (int)size + 1);
    const enum json_tokener_error error = json_tokener_get_error(tokener);
    const size_t end = json_tokener_get_parse_end(tokener);
    json_tokener_free(tokener);
    if (error != json_tokener_success || end < size) {
        for (size_t i = 0; i < end && i < size; ++i) {
            line += text[i] == '\n';
        }
        cli_error("%s:%zu: %s, expected a document of `swarmcl %s --json`", reader->path, line,
                  error != json_tokener_success ? json_tokener_error_desc(error) : "found a NUL",
                  reader->problem->name);
        return SWARM_ERROR_INPUT;
    }
    if (!json_object_is_type(reader->document, json_type_object)) {
        cli_error("%s: found %s, expected the object that `swarmcl %s --json` prints", reader->path,
                  type_text(json_object_get_type(reader->document)), reader->problem->name);
        return SWARM_ERROR_INPUT;
    }
    return SWARM_OK;
}

enum swarm_status cli_replay_parse(const struct cli_problem *problem, const char *path, const char *text, size_t size,
                                   struct cli_replay *replay)
{
    struct reader reader = {.path = path, .problem = problem};
    replay->path = replay->record.name = path;
    reader.status = parse(&reader, text, size);
    replay->document = reader.document;
    if (reader.status == SWARM_OK) {
        take_document(&reader, replay);
    }
    return reader.status;
}

void cli_replay_deinit(struct cli_replay *replay)
{
    free(replay->settings);
    free(replay->starts);
    json_object_put(replay->document);
    *replay = (struct cli_replay){.path = NULL};
}

enum swarm_status cli_replay_set(const struct cli_console *console, const struct cli_arguments *arguments,
                                 swarm_params *params, struct cli_replay *replay)
{
    const char *path = cli_value(arguments, CLI_REPLAY);
    char *text = NULL;
    size_t size = 0;
    enum swarm_status status = SWARM_OK;
    if (!path) {
        return SWARM_OK;
    }
    if (cli_has(arguments, CLI_RESUME)) {
        return cli_usage_error(arguments->command, "--replay and --resume exclude each other: one repeats a run from "
                                                   "its start, the other goes on with one");
    }
    TRY_OR(done, cli_checked(console, swarm_file_read(console->context, path, &text, &size)));
    TRY_OR(done,
           cli_replay_parse(arguments->command->problem, strcmp(path, "-") == 0 ? "stdin" : path, text, size, replay));
    TRY_OR(done, cli_checked_usage(console, arguments->command,
                                   swarm_params_replay(console->context, params, &replay->record)));
done:
    swarm_free(text);
    return status;
}

/* Whether `written` in a document is the program's `text`: documents have U+FFFD for bytes that are not UTF-8. */
static bool is_same(const char *written, const char *text)
{
    while (*text) {
        const size_t length = cli_utf8_length(text), size = length > 0 ? length : strlen(CLI_REPLACEMENT);
        if (strncmp(written, length > 0 ? text : CLI_REPLACEMENT, size) != 0) {
            return false;
        }
        written += size;
        text += length > 0 ? length : 1;
    }
    return *written == '\0';
}

/* Whether the document has this score. */
static bool has_score(const struct cli_subject *subject, const char *written, struct cli_score score,
                      char text[CLI_TEXT_SIZE])
{
    return strcmp(*cli_number_text(subject, score, text) ? text : "null", written) == 0;
}

enum swarm_status cli_replay_check(const struct cli_arguments *arguments, const struct cli_replay *replay,
                                   const struct cli_subject *subject)
{
    const struct cli_command *command = arguments->command;
    const struct cli_problem *problem = subject->problem;
    const char *operand = arguments->operands[0];
    char text[CLI_TEXT_SIZE];
    if (!replay->path) {
        return SWARM_OK;
    }
    if (!is_same(replay->name, subject->name) || replay->size != subject->size) {
        cli_error("%s: the run was one on \"%s\" of %" PRIu64 " %s, and %s is \"%s\" of %" PRIu64 " %s", replay->path,
                  replay->name, replay->size, problem->size, strcmp(operand, "-") == 0 ? "stdin" : operand,
                  subject->name, subject->size, problem->size);
        return SWARM_ERROR_INPUT;
    }
    for (size_t i = 0; i < subject->start_count || i < replay->start_count; ++i) {
        const struct cli_replay_start *had = i < replay->start_count ? &replay->starts[i] : NULL;
        const struct cli_start *given = i < subject->start_count ? &subject->starts[i] : NULL;
        if (!had) {
            return cli_usage_error(
                command, "--init %s clashes with --replay %s: the run that it repeats began with %zu %s%s", given->path,
                replay->path, replay->start_count, problem->answer, replay->start_count == 1 ? "" : "s");
        }
        if (!given) {
            return cli_usage_error(command,
                                   "--replay %s: the run began with the %s %s of %s %s; give it again as --init",
                                   replay->path, problem->answer, had->file, problem->score, had->score);
        }
        if (!has_score(subject, had->score, given->score, text)) {
            return cli_usage_error(command,
                                   "--init %s of %s %s clashes with --replay %s: the run began with the %s %s of %s %s "
                                   "in its place",
                                   given->path, problem->score, text, replay->path, problem->answer, had->file,
                                   problem->score, had->score);
        }
    }
    return SWARM_OK;
}

void cli_replay_compare(const struct cli_console *console, const struct cli_replay *replay,
                        const struct cli_subject *subject, const swarm_result *result)
{
    const char *score = subject->problem->score;
    char text[CLI_TEXT_SIZE];
    if (!replay->path || has_score(subject, replay->score, CLI_SCORE_OF(subject, result), text)) {
        return;
    }
    if (result->stop_reason == SWARM_STOP_TIME || result->stop_reason == SWARM_STOP_CANCELLED
        || result->stop_reason == SWARM_STOP_PROVEN) {
        cli_warn(console, "%s: %s %s and not %s, as this run ended (%s) before it had repeated all of that one",
                 replay->path, score, text, replay->score, swarm_stop_reason_name(result->stop_reason));
    } else if (strcmp(replay->version, swarm_version()) != 0) {
        cli_warn(console, "%s: %s %s and not %s: another version of swarmcl made it, %s and not %s", replay->path,
                 score, text, replay->score, replay->version, swarm_version());
    } else {
        cli_warn(console,
                 "%s: %s %s and not %s: the %s or the document has changed, or another build of swarmcl %s made it",
                 replay->path, score, text, replay->score, subject->problem->member, swarm_version());
    }
}
