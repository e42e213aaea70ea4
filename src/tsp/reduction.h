/* reduction.h - converts an instance with conditions on its tours (fixed edges, open paths, arcs) to one without
 * conditions, and merges the nodes of a site.
 *
 * Unless sites are merged, the closed tours of the new instance in which partners are neighbours correspond one to one
 * to the tours wanted, and the lengths of all pairs differ by the same number. How each condition is reduced:
 *   a path with a free end     a joint, the last node, at distance 0 from all others; a given end is its partner
 *   a path with both ends      a fixed edge of length 0 between them
 *   chains of fixed edges      symmetric: their two ends, as partners; asymmetric: one node, with the arcs into the
 *                              first node and out of the last one
 *   nodes of a site,           one node, if many nodes share sites (sites.h) and no condition names them. A tour that
 *   if wanted                  returns to a site becomes another one, longer by the rounding of its edges at most
 *   arcs, if wanted            an entrance and an exit for each node, as partners; edges join exits with entrances
 *                              (Jonker and Volgenant 1983). A tour has as many edges between entrances as between
 *                              exits, so an exchange that adds at most one of these and makes a tour adds none
 */
#ifndef SWARMCL_TSP_REDUCTION_H
#define SWARMCL_TSP_REDUCTION_H

#include "instance.h"

/* Conditions on tours. Node numbers start at 0. */
struct tsp_conditions {
    bool path;           /* True for open paths, False for closed tours */
    uint32_t start, end; /* ends of the path; TSP_NO_NODE: any node. Closed tours ignore them */
    size_t fixed_count;
    uint32_t (*fixed)[2]; /* [fixed_count] fixed edges; if asymmetric, arcs from [0] to [1]; may repeat. Borrowed */
};

struct tsp_reduction;

enum { TSP_DOUBLED = 1, TSP_MERGED = 2 };

/* Creates the reduction of `instance`, which must outlive the reduction. Copies `conditions`, without the instance's
 * own fixed_edges. `ways`: 0 or more of TSP_DOUBLED, which converts an asymmetric instance to a symmetric one of twice
 * the nodes, and TSP_MERGED, which merges the sites of a symmetric instance. If nothing is to be converted,
 * tsp_reduction_instance() is `instance`. The caller owns *reduction. Errors: SWARM_ERROR_INVALID_ARGUMENT for
 * conditions that no tour meets (a node with three fixed edges, two arcs out of one node, a cycle of fixed edges
 * without some nodes, a path's end between fixed edges); SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_reduction_create(struct base_env *env, const struct swarm_instance *instance,
                                       const struct tsp_conditions *conditions, unsigned ways,
                                       struct tsp_reduction **reduction);
void tsp_reduction_destroy(struct tsp_reduction **reduction);

/* The instance without conditions, owned by the reduction; the caller's own instance if nothing was converted. */
const struct swarm_instance *tsp_reduction_instance(const struct tsp_reduction *reduction);

/* Length of the caller's tour minus length of its tour in the reduction. With merged sites, rounding may add to this.
 */
int64_t tsp_reduction_offset(const struct tsp_reduction *reduction);

/* Converts `tour`, a permutation of the nodes of the reduction's instance, to the caller's tour or path: full
 * [node_count of the caller's instance], in canonical form (tsp_tour_canonical(); a path with free ends starts at the
 * lower one). If partners are not neighbours, `full` may lack nodes; its last elements are then TSP_NO_NODE. */
void tsp_reduction_expand(const struct tsp_reduction *reduction, const uint32_t *tour, uint32_t *full);

/* Converts the caller's tour `full`, which must be a permutation, to a start for the reduction: tour [node_count of the
 * reduction's instance]. SWARM_ERROR_INPUT with the first condition that `full` violates; a path from its end to its
 * start violates both ends. */
enum swarm_status tsp_reduction_reduce(const struct tsp_reduction *reduction, struct base_env *env,
                                       const uint32_t *full, uint32_t *tour);

/* Measures `count` nodes as a path or a closed tour, and checks the conditions. Errors as tsp_tour_measure(), and
 * SWARM_ERROR_VERIFICATION for the first condition violated. */
enum swarm_status tsp_conditions_measure(struct base_env *env, const struct swarm_instance *instance,
                                         const struct tsp_conditions *conditions, const uint32_t *full, size_t count,
                                         int64_t *length);

#endif
