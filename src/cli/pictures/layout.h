/* layout.h - pictures of an assignment whose places have coordinates. Everything is borrowed. */
#ifndef SWARMCL_CLI_LAYOUT_H
#define SWARMCL_CLI_LAYOUT_H

#include "cli/problems/problem.h"
#include "page.h"

struct cli_layout {
    const struct cli_subject *subject;
    const swarm_qap *qap;
    const uint32_t *places, *items; /* place of each item; item of each place, UINT32_MAX: the place is empty */
    struct cli_score cost;
    const swarm_result *result; /* the run that found the assignment; NULL: unknown */
};

/* The sum of the flows between two items, in both directions, and their places. */
struct cli_flow {
    uint32_t from, to;
    double sum;
};

/* Finds the largest flows that are positive, in descending order. Returns their number. O(n^2). */
enum { CLI_FLOWS_MAX = 40 };
size_t cli_layout_flows(const struct cli_layout *layout, struct cli_flow flows[CLI_FLOWS_MAX]);

struct cli_facts cli_layout_facts(const struct cli_layout *layout, size_t flow_count);

/* Returns the name of the item at a place, or its number if it has no name; "" if the place is empty. */
const char *cli_layout_item(const struct cli_layout *layout, uint32_t place, char number[16]);

/* Write the picture as an SVG document, and as a page for a browser. Print errors. */
enum swarm_status cli_layout_svg(struct cli_buffer *svg, const struct cli_layout *layout);
enum swarm_status cli_layout_html(struct cli_buffer *html, const struct cli_layout *layout);

#endif
