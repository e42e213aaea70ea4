/* number_doubles.h - the numbers of tsp_metric.h as doubles. C on the host and OpenCL's cl_khr_fp64 round all
 * operations correctly. */
#ifndef SWARMCL_NUMBER_DOUBLES_H
#define SWARMCL_NUMBER_DOUBLES_H

#include "cl_compat.h"

#ifdef ON_DEVICE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

typedef double metric_number;

/* A constant as a double (number_bits.h uses its bits). */
#define NUMBER(value, bits) (value)

SHARED_INLINE metric_number number_plus(metric_number a, metric_number b)
{
    return a + b;
}

SHARED_INLINE metric_number number_minus(metric_number a, metric_number b)
{
    return a - b;
}

SHARED_INLINE metric_number number_times(metric_number a, metric_number b)
{
    return a * b;
}

SHARED_INLINE metric_number number_over(metric_number a, metric_number b)
{
    return a / b;
}

SHARED_INLINE metric_number number_root(metric_number a)
{
    return sqrt(a);
}

SHARED_INLINE metric_number number_size(metric_number a)
{
    return fabs(a);
}

/* floor(a) and ceil(a) for 0 <= a < 2^31 - 1. */
SHARED_INLINE int32_t number_floor(metric_number a)
{
    return (int32_t)a;
}

SHARED_INLINE int32_t number_ceiling(metric_number a)
{
    const int32_t below = (int32_t)a;
    return (double)below < a ? below + 1 : below;
}

#ifdef ON_DEVICE
/* An integer that has the same order as numbers a >= 0. */
SHARED_INLINE uint64_t number_key(metric_number a)
{
    return as_ulong(a);
}
#endif

#endif
