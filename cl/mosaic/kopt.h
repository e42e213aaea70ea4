/* kopt.h - k-opt moves of up to 8 edges: arcs of a tour and how their ends are joined.
 *
 * k removed edges leave k arcs, numbered along the tour. Arc i has the ends 2i (left) and 2i + 1 (right). A match
 * stores for each of the 2k ends the end that it is joined to, in nibbles of a 64-bit word. Following the match shows
 * if the arcs give one tour, without reversing any. test/unit/array_search.c compares this with explicit graphs.
 */
#ifndef SWARMCL_KOPT_H
#define SWARMCL_KOPT_H

#include "cl/shared/cl_compat.h"

#define KOPT_MOST 8u /* maximum number of edges that a move removes */

#ifndef ROLLED /* piece_lanes.h may define ROLLED */
#define ROLLED
#endif

SHARED_INLINE uint32_t kopt_mate(uint64_t match, uint32_t end)
{
    return (uint32_t)(match >> (4u * end)) & 15u;
}

/* Adds to `match` that the ends a and b are joined. Their nibbles must be 0. */
SHARED_INLINE uint64_t kopt_join(uint64_t match, uint32_t a, uint32_t b)
{
    return match | ((uint64_t)b << (4u * a)) | ((uint64_t)a << (4u * b));
}

/* Adds the cut of the next level to `ranks`, which has a nibble per level of a move: the rank of its cut along the
 * tour. `rank`: number of earlier cuts before the new one. Ranks are at most 7. */
SHARED_INLINE uint32_t kopt_ranks(uint32_t ranks, uint32_t level, uint32_t rank)
{
    const uint32_t after = ((ranks | 0x88888888u) - rank * 0x11111111u) >> 3 & 0x11111110u & ((1u << 4u * level) - 1u);
    return ranks + after + (rank << 4u * level);
}

/* The match of the first k edges. At level i the added edge leads to the node before the removed edge or, if bit i of
 * `sides` is set, after it. */
SHARED_INLINE uint64_t kopt_match(uint32_t ranks, uint32_t sides, uint32_t k)
{
    uint64_t match = 0;
    uint32_t free = 0; /* t2 is the left end of the first arc */
    ROLLED
    for (uint32_t i = 1; i < k; ++i) {
        const uint32_t left = 2u * (ranks >> 4u * i & 15u) + 1u, side = sides >> i & 1u;
        match = kopt_join(match, free, left + side);
        free = left + 1u - side;
    }
    return kopt_join(match, free, 2u * k - 1u);
}

/* True if k arcs joined by `match` form one tour. */
SHARED_INLINE bool kopt_is_tour(uint64_t match, uint32_t k)
{
    uint32_t end = 0, steps = 0;
    ROLLED
    do {
        end = kopt_mate(match, end ^ 1u);
        ++steps;
    } while (end != 0 && steps < k);
    return end == 0 && steps == k;
}

/* The continuations of k - 1 added edges that give a tour if closed, as bits 2 i + side: the next cut is in arc i, and
 * the next edge leads to the node before the cut (side 0) or after it (1). The arcs that follow t1 up to the free end
 * form a path, all other arcs closed tours. A cut of the path leaves one tour if the node after it, in the direction of
 * the free end, becomes the new free end; a cut of a closed tour adds that tour to the path at either side. */
SHARED_INLINE uint32_t kopt_tours(uint32_t ranks, uint32_t sides, uint32_t k)
{
    const uint64_t match = kopt_match(ranks, sides, k);
    uint32_t entered = 0, steps = 0, end = 2u * k - 1u;
    ROLLED
    do {
        entered |= 1u << end;
        end = kopt_mate(match, end ^ 1u);
        ++steps;
    } while (end != 2u * k - 1u);
    if (steps == k) {
        return entered;
    }
    const uint32_t path = entered | (entered & 0x5555u) << 1 | (entered & 0xaaaau) >> 1;
    const uint32_t others = ((1u << 2u * k) - 1u) & ~path;
    uint32_t first = 0, closed = 0;
    while (!(others >> first & 1u)) {
        first += 2u;
    }
    end = first;
    ROLLED
    do {
        closed |= 3u << (end & ~1u);
        end = kopt_mate(match, end ^ 1u);
    } while (end != first);
    return closed == others ? others : 0u; /* two closed tours or more need several cuts */
}

/* The match for the reversed tour: arcs and their ends in the opposite order. */
SHARED_INLINE uint64_t kopt_mirrored(uint64_t match, uint32_t k)
{
    uint64_t mirrored = 0;
    for (uint32_t end = 0; end < 2u * k; ++end) {
        mirrored |= (uint64_t)(2u * k - 1u - kopt_mate(match, end)) << (4u * (2u * k - 1u - end));
    }
    return mirrored;
}

#endif
