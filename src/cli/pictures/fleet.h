/* fleet.h - the map of routes. */
#ifndef SWARMCL_CLI_PICTURES_FLEET_H
#define SWARMCL_CLI_PICTURES_FLEET_H

#include "cli/documents/report.h"

/* The map of the routes of a result as an SVG document. The customers must have positions. Prints errors. */
enum swarm_status cli_picture_routes(struct cli_buffer *svg, const struct cli_work *work, const swarm_fleet *fleet);

#endif
