/* line.h - a spanning tree as a line: the heaviest edge of the path between two nodes is the largest gap between them.
 *
 * Kruskal's merges put the nodes on a line, with the weight of the edge that joins two parts between them.
 */
#ifndef SWARMCL_BOUND_LINE_H
#define SWARMCL_BOUND_LINE_H

#include "one_tree.h"

#define BOUND_GLOBAL
#include "cl/bound/pricing.h"

struct bound_line {
    const struct bound_graph *graph;
    struct base_arrays arrays;
    uint32_t *places; /* [count] of the nodes */
    uint32_t levels;
    int32_t *gaps;              /* [levels][count]: the largest of 2^level gaps from a place on */
    struct bound_range *ranges; /* [subtrees], with coordinates */
};

/* Makes the line of the tree of `one`, which was found under `potentials`; a gap of partners is INT32_MIN. `line` must
 * be zeroed, and released in any case. SWARM_ERROR_OUT_OF_MEMORY. Cost: O(n log n), as much memory. */
enum swarm_status bound_line_init(struct base_env *env, const struct bound_graph *graph, const int32_t *potentials,
                                  const struct bound_one_tree *one, struct base_team *team, struct bound_line *line);
void bound_line_deinit(struct bound_line *line);

/* The largest gap between two nodes. */
static inline int32_t bound_bottleneck(const struct bound_line *line, uint32_t a, uint32_t b)
{
    const uint32_t p = line->places[a], q = line->places[b];
    return bound_largest_gap(line->gaps, line->graph->count, p < q ? p : q, p < q ? q : p);
}

/* A lower bound for the weights of the edges from a node to the nodes of a subtree, less the gaps between them. */
int64_t bound_least_excess(const struct bound_line *line, const int32_t *potentials, uint32_t turn, size_t subtree);

#endif
