/* philox.h - the counter-based random numbers Philox4x32.
 *
 * Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. Particles, which spend most of
 * their time on random numbers, use seven rounds, which also pass BigCrush; all other code uses ten. The 64-bit
 * products are written out because mul_hi() is a function call on PoCL and stops vectorisation (26.7 instead of 2.2 ns
 * a number). */
#ifndef SWARMCL_PHILOX_H
#define SWARMCL_PHILOX_H

#include "cl_compat.h"

#define PHILOX_MULTIPLIER_0 0xD2511F53u
#define PHILOX_MULTIPLIER_1 0xCD9E8D57u
#define PHILOX_WEYL_0       0x9E3779B9u
#define PHILOX_WEYL_1       0xBB67AE85u

/* Four words: the counter as input, 128 random bits as output. */
struct philox_block {
    uint32_t w0, w1, w2, w3;
};

/* Defines the function for one counter or for a vector of counters. */
#define PHILOX_DEFINE(function, rounds, block, word, wide, to_wide, to_word)    \
    SHARED_INLINE block function(block counter, uint32_t key_0, uint32_t key_1) \
    {                                                                           \
        for (int round = 0; round < (rounds); ++round) {                        \
            wide product_0 = to_wide(counter.w0) * PHILOX_MULTIPLIER_0;         \
            wide product_1 = to_wide(counter.w2) * PHILOX_MULTIPLIER_1;         \
            word w0 = to_word(product_1 >> 32) ^ counter.w1 ^ key_0;            \
            word w2 = to_word(product_0 >> 32) ^ counter.w3 ^ key_1;            \
            counter.w1 = to_word(product_1);                                    \
            counter.w3 = to_word(product_0);                                    \
            counter.w0 = w0;                                                    \
            counter.w2 = w2;                                                    \
            key_0 += PHILOX_WEYL_0;                                             \
            key_1 += PHILOX_WEYL_1;                                             \
        }                                                                       \
        return counter;                                                         \
    }

PHILOX_DEFINE(philox4x32, 10, struct philox_block, uint32_t, uint64_t, (uint64_t), (uint32_t))

#ifdef ON_DEVICE
struct philox_block16 {
    uint16 w0, w1, w2, w3;
};
PHILOX_DEFINE(philox4x32_16, 10, struct philox_block16, uint16, ulong16, convert_ulong16, convert_uint16)
#endif

#endif
