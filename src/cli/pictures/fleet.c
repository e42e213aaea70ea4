/* fleet.c - the map of the routes of a fleet, and its routes as lines on the Earth. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fleet.h"

#include "cli/documents/line.h"
#include "html.h"

enum {
    PIXEL = CLI_PIXEL,
    GAP_ABOVE_MAP = 28 * PIXEL,
    DEPOT_SIDE = 14 * PIXEL,
    LEGEND_MOST = 40,           /* most routes for which the map has a legend */
    LEGEND_WIDTH = 330 * PIXEL, /* width of an entry of the legend */
    SAMPLE = 24 * PIXEL         /* length of the line next to an entry */
};

/* Colours repeat. They differ in lightness as well as in hue, and all can be read on paper. */
const char *cli_route_colour(size_t route)
{
    static const char *const colours[] = {"#2f6690", "#c8553d", "#3a7d44", "#8e5ea2", "#c98a00", "#16324f",
                                          "#d1699b", "#1b998b", "#7a4b24", "#6c7a1f", "#5a6fd6", "#8c2f39"};
    return colours[route % (sizeof colours / sizeof *colours)];
}

static const char *customer_name(const struct cli_sheet *sheet, uint32_t node, char number[16])
{
    snprintf(number, 16, "%" PRIu32, node);
    return node > 0 && node <= *(const uint64_t *)sheet->layout ? number : "";
}

static void go_to(struct cli_pen *pen, const struct cli_sheet *sheet, char command, uint32_t node)
{
    cli_pen_go(pen, command, sheet->map.x[node], sheet->map.y[node]);
}

/* Draws the way from stop to stop, the ways from and to the depot as thin dashes, and dots. */
static void put_route(const struct cli_sheet *sheet, const struct swarm_route *route, const char *colour)
{
    const struct swarm_stop *stops = route->stops;
    const size_t count = route->stop_count;
    struct cli_pen ends = CLI_PEN(sheet->page, "ends", colour, sheet->stroke * 2 / 3, " stroke-dasharray=\"500\"");
    if (route->start != UINT32_MAX) {
        go_to(&ends, sheet, 'm', route->start);
        go_to(&ends, sheet, 'l', stops[0].customer);
    }
    if (route->end != UINT32_MAX) {
        go_to(&ends, sheet, 'm', stops[count - 1].customer);
        go_to(&ends, sheet, 'l', route->end);
    }
    cli_pen_end(&ends);
    struct cli_pen line = CLI_PEN(sheet->page, "route", colour, sheet->stroke, CLI_ROUND);
    for (size_t i = 0; i < count && count > 1; ++i) {
        go_to(&line, sheet, 'l', stops[i].customer);
    }
    cli_pen_end(&line);
    struct cli_pen dots = CLI_PEN(sheet->page, "stops", colour, 2 * sheet->radius, CLI_ROUND);
    for (size_t i = 0; i < count; ++i) {
        cli_pen_dot(&dots, sheet->map.x[stops[i].customer], sheet->map.y[stops[i].customer]);
    }
    cli_pen_end(&dots);
}

