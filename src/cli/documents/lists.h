/* lists.h - the order of a tour as files for other programs. Functions of struct cli_output_kind; the work is a struct
 * cli_work of a tour. */
#ifndef SWARMCL_CLI_LISTS_H
#define SWARMCL_CLI_LISTS_H

#include "output.h"

/* A table: position in the tour, number, name, coordinates, and the length from the first node to this one. */
enum swarm_status cli_fill_order(struct cli_buffer *content, const void *work);

/* One line for each node: its name or number. */
enum swarm_status cli_fill_names(struct cli_buffer *content, const void *work);

/* The line and its places as GeoJSON (RFC 7946); places and a route as GPX 1.1. */
enum swarm_status cli_fill_geojson(struct cli_buffer *content, const void *work);
enum swarm_status cli_fill_gpx(struct cli_buffer *content, const void *work);

/* Refuses instances whose nodes are not on the Earth. */
enum swarm_status cli_lists_require_earth(const char *path, const struct cli_subject *subject);

#endif
