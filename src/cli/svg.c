#include "svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "label.h"
#include "map.h"

#define PAPER "#fbfaf7"
#define INK   "#1f2a36"
#define FAINT "#5f6b76"
#define TOUR  "#2f6690"
#define NODE  "#16324f"
#define MARK  "#c8553d"
#define SIDE  "#c3cad0"

/* Page units. */
enum {
    PIXEL = CLI_MAP_PIXEL,
    MARGIN = 40 * PIXEL,
    TITLE_SIZE = 22 * PIXEL,
    TITLE_RISE = 17 * PIXEL, /* of its letters over the line they stand on */
    FACT_SIZE = 14 * PIXEL,
    FACT_STEP = 20 * PIXEL,
    GAP_ABOVE_MAP = 28 * PIXEL,
    FOOT_HEIGHT = 36 * PIXEL,
    TICK = 4 * PIXEL,
    MARK_RADIUS = 5 * PIXEL,
    LINE_BYTES = 100 /* of path data, before the line is broken */
};

/* Beyond this many nodes a dot would be no larger than the line is wide. */
enum { DOTS_MAX = 5000 };

/* Names of more nodes than this would cover each other. */
enum { LABELS_MAX = 60 };

/* The document in the making. */
struct sheet {
    struct cli_buffer *svg;
    const struct cli_picture *picture;
    struct cli_map map;
    int32_t left; /* the map's corner on the page */
    int32_t top;
    int32_t width; /* of the page */
    int32_t height;
    int32_t stroke; /* width of the tour's line */
    int32_t radius; /* of a node's dot; 0: none are drawn */
};

/* Writes path data: relative steps, a blank only where no sign parts two numbers. */
struct pen {
    struct cli_buffer *svg;
    int32_t x; /* where it is on the page */
    int32_t y;
    char command;      /* the one that numbers belong to */
    size_t line_start; /* bytes of the document before the line */
};

static void pen_number(struct pen *pen, int32_t value)
{
    const char last = pen->svg->size > 0 ? pen->svg->bytes[pen->svg->size - 1] : ' ';
    if (pen->svg->size - pen->line_start >= LINE_BYTES) {
        cli_buffer_text(pen->svg, "\n");
        pen->line_start = pen->svg->size;
    } else if (value >= 0 && last >= '0' && last <= '9') {
        cli_buffer_text(pen->svg, " ");
    }
    cli_buffer_integer(pen->svg, value);
}

static void pen_command(struct pen *pen, char command)
{
    if (pen->command != command || command == 'm') {
        cli_buffer_put(pen->svg, &command, 1);
        pen->command = command;
    }
}

/* A step with `command`, 'l' to draw or 'm' not to. */
static void pen_go(struct pen *pen, char command, int32_t x, int32_t y)
{
    pen_command(pen, command);
    pen_number(pen, x - pen->x);
    pen_number(pen, y - pen->y);
    pen->x = x;
    pen->y = y;
}

/* Begins the path of class `name` at a node. Looks are attributes, not a style sheet: that would reach the page of a
 * web site that the document is part of. */
static struct pen pen_begin(const struct sheet *sheet, const char *name, const char *colour, int32_t width,
                            uint32_t node)
{
    struct pen pen = {.svg = sheet->svg, .command = 'M'};
    cli_buffer_format(sheet->svg,
                      "<path class=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" stroke-linecap=\"round\""
                      " stroke-linejoin=\"round\"\nd=\"M",
                      name, colour, (int)width);
    pen.line_start = sheet->svg->size;
    pen.x = sheet->left + sheet->map.x[node];
    pen.y = sheet->top + sheet->map.y[node];
    pen_number(&pen, pen.x);
    pen_number(&pen, pen.y);
    return pen;
}

/* Draws the edge to `node`. On a map of the whole circle an edge that is shorter the other way round leaves at one side
 * and comes in at the other. */
static void pen_edge(struct pen *pen, const struct sheet *sheet, uint32_t node)
{
    const int32_t x = sheet->left + sheet->map.x[node], y = sheet->top + sheet->map.y[node];
    const int32_t width = sheet->map.width, across = x - pen->x;
    if (sheet->map.around && abs(across) > width / 2) {
        const int32_t leave = across > 0 ? sheet->left : sheet->left + width;
        const int32_t enter = across > 0 ? sheet->left + width : sheet->left;
        const double whole = (double)(width - abs(across));
        const double share = whole > 0.0 ? (double)abs(leave - pen->x) / whole : 0.0;
        const int32_t height = pen->y + (int32_t)lround(share * (double)(y - pen->y));
        pen_go(pen, 'l', leave, height);
        pen_go(pen, 'm', enter, height);
    }
    pen_go(pen, 'l', x, y);
}

