/* number_bits.h - double-precision operations on integers that hold the bits of doubles, for devices without double
 * precision. Results equal those of number_doubles.h bit for bit.
 *
 * The operations follow IEEE 754, rounding to nearest, ties to even, for all finite numbers including subnormal numbers
 * and signed zeros. Infinities and NaN are not handled, because tsp_metric_fits() keeps the squares of lengths below
 * 2^63. 0 / 0 is 0; it occurs only for the joint's arc to itself, which no tour uses.
 *
 * Numbers >= 0 compare as their bits do. The functions are too long to be inlined. */
#ifndef SWARMCL_NUMBER_BITS_H
#define SWARMCL_NUMBER_BITS_H

#include "cl_compat.h"

typedef uint64_t metric_number;

#define NUMBER(value, bits) ((metric_number)(bits))

#define NUMBER_SIGN         ((metric_number)1 << 63)
#define NUMBER_ONE          ((metric_number)1 << 52) /* the leading 1 of a mantissa; the bits below are the fraction */

SHARED_INLINE int32_t number_exponent(metric_number a)
{
    return (int32_t)(a >> 52) & 0x7ff;
}

SHARED_INLINE int32_t number_leading_zeros(uint64_t a)
{
#ifdef ON_DEVICE
    return (int32_t)clz(a);
#else
    int32_t zeros = 0; /* only tests on the host use this */
    while (!(a >> 63)) {
        a <<= 1;
        ++zeros;
    }
    return zeros;
#endif
}

/* mantissa / 2^shift, with the last bit set if any lost bit was set, which is all that rounding needs. */
SHARED_INLINE uint64_t number_shifted(uint64_t mantissa, int32_t shift)
{
    return shift == 0   ? mantissa
           : shift < 64 ? mantissa >> shift | (uint64_t)(mantissa << (64 - shift) != 0)
                        : (uint64_t)(mantissa != 0);
}

/* Returns the mantissa, in [2^52, 2^53), and the exponent as if a subnormal number were normal; a is not 0. */
SHARED_INLINE uint64_t number_opened(metric_number a, int32_t *exponent)
{
    const uint64_t fraction = a & (NUMBER_ONE - 1);
    *exponent = number_exponent(a);
    if (*exponent > 0) {
        return fraction | NUMBER_ONE;
    }
    const int32_t shift = number_leading_zeros(fraction) - 11;
    *exponent = 1 - shift;
    return fraction << shift;
}

/* Rounds mantissa / 2^62 * 2^(exponent - 1023) to a double. The mantissa is in [1, 2^63) and has 10 bits more than the
 * result, or fewer if the missing bits are 0. */
static inline metric_number number_closed(metric_number sign, int32_t exponent, uint64_t mantissa)
{
    const int32_t shift = number_leading_zeros(mantissa) - 1;
    mantissa <<= shift;
    exponent -= shift;
    if (exponent < 1) {
        mantissa = number_shifted(mantissa, 1 - exponent);
        exponent = 1;
    }
    const uint64_t kept = mantissa >> 10, lost = mantissa & 0x3ff;
    const uint64_t up = lost > 0x200 || (lost == 0x200 && (kept & 1)) ? 1 : 0;
    return sign | (((uint64_t)(exponent - 1) << 52) + kept + up); /* the mantissa's leading 1 increments the exponent */
}

static inline metric_number number_plus(metric_number a, metric_number b)
{
    const bool swapped = a << 1 < b << 1;
    const metric_number large = swapped ? b : a, small = swapped ? a : b;
    const int32_t at_large = number_exponent(large), at_small = number_exponent(small);
    const int32_t high = at_large > 0 ? at_large : 1, low = at_small > 0 ? at_small : 1;
    const uint64_t whole = ((large & (NUMBER_ONE - 1)) | (at_large > 0 ? NUMBER_ONE : 0)) << 9;
    const uint64_t part = ((small & (NUMBER_ONE - 1)) | (at_small > 0 ? NUMBER_ONE : 0)) << 9;
    const uint64_t shifted = number_shifted(part, high - low);
    const uint64_t sum = (a ^ b) & NUMBER_SIGN ? whole - shifted : whole + shifted;
    return sum == 0 ? a & b & NUMBER_SIGN : number_closed(large & NUMBER_SIGN, high + 1, sum);
}

