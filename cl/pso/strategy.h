/* strategy.h - arithmetic of an evolution strategy that adapts the covariance matrix of its samples, for host and
 * device.
 *
 * Hansen, "The CMA evolution strategy: a tutorial" (2016), with a Cholesky factor A in place of eigenvectors: C = A
 * A^T. Restarts: Hansen, "Benchmarking a bi-population CMA-ES on the BBOB-2009 function testbed" (2009). Coordinates
 * are -1 at the lower bound and 1 at the upper one. Products that may be tiny are rounded to 0 (ant_cut) before they
 * are used, so nothing is subnormal, and all devices give the same bits. LANES is 1. */
#ifndef SWARMCL_STRATEGY_H
#define SWARMCL_STRATEGY_H

#include "continuous_ant.h"
#include "line.h"

/* Purposes of draws, after those of continuous_ant.h. */
#define DRAW_STEP    4u /* the normal deviates of a point */
#define DRAW_RESTART 5u /* where and how a run of the strategy begins */

#define STRATEGY_TRIES 20u    /* times that a point outside the bounds is drawn again before it is clamped */
#define STRATEGY_INNER R(0.8) /* runs begin within this part of the range, around its middle */
#define STRATEGY_SIGMA R(0.4) /* first step size: 0.2 of the range, which is 2 */
#define STRATEGY_SMALL R(9.5367431640625e-7) /* 2^-20: C is scaled if its largest variance is below */
/* Most generations that a run may need to reach the best value of all runs. BBOB, instances 31 to 60, share of targets
 * without a limit, with 2,048 and with 1,024 generations: 82.7, 84.3 and 84.5 % in 10-D; 75.3, 75.4 and 75.7 % in 20-D. */
#define STRATEGY_PATIENCE R(1024.0)
#if PRECISION == 64
#define STRATEGY_PIVOT R(1e-16) /* smallest square of a pivot, as a fraction of its entry of C: one rounding */
#else
#define STRATEGY_PIVOT R(5e-8)
#endif

/* Scalars of the current run of the strategy, first in the section `strategy` of a state. Names are those of the
 * tutorial: mass is mu_eff. */
struct strategy_numbers {
    num sigma, first_sigma; /* step size now and when the run began */
    num c_sigma, d_sigma, c_c, c_1, c_mu;
    num gain_sigma, gain_c; /* factors of the mean step in the two paths */
    num chi;                /* expected length of a vector of normal deviates */
    num scale, negative;    /* factors of positive and negative weights */
    num total;              /* sum of the recombination weights, negative ones included */
    num lazy;               /* generations between two factors */
    num decay;              /* factor of C in the current generation */
    num best, improved;     /* best value of the run, and the generation that found it */
    num extends;            /* 1: the current generation extended the covariance path; else 0 */
};

struct strategy_normals {
    num z[4];
};

/* Returns four normal deviates (Box and Muller 1958). */
SHARED_INLINE struct strategy_normals strategy_normals_of(lane_block drawn)
{
    const num first = real_sqrt(R(-2.0) * real_log(R(1.0) - particle_uniform(drawn.w0)));
    const num second = real_sqrt(R(-2.0) * real_log(R(1.0) - particle_uniform(drawn.w2)));
    const num turn = particle_uniform(drawn.w1), other = particle_uniform(drawn.w3);
    struct strategy_normals made;
    made.z[0] = ant_cut(first * real_cos_turns(turn));
    made.z[1] = ant_cut(first * real_sin_turns(turn));
    made.z[2] = ant_cut(second * real_cos_turns(other));
    made.z[3] = ant_cut(second * real_sin_turns(other));
    return made;
}

/* The number of the block with deviates `coordinate` to `coordinate` + 3 of a try; `coordinate` is a multiple of 4. */
SHARED_INLINE uint64_t strategy_block(uint64_t iteration, uint32_t attempt, uint32_t dimensions, uint32_t coordinate)
{
    return (iteration * (STRATEGY_TRIES + 1u) + attempt) * ((dimensions + 3u) / 4u) + coordinate / 4u;
}

