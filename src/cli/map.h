/* map.h - where the nodes of an instance lie on a map, and their names beside them.
 *
 * Positions are whole numbers of page units. The long side of what is drawn has 1000 pixels; both axes have the same
 * scale. Latitude and longitude become an equirectangular map, true to scale along its middle parallel.
 */
#ifndef SWARMCL_CLI_MAP_H
#define SWARMCL_CLI_MAP_H

#include "page.h"

struct cli_map {
    int32_t *x;        /* [node_count], owned */
    int32_t *y;        /* [node_count], owned by x */
    int32_t left, top; /* its corner on the page */
    int32_t width, height;
    int32_t drawn_width; /* of the box round the nodes, in the middle of the map */
    int32_t drawn_height;
    bool around;            /* it shows the whole circle of latitude: what leaves at one side comes in at the other */
    double scale;           /* page units per scale_unit; 0 where no one number would be true */
    const char *scale_unit; /* "", "m" or "km"; static storage */
};

/* Lays out the nodes of an instance that has positions, with the map's corner at left and top. Returns owned: free it
 * with cli_map_deinit(). Errors: SWARM_ERROR_OUT_OF_MEMORY, of which nothing is printed. Cost: O(n). */
enum swarm_status cli_map_init(struct cli_map *map, const swarm_instance *instance, int32_t left, int32_t top);
void cli_map_deinit(struct cli_map *map);

/* The size of the letters of names, page units. */
enum { CLI_LABEL_SIZE = 12 * CLI_PIXEL };

/* Writes the names of the nodes that have one beside them, each where it covers least of other names, of nodes, which
 * have a radius, and of the tour's edges, and stays on the page. A name that would hide another is left out. How they
 * look is up to the element round them. Errors: SWARM_ERROR_OUT_OF_MEMORY, of which nothing is printed. Cost: O(n^2).
 */
enum swarm_status cli_labels_put(const struct cli_page *page, const struct cli_map *map, const swarm_instance *instance,
                                 const uint32_t *tour, int32_t radius);

#endif
