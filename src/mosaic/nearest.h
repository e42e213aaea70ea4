/* nearest.h - the nearest of many ends of fragments to one of them, by a tree of boxes over their order on the curve.
 */
#ifndef SWARMCL_MOSAIC_NEAREST_H
#define SWARMCL_MOSAIC_NEAREST_H

#include "problem.h"

enum { MOSAIC_NEAREST_MOST = 6 }; /* found of one end */

struct mosaic_box {
    double low[3], high[3];
};

/* The caller's, who fills numbers. */
struct mosaic_ends {
    uint32_t *numbers; /* [count] ascending: neighbours on the curve */
    uint32_t count;
    struct mosaic_box *boxes; /* [mosaic_box_count(count)] of a tree: root 1, children of t are 2t and 2t + 1 */
};

/* Boxes for that many ends: leaves are a power of two, and there are twice as many boxes. */
size_t mosaic_box_count(uint32_t ends);

/* Where there are points. */
void mosaic_ends_make_boxes(const struct mosaic_problem *problem, struct mosaic_ends *ends);

/* Finds up to `wanted` of the ends nearest to number `index`, without `mate`, the node at the other end of its
 * fragment, and those it may not be joined to: nearest[] gets their indices. Returns how many. */
uint32_t mosaic_ends_nearest(const struct mosaic_problem *problem, const struct mosaic_ends *ends, uint32_t index,
                             uint32_t mate, uint32_t wanted, uint32_t *nearest);

#endif
