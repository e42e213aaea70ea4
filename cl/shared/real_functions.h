/* real_functions.h - elementary functions of defined bits, over the `real` of real.h.
 *
 * Made of + - * and integer operations on the bits, in the order written, so host and devices agree to the last bit for
 * every driver and number of elements. Double precision also divides and takes square roots, which OpenCL rounds
 * correctly. No branches, tables, loops or conversions: all elements of a vector take the same steps.
 * test/unit/real_functions.c checks the errors stated here, in units in the last place (ulp). NaN arguments give NaN.
 * Subnormal results are 0, and in single precision subnormal arguments count as 0, because some devices have none.
 *
 * The coefficients are minimax fits of our own, each error below a tenth of an ulp of the function. */
#ifndef SWARMCL_REAL_FUNCTIONS_H
#define SWARMCL_REAL_FUNCTIONS_H

#include "real.h"

#if PRECISION == 64
#define REAL_MANTISSA_BITS    52
#define REAL_LARGEST_EXPONENT 1023 /* largest exponent of a finite number; also the bias of stored exponents */
#define REAL_SIGN             0x8000000000000000ul
#define REAL_MANTISSA         0x000ffffffffffffful
#define REAL_HIGH_HALF        0xfffffffff8000000ul    /* high half of a mantissa: products of two halves are exact */
#define REAL_ROOT_HALF        0x3fe6a09e667f3bcdul    /* square root of 1/2 */
#define REAL_SMALLEST         2.2250738585072014e-308 /* smallest normal number in double precision */
#define REAL_BIG              6755399441055744.0 /* 1.5 * 2^52: x + BIG has the nearest whole number in its last bits */
#else
#define REAL_MANTISSA_BITS    23
#define REAL_LARGEST_EXPONENT 127
#define REAL_SIGN             0x80000000u
#define REAL_MANTISSA         0x007fffffu
#define REAL_HIGH_HALF        0xfffff000u
#define REAL_ROOT_HALF        0x3f3504f3u
#define REAL_SMALLEST         1.17549435e-38f
#define REAL_BIG              12582912.0f /* 1.5 * 2^23 */
#endif
#define REAL_INFINITY ((num)INFINITY)
#define REAL_NAN      ((num)NAN)
#define REAL_LN2      R(0.69314718055994531)

/* ------------------------------------------------------------------------------------------------------------------ */
/* Quotients and square roots                                                                                         */

#if PRECISION == 64

/* a / b, rounded correctly. */
SHARED_INLINE real real_divide(real a, real b)
{
    return a / b;
}

/* The square root, rounded correctly; NaN below 0. */
SHARED_INLINE real real_sqrt(real x)
{
    return sqrt(x);
}

#else

/* a - x * y for x * y close to a; exact except for the last bits of the remainder. */
SHARED_INLINE real real_remainder(real a, real x, real y)
{
    real x_high = real_from_bits(real_to_bits(x) & REAL_HIGH_HALF), x_low = x - x_high;
    real y_high = real_from_bits(real_to_bits(y) & REAL_HIGH_HALF), y_low = y - y_high;
    return ((a - x_high * y_high) - x_high * y_low - x_low * y_high) - x_low * y_low;
}