static void put_depot(const struct cli_sheet *sheet, int32_t x, int32_t y)
{
    cli_buffer_format(sheet->page.svg,
                      "<rect class=\"depot\" fill=\"" CLI_INK "\" stroke=\"" CLI_PAPER "\" stroke-width=\"%d\" x=\"%d\""
                      " y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                      2 * PIXEL, (int)(x - DEPOT_SIDE / 2), (int)(y - DEPOT_SIDE / 2), DEPOT_SIDE, DEPOT_SIDE);
}

static void put_unserved(const struct cli_sheet *sheet, const struct swarm_routes *routes, int32_t foot)
{
    struct cli_pen pen = CLI_PEN(sheet->page, "unserved", CLI_SIDE, 3 * sheet->radius, CLI_ROUND);
    const int32_t x = sheet->page.width - CLI_PAGE_MARGIN - 90 * PIXEL;
    for (size_t i = 0; i < routes->unserved_count; ++i) {
        cli_pen_dot(&pen, sheet->map.x[routes->unserved[i]], sheet->map.y[routes->unserved[i]]);
    }
    if (routes->unserved_count > 0) {
        cli_pen_dot(&pen, x, foot - CLI_MARK_RADIUS);
        cli_pen_end(&pen);
        cli_page_fact(&sheet->page, x + 3 * CLI_MARK_RADIUS, foot, "not served");
    }
}

/* Name of a vehicle, or `prefix` and its number. */
static const char *vehicle_text(const swarm_fleet *fleet, uint32_t vehicle, const char *prefix, char text[32])
{
    const char *name = swarm_fleet_vehicle_name(fleet, vehicle);
    snprintf(text, 32, "%s%" PRIu32, prefix, vehicle);
    return name ? name : text;
}

/* Entries of the legend from left to right, then in the next line. */
static void put_legend(const struct cli_sheet *sheet, const struct swarm_routes *routes, const swarm_fleet *fleet,
                       int32_t foot)
{
    const struct swarm_fleet_info *info = swarm_fleet_describe(fleet);
    const int32_t entries = sheet->map.width / LEGEND_WIDTH;
    for (int32_t r = 0; r < (int32_t)routes->route_count; ++r) {
        const struct swarm_route *route = &routes->routes[r];
        const int32_t x = CLI_PAGE_MARGIN + r % entries * LEGEND_WIDTH;
        const int32_t y = foot + (r / entries + 1) * CLI_FACT_STEP + CLI_FACT_STEP / 2;
        struct cli_pen pen = CLI_PEN(sheet->page, "legend", cli_route_colour((size_t)r), 3 * PIXEL, CLI_ROUND);
        char text[CLI_FACT_BYTES], length[64], load[64], number[32];
        cli_pen_go(&pen, 'm', x, y - CLI_MARK_RADIUS);
        cli_pen_go(&pen, 'h', x + SAMPLE, pen.y);
        cli_pen_end(&pen);
        snprintf(text, sizeof text, "%s: %zu stop%s, length %s, load %s",
                 vehicle_text(fleet, route->vehicle, "", number), route->stop_count, route->stop_count == 1 ? "" : "s",
                 swarm_length_text(route->length, info->decimals, length, sizeof length),
                 swarm_length_text(route->load, info->load_decimals, load, sizeof load));
        cli_page_text(&sheet->page, &cli_fact_style, x + SAMPLE + 8 * PIXEL, y, LEGEND_WIDTH - SAMPLE - 16 * PIXEL,
                      text);
    }
}

static struct cli_facts list_facts(const struct cli_work *work, bool runs)
{
    const struct swarm_routes *routes = work->result->routes;
    char text[CLI_TEXT_SIZE];
    struct cli_facts facts = {.count = 0};
    cli_facts_add(&facts, "%" PRIu64 " customers, %zu route%s of total length %s",
                  work->subject->size - routes->unserved_count, routes->route_count,
                  routes->route_count == 1 ? "" : "s",
                  swarm_length_text(routes->length, work->subject->decimals, text, sizeof text));
    if (*cli_gap_text(work->subject, CLI_SCORE_OF(work->subject, work->result), text)) {
        cli_facts_add(&facts, "%s", text);
    }
    if (runs && work->result->setting_count > 0) {
        cli_facts_add_run(&facts, work->result);
    }
    return facts;
}

enum swarm_status cli_picture_routes(struct cli_buffer *svg, const struct cli_work *work, const swarm_fleet *fleet)
{
    const swarm_instance *nodes = swarm_fleet_nodes(fleet);
    const struct swarm_routes *routes = work->result->routes;
    struct cli_sheet sheet = {.page = {.svg = svg},
                              .instance = nodes,
                              .info = swarm_instance_describe(nodes),
                              .name = customer_name,
                              .layout = &work->subject->size};
    const struct cli_facts facts = list_facts(work, true);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, cli_map_lay_out(&sheet.map, nodes, CLI_PAGE_MARGIN, cli_page_top(&facts) + GAP_ABOVE_MAP));
    const int32_t foot = sheet.map.top + sheet.map.height + CLI_MAP_FOOT;
    const int32_t entries = sheet.map.width / LEGEND_WIDTH, count = (int32_t)routes->route_count;
    const bool legend = count <= LEGEND_MOST;
    sheet.page.width = sheet.map.width + 2 * CLI_PAGE_MARGIN;
    sheet.page.height = foot + CLI_PAGE_MARGIN + (legend ? (count + entries - 1) / entries * CLI_FACT_STEP : 0);
    const double thin = fmin(1.0, sqrt(100.0 / sheet.info->node_count)); /* thinner lines for more customers */
    sheet.stroke = (int32_t)lround(PIXEL * (0.6 + 1.6 * thin));
    sheet.radius = (int32_t)lround(PIXEL * (0.8 + 3.2 * thin));
    cli_page_begin(&sheet.page, work->subject->name, "Map of routes", &facts);
    for (size_t r = 0; r < routes->route_count; ++r) {
        put_route(&sheet, &routes->routes[r], cli_route_colour((size_t)r));
    }
    put_unserved(&sheet, routes, foot);
    for (uint32_t k = 0; k < sheet.info->node_count; k = k == 0 ? (uint32_t)work->subject->size + 1 : k + 1) {
        put_depot(&sheet, sheet.map.x[k], sheet.map.y[k]);
    }
    put_depot(&sheet, CLI_PAGE_MARGIN + sheet.map.width / 2, foot - CLI_MARK_RADIUS);
    cli_page_fact(&sheet.page, CLI_PAGE_MARGIN + sheet.map.width / 2 + DEPOT_SIDE, foot, "depot");
    cli_map_put_bar(&sheet.page, &sheet.map, foot);
    if (legend) {
        put_legend(&sheet, routes, fleet, foot);
    }
    TRY_OR(done, sheet.info->node_count <= CLI_FEW_NAMES ? cli_sheet_put_names(&sheet) : SWARM_OK);
    cli_buffer_text(svg, "</svg>\n");
done:
    free(sheet.map.x);
    return status;
}

