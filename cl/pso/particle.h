/* particle.h - a particle's random numbers, its move along one coordinate, and its value. Everything that decides the
 * bits of a swarm is here and in objectives.h, for host and device, and for vectors of LANES particles (real.h). */
#ifndef SWARMCL_PARTICLE_H
#define SWARMCL_PARTICLE_H

#include "cl/shared/philox.h"
#include "cl/shared/real_functions.h"
#include "types.h"

#if LANES == 1
typedef uint32_t lane_word; /* a 32-bit word for each particle of a vector */
typedef struct philox_block lane_block;
#define LANE_WIDEN(word) ((num_bits)(word))
PHILOX_DEFINE(philox_lanes, 7, lane_block, uint32_t, uint64_t, (uint64_t), (uint32_t))
#else
typedef REAL_JOIN(uint, LANES) lane_word;
typedef struct {
    lane_word w0, w1, w2, w3;
} lane_block;
typedef REAL_JOIN(ulong, LANES) lane_wide;
#define LANE_WIDEN(word) REAL_JOIN(convert_ulong, LANES)(word)
PHILOX_DEFINE(philox_lanes, 7, lane_block, lane_word, lane_wide, REAL_JOIN(convert_ulong, LANES),
              REAL_JOIN(convert_uint, LANES))
#endif

/* Purposes of random numbers: the fourth word of a Philox counter. */
#define DRAW_MOVE     0u
#define DRAW_BOUNDARY 1u

/* Returns the random block of particles for a pair of draws, which use two words each. Draw `iteration * dimensions
 * + coordinate` uses one half of block draw / 2. Iteration 0 is the start. */
SHARED_INLINE lane_block particle_block(uint64_t pair, lane_word particle, uint32_t purpose, uint32_t key_0,
                                        uint32_t key_1)
{
    lane_block counter;
    counter.w0 = (uint32_t)pair;
    counter.w1 = (uint32_t)(pair >> 32);
    counter.w2 = particle;
    counter.w3 = purpose;
    return philox_lanes(counter, key_0, key_1);
}

/* Returns a uniform number in [0, 1) with 32 random bits, or 23 in single precision. It is assembled from bits,
 * because GPUs convert integers to doubles slowly. */
SHARED_INLINE real particle_uniform(lane_word word)
{
#if PRECISION == 64
    return real_from_bits((LANE_WIDEN(word) << 20) | 0x3ff0000000000000ul) - R(1.0);
#else
    return real_from_bits((word >> 9) | 0x3f800000u) - R(1.0);
#endif
}

/* Return the two uniform numbers of a draw. */
SHARED_INLINE real particle_first(lane_block block, uint64_t draw)
{
    return particle_uniform((draw & 1u) ? block.w2 : block.w0);
}

SHARED_INLINE real particle_second(lane_block block, uint64_t draw)
{
    return particle_uniform((draw & 1u) ? block.w3 : block.w1);
}

/* Returns x limited to [lower, upper]; NaN becomes lower. Both comparisons use x, so they are independent. */
SHARED_INLINE real particle_confine(real x, real lower, real upper)
{
    real low = x > lower ? x : lower;
    return x < upper ? low : x > lower ? upper : lower;
}

/* Return the first position and velocity of a particle: uniform within the bounds; uniform within the smaller of the
 * largest velocity and the range. */
SHARED_INLINE real particle_place(real uniform, num lower, num upper)
{
    real low = lower, high = upper;
    return particle_confine(low + (high - low) * uniform, low, high);
}

SHARED_INLINE real particle_speed(real uniform, num lower, num upper, num largest)
{
    num range = upper - lower;
    num limit = largest < range ? largest : range;
    return limit * (uniform + uniform - R(1.0));
}

/* The inertia weight of an iteration. Whole numbers up to 2^24 are exact in single precision, too. */
SHARED_INLINE num particle_inertia(num inertia, num inertia_step, uint32_t inertia_iterations, uint64_t iteration)
{
    uint32_t at = iteration < inertia_iterations ? (uint32_t)iteration : inertia_iterations;
    return inertia + inertia_step * (num)at;
}

/* Factors that all coordinates of a move share. */
struct particle_rule {
    num inertia, cognitive, social;
};

/* Returns a velocity limited to [-largest, largest]; NaN becomes -largest. */
SHARED_INLINE real particle_limited(real v, num largest)
{
    real limit = largest;
    return particle_confine(v, -limit, limit);
}

/* Computes the new velocity of a particle (Eq. 1 of Wang et al. 2022). */
SHARED_INLINE real particle_velocity(struct particle_rule rule, real x, real v, real memory, real best, real first,
                                     real second, num largest)
{
    v = rule.inertia * v + (rule.cognitive * first) * (memory - x) + (rule.social * second) * (best - x);
    return particle_limited(v, largest);
}

/* Computes the new position (Eq. 2), and applies the rule at the bounds (BOUNDARY_...). `again`: a uniform number
 * for BOUNDARY_RANDOM. */
SHARED_INLINE real particle_arrive(int boundary, real x, real *velocity, num lower, num upper, real again)
{
    real low = lower, high = upper, v = *velocity;
    real to = x + v;
    real zero = R(0.0);
    switch (boundary) {
    case BOUNDARY_ABSORB:
        *velocity = to < low ? zero : to > high ? zero : v;
        break;
    case BOUNDARY_REFLECT:
        *velocity = to < low ? -v : to > high ? -v : v;
        to = to < low ? low + (low - to) : to > high ? high - (to - high) : to;
        break;
    case BOUNDARY_PERIODIC:
        to = to < low ? to + (high - low) : to > high ? to - (high - low) : to;
        break;
    case BOUNDARY_RANDOM:
        again = low + (high - low) * again;
        to = to < low ? again : to > high ? again : to;
        break;
    default:
        break;
    }
    return particle_confine(to, low, high);
}

