/* line.h - lines through nodes with geographic positions, as parts of GeoJSON and GPX documents. */
#ifndef SWARMCL_CLI_LINE_H
#define SWARMCL_CLI_LINE_H

#include "cli/problems/instance.h"

struct cli_line {
    const swarm_instance *instance;
    const uint32_t *nodes; /* [count] */
    size_t count;
    bool closed; /* the line ends at its first node */
};

/* Refuses instances without geographic coordinates. `path`: the file to write, `name`: the instance, for the message.
 */
enum swarm_status cli_line_require_earth(const char *path, const swarm_instance *instance, const char *name);

/* The number of points of the line: a closed one ends at its first point, and a line has at least two points. */
size_t cli_line_size(const struct cli_line *line);

/* The position of point `at` in degrees: longitude from -180 to below 180, latitude from -90 to 90. */
void cli_line_point(const struct cli_line *line, size_t at, double *longitude, double *latitude);

/* Writes the members type and geometry of a feature that is not closed: the line, cut at the date line (RFC 7946,
 * section 3.1.9). */
void cli_line_json(struct cli_json *json, const struct cli_line *line);

/* The same for point `at`. */
void cli_line_json_point(struct cli_json *json, const struct cli_line *line, size_t at);

/* Write the beginning of a GPX document; a point and its name as an element. */
void cli_line_begin_gpx(struct cli_buffer *xml);
void cli_line_gpx_point(struct cli_buffer *xml, const struct cli_line *line, size_t at, const char *element,
                        const char *name);

#endif
