/* bound_widen - computes the largest of the 2^level gaps from each position on, from the level below.
 * bound_price - finds edges from each vertex to higher ones that are lighter than the heaviest edge of the tree's path
 * between their ends, and keeps the best BOUND_FOUND. After BOUND_SEEN edges it visits no other leaf of the k-d tree.
 *
 * NDRange     device.c: bound_device_price(); items share positions, or vertices from `first` to `end`, in strides
 * Required    METRIC   of tsp_metric.h, with coordinates
 *             LENGTHS  arithmetic, of tsp_metric.h
 * Reads       points[n][3], boxes[cell_count][2][3] (low, high) metric_coordinate, cells[cell_count] (step.cl),
 *             potentials[n], positions[n], gaps[levels][n], ranges[cell_count] struct bound_range
 * Writes      gaps[level][n]; found[n] struct bound_found
 * Draws       nothing
 * Checked by  test/kernel/bounds.c
 * After       March, Ram and Gray (2010); src/bound/price.c, which skips other cells if the metric is
 *             GREAT_CIRCLE. A skipped cell has no edge that is added, so results are equal.
 */
#define BOUND_GLOBAL __global
#include "pricing.h"
#include "steps.h"
#include "cl/shared/tsp_metric.h"

#ifndef METRIC
#error "METRIC is required"
#endif

#if LENGTHS == LENGTHS_BITS /* as an unsigned number it sorts like the coordinate */
#define IN_ORDER(x) ((x) & NUMBER_SIGN ? ~(x) : (x) | NUMBER_SIGN)
#else
#define IN_ORDER(x) (x)
#endif

SHARED_INLINE metric_coordinate nearest(metric_coordinate x, metric_coordinate low, metric_coordinate high)
{
    return IN_ORDER(x) < IN_ORDER(low) ? low : IN_ORDER(high) < IN_ORDER(x) ? high : x;
}

/* A lower bound for the lengths from a point to the points of a box: the length to its nearest point, because lengths
 * grow with differences, also after rounding. An arc is at least as long as its chord; after rounding it may be 1 less.
 */
SHARED_INLINE int least_length(__global const metric_coordinate *p, __global const metric_coordinate *box)
{
    const metric_coordinate x = nearest(p[0], box[0], box[3]), y = nearest(p[1], box[1], box[4]),
                            z = nearest(p[2], box[2], box[5]);
#if METRIC == METRIC_GREAT_CIRCLE
    return max(0, metric_between(METRIC_EUC_3D, p[0], p[1], p[2], x, y, z) - 1);
#else
    return metric_between(METRIC, p[0], p[1], p[2], x, y, z);
#endif
}

__kernel void bound_widen(__global int *gaps, const uint n, const uint level)
{
    __global const int *below = gaps + (level - 1) * (size_t)n;
    for (uint position = (uint)get_global_id(0); position + (1u << level) <= n; position += (uint)get_global_size(0)) {
        gaps[level * (size_t)n + position] = max(below[position], below[position + (1u << (level - 1))]);
    }
}

__kernel void bound_price(__global const metric_coordinate *points, __global const metric_coordinate *boxes,
                          __global const uint2 *cells, __global const int *potentials, __global const uint *positions,
                          __global const int *gaps, __global const struct bound_range *ranges,
                          __global struct bound_found *found, const uint n, const int shift,
                          const uint leaf, /* maximum number of nodes in a leaf of the k-d tree */
                          const uint first, const uint end)
{
    for (uint vertex = first + (uint)get_global_id(0); vertex < end; vertex += (uint)get_global_size(0)) {
        __global const metric_coordinate *here = points + 3 * (size_t)vertex;
        const uint position = positions[vertex];
        struct bound_best best = bound_best_none();
        uint next = 1; /* number of the next cell to visit, plus 1 */
        while (next > 0 && best.found.seen < BOUND_SEEN) {
            const uint cell = next - 1;
            const uint2 nodes = cells[cell];
            bool matters = nodes.y > vertex + 1;
            if (matters) {
                const struct bound_range range = ranges[cell];
                const int gap = bound_largest_gap(gaps, n, min(position, range.first), max(position, range.last));
                const int length = bound_scaled(least_length(here, boxes + 6 * (size_t)cell), shift);
                matters = (long)length + potentials[vertex] + range.potential < gap;
            }
            if (matters && nodes.y - nodes.x > leaf) {
                next *= 2; /* continues with the first child */
                continue;
            }
            for (uint other = max(nodes.x, vertex + 1); matters && other < nodes.y; ++other) {
                __global const metric_coordinate *there = points + 3 * (size_t)other;
                const uint at = positions[other];
                const int gap = bound_largest_gap(gaps, n, min(position, at), max(position, at));
                const int length = bound_scaled(
                    metric_between(METRIC, here[0], here[1], here[2], there[0], there[1], there[2]), shift);
                bound_best_take(&best, (long)length + potentials[vertex] + potentials[other] - gap, other);
            }
            while (next % 2 == 1) { /* ascends from second children, ends at the root */
                next /= 2;
            }
            next += next > 0;
        }
        found[vertex] = best.found;
    }
}
