/* price.h - whether a sparse graph has the minimum 1-tree of the complete graph, and the edges that it lacks. */
#ifndef SWARMCL_BOUND_PRICE_H
#define SWARMCL_BOUND_PRICE_H

#include "device.h"
#include "line.h"

/* What does the work, and until when. */
struct bound_means {
    struct base_team *team;      /* NULL: the caller */
    struct bound_device *device; /* NULL: none */
    double deadline;             /* of base_seconds(); INFINITY: none */
};

/* What pricing found: edges added to the graph; whether there are no others, so that the tree of the graph is the tree
 * of the complete graph. */
struct bound_priced {
    size_t count;
    bool complete;
};

/* Adds to the graph edges outside of it that are lighter than the heaviest edge of the tree's path between their ends:
 * up to 4 from a node, the best first. `one` is the tree of the graph under `potentials`. A device found the tree; it
 * looks for the edges where it prices the instance, and may stop at a deadline that is not INFINITY, or at
 * cancellation. Errors: SWARM_ERROR_OUT_OF_MEMORY, those of the device.
 *
 * A subtree of the k-d tree is skipped if its least length, its least potential and the largest gap that its places
 * allow tell that none of its nodes matters. Cost: O(n log n) near the best potentials, 1 s for a million nodes on one
 * core; O(n^2) without coordinates. */
enum swarm_status bound_price(struct base_env *env, struct bound_graph *graph, const int32_t *potentials,
                              const struct bound_one_tree *one, const struct bound_means *means,
                              struct bound_priced *priced);

/* *length: of the minimum 1-tree of the complete graph less twice the potentials, scaled. Finds `one`, on the device
 * if there is one, and adds edges to the graph, until nothing is missing. After cancellation or the deadline *length is
 * INT64_MIN; a deadline of INFINITY is none, and then cancellation does not count either. SWARM_ERROR_OUT_OF_MEMORY.
 */
enum swarm_status bound_exact(struct base_env *env, struct bound_graph *graph, const int32_t *potentials,
                              struct bound_one_tree *one, const struct bound_means *means, int64_t *length);

#endif
