/* types.h - structs that mosaic's host and kernels exchange: members from large to small, padding explicit. */
#ifndef SWARMCL_MOSAIC_TYPES_H
#define SWARMCL_MOSAIC_TYPES_H

#include "cl/shared/cl_compat.h"

/* An individual's state without its arrays. */
struct mosaic_individual {
    int64_t length;      /* of its tour */
    int64_t before;      /* while kicked: of its tour before the kick */
    uint64_t kicks;      /* made so far, from the start of its population */
    uint64_t kick_begin; /* made when its generation began, and ... */
    uint64_t kick_end;   /* ... where kicks stop */
    uint64_t looked;     /* nodes of the queue, and kicks, so far */
    int64_t threshold;   /* a kick is kept when it makes the tour longer by less; falls from here at kick_begin to 0 */
    uint32_t better;     /* kicks that made the tour shorter */
    uint32_t population; /* whose random numbers it draws */
    uint32_t number;     /* in its population */
    uint32_t head;       /* of the ring */
    uint32_t count;      /* nodes in the ring */
    uint32_t logged;     /* moves in the log */
    uint32_t kicked;     /* 1: a kick is not decided yet */
    uint32_t done;       /* 1: the queue is empty and all kicks are made */
    uint32_t kopt;       /* edges of a k-opt move at most, 2 to KOPT_MOST; 0: ARRAY_KOPT */
    uint32_t beam;       /* open ends followed at the first levels, 1 to ARRAY_BEAM_MOST; 0: ARRAY_BEAM */
};

/* Where the arrays of an individual, and of its instance, begin in buffers of many, in elements. */
struct mosaic_seat {
    uint64_t words, tour;      /* ARRAY_WORDS(n); n + ARRAY_QUEUED_WORDS(n) */
    uint64_t lists, distances; /* [n][width]; [n][n] */
    uint32_t n, width;
};

/* The threshold of kicks behind those made: after the generation's last one it is 0. */
SHARED_INLINE int64_t individual_threshold(const struct mosaic_individual *own)
{
    if (own->threshold == 0 || own->kicks >= own->kick_end) {
        return 0;
    }
    const uint64_t left = own->kick_end - own->kicks, all = own->kick_end - own->kick_begin;
    return (int64_t)((uint64_t)own->threshold * left / all);
}

/* Moves that a kick may take before it is decided; words of one in the log: edges, base, offsets, match. */
#define ARRAY_LOG_MOST  64u
#define ARRAY_LOG_WORDS 12u

/* Words of an individual, of n nodes: tour, positions, ring, scratch, bits, log. */
#define ARRAY_QUEUED_WORDS(n) (((n) + 31u) / 32u)
#define ARRAY_WORDS(n)        (4u * (uint64_t)(n) + ARRAY_QUEUED_WORDS(n) + ARRAY_LOG_MOST * ARRAY_LOG_WORDS)

#endif
