/* ascent.h - raises the length of the minimum 1-tree, a lower bound for all tours, by node potentials. */
#ifndef SWARMCL_BOUND_ASCENT_H
#define SWARMCL_BOUND_ASCENT_H

#include "price.h"
#include "tsp/sites.h"

#define BOUND_PROOF 5.0 /* assumed time of a proof, as a number of evaluations */

struct bound_ascent {
    struct bound_graph graph; /* graph of the instance; `count` is the size of the arrays by vertex */
    struct base_arrays arrays;
    int32_t *potentials;       /* [count] potentials of the current evaluation, scaled */
    int32_t *kept;             /* [count] potentials with the longest 1-tree of the graph since edges were added */
    int64_t kept_length;       /* length of the 1-tree of `kept`, scaled */
    int32_t *best;             /* [count] potentials with the longest proven 1-tree */
    int64_t length;            /* length of the 1-tree of `best`, scaled; INT64_MIN: none yet */
    uint64_t evaluations;      /* number of evaluations so far, without those of proofs */
    int32_t *directions;       /* [count] directions of the last step; BOUND_ONE is 1 */
    size_t cells;              /* number of subtrees of the k-d tree; 0 without coordinates */
    int32_t *cell_scales;      /* [cells] mean length of tree edges that leave the cell / number of them; scaled */
    int64_t *cell_lengths;     /* [cells] scratch: sum of the lengths of tree edges that leave the cell, scaled */
    int32_t *cell_edges;       /* [cells] scratch: number of tree edges that leave the cell */
    int64_t *sums;             /* [count + 1] scratch: sums of the directions of all earlier vertices */
    struct bound_one_tree one; /* 1-tree of the last evaluation or proof; of evaluations only on the host */
    struct tsp_sites sites;    /* sites of the instance; count 0: the ascent has no `of_sites` */
    struct swarm_instance *site_instance; /* instance with one node per site; owned; NULL until needed */
    struct bound_ascent *of_sites;        /* ascent of site_instance, which replaces this one's steps; NULL: none */
};

/* Builds the graph and the arrays. `ascent` must be zeroed, and released in any case. After cancellation or the
 * deadline the graph may have no edges. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_ascent_init(const struct bound_means *means, const struct swarm_instance *instance,
                                    struct bound_ascent *ascent);
void bound_ascent_deinit(struct bound_ascent *ascent);

/* Runs up to `evaluations` evaluations from the best potentials, with a step between two. Steps fall geometrically from
 * 1, the mean distance of neighbours, to 1 / 256. After each fifth of the evaluations except the last, adds edges to
 * the graph if the last 1-tree is within 2 % of the longest. At the end, also after cancellation, proves the potentials
 * with the longest 1-tree; stops early enough before the deadline. Errors: SWARM_ERROR_OUT_OF_MEMORY, the device's. */
enum swarm_status bound_ascend(const struct bound_means *means, struct bound_ascent *ascent, uint32_t evaluations);

#endif
