/* draws.h - the random numbers of all decisions. Every decision has its own counter {purpose and draw, step, ant,
 * iteration}; the key is the 64-bit seed. So there is no state to store, each ant can be replayed separately, and any
 * work-item may draw at any time. */
#ifndef SWARMCL_DRAWS_H
#define SWARMCL_DRAWS_H

#include "philox.h"

/* Purposes of draws: the top 8 bits of the counter's first word. The 24 bits below number the draws of one decision. */
#define DRAW_START_NODE 0u
#define DRAW_ROULETTE   1u
#define DRAW_RACE       2u
#define DRAW_TRIAL      3u
#define DRAW_LIST       4u
#define DRAW_EXPLOIT    5u
#define DRAW_MUTATION   6u
#define DRAW_BLUR       7u  /* mosaic: noise of an edge in an individual's starting tour */
#define DRAW_KICK       8u  /* mosaic: where a kick cuts */
#define DRAW_CROSSOVER  9u  /* mosaic: which cycles a crossover traces */
#define DRAW_CIRCLE     10u /* mosaic: the random cyclic order of individuals in a crossover pass */
#define DRAW_WALK       11u /* mosaic: where an ant on pieces kicks */
#define DRAW_PARTS      12u /* mosaic: where a tour is divided into parts for local search */
#define DRAW_ASSEMBLY   13u /* mosaic: which sets of cycles make children of two tours */
#define DRAW_HUB        14u /* mosaic: the hub of an individual's starting tour */
#define DRAW_TURNS      15u /* mosaic: segments of the curve that a starting tour of few nodes reverses */
#define DRAW_RUIN       20u /* orient: which nodes a move removes from an individual */
#define DRAW_START_TOUR 21u /* orient: the starting tour of an individual */
#define DRAW_REGION     22u /* orient: the region that a crossover exchanges */
#define DRAW_STRINGS    23u /* fleet: which customers a move removes, and noise of their insertion */
#define DRAW_FLEET_PARTS 24u /* fleet: where a plan is cut into parts */
#define DRAW_FLEET_ANT  25u /* fleet: an ant's next customer */
#define DRAW_FLEET_MATES 26u /* fleet: the order in which plans take routes of each other */
#define DRAW_FLEET_ROUTES 27u /* fleet: which routes a plan takes */

/* Selection by race draws for 64 nodes with 16 blocks: node j uses word (j / 16) % 4 of block (j / 64) * 16 + j % 16.
 * So sixteen consecutive nodes use sixteen consecutive counters: one vector on a CPU, one memory segment on a GPU. */
#define DRAW_RACE_NODES 64u
#define DRAW_RACE_LANES 16u

/* Selection by stochastic trial (Uchida et al. 2014, section 4.2.3): try t uses half t % 2 of block t / 2. */

/* An ant with candidate lists uses, in step s for candidate k, word s % 4 of draw k, step s / 4. The decision to take
 * the best candidate without a race (q0) uses word s % 4 of draw 0 of DRAW_EXPLOIT, step s / 4. */
#define DRAW_LIST_STEPS 4u

/* The part of the counter that is the same for all draws of one ant, or individual, in one iteration or generation. */
struct draw_stream {
    uint32_t key_0, key_1; /* low and high word of the seed */
    uint32_t ant;
    uint32_t iteration; /* number of the iteration; for ants from 1 */
};

SHARED_INLINE struct draw_stream draw_stream_keyed(uint32_t key_0, uint32_t key_1, uint32_t ant, uint32_t iteration)
{
    struct draw_stream stream;
    stream.key_0 = key_0;
    stream.key_1 = key_1;
    stream.ant = ant;
    stream.iteration = iteration;
    return stream;
}

SHARED_INLINE struct philox_block draw_block(struct draw_stream stream, uint32_t purpose, uint32_t draw, uint32_t step)
{
    struct philox_block counter;
    counter.w0 = (purpose << 24) | draw;
    counter.w1 = step;
    counter.w2 = stream.ant;
    counter.w3 = stream.iteration;
    return philox4x32(counter, stream.key_0, stream.key_1);
}

/* The node at which an ant starts: uniform in [0, n); each probability is off by less than n / 2^32. */
SHARED_INLINE uint32_t draw_start_node(struct draw_stream stream, uint32_t n)
{
    return (uint32_t)(((uint64_t)draw_block(stream, DRAW_START_NODE, 0, 0).w0 * n) >> 32);
}

/* Word k % 4 of a block. */
SHARED_INLINE uint32_t draw_word(struct philox_block block, uint32_t k)
{
    uint32_t low = (k & 1u) ? block.w1 : block.w0;
    uint32_t high = (k & 1u) ? block.w3 : block.w2;
    return (k & 2u) ? high : low;
}

/* The 64 random bits of a step of roulette selection, or of a try of the trial. Steps 2k and 2k + 1 share block k. */
SHARED_INLINE uint64_t draw_roulette_bits(struct philox_block block, uint32_t step)
{
    uint32_t high = (step & 1u) ? block.w2 : block.w0;
    uint32_t low = (step & 1u) ? block.w3 : block.w1;
    return ((uint64_t)high << 32) | low;
}

/* floor(bits * total / 2^64): uniform in [0, total); each probability is off by less than total / 2^64. */
SHARED_INLINE uint64_t draw_below(uint64_t bits, uint64_t total)
{
    return high_product(bits, total);
}

/* A uniform number in (0, 1], a multiple of 2^-24. */
SHARED_INLINE float draw_uniform(uint32_t word)
{
    return (float)(int32_t)((word >> 8) + 1u) * 5.9604644775390625e-8f; /* times 2^-24 */
}

/* -log2 of a uniform number in (0, 1], the numerator of the race: 0 to 24.
 *
 * The number is ((word >> 8) + 1) / 2^24. The polynomial keeps the relative accuracy of small results: largest absolute
 * error 1.3e-6, relative 3.5e-5. With 24 bits no node's probability is below 2^-24. */
#define DRAW_EXPONENTIAL_DEFINE(function, real, integer, word_type, to_real, to_integer, bits_of, from_bits) \
    SHARED_INLINE real function(word_type word)                                                              \
    {                                                                                                        \
        real x = to_real(to_integer((word >> 8) + 1u));                                                      \
        word_type bits = bits_of(x);                                                                         \
        real exponent = to_real(to_integer(bits >> 23) - 127);                                               \
        real m = from_bits((bits & 0x007fffffu) | 0x3f800000u) - 1.0f;                                       \
        real q = 0.0633253646f - 0.0152089123f * m;                                                          \
        q = -0.12970333f + m * q;                                                                            \
        q = 0.195436202f + m * q;                                                                            \
        q = -0.277887763f + m * q;                                                                           \
        q = 0.442666438f + m * q;                                                                            \
        return (23.0f - exponent) + (1.0f - m) * (1.0f - m * q);                                             \
    }

DRAW_EXPONENTIAL_DEFINE(draw_exponential, float, int32_t, uint32_t, (float), (int32_t), float_bits, float_from_bits)

#ifdef ON_DEVICE
SHARED_INLINE float16 draw_uniform16(uint16 word)
{
    return convert_float16(as_int16((word >> 8) + 1u)) * 5.9604644775390625e-8f; /* times 2^-24 */
}

DRAW_EXPONENTIAL_DEFINE(draw_exponential16, float16, int16, uint16, convert_float16, as_int16, as_uint16, as_float16)
#endif

#endif