SHARED_INLINE bool strategy_is_outside(num u)
{
    return u < R(-1.0) || u > R(1.0);
}

/* Reverses line_place(). */
SHARED_INLINE num strategy_coordinate(num x, num lower, num upper)
{
    const num reach = R(0.5) * (upper - lower);
    return ant_cut(particle_confine(real_divide(x - (lower + reach), reach), R(-1.0), R(1.0)));
}

/* Keeps a coordinate of the mean at most two standard deviations outside the bounds. Farther outside, all points would be
 * clamped to the same bound, and no value would lead the mean back. */
SHARED_INLINE num strategy_hold(num mean, num sigma, num variance)
{
    const num most = R(1.0) + ant_cut(R(2.0) * sigma * real_sqrt(variance));
    return particle_confine(mean, -most, most);
}

/* A coordinate where a run begins. `word`: random bits. */
SHARED_INLINE num strategy_begin_at(uint32_t word)
{
    return ant_cut(STRATEGY_INNER * (R(2.0) * particle_uniform(word) - R(1.0)));
}

/* The weight of a rank before it is scaled; not positive in the worse half. */
SHARED_INLINE num strategy_raw_weight(uint32_t population, uint32_t rank)
{
    const num weight = real_log(R(0.5) * (num)(population + 1u)) - real_log((num)(rank + 1u));
    return rank >= population / 2u && weight > 0 ? (num)0 : ant_cut(weight);
}

/* The weight of the point with this rank. `square`: of the length of its deviates, which scales
 * negative weights. */
SHARED_INLINE num strategy_weight(struct strategy_numbers numbers, uint32_t dimensions, uint32_t population,
                                  uint32_t rank, num square)
{
    const num raw = strategy_raw_weight(population, rank);
    return ant_cut(rank < population / 2u
                       ? raw * numbers.scale
                       : raw * numbers.negative * real_divide((num)dimensions, real_maximum(square, ANT_LEAST)));
}

/* Returns the constants of a run. */
SHARED_INLINE struct strategy_numbers strategy_begin(uint32_t dimensions, uint32_t population, num sigma)
{
    const num n = (num)dimensions, one = R(1.0), two = R(2.0);
    num sum = 0, squares = 0, less = 0, less_squares = 0;
    for (uint32_t rank = 0; rank < population; ++rank) {
        const num weight = strategy_raw_weight(population, rank), square = weight * weight;
        const bool positive = rank < population / 2u;
        sum += positive ? weight : 0;
        squares += positive ? square : 0;
        less -= positive ? 0 : weight;
        less_squares += positive ? 0 : square;
    }
    const num mass = real_divide(sum * sum, squares), less_mass = real_divide(less * less, less_squares);
    const num wide = real_sqrt(real_divide(mass - one, n + one)) - one, mass_n = real_divide(mass, n);
    struct strategy_numbers made;
    made.sigma = made.first_sigma = sigma;
    made.c_sigma = real_divide(mass + two, n + mass + R(5.0));
    made.d_sigma = one + two * real_maximum((num)0, wide) + made.c_sigma;
    made.c_c = real_divide(R(4.0) + mass_n, n + R(4.0) + two * mass_n);
    made.c_1 = real_divide(two, real_square(n + R(1.3)) + mass);
    const num c_mu = real_divide(two * (mass - two + real_divide(one, mass)), real_square(n + two) + mass);
    made.c_mu = c_mu < one - made.c_1 ? c_mu : one - made.c_1;
    made.gain_sigma = real_sqrt(made.c_sigma * (two - made.c_sigma) * mass);
    made.gain_c = real_sqrt(made.c_c * (two - made.c_c) * mass);
    made.chi = real_sqrt(n) * (one - real_divide(one, R(4.0) * n) + real_divide(one, R(21.0) * n * n));
    num alpha = one + real_divide(made.c_1, made.c_mu);
    const num by_mass = one + real_divide(two * less_mass, mass + two);
    const num definite = real_divide(one - made.c_1 - made.c_mu, n * made.c_mu); /* keeps C positive definite */
    alpha = by_mass < alpha ? by_mass : alpha;
    alpha = definite < alpha ? definite : alpha;
    made.scale = real_divide(one, sum);
    made.negative = real_divide(alpha, less);
    made.total = one - alpha;
    made.lazy = real_divide(one, R(10.0) * n * (made.c_1 + made.c_mu));
    made.decay = one;
    made.extends = made.improved = 0;
    made.best = (num)INFINITY;
    return made;
}

