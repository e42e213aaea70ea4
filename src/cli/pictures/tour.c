/* tour.c - the map of a tour. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map.h"

enum { PIXEL = CLI_PIXEL, ORDER_SIZE = CLI_NOTE_SIZE, GAP_ABOVE_MAP = 28 * PIXEL };

enum { DOTS_MAX = 5000 /* nodes; more dots would be as small as the line's width */ };

/* Draws an edge. On a map of all longitudes, an edge that is shorter across the date line leaves at one side and
 * continues at the other. */
static void draw_edge(struct cli_pen *pen, const struct cli_sheet *sheet, uint32_t node)
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

static void put_tour(const struct cli_sheet *sheet)
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
static void put_dots(const struct cli_sheet *sheet, const char *class, const char *colour, const uint32_t *nodes,
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
static void choose_widths(struct cli_sheet *sheet)
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

/* Draws the sides of a map of all longitudes, where edges leave and continue. */
static void put_sides(const struct cli_sheet *sheet)
{
    cli_buffer_format(sheet->page.svg,
                      "<path class=\"sides\" fill=\"none\" stroke=\"" CLI_SIDE
                      "\" stroke-width=\"%d\" stroke-dasharray=\"%d\""
                      " d=\"M%d %dv%dm%d 0v-%d\"/>\n",
                      PIXEL, 4 * PIXEL, (int)sheet->map.left, (int)sheet->map.top, (int)sheet->map.height,
                      (int)sheet->map.width, (int)sheet->map.height);
}

/* Draws fixed edges thicker, with a legend at height `y` whose right end is at `right`. */
static void put_fixed(const struct cli_sheet *sheet, int32_t right, int32_t y)
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
static void put_arrows(const struct cli_sheet *sheet)
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
static void put_order(const struct cli_sheet *sheet)
{
    static const struct cli_style style = {"order", "text-anchor=\"middle\" fill=\"" CLI_PAPER "\"", ORDER_SIZE};
    const size_t count = sheet->picture->count - sheet->picture->instance->path;
    char number[24];
    for (size_t i = 1; i < count; ++i) {
        const uint32_t node = sheet->picture->tour[i];
        const int32_t x = sheet->map.x[node], y = sheet->map.y[node];
        if (cli_sheet_has_disc(sheet, node)) {
            struct cli_pen pen = cli_pen_begin(
                &sheet->page, &(struct cli_stroke){"disc", CLI_DOT, 2 * CLI_DISC_RADIUS, CLI_ROUND}, x, y);
            cli_buffer_text(sheet->page.svg, "h0");
            cli_pen_end(&pen);
            snprintf(number, sizeof number, "%zu", i + 1);
            cli_page_text(&sheet->page, &style, x, y + ORDER_SIZE / 3, 4 * CLI_DISC_RADIUS, number);
        }
    }
}

/* Marks the start, and the end of an open path, with a legend below the map. */
static void put_ends(const struct cli_sheet *sheet, int32_t y)
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

static void label_node(const struct cli_sheet *sheet, uint32_t node, struct cli_label *label)
{
    const char *name = cli_node_text(sheet->picture->instance->instance, node, label->number[0]);
    label->name = name == label->number[0] && sheet->info->has_names ? "" : name;
}

enum swarm_status cli_svg_write(struct cli_buffer *svg, const struct cli_picture *picture)
{
    const struct swarm_instance_info *info = picture->instance->info;
    const struct cli_facts facts = cli_map_facts(picture);
    struct cli_sheet sheet = {.page = {.svg = svg}, .picture = picture, .info = info, .label = label_node};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, cli_map_lay_out(&sheet.map, picture->instance->instance, CLI_PAGE_MARGIN,
                                 cli_page_top(&facts) + GAP_ABOVE_MAP));
    const int32_t foot = sheet.map.top + sheet.map.height + CLI_MAP_FOOT;
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
    cli_map_put_bar(&sheet.page, &sheet.map, foot);
    put_order(&sheet);
    put_ends(&sheet, foot);
    TRY_OR(done, info->node_count <= (info->has_names ? CLI_LABELS_MAX : CLI_FEW_NAMES) ? cli_sheet_put_names(&sheet)
                                                                                        : SWARM_OK);
    cli_buffer_text(svg, "</svg>\n");
done:
    free(sheet.map.x);
    return status;
}
