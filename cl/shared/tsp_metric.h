/* tsp_metric.h - TSPLIB95 distances between two points, the same integers on host and device.
 *
 * Coordinates are doubles. What a device computes here (all but GEO) uses double additions, multiplications, division
 * and square root, all correctly rounded by OpenCL's rules for cl_khr_fp64, so that it equals the host's exactly.
 * A device without fp64 gets the host's matrix.
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
#define METRIC_EUC_2D  1
#define METRIC_EUC_3D  2
#define METRIC_MAN_2D  3
#define METRIC_MAN_3D  4
#define METRIC_MAX_2D  5
#define METRIC_MAX_3D  6
#define METRIC_CEIL_2D 7
#define METRIC_ATT     8
#define METRIC_GEO     9

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

/* Distance by coordinate differences for every metric but EXPLICIT and GEO; dz is 0 for the flat ones. */
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

#endif
