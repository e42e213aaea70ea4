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
#include "tsp/places.h"

/* Finds the places of a graph's nodes, and joins the nodes of each. Not where nodes have partners or a joint; `places`
 * as of tsp_places_find(). SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_places_find(struct base_env *env, struct bound_graph *graph, struct tsp_places *places);

/* The potentials of all nodes of a graph, those of their places: potentials [graph->count]. `of_places` is the graph of
 * an instance with one node for each place, whose place_potentials [places->count] may fall. Cost: some walks over its
 * edges. */
void bound_places_expand(const struct bound_graph *of_places, int32_t *place_potentials,
                         const struct tsp_places *places, const struct bound_graph *graph, int32_t *potentials);

#endif
