/* names.c - the names of nodes on a map. */
#include <math.h>
#include <stdlib.h>

#include "map.h"

enum {
    PIXEL = CLI_PIXEL,
    LABEL_SIZE = 12 * PIXEL,      /* size of names */
    DISTANCE = 4 * PIXEL,         /* distance of a name from its node */
    NODE_SIDE = 10 * PIXEL,       /* side of the square around a node that names should not cover */
    DISC_APART = 19 * PIXEL,      /* least distance of other nodes from a disc */
    FAR_AREA = 20 * PIXEL * PIXEL /* cost of a name's step away from its node */
};

/* The places of a name next to its node. */
static const struct spot {
    int side;  /* -1: left of the node, 0: centred, 1: right of it */
    int level; /* -1: above the node, 0: at its height, 1: below it */
    int steps; /* further distances from the node */
} spots[] = {{1, 0, 0},  {-1, 0, 0},  {0, -1, 0}, {0, 1, 0},  {1, -1, 0}, {-1, -1, 0}, {1, 1, 0}, {-1, 1, 0},
             {1, -1, 2}, {-1, -1, 2}, {1, 1, 2},  {-1, 1, 2}, {0, -1, 2}, {0, 1, 2},   {1, 0, 2}, {-1, 0, 2}};
enum { SPOTS = sizeof spots / sizeof spots[0], SPOTS_NEAR = 8 };

static struct cli_box spot_box(const struct spot *spot, int32_t x, int32_t y, int32_t width, int32_t radius)
{
    const int32_t away = radius + (1 + spot->steps) * DISTANCE, across = spot->level == 0 ? away : away / 2;
    const int32_t left = spot->side > 0 ? x + across : spot->side < 0 ? x - across - width : x - width / 2;
    const int32_t middle = y + spot->level * (spot->side == 0 ? away + LABEL_SIZE / 3 : away + PIXEL);
    return (struct cli_box){left, middle - LABEL_SIZE / 2, left + width, middle + LABEL_SIZE / 2};
}

static int64_t overlap(const struct cli_box *a, const struct cli_box *b)
{
    const int64_t width = (a->right < b->right ? a->right : b->right) - (a->left > b->left ? a->left : b->left);
    const int64_t height = (a->bottom < b->bottom ? a->bottom : b->bottom) - (a->top > b->top ? a->top : b->top);
    return width > 0 && height > 0 ? width * height : 0;
}

static int64_t area_of(const struct cli_box *box)
{
    return (int64_t)(box->right - box->left) * (box->bottom - box->top);
}

/* Narrows [from, to] to the shares for which at + share * step is between least and most. For a step of 0 the
 * quotients are infinite or NaN, which keeps all shares or none. */
static void clip(double at, double step, double least, double most, double *from, double *to)
{
    const double first = ((step >= 0.0 ? least : most) - at) / step, last = ((step >= 0.0 ? most : least) - at) / step;
    *from = first > *from ? first : *from;
    *to = last < *to ? last : *to;
}

/* True if the edge between nodes i and j meets the box and does not leave the map at a side. */
static bool meets(const struct cli_map *map, uint32_t i, uint32_t j, const struct cli_box *box)
{
    double from = 0.0, to = map->around && abs(map->x[j] - map->x[i]) > map->width / 2 ? -1.0 : 1.0;
    clip(map->x[i], map->x[j] - map->x[i], box->left, box->right, &from, &to);
    clip(map->y[i], map->y[j] - map->y[i], box->top, box->bottom, &from, &to);
    return from < to;
}

/* The area of other names that `box` covers. */
static int64_t names_covered(const struct cli_sheet *sheet, const struct cli_box *box)
{
    int64_t area = 0;
    for (size_t i = 0; i < sheet->name_count; ++i) {
        area += overlap(box, &sheet->names[i]);
    }
    return area;
}

/* The area of the nodes' squares that `box` covers, except node `own`'s; UINT32_MAX: all. O(n). */
static int64_t nodes_covered(const struct cli_sheet *sheet, const struct cli_box *box, uint32_t own)
{
    const int32_t half = NODE_SIDE / 2;
    int64_t area = 0;
    for (uint32_t i = 0; i < sheet->info->node_count; ++i) {
        const int32_t x = sheet->map.x[i], y = sheet->map.y[i];
        area += i != own ? overlap(box, &(struct cli_box){x - half, y - half, x + half, y + half}) : 0;
    }
    return area;
}

/* The cost of a name at `box`, an area: its parts off the page (weight 1,000), over other names (8) and over nodes (6),
 * plus EDGE_AREA for each edge that it meets. O(n). */
