/* replay.h - --replay: a document of a run becomes the run that it tells of. */
#ifndef SWARMCL_CLI_REPLAY_H
#define SWARMCL_CLI_REPLAY_H

#include "options.h"
#include "problem.h"

struct json_object;

/* An answer that the run began with. */
struct cli_replay_start {
    const char *file, *score;
};

/* What a document tells; texts are borrowed from it. All zero: there is none. */
struct cli_replay {
    const char *path;    /* of the document, as messages call it; NULL: nothing is repeated */
    const char *version; /* of the program that wrote it */
    const char *name;    /* of the subject */
    uint64_t size;
    const char *score; /* of the answer; "null" where that was no number */
    struct swarm_record record;
    struct swarm_setting *settings;  /* [record.setting_count], owned */
    struct cli_replay_start *starts; /* [start_count], owned */
    size_t start_count;
    struct json_object *document; /* owned */
};

/* Reads a document about a run of `problem`: `size` bytes of text with a NUL behind them; `path`, borrowed, is how
 * messages call it. Prints what is wrong, with the line where the text breaks the grammar. */
enum swarm_status cli_replay_parse(const struct cli_problem *problem, const char *path, const char *text, size_t size,
                                   struct cli_replay *replay);
void cli_replay_deinit(struct cli_replay *replay);

/* Reads the document of --replay, if it was given, and sets the parameters of the run. Prints what is wrong. */
enum swarm_status cli_replay_set(const struct cli_console *console, const struct cli_arguments *arguments,
                                 swarm_params *params, struct cli_replay *replay);

/* What is searched, and starts from, against that of the run. Prints what is wrong. */
enum swarm_status cli_replay_check(const struct cli_arguments *arguments, const struct cli_replay *replay,
                                   const struct cli_subject *subject);

/* Warns when the answer is not as good as that of the run. */
void cli_replay_compare(const struct cli_console *console, const struct cli_replay *replay,
                        const struct cli_subject *subject, const swarm_result *result);

#endif
