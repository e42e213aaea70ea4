/* draw_sequence.h - a sequence of random words, for decisions that need many words. */
#ifndef SWARMCL_DRAW_SEQUENCE_H
#define SWARMCL_DRAW_SEQUENCE_H

#include "draws.h"

/* The random stream of `who` (for example an individual) at the time `when` (for example a generation). */
SHARED_INLINE struct draw_stream draw_stream_of(uint64_t seed, uint32_t who, uint32_t when)
{
    return (struct draw_stream){(uint32_t)seed, (uint32_t)(seed >> 32), who, when};
}

struct draw_sequence {
    struct draw_stream stream;
    uint32_t purpose; /* purpose of the words: a DRAW_ constant of draws.h */
    uint32_t drawn;   /* number of words drawn so far */
    struct philox_block block;
};

SHARED_INLINE struct draw_sequence draw_sequence_of(uint64_t seed, uint32_t purpose, uint32_t who, uint32_t when)
{
    return (struct draw_sequence){.stream = draw_stream_of(seed, who, when), .purpose = purpose};
}

SHARED_INLINE uint32_t draw_sequence_word(struct draw_sequence *sequence)
{
    if (sequence->drawn % 4 == 0) {
        sequence->block = draw_block(sequence->stream, sequence->purpose, 0, sequence->drawn / 4);
    }
    return draw_word(sequence->block, sequence->drawn++ % 4);
}

/* A uniform number in [0, count); each probability is off by less than count / 2^32. */
SHARED_INLINE uint32_t draw_sequence_below(struct draw_sequence *sequence, uint32_t count)
{
    return (uint32_t)(((uint64_t)draw_sequence_word(sequence) * count) >> 32);
}

SHARED_INLINE void draw_sequence_shuffle(struct draw_sequence *sequence, uint32_t *items, uint32_t count)
{
    for (uint32_t left = count; left > 1; --left) {
        const uint32_t k = draw_sequence_below(sequence, left), item = items[left - 1];
        items[left - 1] = items[k];
        items[k] = item;
    }
}

#endif
