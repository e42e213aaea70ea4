/* label.c - the names of nodes beside them. */
#include "map.h"

#include <stdlib.h>

enum { PIXEL = CLI_PIXEL, DISTANCE = 4 * PIXEL, NODE_SIDE = 10 * PIXEL };

/* Where a name may stand, seen from its node. */
static const struct place {
    const char *anchor; /* of the text, as SVG has it */
    int side;           /* -1: left of the node, 0: centred, 1: right of it */
    int level;          /* -1: above the node, 0: beside it, 1: below it */
} places[] = {
    {"start", 1, 0},  {"end", -1, 0},  {"middle", 0, -1}, {"middle", 0, 1},
    {"start", 1, -1}, {"end", -1, -1}, {"start", 1, 1},   {"end", -1, 1},
};
enum { PLACE_COUNT = sizeof places / sizeof places[0] };

static struct cli_box place_box(const struct place *place, int32_t x, int32_t y, int32_t width, int32_t radius)
{
    /* A name above and beside its node is nearer than the corner of the node's square. */
    const int32_t away = radius + DISTANCE, across = place->level == 0 ? away : away / 2;
    const int32_t left = place->side > 0 ? x + across : place->side < 0 ? x - across - width : x - width / 2;
    const int32_t middle = y + place->level * (place->side == 0 ? away + CLI_LABEL_SIZE / 3 : away + PIXEL);
    return (struct cli_box){left, middle - CLI_LABEL_SIZE / 2, left + width, middle + CLI_LABEL_SIZE / 2};
}

static int64_t overlap(const struct cli_box *a, const struct cli_box *b)
{
    const int64_t width = (a->right < b->right ? a->right : b->right) - (a->left > b->left ? a->left : b->left);
    const int64_t height = (a->bottom < b->bottom ? a->bottom : b->bottom) - (a->top > b->top ? a->top : b->top);
    return width > 0 && height > 0 ? width * height : 0;
}

/* What names are placed round. */
struct crowd {
    const struct cli_page *page;
    const struct cli_map *map;
    const uint32_t *tour;  /* [count], whose edges names are kept off */
    size_t count;          /* of nodes */
    int32_t radius;        /* what a node covers */
    struct cli_box *names; /* [name_count], owned: those that have a place */
    size_t name_count;
};

static int64_t area_of(const struct cli_box *box)
{
    return (int64_t)(box->right - box->left) * (box->bottom - box->top);
}

/* Narrows [from, to], the part of a line at + share * step, to what lies between the two bounds. */
static void clip(double at, double step, double least, double most, double *from, double *to)
{
    if (step == 0.0) {
        *to = at < least || at > most ? -1.0 : *to;
        return;
    }
    const double first = ((step > 0.0 ? least : most) - at) / step, last = ((step > 0.0 ? most : least) - at) / step;
    *from = first > *from ? first : *from;
    *to = last < *to ? last : *to;
}

/* Whether the edge from node i to node j meets the box; one that leaves the map at a side passes for none. */
static bool meets(const struct cli_map *map, uint32_t i, uint32_t j, const struct cli_box *box)
{
    double from = 0.0, to = map->around && abs(map->x[j] - map->x[i]) > map->width / 2 ? -1.0 : 1.0;
    clip(map->x[i], map->x[j] - map->x[i], box->left, box->right, &from, &to);
    clip(map->y[i], map->y[j] - map->y[i], box->top, box->bottom, &from, &to);
    return from < to;
}

/* How much a name at `box` would cover of the names that have a place. */
static int64_t names_covered(const struct crowd *crowd, const struct cli_box *box)
{
    int64_t area = 0;
    for (size_t i = 0; i < crowd->name_count; ++i) {
        area += overlap(box, &crowd->names[i]);
    }
    return area;
}

/* What is wrong with a name at `box`, as an area: worst to be off the page, bad to cover names and nodes, and an edge
 * counts as a strip. */
static int64_t place_cost(const struct crowd *crowd, const struct cli_box *box)
{
    enum { OFF_PAGE = 1000, NAME = 8, EDGE_AREA = 20 * PIXEL * PIXEL, HALF = NODE_SIDE / 2 };
    const struct cli_map *map = crowd->map;
    const struct cli_box paper = {DISTANCE, map->top - 2 * CLI_LABEL_SIZE, crowd->page->width - DISTANCE,
                                  map->top + map->height + 2 * CLI_LABEL_SIZE - DISTANCE};
    int64_t cost = OFF_PAGE * (area_of(box) - overlap(box, &paper)) + NAME * names_covered(crowd, box);
    for (size_t i = 0; i < crowd->count; ++i) {
        const struct cli_box node = {map->x[i] - HALF, map->y[i] - HALF, map->x[i] + HALF, map->y[i] + HALF};
        const uint32_t next = crowd->tour[i + 1 < crowd->count ? i + 1 : 0];
        cost += overlap(box, &node) + (meets(map, crowd->tour[i], next, box) ? EDGE_AREA : 0);
    }
    return cost;
}

/* The cheapest of the places for a name of this width, the first of them if several are; in the right half of the map
 * the left is tried first. */
static const struct place *choose_place(const struct crowd *crowd, int32_t x, int32_t y, int32_t width)
{
    const bool right_half = x - crowd->map->left > crowd->map->width / 2;
    const struct place *best = NULL;
    int64_t best_cost = INT64_MAX;
    for (size_t i = 0; i < PLACE_COUNT; ++i) {
        const struct place *place = &places[right_half ? i ^ 1 : i];
        const struct cli_box box = place_box(place, x, y, width, crowd->radius);
        const int64_t cost = place_cost(crowd, &box);
        if (cost < best_cost) {
            best_cost = cost;
            best = place;
        }
    }
    return best;
}

/* Writes the name at its best place unless that hides more than a tenth of another or of itself. */
static void put_name(struct crowd *crowd, uint32_t node, const char *name)
{
    struct cli_buffer *svg = crowd->page->svg;
    const int32_t most = crowd->page->width / 2 - 2 * DISTANCE, x = crowd->map->x[node], y = crowd->map->y[node];
    const int32_t width = cli_text_width(name, CLI_LABEL_SIZE, most);
    const struct place *place = choose_place(crowd, x, y, width);
    const struct cli_box box = place_box(place, x, y, width, crowd->radius);
    if (10 * names_covered(crowd, &box) > area_of(&box)) {
        return;
    }
    cli_buffer_format(svg, "<text class=\"name\" text-anchor=\"%s\" x=\"%d\" y=\"%d\">", place->anchor,
                      (int)(place->side > 0   ? box.left
                            : place->side < 0 ? box.right
                                              : x),
                      (int)box.bottom - CLI_LABEL_SIZE / 6);
    cli_text_put(svg, name, most, CLI_LABEL_SIZE);
    cli_buffer_text(svg, "</text>\n");
    crowd->names[crowd->name_count++] =
        (struct cli_box){box.left - DISTANCE / 2, box.top, box.right + DISTANCE / 2, box.bottom};
}

enum swarm_status cli_labels_put(const struct cli_page *page, const struct cli_map *map, const swarm_instance *instance,
                                 const uint32_t *tour, int32_t radius)
{
    const uint32_t count = swarm_instance_describe(instance)->node_count;
    struct crowd crowd = {.page = page, .map = map, .tour = tour, .count = count, .radius = radius};
    crowd.names = calloc(count, sizeof *crowd.names);
    if (!crowd.names) {
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        const char *name = swarm_instance_node_name(instance, i);
        if (name) {
            put_name(&crowd, i, name);
        }
    }
    free(crowd.names);
    return SWARM_OK;
}
