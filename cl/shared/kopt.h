/* kopt.h - a k-opt move, of up to 8 edges of a tour, as arcs and how their ends are joined.
 *
 * k removed edges leave k arcs, numbered along the tour. Arc i has the ends 2i (left) and 2i + 1 (right). Who is joined
 * to whom is a match of the 2k ends, a nibble of a 64-bit word each. Walking the match tells whether the arcs make one
 * tour, without turning anything round. Checked against explicit graphs by test/unit/array_search.c.
 */
#ifndef SWARMCL_KOPT_H
#define SWARMCL_KOPT_H

#include "cl_compat.h"

#define KOPT_MOST 8u /* edges */

#ifndef ROLLED /* piece_lanes.h may say what */
#define ROLLED
#endif

SHARED_INLINE uint32_t kopt_mate(uint64_t match, uint32_t end)
{
    return (uint32_t)(match >> (4u * end)) & 15u;
}

/* The match with the ends a and b joined, which must be unmatched (0) so far. */
SHARED_INLINE uint64_t kopt_join(uint64_t match, uint32_t a, uint32_t b)
{
    return match | ((uint64_t)b << (4u * a)) | ((uint64_t)a << (4u * b));
}

/* Whether k arcs so joined are one tour. */
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

/* The match of the mirrored tour: arcs and their ends in the opposite order. */
SHARED_INLINE uint64_t kopt_mirrored(uint64_t match, uint32_t k)
{
    uint64_t mirrored = 0;
    for (uint32_t end = 0; end < 2u * k; ++end) {
        mirrored |= (uint64_t)(2u * k - 1u - kopt_mate(match, end)) << (4u * (2u * k - 1u - end));
    }
    return mirrored;
}

#endif
