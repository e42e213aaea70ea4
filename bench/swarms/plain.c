/* swarms_plain OBJECTIVE DIMENSIONS PARTICLES ITERATIONS SHIFT BOUNDARY FIRST_SEED SEEDS - a textbook particle
 * swarm, for comparison: constriction after Clerc and Kennedy (2002), a global best, positions clamped to the
 * bounds, velocities to half their width. Double precision, the C library's functions, its own random numbers
 * (xoshiro256++ of Blackman and Vigna). It shares only the shifted position of the optimum (--shift SHIFT, "-": not
 * shifted) with the library, so that both search the same function. One JSON document on stdout: the best value for
 * each seed. Exit code 2: wrong arguments. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cl/shared/philox.h"

#define PI         3.14159265358979323846
#define CHI        0.72984378812835756 /* 2 / |2 - phi - sqrt(phi^2 - 4 phi)|, phi = 4.1 */
#define PULL       2.05
#define SHIFT_WORD 0x53484654u /* SHIFT_WORD and SHIFT_PART are copies from src/functions/choose.c */
#define SHIFT_PART 0.8

enum { MOST_DIMENSIONS = 1000 };

/* ------------------------------------------------------------------------------------------------------------------ */
/* Objectives                                                                                                         */

static double sphere(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += x[i] * x[i];
    }
    return sum;
}

static double ackley(const double *x, int n)
{
    double squares = 0, cosines = 0;
    for (int i = 0; i < n; ++i) {
        squares += x[i] * x[i];
        cosines += cos(2 * PI * x[i]);
    }
    return -20 * exp(-0.2 * sqrt(squares / n)) - exp(cosines / n) + 20 + exp(1);
}

static double griewank(const double *x, int n)
{
    double squares = 0, product = 1;
    for (int i = 0; i < n; ++i) {
        squares += x[i] * x[i];
        product *= cos(x[i] / sqrt(i + 1.0));
    }
    return 1 + squares / 4000 - product;
}

static double rastrigin(const double *x, int n)
{
    double sum = 10.0 * n;
    for (int i = 0; i < n; ++i) {
        sum += x[i] * x[i] - 10 * cos(2 * PI * x[i]);
    }
    return sum;
}

static double rosenbrock(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i + 1 < n; ++i) {
        sum += 100 * pow(x[i + 1] - x[i] * x[i], 2) + pow(1 - x[i], 2);
    }
    return sum;
}

