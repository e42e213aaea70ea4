#include "line.h"

#include <math.h>

#include "cli/pictures/page.h"

enum swarm_status cli_line_require_earth(const char *path, const swarm_instance *instance, const char *name)
{
    if (cli_is_on_earth(swarm_instance_describe(instance))) {
        return SWARM_OK;
    }
    cli_error(
        "%s: %s has no geographic coordinates: expected a table with columns lat and lon, or EDGE_WEIGHT_TYPE GEO",
        path, name);
    return SWARM_ERROR_UNSUPPORTED;
}

size_t cli_line_size(const struct cli_line *line)
{
    return line->count + (line->closed || line->count == 1);
}

void cli_line_point(const struct cli_line *line, size_t at, double *longitude, double *latitude)
{
    *longitude = *latitude = 0.0;
    swarm_instance_position(line->instance, line->nodes[at % line->count], longitude, latitude);
    *longitude -= 360.0 * floor((*longitude + 180.0) / 360.0);
}

/* True if the shorter way from the point before to point `at` crosses the date line: *side is the longitude, -180 or
 * 180, at which the line leaves, *latitude the crossing's. */
static bool crosses_date_line(const struct cli_line *line, size_t at, double *side, double *latitude)
{
    double longitude, before, after;
    cli_line_point(line, at > 0 ? at - 1 : 0, &before, latitude);
    cli_line_point(line, at, &longitude, &after);
    const double apart = fabs(before - longitude);
    *side = before > 0.0 ? 180.0 : -180.0;
    *latitude += (180.0 - fabs(before)) / (360.0 - apart) * (after - *latitude);
    return apart > 180.0;
}

void cli_line_json(struct cli_json *json, const struct cli_line *line)
{
    const size_t count = cli_line_size(line);
    double side, longitude, latitude;
    bool cut = false;
    for (size_t i = 1; i < count; ++i) {
        cut = cut || crosses_date_line(line, i, &side, &latitude);
    }
    cli_json_put(json, "{type: %s, geometry: {type: %s, coordinates: ~[", "Feature",
                 cut ? "MultiLineString" : "LineString");
    cli_json_put(json, cut ? "[" : "");
    for (size_t i = 0; i < count; ++i) {
        if (crosses_date_line(line, i, &side, &latitude)) {
            cli_json_put(json, "[%g, %g]], [[%g, %g]", side, latitude, -side, latitude);
        }
        cli_line_point(line, i, &longitude, &latitude);
        cli_json_put(json, "[%g, %g]", longitude, latitude);
    }
    cli_json_put(json, cut ? "]]}" : "]}");
}

void cli_line_json_point(struct cli_json *json, const struct cli_line *line, size_t at)
{
    double longitude, latitude;
    cli_line_point(line, at, &longitude, &latitude);
    cli_json_put(json, "~{type: %s, geometry: {type: %s, coordinates: [%g, %g]}", "Feature", "Point", longitude,
                 latitude);
}

void cli_line_begin_gpx(struct cli_buffer *xml)
{
    cli_buffer_text(xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"swarmcl\" "
                         "xmlns=\"http://www.topografix.com/GPX/1/1\">\n");
}

/* Nine decimals of a degree are a tenth of a millimetre. */
void cli_line_gpx_point(struct cli_buffer *xml, const struct cli_line *line, size_t at, const char *element,
                        const char *name)
{
    double longitude, latitude;
    cli_line_point(line, at, &longitude, &latitude);
    cli_buffer_format(xml, "<%s lat=\"%.9f\" lon=\"%.9f\"><name>", element, latitude, longitude);
    cli_text_put(xml, name, INT32_MAX, 1);
    cli_buffer_format(xml, "</name></%s>\n", element);
}
