/* html.h - the map for a browser: map.html with its data as JSON. */
#ifndef SWARMCL_CLI_HTML_H
#define SWARMCL_CLI_HTML_H

#include "map.h"

/* Begins the data of a page: its title, the lines below it, and how positions are shown. The page also needs the
 * members path, fixed, tour, others and perhaps routes (map.html describes them). */
void cli_html_begin(struct cli_json *json, const char *name, const struct cli_facts *facts,
                    const swarm_instance *instance);

/* Begins the row of a place: position, number and name; NULL: the page makes one from the number. Write further numbers
 * and "]". */
void cli_html_row(struct cli_json *json, const swarm_instance *instance, uint32_t node, uint32_t number,
                  const char *name);

/* Writes the page with its data; frees the data. */
void cli_html_end(struct cli_buffer *html, const char *name, struct cli_json *json);

#endif
