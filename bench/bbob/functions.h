/* functions.h - the 24 noiseless functions of BBOB (Hansen, Finck, Ros and Auger 2009), for host and device.
 *
 * The host includes this text; on a device it is part of an objective, which objective.c writes. Only double precision
 * is possible, because targets are 1e-8 above values of up to 1000. Where report and COCO differ, the functions follow
 * COCO. Sums run over the coordinates in order, and elementary functions are those of real_functions.h, so host and
 * devices find the same bits.
 *
 * `data` holds the numbers of an instance (instance.c), by the places below for n coordinates. Notation of comments:
 * d = x - x_opt, e_i = i / (n - 1), L(a) = diag(a^(e_i / 2)), R and Q the two rotations of the instance. */
#ifndef BBOB_FUNCTIONS_H
#define BBOB_FUNCTIONS_H

#ifndef ON_DEVICE
#define PRECISION 64
#include "cl/shared/real_functions.h"
#define BBOB_DATA  const double *
#define BBOB_ORDER const unsigned char *
#define BBOB_MOST  40 /* maximum number of coordinates */
#else
#define BBOB_DATA  __global const num *
#define BBOB_ORDER __global const num * /* whole numbers */
#endif

enum {
    BBOB_PEAK_NUMBERS = 3, /* of each peak, before its places: height, least scale, ratio of scales */
    BBOB_F_OPT = 0,
    BBOB_FACTOR = 1, /* f8, f9, f19: max(1, sqrt(n) / 8); f16: the sum at 0; f24: mu_1 */
    BBOB_WEIGHT = 2, /* f24: the weight of the second sum */
    BBOB_X_OPT = 3   /* [n], then the scales [n], the first matrix [n][n], the second matrix or the peaks */
};
#define BBOB_SCALE(n)  (BBOB_X_OPT + (n))
#define BBOB_FIRST(n)  (BBOB_X_OPT + 2 * (n))
#define BBOB_SECOND(n) (BBOB_X_OPT + 2 * (n) + (n) * (n))

/* ------------------------------------------------------------------------------------------------------------------ */
/* Transformations                                                                                                    */

/* e_i */
SHARED_INLINE real bbob_share(int i, int n)
{
    return (num)i / (num)(n - 1);
}

/* T: oscillates around the identity; 0 at 0 */
SHARED_INLINE real bbob_oscillate(real x)
{
    const real l = 10.0 * real_log(real_absolute(x));
    const real a = x > 0.0 ? 1.0 : 0.55, b = x > 0.0 ? 0.79 : 0.31;
    const real y = real_exp(0.1 * (l + 0.49 * (real_sin(a * l) + real_sin(b * l))));
    return x > 0.0 ? y : x < 0.0 ? -y : 0.0;
}

/* Coordinate i of A_beta: x^(1 + beta e_i sqrt(x)) for x > 0 */
SHARED_INLINE real bbob_stretch(real x, real beta, int i, int n)
{
    return x > 0.0 ? real_power(x, 1.0 + beta * bbob_share(i, n) * real_sqrt(x)) : x;
}

/* The nearest whole number, ties to the greater one. */
SHARED_INLINE real bbob_round(real x)
{
    return real_floor(x + 0.5);
}

/* The squared distance of x to the box [-limit, limit]^n */
SHARED_INLINE real bbob_outside(const real *x, real limit, int n)
{
    real sum = 0.0;
    for (int i = 0; i < n; ++i) {
        const real excess = real_absolute(x[i]) - limit;
        sum += excess > 0.0 ? excess * excess : 0.0;
    }
    return sum;
}

SHARED_INLINE void bbob_shift(BBOB_DATA data, const real *x, real *shifted, int n)
{
    for (int i = 0; i < n; ++i) {
        shifted[i] = x[i] - data[BBOB_X_OPT + i];
    }
}

