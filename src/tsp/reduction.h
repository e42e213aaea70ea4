/* reduction.h - an instance with conditions on its tours as one without: fixed edges, open paths, arcs as edges.
 *
 * What colonies see is an instance whose closed tours, with every partner beside its own, stand one to one for the
 * tours that are asked for, each longer or shorter by the same number. Conditions become
 *   a path with a free end     a joint, the last node, at distance 0 from all others; an end that is given is fixed
 *                              beside it
 *   a path with both ends      an edge between them that is fixed and counts 0
 *   chains of fixed edges      symmetric: their two ends, which are partners; asymmetric: one node, into which the arcs
 *                              of the first lead, and from which the arcs of the last
 *   arcs, if asked for         each node an entrance and an exit, which are partners; an exit stands beside entrances
 *                              alone (Jonker and Volgenant 1983). A tour has as many edges between entrances as between
 *                              exits, so that an exchange that adds one of those at most adds none if it is a tour
 */
#ifndef SWARMCL_TSP_REDUCTION_H
#define SWARMCL_TSP_REDUCTION_H

#include "instance.h"

/* Nodes count from 0. Pairs may repeat; of an asymmetric instance they are arcs, from [0] to [1]. */
struct tsp_conditions {
    bool path;
    uint32_t start, end; /* of the path; TSP_NO_NODE: any */
    size_t fixed_count;
    uint32_t (*fixed)[2]; /* [fixed_count], borrowed until the reduction is made */
};

struct tsp_reduction;

/* Makes the reduction of `instance`, which must outlive it; `conditions` of the caller alone, those of the instance's
 * fixed_edges are not added here. `doubled`: an asymmetric instance becomes a symmetric one of twice the nodes. Without
 * conditions tsp_reduction_instance() is `instance` itself, and nothing is copied. *reduction returns owned. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT, with the reason, for conditions that no tour meets (a node with three fixed edges, two
 * arcs out of one node, a ring that leaves nodes out, a path's end in the midst of fixed edges);
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_reduction_create(struct base_env *env, const struct swarm_instance *instance,
                                       const struct tsp_conditions *conditions, bool doubled,
                                       struct tsp_reduction **reduction);
void tsp_reduction_destroy(struct tsp_reduction **reduction);

/* What colonies see; the reduction's. */
const struct swarm_instance *tsp_reduction_instance(const struct tsp_reduction *reduction);

/* Length of a tour asked for, less the length of the tour that stands for it. */
int64_t tsp_reduction_offset(const struct tsp_reduction *reduction);

/* The tour, or the path, of the caller's nodes that `tour`, a permutation of those of the reduction's instance, stands
 * for: full [node_count of the caller's instance], in the form in which tours are told (tsp_tour_canonical(),
 * tsp_path_canonical() where no end is given). No permutation, if partners do not stand beside each other. */
void tsp_reduction_expand(const struct tsp_reduction *reduction, const uint32_t *tour, uint32_t *full);

/* The other way, for tours to start from: tour [node_count of the reduction's instance]. `full` must be a permutation.
 * SWARM_ERROR_INPUT with the first condition that it misses; a path from its end to its start misses both. */
enum swarm_status tsp_reduction_reduce(const struct tsp_reduction *reduction, struct base_env *env,
                                       const uint32_t *full, uint32_t *tour);

/* Measures `count` nodes, as a path or as a closed tour, and checks that they meet the conditions. Errors as
 * tsp_tour_measure(), also for the first condition that they miss. */
enum swarm_status tsp_conditions_measure(struct base_env *env, const struct swarm_instance *instance,
                                         const struct tsp_conditions *conditions, const uint32_t *full, size_t count,
                                         int64_t *length);

#endif
