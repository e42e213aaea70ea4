/* tour.c - the map of a tour. */
#include "cli/problems/instance.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

/* Sizes in page units. */
enum {
    PIXEL = CLI_PIXEL,
    GAP_ABOVE_MAP = 28 * PIXEL,
    FOOT_HEIGHT = 36 * PIXEL,
    TICK = 4 * PIXEL,
    LABEL_SIZE = 12 * PIXEL, /* size of names */
    DISTANCE = 4 * PIXEL,    /* distance of a name from its node */
    NODE_SIDE = 10 * PIXEL,  /* side of the square around a node that names should not cover */
    DISC_RADIUS = 8 * PIXEL, /* radius of a disc with a node's order */
    DISC_APART = 19 * PIXEL, /* least distance of other nodes from a disc */
    ORDER_SIZE = 9 * PIXEL,
    FAR_AREA = 20 * PIXEL * PIXEL, /* cost of a name's step away from its node */
    FEW_NAMES = 60 /* maximum number of nodes that get discs with their order, and numbers if they have no names; with
                      more nodes, names that would cover anything are left out */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Positions of the nodes                                                                                             */

/* Positions of the nodes on the page. Both axes have the same scale. Latitude and longitude become an
 * equirectangular map, true to scale along its middle parallel. */
struct map {
    int32_t *x, *y;                    /* [node_count] page units; x owned, y in the same memory */
    int32_t left, top;                 /* corner of the map on the page */
    int32_t width, height;             /* size of the map, at least LEAST_WIDTH x LEAST_HEIGHT */
    int32_t drawn_width, drawn_height; /* size of the box around the nodes, which is centred in the map */
    bool around;  /* the map shows all longitudes, so an edge may leave at one side and continue at the other */
    double scale; /* page units per scale_unit; 0: the scale differs too much within the map */
    const char *scale_unit; /* "", "m" or "km"; static storage */
};

enum {
    LONG_SIDE = 1000 * PIXEL,  /* longer side of the box around the nodes */
    LEAST_WIDTH = 400 * PIXEL, /* room for the legend even if all nodes are on a line */
    LEAST_HEIGHT = 120 * PIXEL
};

static const double pi = 3.14159265358979323846;
static const double earth_radius = 6371008.8; /* metres; the radius of metric GREAT_CIRCLE */
static const double geo_radius = 6378.388;    /* kilometres; the radius of metric GEO */
static const double narrowest_parallel = 0.1; /* lowest cosine of the middle latitude: maps of a pole have some width */
static const double widest_scaled = 60.0;     /* degrees of latitude; larger maps have no single scale */

struct range {
    double minimum, maximum;
};

/* Positions of the nodes before scaling. */
struct plane {
    double *x, *y; /* [count]; x owned, y in the same memory */
    size_t count;
    struct range across, up;
};

static struct range find_range(const double *values, size_t count)
{
    struct range range = {values[0], values[0]};
    for (size_t i = 1; i < count; ++i) {
        range.minimum = values[i] < range.minimum ? values[i] : range.minimum;
        range.maximum = values[i] > range.maximum ? values[i] : range.maximum;
    }
    return range;
}

/* Shifts all longitudes into [from, from + 360); returns the degrees that they span. */
static double turn_all(struct plane *plane, double from)
{
    for (size_t i = 0; i < plane->count; ++i) {
        const double rest = fmod(plane->x[i] - from, 360.0), turned = rest < 0.0 ? rest + 360.0 : rest;
        plane->x[i] = from + (turned < 360.0 ? turned : 0.0);
    }
    plane->across = find_range(plane->x, plane->count);
    return plane->across.maximum - plane->across.minimum;
}

/* Scales longitudes by the cosine of the middle latitude. Nodes that span less than 180 degrees share one map, even
 * across the date line; others get a map of all longitudes from 180 W to 180 E. */
static void project(struct map *map, struct plane *plane, enum swarm_metric metric)
{
    const bool geo = metric == SWARM_METRIC_GEO;
    const double middle = plane->up.minimum / 2 + plane->up.maximum / 2;
    const double shrink = fmax(cos(middle * pi / 180.0), narrowest_parallel);
    map->around = turn_all(plane, -180.0) > 180.0 && turn_all(plane, 0.0) > 180.0;
    if (map->around) {
        turn_all(plane, -180.0);
        plane->across = (struct range){-180.0, 180.0};
    }
    for (size_t i = 0; i < plane->count; ++i) {
        plane->x[i] *= shrink;
    }
    plane->across = (struct range){plane->across.minimum * shrink, plane->across.maximum * shrink};
    if (shrink > narrowest_parallel && plane->up.maximum - plane->up.minimum <= widest_scaled) {
        map->scale = 1.0 / ((geo ? geo_radius : earth_radius) * pi / 180.0);
        map->scale_unit = geo ? "km" : "m";
    }
}

static int32_t whole_pixels(int32_t side, int32_t least)
{
    return ((side > least ? side : least) + PIXEL - 1) / PIXEL * PIXEL;
}

/* Scales the longer side of the plane to LONG_SIDE, and centres the plane in the map. */
static void scale_plane(struct map *map, const struct plane *plane)
{
    /* Both ends are halved because a whole range may overflow. */
    const double half_across = plane->across.maximum / 2 - plane->across.minimum / 2;
    const double half_up = plane->up.maximum / 2 - plane->up.minimum / 2, half = fmax(half_across, half_up);
    const double scale = half > 0.0 ? half : 1.0;
    const int32_t width = (int32_t)lround(half_across / scale * LONG_SIDE);
    const int32_t height = (int32_t)lround(half_up / scale * LONG_SIDE);
    map->drawn_width = width;
    map->drawn_height = height;
    map->width = whole_pixels(width, LEAST_WIDTH);
    map->height = whole_pixels(height, LEAST_HEIGHT);
    const int32_t left = map->left + (map->width - width) / 2, top = map->top + (map->height - height) / 2;
    for (size_t i = 0; i < plane->count; ++i) {
        const double x = plane->x[i] / 2 - plane->across.minimum / 2;
        const double y = plane->up.maximum / 2 - plane->y[i] / 2;
        map->x[i] = left + (int32_t)lround(x / scale * LONG_SIDE);
        map->y[i] = top + (int32_t)lround(y / scale * LONG_SIDE);
    }
    map->scale = half > 0.0 ? map->scale * (LONG_SIDE / 2.0) / half : 0.0;
}

/* Computes the positions of all nodes, with the map's corner at left and top. Free map->x, also after a failure.
 * Prints errors. */
static enum swarm_status lay_out(struct map *map, const struct cli_instance *instance, int32_t left, int32_t top)
{
    const struct swarm_instance_info *info = instance->info;
    const size_t count = info->node_count;
    struct plane plane = {.x = calloc(count, 2 * sizeof *plane.x), .count = count};
    *map = (struct map){.x = calloc(count, 2 * sizeof *map->x), .left = left, .top = top, .scale_unit = info->unit};
    if (!plane.x || !map->x) {
        free(plane.x);
        return cli_fail_memory();
    }
    plane.y = plane.x + count;
    map->y = map->x + count;
    for (size_t i = 0; i < count; ++i) {
        swarm_instance_position(instance->instance, (uint32_t)i, &plane.x[i], &plane.y[i]);
    }
    plane.across = find_range(plane.x, count);
    plane.up = find_range(plane.y, count);
    if (cli_is_on_earth(info)) {
        if (plane.up.minimum >= -90.0 && plane.up.maximum <= 90.0) {
            project(map, &plane, info->metric);
        }
    } else if (info->metric != SWARM_METRIC_EXPLICIT) { /* DISPLAY_DATA, which EXPLICIT instances use, has no scale */
        map->scale = info->metric == SWARM_METRIC_ATT ? sqrt(10.0) : 1.0;
    }
    scale_plane(map, &plane);
    free(plane.x);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Names                                                                                                              */

/* Everything that the picture shows. */
struct sheet {
    struct cli_page page;
    const struct cli_picture *picture;
    const struct swarm_instance_info *info;
    struct map map;
    int32_t stroke;        /* width of the tour's line */
    int32_t radius;        /* radius of a node's dot; 0: no dots */
    struct cli_box *names; /* boxes of the names drawn so far, [name_count] owned */
    size_t name_count;
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
static bool meets(const struct map *map, uint32_t i, uint32_t j, const struct cli_box *box)
{
    double from = 0.0, to = map->around && abs(map->x[j] - map->x[i]) > map->width / 2 ? -1.0 : 1.0;
    clip(map->x[i], map->x[j] - map->x[i], box->left, box->right, &from, &to);
    clip(map->y[i], map->y[j] - map->y[i], box->top, box->bottom, &from, &to);
    return from < to;
}

/* The area of other names that `box` covers. */
static int64_t names_covered(const struct sheet *sheet, const struct cli_box *box)
{
    int64_t area = 0;
    for (size_t i = 0; i < sheet->name_count; ++i) {
        area += overlap(box, &sheet->names[i]);
    }
    return area;
}

/* The area of the nodes' squares that `box` covers, except node `own`'s; UINT32_MAX: all. O(n). */
static int64_t nodes_covered(const struct sheet *sheet, const struct cli_box *box, uint32_t own)
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
static int64_t box_cost(const struct sheet *sheet, const struct cli_box *box)
{
    enum { OFF_PAGE = 1000, NAME = 8, NODE = 6, EDGE_AREA = 200 * PIXEL * PIXEL, SIDE = CLI_PAGE_MARGIN / 2 };
    const struct map *map = &sheet->map;
    const uint32_t *tour = sheet->picture->tour;
    const size_t count = sheet->picture->count;
    const struct cli_box paper = {SIDE, map->top - 2 * LABEL_SIZE, sheet->page.width - SIDE,
                                  map->top + map->height + 2 * LABEL_SIZE - DISTANCE};
    int64_t cost = OFF_PAGE * (area_of(box) - overlap(box, &paper)) + NAME * names_covered(sheet, box)
                   + NODE * nodes_covered(sheet, box, UINT32_MAX);
    for (size_t i = 0; i < count; ++i) {
        cost += meets(map, tour[i], tour[(i + 1) % count], box) ? EDGE_AREA : 0;
    }
    return cost;
}

/* True if the node gets a disc with its order: few nodes with names, and none near it. */
static bool has_disc(const struct sheet *sheet, uint32_t node)
{
    bool room = sheet->info->has_names && sheet->info->node_count <= FEW_NAMES;
    for (uint32_t i = 0; room && i < sheet->info->node_count; ++i) {
        const double across = sheet->map.x[i] - sheet->map.x[node], down = sheet->map.y[i] - sheet->map.y[node];
        room = i == node || hypot(across, down) >= DISC_APART;
    }
    return room;
}

/* Writes the name at the cheapest spot, the first of equal ones; in the right half of the map spots to the left come
 * first. Leaves the name out if more than a tenth of it would cover other names or, on maps of many nodes, if it
 * would cover anything. */
static void put_name(struct sheet *sheet, uint32_t node, const char *name)
{
    const int32_t most = sheet->page.width / 2 - 2 * DISTANCE, x = sheet->map.x[node], y = sheet->map.y[node];
    const int32_t width = cli_text_width(name, LABEL_SIZE, most);
    const bool many = sheet->info->node_count > FEW_NAMES;
    const int32_t radius = has_disc(sheet, node) ? DISC_RADIUS : many ? sheet->radius : CLI_MARK_RADIUS;
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
    cli_buffer_text(sheet->page.svg, "</text>\n");
    sheet->names[sheet->name_count++] =
        (struct cli_box){box.left - DISTANCE / 2, box.top, box.right + DISTANCE / 2, box.bottom};
}

/* Writes the names of nodes, or the numbers of few nodes without names. O(n^2). */
static enum swarm_status put_names(struct sheet *sheet)
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
        char number[16];
        const char *name = cli_node_text(sheet->picture->instance->instance, i, number);
        if (name != number || !sheet->info->has_names) {
            put_name(sheet, i, name);
        }
    }
    cli_buffer_text(sheet->page.svg, "</g>\n");
    free(sheet->names);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The picture                                                                                                        */

enum {
    DOTS_MAX =
        5000, /* maximum number of nodes that are drawn as dots: more dots would be as small as the line is wide */
    LABELS_MAX = 2000 /* maximum number of nodes whose names are drawn: of more names few would fit */
};

/* Draws an edge. On a map of all longitudes, an edge that is shorter across the date line leaves at one side and
 * continues at the other. */
static void draw_edge(struct cli_pen *pen, const struct sheet *sheet, uint32_t node)
{
    const int32_t x = sheet->map.x[node], y = sheet->map.y[node];
    const int32_t width = sheet->map.width, across = x - pen->x;
    if (sheet->map.around && abs(across) > width / 2) {
        const int32_t leave = across > 0 ? sheet->map.left : sheet->map.left + width;
        const int32_t enter = across > 0 ? sheet->map.left + width : sheet->map.left;
        const double whole = (double)(width - abs(across));
        const double share = whole > 0.0 ? (double)abs(leave - pen->x) / whole : 0.0;
        const int32_t height = pen->y + (int32_t)lround(share * (double)(y - pen->y));
        cli_pen_go(pen, 'l', leave, height);
        cli_pen_go(pen, 'm', enter, height);
    }
    cli_pen_go(pen, 'l', x, y);
}

static void put_tour(const struct sheet *sheet)
{
    const uint32_t *tour = sheet->picture->tour;
    struct cli_pen pen = cli_pen_begin(&sheet->page, &(struct cli_stroke){"tour", CLI_LINE, sheet->stroke, CLI_ROUND},
                                       sheet->map.x[tour[0]], sheet->map.y[tour[0]]);
    for (size_t i = 1; i < sheet->picture->count; ++i) {
        draw_edge(&pen, sheet, tour[i]);
    }
    if (!sheet->picture->instance->path && !sheet->map.around) {
        cli_buffer_text(sheet->page.svg, "z");
    } else if (!sheet->picture->instance->path) {
        draw_edge(&pen, sheet, tour[0]);
    }
    cli_pen_end(&pen);
}

/* Draws dots of `count` nodes as one path of lines with length 0 and round ends. nodes NULL: the first nodes. */
static void put_dots(const struct sheet *sheet, const char *class, const char *colour, const uint32_t *nodes,
                     size_t count)
{
    struct cli_pen pen = cli_pen_begin(&sheet->page, &(struct cli_stroke){class, colour, 2 * sheet->radius, CLI_ROUND},
                                       sheet->map.x[nodes ? nodes[0] : 0], sheet->map.y[nodes ? nodes[0] : 0]);
    cli_buffer_text(sheet->page.svg, "h0");
    for (size_t i = 1; i < count; ++i) {
        const size_t node = nodes ? nodes[i] : i;
        cli_pen_go(&pen, 'm', sheet->map.x[node], sheet->map.y[node]);
        cli_buffer_text(sheet->page.svg, "h0");
    }
    cli_pen_end(&pen);
}

/* Chooses thinner lines and smaller dots for more nodes. `apart`: distance in pixels between neighbours if the nodes
 * were spread evenly. */
static void choose_widths(struct sheet *sheet)
{
    const double count = sheet->info->node_count;
    const double width = (double)sheet->map.drawn_width / PIXEL, height = (double)sheet->map.drawn_height / PIXEL;
    const double spread = fmax(sqrt(width * height / count), fmax(width, height) / count);
    const double apart = spread > 0.0 ? spread : 100.0;
    const double stroke = fmin(fmax(0.38 * pow(apart, 0.4), 0.3), 2.2);
    sheet->stroke = (int32_t)lround(PIXEL * stroke);
    if (sheet->info->node_count <= DOTS_MAX) {
        sheet->radius = (int32_t)lround(PIXEL * fmin(fmax(0.07 * apart, 0.9 * stroke), 4.0));
    }
}

struct cli_facts cli_map_facts(const struct cli_picture *picture)
{
    const struct cli_subject *subject = &picture->instance->subject;
    const uint32_t nodes = picture->instance->info->node_count;
    char text[CLI_TEXT_SIZE], kilometres[CLI_TEXT_SIZE], some[32] = "";
    const struct swarm_instance_info *info = picture->instance->info;
    struct cli_facts facts = {.count = 0};
    if (picture->count < nodes) {
        snprintf(some, sizeof some, "%zu of ", picture->count);
    }
    cli_facts_add(&facts, "%s%" PRIu32 " %s, %s of length %s%s", some, nodes, nodes == 1 ? "node" : "nodes",
                  picture->instance->path ? "open path" : "closed tour", cli_length_text(info, picture->length, text),
                  cli_kilometres_text(info->unit, (double)picture->length / pow(10.0, info->decimals), kilometres));
    if (subject->maximise) {
        cli_facts_add(&facts, "%s %s", subject->problem->score, cli_score_text(subject, picture->score, text));
    }
    if (*cli_gap_text(subject, picture->score, text)) {
        cli_facts_add(&facts, "%s", text);
    }
    if (picture->result) {
        cli_facts_add_run(&facts, picture->result);
    }
    return facts;
}

/* The longest scale bar, a quarter of the map's width, in the map's unit; 0: the map has no scale. */
static double longest_bar(const struct map *map)
{
    const double longest = map->scale > 0.0 ? map->width / 4.0 / map->scale : 0.0;
    return isfinite(longest) && longest >= 1e-300 ? longest : 0.0;
}

/* Draws a scale bar of 1, 2 or 5 times a power of ten, at most `longest`. */
static void put_bar(const struct sheet *sheet, double longest, int32_t y)
{
    char text[64];
    const int exponent = (int)floor(log10(longest));
    const double power = pow(10.0, exponent), share = longest / power;
    const int digit = share >= 5.0 ? 5 : share >= 2.0 ? 2 : 1;
    const int32_t left = sheet->map.left, width = (int32_t)lround(digit * power * sheet->map.scale);
    const char *unit = sheet->map.scale_unit;
    const bool kilo = strcmp(unit, "m") == 0 && exponent >= 3;
    snprintf(text, sizeof text, "%.12g%s%s", digit * power / (kilo ? 1000.0 : 1.0), *unit ? " " : "",
             kilo ? "km" : unit);
    cli_buffer_format(sheet->page.svg,
                      "<path class=\"scale\" fill=\"none\" stroke=\"" CLI_FAINT "\" stroke-width=\"%d\""
                      " d=\"M%d %dv%dh%dv-%d\"/>\n",
                      PIXEL * 3 / 2, (int)left, (int)y - TICK, TICK, (int)width, TICK);
    cli_page_fact(&sheet->page, left + width + 8 * PIXEL, y, text);
}

/* Draws the sides of a map of all longitudes, where edges leave and continue. */
static void put_sides(const struct sheet *sheet)
{
    cli_buffer_format(sheet->page.svg,
                      "<path class=\"sides\" fill=\"none\" stroke=\"" CLI_SIDE
                      "\" stroke-width=\"%d\" stroke-dasharray=\"%d\""
                      " d=\"M%d %dv%dm%d 0v-%d\"/>\n",
                      PIXEL, 4 * PIXEL, (int)sheet->map.left, (int)sheet->map.top, (int)sheet->map.height,
                      (int)sheet->map.width, (int)sheet->map.height);
}

/* Draws fixed edges thicker, with a legend at height `y` whose right end is at `right`. */
static void put_fixed(const struct sheet *sheet, int32_t right, int32_t y)
{
    const struct cli_stroke stroke = {"fixed", CLI_FIXED, 2 * sheet->stroke, CLI_ROUND};
    const struct cli_picture *picture = sheet->picture;
    const int32_t left = right - 90 * PIXEL;
    struct cli_pen pen = {.svg = NULL};
    for (size_t i = 0; picture->fixed && i < picture->count; ++i) {
        if (picture->fixed[i] && !pen.svg) {
            pen = cli_pen_begin(&sheet->page, &stroke, left, y - CLI_MARK_RADIUS);
            cli_pen_go(&pen, 'l', left + 4 * CLI_MARK_RADIUS, y - CLI_MARK_RADIUS);
        }
        if (picture->fixed[i]) {
            cli_pen_go(&pen, 'm', sheet->map.x[picture->tour[i]], sheet->map.y[picture->tour[i]]);
            draw_edge(&pen, sheet, picture->tour[(i + 1) % picture->count]);
        }
    }
    if (pen.svg) {
        cli_pen_end(&pen);
        cli_page_fact(&sheet->page, left + 5 * CLI_MARK_RADIUS, y, "fixed");
    }
}

/* Draws arrowheads in the middle of at most ARROWS edges, which are spread over the tour and have room. */
static void put_arrows(const struct sheet *sheet)
{
    enum { ARROWS = 12, LEAST = 30 * PIXEL, HALF = 4 * PIXEL };
    const uint32_t *tour = sheet->picture->tour;
    const size_t count = sheet->picture->count, edges = count - sheet->picture->instance->path;
    const size_t step = (edges + ARROWS - 1) / ARROWS;
    struct cli_pen pen = {.svg = NULL};
    for (size_t i = step / 2; i < edges; i += step) {
        const int32_t x = sheet->map.x[tour[i]], y = sheet->map.y[tour[i]];
        const double dx = sheet->map.x[tour[(i + 1) % count]] - x, dy = sheet->map.y[tour[(i + 1) % count]] - y;
        const double length = sheet->map.around && fabs(dx) > sheet->map.width / 2.0 ? 0.0 : hypot(dx, dy);
        const double across = HALF * dx / fmax(length, 1.0), down = HALF * dy / fmax(length, 1.0);
        const double corners[3][2] = {{down - across, -down - across}, {across, down}, {-across - down, across - down}};
        for (int k = 0; length >= LEAST && k < 3; ++k) {
            const int32_t to[2] = {x + (int32_t)lround(dx / 2 + corners[k][0]),
                                   y + (int32_t)lround(dy / 2 + corners[k][1])};
            if (pen.svg) {
                cli_pen_go(&pen, k == 0 ? 'm' : 'l', to[0], to[1]);
            } else {
                pen = cli_pen_begin(&sheet->page, &(struct cli_stroke){"arrows", CLI_LINE, sheet->stroke, CLI_ROUND},
                                    to[0], to[1]);
            }
        }
    }
    if (pen.svg) {
        cli_pen_end(&pen);
    }
}

/* Draws discs with the order of nodes. The ends of a path and the start of a tour have marks instead. */
static void put_order(const struct sheet *sheet)
{
    static const struct cli_style style = {"order", "text-anchor=\"middle\" fill=\"" CLI_PAPER "\"", ORDER_SIZE};
    const size_t count = sheet->picture->count - sheet->picture->instance->path;
    char number[24];
    for (size_t i = 1; i < count; ++i) {
        const uint32_t node = sheet->picture->tour[i];
        const int32_t x = sheet->map.x[node], y = sheet->map.y[node];
        if (has_disc(sheet, node)) {
            struct cli_pen pen =
                cli_pen_begin(&sheet->page, &(struct cli_stroke){"disc", CLI_DOT, 2 * DISC_RADIUS, CLI_ROUND}, x, y);
            cli_buffer_text(sheet->page.svg, "h0");
            cli_pen_end(&pen);
            snprintf(number, sizeof number, "%zu", i + 1);
            cli_page_text(&sheet->page, &style, x, y + ORDER_SIZE / 3, 4 * DISC_RADIUS, number);
        }
    }
}

/* Marks the start, and the end of an open path, with a legend below the map. */
static void put_ends(const struct sheet *sheet, int32_t y)
{
    const uint32_t *tour = sheet->picture->tour;
    const uint32_t first = tour[0], last = tour[sheet->picture->count - 1];
    const bool path = sheet->picture->instance->path;
    const int32_t end = sheet->page.width - sheet->map.left - 40 * PIXEL, start = end - (path ? 70 : 20) * PIXEL;
    if (path) {
        cli_page_mark(&sheet->page, "end", CLI_PAPER, sheet->map.x[last], sheet->map.y[last], CLI_MARK_RADIUS);
        cli_page_mark(&sheet->page, "end", CLI_PAPER, end, y - CLI_MARK_RADIUS, CLI_MARK_RADIUS);
        cli_page_fact(&sheet->page, end + 2 * CLI_MARK_RADIUS, y, "end");
    }
    cli_page_mark(&sheet->page, "start", CLI_MARK, sheet->map.x[first], sheet->map.y[first],
                  path && first == last ? CLI_MARK_RADIUS / 2 : CLI_MARK_RADIUS);
    cli_page_mark(&sheet->page, "start", CLI_MARK, start, y - CLI_MARK_RADIUS, CLI_MARK_RADIUS);
    cli_page_fact(&sheet->page, start + 2 * CLI_MARK_RADIUS, y, "start");
}

enum swarm_status cli_svg_write(struct cli_buffer *svg, const struct cli_picture *picture)
{
    const struct swarm_instance_info *info = picture->instance->info;
    const struct cli_facts facts = cli_map_facts(picture);
    struct sheet sheet = {.page = {.svg = svg}, .picture = picture, .info = info};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, lay_out(&sheet.map, picture->instance, CLI_PAGE_MARGIN, cli_page_top(&facts) + GAP_ABOVE_MAP));
    const double bar = longest_bar(&sheet.map);
    const int32_t foot = sheet.map.top + sheet.map.height + FOOT_HEIGHT;
    sheet.page.width = sheet.map.width + 2 * CLI_PAGE_MARGIN;
    sheet.page.height = foot + CLI_PAGE_MARGIN;
    choose_widths(&sheet);
    cli_page_begin(&sheet.page, info->name, "Map of a tour", &facts);
    if (sheet.map.around) {
        put_sides(&sheet);
    }
    put_tour(&sheet);
    put_fixed(&sheet, sheet.page.width - CLI_PAGE_MARGIN - 110 * PIXEL, foot);
    put_arrows(&sheet);
    if (sheet.radius > 0) {
        if (picture->count < info->node_count) { /* first all nodes, under those of the tour */
            put_dots(&sheet, "others", CLI_SIDE, NULL, info->node_count);
        }
        put_dots(&sheet, "nodes", CLI_DOT, picture->tour, picture->count);
    }
    if (bar > 0.0) {
        put_bar(&sheet, bar, foot);
    }
    put_order(&sheet);
    put_ends(&sheet, foot);
    TRY_OR(done, info->node_count <= (info->has_names ? LABELS_MAX : FEW_NAMES) ? put_names(&sheet) : SWARM_OK);
    cli_buffer_text(svg, "</svg>\n");
done:
    free(sheet.map.x);
    return status;
}
