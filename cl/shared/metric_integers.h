/* metric_integers.h - the distances of tsp_metric.h between points whose coordinates are integers of 32 bits.
 *
 * The same as of doubles where tsp_integers_fit() (src/tsp/arithmetic.c) holds, which keeps every sum s of squares
 * below 2^50. Squares and sums are exact in doubles then; roots and roundings are not, but come to the exact integer:
 *  - EUC: k for k^2 - k < s <= k^2 + k. The root of k^2 + k is below k + 1/2 by more than 1 / (8k + 4), and the root of
 *    k^2 - k + 1 is above k - 1/2. As k is below 2^25, doubles are 2^-28 apart there at most, which is less: a root of
 *    at most k^2 + k is rounded to a double below k + 1/2, and with 1/2 to one below k + 1. From k = 2^25 on it is not.
 *  - CEIL: k for (k - 1)^2 < s <= k^2. The root of k^2 + 1 is above k by 1 / (2k + 1), more than 2^-27.
 *  - ATT: k for 10 (k - 1)^2 < s <= 10 k^2. A tenth of 10 k^2 + 1 is k^2 + 1/10, in doubles 2^-7 less at most as k is
 *    below 2^24; its root is above k by 2^-28 or more, where doubles are 2^-29 apart.
 *
 * 32 bits suffice: a root is estimated in single precision, and what it is off by, s - k^2, is below 2^31.
 */
#ifndef SWARMCL_METRIC_INTEGERS_H
#define SWARMCL_METRIC_INTEGERS_H

#include "cl_compat.h"

typedef int32_t metric_coordinate;

/* The least k >= 0 with scale k^2 + more k >= s, from an estimate of it. `square`: s modulo 2^32, as only the rest
 * s - scale k^2 - more k counts. By OpenCL's 3 ulp for roots an estimate is off by 10 * 2^-24 of k at most, and a rest
 * is below 1.5 * 2^30. Where that is more than a step, from k = 2^19 on, a quotient takes k to within 0.6 of the root.
 */
SHARED_INLINE int32_t metric_least(uint32_t square, int32_t k, int32_t scale, int32_t more)
{
    int32_t rest = (int32_t)(square - (uint32_t)k * (uint32_t)(scale * k + more)), step = scale * (2 * k + 1) + more;
    if (rest > step || rest < -step) {
        k += (int32_t)((float)rest / (float)step + 1024.5f) - 1024;
        rest = (int32_t)(square - (uint32_t)k * (uint32_t)(scale * k + more));
        step = scale * (2 * k + 1) + more;
    }
    return rest > 0 ? k + 1 : k > 0 && rest <= 2 * scale - step ? k - 1 : k;
}

SHARED_INLINE float metric_real_square(int32_t dx, int32_t dy, int32_t dz)
{
    const float x = (float)dx, y = (float)dy, z = (float)dz;
    return x * x + y * y + z * z;
}

/* Distance between two points for every metric but EXPLICIT, GEO and GREAT_CIRCLE; z is 0 for the flat ones. */
SHARED_INLINE int32_t metric_between(int metric, metric_coordinate ax, metric_coordinate ay, metric_coordinate az,
                                     metric_coordinate bx, metric_coordinate by, metric_coordinate bz)
{
    const int32_t dx = ax - bx, dy = ay - by, dz = az - bz;
    const uint32_t x = (uint32_t)(dx < 0 ? -dx : dx), y = (uint32_t)(dy < 0 ? -dy : dy),
                   z = (uint32_t)(dz < 0 ? -dz : dz), square = x * x + y * y + z * z, larger = x > y ? x : y;
    switch (metric) {
    case METRIC_MAN_2D:
    case METRIC_MAN_3D:
        return (int32_t)(x + y + z);
    case METRIC_MAX_2D:
    case METRIC_MAX_3D:
        return (int32_t)(larger > z ? larger : z);
    case METRIC_CEIL_2D:
        return metric_least(square, (int32_t)float_root(metric_real_square(dx, dy, 0)), 1, 0);
    case METRIC_ATT:
        return metric_least(square, (int32_t)float_root(0.1f * metric_real_square(dx, dy, 0)), 10, 0);
    default:
        return metric_least(square, (int32_t)(float_root(metric_real_square(dx, dy, dz)) + 0.5f), 1, 1);
    }
}

/* The square of a Euclidean length before rounding. */
SHARED_INLINE uint64_t metric_square_key(int metric, metric_coordinate ax, metric_coordinate ay, metric_coordinate az,
                                         metric_coordinate bx, metric_coordinate by, metric_coordinate bz)
{
    (void)metric;
    const int64_t dx = ax - bx, dy = ay - by, dz = az - bz;
    return (uint64_t)(dx * dx + dy * dy + dz * dz);
}

#endif
