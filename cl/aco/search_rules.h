/* search_rules.h - constants of the local search (src/aco/local_search.h), the nodes of a move, and the layout of the
 * scratch memory. */
#ifndef SWARMCL_SEARCH_RULES_H
#define SWARMCL_SEARCH_RULES_H

#include "cl/shared/cl_compat.h"

#define SEARCH_ROUND   32u /* maximum number of nodes that a round examines */
#define SEARCH_SECOND  5u  /* number of candidates f of node e that three_opt tries */
#define SEARCH_SEGMENT 3u  /* maximum number of nodes in a segment that or_opt moves */

/* Gain of removing an edge between partners, so low that the other two edges, each below 2^31, cannot outweigh it. */
#define SEARCH_FIXED (-((int64_t)1 << 34))

/* The nodes of a move other than a and b. The move removes (a,b) (c,e) (f,h) and adds (a,c) (e,f) (h,b); if f = n it
 * removes (a,b) (c,e) and adds (a,c) (b,e). */
struct search_ends {
    uint32_t c, e, f, h;
} __attribute__((aligned(16)));

/* Words of the scratch of one tour: state, then
 *   positions  [n] positions of the nodes in the tour
 *   queue      [n] cyclic: `count` nodes from element `head` on
 *   queued     [ceil(n / 32)] a bit per node: 1 if it is queued
 * Between launches they hold the state of a search, with tours and lengths. */
#define SEARCH_STATE_COUNT  0u
#define SEARCH_STATE_HEAD   1u
#define SEARCH_STATE_WORDS  16u
#define SEARCH_BIT_WORDS(n) (((n) + 31u) / 32u)
/* Rounded up to 64 bytes, so tours share no cache line. */
#define SEARCH_SCRATCH_WORDS(n) ((SEARCH_STATE_WORDS + 2 * (uint64_t)(n) + SEARCH_BIT_WORDS(n)) / 16 * 16 + 16)

#endif
