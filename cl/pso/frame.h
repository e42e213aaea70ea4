/* frame.h - the learned frame of a swarm, for host and device: directions along which random factors act.
 *
 * With random factors for each coordinate a swarm follows only valleys along the axes (Wilke et al. 2007). The
 * directions here are the eigenvectors of the covariance of all memories, in units of the ranges of coordinates. Every
 * PSO_FRAME_PERIOD iterations one sweep of Jacobi rotations (Golub and Van Loan, section 8.5) turns the last frame
 * towards them. Sums are in the order of particles; a round turns disjoint pairs, so their order does not matter. Tiny
 * numbers become 0, so nothing is subnormal, and all devices give the same bits. */
#ifndef SWARMCL_FRAME_H
#define SWARMCL_FRAME_H

#include "particle.h"

#if PRECISION == 64
#define FRAME_LEAST R(7.8886090522101181e-31) /* 2^-100: smaller numbers count as 0, so products are exact */
#define FRAME_ALIKE R(1e-16)                  /* part of the variances below which a covariance counts as 0 */
#else
#define FRAME_LEAST R(8.8817841970012523e-16) /* 2^-50 */
#define FRAME_ALIKE R(5e-8)
#endif
#define FRAME_MOST_RANGE R(1e30) /* largest unit of a coordinate; the smallest is its inverse */

#ifdef ON_DEVICE
#define FRAME_GLOBAL         __global
#define FRAME_EACH(i, count) for (uint i = (uint)get_local_id(0); i < (count); i += GROUP_SIZE)
#define FRAME_MEET           GROUP_BARRIER(CLK_GLOBAL_MEM_FENCE)
#else
#define FRAME_GLOBAL
#define FRAME_EACH(i, count) for (uint32_t i = 0; i < (count); ++i)
#define FRAME_MEET
#endif

/* The first element of a real. */
#if LANES == 1
#define FRAME_NUM(x) (x)
#else
#define FRAME_NUM(x) ((x).s0)
#endif
#define FRAME_DIVIDE(a, b) FRAME_NUM(real_divide((real)(a), (real)(b)))
#define FRAME_ROOT(x)      FRAME_NUM(real_sqrt((real)(x)))

struct frame_arrays {
    FRAME_GLOBAL num *directions; /* [n][n]: a direction in each row; this and the next two are part of a state */
    FRAME_GLOBAL num *units;      /* [n]: ranges of coordinates */
    FRAME_GLOBAL num *scales;     /* [n]: their inverses */
    FRAME_GLOBAL num *matrix;     /* [n][n]: covariance of the memories in the frame */
    FRAME_GLOBAL num *turns;   /* [n][2]: cosine and sine of the angle of the pair whose first direction is the row */
    FRAME_GLOBAL num *means;   /* [n]: of the memories, from the first one */
    FRAME_GLOBAL num *extents; /* [n]: largest deviation from the mean */
    FRAME_GLOBAL num *deviations; /* [n][stride]: in the frame */
};

SHARED_INLINE struct frame_arrays frame_arrays_of(FRAME_GLOBAL num *numbers, FRAME_GLOBAL num *scratch, uint32_t n)
{
    struct frame_arrays made;
    made.directions = numbers;
    made.units = numbers + n * n;
    made.scales = made.units + n;
    made.matrix = scratch;
    made.turns = made.matrix + n * n;
    made.means = made.turns + 2 * n;
    made.extents = made.means + n;
    made.deviations = made.extents + n;
    return made;
}

SHARED_INLINE num frame_cut(num x)
{
    return x < FRAME_LEAST && x > -FRAME_LEAST ? (num)0 : x;
}

SHARED_INLINE num frame_size(num x)
{
    return x < 0 ? -x : x;
}

/* Begins with the axes of the coordinates. */
SHARED_INLINE void frame_begin(struct frame_arrays frame, uint32_t n, FRAME_GLOBAL const num *lower,
                               FRAME_GLOBAL const num *upper)
{
    FRAME_EACH(i, n * n) {
        frame.directions[i] = i % (n + 1) == 0;
    }
    FRAME_EACH(d, n) {
        const num range = upper[d] - lower[d], most = FRAME_MOST_RANGE, least = FRAME_DIVIDE(1, most);
        frame.units[d] = range > most ? most : range < least ? least : range;
        frame.scales[d] = FRAME_DIVIDE(1, frame.units[d]);
    }
}

/* Returns how far memory `p` is from the first one along coordinate d, in units of its range. */
SHARED_INLINE num frame_away(struct frame_arrays frame, FRAME_GLOBAL const num *memories, uint32_t d, uint64_t stride,
                             uint32_t p)
{
    return (memories[d * stride + p] - memories[d * stride]) * frame.scales[d];
}

