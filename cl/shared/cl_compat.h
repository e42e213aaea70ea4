/* cl_compat.h - lets headers of `cl` compile as C11 on the host and as OpenCL C 1.2 on a device.
 *
 * Such headers hold the arithmetic that host and kernels share (random numbers, distances, powers, weights), so the
 * host and every device find the same result for a seed. They use only integers and IEEE additions, subtractions and
 * multiplications, in the order written and without contraction. Division and square root appear only in double
 * precision, where OpenCL requires correct rounding, or as estimates that integers correct. Built-in logarithms, powers
 * and reciprocals are not used because they differ between drivers.
 */
#ifndef SWARMCL_CL_COMPAT_H
#define SWARMCL_CL_COMPAT_H

/* plain clang defines only __OPENCL_C_VERSION__, some drivers only __OPENCL_VERSION__ */
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define ON_DEVICE
#endif

#ifdef ON_DEVICE

#pragma OPENCL FP_CONTRACT OFF
typedef int int32_t;
typedef uint uint32_t;
typedef long int64_t;
typedef ulong uint64_t;
#define SHARED_INLINE   inline __attribute__((always_inline))

#define SHARED_CONSTANT __constant

SHARED_INLINE uint float_bits(float x)
{
    return as_uint(x);
}

SHARED_INLINE float float_from_bits(uint bits)
{
    return as_float(bits);
}

/* The square root, which devices may return with an error of up to 3 units in the last place. */
SHARED_INLINE float float_root(float x)
{
    return sqrt(x);
}

#else

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The build passes -ffp-contract=off because gcc 12 ignores the standard's pragma. */
#define SHARED_INLINE   static inline
#define SHARED_CONSTANT static const

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

SHARED_INLINE float float_root(float x)
{
    return sqrtf(x);
}

#endif

/* The high 64 bits of the product of two 64-bit numbers. Written out because mul_hi() is a function call on PoCL. */
SHARED_INLINE uint64_t high_product(uint64_t a, uint64_t b)
{
    const uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    const uint64_t middle = a_high * b_low + ((a_low * b_low) >> 32), carry = a_low * b_high + (uint32_t)middle;
    return a_high * b_high + (middle >> 32) + (carry >> 32);
}

#endif
