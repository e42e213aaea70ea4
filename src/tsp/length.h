/* length.h - lengths as text in the input's unit, besides swarm_length_text() and swarm_length_parse(). */
#ifndef SWARMCL_TSP_LENGTH_H
#define SWARMCL_TSP_LENGTH_H

#include <swarmcl/swarmcl.h>

enum { TSP_LENGTH_TEXT = 400 }; /* bytes for any length of any number of decimals */

/* swarm_length_text() for messages, without zeros at the end of a fraction. Returns `text`. */
char *tsp_length_shown(int64_t length, int decimals, char text[TSP_LENGTH_TEXT]);

/* Reads a length that may be any number from 0 on. One past 9e18 steps, which no tour reaches, is 9e18 steps. Returns
 * false as swarm_length_parse() does. */
bool tsp_length_parse_any(const char *text, int decimals, int64_t *length);

#endif
