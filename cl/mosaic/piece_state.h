/* piece_state.h - the state of an ant on pieces: its tour, its queue, records of open moves.
 * Who includes this defines PIECE_LOCAL, the address space of an ant's state, and, where its lanes are work-items,
 * PIECE_TEAM: piece_lanes.h.
 */
#ifndef SWARMCL_PIECE_STATE_H
#define SWARMCL_PIECE_STATE_H

#include "piece_lanes.h"

#include "kopt.h"
#include "cl/shared/problem_view.h"

#define PIECE_CANDIDATES 8u /* 2 sides of 8 candidates of 2 records are the 32 lanes */

#define PIECE_NONE       0x7fffffff /* position or spot of a piece that is not there */
#define PIECE_BARRED     (-1)       /* node of a way that the window bars */

/* The words of a record, an open move. */
#define PIECE_FORWARD 0u /* 1; -1: places count backwards */
#define PIECE_START   1u /* spot of t2 */
#define PIECE_FREE    2u /* the last node, at PIECE_PLACE */
#define PIECE_PLACE   3u
#define PIECE_GAIN    4u          /* open, low and high word */
#define PIECE_SIDES   6u          /* bit i: the node joined at level i lies behind the removed edge */
#define PIECE_CUTS    7u          /* place before the edge removed at level 1, 2, ... */
#define PIECE_ENDS    14u         /* t2, t3, ... */
#define PIECE_RANKS   29u         /* a nibble for each level, the place of its cut among all */
#define PIECE_RECORD  PIECE_LANES /* words, a lane copies one */

/* A tour. Rows by position (low, shift, turn) and by spot (begin, first, last) list the same pieces. */
struct piece_list {
    int32_t low[PIECE_MOST];                     /* lowest position, ascending; PIECE_NONE behind the last */
    int32_t shift[PIECE_MOST], turn[PIECE_MOST]; /* spot = shift + turn * position, turn 1 or -1 */
    int32_t begin[PIECE_MOST];                   /* first spot, ascending; PIECE_NONE behind the last */
    int32_t first[PIECE_MOST], last[PIECE_MOST]; /* position at the first spot and at the last */
};

#define PIECE_SCRATCH (2u * PIECE_BEAM_MOST * PIECE_RECORD)

/* What an ant needs in local memory. */
struct piece_ant {
    struct piece_list now, kept;
    int32_t queue[PIECE_QUEUE]; /* a ring */
    int32_t best[PIECE_RECORD];
    int32_t cuts[KOPT_MOST];        /* places before the edges of a move, ascending; the last is n - 1 */
    int32_t arc_at[KOPT_MOST + 1u]; /* the piece that begins each arc */
    int32_t scratch[PIECE_SCRATCH];
};

/* The parts of scratch, one after the other, and the words of a kick. No union: oclgrind 21.10 checks the indices of
 * all members against the first. Records: of two levels in turn, PIECE_BEAM_MOST of each. */
#define PIECE_RECORDS(a, l)     ((a)->scratch + (l) % 2u * PIECE_BEAM_MOST * PIECE_RECORD)
#define PIECE_MADE_START(a, i)  ((a)->scratch[i]) /* pieces of a new list, and n behind the last: their place ... */
#define PIECE_MADE_FIRST(a, i)  ((a)->scratch[PIECE_MOST + 1u + (i)]) /* ... positions ... */
#define PIECE_MADE_LAST(a, i)   ((a)->scratch[2u * PIECE_MOST + 1u + (i)])
#define PIECE_MADE_LOW(a, i)    ((a)->scratch[3u * PIECE_MOST + 1u + (i)])
#define PIECE_MADE_LENGTH(a, i) ((a)->scratch[4u * PIECE_MOST + 1u + (i)]) /* ... and nodes */

/* What a lane knows; all but LANES_MEMBERS is the same in all of them. */
struct piece_search {
    VIEW_GLOBAL const uint32_t *ord, *pos; /* [n] the base tour */
    struct problem_view view;
    PIECE_LOCAL struct piece_ant *ant;
    int32_t n;
    int32_t window, window_width;
    uint32_t kopt, beam; /* as the job has them, never 0 */
    uint32_t pieces;
    uint32_t head, count; /* of the queue */
    uint32_t flags, looked, moves;
    VIEW_GLOBAL uint32_t *row; /* [PIECE_QUEUE] the nodes given, and those left over */
    uint32_t given;
    uint32_t barred; /* nodes in the row that a window kept from a move, maybe */
    LANES_MEMBERS
};

/* A move of `k` edges to be made: arc i ends at ant->cuts[i]. */
struct piece_move {
    uint64_t at;     /* a nibble for each arc: how many come before it */
    uint32_t turned; /* a bit for each arc */
    uint32_t k;
    int32_t start, forward; /* as in records */
    uint32_t ends;          /* nodes in ant->best from PIECE_ENDS on, whose edges change */
    PIECE_SUM gain;
};

/* What a lane found at its side of its candidate. */
struct piece_way {
    PIECE_SUM open;   /* gain; 0: there is no such way */
    PIECE_SUM closed; /* gain; 0: not to be closed */
    int32_t cut, place, node, free;
    uint32_t rank; /* of the cut among the cuts of the record */
};

#endif
