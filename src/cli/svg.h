/* svg.h - the picture of a tour as an SVG document: a page of about 1000 pixels with the instance's name, the tour's
 * length and gap, the map and its scale. The same tour and instance give the same bytes. */
#ifndef SWARMCL_CLI_SVG_H
#define SWARMCL_CLI_SVG_H

#include "instance.h"

/* What is drawn; all borrowed. */
struct cli_picture {
    const struct cli_instance *instance;
    const uint32_t *tour; /* [node_count] */
    struct cli_score score;
    const swarm_result *result; /* the run that found it; NULL: unknown */
};

/* Refuses nodes without positions; prints so with the name of the file that was wanted. */
enum swarm_status cli_svg_require_positions(const char *path, const struct cli_instance *instance);

/* Writes the document; the instance has positions. Prints what is wrong. Cost: O(n), about 8 bytes a node. */
enum swarm_status cli_svg_write(struct cli_buffer *svg, const struct cli_picture *picture);

#endif