SHARED_INLINE void bbob_multiply(BBOB_DATA matrix, const real *x, real *product, int n)
{
    for (int i = 0; i < n; ++i) {
        real sum = 0.0;
        for (int j = 0; j < n; ++j) {
            sum += matrix[i * n + j] * x[j];
        }
        product[i] = sum;
    }
}

/* first matrix times d */
SHARED_INLINE void bbob_turn(BBOB_DATA data, const real *x, real *turned, int n)
{
    real shifted[BBOB_MOST];
    bbob_shift(data, x, shifted, n);
    bbob_multiply(data + BBOB_FIRST(n), shifted, turned, n);
}

/* Rastrigin's sum: 10 (n - sum cos 2 pi z_i) + sum z_i^2 */
SHARED_INLINE real bbob_waves(const real *z, int n)
{
    real sum = 0.0;
    for (int i = 0; i < n; ++i) {
        sum += 10.0 - 10.0 * real_cos_turns(z[i]) + z[i] * z[i];
    }
    return sum;
}

/* weights[0] z_0^2 + weights[1] sum_{i>0} z_i^2 */
SHARED_INLINE real bbob_two_weights(const real *z, real first, real rest, int n)
{
    real sum = 0.0;
    for (int i = 0; i < n; ++i) {
        sum += (i == 0 ? first : rest) * z[i] * z[i];
    }
    return sum;
}