static void put_tour(const struct sheet *sheet)
{
    const uint32_t *tour = sheet->picture->tour;
    const size_t count = sheet->picture->subject->info->node_count;
    struct pen pen = pen_begin(sheet, "tour", TOUR, sheet->stroke, tour[0]);
    for (size_t i = 1; i < count; ++i) {
        pen_edge(&pen, sheet, tour[i]);
    }
    if (!sheet->picture->subject->path && !sheet->map.around) {
        cli_buffer_text(sheet->svg, "z");
    } else if (!sheet->picture->subject->path) {
        pen_edge(&pen, sheet, tour[0]);
    }
    cli_buffer_text(sheet->svg, "\"/>\n");
}

/* All dots are one path: lines of no length with round ends. */
static void put_nodes(const struct sheet *sheet)
{
    const uint32_t *tour = sheet->picture->tour;
    const size_t count = sheet->picture->subject->info->node_count;
    struct pen pen = pen_begin(sheet, "nodes", NODE, 2 * sheet->radius, tour[0]);
    cli_buffer_text(sheet->svg, "h0");
    for (size_t i = 1; i < count; ++i) {
        pen_go(&pen, 'm', sheet->left + sheet->map.x[tour[i]], sheet->top + sheet->map.y[tour[i]]);
        cli_buffer_text(sheet->svg, "h0");
    }
    cli_buffer_text(sheet->svg, "\"/>\n");
}

/* How far nodes would be apart if they were spread evenly over what is drawn, pixels. */
static double even_distance(const struct sheet *sheet)
{
    const double count = sheet->picture->subject->info->node_count;
    const double width = (double)sheet->map.drawn_width / PIXEL, height = (double)sheet->map.drawn_height / PIXEL;
    const double apart = fmax(sqrt(width * height / count), fmax(width, height) / count);
    return apart > 0.0 ? apart : 100.0;
}

/* The more nodes there are, the thinner are the line and the dots. */
static void choose_widths(struct sheet *sheet)
{
    const double apart = even_distance(sheet);
    const double stroke = fmin(fmax(0.38 * pow(apart, 0.4), 0.3), 2.2);
    sheet->stroke = (int32_t)lround(PIXEL * stroke);
    if (sheet->picture->subject->info->node_count <= DOTS_MAX) {
        sheet->radius = (int32_t)lround(PIXEL * fmin(fmax(0.07 * apart, 0.9 * stroke), 4.0));
    }
}

static void put_head(const struct sheet *sheet)
{
    const int width = sheet->width, height = sheet->height;
    cli_buffer_text(sheet->svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"\n");
    cli_buffer_format(sheet->svg, "width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"\n", width / PIXEL, height / PIXEL,
                      width, height);
    cli_buffer_text(sheet->svg, "font-family=\"Helvetica Neue, Helvetica, Arial, sans-serif\">\n");
}

/* The facts below the title, a line each. */
struct facts {
    char lines[3][CLI_LENGTH_SIZE + CLI_GAP_SIZE];
    size_t count;
};

static const char *find_setting(const swarm_result *result, const char *name)
{
    for (size_t i = 0; i < result->setting_count; ++i) {
        if (strcmp(result->settings[i].name, name) == 0 && result->settings[i].value) {
            return result->settings[i].value;
        }
    }
    return "?";
}

static struct facts collect_facts(const struct cli_picture *picture)
{
    const struct cli_subject *subject = picture->subject;
    const uint32_t nodes = subject->info->node_count;
    const char *unit = subject->info->unit;
    char length[CLI_LENGTH_SIZE], gap[CLI_GAP_SIZE];
    struct facts facts = {.count = 0};
    snprintf(facts.lines[facts.count++], sizeof facts.lines[0], "%" PRIu32 " %s, %s of length %s%s%s", nodes,
             nodes == 1 ? "node" : "nodes", subject->path ? "open path" : "closed tour",
             cli_length_text(subject, picture->length, length), *unit ? " " : "", unit);
    if (*cli_gap_text(subject, picture->length, gap)) {
        snprintf(facts.lines[facts.count++], sizeof facts.lines[0], "%s", gap);
    }
    if (picture->result) {
        snprintf(facts.lines[facts.count++], sizeof facts.lines[0],
                 "algorithm %s, ants %s, iterations %" PRIu64 ", seed %s", find_setting(picture->result, "algorithm"),
                 find_setting(picture->result, "ants"), picture->result->iterations,
                 find_setting(picture->result, "seed"));
    }
    return facts;
}

static const struct style {
    const char *name;
    const char *look;
    int32_t size;
} title_style = {"title", "font-weight=\"bold\" fill=\"" INK "\"", TITLE_SIZE},
  fact_style = {"fact", "fill=\"" FAINT "\"", FACT_SIZE};

