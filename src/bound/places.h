/* places.h - instances with many nodes in some places: the potentials of a place rise together.
 *
 * Nodes in one place are joined by edges of length 0. On their own their potentials drift apart, and every node hangs
 * on the lowest of them. So the ascent runs on an instance with one node for each place. A place with several nodes
 * then gets the largest potential with which they join each other before any other node: the 1-tree of all nodes is
 * the tree of the places with the nodes of each joined, and as long.
 */
#ifndef SWARMCL_BOUND_PLACES_H
#define SWARMCL_BOUND_PLACES_H

#include "graph.h"

struct bound_places {
    uint32_t count;  /* 0: few nodes share their place, or the instance has no places */
    uint32_t *of;    /* [nodes of the graph] the number of a turn's place */
    uint32_t *nodes; /* [count] how many nodes a place has */
};

/* Numbers the places of a graph, and joins the nodes of each, if many nodes share theirs: a few cost the bound less
 * than a second graph costs time. `places` must be zeroed, and released in any case. SWARM_ERROR_OUT_OF_MEMORY. Cost: a
 * walk over the edges. */
enum swarm_status bound_places_find(struct base_env *env, struct bound_graph *graph, struct bound_places *places);
void bound_places_deinit(struct bound_places *places);

/* Sets *instance to an instance with one node for each place, by number; owned. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_places_instance(struct base_env *env, const struct bound_graph *graph,
                                        const struct bound_places *places, struct swarm_instance **instance);

/* The potentials [n] of n nodes, of those of their places: `of_places` is the graph of the instance above, whose
 * place_potentials [places->count] may fall. Cost: some walks over its edges. */
void bound_places_expand(const struct bound_graph *of_places, int32_t *place_potentials,
                         const struct bound_places *places, uint32_t n, int32_t *potentials);

#endif
