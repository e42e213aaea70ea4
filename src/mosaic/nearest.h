/* nearest.h - finds the nearest ends of other fragments, the paths from which a starting tour is joined, by a tree of
 * boxes over the ends in the order of the curve. */
#ifndef SWARMCL_MOSAIC_NEAREST_H
#define SWARMCL_MOSAIC_NEAREST_H

#include "problem.h"

enum { MOSAIC_NEAREST_MOST = 6 }; /* maximum number of ends found for an end */

struct mosaic_box {
    double low[3], high[3];
};

/* The ends of all fragments of an unfinished tour. The caller makes the arrays and fills `numbers`. */
struct mosaic_ends {
    uint32_t *numbers; /* [count] nodes in ascending order, so neighbours are near on the curve */
    uint32_t count;
    struct mosaic_box *boxes; /* [mosaic_box_count(count)] binary tree: root 1, children 2t and 2t + 1 */
};

/* Number of elements of boxes[] for `ends` ends, a power of two; boxes[0] is not used. */
size_t mosaic_box_count(uint32_t ends);

/* Fills the boxes, if the problem has points. */
void mosaic_ends_make_boxes(const struct mosaic_problem *problem, struct mosaic_ends *ends);

/* Writes the indices of up to `wanted` ends nearest to the end `index` to nearest[], and returns their number. Omits
 * `mate`, the node at the other end of its fragment of the tour, and ends that must not be joined to this one. */
uint32_t mosaic_ends_nearest(const struct mosaic_problem *problem, const struct mosaic_ends *ends, uint32_t index,
                             uint32_t mate, uint32_t wanted, uint32_t *nearest);

#endif
