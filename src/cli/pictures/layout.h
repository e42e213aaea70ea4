/* layout.h - the picture of an assignment whose places have coordinates. Everything is borrowed. */
#ifndef SWARMCL_CLI_LAYOUT_H
#define SWARMCL_CLI_LAYOUT_H

#include "cli/problems/problem.h"
#include "page.h"

struct cli_layout {
    const struct cli_subject *subject;
    const swarm_qap *qap;
    const uint32_t *places, *items; /* place of each item; item of each place, UINT32_MAX: the place is empty */
    const swarm_result *result;     /* without settings if the run that found the assignment is unknown */
};

/* Writes the picture as an SVG document. Prints errors. */
enum swarm_status cli_layout_svg(struct cli_buffer *svg, const struct cli_layout *layout);

#endif
