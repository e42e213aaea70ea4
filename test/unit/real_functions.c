/* The elementary functions of cl/shared/real_functions.h in the PRECISION of this build, compared with libm in long
 * double: errors in units in the last place, special values, and properties that the objectives need. */
#include <float.h>
#include <math.h>

#include "cl/shared/philox.h"
#include "cl/shared/real_functions.h"

#include "../test.h"

#if PRECISION == 64
#define DIGITS   DBL_MANT_DIG
#define SMALLEST DBL_MIN
#define LARGEST  DBL_MAX
#define EXP_LOW  -708.39
#define EXP_HIGH 709.78
#define FAR      1e5
#define DIVISION 0.5001 /* largest allowed error of a division in ulp: half, as rounding allows */
#define EVERY    DBL_MIN_EXP, DBL_MAX_EXP
#else
#define DIGITS   FLT_MANT_DIG
#define SMALLEST FLT_MIN
#define LARGEST  FLT_MAX
#define EXP_LOW  -87.33
#define EXP_HIGH 88.72
#define FAR      1e4
#define DIVISION 0.51
#define EVERY    FLT_MIN_EXP, FLT_MAX_EXP
#endif

#define COUNT test_paths(5000, 100000)

static const long double pi = 3.14159265358979323846264338327950288L;

/* Returns a number in [0, 1) made of 53 random bits. */
static double uniform(uint32_t index, uint32_t stream)
{
    const struct philox_block counter = {index, stream, 0, 0};
    const struct philox_block block = philox4x32(counter, 7, PRECISION);
    return (double)((((uint64_t)block.w0 << 32) | block.w1) >> 11) * 0x1p-53;
}

static num between(double low, double high, uint32_t index, uint32_t stream)
{
    return (num)(low + (high - low) * uniform(index, stream));
}

/* Returns a random positive number with an exponent from `low` to below `high`, at least SMALLEST. */
static num scattered(int low, int high, uint32_t index, uint32_t stream)
{
    const double mantissa = 0.5 + 0.5 * uniform(index, stream + 1);
    const double number = ldexp(mantissa, low + (int)((high - low) * uniform(index, stream)));
    const num rounded = (num)number;
    return rounded < SMALLEST ? SMALLEST : rounded;
}

/* Returns the error of `found` in units in the last place; 0 if both are NaN, 0.5 if `found` is `expected` rounded. */
static double error_of(num found, long double expected)
{
    int exponent;
    if (isnan(expected) || isnan(found)) {
        return isnan(expected) && isnan(found) ? 0 : HUGE_VAL;
    }
    if ((num)expected == found) {
        return 0.5; /* or less */
    }
    if (isinf(expected) || isinf(found)) {
        return HUGE_VAL;
    }
    frexpl(expected, &exponent);
    return (double)(fabsl((long double)found - expected) / ldexpl(1, exponent - DIGITS));
}

static void require_near(num found, long double expected, double bound, num x, num y)
{
    const double error = error_of(found, expected);
    if (!(error <= bound)) {
        fprintf(stderr, "%s: of %.17g, %.17g: %.17g, expected %.20Lg; %.3f ulp, allowed %.3f\n", test_name, (double)x,
                (double)y, (double)found, expected, error, bound);
        exit(1);
    }
}

/* Returns sin(2 pi (x + quarter / 4)), with the argument reduced exactly before libm is called. */
static long double turned(num x, int quarter)
{
    const long double quarters = 4 * ((long double)x - rintl((long double)x)), whole = rintl(quarters);
    const long double rest = (quarters - whole) * (pi / 2);
    const int which = ((int)whole + quarter + 8) % 4;
    const long double value = which % 2 == 0 ? sinl(rest) : cosl(rest);
    return which < 2 ? value : -value;
}

#define LIBM(function, x)  function##l((long double)(x))
#define REQUIRE_NAN(x)     REQUIRE(isnan(x))
#define REQUIRE_SAME(a, b) REQUIRE((a) == (b))

/* ------------------------------------------------------------------------------------------------------------------ */

