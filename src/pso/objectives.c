/* What objective_rows.h names: boxes, optima and the table itself. */
#include <math.h>

#include "objective.h"
#include "objective_values.h"

/* A product of more than 300 numbers up to 10 leaves the range of a double. */
enum { MOST = PSO_MOST_DIMENSIONS, PRODUCT = 300 };
enum { MINIMISE = false, MAXIMISE = true };
enum { STAY = false, SHIFT = true };

static const double pi = 3.14159265358979324;

/* ------------------------------------------------------------------------------------------------------------------ */
/* Boxes                                                                                                              */

#define BOX(name, low, high)                                                         \
    static void box_##name(uint32_t n, uint32_t index, double *lower, double *upper) \
    {                                                                                \
        (void)n;                                                                     \
        (void)index;                                                                 \
        *lower = (low);                                                              \
        *upper = (high);                                                             \
    }
BOX(2, -2, 2)
BOX(4_5, -4.5, 4.5)
BOX(5, -5, 5)
BOX(5_12, -5.12, 5.12)
BOX(10, -10, 10)
BOX(30, -30, 30)
BOX(32_768, -32.768, 32.768)
BOX(100, -100, 100)
BOX(500, -500, 500)
BOX(512, -512, 512)
BOX(600, -600, 600)
BOX(zakharov, -5, 10)
BOX(trid, -(double)n *n, (double)n *n)
BOX(michalewicz, 0, pi)
BOX(branin, index == 0 ? -5 : 0, index == 0 ? 10 : 15)
BOX(camel, index == 0 ? -3 : -2, index == 0 ? 3 : 2)

/* ------------------------------------------------------------------------------------------------------------------ */
/* Optima                                                                                                             */

/* All coordinates at `x`, the value is `best`. */
#define BEST(name, best, x)                                                                  \
    static bool best_##name(uint32_t n, double *value, double *position, bool *has_position) \
    {                                                                                        \
        *value = (best);                                                                     \
        *has_position = true;                                                                \
        for (uint32_t i = 0; position && i < n; ++i) {                                       \
            position[i] = (x);                                                               \
        }                                                                                    \
        return true;                                                                         \
    }
BEST(at_0, 0, 0)
BEST(at_1, 0, 1)
/* the constant of the formula has 16 digits, so that the value is 0 to about 1e-13 n */
BEST(schwefel, 0, 420.96874635998203)
/* a quartic, whose other valley lies higher; outside of the box it rises */
BEST(styblinski, -39.166165703771415 * n, -2.9035340277711771)

/* 2 after so many square roots, whose bits are the same on every host; those of exp2() are not, and shifts follow. */
static double root_of_2(uint32_t roots)
{
    double x = 2;
    for (uint32_t i = 0; i < roots && x > 1; ++i) {
        x = sqrt(x);
    }
    return x;
}

/* of x_i by way of x_i^2 = x_{i-1} / 2: 2^(2^(1-i) - 1) */
BEST(dixon_price, 0, root_of_2(i) / 2)
BEST(trid, -(double)n *(n + 4.0) * (n - 1.0) / 6, (i + 1.0) * (n - (double)i))
BEST(booth, 0, i == 0 ? 1 : 3)
BEST(beale, 0, i == 0 ? 3 : 0.5)
/* one of three; the square is at least 0 and the cosine at least -1 everywhere */
BEST(branin, 0.39788735772973834, i == 0 ? pi : 2.275)
/* one of two */
BEST(camel, -1.0316284534898774, i == 0 ? 0.089842013100318062 : -0.71265640302073963)
/* the first factor is at least 1 and the second at least 3 everywhere: both depend on one sum alone */
BEST(goldstein_price, 3, i == 0 ? 0 : -1)
BEST(easom, -1, pi)
BEST(eggholder, -959.64066272085080, i == 0 ? 512 : 404.23180511375781)
/* at the bound; it has no largest value without */
BEST(cubic, 900000.0 * n, 100)
/* x = (0.8 - sqrt(0.64 + 3 * 10000)) / 3 */
BEST(cupso_cubic, 390245.79173859003 * n, -57.468976089298599)

/* sin(x) sin^20(i x^2 / pi) and by Newton's method the x near `x` where its logarithm has no slope */
static double peak(uint32_t i, double *x)
{
    for (int step = 0; step < 30; ++step) {
        const double angle = i * *x * *x / pi, inner = 2 * i * *x / pi;
        const double slope = cos(*x) / sin(*x) + 20 * inner * cos(angle) / sin(angle);
        const double bend = -1 / (sin(*x) * sin(*x)) - 20 * inner * inner / (sin(angle) * sin(angle))
                            + 40 * i / pi * cos(angle) / sin(angle);
        *x -= slope / bend;
    }
    return sin(*x) * pow(sin(i * *x * *x / pi), 20);
}

/* A sum of functions of one coordinate each, which has a peak wherever i x^2 / pi is pi/2 more than whole turns of pi;
 * the highest of them is one of the two beside pi/2, the peak of sin(x). */
static bool best_michalewicz(uint32_t n, double *value, double *position, bool *has_position)
{
    *value = 0;
    *has_position = true;
    for (uint32_t i = 1; i <= n; ++i) {
        const double below = floor(i / 4.0 - 0.5);
        double a = pi * sqrt((fmax(below, 0) + 0.5) / i), b = pi * sqrt((below + 1.5) / i);
        const double at_a = peak(i, &a), at_b = peak(i, &b);
        *value -= fmax(at_a, at_b);
        if (position) {
            position[i - 1] = at_a > at_b ? a : b;
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------ */

#define OURS                       \
    {                              \
        false, NULL, 0, 0, 0, NULL \
    }
#define CUPSO                       \
    {                               \
        true, "1", 2, 2, 1, "clamp" \
    } /* the largest speed is 200, the width of the box */

#define INFO(name, formula, bounds, source, sense, dimensions, fewest, most, shift)                           \
    {                                                                                                         \
        name, SWARM_OBJECTIVE_BUILT_IN, formula, bounds, source, sense, dimensions, fewest, most, true, shift \
    }

#define AS_INFO(function, name, formula, bounds, source, sense, dimensions, fewest, most, shift, box, best, published) \
    INFO(name, formula, bounds, source, sense, dimensions, fewest, most, shift),

#define AS_ROW(function, name, formula, bounds, source, sense, dimensions, fewest, most, shift, box, best, published) \
    {INFO(name, formula, bounds, source, sense, dimensions, fewest, most, shift),                                     \
     "objective_" #function,                                                                                          \
     pso_##function##_fp64,                                                                                           \
     pso_##function##_fp32,                                                                                           \
     box,                                                                                                             \
     best,                                                                                                            \
     published},

static const struct swarm_objective_info infos[] = {PSO_OBJECTIVE_ROWS(AS_INFO)};
const struct pso_objective pso_objectives[] = {PSO_OBJECTIVE_ROWS(AS_ROW)};
const size_t pso_objective_count = sizeof pso_objectives / sizeof pso_objectives[0];

const struct swarm_objective_info *swarm_objective_list(size_t *count)
{
    *count = pso_objective_count;
    return infos;
}