/* a / b to 0.51 ulp, exact if the quotient is representable; zeros and infinities as in IEEE 754. */
SHARED_INLINE real real_divide(real a, real b)
{
    /* for mantissas: reciprocal by a linear guess, off by 1/17, and three Newton steps; then quotient, remainder */
    real_bits a_bits = real_to_bits(a) & ~REAL_SIGN, b_bits = real_to_bits(b) & ~REAL_SIGN;
    real_bits sign = (real_to_bits(a) ^ real_to_bits(b)) & REAL_SIGN;
    real x = real_from_bits((a_bits & REAL_MANTISSA) | 0x3f800000u);
    real y = real_from_bits((b_bits & REAL_MANTISSA) | 0x3f800000u);
    real r = R(1.41176471) - R(0.470588235) * y;
    r = r + r * (R(1.0) - y * r);
    r = r + r * (R(1.0) - y * r);
    r = r + r * (R(1.0) - y * r);
    real q = x * r;
    q = q + real_remainder(x, q, y) * r;
    /* exponents, increased by 256 to stay above 0; the exponent field of q is 126 or 127 */
    real_bits a_exponent = a_bits >> 23, b_exponent = b_bits >> 23;
    real_bits exponent = (real_to_bits(q) >> 23) + a_exponent + 256u - b_exponent;
    real finite = real_from_bits((real_to_bits(q) & REAL_MANTISSA) | ((exponent - 256u) << 23));
    finite = exponent > 256u + 254u ? (real)REAL_INFINITY : finite;
    finite = exponent < 256u + 1u ? (real)R(0.0) : finite;
    /* multiplying by 1 / b gives the right zeros, infinities and NaN */
    real top = a_exponent == 0u ? (real)R(0.0) : real_from_bits(a_bits);
    real bottom = real_from_bits(b_bits);
    real inverse = b_exponent == 0u ? (real)REAL_INFINITY : (b_bits == 0x7f800000u ? (real)R(0.0) : (real)R(1.0));
    inverse = bottom == bottom ? inverse : bottom;
    real quotient = ((a_exponent + 1u) & 254u) == 0u ? top * inverse : finite;
    quotient = ((b_exponent + 1u) & 254u) == 0u ? top * inverse : quotient;
    return real_from_bits(real_to_bits(quotient) ^ sign);
}

/* The square root to 0.51 ulp, exact if it is representable; NaN below 0. */
SHARED_INLINE real real_sqrt(real x)
{
    /* for x = m 4^h, m in [1/2, 2): 1 / sqrt(m) by a guess on the bits, off by 1/29, and three Newton steps */
    real_bits bits = real_to_bits(x);
    real m = real_from_bits((bits & 0x00ffffffu) + 0x3f000000u);
    real r = real_from_bits(0x5f3759dfu - (real_to_bits(m) >> 1));
    real half_m = R(0.5) * m;
    r = r * (R(1.5) - half_m * r * r);
    r = r * (R(1.5) - half_m * r * r);
    r = r * (R(1.5) - half_m * r * r);
    real s = m * r;
    s = s + real_remainder(m, s, s) * (R(0.5) * r);
    real root = real_from_bits(real_to_bits(s) + ((bits >> 24) << 23) - (63u << 23));
    root = x < REAL_SMALLEST ? (real)R(0.0) : root;
    root = x <= -REAL_SMALLEST ? (real)REAL_NAN : root;
    return x < REAL_INFINITY ? root : x;
}

#endif

/* ------------------------------------------------------------------------------------------------------------------ */
/* Polynomials: z is the square of the argument for sine and cosine                                                   */

#if PRECISION == 64

/* (sin r - r) / r^3 for |r| <= pi/4 */
SHARED_INLINE real real_sin_terms(real z)
{
    real w = z * z;
    return (R(-0.16666666666666646) + z * R(0.008333333333325046))
           + w
                 * ((R(-0.0001984126983156636) + z * R(2.755731422078294e-06))
                    + w * (R(-2.5050831729696808e-08) + z * R(1.5900657101510917e-10)));
}

/* (cos r - 1 + r^2 / 2) / r^4 for |r| <= pi/4 */
SHARED_INLINE real real_cos_terms(real z)
{
    real w = z * z;
    return (R(0.04166666666666666) - z * R(0.0013888888888883362))
           + w
                 * ((R(2.4801587294867247e-05) - z * R(2.7557315811960623e-07))
                    + w * (R(2.08759103766036e-09) - z * R(1.136882571354152e-11)));
}

/* (sin(pi/2 f) - pi/2 f) / f^3 for |f| <= 1/2 */
SHARED_INLINE real real_sin_quarter_terms(real z)
{
    real w = z * z;
    return (R(-0.6459640975062455) + z * R(0.07969262624609326))
           + w
                 * ((R(-0.004681754133122574) + z * R(0.00016044115637158792))
                    + w * (R(-3.5986623401214744e-06) + z * R(5.636361701298519e-08)));
}

