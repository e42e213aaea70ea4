/* test_lengths - the distance between two points, a pair per work-item.
 *
 * NDRange     arithmetic.c: one work-item per pair
 * Required    LENGTHS  the arithmetic, of tsp_metric.h
 * Reads       points
 * Writes      lengths
 * Draws       nothing
 * Checked by  test/kernel/arithmetic.c
 * After       nothing
 */
#include "cl/shared/tsp_metric.h"

__kernel void test_lengths(
    __global const metric_coordinate *restrict points, /* [count][2][3] coordinates of two points */
    __global int *restrict lengths,             /* [count] distance of the two points */
    const int metric, const uint count)
{
    const uint k = get_global_id(0);
    if (k < count) {
        __global const metric_coordinate *a = points + 6 * (size_t)k, *b = a + 3;
        lengths[k] = metric_between(metric, a[0], a[1], a[2], b[0], b[1], b[2]);
    }
}
