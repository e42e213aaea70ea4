/* local_search.h - the table of --local-search: how each ant's tour is improved, and the rules of it that the kernels
 * and the sequential twin share.
 *
 * THE RULES. A tour is an array of n nodes, cyclic. `list` of a node: its first search_length candidates (lists.h), by
 * (distance, number). d: lengths of edges.
 *
 * The queue holds nodes, first in first out, none twice. At first it holds every node that has a neighbour in the tour
 * which it does not have in the `anchor`, a tour that has been through the search before; without an anchor every node.
 * Their order: of SEARCH_ROUND stretches of ceil(n / SEARCH_ROUND) positions the first of each, then the second of each
 * and so on, so that a round looks at nodes that are far apart (in the order of the tour half of a round's moves are in
 * each other's way: a search takes 1.4 to 1.6 times as long, and a colony reaches a gap in twice the time). Fewer than
 * three nodes have nothing to search.
 *
 * A round takes the first SEARCH_ROUND nodes off the queue, or all where there are fewer. On the current tour it finds
 * the best move of each: the one of the largest gain, if it is above 0; the first in the order below on ties. Then,
 * node after node in the order of the queue, its move is made if all edges that it removes are still in the tour and it
 * still makes one tour; a node whose move cannot be made any more goes to the end of the queue. After each move the
 * ends of its changed edges, in the order a, b, c, e, f, h, go to the end of the queue unless they are in it. The
 * search ends when the queue is empty, or after search_rounds_most() rounds.
 *
 * MOVES of node a, for side 0, where b is the node after a, then for side 1, where b is the node before a, and `after`
 * and `before` below are meant as seen from side 0; side 1 sees the tour backwards. c runs over the list of a as long
 * as d(a,b) - d(a,c) > 0. For each c, in this order:
 * - two_opt: e = the node after c. Remove (a,b) (c,e); add (a,c) (b,e).
 * - or_opt: for s = 1, 2, 3: the segment of s nodes that ends in a, as seen from side 0, begins in f, and h is the node
 *   before f; none of b, c, h in the segment, b and h different. For e = the node after c, then for e = the node before
 *   c, e not in the segment: the segment goes between c and e, a next to c. Remove (a,b) (h,f) (c,e); add (b,h) (a,c)
 *   (f,e).
 * - three_opt: for e = the node after c, then the node before c: f runs over the first SEARCH_SECOND of the list of e
 *   as long as d(a,b) - d(a,c) + d(c,e) - d(e,f) > 0; for h = the node after f, then the node before f: if (a,b) (c,e)
 *   (f,h) are three edges, and removing them and adding (a,c) (e,f) (h,b) makes one tour.
 *
 * An asymmetric instance has only moves that keep the direction of every part (local_search rows that are `oriented`):
 * side 0 alone; or_opt with e = the node before c; three_opt, with the edges read as arcs, in the one form that keeps
 * all directions: a -> b, e -> c, h -> f removed and a -> c, e -> f, h -> b added; f still runs over the list of e.
 *
 * No move removes an edge between partners (instance.h): a side is passed over where (a,b) is one, an e where (c,e) is,
 * an h where (f,h) is.
 *
 * So every move but two_opt removes (a,b) (c,e) (f,h) and adds (a,c) (e,f) (h,b), or_opt with an f of its own. Seen
 * from b, with the nodes numbered from b = 0 on to a = n - 1, it makes one tour
 * - where e is the node after c: if f comes after both and h before f, or f before both and h after f;
 * - where e is the node before c: if f and h come after both.
 *
 * two_opt does where e is the node after c. A node whose own edge (a,b) has been turned round by an earlier move of the
 * round sees the tour from its other side by then.
 *
 * MAKING A MOVE. Removing its edges leaves two or three parts: that which begins at b, then on from it to that which
 * ends in a. The longest stays where it is, node by node at its positions, on ties the first of them. The other
 * positions are filled so that, read cyclically, the array is the new tour.
 */
#ifndef SWARMCL_ACO_LOCAL_SEARCH_H
#define SWARMCL_ACO_LOCAL_SEARCH_H

#include "base/env.h"
#include "cl/aco/search_rules.h"

/* Of the list of a node that it looks at, unless the instance has fewer nodes; cl/aco/search_rules.h has the rest.
 */
enum { SEARCH_LENGTH = 10 };

/* A row of --local-search. */
struct aco_local_search {
    const char *name;
    bool two_opt, or_opt, three_opt;
    bool oriented; /* asymmetric instances have it, too */
};

extern const struct aco_local_search aco_local_searches[];
extern const size_t aco_local_search_count;
const struct aco_local_search *aco_local_search_find(const char *name);

static inline bool aco_local_search_moves(const struct aco_local_search *search)
{
    return search->two_opt || search->or_opt || search->three_opt;
}

/* Rounds after which a search of n nodes ends unless it has before. */
static inline uint64_t aco_search_rounds_most(uint32_t n)
{
    return 8 * (uint64_t)n + 64;
}

#endif