/* A line of text, cut where the page ends. */
static void put_line(const struct sheet *sheet, const struct style *style, int32_t x, int32_t y, const char *text)
{
    cli_buffer_format(sheet->svg, "<text class=\"%s\" font-size=\"%d\" %s x=\"%d\" y=\"%d\">", style->name,
                      (int)style->size, style->look, (int)x, (int)y);
    cli_label_put(sheet->svg, text, sheet->width - sheet->left - x, style->size);
    cli_buffer_text(sheet->svg, "</text>\n");
}

static void put_legend(const struct sheet *sheet, const struct facts *facts)
{
    const char *name = sheet->picture->subject->info->name;
    int32_t y = MARGIN + TITLE_RISE;
    cli_buffer_text(sheet->svg, "<title>");
    cli_label_put(sheet->svg, name, sheet->width, FACT_SIZE);
    cli_buffer_text(sheet->svg, "</title>\n<desc>Map of a tour");
    for (size_t i = 0; i < facts->count; ++i) {
        cli_buffer_text(sheet->svg, i == 0 ? ": " : "; ");
        cli_label_put(sheet->svg, facts->lines[i], INT32_MAX, FACT_SIZE);
    }
    cli_buffer_text(sheet->svg, "</desc>\n");
    cli_buffer_text(sheet->svg, "<rect width=\"100%\" height=\"100%\" fill=\"" PAPER "\"/>\n");
    put_line(sheet, &title_style, sheet->left, y, name);
    y += FACT_STEP / 4;
    for (size_t i = 0; i < facts->count; ++i) {
        put_line(sheet, &fact_style, sheet->left, y += FACT_STEP, facts->lines[i]);
    }
}

/* A length of 1, 2 or 5 times a power of ten that makes a bar of at most a quarter of the map. */
struct bar {
    int32_t width;
    int digit;
    int exponent;
    const char *unit;
};

/* False when the map has no scale. */
static bool choose_bar(const struct cli_map *map, struct bar *bar)
{
    const double longest = map->scale > 0.0 ? map->width / 4.0 / map->scale : 0.0;
    if (!isfinite(longest) || longest < 1e-300) {
        return false;
    }
    const double exponent = floor(log10(longest));
    const double share = longest / pow(10.0, exponent);
    *bar = (struct bar){.digit = share >= 5.0   ? 5
                                 : share >= 2.0 ? 2
                                                : 1,
                        .exponent = (int)exponent,
                        .unit = map->scale_unit};
    bar->width = (int32_t)lround(bar->digit * pow(10.0, exponent) * map->scale);
    if (strcmp(bar->unit, "m") == 0 && bar->exponent >= 3) {
        bar->exponent -= 3;
        bar->unit = "km";
    }
    return true;
}

/* "200 km", "0.05", "2e40" */
static void bar_text(const struct bar *bar, char text[32])
{
    static const char zeros[] = "000000000";
    const char *blank = *bar->unit ? " " : "";
    if (bar->exponent < -6 || bar->exponent > 9) {
        snprintf(text, 32, "%de%d%s%s", bar->digit, bar->exponent, blank, bar->unit);
    } else if (bar->exponent < 0) {
        snprintf(text, 32, "0.%.*s%d%s%s", -1 - bar->exponent, zeros, bar->digit, blank, bar->unit);
    } else {
        snprintf(text, 32, "%d%.*s%s%s", bar->digit, bar->exponent, zeros, blank, bar->unit);
    }
}

static void put_bar(const struct sheet *sheet, const struct bar *bar, int32_t y)
{
    char text[32];
    bar_text(bar, text);
    cli_buffer_format(sheet->svg,
                      "<path class=\"scale\" fill=\"none\" stroke=\"" FAINT "\" stroke-width=\"%d\""
                      " d=\"M%d %dv%dh%dv-%d\"/>\n",
                      PIXEL * 3 / 2, (int)sheet->left, (int)y - TICK, TICK, (int)bar->width, TICK);
    put_line(sheet, &fact_style, sheet->left + bar->width + 8 * PIXEL, y, text);
}

/* The two sides of a map of the whole circle, through which edges leave and come in. */
static void put_sides(const struct sheet *sheet)
{
    cli_buffer_format(sheet->svg,
                      "<path class=\"sides\" fill=\"none\" stroke=\"" SIDE
                      "\" stroke-width=\"%d\" stroke-dasharray=\"%d\""
                      " d=\"M%d %dv%dm%d 0v-%d\"/>\n",
                      PIXEL, 4 * PIXEL, (int)sheet->left, (int)sheet->top, (int)sheet->map.height,
                      (int)sheet->map.width, (int)sheet->map.height);
}

