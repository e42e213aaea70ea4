/* document.h - reads documents that the program wrote: bounds, tours, and runs for --replay. Readers take text [size]
 * that a NUL follows, and a borrowed `path` for messages. They print errors, with the line if the JSON is malformed. */
#ifndef SWARMCL_CLI_DOCUMENT_H
#define SWARMCL_CLI_DOCUMENT_H

#include "cli/problems/problem.h"

/* Reads the bound in a document of `swarmcl bound` on an instance with `decimals`. The caller owns *potentials
 * (free()); *bound refers to it. */
enum swarm_status cli_certificate_parse(const char *path, const char *text, size_t size, int decimals,
                                        swarm_bound *bound, int32_t **potentials);

struct json_object;

/* Reads the array "tour" in a document of a run of tsp or orient. The caller owns *document, also after a failure. */
enum swarm_status cli_tour_parse(const struct cli_problem *problem, const char *path, const char *text, size_t size,
                                 struct json_object **document, struct json_object **tour);

/* A starting solution of the run. */
struct cli_replay_start {
    const char *file, *score;
};

/* The contents of a document for --replay, which owns its texts. All zero: no document. */
struct cli_replay {
    const char *path;    /* path of the document for messages; NULL: no document */
    const char *version; /* version of the program that wrote the document */
    const char *name;    /* name of the subject */
    uint64_t size;       /* size of the subject, such as its number of nodes */
    const char *score;   /* score of the result; "null" if it was NaN or infinite */
    struct swarm_record record;
    struct swarm_setting *settings;  /* [record.setting_count], owned */
    struct cli_replay_start *starts; /* [start_count], owned */
    size_t start_count;
    struct json_object *document; /* owned */
};

/* Reads a document of a run of `problem`. */
enum swarm_status cli_replay_parse(const struct cli_problem *problem, const char *path, const char *text, size_t size,
                                   struct cli_replay *replay);
void cli_replay_deinit(struct cli_replay *replay);

#endif