TEST(sine_and_cosine_are_within_3_ulp)
{
    for (uint32_t k = 0; k < COUNT; ++k) {
        const num near = between(-10, 10, k, 1), far = between(-FAR, FAR, k, 2), tiny = scattered(-100, 1, k, 3);
        /* the number closest to a multiple of pi/2, where a function is 0 */
        const num zero = (num)(floor(uniform(k, 4) * FAR / 2) * (double)(pi / 2));
        require_near(real_sin(near), LIBM(sin, near), 3, near, 0);
        require_near(real_cos(near), LIBM(cos, near), 3, near, 0);
        require_near(real_sin(far), LIBM(sin, far), 3, far, 0);
        require_near(real_cos(far), LIBM(cos, far), 3, far, 0);
        require_near(real_sin(tiny), LIBM(sin, tiny), 3, tiny, 0);
        require_near(real_cos(tiny), LIBM(cos, tiny), 3, tiny, 0);
        require_near(real_sin(zero), LIBM(sin, zero), 3, zero, 0);
        require_near(real_cos(zero), LIBM(cos, zero), 3, zero, 0);
    }
}

TEST(sine_and_cosine_of_turns_are_within_2_ulp_and_quarters_exact)
{
    for (uint32_t k = 0; k < COUNT; ++k) {
        const num near = between(-2, 2, k, 1), far = between(-1e6, 1e6, k, 2), tiny = scattered(-100, -1, k, 3);
        require_near(real_sin_turns(near), turned(near, 0), 2, near, 0);
        require_near(real_cos_turns(near), turned(near, 1), 2, near, 0);
        require_near(real_sin_turns(far), turned(far, 0), 2, far, 0);
        require_near(real_cos_turns(far), turned(far, 1), 2, far, 0);
        require_near(real_sin_turns(tiny), turned(tiny, 0), 2, tiny, 0);
        require_near(real_cos_turns(tiny), turned(tiny, 1), 2, tiny, 0);
    }
    static const num sines[] = {0, 1, 0, -1};
    for (int k = -4000; k <= 4000; ++k) {
        const int at = ((k % 4) + 4) % 4;
        REQUIRE_SAME(real_sin_turns((num)0.25 * (num)k), sines[at]);
        REQUIRE_SAME(real_cos_turns((num)0.25 * (num)k), sines[(at + 1) % 4]);
    }
    REQUIRE_SAME(real_cos(0), 1);
    REQUIRE_SAME(real_sin(0), 0);
}

/* Tests the range of sines and cosines: a value beyond 1 could give an objective a value below its minimum. */
TEST(no_sine_and_no_cosine_is_above_1_and_angles_without_meaning_give_numbers)
{
    for (uint32_t k = 0; k < COUNT; ++k) {
        const num small = between(-1e-3, 1e-3, k, 1), far = between(-1e17, 1e17, k, 2);
        const num peak = (num)(pi / 2 + 1e-4L * (long double)uniform(k, 3));
        REQUIRE(real_cos(small) <= 1 && real_cos_turns(small) <= 1 && real_sin(peak) <= 1);
        REQUIRE(real_absolute(real_sin(far)) <= 1 && real_absolute(real_cos(far)) <= 1);
    }
    REQUIRE_SAME(real_sin((num)1e30), 0);
    REQUIRE_SAME(real_cos((num)-1e30), 1);
    REQUIRE_SAME(real_sin_turns((num)1e30), 0);
    REQUIRE_SAME(real_cos_turns(LARGEST), 1);
    REQUIRE_NAN(real_sin((num)INFINITY));
    REQUIRE_NAN(real_cos(-(num)INFINITY));
    REQUIRE_NAN(real_sin((num)NAN));
    REQUIRE_NAN(real_cos((num)NAN));
    REQUIRE_NAN(real_sin_turns((num)INFINITY));
    REQUIRE_NAN(real_cos_turns((num)NAN));
}