/* The values of a generation that tests need. */
struct strategy_values {
    num best, quarter, worst; /* values of rank 0, of a quarter of the population, and of the last rank */
    num low, high;            /* extremes of the best values of the last generations */
    num record;               /* best value of all runs */
};

/* Adapts step size and decay. `square`: of the length of the path. Returns true if the covariance path is extended. */
SHARED_INLINE bool strategy_adapt(struct strategy_numbers *numbers, uint32_t dimensions, uint64_t generation,
                                  num square)
{
    const num one = R(1.0), length = real_sqrt(square), ratio = real_divide(length, numbers->chi);
    const num early = real_sqrt(one - real_power(one - numbers->c_sigma, (num)(generation + generation)));
    const bool extends = real_divide(ratio, early) < R(1.4) + real_divide(R(2.0), (num)dimensions + one);
    const num growth = real_divide(numbers->c_sigma, numbers->d_sigma) * (ratio - one);
    numbers->sigma *= real_exp(growth < one ? growth : one);
    numbers->decay = one - numbers->c_1 - numbers->c_mu * numbers->total
                     + (extends ? (num)0 : numbers->c_1 * numbers->c_c * (R(2.0) - numbers->c_c));
    return extends;
}

/* True if a feasible run would need more than STRATEGY_PATIENCE generations to close the gap between its `best` and the
 * record, at the speed of the last `kept` generations. Violations of constraints have no such speed. */
SHARED_INLINE bool strategy_is_hopeless(num best, struct strategy_values values, uint64_t kept)
{
    const num gap = best - values.record;
    return best < num_from_bits(PARTICLE_LIMIT) && gap > 0
           && STRATEGY_PATIENCE * (values.high - values.low) < (num)kept * gap;
}

/* Returns true if the values of the population no longer differ, no longer fall or are hopeless, which ends the run.
 * Widens the steps if the best quarter is equal. */
SHARED_INLINE bool strategy_is_flat(struct strategy_numbers *numbers, uint32_t dimensions, uint32_t population,
                                    uint64_t generation, struct strategy_values values)
{
    const uint64_t kept = strategy_history(dimensions, population), longest = 110u + kept + generation / 5u;
    const bool filled = generation > kept;
    const bool equal = values.best == values.quarter && generation > 10u;
    if (equal) {
        numbers->sigma *= real_exp(R(0.2) + real_divide(numbers->c_sigma, numbers->d_sigma));
    }
    if (values.best < numbers->best) {
        numbers->best = values.best;
        numbers->improved = (num)generation;
    }
    return (num)generation - numbers->improved > (num)longest
           || (filled && (values.high - values.low < R(1e-12) || (equal && values.best == values.worst)
                          || strategy_is_hopeless(numbers->best, values, kept)));
}

/* True if the run has made all its generations or evaluations. */
SHARED_INLINE bool strategy_is_over(uint32_t dimensions, struct pso_schedule schedule)
{
    const num longest =
        real_divide(R(150.0) * real_square((num)dimensions + R(3.0)), real_sqrt((num)schedule.population));
    return schedule.generation >= 100u + (uint64_t)longest
           || (schedule.run_limit > 0 && schedule.run_evaluations >= schedule.run_limit);
}

/* True if a step changes a coordinate of the mean. */
SHARED_INLINE bool strategy_moves(num mean, num step)
{
    return mean + ant_cut(step) != mean;
}

/* True if the generation computes the factor of C. */
SHARED_INLINE bool strategy_is_due(struct strategy_numbers numbers, struct pso_schedule schedule)
{
    return (num)(schedule.generation - schedule.factored) >= numbers.lazy;
}

/* The power of two by which the standard deviations of C are divided, and the step size is multiplied, so no entry of C
 * gets so small that ant_cut() makes it 0: the step size may grow while C shrinks. `largest`: the largest variance of C.
 */
