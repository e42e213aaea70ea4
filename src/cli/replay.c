#include "replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parameters.h"

void cli_replay_deinit(struct cli_replay *replay)
{
    free(replay->settings);
    free(replay->starts);
    cli_replay_close(replay->document);
    *replay = (struct cli_replay){.path = NULL};
}

enum swarm_status cli_replay_set(const struct cli_console *console, const struct cli_arguments *arguments,
                                 const struct cli_replay *replay, swarm_params *params)
{
    enum swarm_status status = swarm_params_replay(console->context, params, &replay->record);
    if (status == SWARM_ERROR_INVALID_ARGUMENT) {
        return cli_usage_error(arguments->command, "%s", swarm_context_error(console->context));
    }
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

/* Whether a document says `written` where the program has `text`: it writes what is no UTF-8 as U+FFFD. */
static enum swarm_status compare_text(const char *written, const char *text, bool *same)
{
    struct cli_json a, b;
    cli_json_init(&a);
    cli_json_init(&b);
    cli_json_text(&a, NULL, written);
    cli_json_text(&b, NULL, text);
    const bool complete = cli_json_finish(&a) && cli_json_finish(&b);
    *same = complete && a.text.size == b.text.size && memcmp(a.text.bytes, b.text.bytes, a.text.size) == 0;
    cli_json_deinit(&a);
    cli_json_deinit(&b);
    return complete ? SWARM_OK : cli_fail_memory();
}

enum swarm_status cli_replay_check_instance(const struct cli_replay *replay, const struct cli_subject *subject,
                                            const char *path)
{
    const struct swarm_instance_info *info = subject->info;
    bool same = true;
    enum swarm_status status = replay->path ? compare_text(replay->instance, info->name, &same) : SWARM_OK;
    if (status != SWARM_OK || !replay->path || (same && replay->nodes == info->node_count)) {
        return status;
    }
    cli_error("%s: the run was one on \"%s\" of %" PRIu64 " nodes, and %s is \"%s\" of %" PRIu32 " nodes", replay->path,
              replay->instance, replay->nodes, strcmp(path, "-") == 0 ? "stdin" : path, info->name, info->node_count);
    return SWARM_ERROR_INPUT;
}

enum swarm_status cli_replay_check_starts(const struct cli_arguments *arguments, const struct cli_replay *replay,
                                          const struct cli_subject *subject)
{
    char text[CLI_LENGTH_SIZE];
    if (!replay->path) {
        return SWARM_OK;
    }
    for (size_t i = 0; i < subject->start_count || i < replay->start_count; ++i) {
        const struct cli_replay_start *had = i < replay->start_count ? &replay->starts[i] : NULL;
        const struct cli_start *given = i < subject->start_count ? &subject->starts[i] : NULL;
        if (!had) {
            return cli_usage_error(arguments->command,
                                   "--init %s clashes with --replay %s: the run that it repeats began with %zu tour%s",
                                   given->path, replay->path, replay->start_count, replay->start_count == 1 ? "" : "s");
        }
        if (!given) {
            return cli_usage_error(arguments->command,
                                   "--replay %s: the run began with the tour %s of length %s; give it again as --init",
                                   replay->path, had->file, had->length);
        }
        cli_length_text(subject, given->length, text);
        if (strcmp(had->length, text) != 0) {
            return cli_usage_error(arguments->command,
                                   "--init %s of length %s clashes with --replay %s: the run began with the tour %s of "
                                   "length %s in its place",
                                   given->path, text, replay->path, had->file, had->length);
        }
    }
    return SWARM_OK;
}

void cli_replay_compare(const struct cli_console *console, const struct cli_replay *replay,
                        const struct cli_subject *subject, const swarm_result *result)
{
    char text[CLI_LENGTH_SIZE];
    if (!replay->path || strcmp(cli_length_text(subject, result->length, text), replay->length) == 0) {
        return;
    }
    if (result->stop_reason == SWARM_STOP_TIME || result->stop_reason == SWARM_STOP_CANCELLED) {
        cli_warn(console, "%s: length %s and not %s, as this run ended (%s) before it had repeated all of that one",
                 replay->path, text, replay->length, swarm_stop_reason_name(result->stop_reason));
    } else if (strcmp(replay->version, swarm_version()) != 0) {
        cli_warn(console, "%s: length %s and not %s: another version of swarmcl made it, %s and not %s", replay->path,
                 text, replay->length, replay->version, swarm_version());
    } else {
        cli_warn(console,
                 "%s: length %s and not %s: the instance or the document has changed, or another build of "
                 "swarmcl %s made it",
                 replay->path, text, replay->length, swarm_version());
    }
}
