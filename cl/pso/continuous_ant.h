/* continuous_ant.h - arithmetic of an ant that samples around a solution of an archive, for host and device.
 *
 * Socha and Dorigo, "Ant colony optimization for continuous domains" (2008). Differences of solutions are scaled by a
 * power of two to at most about 1, and ant_cut() rounds tiny lengths to 0, so no sum or product is subnormal, and all
 * devices give the same bits. LANES is 1. */
#ifndef SWARMCL_CONTINUOUS_ANT_H
#define SWARMCL_CONTINUOUS_ANT_H

#include "particle.h"
#include "cl/shared/real_functions.h"

/* Purposes of draws, after those of particle.h. */
#define DRAW_GUIDE     2u /* chooses the solution around which an ant samples */
#define DRAW_DIRECTION 3u /* chooses a direction, and the distance along it */

#if PRECISION == 64
#define ANT_LEAST         R(7.8886090522101181e-31)  /* 2^-100: lengths below this count as 0, so products are exact */
#define ANT_LEAST_SCALE   R(1.1830521861667747e-271) /* 2^-900: largest differences below this count as 0 */
#define ANT_LARGEST_SCALE R(1.0715086071862673e301)  /* 2^1000: upper limit of the unit of length */
#else
#define ANT_LEAST         R(8.8817841970012523e-16) /* 2^-50 */
#define ANT_LEAST_SCALE   R(8.4703294725430034e-22) /* 2^-70 */
#define ANT_LARGEST_SCALE R(1.3292279957849159e36)  /* 2^120 */
#endif
#define ANT_STRAIGHT R(0.25) /* smallest square of a direction of length 1 without components along earlier ones */

SHARED_INLINE num ant_cut(num x)
{
    return real_absolute(x) < ANT_LEAST ? (num)0 : x;
}

/* The unit of differences: the power of two at or below `largest`, within the limits above; 0: all solutions count as
 * equal. */
SHARED_INLINE num ant_scale(num largest)
{
    const num scale = num_from_bits(num_to_bits(largest) & ~REAL_MANTISSA);
    return largest < ANT_LEAST_SCALE ? (num)0 : largest < ANT_LARGEST_SCALE ? scale : ANT_LARGEST_SCALE;
}

/* The weight of a direction: the fourth power of its length, computed from its square. */
SHARED_INLINE num ant_weight(num square)
{
    const num cut = ant_cut(square);
    return cut * cut;
}

/* The weight of the solution with this rank, 0 for the best. `width`: q k. */
SHARED_INLINE num ant_rank_weight(uint32_t rank, num width)
{
    return real_exp(R(-0.5) * real_square(real_divide((num)rank, width)));
}

/* Returns a normally distributed number made from two random words (Box and Muller 1958). */
SHARED_INLINE num ant_normal(uint32_t first, uint32_t second)
{
    return real_sqrt(R(-2.0) * real_log(R(1.0) - particle_uniform(first))) * real_cos_turns(particle_uniform(second));
}

/* Returns a coordinate of a position, in which subnormal numbers become 0. */
SHARED_INLINE num ant_coordinate(num x)
{
    return real_absolute(x) < REAL_SMALLEST ? (num)0 : x;
}

#endif