/* Begins the row of a node, with its name or number. */
static void put_place(struct cli_json *json, const swarm_instance *nodes, uint32_t node, uint32_t customers)
{
    const char *name = swarm_instance_node_name(nodes, node);
    char text[32];
    snprintf(text, sizeof text, "customer %" PRIu32, node);
    cli_html_row(json, nodes, node, node, name ? name : node == 0 || node > customers ? "depot" : text);
}

/* The page does not describe the run. Depots are the first rows of `others`. */
enum swarm_status cli_picture_fleet_page(struct cli_buffer *html, const struct cli_work *work, const swarm_fleet *fleet)
{
    const swarm_instance *nodes = swarm_fleet_nodes(fleet);
    const struct swarm_routes *routes = work->result->routes;
    const uint32_t customers = (uint32_t)work->subject->size;
    const uint32_t count = swarm_instance_describe(nodes)->node_count;
    const int decimals = work->subject->decimals;
    const struct cli_facts facts = list_facts(work, false);
    struct cli_json json = {.depth = 0};
    char text[64];
    cli_html_begin(&json, work->subject->name, &facts, nodes);
    cli_json_put(&json, "path: %i, fixed: ~[], depots: %" PRIu32 ", routes: [", true, count - customers);
    for (size_t r = 0; r < routes->route_count; ++r) {
        const struct swarm_route *route = &routes->routes[r];
        cli_json_put(&json, "~{vehicle: %s, colour: %s, count: %zu",
                     vehicle_text(fleet, route->vehicle, "vehicle ", text), cli_route_colour(r), route->stop_count);
        for (int k = 0; k < 2; ++k) {
            const uint32_t node = k == 0 ? route->start : route->end;
            cli_json_put(&json, node != UINT32_MAX ? "%s: %" PRIu32 : "%s: null", k == 0 ? "start" : "end",
                         node > customers ? node - customers : 0);
        }
        cli_json_put(&json, "}");
    }
    cli_json_put(&json, "], tour: [");
    for (size_t r = 0; r < routes->route_count; ++r) {
        for (size_t i = 0; i < routes->routes[r].stop_count; ++i) {
            const struct swarm_stop *stop = &routes->routes[r].stops[i];
            put_place(&json, nodes, stop->customer, customers);
            cli_json_number_text(&json, NULL, swarm_length_text(stop->length, decimals, text, sizeof text));
            cli_json_put(&json, "]");
        }
    }
    cli_json_put(&json, "], others: [");
    for (uint32_t node = 0; node < count; node = node == 0 ? customers + 1 : node + 1) {
        put_place(&json, nodes, node, customers);
        cli_json_put(&json, "]");
    }
    for (size_t i = 0; i < routes->unserved_count; ++i) {
        put_place(&json, nodes, routes->unserved[i], customers);
        cli_json_put(&json, "]");
    }
    cli_json_put(&json, "]");
    cli_html_end(html, work->subject->name, &json);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Lines on the Earth                                                                                                 */

/* Fills a line with the depots and the stops of a route; its nodes are owned. Prints errors. */
static enum swarm_status make_line(const swarm_instance *instance, const struct swarm_route *route,
                                   struct cli_line *line)
{
    uint32_t *nodes = calloc(route->stop_count + 2, sizeof *nodes);
    TRY(nodes ? SWARM_OK : cli_fail_memory());
    *line = (struct cli_line){.instance = instance, .nodes = nodes};
    const bool starts = route->start != UINT32_MAX;
    nodes[0] = route->start;
    for (size_t i = 0; i < route->stop_count; ++i) {
        nodes[i + starts] = route->stops[i].customer;
    }
    line->count = route->stop_count + starts;
    if (route->end != UINT32_MAX) {
        nodes[line->count++] = route->end;
    }
    return SWARM_OK;
}

enum swarm_status cli_lines_geojson(struct cli_buffer *content, const struct cli_work *work, const swarm_fleet *fleet)
{
    const swarm_instance *nodes = swarm_fleet_nodes(fleet);
    const struct swarm_routes *routes = work->result->routes;
    struct cli_line line = {.instance = nodes};
    char number[CLI_TEXT_SIZE];
    struct cli_json json = {.depth = 0};
    cli_json_put(&json, "{type: %s, features: [", "FeatureCollection");
    for (size_t r = 0; r < routes->route_count; ++r) {
        const struct swarm_route *route = &routes->routes[r];
        const size_t first = route->start != UINT32_MAX;
        if (make_line(nodes, route, &line) != SWARM_OK) {
            cli_buffer_deinit(&json.text);
            return SWARM_ERROR_OUT_OF_MEMORY;
        }
        cli_line_json(&json, &line);
        cli_json_put(&json, "properties: ~{name: %s, vehicle: %" PRIu32 ", color: %s",
                     vehicle_text(fleet, route->vehicle, "vehicle ", number), route->vehicle, cli_route_colour(r));
        swarm_length_text(route->length, work->subject->decimals, number, sizeof number);
        cli_json_number_text(&json, "length", number);
        swarm_length_text(route->load, swarm_fleet_describe(fleet)->load_decimals, number, sizeof number);
        cli_json_number_text(&json, "load", number);
        cli_json_put(&json, "}}");
        for (size_t i = 0; i < route->stop_count; ++i) {
            cli_line_json_point(&json, &line, i + first);
            const uint32_t customer = route->stops[i].customer;
            cli_json_put(&json, "properties: {name: %s, customer: %" PRIu32 ", vehicle: %" PRIu32 ", position: %zu",
                         swarm_instance_node_name(line.instance, customer), customer, route->vehicle, i + 1);
            if (swarm_fleet_describe(fleet)->has_windows) {
                cli_json_put(&json, "arrival: %s",
                             swarm_fleet_time_text(fleet, route->stops[i].arrival, number, sizeof number));
            }
            cli_json_put(&json, "color: %s}}", cli_route_colour(r));
        }
        free((uint32_t *)line.nodes);
    }
    line.nodes = routes->unserved;
    line.count = routes->unserved_count;
    for (size_t i = 0; i < routes->unserved_count; ++i) {
        cli_line_json_point(&json, &line, i);
        cli_json_put(&json, "properties: {name: %s, customer: %" PRIu32 ", vehicle: null, color: %s}}",
                     swarm_instance_node_name(line.instance, routes->unserved[i]), routes->unserved[i], CLI_SIDE);
    }
    cli_json_put(&json, "]}");
    cli_json_finish(&json);
    *content = json.text;
    return SWARM_OK;
}

enum swarm_status cli_lines_gpx(struct cli_buffer *content, const struct cli_work *work, const swarm_fleet *fleet)
{
    const struct swarm_routes *routes = work->result->routes;
    cli_line_begin_gpx(content);
    for (size_t r = 0; r < routes->route_count; ++r) {
        struct cli_line line;
        char number[32];
        TRY(make_line(swarm_fleet_nodes(fleet), &routes->routes[r], &line));
        cli_buffer_text(content, "<rte><name>");
        cli_text_put(content, vehicle_text(fleet, routes->routes[r].vehicle, "vehicle ", number), INT32_MAX, 1);
        cli_buffer_text(content, "</name>\n");
        for (size_t i = 0; i < cli_line_size(&line); ++i) {
            const uint32_t node = line.nodes[i % line.count];
            const char *name = swarm_instance_node_name(line.instance, node);
            snprintf(number, sizeof number, "%" PRIu32, node);
            const char *other = node == 0 || node > work->subject->size ? "depot" : number;
            cli_line_gpx_point(content, &line, i, "rtept", name ? name : other);
        }
        cli_buffer_text(content, "</rte>\n");
        free((uint32_t *)line.nodes);
    }
    cli_buffer_text(content, "</gpx>\n");
    return SWARM_OK;
}
