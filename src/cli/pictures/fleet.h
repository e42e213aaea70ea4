/* fleet.h - the map of routes, and lines on the Earth. */
#ifndef SWARMCL_CLI_PICTURES_FLEET_H
#define SWARMCL_CLI_PICTURES_FLEET_H

#include "cli/documents/report.h"

/* The colour of a route, by its position in the result. */
const char *cli_route_colour(size_t route);

/* The map of the routes of a result as an SVG document. The customers must have positions. Prints errors. */
enum swarm_status cli_picture_routes(struct cli_buffer *svg, const struct cli_work *work, const swarm_fleet *fleet);

/* The same as a page for a browser. */
enum swarm_status cli_picture_fleet_page(struct cli_buffer *html, const struct cli_work *work,
                                         const swarm_fleet *fleet);

/* Lines from depot to depot and stops, as GeoJSON, and routes as GPX. The nodes are on the Earth. Prints errors. */
enum swarm_status cli_lines_geojson(struct cli_buffer *content, const struct cli_work *work, const swarm_fleet *fleet);
enum swarm_status cli_lines_gpx(struct cli_buffer *content, const struct cli_work *work, const swarm_fleet *fleet);

#endif
