/* document.h - reads documents that the program wrote: bounds, and runs to repeat. Both readers take `size` bytes of
 * text that a NUL follows, and `path`, borrowed, for messages. They print errors, with the line if the JSON is bad. */
#ifndef SWARMCL_CLI_DOCUMENT_H
#define SWARMCL_CLI_DOCUMENT_H

#include "cli/problems/problem.h"

/* Reads the bound in a document of `swarmcl bound` on an instance with `decimals`. *potentials returns owned (free());
 * *bound refers to it. */
enum swarm_status cli_certificate_parse(const char *path, const char *text, size_t size, int decimals,
                                        swarm_bound *bound, int32_t **potentials);

struct json_object;

/* A solution that the run started from. */
struct cli_replay_start {
    const char *file, *score;
};

/* The contents of a document, which owns the texts. All zero: no document. */
struct cli_replay {
    const char *path;    /* of the document, for messages; NULL: no document */
    const char *version; /* of the program that wrote it */
    const char *name;    /* of the subject */
    uint64_t size;
    const char *score; /* of the result; "null" if it was NaN or infinite */
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
