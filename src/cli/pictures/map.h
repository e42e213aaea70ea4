/* map.h - positions of nodes on a page, and their names: for the pictures of tours and of layouts only. */
#ifndef SWARMCL_CLI_MAP_H
#define SWARMCL_CLI_MAP_H

#include "cli/documents/report.h"
#include "cli/problems/instance.h"
#include "page.h"

enum {
    CLI_DISC_RADIUS = 8 * CLI_PIXEL, /* radius of a disc with a node's order */
    CLI_NOTE_SIZE = 9 * CLI_PIXEL,   /* size of small letters */
    CLI_MAP_FOOT = 36 * CLI_PIXEL,   /* height of the line below a map */
    CLI_FEW_NAMES = 60,   /* most nodes for which a map draws discs with their order, or numbers if they have no names;
                             on maps of more nodes, names that would cover another name or a node are left out */
    CLI_LABELS_MAX = 2000 /* most nodes for which a map draws names; on maps of more nodes few names would fit */
};

/* Positions of the nodes on the page. Both axes have the same scale. Latitude and longitude become an
 * equirectangular map, true to scale along its middle parallel. */
struct cli_map {
    int32_t *x, *y;                    /* [node_count] page units; x owned, y in the same memory */
    int32_t left, top;                 /* corner of the map on the page */
    int32_t width, height;             /* size of the map, at least LEAST_WIDTH x LEAST_HEIGHT */
    int32_t drawn_width, drawn_height; /* size of the box around the nodes, which is centred in the map */
    bool around;  /* the map shows all longitudes, so an edge may leave at one side and continue at the other */
    double scale; /* page units per scale_unit; 0: the scale differs too much within the map */
    const char *scale_unit; /* "", "m" or "km"; static storage */
};

/* Everything that the picture shows. */
struct cli_sheet {
    struct cli_page page;
    const swarm_instance *instance;
    const struct swarm_instance_info *info;
    const struct swarm_tour *tour; /* NULL in a layout */
    bool *fixed;                   /* [node_count] as cli_map_fixed() */
    struct cli_map map;
    int32_t stroke;     /* width of the tour's line */
    int32_t radius;     /* radius of a node's dot; 0: no dots */
    const void *layout; /* the data of name() and note() of a layout */
    /* Return the text next to a node, and a note in small letters after it; "": none; note NULL: there are no notes. */
    const char *(*name)(const struct cli_sheet *sheet, uint32_t node, char number[16]);
    const char *(*note)(const struct cli_sheet *sheet, uint32_t node, char number[16]);
    struct cli_box *names; /* boxes of the names drawn so far, [name_count] owned */
    size_t name_count;
};

/* The lines above the map of a tour. */
struct cli_facts cli_map_facts(const struct cli_work *work);

/* Sets *fixed to an array that is true for each node of the tour after which the edge is fixed. The caller owns it,
 * also after a failure. Prints errors. */
enum swarm_status cli_map_fixed(const struct cli_work *work, bool **fixed);

/* Computes the positions of all nodes, with the map's corner at left and top. Free map->x, also after a failure.
 * Prints errors. */
enum swarm_status cli_map_lay_out(struct cli_map *map, const swarm_instance *instance, int32_t left, int32_t top);

/* Draws a scale bar of 1, 2 or 5 times a power of ten, at most a quarter of the map's width, if the map has a scale. */
void cli_map_put_bar(const struct cli_page *page, const struct cli_map *map, int32_t y);

/* True if the node gets a disc with its order: few nodes with names, and none near it. */
bool cli_sheet_has_disc(const struct cli_sheet *sheet, uint32_t node);

/* Writes the labels of nodes where they cover as little as possible. O(n^2). Prints errors. */
enum swarm_status cli_sheet_put_names(struct cli_sheet *sheet);

#endif
