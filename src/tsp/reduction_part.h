/* reduction_part.h - shared by the files of a reduction (reduction.h).
 *
 * reduction_chains.c makes chains of nodes that must stand side by side, reduction.c makes an instance of the chains,
 * reduction_tours.c checks tours and converts them both ways.
 */
#ifndef SWARMCL_TSP_REDUCTION_PART_H
#define SWARMCL_TSP_REDUCTION_PART_H

#include <stdio.h>

#include "base/memory.h"
#include "sites.h"
#include "reduction.h"

enum { BEFORE, AFTER }; /* the two neighbours of a node; only arcs tell them apart */

/* Nodes are the caller's, then the joint if there is one. Each lies on one chain; chains follow one another in `order`,
 * and most have one node. */
struct tsp_reduction {
    const struct swarm_instance *caller;
    struct tsp_conditions conditions;
    struct swarm_instance *made; /* owned; NULL: the caller's instance serves */
    bool joint;                  /* there is a joint behind the caller's nodes */
    bool doubled;
    int64_t offset;
    struct base_arrays arrays; /* owns `fixed` and the arrays below */
    size_t node_count;         /* with the joint */
    size_t chain_count;        /* nodes of an asymmetric reduction before they are doubled */
    uint32_t (*links)[2];      /* [node_count], TSP_NO_NODE: none */
    uint32_t *order;           /* [node_count] */
    uint32_t *chain_ends;      /* [chain_count] places in `order` behind each chain */
    uint32_t *chain_of;        /* [node_count] */
    bool *merged;              /* [node_count] the node's chain has the nodes of one place, and becomes one node */
    struct tsp_sites places;
    /* Of symmetric instances: */
    uint32_t *numbers; /* [node_count] in the reduction, TSP_NO_NODE for inner nodes of a chain */
    uint32_t *nodes;   /* [node count of `made`] the inverse of `numbers` */
};

struct number {
    char text[16];
};

static inline struct number number_of(uint32_t node)
{
    struct number number;
    snprintf(number.text, sizeof number.text, "%lu", (unsigned long)node + 1);
    return number;
}

/* A node's name, or its number from 1; the text lasts as long as the expression. */
#define NAME(node) (instance->names ? instance->names[node] : number_of(node).text)

/* Links the nodes that the conditions fix, and others in one place, and finds the chains. Errors: as
 * tsp_reduction_create() for conditions that no tour meets. */
enum swarm_status tsp_reduction_find_chains(struct tsp_reduction *reduction, struct base_env *env);

static inline unsigned degree(const struct tsp_reduction *reduction, uint32_t node)
{
    const uint32_t *links = reduction->links[node];
    return (links[BEFORE] != TSP_NO_NODE) + (links[AFTER] != TSP_NO_NODE);
}

static inline uint32_t chain_begin(const struct tsp_reduction *reduction, uint32_t chain)
{
    return chain > 0 ? reduction->chain_ends[chain - 1] : 0;
}

static inline uint32_t first_of(const struct tsp_reduction *reduction, uint32_t chain)
{
    return reduction->order[chain_begin(reduction, chain)];
}

static inline uint32_t last_of(const struct tsp_reduction *reduction, uint32_t chain)
{
    return reduction->order[reduction->chain_ends[chain] - 1];
}

#endif
