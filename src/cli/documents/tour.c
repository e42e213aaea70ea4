/* tour.c - writes a tour as a file: TSPLIB, a map, and the order as a table, a list of names, GeoJSON or GPX. `work`
 * is a struct cli_work whose subject is an instance. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/pictures/page.h"
#include "cli/problems/instance.h"
#include "line.h"
#include "output.h"
#include "report.h"

struct route {
    const struct cli_instance *of;
    const struct swarm_tour *tour;
};

static struct route route_of(const void *user)
{
    const struct cli_work *work = user;
    return (struct route){cli_instance_of(work->subject), work->result->tour};
}

/* Fills a table in the format of the input (separator, decimal mark, line breaks): position in the tour, number, name,
 * coordinates, the length from the first node to this node, and the input's other columns. */
static enum swarm_status fill_order(struct cli_buffer *content, const void *work)
{
    const struct route route = route_of(work);
    const struct swarm_tour *tour = route.tour;
    const struct swarm_table *table = cli_output_table(content, swarm_instance_table(route.of->instance));
    const char separator = table->separator, *end = table->carriage ? "\r\n" : "\n";
    const bool earth = cli_is_on_earth(route.of->info); /* the latitude, which is y, comes first */
    int64_t length = 0;
    cli_buffer_format(content, "position%cnumber", separator);
    if (route.of->info->has_names) {
        cli_output_cell(content, separator, "name", 0);
    }
    if (route.of->info->has_positions) {
        cli_output_cell(content, separator, earth ? "lat" : "x", 0);
        cli_output_cell(content, separator, earth ? "lon" : "y", 0);
    }
    cli_buffer_format(content, "%clength%s%s", separator, table->titles, end);
    for (size_t i = 0; i < tour->node_count; ++i) {
        const uint32_t node = tour->nodes[i];
        const char *name = swarm_instance_node_name(route.of->instance, node);
        char number[64];
        double x = 0.0, y = 0.0;
        length += i > 0 ? swarm_instance_distance(route.of->instance, tour->nodes[i - 1], node) : 0;
        cli_buffer_format(content, "%zu%c%" PRIu32, i + 1, separator, node + 1);
        if (route.of->info->has_names) {
            cli_output_cell(content, separator, name ? name : "", 0);
        }
        if (swarm_instance_position(route.of->instance, node, &x, &y)) {
            cli_output_cell(content, separator, cli_real_text(earth ? y : x, number), table->decimal);
            cli_output_cell(content, separator, cli_real_text(earth ? x : y, number), table->decimal);
        }
        cli_output_cell(content, separator, swarm_length_text(length, route.of->info->decimals, number, sizeof number),
                        table->decimal);
        cli_buffer_format(content, "%s%s", table->cells ? table->cells[node] : "", end);
    }
    return SWARM_OK;
}

