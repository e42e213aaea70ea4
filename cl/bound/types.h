/* types.h - structs and constants of the ascent that host and device share. */
#ifndef SWARMCL_BOUND_TYPES_H
#define SWARMCL_BOUND_TYPES_H

#include "cl/shared/cl_compat.h"

#define BOUND_NONE       0xffffffffu /* no node, no edge; no weight as a bound_order() */
#define BOUND_ROUNDS     34          /* rounds of Boruvka's algorithm at most; each at least halves the components */
#define BOUND_NODE_WORDS 9           /* arrays in `words`, each with a word per vertex: cl/bound/view.clh */
#define BOUND_CHOSEN     5           /* index of the array of the tree's edges, including one BOUND_NONE */
#define BOUND_FOUND      4           /* maximum number of edges that one pricing adds per vertex */
#define BOUND_SEEN       64          /* edges found for a vertex after which pricing visits no other leaf */

struct bound_edge {
    uint32_t a, b;  /* vertices that the edge joins, a < b */
    int32_t length; /* length of the edge, scaled */
};

/* Result of an evaluation on the device. */
struct bound_state {
    int64_t length;      /* weight of the 1-tree minus twice the potentials, scaled */
    int64_t kept_length; /* longest length since edges were added; `kept` holds its potentials */
    uint32_t special;    /* the special node; BOUND_NONE: no leaf has a second edge */
    uint32_t second;     /* bound_order() of the weight of the special node's second edge */
    uint32_t edge;       /* number of the special node's second edge; BOUND_NONE: none */
    uint32_t improved;   /* 1 if this evaluation has the longest 1-tree since edges were added, otherwise 0 */
};

/* Positions and lowest potential of the vertices in a subtree of the k-d tree. */
struct bound_range {
    uint32_t first, last; /* lowest and highest position on the line (src/bound/line.h) */
    int32_t potential;    /* lowest potential of the range */
};

/* Edges that pricing finds from a vertex to higher vertices. */
struct bound_found {
    uint32_t nodes[BOUND_FOUND]; /* the edges' other ends, the best first; BOUND_NONE in unused elements */
    uint32_t seen;               /* number of edges found; a lower limit if above BOUND_FOUND */
};

/* Result of a group: the parts of bound_state for its vertices. */
struct bound_part {
    int64_t length;           /* weights of the edges in CHOSEN (view.clh) minus twice the potentials */
    uint32_t special, second; /* leaf with the heaviest second edge, bound_order() of its weight; BOUND_NONE: none */
};

#endif
