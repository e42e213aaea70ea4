/* objectives.h - the built-in objectives, for host and device; their rows are in src/pso/objective_rows.h.
 *
 * Each returns the value at x[0] .. x[n - 1]. Indices in formulas start at 1. Sums run over the coordinates in order,
 * so that all devices give the same bits (real.h). Terms that cancel at the minimiser do so exactly, and no value near
 * it is below the minimum. */
#ifndef SWARMCL_OBJECTIVES_H
#define SWARMCL_OBJECTIVES_H

#include "cl/shared/real_functions.h"

#define OBJECTIVE_PI R(3.1415926535897932)
#define OBJECTIVE_E  R(2.7182818284590452)

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions with one minimum                                                                                         */

/* sum x_i^2 */
SHARED_INLINE real objective_sphere(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        sum += x[i] * x[i];
    }
    return sum;
}

/* sum i x_i^2 */
SHARED_INLINE real objective_sum_squares(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        sum += (num)(i + 1) * (x[i] * x[i]);
    }
    return sum;
}

/* sum 10^(6 (i-1)/(n-1)) x_i^2 */
SHARED_INLINE real objective_elliptic(const real *x, int n)
{
    const real steps = (real)(num)(n > 1 ? n - 1 : 1);
    const real factor = real_power((real)R(10.0), real_divide((real)R(6.0), steps));
    real sum = R(0.0), weight = R(1.0);
    for (int i = 0; i < n; ++i) {
        sum += weight * (x[i] * x[i]);
        weight *= factor;
    }
    return sum;
}

/* x_1^2 + 10^6 sum_{i>1} x_i^2 */
SHARED_INLINE real objective_bent_cigar(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 1; i < n; ++i) {
        sum += x[i] * x[i];
    }
    return x[0] * x[0] + R(1000000.0) * sum;
}

/* sum_i (sum_{j<=i} x_j)^2 */
SHARED_INLINE real objective_schwefel_1_2(const real *x, int n)
{
    real sum = R(0.0), partial = R(0.0);
    for (int i = 0; i < n; ++i) {
        partial += x[i];
        sum += partial * partial;
    }
    return sum;
}

/* max |x_i| */
SHARED_INLINE real objective_schwefel_2_21(const real *x, int n)
{
    real largest = R(0.0);
    for (int i = 0; i < n; ++i) {
        largest = real_maximum(largest, real_absolute(x[i]));
    }
    return largest;
}

/* sum |x_i| + prod |x_i| */
SHARED_INLINE real objective_schwefel_2_22(const real *x, int n)
{
    real sum = R(0.0), product = R(1.0);
    for (int i = 0; i < n; ++i) {
        const real a = real_absolute(x[i]);
        sum += a;
        product *= a;
    }
    return sum + product;
}

/* sum floor(x_i + 0.5)^2 */
SHARED_INLINE real objective_step(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        sum += real_square(real_floor(x[i] + R(0.5)));
    }
    return sum;
}

/* sum_{i<n} 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2 */
SHARED_INLINE real objective_rosenbrock(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i + 1 < n; ++i) {
        sum += R(100.0) * real_square(x[i + 1] - x[i] * x[i]) + real_square(R(1.0) - x[i]);
    }
    return sum;
}

/* sum x_i^2 + s^2 + s^4, s = sum 0.5 i x_i */
SHARED_INLINE real objective_zakharov(const real *x, int n)
{
    real sum = R(0.0), s = R(0.0);
    for (int i = 0; i < n; ++i) {
        sum += x[i] * x[i];
        s += (R(0.5) * (num)(i + 1)) * x[i];
    }
    s = s * s;
    return sum + (s + s * s);
}

/* (x_1 - 1)^2 + sum_{i>1} i (2 x_i^2 - x_{i-1})^2 */
SHARED_INLINE real objective_dixon_price(const real *x, int n)
{
    real sum = real_square(x[0] - R(1.0));
    for (int i = 1; i < n; ++i) {
        sum += (num)(i + 1) * real_square(R(2.0) * (x[i] * x[i]) - x[i - 1]);
    }
    return sum;
}

/* sum (x_i - 1)^2 - sum_{i>1} x_i x_{i-1} */
SHARED_INLINE real objective_trid(const real *x, int n)
{
    real sum = real_square(x[0] - R(1.0));
    for (int i = 1; i < n; ++i) {
        sum += real_square(x[i] - R(1.0)) - x[i] * x[i - 1];
    }
    return sum;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions with many minima                                                                                         */

/* 1 + sum x_i^2 / 4000 - prod cos(x_i / sqrt(i)) */
SHARED_INLINE real objective_griewank(const real *x, int n)
{
    real sum = R(0.0), product = R(1.0);
    for (int i = 0; i < n; ++i) {
        sum += x[i] * x[i];
        product *= real_cos(real_divide(x[i], real_sqrt((real)(num)(i + 1))));
    }
    return sum * R(0.00025) + (R(1.0) - product);
}

/* 10 n + sum (x_i^2 - 10 cos(2 pi x_i)) */
SHARED_INLINE real objective_rastrigin(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        sum += x[i] * x[i] + (R(10.0) - R(10.0) * real_cos_turns(x[i]));
    }
    return sum;
}