static enum swarm_status fill_names(struct cli_buffer *content, const void *work)
{
    const struct route route = route_of(work);
    char number[16];
    for (size_t i = 0; i < route.tour->node_count; ++i) {
        for (const char *at = cli_node_text(route.of->instance, route.tour->nodes[i], number); *at;) {
            const size_t controls = cli_controls(at); /* names must stay on one line */
            cli_buffer_put(content, controls > 0 ? " " : at, 1);
            at += controls > 0 ? controls : 1;
        }
        cli_buffer_text(content, "\n");
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Lines on the Earth                                                                                                 */

static struct cli_line line_of(const struct route *route)
{
    return (struct cli_line){route->of->instance, route->tour->nodes, route->tour->node_count, !route->tour->path};
}

static enum swarm_status require_earth(const char *path, const struct cli_subject *subject)
{
    return cli_line_require_earth(path, cli_instance_of(subject)->instance, subject->name);
}

static enum swarm_status fill_geojson(struct cli_buffer *content, const void *work)
{
    const struct route route = route_of(work);
    const struct swarm_result *result = ((const struct cli_work *)work)->result;
    struct cli_json json = {.depth = 0};
    char number[16];
    const struct cli_line line = line_of(&route);
    cli_json_put(&json, "{type: %s, features: [", "FeatureCollection");
    cli_line_json(&json, &line);
    cli_json_put(&json, "properties: ~{name: %s", route.of->subject.name);
    cli_json_length(&json, route.of->info, route.tour->length);
    if (route.of->subject.maximise) {
        cli_json_score(&json, route.of->subject.problem->score, &route.of->subject,
                       CLI_SCORE_OF(&route.of->subject, result));
    }
    cli_json_put(&json, "unit: %s, path: %i}}", *route.of->info->unit ? route.of->info->unit : NULL, route.tour->path);
    for (size_t i = 0; i < route.tour->node_count; ++i) {
        cli_line_json_point(&json, &line, i);
        cli_json_put(&json, "properties: {name: %s, position: %zu, number: %" PRIu32 "}}",
                     cli_node_text(route.of->instance, route.tour->nodes[i], number), i + 1, route.tour->nodes[i] + 1);
    }
    cli_json_put(&json, "]}");
    cli_json_finish(&json);
    *content = json.text;
    return SWARM_OK;
}

static enum swarm_status fill_gpx(struct cli_buffer *content, const void *work)
{
    const struct route route = route_of(work);
    const size_t count = route.tour->node_count;
    const struct cli_line line = line_of(&route);
    char number[16];
    cli_line_begin_gpx(content);
    for (size_t i = 0; i < count; ++i) {
        cli_line_gpx_point(content, &line, i, "wpt", cli_node_text(route.of->instance, route.tour->nodes[i], number));
    }
    cli_buffer_text(content, "<rte><name>");
    cli_text_put(content, route.of->subject.name, INT32_MAX, 1);
    cli_buffer_text(content, "</name>\n");
    for (size_t i = 0; i < cli_line_size(&line); ++i) {
        cli_line_gpx_point(content, &line, i, "rtept",
                           cli_node_text(route.of->instance, route.tour->nodes[i % count], number));
    }
    cli_buffer_text(content, "</rte>\n</gpx>\n");
    return SWARM_OK;
}

/* Writes the points, and the tour as a line on the ground. */
static enum swarm_status fill_kml(struct cli_buffer *content, const void *work)
{
    const struct route route = route_of(work);
    const struct cli_line line = line_of(&route);
    double longitude, latitude;
    char number[16];
    cli_buffer_text(content, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                             "<kml xmlns=\"http://www.opengis.net/kml/2.2\">\n<Document><name>");
    cli_text_put(content, route.of->subject.name, INT32_MAX, 1);
    cli_buffer_text(content, "</name>\n<Placemark><name>");
    cli_text_put(content, route.of->subject.name, INT32_MAX, 1);
    cli_buffer_text(content, "</name><LineString><tessellate>1</tessellate><coordinates>\n");
    for (size_t i = 0; i < cli_line_size(&line); ++i) {
        cli_line_point(&line, i, &longitude, &latitude);
        cli_buffer_format(content, "%.9f,%.9f\n", longitude, latitude);
    }
    cli_buffer_text(content, "</coordinates></LineString></Placemark>\n");
    for (size_t i = 0; i < route.tour->node_count; ++i) {
        cli_line_point(&line, i, &longitude, &latitude);
        cli_buffer_format(content, "<Placemark><name>%zu ", i + 1);
        cli_text_put(content, cli_node_text(route.of->instance, route.tour->nodes[i], number), INT32_MAX, 1);
        cli_buffer_format(content, "</name><Point><coordinates>%.9f,%.9f</coordinates></Point></Placemark>\n",
                          longitude, latitude);
    }
    cli_buffer_text(content, "</Document>\n</kml>\n");
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* All kinds                                                                                                          */

static enum swarm_status write_tour(swarm_context *context, const char *path, const void *work)
{
    const struct cli_subject *subject = ((const struct cli_work *)work)->subject;
    const swarm_result *result = ((const struct cli_work *)work)->result;
    const struct cli_score score = CLI_SCORE_OF(subject, result);
    const struct cli_instance *instance = cli_instance_of(subject);
    char number[CLI_TEXT_SIZE], gap[CLI_TEXT_SIZE], name[CLI_FIELD_SIZE], comment[3 * CLI_TEXT_SIZE];
    size_t used;
    snprintf(name, sizeof name, "%.400s.%s.tour", subject->name, cli_number_text(subject, score, number));
    used = (size_t)snprintf(comment, sizeof comment, "length %s%s",
                            cli_length_text(instance->info, result->tour->length, number),
                            result->tour->path ? " of the open path from the first node to the last" : "");
    if (subject->maximise) {
        used += (size_t)snprintf(comment + used, sizeof comment - used, ", %s %s", subject->problem->score,
                                 cli_score_text(subject, score, number));
    }
    cli_gap_text(subject, score, gap);
    snprintf(comment + used, sizeof comment - used, "%s%s, swarmcl %s", *gap ? ", " : "", gap, swarm_version());
    return swarm_tour_write(context, path, name, comment, instance->instance, result->tour->nodes,
                            result->tour->node_count);
}

const struct cli_output_kind cli_tour_outputs[] = {
    {.name = "FILE.csv", .help = "order, names, coordinates, length so far, other columns", .fill = fill_order},
    {.name = "FILE.tour", .help = "the tour in TSPLIB95, for `swarmcl verify` and --init", .write = write_tour},
    {.name = "FILE.svg", .help = "the map of the tour", .fill = cli_picture_map, .require = cli_svg_require_positions},
    {.name = "FILE.html",
     .help = "the map for a browser: it pans, zooms and lists the places",
     .fill = cli_picture_page,
     .require = cli_svg_require_positions},
    {.name = "FILE.txt", .help = "the order as text: a line for each node with its name or number", .fill = fill_names},
    {.name = "FILE.geojson",
     .help = "the line and its named points on the Earth; RFC 7946",
     .fill = fill_geojson,
     .require = require_earth},
    {.name = "FILE.gpx",
     .help = "the points and the tour as a route, for navigation devices",
     .fill = fill_gpx,
     .require = require_earth},
    {.name = "FILE.kml",
     .help = "the line and its named points, for Google Earth",
     .fill = fill_kml,
     .require = require_earth},
    {.name = "FILE.json",
     .help = "the document that --json prints, which --replay reads",
     .document = cli_put_document},
    {.name = "curve:FILE.csv",
     .help =
         "`iteration,seconds,length,gap_percent`, for pso value and distance; for ants also `shortest,mean,branching`",
     .fill = cli_fill_curve},
    {.name = "curve:FILE.svg", .help = "the curve as a chart", .fill = cli_picture_curve},
    {.name = NULL},
};
