/* label.h - text of an SVG document: escaped, cut to the room there is, and the names of nodes beside them. */
#ifndef SWARMCL_CLI_LABEL_H
#define SWARMCL_CLI_LABEL_H

#include "buffer.h"
#include "map.h"

/* The size of the letters of names, page units. */
enum { CLI_LABEL_SIZE = 12 * CLI_MAP_PIXEL };

/* Writes text for an element: what XML reserves is escaped, control characters are left out, bytes that are no UTF-8
 * become U+FFFD. Letters of `size` that would be wider than `width` (both page units) give way to an ellipsis. */
void cli_label_put(struct cli_buffer *svg, const char *text, int32_t width, int32_t size);

/* The page that names are written on; all borrowed, page units. */
struct cli_label_page {
    const struct cli_map *map;
    const uint32_t *tour; /* [node_count], whose edges names are kept off */
    int32_t left;         /* the map's corner */
    int32_t top;
    int32_t width;  /* of the page */
    int32_t radius; /* what a node covers */
};

/* Writes the names of the nodes that have one beside them, each where it covers least of other names, nodes and edges
 * and stays on the page. A name that would hide another is left out. How they look is up to the element round them.
 * Errors: SWARM_ERROR_OUT_OF_MEMORY, of which nothing is printed. Cost: O(n^2). */
enum swarm_status cli_labels_put(struct cli_buffer *svg, const struct cli_label_page *page,
                                 const swarm_instance *instance);

#endif