TEST(exponentials_are_within_2_ulp_and_infinite_or_0_out_of_range)
{
    for (uint32_t k = 0; k < COUNT; ++k) {
        const num any = between(EXP_LOW, EXP_HIGH, k, 1), near = between(-1, 1, k, 2), tiny = scattered(-100, 0, k, 3);
        require_near(real_exp(any), LIBM(exp, any), 2, any, 0);
        require_near(real_exp(near), LIBM(exp, near), 2, near, 0);
        require_near(real_exp(tiny), LIBM(exp, tiny), 2, tiny, 0);
        require_near(real_exp(-tiny), LIBM(exp, -tiny), 2, -tiny, 0);
    }
    REQUIRE_SAME(real_exp(0), 1);
    static const double steps[] = {1e-3, 0.1, 1, 100, 1e6, 1e30};
    REQUIRE(isfinite(real_exp((num)EXP_HIGH)));
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; ++k) {
        REQUIRE_SAME(real_exp((num)(EXP_HIGH + 0.01 + steps[k])), (num)INFINITY);
        REQUIRE_SAME(real_exp((num)(EXP_LOW - 0.01 - steps[k])), 0);
    }
    for (uint32_t k = 0; k < COUNT; ++k) { /* around both ends of the range */
        const num high = between(EXP_HIGH - 1, EXP_HIGH + 1, k, 1), low = between(EXP_LOW - 1, EXP_LOW + 1, k, 2);
        const long double above = LIBM(exp, high), below = LIBM(exp, low);
        require_near(real_exp(high), above > (long double)LARGEST ? (long double)INFINITY : above, 2, high, 0);
        const num found = real_exp(low);
        REQUIRE(found == 0 || found >= SMALLEST);
        if (below >= (long double)SMALLEST * (1 + 1e-5L)) {
            require_near(found, below, 2, low, 0);
        } else if (below < (long double)SMALLEST * (1 - 1e-5L)) {
            REQUIRE_SAME(found, 0);
        }
    }
    REQUIRE_SAME(real_exp((num)INFINITY), (num)INFINITY);
    REQUIRE_SAME(real_exp(-(num)INFINITY), 0);
    REQUIRE_NAN(real_exp((num)NAN));
}

TEST(logarithms_are_within_2_ulp)
{
    for (uint32_t k = 0; k < COUNT; ++k) {
        const num any = scattered(EVERY, k, 1), near = between(0.25, 4, k, 3), one = between(0.999, 1.001, k, 4);
        require_near(real_log(any), LIBM(log, any), 2, any, 0);
        require_near(real_log(near), LIBM(log, near), 2, near, 0);
        require_near(real_log(one), LIBM(log, one), 2, one, 0);
    }
    REQUIRE_SAME(real_log(1), 0);
    REQUIRE_SAME(real_log(0), -(num)INFINITY);
    REQUIRE_SAME(real_log((num)-0.0), -(num)INFINITY);
    REQUIRE_SAME(real_log((num)INFINITY), (num)INFINITY);
    REQUIRE_NAN(real_log(-1));
    REQUIRE_NAN(real_log(-(num)INFINITY));
    REQUIRE_NAN(real_log((num)NAN));
#if PRECISION == 64
    require_near(real_log(5e-324), logl(0x1p-1074L), 2, (num)5e-324, 0);
#else
    REQUIRE_SAME(real_log(1e-40f), -INFINITY); /* subnormal arguments count as 0 */
#endif
}

TEST(square_roots_are_within_their_bound)
{
    for (uint32_t k = 0; k < COUNT; ++k) {
        const num any = scattered(EVERY, k, 1), near = between(0.25, 4, k, 3);
        require_near(real_sqrt(any), LIBM(sqrt, any), DIVISION, any, 0);
        require_near(real_sqrt(near), LIBM(sqrt, near), DIVISION, near, 0);
    }
    for (int k = 0; k <= 4096; ++k) {
        REQUIRE_SAME(real_sqrt((num)k * (num)k), (num)k);
    }
    REQUIRE_SAME(real_sqrt((num)-0.0), 0);
    REQUIRE_SAME(real_sqrt((num)INFINITY), (num)INFINITY);
    REQUIRE_NAN(real_sqrt(-1));
    REQUIRE_NAN(real_sqrt(-(num)INFINITY));
    REQUIRE_NAN(real_sqrt((num)NAN));
    require_near(real_sqrt(LARGEST), LIBM(sqrt, LARGEST), DIVISION, LARGEST, 0);
    require_near(real_sqrt(SMALLEST), LIBM(sqrt, SMALLEST), DIVISION, SMALLEST, 0);
}

