/* rules.h - the state and the random numbers of a robust tabu search, which host and kernel share (Taillard, "Robust
 * taboo search for the quadratic assignment problem", 1991). Members go from large to small. */
#ifndef SWARMCL_QAP_RULES_H
#define SWARMCL_QAP_RULES_H

#include "cl/shared/draws.h"

#define QAP_BLOCK    16u /* numbers in a row of a matrix are padded with zeros to a multiple of this */
#define QAP_VECTORS  7u  /* vectors of a search: x, y, z, own, xt, yt, zt of cl/qap/tabu.h */
#define QAP_ANT_MOST 64u /* maximum number of work-items that work for an ant */

/* The state of a tabu search between two launches; its arrays are separate. */
struct qap_search {
    int64_t cost, best;  /* cost of the current assignment, and of the best one so far */
    uint32_t step;       /* number of steps that the search made so far */
    uint32_t number;     /* index of the search in its generation; selects random numbers */
    uint32_t generation; /* number of the generation; also selects random numbers */
    uint32_t begun;      /* 1: the arrays are valid; 0: the first step must fill them */
    uint32_t tenure;     /* fewest steps during which an item must not return to its place */
    uint32_t span;       /* number of different tenures */
};

/* Purposes of draws.h. Only the host draws DRAW_QAP_START and DRAW_QAP_CHILD. */
#define DRAW_TABU      16u /* numbers for a step of a tabu search */
#define DRAW_QAP_START 17u /* order of a random assignment */
#define DRAW_QAP_CHILD 18u /* choices for a child of two members */
#define DRAW_QAP_ANT   19u /* choices for the assignment of an ant */

struct qap_draw {
    uint32_t offset;     /* item whose swaps are examined first: among equally good swaps, the first is made */
    uint32_t tenures[2]; /* tabu tenures of the two items of the swap */
};

SHARED_INLINE struct qap_draw qap_draw_step(uint32_t key_0, uint32_t key_1, const struct qap_search *search,
                                            uint32_t items)
{
    struct qap_draw draw;
    const struct philox_block block =
        draw_block(draw_stream_keyed(key_0, key_1, search->number, search->generation), DRAW_TABU, 0, search->step);
    draw.offset = (uint32_t)(((uint64_t)block.w0 * items) >> 32);
    draw.tenures[0] = search->tenure + (uint32_t)(((uint64_t)block.w1 * search->span) >> 32);
    draw.tenures[1] = search->tenure + (uint32_t)(((uint64_t)block.w2 * search->span) >> 32);
    return draw;
}

#endif