/* -20 exp(-0.2 sqrt(sum x_i^2 / n)) - exp(sum cos(2 pi x_i) / n) + 20 + e */
SHARED_INLINE real objective_ackley(const real *x, int n)
{
    const real count = (real)(num)n;
    real squares = R(0.0), waves = R(0.0);
    for (int i = 0; i < n; ++i) {
        squares += x[i] * x[i];
        waves += real_cos_turns(x[i]);
    }
    const real root = real_sqrt(real_divide(squares, count));
    /* e - exp(m) as e (1 - exp(m - 1)) */
    const real rest = R(1.0) - real_exp(real_divide(waves, count) - R(1.0));
    return (R(20.0) - R(20.0) * real_exp(R(-0.2) * root)) + OBJECTIVE_E * rest;
}

/* 418.9828872724338 n - sum x_i sin(sqrt(|x_i|)) */
SHARED_INLINE real objective_schwefel_2_26(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        sum += R(418.9828872724338) - x[i] * real_sin(real_sqrt(real_absolute(x[i])));
    }
    return sum;
}

/* sin^2(pi w_1) + sum_{i<n} (w_i - 1)^2 (1 + 10 sin^2(pi w_i + 1)) + (w_n - 1)^2 (1 + sin^2(2 pi w_n)),
 * w_i = 1 + (x_i - 1) / 4 */
SHARED_INLINE real objective_levy(const real *x, int n)
{
    /* v = w - 1; sin(pi w) = -sin(pi v) */
    real v = R(0.25) * (x[0] - R(1.0));
    real sum = real_square(real_sin_turns(R(0.5) * v));
    for (int i = 0; i + 1 < n; ++i) {
        v = R(0.25) * (x[i] - R(1.0));
        sum += v * v * (R(1.0) + R(10.0) * real_square(real_sin(OBJECTIVE_PI * v + R(1.0))));
    }
    v = R(0.25) * (x[n - 1] - R(1.0));
    return sum + v * v * (R(1.0) + real_square(real_sin_turns(v)));
}

/* 0.5 sum (x_i^4 - 16 x_i^2 + 5 x_i) */
SHARED_INLINE real objective_styblinski_tang(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        const real square = x[i] * x[i];
        sum += square * (square - R(16.0)) + R(5.0) * x[i];
    }
    return R(0.5) * sum;
}

/* sum |x_i sin(x_i) + 0.1 x_i| */
SHARED_INLINE real objective_alpine_1(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        sum += real_absolute(x[i] * real_sin(x[i]) + R(0.1) * x[i]);
    }
    return sum;
}

/* 1 - cos(2 pi r) + 0.1 r, r = sqrt(sum x_i^2) */
SHARED_INLINE real objective_salomon(const real *x, int n)
{
    const real r = real_sqrt(objective_sphere(x, n));
    return (R(1.0) - real_cos_turns(r)) + R(0.1) * r;
}

/* sum_{i<n} 0.5 + (sin^2(sqrt(s)) - 0.5) / (1 + 0.001 s)^2, s = x_i^2 + x_{i+1}^2 */
SHARED_INLINE real objective_schaffer_f6(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i + 1 < n; ++i) {
        const real s = x[i] * x[i] + x[i + 1] * x[i + 1];
        const real wave = real_square(real_sin(real_sqrt(s))) - R(0.5);
        sum += R(0.5) + real_divide(wave, real_square(R(1.0) + R(0.001) * s));
    }
    return sum;
}

/* (sum_{i<n} sqrt(s) (1 + sin^2(50 s^0.2)) / (n-1))^2, s = sqrt(x_i^2 + x_{i+1}^2) */
SHARED_INLINE real objective_schaffer_f7(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i + 1 < n; ++i) {
        const real s = real_sqrt(x[i] * x[i] + x[i + 1] * x[i + 1]);
        const real wave = real_square(real_sin(R(50.0) * real_power(s, (real)R(0.2))));
        sum += real_sqrt(s) * (R(1.0) + wave);
    }
    return real_square(real_divide(sum, (real)(num)(n - 1)));
}

/* -sum sin(x_i) sin^20(i x_i^2 / pi) */
SHARED_INLINE real objective_michalewicz(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        /* angle in turns; the factor is 1 / (2 pi^2) */
        const real wave = real_square(real_sin_turns((num)(i + 1) * (x[i] * x[i]) * R(0.050660591821168886)));
        const real eighth = real_square(real_square(wave));
        sum -= real_sin(x[i]) * (real_square(eighth) * real_square(wave));
    }
    return sum;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions of two coordinates; n is 2                                                                               */

