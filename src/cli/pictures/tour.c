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
    if (sheet->map.around && pen->command && abs(across) > width / 2) {
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
    const struct swarm_tour *tour = sheet->tour;
    struct cli_pen pen = CLI_PEN(sheet->page, "tour", CLI_LINE, sheet->stroke, CLI_ROUND);
    for (size_t i = 0; i < tour->node_count; ++i) {
        draw_edge(&pen, sheet, tour->nodes[i]);
    }
    if (!tour->path && !sheet->map.around) {
        cli_buffer_text(sheet->page.svg, "z");
    } else if (!tour->path) {
        draw_edge(&pen, sheet, tour->nodes[0]);
    }
    cli_pen_end(&pen);
}

/* Draws dots of `count` nodes as one path. nodes NULL: the first nodes. */
static void put_dots(const struct cli_sheet *sheet, const char *class, const char *colour, const uint32_t *nodes,
                     size_t count)
{
    struct cli_pen pen = CLI_PEN(sheet->page, class, colour, 2 * sheet->radius, CLI_ROUND);
    for (size_t i = 0; i < count; ++i) {
        const size_t node = nodes ? nodes[i] : i;
        cli_pen_dot(&pen, sheet->map.x[node], sheet->map.y[node]);
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

struct cli_facts cli_map_facts(const struct cli_work *work)
{
    const struct cli_subject *subject = work->subject;
    const struct swarm_tour *tour = work->result->tour;
    const struct swarm_instance_info *info = cli_instance_of(subject)->info;
    const struct cli_score score = CLI_SCORE_OF(subject, work->result);
    char text[CLI_TEXT_SIZE], kilometres[CLI_TEXT_SIZE], some[32] = "";
    struct cli_facts facts = {.count = 0};
    if (tour->node_count < info->node_count) {
        snprintf(some, sizeof some, "%zu of ", tour->node_count);
    }
    cli_facts_add(&facts, "%s%" PRIu32 " %s, %s of length %s%s", some, info->node_count,
                  info->node_count == 1 ? "node" : "nodes", tour->path ? "open path" : "closed tour",
                  cli_length_text(info, tour->length, text),
                  cli_kilometres_text(info->unit, (double)tour->length / pow(10.0, info->decimals), kilometres));
    if (subject->maximise) {
        cli_facts_add(&facts, "%s %s", subject->problem->score, cli_score_text(subject, score, text));
    }
    if (*cli_gap_text(subject, score, text)) {
        cli_facts_add(&facts, "%s", text);
    }
    return facts;
}

enum swarm_status cli_map_fixed(const struct cli_work *work, bool **fixed)
{
    const struct swarm_tour *tour = work->result->tour;
    *fixed = calloc(tour->node_count, sizeof **fixed);
    TRY(*fixed ? SWARM_OK : cli_fail_memory());
    return work->subject->maximise /* tours of orient have no fixed edges */
               ? SWARM_OK
               : cli_checked(work->console, swarm_tour_fixed(work->console->context, work->params, tour->nodes,
                                                             tour->node_count, *fixed));
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
    const struct swarm_tour *tour = sheet->tour;
    const int32_t left = right - 90 * PIXEL;
    struct cli_pen pen = CLI_PEN(sheet->page, "fixed", CLI_FIXED, 2 * sheet->stroke, CLI_ROUND);
    for (size_t i = 0; i < tour->node_count; ++i) {
        if (sheet->fixed[i] && !pen.command) {
            cli_pen_go(&pen, 'm', left, y - CLI_MARK_RADIUS);
            cli_pen_go(&pen, 'l', left + 4 * CLI_MARK_RADIUS, y - CLI_MARK_RADIUS);
        }
        if (sheet->fixed[i]) {
            cli_pen_go(&pen, 'm', sheet->map.x[tour->nodes[i]], sheet->map.y[tour->nodes[i]]);
            draw_edge(&pen, sheet, tour->nodes[(i + 1) % tour->node_count]);
        }
    }
    cli_pen_end(&pen);
    if (pen.command) {
        cli_page_fact(&sheet->page, left + 5 * CLI_MARK_RADIUS, y, "fixed");
    }
}

/* Draws arrowheads in the middle of at most ARROWS edges, which are spread over the tour and have room. */
static void put_arrows(const struct cli_sheet *sheet)
{
    enum { ARROWS = 12, LEAST = 30 * PIXEL, HALF = 4 * PIXEL };
    const uint32_t *tour = sheet->tour->nodes;
    const size_t count = sheet->tour->node_count, edges = count - sheet->tour->path;
    const size_t step = (edges + ARROWS - 1) / ARROWS;
    struct cli_pen pen = CLI_PEN(sheet->page, "arrows", CLI_LINE, sheet->stroke, CLI_ROUND);
    for (size_t i = step / 2; i < edges; i += step) {
        const int32_t x = sheet->map.x[tour[i]], y = sheet->map.y[tour[i]];
        const double dx = sheet->map.x[tour[(i + 1) % count]] - x, dy = sheet->map.y[tour[(i + 1) % count]] - y;
        const double length = sheet->map.around && fabs(dx) > sheet->map.width / 2.0 ? 0.0 : hypot(dx, dy);
        const double across = HALF * dx / fmax(length, 1.0), down = HALF * dy / fmax(length, 1.0);
        const double corners[3][2] = {{down - across, -down - across}, {across, down}, {-across - down, across - down}};
        for (int k = 0; length >= LEAST && k < 3; ++k) {
            cli_pen_go(&pen, k == 0 ? 'm' : 'l', x + (int32_t)lround(dx / 2 + corners[k][0]),
                       y + (int32_t)lround(dy / 2 + corners[k][1]));
        }
    }
    cli_pen_end(&pen);
}

/* Draws discs with the order of nodes. The ends of a path and the start of a tour have marks instead. */
static void put_order(const struct cli_sheet *sheet)
{
    static const struct cli_style style = {"order", "text-anchor=\"middle\" fill=\"" CLI_PAPER "\"", ORDER_SIZE};
    char number[24];
    for (size_t i = 1; i + sheet->tour->path < sheet->tour->node_count; ++i) {
        const uint32_t node = sheet->tour->nodes[i];
        const int32_t x = sheet->map.x[node], y = sheet->map.y[node];
        if (cli_sheet_has_disc(sheet, node)) {
            struct cli_pen pen = CLI_PEN(sheet->page, "disc", CLI_DOT, 2 * CLI_DISC_RADIUS, CLI_ROUND);
            cli_pen_dot(&pen, x, y);
            cli_pen_end(&pen);
            snprintf(number, sizeof number, "%zu", i + 1);
            cli_page_text(&sheet->page, &style, x, y + ORDER_SIZE / 3, 4 * CLI_DISC_RADIUS, number);
        }
    }
}

/* Marks the start, and the end of an open path, with a legend below the map. */
static void put_ends(const struct cli_sheet *sheet, int32_t y)
{
    const uint32_t first = sheet->tour->nodes[0], last = sheet->tour->nodes[sheet->tour->node_count - 1];
    const bool path = sheet->tour->path;
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

static const char *node_name(const struct cli_sheet *sheet, uint32_t node, char number[16])
{
    const char *name = cli_node_text(sheet->instance, node, number);
    return name == number && sheet->info->has_names ? "" : name;
}

enum swarm_status cli_picture_map(struct cli_buffer *svg, const void *user)
{
    const struct cli_work *work = user;
    const swarm_instance *instance = cli_instance_of(work->subject)->instance;
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    struct cli_facts facts = cli_map_facts(work);
    struct cli_sheet sheet = {
        .page = {.svg = svg}, .instance = instance, .info = info, .tour = work->result->tour, .name = node_name};
    enum swarm_status status = SWARM_OK;
    if (work->result->setting_count > 0) {
        cli_facts_add_run(&facts, work->result);
    }
    TRY_OR(done, cli_map_fixed(work, &sheet.fixed));
    TRY_OR(done, cli_map_lay_out(&sheet.map, instance, CLI_PAGE_MARGIN, cli_page_top(&facts) + GAP_ABOVE_MAP));
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
        if (sheet.tour->node_count < info->node_count) { /* first all nodes, under those of the tour */
            put_dots(&sheet, "others", CLI_SIDE, NULL, info->node_count);
        }
        put_dots(&sheet, "nodes", CLI_DOT, sheet.tour->nodes, sheet.tour->node_count);
    }
    cli_map_put_bar(&sheet.page, &sheet.map, foot);
    put_order(&sheet);
    put_ends(&sheet, foot);
    TRY_OR(done, info->node_count <= (info->has_names ? CLI_LABELS_MAX : CLI_FEW_NAMES) ? cli_sheet_put_names(&sheet)
                                                                                        : SWARM_OK);
    cli_buffer_text(svg, "</svg>\n");
done:
    free(sheet.map.x);
    free(sheet.fixed);
    return status;
}
