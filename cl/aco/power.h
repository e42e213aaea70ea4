/* power.h - powers and reciprocals with the same bits on host and device, from integers and single additions and
 * multiplications (cl_compat.h). Values are mantissa and exponent, because d^-beta may exceed the range of a float. */
#ifndef SWARMCL_POWER_H
#define SWARMCL_POWER_H

#include "cl/shared/cl_compat.h"

/* A number mantissa * 2^exponent with mantissa in [1, 2). Always passed by pointer: copied as a whole, clang moves it
 * as one 64-bit word, and PoCL does not vectorise. */
struct scaled {
    float mantissa;
    int32_t exponent;
};

/* x > 0 and normal */
SHARED_INLINE void scaled_set(struct scaled *s, float x)
{
    uint32_t bits = float_bits(x);
    s->mantissa = float_from_bits((bits & 0x007fffffu) | 0x3f800000u);
    s->exponent = (int32_t)(bits >> 23) - 127;
}

/* Computes s *= factor; both may be the same object. */
SHARED_INLINE void scaled_multiply(struct scaled *s, const struct scaled *factor)
{
    int32_t exponent = s->exponent + factor->exponent;
    scaled_set(s, s->mantissa * factor->mantissa);
    s->exponent += exponent;
}

/* Handles binary digit k of an exponent: multiplies if the digit is set, and squares if higher digits follow. */
SHARED_INLINE void scaled_power_digit(struct scaled *s, struct scaled *square, int32_t k)
{
    if (k & 1) {
        scaled_multiply(s, square);
    }
    if (k > 1) {
        scaled_multiply(square, square);
    }
}

/* x^k for 0 <= k < 32 by repeated squaring, with relative error below k * 2^-23. Unrolled, because PoCL does not
 * vectorise kernels that contain loops. */
SHARED_INLINE void scaled_power_whole(struct scaled *s, float x, int32_t k)
{
    struct scaled square;
    scaled_set(&square, x);
    s->mantissa = 1.0f;
    s->exponent = 0;
    scaled_power_digit(s, &square, k);
    scaled_power_digit(s, &square, k >> 1);
    scaled_power_digit(s, &square, k >> 2);
    scaled_power_digit(s, &square, k >> 3);
    scaled_power_digit(s, &square, k >> 4);
}

#define POWER_FIXED_BITS 24 /* number of fraction bits of a fixed-point exponent */

/* log2(x), x > 0, in fixed point with 24 fraction bits. Chebyshev fit of log2(1 + z) / z on [0, 1] with error 4.3e-8;
 * error with roundings 2e-7. */
SHARED_INLINE int64_t power_log2_fixed(float x)
{
    struct scaled s;
    scaled_set(&s, x);
    float z = s.mantissa - 1.0f;
    float q = -0.0426871933f + z * 0.00757913761f;
    q = 0.113051991f + z * q;
    q = -0.197285225f + z * q;
    q = 0.275719669f + z * q;
    q = -0.358428492f + z * q;
    q = 0.480695475f + z * q;
    q = -0.721340329f + z * q;
    q = 1.442695f + z * q;
    return (int64_t)s.exponent * ((int64_t)1 << POWER_FIXED_BITS) + (int64_t)(int32_t)(z * q * 16777216.0f);
}

/* x^p for p = fixed / 2^24 in [0, 32]. The exponent is exact in fixed point, so the relative error is below 2e-7 * (1 +
 * p), tested in test/unit/shared_math.c. Chebyshev fit of 2^t on [0, 1] with error 2.8e-9. */
SHARED_INLINE void scaled_power_real(struct scaled *s, float x, int64_t fixed)
{
    /* 48 fraction bits; the bias keeps the shifted value positive, because shifts of negative values are
     * implementation-defined in C */
    const int64_t bias = 8192;
    int64_t y = power_log2_fixed(x) * fixed + (bias << (2 * POWER_FIXED_BITS));
    int32_t whole = (int32_t)(y >> (2 * POWER_FIXED_BITS));
    int32_t fraction = (int32_t)((y >> POWER_FIXED_BITS) & 0x00ffffff);
    float t = (float)fraction * 5.9604644775390625e-8f; /* 2^-24 */
    float q = 0.00123878215f + t * 0.000218775047f;
    q = 0.00968458045f + t * q;
    q = 0.0554804263f + t * q;
    q = 0.240230502f + t * q;
    q = 0.693146929f + t * q;
    scaled_set(s, 1.0f + t * q);
    s->exponent += whole - (int32_t)bias;
}

/* 1 / w for w in [2^-90, 2^90]: an estimate from the bits and three Newton steps; relative error below 1.5e-7 */
SHARED_INLINE float power_reciprocal(float w)
{
    float r = float_from_bits(0x7ef311c7u - float_bits(w));
    r = r * (2.0f - w * r);
    r = r * (2.0f - w * r);
    r = r * (2.0f - w * r);
    return r;
}

#endif