/* (1 - cos(pi/2 f)) / f^2 for |f| <= 1/2 */
SHARED_INLINE real real_cos_quarter_terms(real z)
{
    real w = z * z;
    return (R(1.2337005501361697) - z * R(0.25366950790104714))
           + w
                 * ((R(0.020863480763320685) - z * R(0.0009192602742819444))
                    + w * ((R(2.5202037310803505e-05) - z * R(4.710624599128601e-07)) + w * R(6.3228818585098325e-09)));
}

/* (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2 */
SHARED_INLINE real real_exp_terms(real r)
{
    real w = r * r;
    real low =
        (R(0.5000000000000006) + r * R(0.16666666666666688)) + w * (R(0.0416666666665689) + r * R(0.00833333333331273));
    real high = (R(0.001388888893453637) + r * R(0.0001984126990712804))
                + w * (R(2.4801501666323593e-05) + r * R(2.755722433931242e-06))
                + w * w * (R(2.7627433095673357e-07) + r * R(2.5115588654647485e-08));
    return low + w * w * high;
}

/* ln(1 + f) for 1 + f in [sqrt(1/2), sqrt(2)]. With s = f / (2 + f) it is 2 s + 2/3 s^3 + 2/5 s^5 ..., computed as f -
 * s (f - R), where R is the terms after 2 s, divided by s; this keeps the first term exact. */
SHARED_INLINE real real_log_near_one(real f)
{
    real s = f / (R(2.0) + f);
    real z = s * s, w = z * z;
    real rest = z
                * ((R(0.6666666666666698) + z * R(0.3999999999961393))
                   + w
                         * ((R(0.28571428703294355) + z * R(0.22222202208534594))
                            + w * ((R(0.1818339009931234) + z * R(0.15318211869064796)) + w * R(0.1475672476847046))));
    real half_square = R(0.5) * f * f;
    return f - (half_square - s * (half_square + rest));
}

#define REAL_SINE_LIMIT  R(1125899906842624.0)    /* 2^50 */
#define REAL_QUARTER_LOW R(6.123233995736766e-17) /* the part of pi/2 that exceeds the 53 bits of a double */
#define REAL_LN2_HIGH    R(0.6931471805601177)    /* high 40 bits of ln 2: products with 13-bit integers are exact */
#define REAL_LN2_LOW     R(-1.7239444525614835e-13)

/* x - k pi/2. pi/2 is split into parts of 33, 33 and 53 bits, so products with k of up to 20 bits are exact. */
SHARED_INLINE real real_less_quarters(real x, real k)
{
    return ((x - k * R(1.5707963267341256)) - k * R(6.077100506303966e-11)) - k * R(2.0222662487959506e-21);
}

#else

SHARED_INLINE real real_sin_terms(real z)
{
    return R(-0.166666567) + z * (R(0.00833223201) - z * R(0.000195231099));
}

SHARED_INLINE real real_cos_terms(real z)
{
    return R(0.041666653) - z * (R(0.00138875924) - z * R(2.44609528e-05));
}

SHARED_INLINE real real_sin_quarter_terms(real z)
{
    return R(-0.645963669) + z * (R(0.079682216) - z * R(0.00460702041));
}

SHARED_INLINE real real_cos_quarter_terms(real z)
{
    return (R(1.23370051) - z * R(0.253669262)) + z * z * (R(0.0208603889) - z * R(0.000904216256));
}

SHARED_INLINE real real_exp_terms(real r)
{
    real w = r * r;
    return (R(0.5) + r * R(0.166665256)) + w * ((R(0.0416662358) + r * R(0.00836825464)) + w * R(0.00139490201));
}

SHARED_INLINE real real_log_near_one(real f)
{
    real w = f * f;
    real low = (R(0.333333164) - f * R(0.249999866)) + w * (R(0.20001848) - f * R(0.166690782));
    real high =
        (R(0.142251551) - f * R(0.123902112)) + w * (R(0.118352577) - f * R(0.117454462)) + w * w * R(0.0694259778);
    return f - (R(0.5) * w - f * w * (low + w * w * high));
}

