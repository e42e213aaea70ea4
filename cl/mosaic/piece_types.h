/* piece_types.h - the jobs and reports of ants on pieces (piece_ant.h), for host and device. */
#ifndef SWARMCL_PIECE_TYPES_H
#define SWARMCL_PIECE_TYPES_H

#include "cl/shared/cl_compat.h"

#define PIECE_LANES      32u /* work together for an ant */
#define PIECE_MOST       32u /* pieces of a tour, one for each lane */
#define PIECE_QUEUE      64u /* nodes; a power of two */
#define PIECE_GIVEN      32u /* of those at most to begin with */

#define PIECE_SHORT_BITS 27 /* of a short gain; the rest of a word tells the lane that has it */

/* Edges of a move and open moves followed, of a job that says nothing, and most of the latter. */
#define PIECE_KOPT      6u
#define PIECE_BEAM      3u
#define PIECE_BEAM_MOST 4u

/* An ant's work in one launch. Nodes to be looked at open its row of the queues; those left over follow. */
struct piece_job {
    uint32_t individual;
    uint32_t ant, iteration; /* whose random numbers it draws */
    uint32_t moves;          /* at most so many before it stops, and after each kick */
    uint32_t kicks;          /* 0: it looks at its queue, which it has otherwise not */
    uint32_t from, count; /* kicks 0: `count` nodes in its queue; otherwise it kicks near `count` positions from `from`
                           * on, over the tour's end to its start */
    uint32_t window, width; /* it removes edges (p, p + 1) of the base tour at `width` positions p from `window` on
                             * alone, over the tour's end to its start; width n: anywhere */
    uint32_t kopt;          /* edges of a k-opt move at most, 2 to KOPT_MOST; 0: PIECE_KOPT */
    uint32_t beam;          /* open moves followed, 1 to PIECE_BEAM_MOST; 0: PIECE_BEAM */
    uint32_t threshold;     /* it keeps kicks that make its tour longer by less, and in all by less */
};

/* Bits of struct piece_report. */
#define PIECE_FULL 1u /* a move would have made too many pieces */
#define PIECE_LOST 2u /* the queue could not take all nodes; ends of its pieces may have been lost */

/* What came of it. */
struct piece_report {
    int64_t gain;    /* by which its tour is shorter than the base tour; below 0 by less than the threshold */
    uint32_t pieces; /* in its row of `ends`; 0: its tour is the base tour */
    uint32_t left;   /* nodes in its row of the queues, behind those given, that are to be looked at again */
    uint32_t flags;  /* PIECE_ above */
    uint32_t kicks;  /* made */
    uint32_t moves;  /* kicks among them */
    uint32_t looked; /* nodes looked at */
};

#endif
