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

/* What a name at `box` would cover, and, far worse, how much of it would be off the page. */
static int64_t place_cost(const struct cli_label_page *page, const struct box *box, const struct box *taken,
                          size_t taken_count)
{
    enum { OFF_PAGE = 1000 };
    const struct box paper = {DISTANCE, page->top - 2 * CLI_LABEL_SIZE, page->width - DISTANCE,
                              page->top + page->map->height + CLI_LABEL_SIZE};
    const int64_t area = (int64_t)(box->right - box->left) * (box->bottom - box->top);
    int64_t cost = OFF_PAGE * (area - overlap(box, &paper));
    for (size_t i = 0; i < taken_count; ++i) {
        cost += overlap(box, &taken[i]);
    }
    return cost;
}

/* The cheapest of the places, the first of them if several are; in the right half of the map the left is tried first.
 */
static const struct place *choose_place(const struct cli_label_page *page, int32_t x, int32_t y, int32_t width,
                                        const struct box *taken, size_t taken_count)
{
    const size_t first = x - page->left > page->map->width / 2;
    const struct place *best = NULL;
    int64_t best_cost = INT64_MAX;
    for (size_t i = 0; i < PLACE_COUNT; ++i) {
        const struct place *place = &places[i ^ first]; /* left and right change places in each pair but the middle */
        const struct box box = place_box(place, x, y, width, page->radius);
        const int64_t cost = place_cost(page, &box, taken, taken_count);
        if (cost < best_cost) {
            best_cost = cost;
            best = place;
        }
    }
    return best;
}

enum swarm_status cli_labels_put(struct cli_buffer *svg, const struct cli_label_page *page,
                                 const swarm_instance *instance)
{
    const size_t count = swarm_instance_describe(instance)->node_count;
    const int32_t most = page->width / 2 - 2 * DISTANCE;
    /* First the squares of all nodes, then the names that have a place. */
    struct box *taken = calloc(2 * count, sizeof *taken);
    size_t taken_count = count;
    if (!taken) {
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        const int32_t x = page->left + page->map->x[i], y = page->top + page->map->y[i];
        taken[i] = (struct box){x - NODE_SIDE / 2, y - NODE_SIDE / 2, x + NODE_SIDE / 2, y + NODE_SIDE / 2};
    }
    for (size_t i = 0; i < count; ++i) {
        const char *name = swarm_instance_node_name(instance, (uint32_t)i);
        if (!name) {
            continue;
        }
        const int32_t x = page->left + page->map->x[i], y = page->top + page->map->y[i];
        const int32_t width = measure(name, CLI_LABEL_SIZE, most);
        const struct place *place = choose_place(page, x, y, width, taken, taken_count);
        const struct box box = place_box(place, x, y, width, page->radius);
        const int32_t anchor = place->side > 0 ? box.left : place->side < 0 ? box.right : x;
        cli_buffer_format(svg, "<text class=\"name\" text-anchor=\"%s\" x=\"%d\" y=\"%d\">", place->anchor, (int)anchor,
                          (int)(box.bottom - CLI_LABEL_SIZE / 6));
        cli_label_put(svg, name, most, CLI_LABEL_SIZE);
        cli_buffer_text(svg, "</text>\n");
        taken[taken_count++] = box;
    }
    free(taken);
    return SWARM_OK;
}
