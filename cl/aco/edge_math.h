/* edge_math.h - the arithmetic of Ant System on one edge or tour, with the same bits on host and device. A trail (tau)
 * is an integer number of units (src/aco/settings.c), so sums do not depend on the order of ants. An evaporated trail
 * is at most TRAIL_MAX, as is the sum of an iteration's deposits on it, so trails stay below 2^31. */
#ifndef SWARMCL_EDGE_MATH_H
#define SWARMCL_EDGE_MATH_H

#include "power.h"

#define TRAIL_MAX   0x3fffffffu /* units; trails reach it only if L_nn / (rho L_best) exceeds about 4 */
#define TRAIL_FLOOR 1u          /* units: the smallest trail; choice_of() requires trails above 0 */

/* eta = 1 / distance; 2 for distance 0 */
SHARED_INLINE float heuristic_of(int32_t distance)
{
    return distance == 0 ? 2.0f : power_reciprocal((float)distance);
}

/* heuristic_of(), except for edges that ants never draw: to the joint of an open path, where every ant starts, and to a
 * partner. Those get a value below all others, so they do not affect the scale of the row. */
SHARED_INLINE float heuristic_towards(int32_t distance, int32_t undrawn)
{
    return heuristic_of(undrawn ? 0x7fffffff : distance);
}

/* x^whole by multiplications if whole >= 0, otherwise x^(fixed / 2^24). */
SHARED_INLINE void edge_power(struct scaled *s, float x, int32_t whole, int64_t fixed)
{
    if (whole >= 0) {
        scaled_power_whole(s, x, whole);
    } else {
        scaled_power_real(s, x, fixed);
    }
}

/* The power of two that scales a row: with the largest possible trail the row's largest eta^beta stays just below
 * 2^127. largest_bits: the row's largest heuristic as bits; 0 if the row has no other node. alpha_offset: 125 minus the
 * exponent of the largest trail^alpha. */
SHARED_INLINE int32_t row_offset_of(uint32_t largest_bits, int32_t beta_whole, int64_t beta_fixed, int32_t alpha_offset)
{
    if (largest_bits == 0) {
        return 0;
    }
    struct scaled largest;
    edge_power(&largest, float_from_bits(largest_bits), beta_whole, beta_fixed);
    return alpha_offset - largest.exponent;
}

/* Exponents alpha and beta as arguments of edge_power(). */
struct choice_exponents {
    int32_t alpha_whole, beta_whole;
    int64_t alpha_fixed, beta_fixed;
};

/* tau^alpha * eta^beta * 2^offset, clamped to the normal floats from 2^-126 to below 2^127. */
SHARED_INLINE float choice_of(uint32_t trail, float heuristic, struct choice_exponents exponents, int32_t offset)
{
    struct scaled choice, eta;
    edge_power(&choice, (float)(int32_t)trail, exponents.alpha_whole, exponents.alpha_fixed);
    edge_power(&eta, heuristic, exponents.beta_whole, exponents.beta_fixed);
    scaled_multiply(&choice, &eta);
    int32_t exponent = choice.exponent + offset;
    exponent = exponent < -127 ? -127 : exponent;
    exponent = exponent > 126 ? 126 : exponent;
    /* compares bits, which sort like floats; exponent -127 gives a denormal, below the smallest normal */
    const uint32_t smallest = 0x00800000u;
    uint32_t bits = ((uint32_t)(exponent + 127) << 23) | (float_bits(choice.mantissa) & 0x007fffffu);
    return float_from_bits(bits < smallest ? smallest : bits);
}

/* Roulette: the weight of an edge as an integer. A power of two scales the row's largest choice into [2^31, 2^32);
 * choices less than 2^-32 of the largest become 0. Arguments: bits of floats > 0. */
SHARED_INLINE uint32_t roulette_weight(uint32_t choice_bits, uint32_t row_max_bits)
{
    uint32_t shift = (row_max_bits >> 23) - (choice_bits >> 23);
    uint32_t mantissa = ((choice_bits & 0x007fffffu) | 0x00800000u) << 8;
    return shift < 32u ? mantissa >> shift : 0u;
}

/* The weight of an edge, with the row's largest choice scaled into [1, 2), and at least 2^-90. */
SHARED_INLINE float scaled_weight(uint32_t choice_bits, uint32_t row_max_bits)
{
    int32_t exponent = (int32_t)(choice_bits >> 23) - (int32_t)(row_max_bits >> 23);
    uint32_t mantissa = choice_bits & 0x007fffffu;
    if (exponent < -90) {
        exponent = -90;
        mantissa = 0;
    }
    return float_from_bits(((uint32_t)(exponent + 127) << 23) | mantissa);
}

/* Race: the reciprocal of scaled_weight(). */
SHARED_INLINE float race_inverse_weight(uint32_t choice_bits, uint32_t row_max_bits)
{
    return power_reciprocal(scaled_weight(choice_bits, row_max_bits));
}

/* Returns (1 - rho) tau, at least `floor_units` and at most TRAIL_MAX; keep = (1 - rho) * 2^32. */
SHARED_INLINE uint32_t trail_evaporated(uint32_t trail, uint32_t keep, uint32_t floor_units)
{
    uint32_t kept = (uint32_t)(((uint64_t)trail * keep) >> 32);
    kept = kept < floor_units ? floor_units : kept;
    return kept > TRAIL_MAX ? TRAIL_MAX : kept;
}

/* The deposit 1 / L in units: scale / (L >> shift), at least 1, at most `maximum`. */
SHARED_INLINE uint32_t deposit_amount(int64_t length, uint64_t scale, uint32_t shift, uint32_t maximum)
{
    uint64_t divisor = (uint64_t)length >> shift;
    uint64_t amount = scale / (divisor < 1u ? 1u : divisor);
    amount = amount < 1u ? 1u : amount;
    return amount > maximum ? maximum : (uint32_t)amount;
}

#endif
