/* tsp_metric.h - TSPLIB95 distances between two points and great-circle distances, the same integers on host and
 * device.
 *
 * Coordinates are doubles. What a device computes here (all but GEO) uses double additions, multiplications, division
 * and square root, all correctly rounded by OpenCL's rules for cl_khr_fp64, so that it equals the host's exactly.
 * A device without fp64, and every device with a GEO instance, gets the host's matrix.
 *
 * After G. Reinelt, "TSPLIB95", section 2. nint(x) there is (int)(x + 0.5) for x >= 0.
 */
#ifndef SWARMCL_TSP_METRIC_H
#define SWARMCL_TSP_METRIC_H

#include "cl_compat.h"

#ifdef ON_DEVICE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

/* The values of enum swarm_metric, which the preprocessor cannot see; src/tsp/metric.c asserts that they agree. */
#define METRIC_EUC_2D       1
#define METRIC_EUC_3D       2
#define METRIC_MAN_2D       3
#define METRIC_MAN_3D       4
#define METRIC_MAX_2D       5
#define METRIC_MAX_3D       6
#define METRIC_CEIL_2D      7
#define METRIC_ATT          8
#define METRIC_GEO          9
#define METRIC_GREAT_CIRCLE 10

/* floor(x + 0.5) for 0 <= x < 2^31 - 1 */
SHARED_INLINE int32_t metric_nint(double x)
{
    return (int32_t)(x + 0.5);
}

SHARED_INLINE int32_t metric_euclidean(double dx, double dy, double dz)
{
    return metric_nint(sqrt(dx * dx + dy * dy + dz * dz));
}

SHARED_INLINE int32_t metric_manhattan(double dx, double dy, double dz)
{
    return metric_nint(fabs(dx) + fabs(dy) + fabs(dz));
}

SHARED_INLINE int32_t metric_maximum(double dx, double dy, double dz)
{
    int32_t a = metric_nint(fabs(dx));
    int32_t b = metric_nint(fabs(dy));
    int32_t c = metric_nint(fabs(dz));
    int32_t ab = a > b ? a : b;
    return ab > c ? ab : c;
}

SHARED_INLINE int32_t metric_ceiling(double dx, double dy)
{
    double exact = sqrt(dx * dx + dy * dy);
    int32_t floor_value = (int32_t)exact;
    return (double)floor_value < exact ? floor_value + 1 : floor_value;
}

/* Pseudo-Euclidean: the root of a tenth, rounded to nearest and then up if that fell short. */
SHARED_INLINE int32_t metric_att(double dx, double dy)
{
    double exact = sqrt((dx * dx + dy * dy) / 10.0);
    int32_t nearest = metric_nint(exact);
    return (double)nearest < exact ? nearest + 1 : nearest;
}

/* The angle whose tangent is y / x, for y, x >= 0 and not both 0: 0 to pi / 2, to some 2^-51 of it. A quotient of at
 * most 1 is brought within tan(pi / 16) of 0 by tan(u - v) = (tan u - tan v) / (1 + tan u tan v), v one of 0, pi / 8
 * and pi / 4, where twelve terms of the arc tangent's series are enough. */
SHARED_INLINE double metric_angle(double y, double x)
{
    const bool steep = y > x;
    const double t = steep ? x / y : y / x;
    const double near = t < 0.198912367379658 ? 0.0 : t < 0.6681786379192989 ? 0.41421356237309503 : 1.0;
    const double of_near = t < 0.198912367379658    ? 0.0
                           : t < 0.6681786379192989 ? 0.39269908169872414
                                                    : 0.78539816339744828;
    const double u = (t - near) / (1.0 + t * near), square = u * u;
    double sum = 1.0 / 21.0 - square * (1.0 / 23.0);
    sum = 1.0 / 19.0 - square * sum;
    sum = 1.0 / 17.0 - square * sum;
    sum = 1.0 / 15.0 - square * sum;
    sum = 1.0 / 13.0 - square * sum;
    sum = 1.0 / 11.0 - square * sum;
    sum = 1.0 / 9.0 - square * sum;
    sum = 1.0 / 7.0 - square * sum;
    sum = 1.0 / 5.0 - square * sum;
    sum = 1.0 / 3.0 - square * sum;
    sum = 1.0 - square * sum;
    const double angle = of_near + u * sum;
    return steep ? 1.5707963267948966 - angle : angle;
}

/* The arc between two points of a sphere round the origin: its diameter times half the angle, whose sine and cosine are
 * |a - b| and |a + b| over the diameter. Exact to some roundings from points side by side to antipodes, and the same in
 * both directions. */
SHARED_INLINE double metric_arc(double ax, double ay, double az, double bx, double by, double bz)
{
    const double chord = (ax - bx) * (ax - bx) + (ay - by) * (ay - by) + (az - bz) * (az - bz);
    const double other = (ax + bx) * (ax + bx) + (ay + by) * (ay + by) + (az + bz) * (az + bz);
    return sqrt(chord + other) * metric_angle(sqrt(chord), sqrt(other));
}

/* Distance by coordinate differences; dz is 0 for the flat metrics. Not for EXPLICIT, GEO and GREAT_CIRCLE. */
SHARED_INLINE int32_t metric_distance(int metric, double dx, double dy, double dz)
{
    switch (metric) {
    case METRIC_MAN_2D:
    case METRIC_MAN_3D:
        return metric_manhattan(dx, dy, dz);
    case METRIC_MAX_2D:
    case METRIC_MAX_3D:
        return metric_maximum(dx, dy, dz);
    case METRIC_CEIL_2D:
        return metric_ceiling(dx, dy);
    case METRIC_ATT:
        return metric_att(dx, dy);
    default:
        return metric_euclidean(dx, dy, dz);
    }
}

/* Distance between two points for every metric but EXPLICIT and GEO; z is 0 for the flat ones. */
SHARED_INLINE int32_t metric_between(int metric, double ax, double ay, double az, double bx, double by, double bz)
{
    return metric == METRIC_GREAT_CIRCLE ? metric_nint(metric_arc(ax, ay, az, bx, by, bz))
                                         : metric_distance(metric, ax - bx, ay - by, az - bz);
}

#endif