static inline metric_number number_minus(metric_number a, metric_number b)
{
    return number_plus(a, b ^ NUMBER_SIGN);
}

static inline metric_number number_times(metric_number a, metric_number b)
{
    const metric_number sign = (a ^ b) & NUMBER_SIGN;
    int32_t at_a, at_b;
    if (a << 1 == 0 || b << 1 == 0) {
        return sign;
    }
    const uint64_t left = number_opened(a, &at_a) << 10, right = number_opened(b, &at_b) << 11;
    return number_closed(sign, at_a + at_b - 1022, high_product(left, right) | (uint64_t)(left * right != 0));
}

static inline metric_number number_over(metric_number a, metric_number b)
{
    const metric_number sign = (a ^ b) & NUMBER_SIGN;
    int32_t at_a, at_b;
    if (a << 1 == 0 || b << 1 == 0) {
        return sign;
    }
    const uint64_t divisor = number_opened(b, &at_b);
    uint64_t rest = number_opened(a, &at_a), quotient = rest >= divisor ? 1 : 0;
    rest -= quotient * divisor;
    for (int32_t digit = 0; digit < 5; ++digit) { /* digits of 11 bits, because a remainder has 53 */
        const uint64_t now = rest << 11, found = now / divisor;
        quotient = quotient << 11 | found;
        rest = now - found * divisor;
    }
    return number_closed(sign, at_a - at_b + 1023, quotient << 7 | (uint64_t)(rest != 0));
}

/* The square root of a number >= 0. Of the root of the mantissa, which is in [2^52, 2^54), a corrected estimate gives
 * the high 27 bits and a division the low 28 (P. Zimmermann, "Karatsuba square root", 1999). */
static inline metric_number number_root(metric_number a)
{
    int32_t exponent;
    if (a << 1 == 0) {
        return a;
    }
    uint64_t mantissa = number_opened(a, &exponent);
    const int32_t odd = (exponent & 1) == 0; /* 1: 2^(exponent - 1075) is not a square */
    mantissa <<= odd;
    int64_t first = (int64_t)float_root((float)mantissa), rest = (int64_t)mantissa - first * first;
    first += (int64_t)((float)rest / (float)(2 * first) + 1024.5f) - 1024; /* rounds to the nearest */
    rest = (int64_t)mantissa - first * first;
    if (rest < 0) {
        --first;
        rest += 2 * first + 1;
    }
    const uint64_t dividend = (uint64_t)rest << 27, found = dividend / (uint64_t)first;
    uint64_t root = ((uint64_t)first << 28) + found;
    rest = (int64_t)((dividend - found * (uint64_t)first) << 29) - (int64_t)(found * found);
    for (int32_t once = 0; once < 2; ++once) { /* the root is too large by found^2 / (2^29 first), at most 2 */
        if (rest < 0) {
            --root;
            rest += (int64_t)(2 * root + 1);
        }
    }
    return number_closed(0, 1049 + (exponent - 1075 - odd) / 2, root << 8 | (uint64_t)(rest != 0));
}

SHARED_INLINE metric_number number_size(metric_number a)
{
    return a & ~NUMBER_SIGN;
}

SHARED_INLINE int32_t number_floor(metric_number a)
{
    const int32_t exponent = number_exponent(a);
    return exponent < 1023 ? 0 : (int32_t)(((a & (NUMBER_ONE - 1)) | NUMBER_ONE) >> (1075 - exponent));
}

SHARED_INLINE int32_t number_ceiling(metric_number a)
{
    const int32_t exponent = number_exponent(a);
    const metric_number below_one = exponent < 1023 ? a : a & ((NUMBER_ONE >> (exponent - 1023)) - 1);
    return number_floor(a) + (below_one != 0);
}

SHARED_INLINE uint64_t number_key(metric_number a)
{
    return a;
}

#endif