/* Computes the covariance of the memories in the frame, up to a factor. Returns false if they are all equal. */
SHARED_INLINE bool frame_covariance(struct frame_arrays frame, uint32_t n, FRAME_GLOBAL const num *memories,
                                    uint64_t stride, uint32_t particles)
{
    FRAME_EACH(d, n) {
        num sum = 0, extent = 0;
        for (uint32_t p = 0; p < particles; ++p) {
            sum += frame_away(frame, memories, d, stride, p);
        }
        frame.means[d] = FRAME_DIVIDE(sum, (num)particles);
        for (uint32_t p = 0; p < particles; ++p) {
            const num from = frame_size(frame_away(frame, memories, d, stride, p) - frame.means[d]);
            extent = from > extent ? from : extent;
        }
        frame.extents[d] = extent;
    }
    FRAME_MEET;
    num largest = 0;
    for (uint32_t d = 0; d < n; ++d) {
        largest = frame.extents[d] > largest ? frame.extents[d] : largest;
    }
    const bool differ = largest >= FRAME_LEAST * FRAME_LEAST;
    const num shrink = FRAME_DIVIDE(1, differ ? largest : (num)1);
    FRAME_EACH(i, n * particles) {
        const uint32_t k = i / particles, p = i - k * particles;
        num sum = 0;
        for (uint32_t d = 0; d < n; ++d) {
            sum += frame.directions[k * n + d]
                   * frame_cut((frame_away(frame, memories, d, stride, p) - frame.means[d]) * shrink);
        }
        frame.deviations[k * stride + p] = frame_cut(sum);
    }
    FRAME_MEET;
    FRAME_EACH(i, n * n) {
        const uint32_t k = i / n, l = i - k * n;
        num sum = 0;
        for (uint32_t p = 0; p < particles; ++p) {
            sum += frame.deviations[k * stride + p] * frame.deviations[l * stride + p];
        }
        frame.matrix[i] = frame_cut(sum);
    }
    FRAME_MEET;
    return differ;
}

/* Writes cosine and sine of the angle that makes the covariance `shared` of two directions 0. */
SHARED_INLINE void frame_turn_of(FRAME_GLOBAL num *turn, num first, num second, num shared)
{
    const bool turns = frame_size(shared) > FRAME_ALIKE * (first + second);
    const num ratio = turns ? FRAME_DIVIDE(second - first, shared + shared) : (num)0;
    const num tangent = FRAME_DIVIDE(ratio < 0 ? -1 : 1, frame_size(ratio) + FRAME_ROOT(ratio * ratio + 1));
    const num cosine = FRAME_DIVIDE(1, FRAME_ROOT(tangent * tangent + 1));
    turn[0] = turns ? cosine : (num)1;
    turn[1] = turns ? frame_cut(cosine * tangent) : (num)0;
}

SHARED_INLINE void frame_turn(FRAME_GLOBAL const num *turn, FRAME_GLOBAL num *first, FRAME_GLOBAL num *second)
{
    const num a = *first, b = *second;
    *first = frame_cut(turn[0] * a - turn[1] * b);
    *second = frame_cut(turn[1] * a + turn[0] * b);
}

/* Turns the directions. Round r has the pairs i and i ^ r; numbers from n on have no direction. */
SHARED_INLINE void frame_learn(struct frame_arrays frame, uint32_t n, FRAME_GLOBAL const num *memories, uint64_t stride,
                               uint32_t particles)
{
    const bool differ = frame_covariance(frame, n, memories, stride, particles);
    uint32_t rounds = differ;
    while (differ && rounds < n) {
        rounds *= 2;
    }
    for (uint32_t round = 1; round < rounds; ++round) {
        FRAME_EACH(i, n) {
            const uint32_t j = i ^ round;
            if (i < j && j < n) {
                frame_turn_of(frame.turns + 2 * i, frame.matrix[i * n + i], frame.matrix[j * n + j],
                              frame.matrix[i * n + j]);
            }
        }
        FRAME_MEET;
        FRAME_EACH(at, n * n) {
            const uint32_t i = at / n, j = i ^ round, to = at + (j - i) * n;
            if (i < j && j < n) {
                frame_turn(frame.turns + 2 * i, frame.matrix + at, frame.matrix + to);
                frame_turn(frame.turns + 2 * i, frame.directions + at, frame.directions + to);
            }
        }
        FRAME_MEET;
        FRAME_EACH(at, n * n) {
            const uint32_t i = at % n, j = i ^ round;
            if (i < j && j < n) {
                frame_turn(frame.turns + 2 * i, frame.matrix + at, frame.matrix + (at - i + j));
            }
        }
        FRAME_MEET;
    }
}

#endif
