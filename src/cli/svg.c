#include "svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "map.h"
#include "parameters.h"

/* Page units. */
enum { PIXEL = CLI_PIXEL, GAP_ABOVE_MAP = 28 * PIXEL, FOOT_HEIGHT = 36 * PIXEL, TICK = 4 * PIXEL };

/* Beyond this many nodes a dot would be no larger than the line is wide. */
enum { DOTS_MAX = 5000 };

/* Names of more nodes than this would cover each other. */
enum { LABELS_MAX = 60 };

/* The document in the making. */
struct sheet {
    struct cli_page page;
    const struct cli_picture *picture;
    struct cli_map map;
    int32_t stroke; /* width of the tour's line */
    int32_t radius; /* of a node's dot; 0: none are drawn */
};

/* Begins a path of class `name` at a node. */
static struct cli_pen begin_at(const struct sheet *sheet, const char *name, const char *colour, int32_t width,
                               uint32_t node)
{
    return cli_pen_begin(&sheet->page, name, colour, width, CLI_ROUND, sheet->map.x[node], sheet->map.y[node]);
}

/* Draws the edge to `node`. On a map of the whole circle an edge that is shorter the other way round leaves at one side
 * and comes in at the other. */
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
    const size_t count = sheet->picture->instance->info->node_count;
    struct cli_pen pen = begin_at(sheet, "tour", CLI_LINE, sheet->stroke, tour[0]);
    for (size_t i = 1; i < count; ++i) {
        draw_edge(&pen, sheet, tour[i]);
    }
    if (!sheet->picture->instance->path && !sheet->map.around) {
        cli_buffer_text(sheet->page.svg, "z");
    } else if (!sheet->picture->instance->path) {
        draw_edge(&pen, sheet, tour[0]);
    }
    cli_pen_end(&pen);
}

/* All dots are one path: lines of no length with round ends. */
static void put_nodes(const struct sheet *sheet)
{
    const uint32_t *tour = sheet->picture->tour;
    const size_t count = sheet->picture->instance->info->node_count;
    struct cli_pen pen = begin_at(sheet, "nodes", CLI_DOT, 2 * sheet->radius, tour[0]);
    cli_buffer_text(sheet->page.svg, "h0");
    for (size_t i = 1; i < count; ++i) {
        cli_pen_go(&pen, 'm', sheet->map.x[tour[i]], sheet->map.y[tour[i]]);
        cli_buffer_text(sheet->page.svg, "h0");
    }
    cli_pen_end(&pen);
}

/* How far nodes would be apart if they were spread evenly over what is drawn, pixels. */
static double even_distance(const struct sheet *sheet)
{
    const double count = sheet->picture->instance->info->node_count;
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
    if (sheet->picture->instance->info->node_count <= DOTS_MAX) {
        sheet->radius = (int32_t)lround(PIXEL * fmin(fmax(0.07 * apart, 0.9 * stroke), 4.0));
    }
}

static struct cli_facts collect_facts(const struct cli_picture *picture)
{
    const struct cli_subject *subject = &picture->instance->subject;
    const swarm_result *result = picture->result;
    const uint32_t nodes = picture->instance->info->node_count;
    char text[CLI_TEXT_SIZE];
    struct cli_facts facts = {.count = 0};
    cli_facts_add(&facts, "%" PRIu32 " %s, %s of length %s", nodes, nodes == 1 ? "node" : "nodes",
                  picture->instance->path ? "open path" : "closed tour", cli_score_text(subject, picture->score, text));
    if (*cli_gap_text(subject, picture->score, text)) {
        cli_facts_add(&facts, "%s", text);
    }
    if (result) {
        const enum cli_option many = cli_used(result, CLI_POPULATION) ? CLI_POPULATION : CLI_ANTS;
        const char *count = cli_used(result, many);
        cli_facts_add(&facts, "algorithm %s%s%s%s%s, iterations %" PRIu64 ", seed %s", cli_used(result, CLI_ALGORITHM),
                      count ? ", " : "", count ? cli_option_name(many) : "", count ? " " : "", count ? count : "",
                      result->iterations, cli_used(result, CLI_SEED));
    }
    return facts;
}

/* The longest scale bar, a quarter of the map, in the map's unit; 0 when the map has no scale. */
static double longest_bar(const struct cli_map *map)
{
    const double longest = map->scale > 0.0 ? map->width / 4.0 / map->scale : 0.0;
    return isfinite(longest) && longest >= 1e-300 ? longest : 0.0;
}

/* A bar of 1, 2 or 5 times a power of ten, at most `longest`. */
static void put_bar(const struct sheet *sheet, double longest, int32_t y)
{
    char number[CLI_DECIMAL_SIZE], text[CLI_DECIMAL_SIZE + 8];
    const int exponent = (int)floor(log10(longest));
    const double power = pow(10.0, exponent), share = longest / power;
    const int digit = share >= 5.0 ? 5 : share >= 2.0 ? 2 : 1;
    const int32_t left = sheet->map.left, width = (int32_t)lround(digit * power * sheet->map.scale);
    const char *unit = sheet->map.scale_unit;
    const bool kilo = strcmp(unit, "m") == 0 && exponent >= 3;
    snprintf(text, sizeof text, "%s%s%s", cli_decimal_text(digit, exponent - 3 * kilo, number), *unit ? " " : "",
             kilo ? "km" : unit);
    cli_buffer_format(sheet->page.svg,
                      "<path class=\"scale\" fill=\"none\" stroke=\"" CLI_FAINT "\" stroke-width=\"%d\""
                      " d=\"M%d %dv%dh%dv-%d\"/>\n",
                      PIXEL * 3 / 2, (int)left, (int)y - TICK, TICK, (int)width, TICK);
    cli_page_fact(&sheet->page, left + width + 8 * PIXEL, y, text);
}

