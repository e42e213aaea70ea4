/* graph.h - an instance as the bound sees it: nodes in the order of a k-d tree, and a sparse graph of short edges.
 *
 * Nodes here are turns: node `turn` is nodes[turn] of the instance. A joint is none of them; it is the special node of
 * every 1-tree. Lengths are scaled (cl/bound/steps.h). Edges between partners come first, and every tree has
 * them.
 */
#ifndef SWARMCL_BOUND_GRAPH_H
#define SWARMCL_BOUND_GRAPH_H

#include "base/team.h"
#include "cl/bound/types.h"
#include "tsp/tree.h"

#define BOUND_NO_NODE BOUND_NONE

struct bound_graph {
    const struct swarm_instance *instance;
    struct tsp_tree tree;   /* has_tree */
    bool has_tree;          /* the instance has coordinates */
    uint32_t count;         /* nodes without the joint */
    uint32_t *nodes;        /* [count] */
    uint32_t *turns;        /* [count], by node */
    uint32_t joint_partner; /* turn of the partner of the joint, or BOUND_NO_NODE */
    int shift;
    int32_t *scales; /* [count] mean length to the nearest, at least 1 */
    size_t forced;   /* edges between partners */
    size_t edge_count, edge_capacity;
    struct bound_edge *edges;
};

/* Makes the graph of a symmetric instance of 3 nodes or more, without the joint: for each node the 5 nearest and the
 * nearest of each quadrant; and what joins its components. `graph` must be zeroed, and released in any case. After
 * cancellation or `deadline` there are no edges. SWARM_ERROR_OUT_OF_MEMORY. Cost: tsp_candidates_init(). */
enum swarm_status bound_graph_init(struct base_env *env, const struct swarm_instance *instance, struct base_team *team,
                                   double deadline, struct bound_graph *graph);
void bound_graph_deinit(struct bound_graph *graph);

/* The scaled length between two turns. Within a half of a doubled instance it is the largest. */
int32_t bound_length(const struct bound_graph *graph, uint32_t a, uint32_t b);

/* Adds an edge. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_graph_add(struct base_env *env, struct bound_graph *graph, uint32_t a, uint32_t b);

/* Adds an edge unless the sets of its ends in a forest of parents are one, and makes them one.
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_graph_join(struct base_env *env, struct bound_graph *graph, uint32_t *parents, uint32_t a,
                                   uint32_t b);

/* The root of a node's set in a forest of parents, which it flattens. */
static inline uint32_t bound_root(uint32_t *parents, uint32_t node)
{
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    return node;
}

#endif
