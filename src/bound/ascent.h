/* ascent.h - raises the length of the minimum 1-tree, a lower bound for all tours, by node potentials. */
#ifndef SWARMCL_BOUND_ASCENT_H
#define SWARMCL_BOUND_ASCENT_H

#include "price.h"
#include "tsp/sites.h"

#define BOUND_PROOF 5.0 /* time of a proof, in evaluations */

struct bound_ascent {
    struct bound_graph graph;
    struct base_arrays arrays;
    int32_t *potentials;   /* [count] potentials of the current step, scaled */
    int32_t *kept;         /* [count] potentials with the longest 1-tree of the graph since edges were added */
    int64_t kept_length;   /* length of the 1-tree of `kept`, scaled */
    int32_t *best;         /* [count] potentials with the longest proven 1-tree */
    int64_t length;        /* length of the 1-tree of `best`, scaled; INT64_MIN: none yet */
    uint64_t evaluations;  /* 1-trees found */
    int32_t *directions;   /* [count] */
    size_t cells;          /* subtrees of the k-d tree; 0 without coordinates */
    int32_t *cell_scales;  /* [cells] */
    int64_t *cell_lengths; /* [cells] scratch */
    int32_t *cell_edges;   /* [cells] scratch */
    int64_t *sums;         /* [count + 1] scratch */
    struct bound_one_tree one;
    struct tsp_sites sites;
    struct swarm_instance *site_instance; /* one node per site; owned; NULL until needed */
    struct bound_ascent *of_sites;        /* ascent of site_instance; makes the steps if nodes share sites */
};

/* Makes the graph and the arrays. `ascent` must be zeroed, and released in any case. After cancellation or the deadline
 * the graph has no edges. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_ascent_init(const struct bound_means *means, const struct swarm_instance *instance,
                                    struct bound_ascent *ascent);
void bound_ascent_deinit(struct bound_ascent *ascent);

/* Makes `evaluations` steps from the best potentials. Steps shrink geometrically from 1, the distance of neighbours.
 * Adds edges to the graph five times. At the end proves the best potentials, also after cancellation, and stops early
 * enough before the deadline to do so. SWARM_ERROR_OUT_OF_MEMORY. Cost: docs/bound.md. */
enum swarm_status bound_ascend(const struct bound_means *means, struct bound_ascent *ascent, uint32_t evaluations);

#endif
