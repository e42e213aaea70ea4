/* piece_types.h - jobs and reports of ants on pieces (piece_ant.h), for host and device. */
#ifndef SWARMCL_PIECE_TYPES_H
#define SWARMCL_PIECE_TYPES_H

#include "cl/shared/cl_compat.h"

#define PIECE_LANES      32u /* number of lanes that work for an ant */
#define PIECE_MOST       32u /* maximum number of pieces of an ant's tour: one per lane */
#define PIECE_QUEUE      64u /* maximum number of nodes in an ant's queue; a power of two */
#define PIECE_GIVEN      32u /* maximum number of nodes that a job puts in the queue, so that new ones have room */

#define PIECE_SHORT_BITS 27 /* bits of a short gain; the other 5 bits of a word hold the lane's number */

/* Defaults of a job's kopt and beam, measured in bench/mosaic/README.md, and the largest beam. */
#define PIECE_KOPT      6u
#define PIECE_BEAM      3u
#define PIECE_BEAM_MOST 4u

/* An ant's work in a launch: the ant examines the nodes in its row of the queues, or kicks. */
struct piece_job {
    uint32_t individual;
    uint32_t ant, iteration; /* number of the ant and of the launch; they select random numbers */
    uint32_t moves;          /* maximum number of moves of the launch, or after each kick */
    uint32_t kicks;          /* kicks to make; 0: the ant examines its queue */
    uint32_t from, count;    /* examining: the first `count` nodes of the queue; kicking: near `count` positions from
                              * `from` on, modulo n */
    uint32_t window, width;  /* the ant removes edges (p, p + 1) of the base tour only at `width` positions p from
                              * `window` on, modulo n; width n: anywhere */
    uint32_t kopt;           /* maximum number of edges of a k-opt move, 2 to KOPT_MOST; 0: PIECE_KOPT */
    uint32_t beam;           /* open moves followed, 1 to PIECE_BEAM_MOST; 0: PIECE_BEAM */
    uint32_t threshold;      /* a kick is kept if the kick, and the job so far, each lengthen the tour by less */
};

/* Bits of `flags` in struct piece_report. */
#define PIECE_FULL 1u /* flag of a report: a move needed too many pieces */
#define PIECE_LOST 2u /* the queue was full, so nodes at changed edges may be missing */

/* Result of a job. */
struct piece_report {
    int64_t gain;    /* reduction of the tour's length; more than -threshold */
    uint32_t pieces; /* pieces in the row of `ends`; 0: the tour is the base tour */
    uint32_t left;   /* nodes to examine again, stored after the job's nodes in its row of the queues */
    uint32_t flags;  /* flags of the ant, PIECE_ bits */
    uint32_t kicks;  /* number of kicks that the ant made */
    uint32_t moves;  /* number of moves that the ant made, kicks included */
    uint32_t looked; /* number of nodes that the ant examined */
};

#endif
