/* objectives.c - the table of objective_rows.h, with functions for bounds and optimum of each row. */
#include <math.h>

#include "objective.h"
#include "objective_rows.h"

enum {
    MOST = PSO_MOST_DIMENSIONS,
    PRODUCT = 300 /* maximum number of dimensions of a product: more factors of up to 10 may overflow a double */
};
enum { MINIMISE = false, MAXIMISE = true };
enum { STAY = false, SHIFT = true };

static const double pi = 3.14159265358979324;

/* Returns 2^(2^-roots), with the same bits on every host, unlike exp2(), because shifts depend on it. */
static double root_of_2(uint32_t roots)
{
    double x = 2;
    for (uint32_t i = 0; i < roots && x > 1; ++i) {
        x = sqrt(x);
    }
    return x;
}

/* Moves *x to the nearby maximum of sin(x) sin^20(i x^2 / pi), by Newton's method on its logarithm, and returns it. */
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

/* Returns the x of the minimiser for one coordinate, and subtracts its height from *value. The function is a sum
 * over coordinates, with peaks where i x^2 / pi is pi/2 plus a multiple of pi. The highest peak is one of the two
 * next to pi/2, the maximum of sin(x). */
static double michalewicz_place(uint32_t coordinate, double *value)
{
    const uint32_t i = coordinate + 1;
    const double below = floor(i / 4.0 - 0.5);
    double a = pi * sqrt((fmax(below, 0) + 0.5) / i), b = pi * sqrt((below + 1.5) / i);
    const double at_a = peak(i, &a), at_b = peak(i, &b);
    *value -= fmax(at_a, at_b);
    return at_a > at_b ? a : b;
}

static double michalewicz_best(uint32_t n)
{
    double value = 0;
    for (uint32_t i = 0; i < n; ++i) {
        michalewicz_place(i, &value);
    }
    return value;
}

#define FUNCTIONS(function, name, formula, bounds, source, properties, sense, dimensions, fewest, most, shift, low, \
                  high, best, place, published)                                                                     \
    static void function##_box(uint32_t n, uint32_t i, double *lower, double *upper)                                \
    {                                                                                                               \
        (void)n;                                                                                                    \
        (void)i;                                                                                                    \
        *lower = (low);                                                                                             \
        *upper = (high);                                                                                            \
    }                                                                                                               \
    static double function##_optimum(uint32_t n, double *position)                                                  \
    {                                                                                                               \
        for (uint32_t i = 0; position && i < n; ++i) {                                                              \
            position[i] = (place);                                                                                  \
        }                                                                                                           \
        return (best);                                                                                              \
    }
PSO_OBJECTIVE_ROWS(FUNCTIONS)

#define INFO(name, formula, bounds, source, properties, sense, dimensions, fewest, most, shift, ...) \
    name, SWARM_OBJECTIVE_BUILT_IN, formula, bounds, source, properties, sense, dimensions, fewest, most, true, shift
#define AS_INFO(function, ...) {INFO(__VA_ARGS__)},
#define AS_ROW(function, name, formula, bounds, source, properties, sense, dimensions, fewest, most, shift, low, high, \
               best, place, published)                                                                                 \
    {{INFO(name, formula, bounds, source, properties, sense, dimensions, fewest, most, shift, )},                      \
     "objective_" #function,                                                                                           \
     function##_box,                                                                                                   \
     function##_optimum,                                                                                               \
     published},

/* largest velocity 200: upper minus lower bound */
static const struct pso_published cupso = {.inertia = "1", .c1 = 2, .c2 = 2, .vmax = 1, .boundary = "clamp"};

static const struct swarm_objective_info infos[] = {PSO_OBJECTIVE_ROWS(AS_INFO)};
const struct pso_objective pso_objectives[] = {PSO_OBJECTIVE_ROWS(AS_ROW)};
const size_t pso_objective_count = sizeof pso_objectives / sizeof pso_objectives[0];

const struct swarm_objective_info *swarm_objective_list(size_t *count)
{
    *count = pso_objective_count;
    return infos;
}
