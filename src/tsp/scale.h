/* scale.h - real distances as integers: the power of ten, and its precision. The same bits everywhere: only single
 * multiplications and divisions. */
#ifndef SWARMCL_TSP_SCALE_H
#define SWARMCL_TSP_SCALE_H

#include "base/env.h"

/* The longest edge that rounds to less than 2^31, less the rounding of coordinates and distances. */
#define TSP_LONGEST_EDGE 2147483647.49

/* Doubles tell all integers up to here apart. */
#define TSP_LARGEST_INTEGER 9007199254740992.0

/* value * 10^decimals. */
double tsp_scale(double value, int decimals);

/* The same, or an integer within the rounding error: a number with no more decimals than are kept becomes exact, as
 * 0.29 * 100 is 29. */
double tsp_scale_settle(double value, int decimals);

/* The most decimals, `least` or more and 300 at most, with which an edge of `extent` > 0 is at most TSP_LONGEST_EDGE
 * and the double `largest` still tells neighbouring integers apart. */
int tsp_scale_decimals(double extent, double largest, int least);

/* A message that tells which digits are kept, if the input has more. */
void tsp_scale_tell(struct base_env *env, const struct swarm_instance_info *info);

#endif
