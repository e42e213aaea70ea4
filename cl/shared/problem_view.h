/* problem_view.h - the view of a problem that searches read: lists of candidates, partners, lengths.
 *
 * Who includes this defines
 *   VIEW_GLOBAL           the address space of arrays
 *   VIEW_EDGES            the type that lengths come from
 *   VIEW_LENGTH(e, i, j)  the exact length of an edge, of a VIEW_EDGES
 *   VIEW_PARTNERS(v)      whether nodes have partners, of a problem_view: edges between them stay
 *   VIEW_ARCS(v)          whether nodes are entrances and exits; array_search.h alone asks
 */
#ifndef SWARMCL_PROBLEM_VIEW_H
#define SWARMCL_PROBLEM_VIEW_H

#include "cl_compat.h"

struct problem_view {
    VIEW_GLOBAL const uint32_t *near;       /* [n][width] */
    VIEW_GLOBAL const int32_t *near_length; /* [n][width] */
    VIEW_GLOBAL const uint32_t *partners;   /* [n] who must stand beside each; looked at if VIEW_PARTNERS */
    VIEW_EDGES edges;
    uint32_t n, width;
};

SHARED_INLINE int32_t view_length(const struct problem_view *view, uint32_t i, uint32_t j)
{
    return VIEW_LENGTH(view->edges, i, j);
}

/* Whether the edge between two nodes may never go. */
SHARED_INLINE bool view_is_tied(const struct problem_view *view, uint32_t i, uint32_t j)
{
    return VIEW_PARTNERS(view) && view->partners[i] == j;
}

#endif
