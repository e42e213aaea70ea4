/* random.h - random numbers for tests: the same in every run. */
#ifndef SWARMCL_TEST_RANDOM_H
#define SWARMCL_TEST_RANDOM_H

#include <stdint.h>

static uint64_t random_state = 88172645463325252u;

/* Returns 64 random bits by xorshift64*. */
static inline uint64_t random_bits(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 2685821657736338717u;
}

static inline uint32_t random_below(uint32_t limit)
{
    return (uint32_t)(((random_bits() >> 32) * limit) >> 32);
}

/* Returns a random number in [0, 1). */
static inline double random_uniform(void)
{
    return (double)(random_bits() >> 11) * 0x1p-53;
}

static inline void random_shuffle(uint32_t *items, uint32_t count)
{
    for (uint32_t left = count; left > 1; --left) {
        const uint32_t k = random_below(left), last = items[left - 1];
        items[left - 1] = items[k];
        items[k] = last;
    }
}

/* Fills `items` with 0 .. count - 1 in random order. */
static inline void random_order(uint32_t *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        items[i] = i;
    }
    random_shuffle(items, count);
}

#endif
