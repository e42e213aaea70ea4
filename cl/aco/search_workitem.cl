/* aco_search_workitem - improves each tour by the local search (search.h) with one work-item.
 *
 * NDRange     device_search.c: range_of(), a work-item for each row, groups of SEARCH_GROUP_SIZE
 * Required    METRIC, JOINT      edges.clh
 *             LENGTHS            edges.clh
 *             SYMMETRIC          0: only moves that keep the direction of every part
 *             SEARCH_TWO_OPT, SEARCH_OR_OPT, SEARCH_THREE_OPT  1: the search has moves of this kind
 *             SEARCH_GROUP_SIZE  work-items, that is tours, of a group
 *             PARTNERS           partners.clh
 * Reads       search_lists, edges, anchor; tours, lengths; round_begin > 0: search; partners if PARTNERS
 * Writes      tours, lengths, search
 * Draws       nothing
 * Checked by  test/kernel/searches.c
 * After       Croes (1958), Or (1976), Lin and Kernighan (1973) to depth 3; lists and a queue of nodes: Bentley (1992)
 */
#include "cl/shared/edges.clh"
#include "partners.clh"
#include "parts.clh"

#if !defined(SYMMETRIC) || !defined(SEARCH_GROUP_SIZE)
#error "SYMMETRIC and SEARCH_GROUP_SIZE are required"
#endif
#if !defined(SEARCH_TWO_OPT) || !defined(SEARCH_OR_OPT) || !defined(SEARCH_THREE_OPT)
#error "SEARCH_TWO_OPT, SEARCH_OR_OPT and SEARCH_THREE_OPT are required"
#endif

struct search_view {
    __global const uint *partners; /* [n] partner of each node; NODE_NONE: none */
    struct edges edges;
};
#define SEARCH_SPACE             __global
#define SEARCH_SYMMETRIC(s)      SYMMETRIC
#define SEARCH_HAS_TWO(s)        SEARCH_TWO_OPT
#define SEARCH_HAS_OR(s)         SEARCH_OR_OPT
#define SEARCH_HAS_THREE(s)      SEARCH_THREE_OPT
#define SEARCH_DISTANCE(s, i, j) edge_length(&(s)->view.edges, i, j)
#define SEARCH_PARTNERS(s, i, j) is_fixed((s)->view.partners, i, j)
#include "search.h"

__attribute__((reqd_work_group_size(SEARCH_GROUP_SIZE, 1, 1)))
__kernel void aco_search_workitem(
    __global uint *tours,                       /* [rows][n] tours of the ants, then kept tours */
    __global long *lengths,                     /* [rows] length of each tour */
    __global const uint *restrict search_lists, /* [n][search_stride] candidates of each node for the search */
    EDGES_PARAMETERS,
    __global const uint *restrict anchor,   /* [n][2] neighbours; n in the first: no anchor */
    __global uint *search,                  /* [row_end - row_begin][SEARCH_SCRATCH_WORDS(n)] scratch memory by row */
    __global const uint *restrict partners, /* [n] partner of each node; NODE_NONE: none */
    const uint n, const uint search_stride,
    const uint search_length,                       /* candidates of each list that are used */
    const uint row_begin, const uint row_end,       /* rows of `tours` searched by this launch */
    const ulong round_begin, const ulong round_end, /* rounds of this launch; 0: starts from the tours */
    const struct aco_parts parts)
{
    OWN(tours), OWN(lengths), OWN(anchor), OWN(search);
    const uint item = get_global_id(0);
    if (item >= row_end - row_begin) {
        return;
    }
    __global uint *scratch = search + item * (size_t)SEARCH_SCRATCH_WORDS(n);
    const struct edges edges = EDGES_VIEW(n);
    struct search s;
    s.tour = tours + (size_t)(row_begin + item) * n;
    s.lists = search_lists;
    s.view.partners = partners;
    s.view.edges = edges;
    s.n = n;
    s.list_stride = search_stride;
    s.search_length = search_length;
    search_take(&s, scratch);
    if (round_begin == 0) {
        search_begin(&s, anchor);
    } else {
        s.count = scratch[SEARCH_STATE_COUNT];
        s.head = scratch[SEARCH_STATE_HEAD];
    }
    long gained = 0;
    for (ulong round = round_begin; round < round_end && s.count > 0; ++round) {
        gained += search_round(&s);
    }
    scratch[SEARCH_STATE_COUNT] = s.count;
    scratch[SEARCH_STATE_HEAD] = s.head;
    lengths[row_begin + item] -= gained;
}
