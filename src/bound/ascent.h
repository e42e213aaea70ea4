/* ascent.h - node potentials that raise the length of the minimum 1-tree: a lower bound for all tours. */
#ifndef SWARMCL_BOUND_ASCENT_H
#define SWARMCL_BOUND_ASCENT_H

#include "price.h"
#include "tsp/sites.h"

/* Evaluations that a proof is worth. */
#define BOUND_PROOF 5.0

struct bound_ascent {
    struct base_arrays arrays;
    int32_t *potentials;   /* [count] of the step */
    int32_t *kept;         /* [count] those with the longest 1-tree of the graph since edges were added */
    int64_t kept_length;   /* scaled */
    int32_t *best;         /* [count] those with the longest proven 1-tree */
    int64_t length;        /* of `best`, on the complete graph, scaled; INT64_MIN: none yet */
    uint64_t evaluations;  /* 1-trees found */
    int32_t *directions;   /* [count] */
    size_t cells;          /* subtrees of the k-d tree; 0: no coordinates */
    int32_t *cell_scales;  /* [cells] */
    int64_t *cell_lengths; /* [cells] work */
    int32_t *cell_edges;   /* [cells] work */
    int64_t *sums;         /* [count + 1] work */
    struct bound_one_tree one;
    struct bound_device *device; /* borrowed; NULL: the host makes all evaluations */
    struct tsp_sites places;
    struct bound_by_places *by_places; /* makes the evaluations if there are places; NULL at first */
};

/* Takes memory for a graph, and finds its places; `ascent` must be zeroed, and released in any case.
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_ascent_init(struct base_env *env, struct bound_graph *graph, struct bound_ascent *ascent);
void bound_ascent_deinit(struct bound_ascent *ascent);

/* Makes `evaluations` steps from the best potentials on; their length falls geometrically from 1, the distance of
 * neighbours. Adds edges to the graph at five times, and proves the best at the end, also after
 * cancellation; stops in time for that before `deadline`. SWARM_ERROR_OUT_OF_MEMORY. Cost: docs/bound.md. */
enum swarm_status bound_ascend(struct base_env *env, struct bound_graph *graph, struct bound_ascent *ascent,
                               uint32_t evaluations, struct base_team *team, double deadline);

#endif