#define REAL_SINE_LIMIT  R(2097152.0) /* 2^21 */
#define REAL_QUARTER_LOW R(-4.37113883e-08)
#define REAL_LN2_HIGH    R(0.693145751953125) /* high 15 bits of ln 2: products with 9-bit integers are exact */
#define REAL_LN2_LOW     R(1.42860677e-06)

/* x - k pi/2. pi/2 is split into four parts of 11 bits and one of 24, so products with k of up to 13 bits are exact. */
SHARED_INLINE real real_less_quarters(real x, real k)
{
    real r = (x - k * R(1.5703125)) - k * R(0.0004837512969970703);
    return ((r - k * R(7.549533620476723e-08)) - k * R(2.5632829192545614e-12)) - k * R(6.12323426e-17);
}

#endif

/* ------------------------------------------------------------------------------------------------------------------ */
/* Sine and cosine                                                                                                    */

/* Selects s, c, -s or -c, the sine in quarter 0 to 3 of a turn. The last two bits of `quarter` number the quarter. */
SHARED_INLINE real real_turn(real s, real c, real_bits quarter)
{
    real_bits sign = ((quarter >> 1) & 1u) << (PRECISION - 1);
    real value = (quarter & 1u) == 0u ? s : c;
    return real_from_bits(real_to_bits(value) ^ sign);
}

SHARED_INLINE real real_sin_from(real x, uint32_t quarter)
{
    x = real_absolute(x) < REAL_SINE_LIMIT ? x : x * R(0.0);
    real shifted = x * R(0.63661977236758134) + REAL_BIG;
    real r = real_less_quarters(x, shifted - REAL_BIG);
    real z = r * r;
    real s = r + r * z * real_sin_terms(z);
    real c = R(1.0) - z * (R(0.5) - z * real_cos_terms(z));
    return real_turn(s, c, real_to_bits(shifted) + quarter);
}

/* The sine of x radians: error 3 ulp for |x| <= 1e5 (single precision: 1e4). For larger x it is the sine of a number
 * within two ulp of x; for |x| >= 2^50 (2^21) the sine of 0. Within [-1, 1] for every finite x. */
SHARED_INLINE real real_sin(real x)
{
    return real_sin_from(x, 0);
}

/* The cosine of x radians, with the same errors as real_sin(). */
SHARED_INLINE real real_cos(real x)
{
    return real_sin_from(x, 1);
}

SHARED_INLINE real real_sin_turns_from(real x, uint32_t quarter)
{
    real quarters = R(4.0) * (x - real_nearest(x));
    real shifted = quarters + REAL_BIG;
    real f = quarters - (shifted - REAL_BIG);
    real z = f * f;
    real s = R(1.5707963267948966) * f + f * (REAL_QUARTER_LOW + z * real_sin_quarter_terms(z));
    real c = R(1.0) - z * real_cos_quarter_terms(z);
    return real_turn(s, c, real_to_bits(shifted) + quarter);
}

/* sin(2 pi x): error 2 ulp for every finite x, exact at multiples of 1/4. */
SHARED_INLINE real real_sin_turns(real x)
{
    return real_sin_turns_from(x, 0);
}

