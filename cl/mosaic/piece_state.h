/* piece_state.h - the state of an ant on pieces: its tour, its queue, records of open moves.
 *
 * The file that includes this defines PIECE_LOCAL, the address space of an ant's state, and PIECE_TEAM if lanes are
 * work-items (piece_lanes.h).
 */
#ifndef SWARMCL_PIECE_STATE_H
#define SWARMCL_PIECE_STATE_H

#include "piece_lanes.h"

#include "kopt.h"
#include "cl/shared/problem_view.h"

#define PIECE_CANDIDATES 8u /* per record and side: 32 lanes evaluate 2 records, 2 sides, 8 candidates */

#define PIECE_NONE       0x7fffffff /* position or spot of a piece that does not exist */
#define PIECE_BARRED     (-1)       /* node of a continuation that the window bars */

/* Words of a record, which describes an open move. Level i adds the i-th edge. */
#define PIECE_FORWARD 0u          /* direction of offsets: 1, or -1 for backwards */
#define PIECE_START   1u          /* index in a record: spot of node t2 */
#define PIECE_FREE    2u          /* index in a record: node at the free end of the path */
#define PIECE_OFFSET  3u          /* nodes from t2 to the free end, counted in the direction PIECE_FORWARD */
#define PIECE_GAIN    4u          /* gain of the open move, low and high word */
#define PIECE_SIDES   6u          /* bit i: the node joined at level i is after the removed edge */
#define PIECE_CUTS    7u          /* offsets before the edges removed at levels 1, 2, ... */
#define PIECE_ENDS    14u         /* index in a record: nodes t2, t3, ... */
#define PIECE_RANKS   29u         /* a nibble per level: rank of its cut among all cuts */
#define PIECE_RECORD  PIECE_LANES /* number of words of a record; each lane copies one */

/* An ant's tour. Its pieces are sorted by position (low, shift, turn) and by spot (begin, first, last). */
struct piece_list {
    int32_t low[PIECE_MOST];                     /* lowest position of each piece, ascending; then PIECE_NONE */
    int32_t shift[PIECE_MOST], turn[PIECE_MOST]; /* spot = shift + turn * position; turn is 1 or -1 */
    int32_t begin[PIECE_MOST];                   /* first spot of each piece, ascending; then PIECE_NONE */
    int32_t first[PIECE_MOST], last[PIECE_MOST]; /* positions at the first and the last spot of each piece */
};

#define PIECE_SCRATCH (2u * PIECE_BEAM_MOST * PIECE_RECORD)

/* State of an ant in local memory. */
struct piece_ant {
    struct piece_list now, kept;
    int32_t queue[PIECE_QUEUE]; /* circular queue of nodes to examine */
    int32_t best[PIECE_RECORD];
    int32_t cuts[KOPT_MOST];        /* offsets before the removed edges, ascending; the last is n - 1 */
    int32_t arc_at[KOPT_MOST + 1u]; /* index of the first piece of each arc */
    int32_t scratch[PIECE_SCRATCH];
};

/* Uses of scratch, which share its memory. No union: oclgrind 21.10 checks the indices of all members against the
 * first. PIECE_RECORDS are the records of a level, PIECE_BEAM_MOST for two levels alternately. PIECE_MADE_ are columns
 * of a new list. */
#define PIECE_RECORDS(a, l)     ((a)->scratch + (l) % 2u * PIECE_BEAM_MOST * PIECE_RECORD)
#define PIECE_MADE_START(a, i)  ((a)->scratch[i]) /* offset where a piece begins; n after the last one */
#define PIECE_MADE_FIRST(a, i)  ((a)->scratch[PIECE_MOST + 1u + (i)])      /* position of the piece's first node */
#define PIECE_MADE_LAST(a, i)   ((a)->scratch[2u * PIECE_MOST + 1u + (i)]) /* position of the piece's last node */
#define PIECE_MADE_LOW(a, i)    ((a)->scratch[3u * PIECE_MOST + 1u + (i)]) /* lower of the two positions */
#define PIECE_MADE_LENGTH(a, i) ((a)->scratch[4u * PIECE_MOST + 1u + (i)]) /* number of nodes of the piece */

/* State of an ant as one lane sees it. Only LANES_MEMBERS differ between lanes. */
struct piece_search {
    VIEW_GLOBAL const uint32_t *ord, *pos; /* [n] nodes by position and positions by node of the base tour */
    struct problem_view view;
    PIECE_LOCAL struct piece_ant *ant;
    int32_t n;
    int32_t window, window_width;
    uint32_t kopt, beam; /* maximum number of edges of a move, open moves followed: of the job or the defaults */
    uint32_t pieces;
    uint32_t head, count; /* index of the queue's first node, and number of nodes in the queue */
    uint32_t flags, looked, moves;
    VIEW_GLOBAL uint32_t *row; /* [PIECE_QUEUE] nodes of the job, then nodes to examine again */
    uint32_t given;            /* number of nodes that the job gave to the ant */
    uint32_t barred;           /* nodes in the row whose moves the window may have barred */
    LANES_MEMBERS
};

/* A move of `k` edges. Arc i ends at ant->cuts[i]. */
struct piece_move {
    uint64_t at;     /* a nibble per arc: its rank in the new tour */
    uint32_t turned; /* a bit per arc, set if it is reversed */
    uint32_t k;
    int32_t start, forward; /* spot of t2, and direction of the tour (1 or -1), as in records */
    uint32_t ends;          /* nodes whose edges change, in ant->best from PIECE_ENDS on */
    PIECE_SUM gain;
};

/* A continuation of an open move: a lane's side of its candidate. */
struct piece_branch {
    PIECE_SUM open;   /* gain if left open; 0: there is no continuation */
    PIECE_SUM closed; /* gain if closed; 0: closing does not gain */
    int32_t cut, offset, node, free;
    uint32_t rank; /* rank of the cut among the cuts of the record */
};

#endif
