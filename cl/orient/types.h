/* types.h - structs that host and kernels of orienteering exchange: members from large to small, padding explicit. */
#ifndef SWARMCL_ORIENT_TYPES_H
#define SWARMCL_ORIENT_TYPES_H

#include "cl/shared/cl_compat.h"

/* An individual without its words, which are the next and previous node of each node; ORIENT_NONE: not visited. */
struct orient_individual {
    int64_t score, length; /* of the visited nodes; of the tour, without the edge that closes a path */
    int64_t price;         /* of a unit of length before the first move, in units of 2^-ORIENT_ENERGY_BITS of score */
    uint64_t moves;        /* made so far */
    uint64_t move_end;     /* moves to make */
    float temperature;     /* of the first move, in units of energy */
    uint32_t number;       /* index in its population */
    uint32_t generation;   /* from 1; selects the random numbers together with `number` */
    uint32_t count;        /* visited nodes */
};

#define ORIENT_NONE        0xffffffffu
#define ORIENT_ENERGY_BITS 30u
#define ORIENT_WORDS(n)    (2u * (uint64_t)(n)) /* next, previous */

/* Constants of the search. The first and last node are always visited. If they differ, the tour is a path, and the edge
 * from the last node to the first one closes it: this edge always stays and has no length. */
struct orient_rules {
    int64_t limit; /* greatest length */
    uint32_t first, last;
    uint32_t breadth;  /* entries of a list next to which a node may be inserted */
    uint32_t fineness; /* rates are in units of 2^-fineness */
};

#endif
