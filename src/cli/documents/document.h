/* document.h - reads documents that the program wrote: bounds, and runs to repeat. Both readers take `size` bytes of
 * text with a NUL behind them; `path`, borrowed, is its name in messages. They print errors, with the line for bad
 * JSON. */
#ifndef SWARMCL_CLI_DOCUMENT_H
#define SWARMCL_CLI_DOCUMENT_H

#include "cli/problems/problem.h"

/* Reads the bound of a document of `swarmcl bound` on an instance with so many `decimals`. *potentials returns owned
 * (free()), also in *bound. */
enum swarm_status cli_certificate_parse(const char *path, const char *text, size_t size, int decimals,
                                        swarm_bound *bound, int32_t **potentials);

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

/* Reads a document about a run of `problem`. */
enum swarm_status cli_replay_parse(const struct cli_problem *problem, const char *path, const char *text, size_t size,
                                   struct cli_replay *replay);
void cli_replay_deinit(struct cli_replay *replay);

#endif
