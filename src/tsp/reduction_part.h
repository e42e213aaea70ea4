/* reduction_part.h - shared by the files of a reduction (reduction.h). reduction.c makes chains of the nodes that are
 * neighbours in every tour, and an instance of the chains; reduction_tours.c converts tours. */
#ifndef SWARMCL_TSP_REDUCTION_PART_H
#define SWARMCL_TSP_REDUCTION_PART_H

#include <stdio.h>

#include "base/memory.h"
#include "reduction.h"
#include "sites.h"

enum { BEFORE, AFTER }; /* indices of a node's two neighbours; only arcs distinguish them */

/* A reduction. Its nodes are the caller's, then the joint if there is one. Each is in one chain; most chains have one
 * node. */
struct tsp_reduction {
    const struct swarm_instance *caller;
    struct tsp_conditions conditions;
    struct swarm_instance *made; /* owned instance of the reduction; NULL: the caller's instance is used */
    bool joint;                  /* True if a joint follows the caller's nodes */
    bool doubled;                /* True if each chain of an asymmetric instance has an entrance and an exit */
    int64_t offset;              /* length of a tour minus its length in `made`: tsp_reduction_offset() */
    struct base_arrays arrays;   /* owns conditions.fixed and the arrays of this struct */
    struct tsp_sites sites;
    size_t node_count;    /* number of the caller's nodes, and the joint */
    size_t chain_count;   /* number of chains: nodes of an asymmetric reduction before they are doubled */
    uint32_t (*links)[2]; /* [node_count] neighbours of each node in its chain, TSP_NO_NODE: none */
    uint32_t (*ends)[2];  /* [chain_count] first and last node of each chain */
    uint32_t *chain_of;   /* [node_count] index of the node's chain */
    bool *merged;         /* [node_count] True if the node's chain holds the nodes of one site, and becomes one node */
    /* Only for symmetric instances: */
    uint32_t *numbers; /* [node_count] number in `made`; TSP_NO_NODE: within a chain, or merged with a lower node */
    uint32_t *nodes;   /* [node count of `made`] the caller's node of each number, the inverse of numbers[] */
};

/* A node's number, from 1, as text. */
struct number {
    char text[16];
};

static inline struct number number_of(uint32_t node)
{
    struct number number;
    snprintf(number.text, sizeof number.text, "%lu", (unsigned long)node + 1);
    return number;
}

/* A node's name in the variable `instance`, or its number, from 1. The text is valid until the end of the expression.
 */
#define NAME(node) (instance->names ? instance->names[node] : number_of(node).text)

/* The node after `node` in its chain on a walk from `previous`; TSP_NO_NODE: the walk starts at `node`. */
static inline uint32_t chain_next(const struct tsp_reduction *reduction, uint32_t node, uint32_t previous)
{
    const uint32_t *links = reduction->links[node];
    return !reduction->caller->info.symmetric || links[BEFORE] == previous ? links[AFTER] : links[BEFORE];
}

#endif