/* (x + 2y - 7)^2 + (2x + y - 5)^2 */
SHARED_INLINE real objective_booth(const real *x, int n)
{
    (void)n;
    return real_square(x[0] + R(2.0) * x[1] - R(7.0)) + real_square(R(2.0) * x[0] + x[1] - R(5.0));
}

/* (1.5 - x + xy)^2 + (2.25 - x + xy^2)^2 + (2.625 - x + xy^3)^2 */
SHARED_INLINE real objective_beale(const real *x, int n)
{
    (void)n;
    const real a = R(1.5) - x[0] + x[0] * x[1];
    const real b = R(2.25) - x[0] + x[0] * (x[1] * x[1]);
    const real c = R(2.625) - x[0] + x[0] * (x[1] * x[1] * x[1]);
    return a * a + b * b + c * c;
}

/* (y - 5.1 x^2 / (4 pi^2) + 5x / pi - 6)^2 + 10 (1 - 1/(8 pi)) cos(x) + 10 */
SHARED_INLINE real objective_branin(const real *x, int n)
{
    (void)n;
    const real a = x[1] - R(0.12918450914398066) * (x[0] * x[0]) + R(1.5915494309189535) * x[0] - R(6.0);
    return a * a + R(9.6021126422702616) * real_cos(x[0]) + R(10.0);
}

/* (4 - 2.1 x^2 + x^4 / 3) x^2 + xy + (4 y^2 - 4) y^2 */
SHARED_INLINE real objective_six_hump_camel(const real *x, int n)
{
    (void)n;
    const real p = x[0] * x[0], q = x[1] * x[1];
    return (R(4.0) - R(2.1) * p + p * p * R(0.33333333333333333)) * p + x[0] * x[1] + (R(4.0) * q - R(4.0)) * q;
}

/* (1 + (x+y+1)^2 (19 - 14x + 3x^2 - 14y + 6xy + 3y^2)) (30 + (2x-3y)^2 (18 - 32x + 12x^2 + 48y - 36xy + 27y^2)), by
 * s = x + y and d = 2x - 3y */
SHARED_INLINE real objective_goldstein_price(const real *x, int n)
{
    (void)n;
    const real s = x[0] + x[1], d = R(2.0) * x[0] - R(3.0) * x[1];
    const real a = R(1.0) + real_square(s + R(1.0)) * (R(19.0) + s * (R(3.0) * s - R(14.0)));
    const real b = R(30.0) + d * d * (R(18.0) + d * (R(3.0) * d - R(16.0)));
    return a * b;
}

/* -cos(x) cos(y) exp(-(x - pi)^2 - (y - pi)^2) */
SHARED_INLINE real objective_easom(const real *x, int n)
{
    (void)n;
    const real square = real_square(x[0] - OBJECTIVE_PI) + real_square(x[1] - OBJECTIVE_PI);
    return -(real_cos(x[0]) * real_cos(x[1]) * real_exp(-square));
}

/* -(y + 47) sin(sqrt(|x/2 + y + 47|)) - x sin(sqrt(|x - y - 47|)) */
SHARED_INLINE real objective_eggholder(const real *x, int n)
{
    (void)n;
    const real lifted = x[1] + R(47.0);
    return -(lifted * real_sin(real_sqrt(real_absolute(R(0.5) * x[0] + lifted))))
           - x[0] * real_sin(real_sqrt(real_absolute(x[0] - lifted)));
}

/* x^2 + 2 y^2 - 0.3 cos(3 pi x) - 0.4 cos(4 pi y) + 0.7 */
SHARED_INLINE real objective_b2(const real *x, int n)
{
    (void)n;
    const real waves =
        R(0.3) * (R(1.0) - real_cos_turns(R(1.5) * x[0])) + R(0.4) * (R(1.0) - real_cos_turns(R(2.0) * x[1]));
    return x[0] * x[0] + R(2.0) * (x[1] * x[1]) + waves;
}

