/* random.h - random numbers of decisions of the host: a sequence of its own for each purpose, number and generation. */
#ifndef SWARMCL_QAP_RANDOM_H
#define SWARMCL_QAP_RANDOM_H

#include "cl/shared/draws.h"

/* Purposes of draws.h, behind those of cl/qap/rules.h. */
enum { QAP_DRAW_START = 17, QAP_DRAW_CHILD = 18, QAP_DRAW_ANT = 19 };

struct qap_random {
    struct draw_stream stream;
    uint32_t purpose, count;
    struct philox_block block;
};

static inline struct qap_random qap_random_init(uint64_t seed, uint32_t purpose, uint32_t number, uint32_t generation)
{
    return (struct qap_random){{(uint32_t)seed, (uint32_t)(seed >> 32), number, generation}, purpose, 0, {0, 0, 0, 0}};
}

/* A number below `bound`. */
static inline uint32_t qap_random_below(struct qap_random *random, uint32_t bound)
{
    if (random->count % 4 == 0) {
        random->block = draw_block(random->stream, random->purpose, 0, random->count / 4);
    }
    return (uint32_t)(((uint64_t)draw_word(random->block, random->count++ % 4) * bound) >> 32);
}

static inline void qap_random_shuffle(struct qap_random *random, uint32_t *items, uint32_t count)
{
    for (uint32_t left = count; left > 1; --left) {
        const uint32_t k = qap_random_below(random, left), item = items[left - 1];
        items[left - 1] = items[k];
        items[k] = item;
    }
}

#endif
