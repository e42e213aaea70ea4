/* piece_types.h - jobs and reports of ants on pieces (piece_ant.h), for host and device. */
#ifndef SWARMCL_PIECE_TYPES_H
#define SWARMCL_PIECE_TYPES_H

#include "cl/shared/cl_compat.h"

#define PIECE_LANES      32u /* lanes of an ant */
#define PIECE_MOST       32u /* pieces of a tour: one for each lane */
#define PIECE_QUEUE      64u /* nodes in an ant's queue; a power of two */
#define PIECE_GIVEN      32u /* nodes that a job may put there, so that new ones have room */

#define PIECE_SHORT_BITS 27 /* bits of a short gain; the other 5 of a word hold the number of its lane */

/* Defaults of a job's kopt and beam, measured in bench/mosaic/README.md, and the largest beam. */
#define PIECE_KOPT      6u
#define PIECE_BEAM      3u
#define PIECE_BEAM_MOST 4u

/* An ant's work in a launch: it examines the nodes in its row of the queues, or it kicks. */
struct piece_job {
    uint32_t individual;
    uint32_t ant, iteration; /* select its random numbers */
    uint32_t moves;          /* limit of the launch, or after each kick */
    uint32_t kicks;          /* 0: the ant examines its queue */
    uint32_t from, count;    /* examining: `count` nodes; kicking: near `count` positions from `from` on, cyclically */
    uint32_t window, width;  /* it removes edges (p, p + 1) of the base tour only at `width` positions p from `window`
                              * on,  cyclically; n: anywhere */
    uint32_t kopt;           /* edges of a k-opt move at most, 2 to KOPT_MOST; 0: PIECE_KOPT */
    uint32_t beam;           /* open moves followed, 1 to PIECE_BEAM_MOST; 0: PIECE_BEAM */
    uint32_t threshold;      /* keeps kicks that lengthen its tour by less, and in total by less */
};

/* Bits of struct piece_report. */
#define PIECE_FULL 1u /* a move needed too many pieces */
#define PIECE_LOST 2u /* the queue was full, so nodes at changed edges may be missing */

/* The result of a job. */
struct piece_report {
    int64_t gain;    /* reduction of the tour's length; more than -threshold */
    uint32_t pieces; /* in its row of `ends`; 0: its tour is the base tour */
    uint32_t left;   /* nodes to examine again, after the job's nodes in its row of the queues */
    uint32_t flags;  /* PIECE_ bits */
    uint32_t kicks;  /* kicks made */
    uint32_t moves;  /* moves made, including kicks */
    uint32_t looked; /* nodes examined */
};

#endif