TEST(quotients_are_within_their_bound)
{
    for (uint32_t k = 0; k < COUNT; ++k) {
        const num a = scattered(-60, 60, k, 1), b = scattered(-60, 60, k, 3), sign = k % 2 ? -1 : 1;
        const num c = between(-100, 100, k, 5), any = scattered(EVERY, k, 6), other = scattered(EVERY, k, 8);
        const long double wide = (long double)any / (long double)other;
        require_near(real_divide(a, sign * b), (long double)a / (long double)(sign * b), DIVISION, a, sign * b);
        require_near(real_divide(c, b), (long double)c / (long double)b, DIVISION, c, b);
        if (wide > (long double)LARGEST) {
            REQUIRE_SAME(real_divide(any, other), (num)INFINITY);
        } else if (wide >= (long double)SMALLEST) {
            require_near(real_divide(any, other), wide, DIVISION, any, other);
        }
    }
    for (int a = -100; a <= 100; ++a) { /* exactly representable quotients */
        for (int b = 1; b <= 100; ++b) {
            REQUIRE_SAME(real_divide((num)(a * b), (num)b), (num)a);
        }
    }
}

TEST(quotients_of_zeros_and_infinities_whole_numbers_and_maxima)
{
    const num values[] = {0, (num)-0.0, 1, (num)-1.5, (num)INFINITY, -(num)INFINITY, (num)NAN, (num)3e30};
    for (size_t a = 0; a < sizeof values / sizeof values[0]; ++a) {
        for (size_t b = 0; b < sizeof values / sizeof values[0]; ++b) {
            const num found = real_divide(values[a], values[b]), expected = values[a] / values[b];
            REQUIRE(isnan(expected) ? isnan(found) : num_to_bits(found) == num_to_bits(expected));
        }
    }
    REQUIRE_SAME(real_nearest((num)2.5), 2);
    REQUIRE_SAME(real_nearest((num)-3.5), -4);
    REQUIRE_SAME(real_floor((num)-0.5), -1);
    REQUIRE_SAME(real_floor((num)7.75), 7);
    REQUIRE_SAME(real_maximum(1, 2), 2);
    REQUIRE_SAME(real_maximum(2, 1), 2);
    REQUIRE_SAME(real_absolute((num)-0.1), (num)0.1);
    REQUIRE_NAN(real_maximum((num)NAN, 1));
}

TEST(powers_are_within_3_plus_y_ulp)
{
    for (uint32_t k = 0; k < COUNT; ++k) {
        const num x = scattered(-30, 30, k, 1), y = between(-1, 1, k, 3);
        const num z = between(-8, 8, k, 4), near = between(0.5, 2, k, 5), large = between(-100, 100, k, 6);
        const num a = scattered(-12, 12, k, 7);
        require_near(real_power(x, y), powl((long double)x, (long double)y), 3 + fabs((double)y), x, y);
        require_near(real_power(a, z), powl((long double)a, (long double)z), 3 + fabs((double)z), a, z);
        require_near(real_power(near, large), powl((long double)near, (long double)large), 3 + fabs((double)large),
                     near, large);
    }
    for (int k = -20; k <= 20; ++k) {
        REQUIRE_SAME(real_power(2, (num)k), (num)ldexp(1, k));
        REQUIRE_SAME(real_power((num)k * (num)k, 0), 1);
    }
}

TEST(powers_of_0_and_infinity_are_limits)
{
    const num inf = (num)INFINITY;
    REQUIRE_SAME(real_power(0, (num)0.2), 0);
    REQUIRE_SAME(real_power(0, -1), inf);
    REQUIRE_SAME(real_power(inf, (num)0.2), inf);
    REQUIRE_SAME(real_power(inf, -1), 0);
    REQUIRE_SAME(real_power(inf, 0), 1);
    REQUIRE_SAME(real_power(2, (num)2000), inf);
    REQUIRE_SAME(real_power(2, (num)-2000), 0);
    REQUIRE_SAME(real_power((num)0.75, (num)1e20), 0);
    REQUIRE_SAME(real_power((num)1.5, (num)1e20), inf);
    REQUIRE_SAME(real_power(1, (num)1e20), 1);
    REQUIRE_NAN(real_power(-1, 2));
    REQUIRE_NAN(real_power((num)NAN, 2));
    REQUIRE_NAN(real_power(2, (num)NAN));
}

TEST_MAIN()
