/* graph.h - a sparse graph of the short edges of an instance.
 *
 * Vertex v is nodes[v] of the instance: vertices are numbered in the order of the k-d tree or, without coordinates, of
 * the instance. A joint is not a vertex; it is the special node of every 1-tree. Lengths are scaled (cl/bound/steps.h).
 * Edges between partners come first, and every tree has them.
 */
#ifndef SWARMCL_BOUND_GRAPH_H
#define SWARMCL_BOUND_GRAPH_H

#include "base/team.h"
#include "cl/bound/types.h"
#include "tsp/tree.h"

#define BOUND_NO_NODE BOUND_NONE

/* Threads, device and deadline of a computation. */
struct bound_means {
    struct base_env *env;
    struct base_team *team;      /* threads that compute; NULL: only the caller's thread */
    struct bound_device *device; /* device that computes; NULL: only the host */
    double deadline;             /* time of base_seconds() at which the computation must stop; INFINITY: no deadline */
};

struct bound_graph {
    const struct swarm_instance *instance;
    struct tsp_tree tree;   /* k-d tree of the nodes, used only if has_tree */
    bool has_tree;          /* True if the instance has coordinates */
    uint32_t count;         /* number of vertices, one per node */
    uint32_t *nodes;        /* [count] node that each vertex represents */
    uint32_t *vertices;     /* [count] vertex that represents each node */
    uint32_t joint_partner; /* vertex of the joint's partner; BOUND_NO_NODE: no joint, or it has no partner */
    int shift;              /* a scaled length is length * 2^shift, rounded down */
    int32_t *scales;        /* [count] mean scaled length to the 5 nearest vertices, at least 1 */
    size_t forced;          /* number of edges between partners, which are the first of `edges` */
    size_t edge_count, edge_capacity;
    struct bound_edge *edges; /* [edge_count] edges of the graph, partners first */
};

/* Builds the graph of a symmetric instance of at least 3 nodes. Its edges lead from each vertex to the 5 nearest and,
 * with coordinates, to the nearest in each quadrant, and join the components. `graph` must be zeroed, and released in
 * any case. After cancellation or the deadline it may have no edges. SWARM_ERROR_OUT_OF_MEMORY. Cost:
 * tsp_candidates_init(); O(n^2) without coordinates. */
enum swarm_status bound_graph_init(const struct bound_means *means, const struct swarm_instance *instance,
                                   struct bound_graph *graph);
void bound_graph_deinit(struct bound_graph *graph);

/* The scaled length between two vertices; for the same half of a doubled instance at least BOUND_LENGTH_MOST - 1. */
int32_t bound_length(const struct bound_graph *graph, uint32_t a, uint32_t b);

/* Adds an edge. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_graph_add(struct base_env *env, struct bound_graph *graph, uint32_t a, uint32_t b);

/* Returns the root of a vertex in a union-find forest that threads share, and shortens the path to it. */
static inline uint32_t bound_root(atomic_uint *parents, uint32_t vertex)
{
    for (;;) {
        const uint32_t up = atomic_load_explicit(parents + vertex, memory_order_relaxed);
        const uint32_t over = atomic_load_explicit(parents + up, memory_order_relaxed);
        if (over == up) {
            return up;
        }
        atomic_store_explicit(parents + vertex, over, memory_order_relaxed); /* still an ancestor */
        vertex = over;
    }
}

/* Joins the trees of two vertices. The root of a tree is its lowest vertex. */
void bound_unite(atomic_uint *parents, uint32_t a, uint32_t b);

#endif
