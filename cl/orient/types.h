/* types.h - structs that orient's host and kernels exchange: members from large to small, padding explicit. */
#ifndef SWARMCL_ORIENT_TYPES_H
#define SWARMCL_ORIENT_TYPES_H

#include "cl/shared/cl_compat.h"

/* An individual: a ring of nodes, next and previous of each; nodes that are not visited have ORIENT_NONE. */
struct orient_individual {
    int64_t score, length; /* of the nodes visited; of the ring without the closed edge: cl/orient/search.h */
    int64_t price;         /* of a unit of length, in 2^-ORIENT_ENERGY_BITS units of score */
    uint64_t moves;        /* made so far, ... */
    uint64_t move_end;     /* ... of so many */
    float heat;            /* of the first move, in units of energy; it falls by half ORIENT_HALVES times */
    uint32_t number;       /* in its population */
    uint32_t generation;   /* whose random numbers it draws, from 1 */
    uint32_t count;        /* nodes visited */
};

#define ORIENT_NONE        0xffffffffu
#define ORIENT_ENERGY_BITS 30u
#define ORIENT_WORDS(n)    (2u * (uint64_t)(n)) /* next, previous */

/* What all individuals share. */
struct orient_rules {
    int64_t limit;     /* of lengths */
    uint32_t first;    /* always visited */
    uint32_t last;     /* always visited; unlike `first`, the edge from here to `first` is closed: it always stays, and
                        * has no length */
    uint32_t breadth;  /* entries of a list between whose neighbours in the ring a node may come */
    uint32_t fineness; /* ratios of score to length are in 2^-fineness */
};

#endif
