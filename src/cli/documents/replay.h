/* replay.h - --replay: repeats the run of a document. */
#ifndef SWARMCL_CLI_REPLAY_H
#define SWARMCL_CLI_REPLAY_H

#include "cli/options.h"
#include "cli/problems/problem.h"

struct json_object;

/* An answer that the run began with. */
struct cli_replay_start {
    const char *file, *score;
};

/* The contents of a document, which owns the texts. All zero: there is none. */
struct cli_replay {
    const char *path;    /* the document, for messages; NULL: there is none */
    const char *version; /* of the program that wrote the document */
    const char *name;    /* of the subject */
    uint64_t size;
    const char *score; /* of the answer; "null" if it was no number */
    struct swarm_record record;
    struct swarm_setting *settings;  /* [record.setting_count], owned */
    struct cli_replay_start *starts; /* [start_count], owned */
    size_t start_count;
    struct json_object *document; /* owned */
};

/* Reads a document about a run of `problem`: `size` bytes of text with a NUL behind them. `path`, borrowed, is its name
 * in messages. Prints errors, with the line for bad JSON. */
enum swarm_status cli_replay_parse(const struct cli_problem *problem, const char *path, const char *text, size_t size,
                                   struct cli_replay *replay);
void cli_replay_deinit(struct cli_replay *replay);

/* Reads the document of --replay, if given, and sets the parameters of the run. Prints errors. */
enum swarm_status cli_replay_set(const struct cli_console *console, const struct cli_arguments *arguments,
                                 swarm_params *params, struct cli_replay *replay);

/* Compares the subject and the starts with the document's. Prints errors. */
enum swarm_status cli_replay_check(const struct cli_arguments *arguments, const struct cli_replay *replay,
                                   const struct cli_subject *subject);

/* Warns if the answer is not as good as the document's. */
void cli_replay_compare(const struct cli_console *console, const struct cli_replay *replay,
                        const struct cli_subject *subject, const swarm_result *result);

#endif
