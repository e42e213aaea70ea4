/* line.h - a spanning tree as a line: the heaviest edge of the path between two vertices is the largest gap between
 * them.
 *
 * When Kruskal's algorithm joins two components, the line of one follows the line of the other, with the weight of the
 * edge as the gap.
 */
#ifndef SWARMCL_BOUND_LINE_H
#define SWARMCL_BOUND_LINE_H

#include "one_tree.h"

#define BOUND_GLOBAL
#include "cl/bound/pricing.h"

struct bound_line {
    const struct bound_graph *graph;
    struct base_arrays arrays; /* holds the arrays below, and scratch */
    uint32_t *positions;       /* [count] position of each vertex on the line */
    uint32_t level;            /* scratch: row of gaps[] in progress */
    int32_t *gaps; /* [level + 1][count] largest of the 2^level gaps from a position on; gap p precedes p + 1 */
    struct bound_range *ranges; /* [subtrees of the k-d tree] ranges of positions; empty without coordinates */
};

/* Arranges the tree `one` under `potentials` as a line with the gaps up to `level`, and changes the scratch of `one`.
 * bound_bottleneck() needs the gaps up to bound_level(count). The gap between partners is INT32_MIN. `line` must be
 * zeroed, and line->arrays freed in any case. SWARM_ERROR_OUT_OF_MEMORY. Cost: O(n log n) time and memory. */
enum swarm_status bound_line_init(const struct bound_means *means, const struct bound_graph *graph,
                                  const int32_t *potentials, struct bound_one_tree *one, uint32_t level,
                                  struct bound_line *line);

/* The weight of the heaviest tree edge on the path between two vertices; INT32_MIN if they are the same vertex. */
static inline int32_t bound_bottleneck(const struct bound_line *line, uint32_t a, uint32_t b)
{
    const uint32_t p = line->positions[a], q = line->positions[b];
    return bound_largest_gap(line->gaps, line->graph->count, p < q ? p : q, p < q ? q : p);
}

/* A lower bound of the excess of the edges from a vertex to those of a subtree. The excess is the weight minus the
 * largest gap between the ends. */
int64_t bound_least_excess(const struct bound_line *line, const int32_t *potentials, uint32_t vertex, size_t subtree);

#endif
