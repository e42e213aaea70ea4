/* local_search.h - the table of --local-search, and the rules of the search that the kernels and the reference share.
 *
 * A tour is a cyclic array of n nodes. `list` of a node: its first search_length candidates (settings.h), sorted by
 * (distance, number). d: lengths of edges. Tours of fewer than three nodes are not searched.
 *
 * QUEUE. The queue is first in, first out, and holds no node twice. At first it holds every node that has a neighbour
 * other than its two in the `anchor`, a tour searched before; without an anchor all nodes. The positions of the tour
 * are divided into SEARCH_ROUND stretches of ceil(n / SEARCH_ROUND). The first node of each stretch is queued, then the
 * second of each and so on, so the nodes of a round are far apart. If nodes were queued in the order of the tour, half
 * of a round's moves would conflict, and a search would take 1.4 to 1.6 times as long.
 *
 * ROUND. A round removes the first SEARCH_ROUND nodes from the queue, or all if there are fewer. On the current tour it
 * finds the best move of each node: the largest gain above 0, on ties the first in the order below. Then, node by node
 * in the order of the queue, it makes the move if all edges that the move removes are still in the tour and the result
 * is still one tour; otherwise the node goes to the end of the queue. After each move the ends of its changed edges, in
 * the order a, b, c, e, f, h, go to the end of the queue unless they are queued. The search ends when the queue is
 * empty, or after aco_search_rounds_most() rounds.
 *
 * MOVES of node a. For side 0 b is the node after a; for side 1 b is the node before a, and "after" and "before" below
 * are exchanged, because side 1 reads the tour backwards. c runs over the list of a while d(a,b) - d(a,c) > 0. Then:
 * 1. two_opt: e = the node after c. Remove (a,b) (c,e); add (a,c) (b,e).
 * 2. or_opt: for s = 1, 2, 3: the segment of s nodes that ends in a begins in f, and h is the node before f; b, c and h
 * are outside the segment, and b and h differ. For e = the node after c, then the node before c, e outside the segment:
 * the segment moves between c and e, with a next to c. Remove (a,b) (h,f) (c,e); add (b,h) (a,c) (f,e).
 * 3. three_opt: for e = the node after c, then the node before c: f runs over the first SEARCH_SECOND of the list of e
 * while d(a,b) - d(a,c) + d(c,e) - d(e,f) > 0. For h = the node after f, then the node before f: if (a,b) (c,e) (f,h)
 * are three edges and the result is one tour, remove them and add (a,c) (e,f) (h,b).
 *
 * All moves except two_opt remove (a,b) (c,e) (f,h) and add (a,c) (e,f) (h,b). From b on, the result is one tour
 * - for e after c: if f comes after both and h before f, or f before both and h after f;
 * - for e before c: if f and h come after both.
 * two_opt gives one tour for e after c. If an earlier move of the round reversed (a,b), the node changes its side.
 *
 * ASYMMETRIC INSTANCES have only moves that keep the direction of every part (`oriented` rows): side 0; or_opt with e
 * before c; three_opt on arcs, with f from the list of e: a -> b, e -> c, h -> f removed, a -> c, e -> f, h -> b added.
 *
 * PARTNERS (tsp/instance.h). No move removes an edge between partners: such (a,b), (c,e) and (f,h) are skipped.
 *
 * MAKING A MOVE. Without the removed edges the tour has two or three parts, the first from b and the last to a. The
 * longest part stays at its positions, on ties the first. The other positions are filled with the rest of the new tour.
 */
#ifndef SWARMCL_ACO_LOCAL_SEARCH_H
#define SWARMCL_ACO_LOCAL_SEARCH_H

#include "base/env.h"
#include "cl/aco/search_rules.h"

enum { SEARCH_LENGTH = 10 }; /* candidates per node, or all other nodes if there are fewer */

/* A row of --local-search. */
struct aco_local_search {
    const char *name;
    bool two_opt, or_opt, three_opt;
    bool oriented; /* True if the row also supports asymmetric instances */
};

extern const struct aco_local_search aco_local_searches[];
extern const size_t aco_local_search_count;
const struct aco_local_search *aco_local_search_find(const char *name);

static inline bool aco_local_search_moves(const struct aco_local_search *search)
{
    return search->two_opt || search->or_opt || search->three_opt;
}

/* Maximum number of rounds of a search of n nodes. */
static inline uint64_t aco_search_rounds_most(uint32_t n)
{
    return 8 * (uint64_t)n + 64;
}

#endif
