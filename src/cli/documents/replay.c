#include "replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"

/* Refuses a `value` that the option `row` cannot have; options of numbers may have words, too. */
static void check_type(struct cli_reader *reader, const struct swarm_param *row, struct json_object *value)
{
    const enum json_type type = json_object_get_type(value);
    bool number = type == json_type_int || type == json_type_double;
    for (const struct swarm_variant *word = row->words; type == json_type_string && word && word->name; ++word) {
        number = number || strcmp(word->name, json_object_get_string(value)) == 0;
    }
    if (row->kind == SWARM_PARAM_FLAG && type != json_type_boolean) {
        cli_reader_refuse(reader, value, "true or false");
    } else if ((row->kind == SWARM_PARAM_INTEGER || row->kind == SWARM_PARAM_REAL) && !number) {
        cli_reader_refuse(reader, value, "a number, or a word that the option has");
    } else if ((row->kind == SWARM_PARAM_WORD || row->kind == SWARM_PARAM_TEXT) && type != json_type_string) {
        cli_reader_refuse(reader, value, "a string");
    }
}

static void take_parameters(struct cli_reader *reader, struct cli_replay *replay)
{
    const char *problem = reader->command;
    struct json_object *parameters = cli_reader_find(reader, json_type_object, "parameters");
    if (!parameters) {
        return;
    }
    replay->settings = calloc((size_t)json_object_object_length(parameters) + 1, sizeof *replay->settings);
    replay->record.settings = replay->settings;
    reader->status = replay->settings ? SWARM_OK : cli_fail_memory();
    json_object_object_foreach(parameters, name, value)
    {
        const struct swarm_param *row = swarm_param_find(problem, name);
        if (reader->status != SWARM_OK) {
            break;
        }
        snprintf(reader->name, sizeof reader->name, "parameters.%s", name);
        if (row && value) {
            check_type(reader, row, value);
        }
        replay->settings[replay->record.setting_count++] =
            (struct swarm_setting){.name = name, .value = value ? cli_reader_text(reader, value) : NULL};
    }
}

/* Takes the answers that the run began with, if any. */
static void take_starts(struct cli_reader *reader, const struct cli_problem *problem, struct cli_replay *replay)
{
    struct json_object *starts = NULL;
    if (json_pointer_get(reader->document, "/init", &starts) != 0 || !starts) {
        return;
    }
    starts = cli_reader_find(reader, json_type_array, "init");
    const size_t count = starts ? json_object_array_length(starts) : 0;
    replay->starts = calloc(count + 1, sizeof *replay->starts);
    if (!replay->starts) {
        reader->status = cli_fail_memory();
    }
    for (size_t i = 0; i < count && reader->status == SWARM_OK; ++i) {
        cli_reader_find(reader, json_type_object, "init.%zu", i);
        replay->starts[i].file = cli_reader_text(reader, cli_reader_find(reader, json_type_string, "init.%zu.file", i));
        replay->starts[i].score =
            cli_reader_text(reader, cli_reader_find(reader, json_type_double, "init.%zu.%s", i, problem->score));
        ++replay->start_count;
    }
}

static void take_document(struct cli_reader *reader, const struct cli_problem *problem, struct cli_replay *replay)
{
    replay->version = cli_reader_text(reader, cli_reader_find(reader, json_type_string, "version"));
    cli_reader_find(reader, json_type_object, "%s", problem->member);
    replay->name = cli_reader_text(reader, cli_reader_find(reader, json_type_string, "%s.name", problem->member));
    replay->size =
        cli_reader_count(reader, cli_reader_find(reader, json_type_int, "%s.%s", problem->member, problem->size));
    take_parameters(reader, replay);
    take_starts(reader, problem, replay);
    cli_reader_find(reader, json_type_object, "result");
    replay->score = cli_reader_text(reader, cli_reader_find(reader, json_type_double, "result.%s", problem->score));
    replay->record.iterations = cli_reader_count(reader, cli_reader_find(reader, json_type_int, "result.iterations"));
    const char *reason = cli_reader_text(reader, cli_reader_find(reader, json_type_string, "result.stop_reason"));
    if (reason && strcmp(reason, swarm_stop_reason_name(SWARM_STOP_TARGET)) == 0) {
        replay->record.target = replay->score;
    }
}

enum swarm_status cli_replay_parse(const struct cli_problem *problem, const char *path, const char *text, size_t size,
                                   struct cli_replay *replay)
{
    struct cli_reader reader = {.path = path, .command = problem->name, .nulls = !problem->whole};
    replay->path = replay->record.name = path;
    cli_reader_parse(&reader, text, size);
    replay->document = reader.document;
    if (reader.status == SWARM_OK) {
        take_document(&reader, problem, replay);
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
    TRY_OR(done, cli_replay_parse(arguments->command->problem, cli_path_label(path), text, size, replay));
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
                  replay->name, replay->size, problem->size, cli_path_label(operand), subject->name, subject->size,
                  problem->size);
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
