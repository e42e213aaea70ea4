#include "label.h"

#include <stdlib.h>
#include <string.h>

enum { PIXEL = CLI_MAP_PIXEL, DISTANCE = 4 * PIXEL, NODE_SIDE = 10 * PIXEL };

#define ELLIPSIS "\xE2\x80\xA6"

/* What a letter takes of its size, per cent: about what sans-serif fonts have, and whole squares from U+3000 on. */
enum { LETTER_WIDTH = 58, SQUARE_WIDTH = 100 };

/* One letter of a text. */
struct letter {
    const char *bytes; /* as it is written */
    size_t size;
    size_t taken; /* bytes of the text */
    int width;    /* per cent of the letters' size */
};

static struct letter next_letter(const char *text)
{
    static const struct {
        char letter;
        const char *written;
    } escapes[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    const unsigned char first = (unsigned char)*text;
    const size_t length = cli_utf8_length(text);
    struct letter letter = {.bytes = text, .size = length, .taken = length, .width = LETTER_WIDTH};
    if (first < 0x20 || first == 0x7F) {
        letter.size = 0;
        letter.width = 0;
    } else if (length == 0 || strncmp(text, "\xEF\xBF\xBE", 3) == 0 || strncmp(text, "\xEF\xBF\xBF", 3) == 0) {
        letter.bytes = CLI_REPLACEMENT; /* the two are no characters of XML */
        letter.size = strlen(CLI_REPLACEMENT);
        letter.taken = length > 0 ? length : 1;
    } else if (first >= 0xE3) {
        letter.width = SQUARE_WIDTH;
    }
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; ++i) {
        if (*text == escapes[i].letter) {
            letter.bytes = escapes[i].written;
            letter.size = strlen(escapes[i].written);
        }
    }
    return letter;
}

/* The room that `text` takes, page units; at most `most`, when it takes that or more. */
static int32_t measure(const char *text, int32_t size, int32_t most)
{
    int64_t width = 0;
    while (*text && width < most) {
        const struct letter letter = next_letter(text);
        width += (int64_t)size * letter.width / 100;
        text += letter.taken;
    }
    return (int32_t)(width < most ? width : most);
}

void cli_label_put(struct cli_buffer *svg, const char *text, int32_t width, int32_t size)
{
    const bool fits = measure(text, size, width) < width;
    const int64_t room = fits ? width : (int64_t)width - size;
    for (int64_t used = 0; *text;) {
        const struct letter letter = next_letter(text);
        used += (int64_t)size * letter.width / 100;
        if (!fits && used > room) {
            cli_buffer_text(svg, ELLIPSIS);
            return;
        }
        cli_buffer_put(svg, letter.bytes, letter.size);
        text += letter.taken;
    }
}

struct box {
    int32_t left;
    int32_t top;
    int32_t right;
    int32_t bottom;
};

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

static struct box place_box(const struct place *place, int32_t x, int32_t y, int32_t width, int32_t radius)
{
    /* A name above and beside its node is nearer than the corner of the node's square. */
    const int32_t away = radius + DISTANCE, across = place->level == 0 ? away : away / 2;
    const int32_t left = place->side > 0 ? x + across : place->side < 0 ? x - across - width : x - width / 2;
    const int32_t middle = y + place->level * (place->side == 0 ? away + CLI_LABEL_SIZE / 3 : away + PIXEL);
    return (struct box){left, middle - CLI_LABEL_SIZE / 2, left + width, middle + CLI_LABEL_SIZE / 2};
}

static int64_t overlap(const struct box *a, const struct box *b)
{
    const int64_t width = (a->right < b->right ? a->right : b->right) - (a->left > b->left ? a->left : b->left);
    const int64_t height = (a->bottom < b->bottom ? a->bottom : b->bottom) - (a->top > b->top ? a->top : b->top);
    return width > 0 && height > 0 ? width * height : 0;
}

/* What names are placed round. */
struct crowd {
    const struct cli_label_page *page;
    size_t count;      /* of nodes */
    struct box *nodes; /* [count], owned: the square of each */
    struct box *names; /* [name_count] of the count behind `nodes`: those that have a place */
    size_t name_count;
};

static int64_t area_of(const struct box *box)
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
static bool meets(const struct cli_label_page *page, uint32_t i, uint32_t j, const struct box *box)
{
    const struct cli_map *map = page->map;
    const double x = page->left + map->x[i], y = page->top + map->y[i];
    double from = 0.0, to = map->around && abs(map->x[j] - map->x[i]) > map->width / 2 ? -1.0 : 1.0;
    clip(x, map->x[j] - map->x[i], box->left, box->right, &from, &to);
    clip(y, map->y[j] - map->y[i], box->top, box->bottom, &from, &to);
    return from < to;
}

