/* types.h - structs that host and kernels of orienteering share: members from large to small, padding explicit. */
#ifndef SWARMCL_ORIENT_TYPES_H
#define SWARMCL_ORIENT_TYPES_H

#include "cl/shared/cl_compat.h"

/* An individual, without its words: the next and the previous node of each node; ORIENT_NONE: not visited. */
struct orient_individual {
    int64_t score, length; /* score of the visited nodes; length of the tour without the edge that closes a path */
    int64_t price;     /* price of a unit of length in the next move, in units of 2^-ORIENT_ENERGY_BITS of score */
    int64_t slack;     /* before the first move, length below the limit at which the price neither rises nor falls */
    uint64_t moves;    /* number of moves that the individual made so far */
    uint64_t move_end; /* number of moves when the search is complete */
    float temperature; /* temperature of the first move, in units of energy */
    uint32_t number;   /* index of the individual in its population */
    uint32_t generation; /* generation, from 1; selects the random numbers together with `number` */
    uint32_t count;      /* number of nodes that the tour visits */
};

#define ORIENT_NONE        0xffffffffu
#define ORIENT_ENERGY_BITS 30u
#define ORIENT_WORDS(n)    (2u * (uint64_t)(n)) /* words of an individual: next and previous node of each node */

/* Constants of the search. The first and last node are always visited. If they differ, the tour is a path, and the edge
 * from the last node to the first one closes it: this edge always stays and has no length. */
struct orient_rules {
    int64_t limit; /* largest length of a tour */
    uint32_t first, last;
    uint32_t breadth;  /* number of list entries next to which a node may be inserted */
    uint32_t fineness; /* rates are stored in units of 2^-fineness */
};

#endif