/* Term i of Rosenbrock's function */
SHARED_INLINE real bbob_valley(const real *z, int i)
{
    const real p = z[i] * z[i] - z[i + 1], q = z[i] - 1.0;
    return 100.0 * p * p + q * q;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Separable functions                                                                                                */

/* sphere */
SHARED_INLINE real bbob_1(BBOB_DATA data, const real *x, int n)
{
    real d[BBOB_MOST];
    bbob_shift(data, x, d, n);
    return bbob_two_weights(d, 1.0, 1.0, n);
}

/* ellipsoid: sum 10^(6 e_i) T(z_i)^2 */
SHARED_INLINE real bbob_ellipsoid(BBOB_DATA data, const real *z, int n)
{
    real sum = 0.0;
    for (int i = 0; i < n; ++i) {
        const real t = bbob_oscillate(z[i]);
        sum += data[BBOB_SCALE(n) + i] * t * t;
    }
    return sum;
}

/* z = d */
SHARED_INLINE real bbob_2(BBOB_DATA data, const real *x, int n)
{
    real d[BBOB_MOST];
    bbob_shift(data, x, d, n);
    return bbob_ellipsoid(data, d, n);
}

/* Rastrigin's sum of L(10) A_0.2(T(d)) */
SHARED_INLINE real bbob_3(BBOB_DATA data, const real *x, int n)
{
    real z[BBOB_MOST];
    bbob_shift(data, x, z, n);
    for (int i = 0; i < n; ++i) {
        z[i] = data[BBOB_SCALE(n) + i] * bbob_stretch(bbob_oscillate(z[i]), 0.2, i, n);
    }
    return bbob_waves(z, n);
}

/* Bueche and Rastrigin: Rastrigin's sum of L(10) T(d), where even coordinates above 0 count ten times, + 100 penalty */
SHARED_INLINE real bbob_4(BBOB_DATA data, const real *x, int n)
{
    real z[BBOB_MOST];
    bbob_shift(data, x, z, n);
    for (int i = 0; i < n; ++i) {
        const real t = bbob_oscillate(z[i]);
        z[i] = t * (data[BBOB_SCALE(n) + i] * (t > 0.0 && i % 2 == 0 ? 10.0 : 1.0));
    }
    return bbob_waves(z, n) + 100.0 * bbob_outside(x, 5.0, n);
}

/* linear slope: sum 5 |s_i| - s_i z_i, s_i = sign(x_opt_i) 10^(e_i), z_i = x_i up to the corner x_opt */
SHARED_INLINE real bbob_5(BBOB_DATA data, const real *x, int n)
{
    real sum = 0.0;
    for (int i = 0; i < n; ++i) {
        const real corner = data[BBOB_X_OPT + i], scale = data[BBOB_SCALE(n) + i];
        const real z = x[i] * corner < 25.0 ? x[i] : corner;
        sum += 5.0 * scale - (corner > 0.0 ? scale : -scale) * z;
    }
    return sum;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions of low or moderate condition                                                                             */

/* attractive sector: T(sum (s_i z_i)^2)^0.9, z = R L(10) Q d, s_i = 100 if z_i x_opt_i > 0, else 1 */
SHARED_INLINE real bbob_6(BBOB_DATA data, const real *x, int n)
{
    real z[BBOB_MOST], sum = 0.0;
    bbob_turn(data, x, z, n);
    for (int i = 0; i < n; ++i) {
        sum += (z[i] * data[BBOB_X_OPT + i] > 0.0 ? 10000.0 : 1.0) * z[i] * z[i];
    }
    return real_power(bbob_oscillate(sum), 0.9);
}

/* step ellipsoid: 0.1 max(|h_0| / 10^4, sum 100^(e_i) z_i^2) + penalty, h = L(10) Q d, z = R times the steps of h */
SHARED_INLINE real bbob_7(BBOB_DATA data, const real *x, int n)
{
    real h[BBOB_MOST], z[BBOB_MOST], sum = 0.0, least = 0.0;
    bbob_turn(data, x, h, n);
    for (int i = 0; i < n; ++i) {
        const real scaled = h[i] * data[BBOB_SCALE(n) + i];
        least = i == 0 ? 0.0001 * real_absolute(scaled) : least;
        h[i] = real_absolute(scaled) > 0.5 ? bbob_round(scaled) : bbob_round(10.0 * scaled) / 10.0;
    }
    bbob_multiply(data + BBOB_SECOND(n), h, z, n);
    for (int i = 0; i < n; ++i) {
        sum += real_square(real_square(data[BBOB_SCALE(n) + i])) * z[i] * z[i];
    }
    return 0.1 * real_maximum(least, sum) + bbob_outside(x, 5.0, n);
}

SHARED_INLINE real bbob_rosenbrock(const real *z, int n)
{
    real sum = 0.0;
    for (int i = 0; i + 1 < n; ++i) {
        sum += bbob_valley(z, i);
    }
    return sum;
}

/* Rosenbrock's function of c d + 1, c = max(1, sqrt(n) / 8) */
SHARED_INLINE real bbob_8(BBOB_DATA data, const real *x, int n)
{
    real z[BBOB_MOST];
    bbob_shift(data, x, z, n);
    for (int i = 0; i < n; ++i) {
        z[i] = data[BBOB_FACTOR] * z[i] + 1.0;
    }
    return bbob_rosenbrock(z, n);
}

/* c Q x + 0.5; the first matrix is c Q */
SHARED_INLINE void bbob_turn_valley(BBOB_DATA data, const real *x, real *z, int n)
{
    bbob_multiply(data + BBOB_FIRST(n), x, z, n);
    for (int i = 0; i < n; ++i) {
        z[i] += 0.5;
    }
}

/* Rosenbrock's function of c Q x + 0.5 */
SHARED_INLINE real bbob_9(BBOB_DATA data, const real *x, int n)
{
    real z[BBOB_MOST];
    bbob_turn_valley(data, x, z, n);
    return bbob_rosenbrock(z, n);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions of high condition, with one mode                                                                         */

/* ellipsoid of R d */
SHARED_INLINE real bbob_10(BBOB_DATA data, const real *x, int n)
{
    real z[BBOB_MOST];
    bbob_turn(data, x, z, n);
    return bbob_ellipsoid(data, z, n);
}

/* discus: 10^6 z_0^2 + sum_{i>0} z_i^2, z = T(R d) */
SHARED_INLINE real bbob_11(BBOB_DATA data, const real *x, int n)
{
    real z[BBOB_MOST];
    bbob_turn(data, x, z, n);
    for (int i = 0; i < n; ++i) {
        z[i] = bbob_oscillate(z[i]);
    }
    return bbob_two_weights(z, 1000000.0, 1.0, n);
}

/* bent cigar: z_0^2 + 10^6 sum_{i>0} z_i^2, z = R A_0.5(R d) */
SHARED_INLINE real bbob_12(BBOB_DATA data, const real *x, int n)
{
    real y[BBOB_MOST], z[BBOB_MOST];
    bbob_turn(data, x, y, n);
    for (int i = 0; i < n; ++i) {
        y[i] = bbob_stretch(y[i], 0.5, i, n);
    }
    bbob_multiply(data + BBOB_FIRST(n), y, z, n);
    return bbob_two_weights(z, 1.0, 1000000.0, n);
}

/* sharp ridge: z_0^2 + 100 sqrt(sum_{i>0} z_i^2), z = R L(10) Q d */
SHARED_INLINE real bbob_13(BBOB_DATA data, const real *x, int n)
{
    real z[BBOB_MOST];
    bbob_turn(data, x, z, n);
    return bbob_two_weights(z, 1.0, 0.0, n) + 100.0 * real_sqrt(bbob_two_weights(z, 0.0, 1.0, n));
}

/* different powers: sqrt(sum |z_i|^(2 + 4 e_i)), z = R d */
SHARED_INLINE real bbob_14(BBOB_DATA data, const real *x, int n)
{
    real z[BBOB_MOST], sum = 0.0;
    bbob_turn(data, x, z, n);
    for (int i = 0; i < n; ++i) {
        sum += real_power(real_absolute(z[i]), 2.0 + 4.0 * bbob_share(i, n));
    }
    return real_sqrt(sum);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions of many modes, with a global structure                                                                   */

/* Rastrigin's sum of R L(10) Q A_0.2(T(R d)) */
SHARED_INLINE real bbob_15(BBOB_DATA data, const real *x, int n)
{
    real y[BBOB_MOST], z[BBOB_MOST];
    bbob_turn(data, x, y, n);
    for (int i = 0; i < n; ++i) {
        y[i] = bbob_stretch(bbob_oscillate(y[i]), 0.2, i, n);
    }
    bbob_multiply(data + BBOB_SECOND(n), y, z, n);
    return bbob_waves(z, n);
}

/* sum_{k<12} 2^-k cos(2 pi 3^k turns) */
SHARED_INLINE real bbob_ripples(real turns)
{
    real sum = 0.0, height = 1.0, often = 1.0;
    for (int k = 0; k < 12; ++k) {
        sum += height * real_cos_turns(often * turns);
        height *= 0.5;
        often *= 3.0;
    }
    return sum;
}

/* Weierstrass: 10 (mean of ripples at z_i + 1/2, less their value at 1/2)^3 + 10 penalty / n, z = R L(1/100) Q T(R d)
 */
SHARED_INLINE real bbob_16(BBOB_DATA data, const real *x, int n)
{
    real y[BBOB_MOST], z[BBOB_MOST], sum = 0.0;
    bbob_turn(data, x, y, n);
    for (int i = 0; i < n; ++i) {
        y[i] = bbob_oscillate(y[i]);
    }
    bbob_multiply(data + BBOB_SECOND(n), y, z, n);
    for (int i = 0; i < n; ++i) {
        sum += bbob_ripples(z[i] + 0.5);
    }
    const real mean = sum / (num)n - data[BBOB_FACTOR];
    return 10.0 * (mean * mean * mean) + 10.0 / (num)n * bbob_outside(x, 5.0, n);
}

/* Schaffer's F7: (mean of q_i^(1/4) (1 + sin^2(50 q_i^(1/10))))^2 + 10 penalty, q_i = z_i^2 + z_{i+1}^2,
 * z = L(10) Q A_0.5(R d); f18: L(1000) */
SHARED_INLINE real bbob_schaffer(BBOB_DATA data, const real *x, int n)
{
    real y[BBOB_MOST], z[BBOB_MOST], sum = 0.0;
    bbob_turn(data, x, y, n);
    for (int i = 0; i < n; ++i) {
        y[i] = bbob_stretch(y[i], 0.5, i, n);
    }
    bbob_multiply(data + BBOB_SECOND(n), y, z, n);
    for (int i = 0; i + 1 < n; ++i) {
        const real q = z[i] * z[i] + z[i + 1] * z[i + 1];
        const real wave = real_sin(50.0 * real_power(q, 0.1));
        sum += real_sqrt(real_sqrt(q)) * (1.0 + wave * wave);
    }
    return real_square(sum / (num)(n - 1)) + 10.0 * bbob_outside(x, 5.0, n);
}

/* Griewank and Rosenbrock: 10 + 10 mean of v_i / 4000 - cos v_i, v_i the terms of f9 */
SHARED_INLINE real bbob_19(BBOB_DATA data, const real *x, int n)
{
    real z[BBOB_MOST], sum = 0.0;
    bbob_turn_valley(data, x, z, n);
    for (int i = 0; i + 1 < n; ++i) {
        const real v = bbob_valley(z, i);
        sum += v / 4000.0 - real_cos(v);
    }
    return 10.0 + 10.0 * sum / (num)(n - 1);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions of many modes, with a weak structure                                                                     */

/* Schwefel: 0.01 (penalty of z / 100 + 418.98 - mean of z_i sin sqrt |z_i|), where h_i = 2 |x_i| with the sign of
 * x_i x_opt_i, z_i = 100 (10^(e_i / 2) (h_i + (h_{i-1} - m) / 4 - m) + m), m = 2 |x_opt_i| */
SHARED_INLINE real bbob_20(BBOB_DATA data, const real *x, int n)
{
    const real m = 4.2096874637;
    real z[BBOB_MOST], sum = 0.0, before = m;
    for (int i = 0; i < n; ++i) {
        const real h = data[BBOB_X_OPT + i] < 0.0 ? -2.0 * x[i] : 2.0 * x[i];
        z[i] = 100.0 * (data[BBOB_SCALE(n) + i] * (h + 0.25 * (before - m) - m) + m);
        sum += z[i] * real_sin(real_sqrt(real_absolute(z[i])));
        before = h;
    }
    return 0.01 * (bbob_outside(z, 500.0, n) + 418.9828872724339 - sum / (num)n);
}

/* Gallagher: T(10 - max_i w_i exp(-sum_j C_ij (h_j - Y_ij)^2 / (2 n)))^2 + penalty, h = Q x. The scales C_ij of a peak
 * are a geometric sequence in the order of coordinates that `order` gives; places follow the same order. */
SHARED_INLINE real bbob_gallagher(BBOB_DATA data, BBOB_ORDER order, const real *x, int n, int peaks)
{
    real h[BBOB_MOST], highest = 0.0;
    bbob_multiply(data + BBOB_FIRST(n), x, h, n);
    BBOB_DATA peak = data + BBOB_SECOND(n);
    for (int i = 0; i < peaks; ++i) {
        real sum = 0.0, scale = peak[1];
        for (int j = 0; j < n; ++j) {
            const real off = h[(int)order[j]] - peak[BBOB_PEAK_NUMBERS + j];
            sum += scale * off * off;
            scale *= peak[2];
        }
        highest = real_maximum(highest, peak[0] * real_exp(-0.5 / (num)n * sum));
        peak += BBOB_PEAK_NUMBERS + n;
        order += n;
    }
    return real_square(bbob_oscillate(10.0 - highest)) + bbob_outside(x, 5.0, n);
}

/* Katsuura: 10 / n^2 (prod (1 + (i + 1) sum_{j=1..32} |2^j z_i - round(2^j z_i)| / 2^j)^(10 / n^1.2) - 1) + penalty,
 * z = R L(100) Q d; the exponent is BBOB_FACTOR */
SHARED_INLINE real bbob_23(BBOB_DATA data, const real *x, int n)
{
    real z[BBOB_MOST], product = 1.0;
    bbob_turn(data, x, z, n);
    for (int i = 0; i < n; ++i) {
        real sum = 0.0, power = 1.0, inverse = 1.0;
        for (int j = 0; j < 32; ++j) {
            power *= 2.0;
            inverse *= 0.5;
            sum += real_absolute(power * z[i] - bbob_round(power * z[i])) * inverse;
        }
        product *= 1.0 + (num)(i + 1) * sum;
    }
    const real factor = 10.0 / (num)n / (num)n;
    return factor * (real_power(product, data[BBOB_FACTOR]) - 1.0) + bbob_outside(x, 5.0, n);
}

/* Lunacek: min(sum (h_i - mu_0)^2, n + S sum (h_i - mu_1)^2) + 10 (n - sum cos 2 pi z_i) + 10^4 penalty, where
 * h_i = 2 |x_i| with the sign of x_i x_opt_i, z = R L(100) Q (h - mu_0) */
SHARED_INLINE real bbob_24(BBOB_DATA data, const real *x, int n)
{
    real h[BBOB_MOST], z[BBOB_MOST], near = 0.0, far = 0.0, waves = 0.0;
    for (int i = 0; i < n; ++i) {
        const real hat = data[BBOB_X_OPT + i] < 0.0 ? -2.0 * x[i] : 2.0 * x[i];
        near += real_square(hat - 2.5);
        far += real_square(hat - data[BBOB_FACTOR]);
        h[i] = hat - 2.5;
    }
    bbob_multiply(data + BBOB_FIRST(n), h, z, n);
    for (int i = 0; i < n; ++i) {
        waves += 10.0 - 10.0 * real_cos_turns(z[i]);
    }
    far = (num)n + data[BBOB_WEIGHT] * far;
    return (far < near ? far : near) + waves + 10000.0 * bbob_outside(x, 5.0, n);
}

/* ------------------------------------------------------------------------------------------------------------------ */

SHARED_INLINE real bbob_raw_of_one_mode(int function, BBOB_DATA data, const real *x, int n)
{
    switch (function) {
    case 1:
        return bbob_1(data, x, n);
    case 2:
        return bbob_2(data, x, n);
    case 3:
        return bbob_3(data, x, n);
    case 4:
        return bbob_4(data, x, n);
    case 5:
        return bbob_5(data, x, n);
    case 6:
        return bbob_6(data, x, n);
    case 7:
        return bbob_7(data, x, n);
    case 8:
        return bbob_8(data, x, n);
    case 9:
        return bbob_9(data, x, n);
    case 10:
        return bbob_10(data, x, n);
    case 11:
        return bbob_11(data, x, n);
    case 12:
        return bbob_12(data, x, n);
    case 13:
        return bbob_13(data, x, n);
    default:
        return bbob_14(data, x, n);
    }
}

SHARED_INLINE real bbob_raw_of_many_modes(int function, BBOB_DATA data, BBOB_ORDER order, const real *x, int n)
{
    switch (function) {
    case 15:
        return bbob_15(data, x, n);
    case 16:
        return bbob_16(data, x, n);
    case 17:
        return bbob_schaffer(data, x, n);
    case 18:
        return bbob_schaffer(data, x, n);
    case 19:
        return bbob_19(data, x, n);
    case 20:
        return bbob_20(data, x, n);
    case 21:
        return bbob_gallagher(data, order, x, n, 101);
    case 22:
        return bbob_gallagher(data, order, x, n, 21);
    case 23:
        return bbob_23(data, x, n);
    default:
        return bbob_24(data, x, n);
    }
}

/* The value of function 1 .. 24 at x [n]. If its number is a constant, compilers drop the other functions. */
SHARED_INLINE real bbob_value(int function, BBOB_DATA data, BBOB_ORDER order, const real *x, int n)
{
    return (function <= 14 ? bbob_raw_of_one_mode(function, data, x, n)
                           : bbob_raw_of_many_modes(function, data, order, x, n))
           + data[BBOB_F_OPT];
}

#endif
