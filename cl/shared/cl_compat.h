/* cl_compat.h - lets the headers beside it compile as C11 on the host and as OpenCL C 1.2 on a device.
 *
 * One seed, one tour: these headers hold all code that decides a bit of the search (random numbers, distances, powers,
 * weights). They use integers and IEEE additions, subtractions and multiplications only, in the order written, with
 * contraction off, so that every device and the host agree. Division and square root appear in double alone, where
 * OpenCL asks for correct rounding. No built-in logarithm, power or reciprocal: those differ between drivers.
 */
#ifndef SWARMCL_CL_COMPAT_H
#define SWARMCL_CL_COMPAT_H

/* clang alone defines only the second, some drivers only the first */
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define ON_DEVICE
#endif

#ifdef ON_DEVICE

#pragma OPENCL FP_CONTRACT OFF
typedef int int32_t;
typedef uint uint32_t;
typedef long int64_t;
typedef ulong uint64_t;
#define SHARED_INLINE inline __attribute__((always_inline))

SHARED_INLINE uint float_bits(float x)
{
    return as_uint(x);
}

SHARED_INLINE float float_from_bits(uint bits)
{
    return as_float(bits);
}

#else

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The build passes -ffp-contract=off: gcc 12 does not know the standard's pragma. */
#define SHARED_INLINE static inline

SHARED_INLINE uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

SHARED_INLINE float float_from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#endif

#endif
