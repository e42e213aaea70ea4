/* price.h - finds the edges that a sparse graph needs to have the minimum 1-tree of the complete graph. */
#ifndef SWARMCL_BOUND_PRICE_H
#define SWARMCL_BOUND_PRICE_H

#include "device.h"
#include "line.h"

struct bound_priced {
    size_t count;  /* number of edges added to the graph */
    bool complete; /* True if the graph now has all such edges, so its tree is the tree of the complete graph */
};

/* Adds edges to the graph that are lighter than the heaviest edge of the tree's path between their ends: from each
 * vertex to higher vertices the best 4 of about the first 64 found. `one`, whose scratch changes, is the tree under
 * `potentials`. If there is a device, it has found the tree, and finds the edges if bound_device_prices(); unless the
 * deadline is INFINITY, the deadline and cancellation then stop it. Errors: SWARM_ERROR_OUT_OF_MEMORY, those of the
 * device.
 *
 * A subtree of the k-d tree is skipped if its smallest length, its lowest potential and its largest gap show that it
 * has no such edge. Cost: O(n log n) near the best potentials, 1 s for a million nodes on one core; O(n^2) without
 * coordinates.
 */
enum swarm_status bound_price(const struct bound_means *means, struct bound_graph *graph, const int32_t *potentials,
                              struct bound_one_tree *one, struct bound_priced *priced);

/* Computes *length: of the minimum 1-tree of the complete graph minus twice the potentials, scaled. Finds `one` and
 * adds edges to the graph until none is missing, with the device if there is one. After cancellation or the deadline
 * *length is INT64_MIN; with a deadline of INFINITY cancellation is ignored. Errors as above. */
enum swarm_status bound_exact(const struct bound_means *means, struct bound_graph *graph, const int32_t *potentials,
                              struct bound_one_tree *one, int64_t *length);

#endif
