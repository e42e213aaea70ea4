/* types.h - records of the ascent of node potentials that host and device share. */
#ifndef SWARMCL_BOUND_TYPES_H
#define SWARMCL_BOUND_TYPES_H

#include "cl/shared/cl_compat.h"

#define BOUND_NONE       0xffffffffu /* no node, no edge, no weight in the order of bound_order() */
#define BOUND_ROUNDS     34          /* of Boruvka's algorithm, at most: each halves the components */
#define BOUND_NODE_WORDS 9           /* arrays of a word for each node in `words`: cl/bound/view.clh */
#define BOUND_CHOSEN     5           /* of these the edges of the tree, each once, and once BOUND_NONE */
#define BOUND_FOUND      4           /* edges of a node that one pricing adds, at most */
#define BOUND_SEEN       64 /* better edges of a node, behind which a pricing leaves its other subtrees alone */

struct bound_edge {
    uint32_t a, b;  /* turns, a < b */
    int32_t length; /* scaled */
};

/* An evaluation on the device, and what the ascent keeps. */
struct bound_state {
    int64_t length;                 /* of the 1-tree less twice the potentials, scaled */
    int64_t kept_length;            /* the longest since edges were added, with the potentials `kept` */
    uint32_t special, second, edge; /* the special node, the order of its second edge, the edge; BOUND_NONE: none */
    uint32_t improved;              /* this evaluation has the longest */
};

/* What a subtree of the k-d tree has. */
struct bound_range {
    uint32_t first, last; /* places on the line (src/bound/line.h) */
    int32_t potential;    /* the least */
};

/* Edges from a node to higher ones that pricing finds. */
struct bound_found {
    uint32_t nodes[BOUND_FOUND]; /* their other ends, the best first; BOUND_NONE behind the last */
    uint32_t seen;               /* how many were met; not all where they are more than BOUND_FOUND */
};

/* Findings of a group: a sum of lengths, and the special node among its nodes. */
struct bound_part {
    int64_t length;
    uint32_t special, second;
};

#endif
