/* replay.h - --replay: a document of `swarmcl tsp` becomes the run that it tells of. */
#ifndef SWARMCL_CLI_REPLAY_H
#define SWARMCL_CLI_REPLAY_H

#include "options.h"
#include "report.h"

/* A tour that the run began with. */
struct cli_replay_start {
    const char *file, *length;
};

/* What a document tells; texts are borrowed from it. All zero: there is none. */
struct cli_replay {
    const char *path;     /* of the document, as messages call it; NULL: nothing is repeated */
    const char *version;  /* of the program that wrote it */
    const char *instance; /* its name */
    const char *length;   /* of the tour */
    uint64_t nodes;
    struct swarm_record record;
    struct swarm_setting *settings;  /* [record.setting_count], owned */
    struct cli_replay_start *starts; /* [start_count], owned */
    size_t start_count;
    void *document; /* of the reader, owned */
};

/* Reads the document of --replay. Prints what is wrong. Errors: SWARM_ERROR_INPUT for what is none, with the line where
 * its text breaks the grammar; SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_replay_read(const struct cli_console *console, const struct cli_arguments *arguments,
                                  struct cli_replay *replay);

/* The same from `size` bytes of text with a NUL behind them; `path`, borrowed, is how messages call it. */
enum swarm_status cli_replay_parse(const char *path, const char *text, size_t size, struct cli_replay *replay);

void cli_replay_deinit(struct cli_replay *replay);

/* Frees what cli_replay_read() took from its reader. */
void cli_replay_close(void *document);

/* The parameters of the run. Prints what is wrong: options that clash with it, values that there are not. */
enum swarm_status cli_replay_set(const struct cli_console *console, const struct cli_arguments *arguments,
                                 const struct cli_replay *replay, swarm_params *params);

/* The instance, and then the tours of --init, against those of the run. Print what is wrong. */
enum swarm_status cli_replay_check_instance(const struct cli_replay *replay, const struct cli_subject *subject,
                                            const char *path);
enum swarm_status cli_replay_check_starts(const struct cli_arguments *arguments, const struct cli_replay *replay,
                                          const struct cli_subject *subject);

/* Warns when the tour is not as long as that of the run. */
void cli_replay_compare(const struct cli_console *console, const struct cli_replay *replay,
                        const struct cli_subject *subject, const swarm_result *result);

#endif
