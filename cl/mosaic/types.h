/* types.h - positions of a tour, and structs that mosaic's host and kernels exchange. Members are sorted from large to
 * small, without implicit padding. */
#ifndef SWARMCL_MOSAIC_TYPES_H
#define SWARMCL_MOSAIC_TYPES_H

#include "cl/shared/cl_compat.h"

/* Neighbouring positions in a closed tour of n nodes: 0 follows n - 1. */
SHARED_INLINE uint32_t position_after(uint32_t position, uint32_t n)
{
    return position + 1u < n ? position + 1u : 0u;
}

SHARED_INLINE uint32_t position_before(uint32_t position, uint32_t n)
{
    return (position > 0u ? position : n) - 1u;
}

/* position + distance and position - distance, modulo n; both arguments are below n. */
SHARED_INLINE uint32_t position_plus(uint32_t position, uint32_t distance, uint32_t n)
{
    const uint32_t sum = position + distance;
    return sum >= n ? sum - n : sum;
}

SHARED_INLINE uint32_t position_minus(uint32_t position, uint32_t distance, uint32_t n)
{
    return position >= distance ? position - distance : position + n - distance;
}

/* The state of an individual without its arrays. */
struct mosaic_individual {
    int64_t length;      /* length of the individual's tour */
    int64_t before;      /* length before the last kick, while that kick is undecided */
    uint64_t kicks;      /* kicks made since the start of the population */
    uint64_t kick_begin; /* value of `kicks` when the generation began */
    uint64_t kick_end;   /* value of `kicks` that ends the generation */
    uint64_t looked;     /* number of nodes examined plus number of kicks */
    int64_t threshold;   /* a kick that lengthens the tour by less is kept; falls from this value at kick_begin to 0 */
    uint32_t better;     /* number of kicks that shortened the tour */
    uint32_t population; /* number of the population, which selects random numbers */
    uint32_t number;     /* index of the individual in its population */
    uint32_t head;       /* index of the first node in the circular queue of nodes to examine */
    uint32_t count;      /* number of nodes in the queue */
    uint32_t logged;     /* number of moves in the log, which undoes a kick */
    uint32_t kicked;     /* 1 while the last kick is undecided */
    uint32_t done;       /* 1 if the queue is empty and all kicks are made, or n < 8 nodes allow none */
    uint32_t kopt;       /* maximum number of edges of a k-opt move, 2 to KOPT_MOST; 0: ARRAY_KOPT */
    uint32_t beam;       /* open moves followed at the first levels, 1 to ARRAY_BEAM_MOST; 0: ARRAY_BEAM */
};

/* Offsets, in elements, of the arrays of an individual and of its instance in the shared buffers of a batch. */
struct mosaic_offsets {
    uint64_t words, tour;      /* arrays of ARRAY_WORDS(n), and n + ARRAY_QUEUED_WORDS(n) words */
    uint64_t lists, edges;     /* index of the instance's [n][width] lists, and of its points or [n][n] lengths */
    uint32_t n, width;
    uint32_t stride, last; /* of struct edges: elements per node, and n if the last node is a joint, 0 if there is none */
};

/* Threshold of the next kick; 0 after the last kick of the generation. */
SHARED_INLINE int64_t individual_threshold(const struct mosaic_individual *own)
{
    if (own->threshold == 0 || own->kicks >= own->kick_end) {
        return 0;
    }
    const uint64_t left = own->kick_end - own->kicks, all = own->kick_end - own->kick_begin;
    return (int64_t)((uint64_t)own->threshold * left / all);
}

#define ARRAY_LOG_MOST  64u /* maximum number of moves after a kick before it must be decided */
#define ARRAY_LOG_WORDS 12u /* words per move in the log: edges, base, offsets, match */

/* Words per individual: tour, positions, queue, scratch, a bit per queued node, log. ARRAY_SHORT_WORDS: those before the
 * log if nodes have 16 bits. */
#define ARRAY_QUEUED_WORDS(n) (((n) + 31u) / 32u)
#define ARRAY_LOG_AT(n)       (4u * (uint64_t)(n) + ARRAY_QUEUED_WORDS(n))
#define ARRAY_WORDS(n)        (ARRAY_LOG_AT(n) + ARRAY_LOG_MOST * ARRAY_LOG_WORDS)
#define ARRAY_SHORT_WORDS(n)  (2u * (n) + ARRAY_QUEUED_WORDS(n))

#endif