/* How much a name at `box` would cover of the names that have a place. */
static int64_t names_covered(const struct crowd *crowd, const struct box *box)
{
    int64_t area = 0;
    for (size_t i = 0; i < crowd->name_count; ++i) {
        area += overlap(box, &crowd->names[i]);
    }
    return area;
}

/* What is wrong with a name at `box`, as an area: worst to be off the page, bad to cover names and nodes, and an edge
 * counts as a strip. */
static int64_t place_cost(const struct crowd *crowd, const struct box *box)
{
    enum { OFF_PAGE = 1000, NAME = 8, EDGE_AREA = 20 * PIXEL * PIXEL };
    const struct cli_label_page *page = crowd->page;
    const struct box paper = {DISTANCE, page->top - 2 * CLI_LABEL_SIZE, page->width - DISTANCE,
                              page->top + page->map->height + 2 * CLI_LABEL_SIZE - DISTANCE};
    int64_t cost = OFF_PAGE * (area_of(box) - overlap(box, &paper)) + NAME * names_covered(crowd, box);
    for (size_t i = 0; i < crowd->count; ++i) {
        const uint32_t next = page->tour[i + 1 < crowd->count ? i + 1 : 0];
        cost += overlap(box, &crowd->nodes[i]);
        cost += meets(page, page->tour[i], next, box) ? EDGE_AREA : 0;
    }
    return cost;
}

/* The cheapest of the places for a name of this width, the first of them if several are; in the right half of the map
 * the left is tried first. */
static const struct place *choose_place(const struct crowd *crowd, int32_t x, int32_t y, int32_t width)
{
    const bool right_half = x - crowd->page->left > crowd->page->map->width / 2;
    const struct place *best = NULL;
    int64_t best_cost = INT64_MAX;
    for (size_t i = 0; i < PLACE_COUNT; ++i) {
        const struct place *place = &places[right_half ? i ^ 1 : i];
        const struct box box = place_box(place, x, y, width, crowd->page->radius);
        const int64_t cost = place_cost(crowd, &box);
        if (cost < best_cost) {
            best_cost = cost;
            best = place;
        }
    }
    return best;
}

/* Writes the name at its best place unless that hides more than a tenth of another or of itself. */
static void put_name(struct cli_buffer *svg, struct crowd *crowd, uint32_t node, const char *name)
{
    const struct cli_label_page *page = crowd->page;
    const int32_t most = page->width / 2 - 2 * DISTANCE;
    const int32_t x = page->left + page->map->x[node], y = page->top + page->map->y[node];
    const int32_t width = measure(name, CLI_LABEL_SIZE, most);
    const struct place *place = choose_place(crowd, x, y, width);
    const struct box box = place_box(place, x, y, width, page->radius);
    if (10 * names_covered(crowd, &box) > area_of(&box)) {
        return;
    }
    cli_buffer_format(svg, "<text class=\"name\" text-anchor=\"%s\" x=\"%d\" y=\"%d\">", place->anchor,
                      (int)(place->side > 0   ? box.left
                            : place->side < 0 ? box.right
                                              : x),
                      (int)box.bottom - CLI_LABEL_SIZE / 6);
    cli_label_put(svg, name, most, CLI_LABEL_SIZE);
    cli_buffer_text(svg, "</text>\n");
    crowd->names[crowd->name_count++] =
        (struct box){box.left - DISTANCE / 2, box.top, box.right + DISTANCE / 2, box.bottom};
}

enum swarm_status cli_labels_put(struct cli_buffer *svg, const struct cli_label_page *page,
                                 const swarm_instance *instance)
{
    const size_t count = swarm_instance_describe(instance)->node_count;
    struct crowd crowd = {.page = page, .count = count, .nodes = calloc(2 * count, sizeof *crowd.nodes)};
    if (!crowd.nodes) {
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    crowd.names = crowd.nodes + count;
    for (size_t i = 0; i < count; ++i) {
        const int32_t x = page->left + page->map->x[i], y = page->top + page->map->y[i];
        crowd.nodes[i] = (struct box){x - NODE_SIDE / 2, y - NODE_SIDE / 2, x + NODE_SIDE / 2, y + NODE_SIDE / 2};
    }
    for (uint32_t i = 0; i < count; ++i) {
        const char *name = swarm_instance_node_name(instance, i);
        if (name) {
            put_name(svg, &crowd, i, name);
        }
    }
    free(crowd.nodes);
    return SWARM_OK;
}