/* (x - y)^2 + (x + y - 10)^2 / 9 */
SHARED_INLINE real objective_martin_gaddy(const real *x, int n)
{
    (void)n;
    return real_square(x[0] - x[1]) + real_square((x[0] + x[1] - R(10.0)) * R(0.33333333333333333));
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions of a few coordinates, defined by tables                                                                  */

SHARED_CONSTANT num hartmann_heights[4] = {R(1.0), R(1.2), R(3.0), R(3.2)};
SHARED_CONSTANT num hartmann_3_widths[4][3] = {
    {R(3.0), R(10.0), R(30.0)}, {R(0.1), R(10.0), R(35.0)}, {R(3.0), R(10.0), R(30.0)}, {R(0.1), R(10.0), R(35.0)}};
SHARED_CONSTANT num hartmann_3_places[4][3] = {{R(0.3689), R(0.1170), R(0.2673)},
                                               {R(0.4699), R(0.4387), R(0.7470)},
                                               {R(0.1091), R(0.8732), R(0.5547)},
                                               {R(0.0381), R(0.5743), R(0.8828)}};
SHARED_CONSTANT num hartmann_6_widths[4][6] = {{R(10.0), R(3.0), R(17.0), R(3.5), R(1.7), R(8.0)},
                                               {R(0.05), R(10.0), R(17.0), R(0.1), R(8.0), R(14.0)},
                                               {R(3.0), R(3.5), R(1.7), R(10.0), R(17.0), R(8.0)},
                                               {R(17.0), R(8.0), R(0.05), R(10.0), R(0.1), R(14.0)}};
SHARED_CONSTANT num hartmann_6_places[4][6] = {{R(0.1312), R(0.1696), R(0.5569), R(0.0124), R(0.8283), R(0.5886)},
                                               {R(0.2329), R(0.4135), R(0.8307), R(0.3736), R(0.1004), R(0.9991)},
                                               {R(0.2348), R(0.1451), R(0.3522), R(0.2883), R(0.3047), R(0.6650)},
                                               {R(0.4047), R(0.8828), R(0.8732), R(0.5743), R(0.1091), R(0.0381)}};
SHARED_CONSTANT num shekel_places[10][4] = {{R(4.0), R(4.0), R(4.0), R(4.0)}, {R(1.0), R(1.0), R(1.0), R(1.0)},
                                            {R(8.0), R(8.0), R(8.0), R(8.0)}, {R(6.0), R(6.0), R(6.0), R(6.0)},
                                            {R(3.0), R(7.0), R(3.0), R(7.0)}, {R(2.0), R(9.0), R(2.0), R(9.0)},
                                            {R(5.0), R(5.0), R(3.0), R(3.0)}, {R(8.0), R(1.0), R(8.0), R(1.0)},
                                            {R(6.0), R(2.0), R(6.0), R(2.0)}, {R(7.0), R(3.6), R(7.0), R(3.6)}};
SHARED_CONSTANT num shekel_widths[10] = {R(0.1), R(0.2), R(0.2), R(0.4), R(0.4),
                                         R(0.6), R(0.3), R(0.7), R(0.5), R(0.5)};

/* -sum_{k<=4} c_k exp(-sum a_kj (x_j - p_kj)^2) */
#define OBJECTIVE_HARTMANN(name)                                                      \
    SHARED_INLINE real objective_##name(const real *x, int n)                         \
    {                                                                                 \
        real value = R(0.0);                                                          \
        for (int k = 0; k < 4; ++k) {                                                 \
            real sum = R(0.0);                                                        \
            for (int j = 0; j < n; ++j) {                                             \
                sum += name##_widths[k][j] * real_square(x[j] - name##_places[k][j]); \
            }                                                                         \
            value -= hartmann_heights[k] * real_exp(-sum);                            \
        }                                                                             \
        return value;                                                                 \
    }
OBJECTIVE_HARTMANN(hartmann_3)
OBJECTIVE_HARTMANN(hartmann_6)

/* -sum_{k<=m} 1 / (c_k + sum (x_j - a_kj)^2) */
SHARED_INLINE real objective_shekel(const real *x, int n, int m)
{
    real value = R(0.0);
    for (int k = 0; k < m; ++k) {
        real sum = shekel_widths[k];
        for (int j = 0; j < n; ++j) {
            sum += real_square(x[j] - shekel_places[k][j]);
        }
        value -= real_divide((real)R(1.0), sum);
    }
    return value;
}

SHARED_INLINE real objective_shekel_5(const real *x, int n)
{
    return objective_shekel(x, n, 5);
}

SHARED_INLINE real objective_shekel_7(const real *x, int n)
{
    return objective_shekel(x, n, 7);
}

SHARED_INLINE real objective_shekel_10(const real *x, int n)
{
    return objective_shekel(x, n, 10);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions that cuPSO maximises                                                                                     */

/* sum x_i^3 - 0.8 x_i^2 - 1000 x_i + 8000: the paper of cuPSO */
SHARED_INLINE real objective_cubic(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        sum += R(8000.0) + x[i] * (R(-1000.0) + x[i] * (R(-0.8) + x[i]));
    }
    return sum;
}

/* sum |x_i^3 - 0.8 x_i^2 - 10000 x_i + 8000|: the code of cuPSO */
SHARED_INLINE real objective_cupso_cubic(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        sum += real_absolute(R(8000.0) + x[i] * (R(-10000.0) + x[i] * (R(-0.8) + x[i])));
    }
    return sum;
}

#endif