/* cos(2 pi x), with the same errors as real_sin_turns(). */
SHARED_INLINE real real_cos_turns(real x)
{
    return real_sin_turns_from(x, 1);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Exponential, logarithm, power                                                                                      */

/* e^x 2^n for a whole number n. |x| and |n| may not exceed the logarithm of the result by much, unless it overflows. */
SHARED_INLINE real real_exp_scaled(real x, real n)
{
    real total = x + n * REAL_LN2;
    real_int in_range = real_absolute(total) < (num)REAL_LARGEST_EXPONENT;
    real inside = in_range ? x : x * R(0.0);
    real k = (inside * R(1.4426950408889634) + REAL_BIG) - REAL_BIG;
    real r = (inside - k * REAL_LN2_HIGH) - k * REAL_LN2_LOW;
    real p = R(1.0) + (r + r * r * real_exp_terms(r));
    /* p is in [sqrt(1/2), sqrt(2)]; if p is below 1, the exponent of the result is one less */
    real exponent = k + n;
    real_bits shift = real_to_bits(exponent + REAL_BIG) << REAL_MANTISSA_BITS;
    real value = real_from_bits(real_to_bits(p) + shift);
    real top = p < R(1.0) ? exponent - R(1.0) : exponent;
    value = top < (num)(1 - REAL_LARGEST_EXPONENT) ? (real)R(0.0) : value;
    value = top > (num)REAL_LARGEST_EXPONENT ? (real)REAL_INFINITY : value;
    value = total > (num)REAL_LARGEST_EXPONENT ? (real)REAL_INFINITY : value;
    value = total < -(num)REAL_LARGEST_EXPONENT ? (real)R(0.0) : value;
    return total == total ? value : total;
}

/* e^x: error 2 ulp; infinity on overflow, 0 where the result would be subnormal. */
SHARED_INLINE real real_exp(real x)
{
    return real_exp_scaled(x, (real)R(0.0));
}

/* For a normal x = m 2^k > 0 with m in [sqrt(1/2), sqrt(2)]: sets *k and returns ln(m). */
SHARED_INLINE real real_log_split(real x, real *k)
{
    real_bits biased = real_to_bits(x) - REAL_ROOT_HALF + ((num_bits)REAL_LARGEST_EXPONENT << REAL_MANTISSA_BITS);
    real m = real_from_bits((biased & REAL_MANTISSA) + REAL_ROOT_HALF);
    real shifted = real_from_bits((biased >> REAL_MANTISSA_BITS) + num_to_bits(REAL_BIG));
    *k = shifted - (REAL_BIG + (num)REAL_LARGEST_EXPONENT);
    return real_log_near_one(m - R(1.0));
}

#if PRECISION == 64
/* Like real_log_split() for any x > 0; subnormal numbers are first multiplied by 2^54. */
SHARED_INLINE real real_log_parts(real x, real *k)
{
    real_int small = x < REAL_SMALLEST;
    real m = real_log_split(small ? x * R(18014398509481984.0) : x, k);
    *k = small ? *k - R(54.0) : *k;
    return m;
}

#define REAL_IS_ZERO(x) ((x) == R(0.0))
#else
#define real_log_parts  real_log_split
#define REAL_IS_ZERO(x) (real_absolute(x) < REAL_SMALLEST)
#endif

/* The natural logarithm: error 2 ulp; minus infinity at 0, NaN for x < 0. */
SHARED_INLINE real real_log(real x)
{
    real k;
    real m = real_log_parts(x, &k);
    real value = k * REAL_LN2_HIGH + (m + k * REAL_LN2_LOW);
    value = x < R(0.0) ? (real)REAL_NAN : value;
    value = REAL_IS_ZERO(x) ? (real)-REAL_INFINITY : value;
    return x < REAL_INFINITY ? value : x;
}

/* x^y for x >= 0 and finite y: error 3 + |y| ulp; 1 for y = 0, NaN for x < 0. */
SHARED_INLINE real real_power(real x, real y)
{
    /* 2^(k y) m^y, with k y in two exact parts, because rounding it causes most of the error of powers */
    real k;
    real m = real_log_parts(x, &k);
    real y_high = real_from_bits(real_to_bits(y) & REAL_HIGH_HALF), y_low = y - y_high;
    real exponent = k * y;
    real left = (k * y_high - exponent) + k * y_low;
    real whole = real_nearest(exponent);
    real value = real_exp_scaled(((exponent - whole) + left) * REAL_LN2 + y * m, whole);
    /* results for x = 0 and infinity */
    real side = REAL_IS_ZERO(x) ? -y : y;
    real edge = side > R(0.0) ? (real)REAL_INFINITY : (real)R(0.0);
    edge = y == R(0.0) ? (real)R(1.0) : edge;
    value = REAL_IS_ZERO(x) ? edge : value;
    value = x == REAL_INFINITY ? edge : value;
    value = REAL_IS_ZERO(x) ? value : (x < R(0.0) ? (real)REAL_NAN : value);
    return x == x ? (y == y ? value : y) : x;
}

#endif
