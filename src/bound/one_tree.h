/* one_tree.h - a minimum 1-tree of a graph under node potentials (Held and Karp 1970). */
#ifndef SWARMCL_BOUND_ONE_TREE_H
#define SWARMCL_BOUND_ONE_TREE_H

#include "graph.h"
#include "cl/bound/steps.h"

/* A minimum 1-tree. All arrays are owned. Edges of equal weight are sorted by number, so the tree is unique. */
struct bound_one_tree {
    struct base_arrays arrays, by_edge;
    uint32_t *edges;         /* [count - 1] numbers of the tree's edges: those between partners, then by weight */
    int32_t *degrees;        /* [count] degree of each vertex in the 1-tree */
    atomic_uint *parents;    /* [count] scratch: parents in the union-find forest of bound_root() */
    size_t capacity;         /* number of edges that the arrays by edge can hold */
    int32_t *weights;        /* [capacity] weight of each edge of the graph */
    uint64_t *keys, *sorted; /* [capacity] scratch of the sort: edges with their weights */
    bool *taken;             /* [capacity] True if the tree has the edge */
    int32_t *seconds;        /* [count] weight of a leaf's lightest edge outside the tree; INT32_MAX: none */
    int32_t light;           /* edges up to this weight are sorted first; INT32_MAX: all edges */
    uint32_t special;        /* a leaf of the tree; BOUND_NO_NODE: the joint, or no leaf has a second edge */
    int64_t length;          /* weight of the 1-tree minus twice the potentials, scaled: no tour in the graph is less */
};

void bound_one_tree_deinit(struct bound_one_tree *one);

/* Finds the tree of the graph under `potentials` [count] by Kruskal's algorithm with a filter for heavy edges (Osipov,
 * Sanders and Singler 2009), and its special node: the joint, or the leaf whose second edge is heaviest. `one` must be
 * zeroed before the first call, and released in any case. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_one_tree_find(struct base_env *env, const struct bound_graph *graph, const int32_t *potentials,
                                      struct bound_one_tree *one);

/* Makes the arrays large enough for the graph. `one` must be zeroed before the first call. Errors as above. */
enum swarm_status bound_one_tree_reserve(struct base_env *env, const struct bound_graph *graph,
                                         struct bound_one_tree *one);

/* A number that sorts edges by weight, then by number. Edges between partners come first, with weight INT32_MIN. */
static inline uint64_t bound_key(const struct bound_graph *graph, size_t e, int32_t weight)
{
    return e < graph->forced ? e : (uint64_t)bound_order(weight) << 32 | e;
}

/* Sorts keys [count] by their high halves; stable. `other`: scratch [count]. */
void bound_sort(uint64_t *keys, uint64_t *other, size_t count);

#endif
