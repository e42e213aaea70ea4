/* instance.h - an instance of the travelling salesman problem, and reports of its tours. */
#ifndef SWARMCL_CLI_INSTANCE_H
#define SWARMCL_CLI_INSTANCE_H

#include "problem.h"

/* The subject of a run with lengths. */
struct cli_instance {
    struct cli_subject subject;
    swarm_instance *instance;
    const struct swarm_instance_info *info;
    bool path; /* tours are open paths */
};

/* The subject of a run with these parameters; NULL: a closed tour. The caller keeps the instance. */
struct cli_instance cli_instance_make(swarm_instance *instance, const swarm_params *params);

/* Reads a tour, returned owned, and measures it; `strict` as in swarm_tour_read_strict(). Prints errors. */
enum swarm_status cli_instance_read_tour(const struct cli_console *console, const struct cli_instance *instance,
                                         const char *path, bool strict, uint32_t **tour, struct cli_score *score);

/* The same for runs of orient: scores, and tours of some of the nodes. */
struct cli_instance cli_orient_make(swarm_instance *instance, const swarm_params *params);

/* A tour of some of the nodes. */
struct cli_some {
    uint32_t *tour; /* [count] owned */
    size_t count;
    int64_t length;
    struct cli_score score;
};

/* Reads and measures a tour of some nodes, which a run with these parameters could return. Free some->tour, also after
 * a failure. Prints errors. */
enum swarm_status cli_orient_read_tour(const struct cli_console *console, const struct cli_instance *instance,
                                       const swarm_params *params, const char *path, bool strict,
                                       struct cli_some *some);

/* A length in words, with its unit. Returns `text`. */
const char *cli_length_text(const struct swarm_instance_info *info, int64_t length, char text[CLI_TEXT_SIZE]);

void cli_json_length(struct cli_json *json, const char *key, const struct swarm_instance_info *info, int64_t length);

/* Writes the instance as an object. */
void cli_json_instance(struct cli_json *json, const struct cli_instance *instance);

/* A picture as an SVG document: a page of about 1000 pixels with the instance's name, the tour's length and gap, the
 * map and its scale. All borrowed. */
struct cli_picture {
    const struct cli_instance *instance;
    const uint32_t *tour; /* [count]: all nodes, or some */
    size_t count;
    int64_t length;
    struct cli_score score;     /* of the subject: the length, or another */
    const swarm_result *result; /* the run that found it; NULL: unknown */
};

/* Refuses nodes without positions; the message names the picture's file. */
enum swarm_status cli_svg_require_positions(const char *path, const struct cli_instance *instance);

/* Writes the document; the instance has positions. Prints errors. Cost: O(n), about 8 bytes a node. */
enum swarm_status cli_svg_write(struct cli_buffer *svg, const struct cli_picture *picture);

#endif