/* The two sides of a map of the whole circle, through which edges leave and come in. */
static void put_sides(const struct sheet *sheet)
{
    cli_buffer_format(sheet->page.svg,
                      "<path class=\"sides\" fill=\"none\" stroke=\"" CLI_SIDE
                      "\" stroke-width=\"%d\" stroke-dasharray=\"%d\""
                      " d=\"M%d %dv%dm%d 0v-%d\"/>\n",
                      PIXEL, 4 * PIXEL, (int)sheet->map.left, (int)sheet->map.top, (int)sheet->map.height,
                      (int)sheet->map.width, (int)sheet->map.height);
}

/* Marks the ends of an open path, and says below the map which is which. */
static void put_ends(const struct sheet *sheet, int32_t y)
{
    const uint32_t *tour = sheet->picture->tour;
    const uint32_t first = tour[0], last = tour[sheet->picture->instance->info->node_count - 1];
    const int32_t start = sheet->page.width - sheet->map.left - 110 * PIXEL,
                  end = sheet->page.width - sheet->map.left - 40 * PIXEL;
    cli_page_mark(&sheet->page, "end", CLI_PAPER, sheet->map.x[last], sheet->map.y[last], CLI_MARK_RADIUS);
    cli_page_mark(&sheet->page, "start", CLI_MARK, sheet->map.x[first], sheet->map.y[first],
                  first == last ? CLI_MARK_RADIUS / 2 : CLI_MARK_RADIUS);
    cli_page_mark(&sheet->page, "start", CLI_MARK, start, y - CLI_MARK_RADIUS, CLI_MARK_RADIUS);
    cli_page_mark(&sheet->page, "end", CLI_PAPER, end, y - CLI_MARK_RADIUS, CLI_MARK_RADIUS);
    cli_page_fact(&sheet->page, start + 2 * CLI_MARK_RADIUS, y, "start");
    cli_page_fact(&sheet->page, end + 2 * CLI_MARK_RADIUS, y, "end");
}

static enum swarm_status put_names(const struct sheet *sheet)
{
    const struct cli_instance *instance = sheet->picture->instance;
    cli_buffer_format(sheet->page.svg,
                      "<g class=\"names\" font-size=\"%d\" fill=\"" CLI_INK "\" stroke=\"" CLI_PAPER
                      "\" stroke-width=\"%d\" stroke-linejoin=\"round\" paint-order=\"stroke\">\n",
                      CLI_LABEL_SIZE, 3 * PIXEL);
    enum swarm_status status = cli_labels_put(&sheet->page, &sheet->map, instance->instance, sheet->picture->tour,
                                              instance->path ? CLI_MARK_RADIUS : sheet->radius);
    cli_buffer_text(sheet->page.svg, "</g>\n");
    return status;
}

enum swarm_status cli_svg_require_positions(const char *path, const struct cli_instance *instance)
{
    if (instance->info->has_positions) {
        return SWARM_OK;
    }
    cli_error("%s: %s cannot be drawn: found distances only, expected coordinates or a DISPLAY_DATA_SECTION", path,
              instance->info->name);
    return SWARM_ERROR_UNSUPPORTED;
}

enum swarm_status cli_svg_write(struct cli_buffer *svg, const struct cli_picture *picture)
{
    const struct swarm_instance_info *info = picture->instance->info;
    const struct cli_facts facts = collect_facts(picture);
    struct sheet sheet = {.page = {.svg = svg}, .picture = picture};
    enum swarm_status status =
        cli_map_init(&sheet.map, picture->instance->instance, CLI_PAGE_MARGIN, cli_page_top(&facts) + GAP_ABOVE_MAP);
    if (status != SWARM_OK) {
        return cli_fail_memory();
    }
    const double bar = longest_bar(&sheet.map);
    const bool has_foot = bar > 0.0 || picture->instance->path;
    const int32_t foot = sheet.map.top + sheet.map.height + (has_foot ? FOOT_HEIGHT : 0);
    sheet.page.width = sheet.map.width + 2 * CLI_PAGE_MARGIN;
    sheet.page.height = foot + CLI_PAGE_MARGIN;
    choose_widths(&sheet);
    cli_page_begin(&sheet.page, info->name, "Map of a tour", &facts);
    if (sheet.map.around) {
        put_sides(&sheet);
    }
    put_tour(&sheet);
    if (sheet.radius > 0) {
        put_nodes(&sheet);
    }
    if (bar > 0.0) {
        put_bar(&sheet, bar, foot);
    }
    if (picture->instance->path) {
        put_ends(&sheet, foot);
    }
    status = info->has_names && info->node_count <= LABELS_MAX ? put_names(&sheet) : SWARM_OK;
    cli_page_end(&sheet.page);
    cli_map_deinit(&sheet.map);
    return status == SWARM_OK ? SWARM_OK : cli_fail_memory();
}
