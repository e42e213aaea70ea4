/* Objectives: values compared with the formulas in long double with libm; optima with random points inside and outside
 * the bounds; the page of the docs. Usage: objectives PAGE */
#include <float.h>
#include <math.h>

#include "base/file.h"
#include "cl/shared/philox.h"
#include "pso/objective_rows.h"
#include "pso/swarm.h"

#include "../env.h"

enum { MOST = 200, POINTS = 200 };
#define SEARCHES(n) (10 * POINTS / (1 + (n) / 8)) /* number of random points compared with the optimum */
static const uint32_t dimensions_tried[] = {1, 2, 3, 4, 5, 6, 10, 31, MOST};

#define FOR_EACH_ROW(row) \
    for (const struct pso_objective *row = pso_objectives; row < pso_objectives + pso_objective_count; ++row)

/* For each n in dimensions_tried that the objective supports. */
#define FOR_EACH_DIMENSION(row, n)                                                                           \
    for (size_t n##_at = 0; n##_at < sizeof dimensions_tried / sizeof dimensions_tried[0]; ++n##_at)         \
        for (uint32_t n = dimensions_tried[n##_at],                                                          \
                      n##_once = n >= (row)->info.minimum_dimensions && n <= (row)->info.maximum_dimensions; \
             n##_once; n##_once = 0)

static double uniform(uint32_t index, uint32_t stream)
{
    const struct philox_block counter = {index, stream, 0, 0};
    const struct philox_block block = philox4x32(counter, 5, 17);
    return (double)((((uint64_t)block.w0 << 32) | block.w1) >> 11) * 0x1p-53;
}

/* Makes random point `k` within the bounds, widened by the factor `stretch`. */
static void scatter(const struct pso_objective *row, uint32_t n, uint32_t k, double stretch, double *x)
{
    for (uint32_t i = 0; i < n; ++i) {
        double lower, upper;
        row->bounds(n, i, &lower, &upper);
        const double centre = 0.5 * (lower + upper), half = 0.5 * (upper - lower);
        x[i] = centre + stretch * half * (2 * uniform(k, i) - 1);
    }
}

static double value_of(const struct pso_objective *row, int precision, const double *x, uint32_t n)
{
    const struct swarm_objective objective = {.info = row->info, .row = row};
    const struct pso_settings settings = {.objective = &objective, .precision = precision, .dimensions = n};
    double value;
    REQUIRE_OK(pso_evaluate_host(&env, &settings, (struct pso_evaluation){.count = 1, .points = x, .values = &value}));
    return value;
}

typedef long double wide;
static const wide pi = 3.14159265358979323846264338327950288L;

/* The formula of an objective. *size: magnitude of its terms at x, to which rounding errors are proportional. */
struct formula {
    const char *name;
    wide (*value)(const wide *x, uint32_t n, wide *size);
};

#define FORMULA(name)       static wide value_##name(const wide *x, uint32_t n, wide *size)
#define EACH(i, from, past) for (uint32_t i = (from); i <= (past); ++i) /* x_i is x[i] in the formulas below */

/* Defines a sum of terms i = 1, ..., `last`, each of magnitude `term_size`. */
#define SUM_FORMULA(name, last, term, term_size) \
    FORMULA(name)                                \
    {                                            \
        wide sum = 0;                            \
        *size = 0 * n;                           \
        EACH(i, 1, last)                         \
        {                                        \
            sum += (term);                       \
            *size += (term_size);                \
        }                                        \
        return sum;                              \
    }

/* Defines an expression of X and Y. */
#define PLANE_FORMULA(name, its_size, value) \
    FORMULA(name)                            \
    {                                        \
        *size = (its_size) + 0 * n;          \
        return (value);                      \
    }
#define X x[1]
#define Y x[2]

SUM_FORMULA(sphere, n, powl(x[i], 2), powl(x[i], 2))
SUM_FORMULA(sum_squares, n, powl(x[i], 2) * i, powl(x[i], 2) * i)
SUM_FORMULA(elliptic, n, powl(10, n > 1 ? 6 * (i - 1.0L) / (n - 1) : 0) * powl(x[i], 2),
            powl(10, n > 1 ? 6 * (i - 1.0L) / (n - 1) : 0) * powl(x[i], 2))
SUM_FORMULA(bent_cigar, n, (i == 1 ? 1 : 1e6L) * powl(x[i], 2), (i == 1 ? 1 : 1e6L) * powl(x[i], 2))

FORMULA(schwefel_1_2)
{
    wide sum = 0, rough = 0;
    EACH(i, 1, n)
    {
        wide inner = 0, absolute = 0;
        EACH(j, 1, i) inner += x[j];
        EACH(j, 1, i) absolute += fabsl(x[j]);
        sum += inner * inner;
        rough += absolute * fabsl(inner);
    }
    *size = rough;
    return sum;
}

FORMULA(schwefel_2_21)
{
    wide largest = 0;
    EACH(i, 1, n) largest = fmaxl(largest, fabsl(x[i]));
    *size = largest;
    return largest;
}

FORMULA(schwefel_2_22)
{
    wide sum = 0, product = 1;
    EACH(i, 1, n) sum += fabsl(x[i]);
    EACH(i, 1, n) product *= fabsl(x[i]);
    *size = sum + product;
    return sum + product;
}

SUM_FORMULA(step, n, powl(floorl(x[i] + 0.5L), 2), powl(floorl(x[i] + 0.5L), 2))
SUM_FORMULA(rosenbrock, n - 1, 100 * powl(x[i + 1] - powl(x[i], 2), 2) + powl(1 - x[i], 2),
            100 * fabsl(x[i + 1] - powl(x[i], 2)) * (fabsl(x[i + 1]) + powl(x[i], 2)) + 1 + powl(x[i], 2))

FORMULA(zakharov)
{
    wide sum = 0, inner = 0, absolute = 0;
    EACH(i, 1, n) sum += powl(x[i], 2);
    EACH(i, 1, n) inner += 0.5L * i * x[i];
    EACH(i, 1, n) absolute += 0.5L * i * fabsl(x[i]);
    *size = sum + powl(inner, 2) + powl(fabsl(inner), 3) * absolute + fabsl(inner) * absolute;
    return sum + powl(inner, 2) + powl(inner, 4);
}

FORMULA(dixon_price)
{
    wide sum = powl(x[1] - 1, 2);
    *size = powl(x[1], 2) + 1;
    EACH(i, 2, n)
    {
        sum += i * powl(2 * powl(x[i], 2) - x[i - 1], 2);
        *size += i * fabsl(2 * powl(x[i], 2) - x[i - 1]) * (2 * powl(x[i], 2) + fabsl(x[i - 1]));
    }
    return sum;
}

FORMULA(trid)
{
    wide sum = 0;
    EACH(i, 1, n) sum += powl(x[i] - 1, 2);
    *size = sum + n;
    EACH(i, 2, n) sum -= x[i] * x[i - 1];
    EACH(i, 2, n) *size += fabsl(x[i] * x[i - 1]);
    return sum;
}

FORMULA(griewank)
{
    wide sum = 0, product = 1;
    EACH(i, 1, n) sum += powl(x[i], 2);
    EACH(i, 1, n) product *= cosl(x[i] / sqrtl(i));
    *size = sum / 4000 + 1;
    EACH(i, 1, n) *size += fabsl(x[i]); /* rounding errors of the angle */
    return 1 + sum / 4000 - product;
}

SUM_FORMULA(rastrigin, n, 10 + powl(x[i], 2) - 10 * cosl(2 * pi * x[i]), 30 + powl(x[i], 2))

FORMULA(ackley)
{
    wide squares = 0, waves = 0;
    EACH(i, 1, n) squares += powl(x[i], 2);
    EACH(i, 1, n) waves += cosl(2 * pi * x[i]);
    *size = 30;
    return -20 * expl(-0.2L * sqrtl(squares / n)) - expl(waves / n) + 20 + expl(1);
}

SUM_FORMULA(schwefel_2_26, n, 418.9828872724338L - x[i] * sinl(sqrtl(fabsl(x[i]))),
            5000 /* the sine of an angle up to 22, times up to 500 */)

FORMULA(levy)
{
    wide sum = 0;
    *size = 1;
    EACH(i, 1, n)
    {
        const wide w = 1 + (x[i] - 1) / 4;
        *size += 12 * powl(w - 1, 2) + 32 * powl(fabsl(w - 1), 3);
        sum += i == 1 ? powl(sinl(pi * w), 2) : 0;
        sum += i < n ? powl(w - 1, 2) * (1 + 10 * powl(sinl(pi * w + 1), 2))
                     : powl(w - 1, 2) * (1 + powl(sinl(2 * pi * w), 2));
    }
    return sum;
}

SUM_FORMULA(styblinski_tang, n, (powl(x[i], 4) - 16 * powl(x[i], 2) + 5 * x[i]) / 2,
            powl(x[i], 4) + 16 * powl(x[i], 2) + 5 * fabsl(x[i]))
SUM_FORMULA(alpine_1, n, fabsl(x[i] * sinl(x[i]) + x[i] / 10), fabsl(x[i]))

FORMULA(salomon)
{
    wide squares = 0;
    EACH(i, 1, n) squares += powl(x[i], 2);
    *size = 1 + 7 * sqrtl(squares);
    return 1 - cosl(2 * pi * sqrtl(squares)) + sqrtl(squares) / 10;
}

SUM_FORMULA(schaffer_f6, n - 1,
            0.5L + (powl(sinl(hypotl(x[i], x[i + 1])), 2) - 0.5L) / powl(1 + powl(hypotl(x[i], x[i + 1]), 2) / 1000, 2),
            200)

FORMULA(schaffer_f7)
{
    wide sum = 0;
    EACH(i, 1, n - 1)
    {
        const wide s = hypotl(x[i], x[i + 1]);
        sum += sqrtl(s) * (1 + powl(sinl(50 * powl(s, 0.2L)), 2));
    }
    *size = powl(sum / (n - 1), 2) * 200;
    return powl(sum / (n - 1), 2);
}

SUM_FORMULA(michalewicz, n, -sinl(x[i]) * powl(sinl(i * powl(x[i], 2) / pi), 20), 20.0L * i * powl(x[i], 2))
PLANE_FORMULA(booth, 1000, powl(X + 2 * Y - 7, 2) + powl(2 * X + Y - 5, 2))
PLANE_FORMULA(beale, powl(6 + fabsl(X) * powl(1 + fabsl(Y), 3), 2),
              powl(1.5L - X + X * Y, 2) + powl(2.25L - X + X * powl(Y, 2), 2) + powl(2.625L - X + X * powl(Y, 3), 2))
PLANE_FORMULA(branin, 1000,
              powl(Y - 5.1L * powl(X, 2) / (4 * powl(pi, 2)) + 5 * X / pi - 6, 2) + 10 * (1 - 1 / (8 * pi)) * cosl(X)
                  + 10)
PLANE_FORMULA(six_hump_camel, 1000,
              (4 - 2.1L * powl(X, 2) + powl(X, 4) / 3) * powl(X, 2) + X * Y + (4 * powl(Y, 2) - 4) * powl(Y, 2))

FORMULA(goldstein_price)
{
    const wide a = 19 - 14 * X + 3 * powl(X, 2) - 14 * Y + 6 * X * Y + 3 * powl(Y, 2);
    const wide b = 18 - 32 * X + 12 * powl(X, 2) + 48 * Y - 36 * X * Y + 27 * powl(Y, 2);
    *size = 1e7L + 0 * n;
    return (1 + powl(X + Y + 1, 2) * a) * (30 + powl(2 * X - 3 * Y, 2) * b);
}

PLANE_FORMULA(easom, 100, -cosl(X) * cosl(Y) * expl(-powl(X - pi, 2) - powl(Y - pi, 2)))
PLANE_FORMULA(eggholder, 20000, -(Y + 47) * sinl(sqrtl(fabsl(X / 2 + Y + 47))) - X * sinl(sqrtl(fabsl(X - Y - 47))))
PLANE_FORMULA(b2, 1 + powl(X, 2) + 2 * powl(Y, 2) + fabsl(X) + 2 * fabsl(Y),
              powl(X, 2) + 2 * powl(Y, 2) - 0.3L * cosl(3 * pi * X) - 0.4L * cosl(4 * pi * Y) + 0.7L)
PLANE_FORMULA(martin_gaddy, powl(fabsl(X) + fabsl(Y) + 10, 2), powl(X - Y, 2) + powl((X + Y - 10) / 3, 2))

static wide hartmann(const wide *x, uint32_t n, const wide *widths, const wide *places)
{
    static const wide heights[] = {1, 1.2L, 3, 3.2L};
    wide sum = 0;
    EACH(k, 0, 3)
    {
        wide inner = 0;
        EACH(j, 1, n) inner += widths[k * n + j - 1] * powl(x[j] - places[k * n + j - 1], 2);
        sum -= heights[k] * expl(-inner);
    }
    return sum;
}

static const wide widths_3[] = {3, 10, 30, 0.1L, 10, 35, 3, 10, 30, 0.1L, 10, 35};
static const wide places_3[] = {0.3689L, 0.1170L, 0.2673L, 0.4699L, 0.4387L, 0.7470L,
                                0.1091L, 0.8732L, 0.5547L, 0.0381L, 0.5743L, 0.8828L};
static const wide widths_6[] = {10, 3,    17,   3.5L, 1.7L, 8, 0.05L, 10, 17,    0.1L, 8,    14,
                                3,  3.5L, 1.7L, 10,   17,   8, 17,    8,  0.05L, 10,   0.1L, 14};
static const wide places_6[] = {0.1312L, 0.1696L, 0.5569L, 0.0124L, 0.8283L, 0.5886L, 0.2329L, 0.4135L,
                                0.8307L, 0.3736L, 0.1004L, 0.9991L, 0.2348L, 0.1451L, 0.3522L, 0.2883L,
                                0.3047L, 0.6650L, 0.4047L, 0.8828L, 0.8732L, 0.5743L, 0.1091L, 0.0381L};
PLANE_FORMULA(hartmann_3, 30, hartmann(x, n, widths_3, places_3))
PLANE_FORMULA(hartmann_6, 30, hartmann(x, n, widths_6, places_6))

static wide shekel(const wide *x, uint32_t n, uint32_t m)
{
    static const wide places[10][4] = {{4, 4, 4, 4}, {1, 1, 1, 1}, {8, 8, 8, 8}, {6, 6, 6, 6}, {3, 7, 3, 7},
                                       {2, 9, 2, 9}, {5, 5, 3, 3}, {8, 1, 8, 1}, {6, 2, 6, 2}, {7, 3.6L, 7, 3.6L}};
    static const wide widths[10] = {0.1L, 0.2L, 0.2L, 0.4L, 0.4L, 0.6L, 0.3L, 0.7L, 0.5L, 0.5L};
    wide sum = 0;
    EACH(k, 0, m - 1)
    {
        wide inner = widths[k];
        EACH(j, 1, n) inner += powl(x[j] - places[k][j - 1], 2);
        sum -= 1 / inner;
    }
    return sum;
}

PLANE_FORMULA(shekel_5, 100, shekel(x, n, 5))
PLANE_FORMULA(shekel_7, 100, shekel(x, n, 7))
PLANE_FORMULA(shekel_10, 100, shekel(x, n, 10))
SUM_FORMULA(cubic, n, powl(x[i], 3) - 0.8L * powl(x[i], 2) - 1000 * x[i] + 8000, 1e6L)
SUM_FORMULA(cupso_cubic, n, fabsl(powl(x[i], 3) - 0.8L * powl(x[i], 2) - 10000 * x[i] + 8000), 1e6L)

#define AS_FORMULA(function, name, ...) {name, value_##function},
static const struct formula formulas[] = {PSO_OBJECTIVE_ROWS(AS_FORMULA)};

static wide formula_of(const struct pso_objective *row, const double *x, uint32_t n, wide *size)
{
    wide at[MOST + 1];
    for (uint32_t i = 0; i < n; ++i) {
        at[i + 1] = (wide)x[i];
    }
    const struct formula *formula = &formulas[row - pso_objectives];
    REQUIRE_TEXT(formula->name, row->info.name);
    return formula->value(at, n, size);
}

/* Allows 8 + n rounding errors, relative to the magnitude of the terms. */
static void require_value(const struct pso_objective *row, const double *x, uint32_t n)
{
    const double roundings = 8 + n;
    double same[MOST];
    for (uint32_t i = 0; i < n; ++i) {
        same[i] = (double)(float)x[i];
    }
    wide size = 0, size32 = 0;
    const wide expected = formula_of(row, x, n, &size), expected32 = formula_of(row, same, n, &size32);
    const double found = value_of(row, 64, x, n), found32 = value_of(row, 32, x, n);
    const wide error = fabsl((wide)found - expected), error32 = fabsl((wide)found32 - expected32);
    const wide allowed = (wide)(roundings * DBL_EPSILON) * size;
    const wide allowed32 = (wide)roundings * (wide)FLT_EPSILON * size32;
    const bool too_large = fabsl(expected32) > 1e37L; /* overflows single precision */
    if (!(error <= allowed && (too_large || error32 <= allowed32))) {
        fprintf(stderr, "%s: %s, %u dimensions, x_1 = %.17g: %.17g and %.9g, expected %.17Lg and %.17Lg\n", test_name,
                row->info.name, (unsigned)n, x[0], found, found32, expected, expected32);
        fprintf(stderr, "errors %.3Lg and %.3Lg, allowed %.3Lg and %.3Lg\n", error, error32, allowed, allowed32);
        exit(1);
    }
}

TEST(values_are_those_of_the_formula)
{
    double x[MOST];
    FOR_EACH_ROW(row)
    {
        FOR_EACH_DIMENSION(row, n)
        {
            for (uint32_t k = 0; k < POINTS / (1 + n / 32); ++k) {
                scatter(row, n, k, 1, x);
                require_value(row, x, n);
            }
            row->optimum(n, x);
            require_value(row, x, n);
        }
    }
}

TEST(every_row_is_complete)
{
    size_t count = 0;
    const struct swarm_objective_info *infos = swarm_objective_list(&count);
    REQUIRE_INT(count, ==, pso_objective_count);
    FOR_EACH_ROW(row)
    {
        const struct swarm_objective_info *info = &row->info, *listed = &infos[row - pso_objectives];
        char function[64] = "objective_";
        size_t at = strlen(function);
        for (const char *c = info->name; *c != '\0'; ++c) {
            function[at++] = *c == '-' || *c == '.' ? '_' : *c;
        }
        REQUIRE_TEXT(row->function, function);
        REQUIRE_TEXT(info->name, listed->name);
        REQUIRE_TEXT(info->formula, listed->formula);
        REQUIRE_INT(info->can_shift, ==, listed->can_shift);
        REQUIRE_INT(info->maximise, ==, listed->maximise);
        REQUIRE_INT(info->kind, ==, SWARM_OBJECTIVE_BUILT_IN);
        REQUIRE(info->formula[0] != '\0' && info->bounds[0] == '[' && info->source[0] != '\0' && info->has_bounds);
        REQUIRE_TEXT(info->properties, listed->properties);
        REQUIRE_INT(info->minimum_dimensions, >=, 1);
        REQUIRE_INT(info->dimensions, >=, info->minimum_dimensions);
        REQUIRE_INT(info->dimensions, <=, info->maximum_dimensions);
        REQUIRE_INT(info->maximum_dimensions, <=, PSO_MOST_DIMENSIONS);
        REQUIRE(pso_objective_find(info->name) == row); /* no other objective has the name */
        double lower, upper, low, high;
        row->bounds(info->dimensions, 0, &lower, &upper);
        const bool numbers = sscanf(info->bounds, "[%lf, %lf]", &low, &high) == 2;
        REQUIRE(numbers ? low == lower && high == upper : strstr(info->bounds, "n^2") || strstr(info->bounds, "pi"));
    }
}

/* True if no coordinate of the optimum, put into random points around the optimum, makes their values worse. */
static bool looks_separable(const struct pso_objective *row, uint32_t n, const double *optimum)
{
    double x[MOST], lower, upper;
    for (uint32_t k = 0; k < 4000; ++k) {
        scatter(row, n, k, 1, x);
        for (uint32_t i = 0; i < n; ++i) {
            row->bounds(n, i, &lower, &upper);
            x[i] = fmin(fmax(optimum[i] + (x[i] - optimum[i]) / (1 << k % 8), lower), upper);
        }
        const double value = value_of(row, 64, x, n), kept = x[k % n];
        x[k % n] = optimum[k % n];
        const double worse = (value_of(row, 64, x, n) - value) * (row->info.maximise ? -1 : 1);
        if (worse > 1e-9 * (1 + fabs(value)) && kept != optimum[k % n]) {
            return false;
        }
    }
    return true;
}

TEST(the_properties_separable_and_optimum_at_the_edge_are_true)
{
    FOR_EACH_ROW(row)
    {
        const char *properties = row->info.properties;
        const uint32_t n = row->info.minimum_dimensions > 2 ? row->info.minimum_dimensions : 2;
        double x[MOST], lower, upper;
        bool at_edge = false;
        row->optimum(n, x);
        for (uint32_t i = 0; i < n; ++i) {
            row->bounds(n, i, &lower, &upper);
            at_edge = at_edge || x[i] == lower || x[i] == upper;
        }
        if (looks_separable(row, n, x) != (strstr(properties, "separable") != NULL)
            || at_edge != (strstr(properties, "edge") != NULL)) {
            fprintf(stderr, "%s: %s is not: %s\n", test_name, row->info.name, properties);
            exit(1);
        }
    }
}

/* Appends a table cell in Markdown, in which a bar is written "\|". */
static void append_cell(char *line, const char *mark, const char *text)
{
    size_t at = strlen(line);
    at += (size_t)sprintf(line + at, " %s", mark);
    for (; *text != '\0'; ++text) {
        if (*text == '|') {
            line[at++] = '\\';
        }
        line[at++] = *text;
    }
    sprintf(line + at, "%s |", mark);
}

TEST(the_page_of_objectives_shows_every_row)
{
    char *page = NULL;
    size_t size = 0, lines = 0;
    REQUIRE_OK(base_file_read(&env, test_word(1, NULL), &page, &size));
    FOR_EACH_ROW(row)
    {
        const struct swarm_objective_info *info = &row->info;
        char line[1024] = "\n|", number[32], end[256] = "";
        const bool one = info->minimum_dimensions == info->maximum_dimensions;
        sprintf(number, "%s%u", one ? "always " : "", (unsigned)info->dimensions);
        append_cell(line, "`", info->name);
        append_cell(line, "`", info->formula);
        append_cell(line, "", info->bounds);
        append_cell(line, "", number);
        append_cell(end, "", info->properties);
        append_cell(end, "", info->can_shift ? "yes" : "no");
        append_cell(end, "", info->source);
        REQUIRE_CONTAINS(page, line);
        char *rest = strstr(page, line) + strlen(line), *past = strchr(rest, '\n');
        REQUIRE(past);
        *past = '\0';
        REQUIRE_CONTAINS(rest, end);
        REQUIRE((strstr(rest, "maximum") != NULL) == info->maximise);
        *past = '\n';
    }
    const char *table = strstr(page, "| name | formula |");
    REQUIRE(table);
    for (const char *at = table; (at = strstr(at, "\n| `")) != NULL; ++at) {
        ++lines;
    }
    REQUIRE_INT(lines, ==, pso_objective_count);
    free(page);
}

/* The largest amount by which rounding may improve on the optimum. */
static double slack(const struct pso_objective *row, const double *x, uint32_t n)
{
    wide size = 0;
    formula_of(row, x, n, &size);
    return (double)size * (8 + n) * DBL_EPSILON;
}

static bool beats(const struct pso_objective *row, const double *x, uint32_t n, double best)
{
    const double value = value_of(row, 64, x, n), margin = slack(row, x, n);
    return row->info.maximise ? value > best + margin : value < best - margin;
}

TEST(the_optimum_has_its_value_and_is_within_the_bounds)
{
    double x[MOST];
    FOR_EACH_ROW(row)
    {
        for (uint32_t n = row->info.minimum_dimensions; n <= MOST && n <= row->info.maximum_dimensions; ++n) {
            const double best = row->optimum(n, x), value = value_of(row, 64, x, n);
            for (uint32_t i = 0; i < n; ++i) {
                double lower, upper;
                row->bounds(n, i, &lower, &upper);
                REQUIRE(isfinite(lower) && isfinite(upper) && lower < upper && x[i] >= lower && x[i] <= upper);
            }
            REQUIRE(isfinite(best));
            if (best == 0 && x[0] == 0) { /* the value is exact at the origin */
                REQUIRE(value == 0 && value_of(row, 32, x, n) == 0);
            } else if (!(fabs(value - best) <= slack(row, x, n) + 1e-12 * fabs(best))) {
                fprintf(stderr, "%s: %s, %u dimensions: %.17g, expected %.17g\n", test_name, row->info.name,
                        (unsigned)n, value, best);
                exit(1);
            }
        }
    }
}

TEST(no_point_within_the_bounds_beats_the_optimum)
{
    double x[MOST], place[MOST];
    FOR_EACH_ROW(row)
    {
        FOR_EACH_DIMENSION(row, n)
        {
            const double best = row->optimum(n, place);
            for (uint32_t k = 0; k < SEARCHES(n); k += test_paths(16, 2)) {
                scatter(row, n, k, 1, x);
                REQUIRE(!beats(row, x, n, best));
                /* distances from the optimum: a tenth of the range, down to almost 0 */
                const double near = pow(10, -1 - 14.0 * k / SEARCHES(n));
                for (uint32_t i = 0; i < n; ++i) {
                    double lower, upper;
                    row->bounds(n, i, &lower, &upper);
                    x[i] = place[i] + near * (upper - lower) * (uniform(k, MOST + i) - 0.5);
                    x[i] = fmin(fmax(x[i], lower), upper);
                }
                REQUIRE(!beats(row, x, n, best));
            }
        }
    }
}

/* A shift moves points from outside to inside the bounds, where they must not beat the optimum. */
TEST(nothing_outside_the_bounds_is_better_if_a_shift_is_allowed)
{
    double x[MOST], place[MOST];
    FOR_EACH_ROW(row)
    {
        bool beaten = false;
        FOR_EACH_DIMENSION(row, n)
        {
            const double best = row->optimum(n, place);
            for (uint32_t k = 0; k < SEARCHES(n); ++k) {
                scatter(row, n, k, 1 + 9 * uniform(k, MOST), x);
                beaten = beaten || beats(row, x, n, best);
            }
        }
        if (beaten == row->info.can_shift) {
            fprintf(stderr, "%s: %s: %s\n", test_name, row->info.name, beaten ? "there is" : "nothing found");
            exit(1);
        }
    }
}

TEST(minima_of_michalewicz_and_maxima_of_the_cubics_are_those_of_the_literature)
{
    const struct pso_objective *row = pso_objective_find("michalewicz");
    double x[MOST];
    REQUIRE(fabs(row->optimum(2, x) + 1.8013034101) < 1e-9);
    REQUIRE(fabs(x[0] - 2.202906) < 1e-6 && fabs(x[1] - 1.570796) < 1e-6);
    REQUIRE(fabs(row->optimum(5, x) + 4.687658) < 1e-6);
    REQUIRE(fabs(row->optimum(10, x) + 9.660152) < 1e-6);
    const struct pso_objective *paper = pso_objective_find("cubic"), *program = pso_objective_find("cupso-cubic");
    REQUIRE(paper->info.maximise && program->info.maximise);
    REQUIRE(!paper->published && program->published);
    REQUIRE(paper->optimum(1, x) == 900000 && x[0] == 100 && value_of(paper, 64, x, 1) == 900000);
    REQUIRE(fabs(program->optimum(1, x) - 390245.7917386) < 1e-7);
    REQUIRE(fabs(value_of(program, 64, x, 1) - 390245.7917386) < 1e-7);
    x[0] = -57.469; /* the point at which the published program prints its optimum */
    REQUIRE(fabs(value_of(program, 64, x, 1) - 390245.791738) < 1e-6);
}

TEST_MAIN_ENV()