static int64_t box_cost(const struct cli_sheet *sheet, const struct cli_box *box)
{
    enum { OFF_PAGE = 1000, NAME = 8, NODE = 6, EDGE_AREA = 200 * PIXEL * PIXEL, SIDE = CLI_PAGE_MARGIN / 2 };
    const struct cli_map *map = &sheet->map;
    const size_t count = sheet->tour ? sheet->tour->node_count : 0;
    const struct cli_box paper = {SIDE, map->top - 2 * LABEL_SIZE, sheet->page.width - SIDE,
                                  map->top + map->height + 2 * LABEL_SIZE - DISTANCE};
    int64_t cost = OFF_PAGE * (area_of(box) - overlap(box, &paper)) + NAME * names_covered(sheet, box)
                   + NODE * nodes_covered(sheet, box, UINT32_MAX);
    for (size_t i = 0; i < count; ++i) {
        cost += meets(map, sheet->tour->nodes[i], sheet->tour->nodes[(i + 1) % count], box) ? EDGE_AREA : 0;
    }
    return cost;
}

bool cli_sheet_has_disc(const struct cli_sheet *sheet, uint32_t node)
{
    bool room = sheet->tour && sheet->info->has_names && sheet->info->node_count <= CLI_FEW_NAMES;
    for (uint32_t i = 0; room && i < sheet->info->node_count; ++i) {
        const double across = sheet->map.x[i] - sheet->map.x[node], down = sheet->map.y[i] - sheet->map.y[node];
        room = i == node || hypot(across, down) >= DISC_APART;
    }
    return room;
}

/* Writes the name at the cheapest spot, the first of equal ones; in the right half of the map spots to the left come
 * first. Leaves the name out if more than a tenth of it would cover other names or, on maps of many nodes, if it
 * would cover anything. */
static void put_name(struct cli_sheet *sheet, uint32_t node, const char *name, const char *text)
{
    const int32_t most = sheet->page.width / 2 - 2 * DISTANCE, x = sheet->map.x[node], y = sheet->map.y[node];
    const int32_t first = cli_text_width(name, LABEL_SIZE, most), gap = first > 0 ? DISTANCE : 0;
    const int32_t note = *text ? cli_text_width(text, CLI_NOTE_SIZE, most) + gap : 0, width = first + note;
    const bool many = sheet->info->node_count > CLI_FEW_NAMES;
    const int32_t radius = cli_sheet_has_disc(sheet, node) ? CLI_DISC_RADIUS : many ? sheet->radius : CLI_MARK_RADIUS;
    const bool right_half = x - sheet->map.left > sheet->map.width / 2;
    const struct spot *spot = NULL;
    struct cli_box box = {.left = 0};
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < (many ? SPOTS_NEAR : SPOTS); ++i) {
        const struct cli_box other = spot_box(&spots[right_half ? i ^ 1 : i], x, y, width, radius);
        const int64_t cost = box_cost(sheet, &other) + spots[i].steps * FAR_AREA;
        if (cost < least) {
            least = cost;
            spot = &spots[right_half ? i ^ 1 : i];
            box = other;
        }
    }
    const int64_t covered = names_covered(sheet, &box);
    if (many ? covered + nodes_covered(sheet, &box, node) > 0 : 10 * covered > area_of(&box)) {
        return;
    }
    static const char *const anchors[] = {"end", "middle", "start"};
    const int32_t start = spot->side > 0 ? box.left : spot->side < 0 ? box.right : x;
    cli_buffer_format(sheet->page.svg, "<text class=\"name\" text-anchor=\"%s\" x=\"%d\" y=\"%d\">",
                      anchors[spot->side + 1], (int)start, (int)box.bottom - LABEL_SIZE / 6);
    cli_text_put(sheet->page.svg, name, most, LABEL_SIZE);
    if (note > 0) {
        cli_buffer_format(sheet->page.svg, "<tspan font-size=\"%d\" fill=\"" CLI_FAINT "\" dx=\"%d\">", CLI_NOTE_SIZE,
                          (int)gap);
        cli_text_put(sheet->page.svg, text, most, CLI_NOTE_SIZE);
        cli_buffer_text(sheet->page.svg, "</tspan>");
    }
    cli_buffer_text(sheet->page.svg, "</text>\n");
    sheet->names[sheet->name_count++] =
        (struct cli_box){box.left - DISTANCE / 2, box.top, box.right + DISTANCE / 2, box.bottom};
}

enum swarm_status cli_sheet_put_names(struct cli_sheet *sheet)
{
    sheet->names = calloc(sheet->info->node_count, sizeof *sheet->names);
    if (!sheet->names) {
        return cli_fail_memory();
    }
    cli_buffer_format(sheet->page.svg,
                      "<g class=\"names\" font-size=\"%d\" fill=\"" CLI_INK "\" stroke=\"" CLI_PAPER
                      "\" stroke-width=\"%d\" stroke-linejoin=\"round\" paint-order=\"stroke\">\n",
                      LABEL_SIZE, 3 * PIXEL);
    for (uint32_t i = 0; i < sheet->info->node_count; ++i) {
        char numbers[2][16];
        const char *name = sheet->name(sheet, i, numbers[0]),
                   *note = sheet->note ? sheet->note(sheet, i, numbers[1]) : "";
        if (*name || *note) {
            put_name(sheet, i, name, note);
        }
    }
    cli_buffer_text(sheet->page.svg, "</g>\n");
    free(sheet->names);
    return SWARM_OK;
}
