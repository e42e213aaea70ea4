/* scale.h - distances that are real numbers as integers: by which power of ten, and how exactly. The same bits
 * everywhere: single multiplications and divisions alone. */
#ifndef SWARMCL_TSP_SCALE_H
#define SWARMCL_TSP_SCALE_H

#include "base/env.h"

/* The longest edge that rounds to less than 2^31, less what coordinates and distances are rounded by. */
#define TSP_LONGEST_EDGE 2147483647.49

/* value * 10^decimals. */
double tsp_scale(double value, int decimals);

/* The same, where it lies within its rounding error of an integer that integer, so that what has no more decimals than
 * are kept becomes exact: 0.29 * 100 is 29. */
double tsp_scale_settle(double value, int decimals);

/* The most decimals, `least` or more and 300 at most, with which an edge of `extent` > 0 is at most TSP_LONGEST_EDGE
 * and the double `largest` still tells neighbouring integers apart. */
int tsp_scale_decimals(double extent, double largest, int least);

/* Says as a message which digits are kept, where the input has more. */
void tsp_scale_tell(struct base_env *env, const struct swarm_instance_info *info);

#endif