/* An end of an open path: `fill` tells the two apart. */
static void put_mark(const struct sheet *sheet, const char *name, const char *fill, int32_t x, int32_t y,
                     int32_t radius)
{
    cli_buffer_format(sheet->svg,
                      "<circle class=\"%s\" fill=\"%s\" stroke=\"" MARK "\" stroke-width=\"%d\" cx=\"%d\" cy=\"%d\""
                      " r=\"%d\"/>\n",
                      name, fill, 2 * PIXEL, (int)x, (int)y, (int)radius);
}

/* Marks the ends of an open path, and says below the map which is which. */
static void put_ends(const struct sheet *sheet, int32_t y)
{
    const uint32_t *tour = sheet->picture->tour;
    const uint32_t first = tour[0], last = tour[sheet->picture->subject->info->node_count - 1];
    const int32_t start = sheet->width - sheet->left - 110 * PIXEL, end = sheet->width - sheet->left - 40 * PIXEL;
    put_mark(sheet, "end", PAPER, sheet->left + sheet->map.x[last], sheet->top + sheet->map.y[last], MARK_RADIUS);
    put_mark(sheet, "start", MARK, sheet->left + sheet->map.x[first], sheet->top + sheet->map.y[first],
             first == last ? MARK_RADIUS / 2 : MARK_RADIUS);
    put_mark(sheet, "start", MARK, start, y - MARK_RADIUS, MARK_RADIUS);
    put_mark(sheet, "end", PAPER, end, y - MARK_RADIUS, MARK_RADIUS);
    put_line(sheet, &fact_style, start + 2 * MARK_RADIUS, y, "start");
    put_line(sheet, &fact_style, end + 2 * MARK_RADIUS, y, "end");
}

static enum swarm_status put_names(const struct sheet *sheet)
{
    const struct cli_label_page page = {.map = &sheet->map,
                                        .tour = sheet->picture->tour,
                                        .left = sheet->left,
                                        .top = sheet->top,
                                        .width = sheet->width,
                                        .radius = sheet->picture->subject->path ? MARK_RADIUS : sheet->radius};
    cli_buffer_format(sheet->svg,
                      "<g class=\"names\" font-size=\"%d\" fill=\"" INK "\" stroke=\"" PAPER "\" stroke-width=\"%d\""
                      " stroke-linejoin=\"round\" paint-order=\"stroke\">\n",
                      CLI_LABEL_SIZE, 3 * PIXEL);
    enum swarm_status status = cli_labels_put(sheet->svg, &page, sheet->picture->subject->instance);
    cli_buffer_text(sheet->svg, "</g>\n");
    return status;
}

/* Everything, onto a page of which the map is laid out. */
static enum swarm_status put_sheet(struct sheet *sheet)
{
    const struct swarm_instance_info *info = sheet->picture->subject->info;
    const struct facts facts = collect_facts(sheet->picture);
    struct bar bar = {.width = 0};
    const bool has_bar = choose_bar(&sheet->map, &bar);
    const bool has_foot = has_bar || sheet->picture->subject->path;
    sheet->left = MARGIN;
    sheet->top = MARGIN + TITLE_RISE + FACT_STEP / 4 + (int32_t)facts.count * FACT_STEP + GAP_ABOVE_MAP;
    sheet->width = sheet->map.width + 2 * MARGIN;
    const int32_t foot = sheet->top + sheet->map.height + (has_foot ? FOOT_HEIGHT : 0);
    sheet->height = foot + MARGIN;
    choose_widths(sheet);
    put_head(sheet);
    put_legend(sheet, &facts);
    if (sheet->map.around) {
        put_sides(sheet);
    }
    put_tour(sheet);
    if (sheet->radius > 0) {
        put_nodes(sheet);
    }
    if (has_bar) {
        put_bar(sheet, &bar, foot);
    }
    if (sheet->picture->subject->path) {
        put_ends(sheet, foot);
    }
    enum swarm_status status = info->has_names && info->node_count <= LABELS_MAX ? put_names(sheet) : SWARM_OK;
    cli_buffer_text(sheet->svg, "</svg>\n");
    return sheet->svg->failed ? SWARM_ERROR_OUT_OF_MEMORY : status;
}

enum swarm_status cli_svg_require_positions(const char *path, const struct cli_subject *subject)
{
    if (subject->info->has_positions) {
        return SWARM_OK;
    }
    cli_error("%s: %s cannot be drawn: found distances only, expected coordinates or a DISPLAY_DATA_SECTION", path,
              subject->info->name);
    return SWARM_ERROR_UNSUPPORTED;
}

enum swarm_status cli_svg_write(struct cli_buffer *svg, const struct cli_picture *picture)
{
    struct sheet sheet = {.svg = svg, .picture = picture};
    enum swarm_status status = cli_map_init(&sheet.map, picture->subject->instance);
    if (status == SWARM_OK) {
        status = put_sheet(&sheet);
    }
    cli_map_deinit(&sheet.map);
    return status;
}
