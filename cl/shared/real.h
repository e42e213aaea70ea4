/* real.h - real numbers of PRECISION bits, 32 or 64; real_functions.h has their elementary functions.
 *
 * One text for host and device: `num` is float or double, and `real` is the type that a work-item computes with, a num
 * or a vector of LANES nums (1, 2, 4, 8 or 16; on the host 1). Code over `real` uses only + - *, comparisons inside of
 * ?: and the functions below, so it works for all of them. It has no `if` on reals, and no / or other built-in
 * function: OpenCL allows errors there in single precision, and drivers differ.
 *
 * Define before including: PRECISION, and LANES on a device. Write literals as R(0.5), and convert a whole number i by
 * (num)i.
 */
#ifndef SWARMCL_REAL_H
#define SWARMCL_REAL_H

#include "cl_compat.h"

#ifndef ON_DEVICE
#define LANES 1
#elif PRECISION == 64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define REAL_JOIN_NOW(a, b) a##b
#define REAL_JOIN(a, b)     REAL_JOIN_NOW(a, b)

#if PRECISION == 64
typedef double num;
typedef int64_t num_int; /* signed integer as wide as num */
typedef uint64_t num_bits;
#define R(literal) literal
#else
typedef float num;
typedef int32_t num_int;
typedef uint32_t num_bits;
#define R(literal) REAL_JOIN(literal, f)
#endif

#if LANES == 1
typedef num real;
typedef num_int real_int; /* integers as wide as real; also the result type of comparisons */
typedef num_bits real_bits;
#define REAL_ANY(condition) (condition)
#else
#if PRECISION == 64
typedef REAL_JOIN(double, LANES) real;
typedef REAL_JOIN(long, LANES) real_int;
typedef REAL_JOIN(ulong, LANES) real_bits;
#else
typedef REAL_JOIN(float, LANES) real;
typedef REAL_JOIN(int, LANES) real_int;
typedef REAL_JOIN(uint, LANES) real_bits;
#endif
/* true if the condition holds for any element */
#define REAL_ANY(condition) any(condition)
#endif

/* Convert a number to its bits, and back. */
#ifdef ON_DEVICE
#if LANES == 1
#define REAL_SUFFIX
#else
#define REAL_SUFFIX LANES
#endif
#if PRECISION == 64
#define real_to_bits(x)   REAL_JOIN(as_ulong, REAL_SUFFIX)(x)
#define real_from_bits(x) REAL_JOIN(as_double, REAL_SUFFIX)(x)
#define num_to_bits(x)    as_ulong(x)
#define num_from_bits(x)  as_double(x)
#else
#define real_to_bits(x)   REAL_JOIN(as_uint, REAL_SUFFIX)(x)
#define real_from_bits(x) REAL_JOIN(as_float, REAL_SUFFIX)(x)
#define num_to_bits(x)    as_uint(x)
#define num_from_bits(x)  as_float(x)
#endif
#else
static inline num_bits num_to_bits(num x)
{
    num_bits bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline num num_from_bits(num_bits bits)
{
    num x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
#define real_to_bits(x)   num_to_bits(x)
#define real_from_bits(x) num_from_bits(x)
#endif

/* Built-in functions whose results are exact, so host and devices agree: fabs, floor, rint. */
#if defined(ON_DEVICE) || PRECISION == 64
#define REAL_EXACT(name) name
#else
#define REAL_EXACT(name) REAL_JOIN(name, f)
#endif

SHARED_INLINE real real_absolute(real x)
{
    return REAL_EXACT(fabs)(x);
}

SHARED_INLINE real real_floor(real x)
{
    return REAL_EXACT(floor)(x);
}

/* Rounds to the nearest whole number; ties go to the even one. */
SHARED_INLINE real real_nearest(real x)
{
    return REAL_EXACT(rint)(x);
}

SHARED_INLINE real real_square(real x)
{
    return x * x;
}

/* The larger of the two; a if either is NaN. */
SHARED_INLINE real real_maximum(real a, real b)
{
    return b > a ? b : a;
}

#endif