static const struct objective {
    const char *name;
    double (*function)(const double *x, int n);
    double bound;   /* half the width of the box: coordinates are in [-bound, bound] */
    double optimum; /* value of every coordinate of the optimum */
} objectives[] = {
    {"sphere", sphere, 100, 0},        {"ackley", ackley, 32.768, 0},     {"griewank", griewank, 600, 0},
    {"rastrigin", rastrigin, 5.12, 0}, {"rosenbrock", rosenbrock, 30, 1},
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Random numbers                                                                                                     */

static uint64_t state[4];

static uint64_t rotate(uint64_t word, int by)
{
    return word << by | word >> (64 - by);
}

/* In [0, 1). */
static double draw(void)
{
    const uint64_t found = rotate(state[0] + state[3], 23) + state[0], shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotate(state[3], 45);
    return (double)(found >> 11) * 0x1p-53;
}

/* splitmix64 */
static void seed_draws(uint64_t seed)
{
    for (int i = 0; i < 4; ++i) {
        uint64_t word = seed += 0x9E3779B97F4A7C15u;
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
        word = (word ^ word >> 27) * 0x94D049BB133111EBu;
        state[i] = word ^ word >> 31;
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The swarm                                                                                                          */

struct swarm {
    const struct objective *objective;
    int dimensions, particles, iterations;
    bool absorbs;
    double shift[MOST_DIMENSIONS];
    double *x, *v, *memory, *value; /* [particles][dimensions], except value [particles] */
};

static double value_at(const struct swarm *swarm, const double *x)
{
    double moved[MOST_DIMENSIONS];
    for (int d = 0; d < swarm->dimensions; ++d) {
        moved[d] = x[d] - swarm->shift[d];
    }
    return swarm->objective->function(moved, swarm->dimensions);
}

static double clamp(double x, double limit)
{
    return x < -limit ? -limit : x > limit ? limit : x;
}

static int best_of(const struct swarm *swarm)
{
    int best = 0;
    for (int p = 1; p < swarm->particles; ++p) {
        best = swarm->value[p] < swarm->value[best] ? p : best;
    }
    return best;
}

static double run(struct swarm *swarm, uint64_t seed)
{
    const int n = swarm->dimensions;
    const double bound = swarm->objective->bound, fastest = bound;
    double best[MOST_DIMENSIONS];
    seed_draws(seed);
    for (int p = 0; p < swarm->particles; ++p) {
        for (int i = p * n; i < (p + 1) * n; ++i) {
            swarm->memory[i] = swarm->x[i] = bound * (2 * draw() - 1);
            swarm->v[i] = fastest * (2 * draw() - 1);
        }
        swarm->value[p] = value_at(swarm, swarm->x + p * n);
    }
    for (int iteration = 0; iteration < swarm->iterations; ++iteration) {
        memcpy(best, swarm->memory + best_of(swarm) * n, (size_t)n * sizeof *best);
        for (int p = 0; p < swarm->particles; ++p) {
            double *x = swarm->x + p * n, *v = swarm->v + p * n, *memory = swarm->memory + p * n;
            for (int d = 0; d < n; ++d) {
                const double own = draw(), social = draw();
                v[d] = CHI * (v[d] + PULL * own * (memory[d] - x[d]) + PULL * social * (best[d] - x[d]));
                v[d] = clamp(v[d], fastest);
                x[d] += v[d];
                v[d] = swarm->absorbs && fabs(x[d]) > bound ? 0 : v[d];
                x[d] = clamp(x[d], bound);
            }
            const double value = value_at(swarm, x);
            if (value < swarm->value[p]) {
                swarm->value[p] = value;
                memcpy(memory, x, (size_t)n * sizeof *x);
            }
        }
    }
    return swarm->value[best_of(swarm)];
}

static void move_optimum(struct swarm *swarm, uint64_t seed)
{
    const double optimum = swarm->objective->optimum, bound = swarm->objective->bound;
    for (int d = 0; d < swarm->dimensions; ++d) {
        const struct philox_block counter = {(uint32_t)d, 0, 0, SHIFT_WORD};
        const struct philox_block drawn = philox4x32(counter, (uint32_t)seed, (uint32_t)(seed >> 32));
        const double part = (double)(((uint64_t)drawn.w0 << 32 | drawn.w1) >> 11) * 0x1p-53;
        swarm->shift[d] = SHIFT_PART * (-bound - optimum + 2 * bound * part);
    }
}

static int usage(void)
{
    fprintf(stderr,
            "usage: swarms_plain OBJECTIVE DIMENSIONS PARTICLES ITERATIONS SHIFT|- clamp|absorb FIRST_SEED SEEDS\n");
    return 2;
}

int main(int count, char **words)
{
    static struct swarm swarm;
    for (size_t i = 0; count == 9 && i < sizeof objectives / sizeof objectives[0]; ++i) {
        swarm.objective = strcmp(words[1], objectives[i].name) == 0 ? &objectives[i] : swarm.objective;
    }
    swarm.dimensions = count == 9 ? atoi(words[2]) : 0;
    swarm.particles = count == 9 ? atoi(words[3]) : 0;
    swarm.iterations = count == 9 ? atoi(words[4]) : 0;
    swarm.absorbs = count == 9 && strcmp(words[6], "absorb") == 0;
    if (!swarm.objective || swarm.dimensions < 1 || swarm.dimensions > MOST_DIMENSIONS || swarm.particles < 1) {
        return usage();
    }
    const size_t numbers = (size_t)swarm.particles * (size_t)swarm.dimensions;
    swarm.x = malloc(numbers * sizeof(double));
    swarm.v = malloc(numbers * sizeof(double));
    swarm.memory = malloc(numbers * sizeof(double));
    swarm.value = malloc((size_t)swarm.particles * sizeof(double));
    if (!swarm.x || !swarm.v || !swarm.memory || !swarm.value) {
        fprintf(stderr, "swarms_plain: out of memory\n");
        return 1;
    }
    if (strcmp(words[5], "-") != 0) {
        move_optimum(&swarm, strtoull(words[5], NULL, 10));
    }
    const uint64_t first = strtoull(words[7], NULL, 10);
    printf("{\"values\": [");
    for (int i = 0; i < atoi(words[8]); ++i) {
        printf("%s%.17g", i > 0 ? ", " : "", run(&swarm, first + (uint64_t)i));
    }
    printf("]}\n");
    free(swarm.x);
    free(swarm.v);
    free(swarm.memory);
    free(swarm.value);
    return 0;
}