/* Returns the point of the grid lower + k step, within the bounds, that is nearest to x, with ties to even k; x if `step`
 * is 0. A point above `upper` by rounding errors counts as `upper`. */
SHARED_INLINE real particle_on_grid(real x, num lower, num upper, num step)
{
    real low = lower, high = upper, width = step;
    real k = real_nearest(real_divide(x - low, width));
    real to = low + k * width;
    real last = to - high > R(0.0009765625) * width ? low + (k - R(1.0)) * width : high;
    return step > 0 ? (to > high ? last : to) : x;
}

/* Converts a value of the objective to one that is minimised; NaN becomes infinity. */
SHARED_INLINE real particle_value(real value, bool maximise)
{
    real worst = (num)INFINITY;
    real minimised = maximise ? -value : value;
    return value == value ? minimised : worst;
}

/* Constraints g_k(x) <= 0 by the rules of Deb (2000) in one number: feasible positions compare by value, limited to below
 * a power of two, and come before all others, which compare by the sum of their violations. Bits of positive numbers sort
 * as the numbers do, so the bits of a violation, without the last ones, follow those of the limit. */
#if PRECISION == 64
#define PARTICLE_LIMIT 0x7e70000000000000ul /* bits of 2^1000 */
#define PARTICLE_BITS  7                    /* bits of a violation that are dropped, so that infinity stays finite */
#else
#define PARTICLE_LIMIT 0x71800000u /* bits of 2^100 */
#define PARTICLE_BITS  4
#endif

/* Returns the violation of a constraint with value g: infinite for NaN, 0 for subnormal numbers, which some devices
 * read as 0. */
SHARED_INLINE real particle_excess(real g)
{
    real none = R(0.0), worst = (num)INFINITY;
    real excess = g < REAL_SMALLEST ? none : g;
    return g == g ? excess : worst;
}

/* Combines a value to be minimised with the sum of violations. The value of an infeasible position has no effect. */
SHARED_INLINE real particle_ranked(real minimised, real violation)
{
    real most = num_from_bits(PARTICLE_LIMIT - 1u), worst = (num)INFINITY, none = R(0.0);
    real feasible = minimised < most ? minimised : minimised < worst ? most : worst;
    real infeasible = real_from_bits((real_bits)(PARTICLE_LIMIT + (real_to_bits(violation) >> PARTICLE_BITS)));
    return violation > none ? infeasible : feasible;
}

/* Returns the violation in a ranked value, rounded down to the bits that are kept; 0 for a feasible position. */
SHARED_INLINE num particle_violation(num ranked)
{
    return ranked < num_from_bits(PARTICLE_LIMIT) ? (num)0
           : ranked < (num)INFINITY               ? num_from_bits((num_to_bits(ranked) - PARTICLE_LIMIT) << PARTICLE_BITS)
                                                  : (num)INFINITY;
}

/* True if a particle's value comes before another's; the lower particle comes first on ties. */
SHARED_INLINE bool particle_before(num value, uint32_t particle, num other_value, uint32_t other)
{
    return value < other_value || (value == other_value && particle < other);
}

/* Returns the record after `iteration`. `value`: the best found, by `particle` in iteration `found`; PARTICLE_NONE:
 * nothing is better than `best`. */
SHARED_INLINE struct pso_best particle_settle(struct pso_best best, num value, uint32_t particle, uint64_t found,
                                              uint64_t iteration, num target, uint64_t no_improve)
{
    if (particle != PARTICLE_NONE) {
        best.value = num_to_bits(value);
        best.particle = particle;
        best.iteration = found;
        ++best.improvements;
        if (value <= target) {
            best.state = SWARM_REACHED_TARGET;
            best.stopped = iteration;
        }
    }
    if (best.state == SWARM_RUNNING && no_improve > 0 && iteration - best.iteration >= no_improve) {
        best.state = SWARM_STAGNATED;
        best.stopped = iteration;
    }
    return best;
}

/* Returns the run that begins after `iteration`. */
SHARED_INLINE struct pso_run particle_begin(struct pso_run run, uint64_t iteration)
{
    run.value = num_to_bits((num)INFINITY);
    run.iteration = run.begun = iteration + 1;
    ++run.restarts;
    return run;
}

/* Returns the run after `iteration`, or the next one after `restart` (0: no limit) iterations without an improvement.
 * With a line search, `lines`, that precedes the second run. `particle`: PARTICLE_NONE if `value` is no improvement. */
SHARED_INLINE struct pso_run particle_continue(struct pso_run run, num value, uint32_t particle, uint64_t iteration,
                                               uint32_t restart, bool lines)
{
    if (particle != PARTICLE_NONE) {
        run.value = num_to_bits(value);
        run.iteration = iteration;
    }
    const bool stuck = restart > 0 && run.line.stage == LINE_NONE && iteration - run.iteration >= restart;
    if (stuck && lines && run.restarts == 0) {
        run.line.stage = LINE_GRID;
        run.iteration = iteration + 1;
        return run;
    }
    return stuck ? particle_begin(run, iteration) : run;
}

/* Returns the value in a record from its bits. */
SHARED_INLINE num particle_best_value(uint64_t bits)
{
    return num_from_bits((num_bits)bits);
}

#endif