SHARED_INLINE num strategy_unit(num largest)
{
    return largest > 0 && largest < STRATEGY_SMALL ? ant_scale(real_sqrt(largest)) : R(1.0);
}

/* True if the square of a pivot is so large, compared with its diagonal entry of C, that C is positive definite. */
SHARED_INLINE bool strategy_is_pivot(num square, num diagonal)
{
    return diagonal > 0 && diagonal < REAL_INFINITY && square > STRATEGY_PIVOT * diagonal;
}

/* True if the steps have become too small or too large. `extent`: the largest magnitude in the path and among the
 * standard deviations of C, `deviation` only among those. */
SHARED_INLINE bool strategy_is_out_of_scale(struct strategy_numbers numbers, num extent, num deviation)
{
    return numbers.sigma * extent < R(1e-12) * numbers.first_sigma
           || !(numbers.sigma * deviation <= R(1e4) * numbers.first_sigma);
}

/* The number of points of the next iteration: a generation, or as many of a step of the line search as there is space.
 */
SHARED_INLINE uint32_t strategy_wanted(struct pso_schedule s, uint32_t dimensions, uint32_t grid, uint32_t most)
{
    const uint64_t left = line_points(s.line, dimensions, grid) - s.line.offset;
    return s.line.stage == LINE_NONE ? s.population : left < most ? (uint32_t)left : most;
}

/* The number of points that are evaluated: `wanted`, or what `limit` (0: none) leaves after `evaluations`, which are
 * never more. So the difference needs no lower limit of 0, for which compilers use an instruction that oclgrind lacks.
 */
SHARED_INLINE uint32_t strategy_points(uint64_t evaluations, uint64_t limit, uint32_t wanted)
{
    const uint64_t left = limit - evaluations;
    return limit == 0 || left >= wanted ? wanted : (uint32_t)left;
}

/* Returns the record with the end of the run if `evaluations` reach the limit. */
SHARED_INLINE struct pso_best strategy_settle(struct pso_best best, uint64_t evaluations, uint64_t limit,
                                              uint64_t iteration)
{
    if (best.state == SWARM_RUNNING && limit > 0 && evaluations >= limit) {
        best.state = SWARM_SPENT;
        best.stopped = iteration;
    }
    return best;
}

/* Returns the schedule of the next run: the regime that has had fewer evaluations. `first` and `most`: the first and
 * the largest population; `grid`: of the line search before the second run; `uniform`: in [0, 1). */
SHARED_INLINE struct pso_schedule strategy_restart(struct pso_schedule s, uint32_t first, uint32_t most, uint32_t grid,
                                                   num uniform)
{
    if (s.regime == REGIME_SMALL) {
        s.small_evaluations += s.run_evaluations;
    } else {
        s.large_evaluations += s.regime == REGIME_LARGE ? s.run_evaluations : 0;
        s.last_large = s.run_evaluations;
    }
    s.regime = s.small_evaluations < s.large_evaluations ? REGIME_SMALL : REGIME_LARGE;
    if (s.regime == REGIME_SMALL) {
        const num ratio = real_divide(R(0.5) * (num)s.largest, (num)first);
        const uint32_t drawn = (uint32_t)((num)first * real_power(ratio, uniform * uniform));
        s.population = drawn > first ? drawn : first;
        s.run_limit = s.last_large / 2u + 1u;
    } else {
        s.largest = s.largest > most / 2u ? most : 2u * s.largest;
        s.population = s.largest;
        s.run_limit = 0;
    }
    s.run_evaluations = 0;
    s.generation = 0;
    s.factored = 0;
    s.ended = 0;
    s.adopted = 0;
    if (++s.restarts == 1 && grid > 1) {
        s.line = line_begin(0);
    }
    return s;
}

/* The first step size of a run; `uniform`: in [0, 1). */
SHARED_INLINE num strategy_first_sigma(uint32_t regime, num uniform)
{
    return regime == REGIME_SMALL ? STRATEGY_SIGMA * real_power(R(10.0), R(-2.0) * uniform) : STRATEGY_SIGMA;
}

#endif
