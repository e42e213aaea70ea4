/* random.h - the random numbers of the host's part of mosaic: a stream of words, each from a counter of draws.h. */
#ifndef SWARMCL_MOSAIC_RANDOM_H
#define SWARMCL_MOSAIC_RANDOM_H

#include "cl/shared/draws.h"

struct mosaic_random {
    struct draw_stream stream;
    uint32_t purpose; /* DRAW_ of draws.h */
    uint32_t drawn;   /* words so far */
    struct philox_block block;
};

/* The stream of one decision maker (`who`, for example an individual) at one time (`when`). */
static inline struct mosaic_random mosaic_random_of(uint64_t seed, uint32_t purpose, uint32_t who, uint32_t when)
{
    return (struct mosaic_random){.stream = {(uint32_t)seed, (uint32_t)(seed >> 32), who, when}, .purpose = purpose};
}

static inline uint32_t mosaic_random_word(struct mosaic_random *random)
{
    if (random->drawn % 4 == 0) {
        random->block = draw_block(random->stream, random->purpose, 0, random->drawn / 4);
    }
    return draw_word(random->block, random->drawn++ % 4);
}

/* Uniform in [0, count), off by less than count / 2^32. */
static inline uint32_t mosaic_random_below(struct mosaic_random *random, uint32_t count)
{
    return (uint32_t)(((uint64_t)mosaic_random_word(random) * count) >> 32);
}

#endif
