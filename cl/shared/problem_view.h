/* problem_view.h - the view of a problem that searches read: lists of candidates, partners, lengths.
 *
 * Define before including:
 *   VIEW_GLOBAL           the address space of arrays
 *   VIEW_EDGES            the type of the member `edges`
 *   VIEW_LENGTH(e, i, j)  the exact length of an edge; e is a VIEW_EDGES
 *   VIEW_PARTNERS(v)      true if the problem_view v has partners, whose edges must stay
 *   VIEW_ARCS(v)          true if the nodes of v are entrances and exits; only array_search.h needs it
 */
#ifndef SWARMCL_PROBLEM_VIEW_H
#define SWARMCL_PROBLEM_VIEW_H

#include "cl_compat.h"

struct problem_view {
    VIEW_GLOBAL const uint32_t *near;       /* [n][width] candidates of each node */
    VIEW_GLOBAL const int32_t *near_length; /* [n][width] lengths of the edges to the candidates */
    VIEW_GLOBAL const uint32_t *partners;   /* [n] node that each node must be adjacent to; used if VIEW_PARTNERS */
    VIEW_EDGES edges;
    uint32_t n, width;
};

SHARED_INLINE int32_t view_length(const struct problem_view *view, uint32_t i, uint32_t j)
{
    return VIEW_LENGTH(view->edges, i, j);
}

/* True if the edge between two nodes must stay in the tour. */
SHARED_INLINE bool view_is_tied(const struct problem_view *view, uint32_t i, uint32_t j)
{
    return VIEW_PARTNERS(view) && view->partners[i] == j;
}

#endif
