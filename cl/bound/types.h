/* types.h - records of the ascent of node potentials that host and device share. */
#ifndef SWARMCL_BOUND_TYPES_H
#define SWARMCL_BOUND_TYPES_H

#include "cl/shared/cl_compat.h"

#define BOUND_NONE       0xffffffffu /* no node, no edge; as a bound_order() no weight */
#define BOUND_ROUNDS     34          /* most rounds of Boruvka's algorithm; each at least halves the components */
#define BOUND_NODE_WORDS 9           /* arrays with a word for each vertex in `words`: cl/bound/view.clh */
#define BOUND_CHOSEN     5           /* index of the array with the edges of the tree, and one BOUND_NONE */
#define BOUND_FOUND      4           /* most edges of a vertex that one pricing adds */
#define BOUND_SEEN       64          /* better edges of a vertex after which a pricing skips the other subtrees */

struct bound_edge {
    uint32_t a, b;  /* vertices, a < b */
    int32_t length; /* scaled */
};

/* The result of an evaluation on the device. */
struct bound_state {
    int64_t length;      /* of the 1-tree minus twice the potentials, scaled */
    int64_t kept_length; /* longest since edges were added; its potentials are `kept` */
    uint32_t special;    /* the special node; BOUND_NONE: none */
    uint32_t second;     /* bound_order() of its second edge */
    uint32_t edge;       /* its second edge */
    uint32_t improved;   /* 1: this evaluation has the longest 1-tree */
};

/* The vertices of a subtree of the k-d tree. */
struct bound_range {
    uint32_t first, last; /* lowest and highest position on the line (src/bound/line.h) */
    int32_t potential;    /* the least potential */
};

/* Edges from a vertex to higher ones that pricing finds. */
struct bound_found {
    uint32_t nodes[BOUND_FOUND]; /* their other ends, the best first; BOUND_NONE after the last */
    uint32_t seen;               /* number of better edges; a lower limit if above BOUND_FOUND */
};

/* Result of a group: the sum of its lengths, and the special node among its vertices. */
struct bound_part {
    int64_t length;
    uint32_t special, second;
};

#endif
