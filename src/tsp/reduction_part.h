/* reduction_part.h - what the files of a reduction (reduction.h) share.
 *
 * reduction_chains.c makes chains of nodes that must stand beside each other, reduction.c makes an instance of these,
 * reduction_tours.c checks tours and brings them there and back.
 */
#ifndef SWARMCL_TSP_REDUCTION_PART_H
#define SWARMCL_TSP_REDUCTION_PART_H

#include <stdio.h>

#include "base/memory.h"
#include "reduction.h"

enum { BEFORE, AFTER }; /* the two neighbours of a node; which is which counts for arcs alone */

/* Nodes are those of the caller's instance, and behind them the joint if there is one. All of them lie on chains, one
 * after the other in `order`; most chains are one node. */
struct tsp_reduction {
    const struct swarm_instance *caller;
    struct tsp_conditions conditions;
    struct swarm_instance *made; /* owned; NULL: the caller's serves */
    bool joint;                  /* the caller's nodes have a joint behind them */
    bool doubled;
    int64_t offset;
    struct base_arrays arrays; /* owns `fixed` and the arrays below */
    size_t node_count;         /* with the joint */
    size_t chain_count;        /* of an asymmetric instance its nodes, before they are doubled */
    uint32_t (*links)[2];      /* [node_count], TSP_NO_NODE: none */
    uint32_t *order;           /* [node_count] */
    uint32_t *chain_ends;      /* [chain_count] places in `order` behind each chain */
    uint32_t *chain_of;        /* [node_count] */
    /* Of symmetric instances: */
    uint32_t *numbers; /* [node_count] in the reduction, TSP_NO_NODE for nodes in the midst of a chain */
    uint32_t *nodes;   /* [made's node count] whose numbers they are */
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

/* A node as its user knows it; text that lasts as long as the expression. */
#define NAME(node) (instance->names ? instance->names[node] : number_of(node).text)

/* Links what the conditions fix, and finds the chains: the errors of tsp_reduction_create() for conditions that no tour
 * meets. */
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
