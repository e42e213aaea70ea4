/* metric_integers.h - the distances of tsp_metric.h between points whose coordinates are integers of 32 bits.
 *
 * Equal to those in doubles if tsp_integers_fit() (src/tsp/arithmetic.c) holds, which keeps every sum s of squares
 * below 2^50. Then squares and sums are exact in doubles; roots and roundings are not, but yield the exact integer:
 *  - EUC: k for k^2 - k < s <= k^2 + k. The root of k^2 + k is below k + 1/2 by more than 1 / (8k + 4), and the root of
 *    k^2 - k + 1 is above k - 1/2. Below 2^25 doubles are at most 2^-28 apart, less than 1 / (8k + 4): the root of an
 *    s <= k^2 + k is rounded to a double below k + 1/2, and that plus 1/2 to one below k + 1. For k >= 2^25 it may not.
 *  - CEIL: k for (k - 1)^2 < s <= k^2. The root of k^2 + 1 is above k by 1 / (2k + 1), more than 2^-27.
 *  - ATT: k for 10 (k - 1)^2 < s <= 10 k^2. A tenth of 10 k^2 + 1 is k^2 + 1/10, in doubles 2^-7 less at most as k is
 *    below 2^24; its root is above k by 2^-28 or more, where doubles are 2^-29 apart.
 *
 * 32 bits suffice: roots are estimated in single precision, and the error of s, s - k^2, is below 2^31.
 */
#ifndef SWARMCL_METRIC_INTEGERS_H
#define SWARMCL_METRIC_INTEGERS_H

#include "cl_compat.h"

typedef int32_t metric_coordinate;

/* The least k >= 0 with f(k) = scale k^2 + more k >= s. `square`: s modulo 2^32; only the rest s - f(k) is used. `k`:
 * the nearest integer to the solution of f(k) = s in single precision. It, or the next one, is the result unless k is
 * above 2^18; then adding rest / step corrects it: with OpenCL's 3 ulp for roots k is off by at most 10 * 2^-24 of k,
 * the rest is below 1.5 * 2^30, and the corrected k is off by at most 1/2. */
SHARED_INLINE int32_t metric_least(uint32_t square, int32_t k, int32_t scale, int32_t more)
{
    int32_t rest = (int32_t)(square - (uint32_t)k * (uint32_t)(scale * k + more)), step = scale * (2 * k + 1) + more;
    if (rest > step || rest <= 2 * scale - step) { /* f(k + 1) - f(k), f(k - 1) - f(k) */
        k += (int32_t)((float)rest / (float)step + 1024.5f) - 1024;
        rest = (int32_t)(square - (uint32_t)k * (uint32_t)(scale * k + more));
    }
    return rest > 0 ? k + 1 : k;
}

SHARED_INLINE float metric_root(float scale, int32_t dx, int32_t dy, int32_t dz)
{
    const float x = (float)dx, y = (float)dy, z = (float)dz;
    return float_root(scale * (x * x + y * y + z * z));
}

SHARED_INLINE uint32_t metric_absolute(int32_t difference)
{
#ifdef ON_DEVICE
    return abs(difference); /* oclgrind lacks the built-in that clang generates for the expression below */
#else
    return (uint32_t)(difference < 0 ? -difference : difference);
#endif
}

/* Distance between two points for all metrics except EXPLICIT, GEO and GREAT_CIRCLE; z is 0 in the plane. */
SHARED_INLINE int32_t metric_between(int metric, metric_coordinate ax, metric_coordinate ay, metric_coordinate az,
                                     metric_coordinate bx, metric_coordinate by, metric_coordinate bz)
{
    const int32_t dx = ax - bx, dy = ay - by, dz = az - bz;
    const uint32_t x = metric_absolute(dx), y = metric_absolute(dy), z = metric_absolute(dz), larger = x > y ? x : y;
    const uint32_t square = (uint32_t)dx * (uint32_t)dx + (uint32_t)dy * (uint32_t)dy + (uint32_t)dz * (uint32_t)dz;
    switch (metric) {
    case METRIC_MAN_2D:
    case METRIC_MAN_3D:
        return (int32_t)(x + y + z);
    case METRIC_MAX_2D:
    case METRIC_MAX_3D:
        return (int32_t)(larger > z ? larger : z);
    case METRIC_CEIL_2D:
        return metric_least(square, (int32_t)(metric_root(1.0f, dx, dy, 0) + 0.5f), 1, 0);
    case METRIC_ATT:
        return metric_least(square, (int32_t)(metric_root(0.1f, dx, dy, 0) + 0.5f), 10, 0);
    default: /* sqrt(s) - 1/2 is near the root k of k^2 + k = s */
        return metric_least(square, (int32_t)metric_root(1.0f, dx, dy, dz), 1, 1);
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
