/* search_rules.h - constants of the local search (src/aco/local_search.h), a move, and the shape of the scratch. */
#ifndef SWARMCL_SEARCH_RULES_H
#define SWARMCL_SEARCH_RULES_H

#include "cl/shared/cl_compat.h"

#define SEARCH_ROUND   32u /* nodes of a round */
#define SEARCH_SECOND  5u  /* candidates of the second new edge of three_opt */
#define SEARCH_SEGMENT 3u  /* nodes that or_opt moves at most */

/* The gain of removing an edge between partners: three edges below 2^31 cannot outweigh it. */
#define SEARCH_FIXED (-((int64_t)1 << 34))

/* The other ends of a move's edges: remove (a,b) (c,e) (f,h), add (a,c) (e,f) (h,b); f = n: remove (a,b) (c,e), add
 * (a,c) (b,e). */
struct search_ends {
    uint32_t c, e, f, h;
} __attribute__((aligned(16)));

/* Words of the scratch of one tour: state, then
 *   positions  [n] positions of the nodes in the tour
 *   queue      [n] cyclic: `count` nodes from element `head` on
 *   queued     [ceil(n / 32)] a bit of every queued node
 * Between launches they hold the state of a search, with tours and lengths. */
#define SEARCH_STATE_COUNT  0u
#define SEARCH_STATE_HEAD   1u
#define SEARCH_STATE_WORDS  16u
#define SEARCH_BIT_WORDS(n) (((n) + 31u) / 32u)
/* Rounded up to 64 bytes: no two tours share a cache line. */
#define SEARCH_SCRATCH_WORDS(n) ((SEARCH_STATE_WORDS + 2 * (uint64_t)(n) + SEARCH_BIT_WORDS(n)) / 16 * 16 + 16)

#endif
