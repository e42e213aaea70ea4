/* map.h - where the nodes of an instance lie on a map.
 *
 * Positions are whole numbers of page units, CLI_MAP_PIXEL to a pixel, from the map's upper left corner, x to the right
 * and y downwards. The long side of what is drawn has 1000 pixels; both axes have the same scale. Latitude and
 * longitude become an equirectangular map, true to scale along its middle parallel.
 */
#ifndef SWARMCL_CLI_MAP_H
#define SWARMCL_CLI_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include <swarmcl/swarmcl.h>

/* Page units in a pixel: fine enough to look into a map of 100,000 nodes, whose neighbours are 3 pixels apart. */
enum { CLI_MAP_PIXEL = 100 };

struct cli_map {
    int32_t *x; /* [node_count], owned */
    int32_t *y; /* [node_count], owned by x */
    int32_t width;
    int32_t height;
    int32_t drawn_width; /* of the box round the nodes, in the middle of the map */
    int32_t drawn_height;
    bool around;            /* it shows the whole circle of latitude: what leaves at one side comes in at the other */
    double scale;           /* page units per scale_unit; 0 where no one number would be true */
    const char *scale_unit; /* "", "m" or "km"; static storage */
};

/* Lays out the nodes of an instance that has positions. Returns owned: free it with cli_map_deinit().
 * Errors: SWARM_ERROR_OUT_OF_MEMORY, of which nothing is printed. Cost: O(n). */
enum swarm_status cli_map_init(struct cli_map *map, const swarm_instance *instance);
void cli_map_deinit(struct cli_map *map);

#endif
