/* length.h - distances as integers, in steps of a power of ten of the input's unit, and lengths as text. See also
 * swarm_length_text() and swarm_length_parse(). Scaling has the same bits everywhere, because it uses only single
 * multiplications and divisions. */
#ifndef SWARMCL_TSP_LENGTH_H
#define SWARMCL_TSP_LENGTH_H

#include "base/env.h"

enum { TSP_LENGTH_TEXT = 400 }; /* bytes for any length with any number of decimals */

/* swarm_length_text() for messages, without zeros at the end of a fraction. Returns `text`. */
char *tsp_length_shown(int64_t length, int decimals, char text[TSP_LENGTH_TEXT]);

/* Parses a length that may be any number from 0 on; numbers above 9e18 steps, which no tour reaches, become 9e18 steps.
 * Returns false as swarm_length_parse() does. */
bool tsp_length_parse_any(const char *text, int decimals, int64_t *length);

/* The longest edge that rounds to less than 2^31, minus a margin for the rounding of coordinates and distances. */
#define TSP_LONGEST_EDGE 2147483647.49

/* Largest integer up to which doubles hold all integers. */
#define TSP_LARGEST_INTEGER 9007199254740992.0

/* value * 10^decimals. */
double tsp_scale(double value, int decimals);

/* tsp_scale(), but the nearest integer if that is within the rounding error: 0.29 * 100 is 29. */
double tsp_scale_snap(double value, int decimals);

/* The largest number of decimals, up to 300, for which an edge of `extent` > 0 is at most TSP_LONGEST_EDGE and doubles
 * near `largest` distinguish neighbouring integers; `least` if there are fewer. */
int tsp_scale_decimals(double extent, double largest, int least);

/* Logs the step of the distances, for an input with more digits. */
void tsp_scale_log(struct base_env *env, const struct swarm_instance_info *info);

#endif
