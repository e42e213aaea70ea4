/* candidates.h - candidate lists: for each node the few nodes that a tour is likely to visit next. */
#ifndef SWARMCL_TSP_CANDIDATES_H
#define SWARMCL_TSP_CANDIDATES_H

#include "base/team.h"
#include "instance.h"

struct tsp_tree;

struct tsp_candidates {
    uint32_t length;       /* nodes per list, set by the caller; then at most node_count - 1 */
    uint32_t per_quadrant; /* nearest nodes from each quadrant, set by the caller */
    uint32_t evaluations;  /* set by the caller: evaluations of potentials for lists by alpha (bound/lists.h); 0: the
                              lists are by distance */
    uint32_t node_count;
    uint32_t *nodes; /* [node_count][length], owned; each list sorted by distance, then by number */
};

/* Makes a list of `length` nodes per node for each of candidates[count]: first the `per_quadrant` nearest in each of
 * the four quadrants around the node, then the nearest of the rest. Nodes are compared by (distance, number), so the
 * lists equal those of a search through all pairs in every metric. A quadrant includes its first axis, not its second;
 * nodes of the same site are in the first quadrant. Axes point east and north for GEO and GREAT_CIRCLE; metrics in
 * space ignore the third coordinate; EXPLICIT and joined instances have no quadrants. The threads of `team` share the
 * work; NULL: only the caller's thread works. After cancellation or `deadline` (base_seconds(); INFINITY: none) all
 * `nodes` may be NULL. Ignores `evaluations`.
 * `candidates` [count] must be zeroed except for the members that the caller sets; release all of them in any case.
 * Errors: SWARM_ERROR_OUT_OF_MEMORY. Memory: 4 * length bytes per node, and about 60 bytes per node during the work.
 * Cost: O(n log n) by a k-d tree for points, O(n^2) for EXPLICIT and joined instances. A million nodes on one core of a
 * Xeon: lists of 10 nodes with 2 per quadrant 2.6 s. */
enum swarm_status tsp_candidates_init(struct base_env *env, const struct swarm_instance *instance,
                                      struct base_team *team, double deadline, struct tsp_candidates *candidates,
                                      size_t count);

/* The nodes that have lists and appear in lists. */
struct tsp_listed {
    const struct swarm_instance *instance;
    const struct tsp_tree *tree; /* tree of the nodes; NULL: the first `node_count` nodes of the instance */
    uint32_t node_count;         /* number of nodes in the tree, or of first nodes; without the joint */
};

/* Like tsp_candidates_init(), for the nodes of `listed`. */
enum swarm_status tsp_candidates_of(struct base_env *env, struct tsp_listed listed, struct base_team *team,
                                    double deadline, struct tsp_candidates *candidates, size_t count);
void tsp_candidates_deinit(struct tsp_candidates *candidates);

#endif
