#include "replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void cli_replay_deinit(struct cli_replay *replay)
{
    free(replay->settings);
    free(replay->starts);
    cli_replay_close(replay->document);
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
    TRY(cli_checked(console, swarm_file_read(console->context, path, &text, &size)));
    TRY(cli_replay_parse(arguments->command->problem, strcmp(path, "-") == 0 ? "stdin" : path, text, size, replay));
    TRY(cli_checked_usage(console, arguments->command, swarm_params_replay(console->context, params, &replay->record)));
done:
    swarm_free(text);
    return status;
}

/* Whether a document says `written` where the program has `text`: it writes what is no UTF-8 as U+FFFD. */
static bool is_same(const char *written, const char *text)
{
    struct cli_json a, b;
    cli_json_init(&a);
    cli_json_init(&b);
    cli_json_text(&a, NULL, written);
    cli_json_text(&b, NULL, text);
    const bool complete = cli_json_finish(&a) && cli_json_finish(&b);
    const bool same = a.text.size == b.text.size && memcmp(a.text.bytes, b.text.bytes, a.text.size) == 0;
    cli_json_deinit(&a);
    cli_json_deinit(&b);
    return complete && same;
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
    if (result->stop_reason == SWARM_STOP_TIME || result->stop_reason == SWARM_STOP_CANCELLED) {
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
