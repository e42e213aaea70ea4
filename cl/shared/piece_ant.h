/* piece_ant.h - an ant on pieces: k-opt and kicks on a tour that is not written anywhere.
 *
 * One text for the kernel (cl/mosaic/improve_pieces.cl) and for threads of the host. Who includes this defines
 *   PIECE_GLOBAL, PIECE_LOCAL  the address spaces of arrays and of an ant's state
 *   PIECE_EDGES                the type of what lengths come from
 *   PIECE_LENGTH(e, i, j)      the exact length of an edge, of a PIECE_EDGES
 *   PIECE_PARTNERS(s)          whether nodes have partners, of a piece_search: edges between them stay
 *   PIECE_TEAM                 where the lanes are work-items: piece_lanes.h
 *
 * Thousands of ants share a base tour, which does not change while they work. An ant's own tour is a list of at most 32
 * pieces of it, whole runs of positions walked forwards or backwards. A position is a place in the base tour, a spot
 * one in the ant's tour; each leads to the other by a search among 32 numbers. Nothing depends on n, which is at most
 * 2^30.
 *
 * Search from t1: the edge (t1, t2) goes, an edge to a candidate of t2 comes, an edge beside that goes, and so on, to
 * as many edges as the job says; positive gain throughout (Lin and Kernighan 1973). 32 lanes look at once: at the first
 * level in 2 directions at 8 candidates and their 2 sides, then in two records at the same. All ways of a level are
 * closed, and the best closing that gains and is a tour (kopt.h) is made; otherwise the best are followed, as many
 * as the job says. A place counts from t2 on, in the direction that makes t1 the last.
 *
 * A kick is a double bridge between four edges, found by random walks on the candidate lists (Martin, Otto and Felten
 * 1991). It is undone unless the search after it made the tour shorter than before, or longer by less than the job's
 * threshold (Dueck and Scheuer 1990).
 *
 * Everything is integers and defined on the 32 lanes, so that a report follows from base tour, job and queue alone.
 */
#ifndef SWARMCL_PIECE_ANT_H
#define SWARMCL_PIECE_ANT_H

#include "draws.h"
#include "piece_lanes.h"

#include "kopt.h"

#define PIECE_CANDIDATES 8u                     /* 2 sides of 8 candidates of 2 records are the 32 lanes */
#define PIECE_WALK       30u                    /* steps between two edges of a kick */
#define PIECE_KICK_MOST  20u                    /* pieces from which on an ant does not kick any more */
#define PIECE_WORDS      (3u * PIECE_WALK + 1u) /* random, of a kick */

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

/* What scratch holds, one after the other, and the words of a kick. No union: oclgrind 21.10 takes the others' indices
 * for those of the first. Records: of two levels in turn, PIECE_BEAM_MOST of each. */
#define PIECE_RECORDS(a, l)     ((a)->scratch + (l) % 2u * PIECE_BEAM_MOST * PIECE_RECORD)
#define PIECE_MADE_START(a, i)  ((a)->scratch[i]) /* pieces of a new list, and n behind the last: their place ... */
#define PIECE_MADE_FIRST(a, i)  ((a)->scratch[PIECE_MOST + 1u + (i)]) /* ... positions ... */
#define PIECE_MADE_LAST(a, i)   ((a)->scratch[2u * PIECE_MOST + 1u + (i)])
#define PIECE_MADE_LOW(a, i)    ((a)->scratch[3u * PIECE_MOST + 1u + (i)])
#define PIECE_MADE_LENGTH(a, i) ((a)->scratch[4u * PIECE_MOST + 1u + (i)]) /* ... and nodes */

/* What a lane knows; all but LANES_MEMBERS is the same in all of them. */
struct piece_search {
    PIECE_GLOBAL const uint32_t *ord, *pos;  /* [n] the base tour */
    PIECE_GLOBAL const uint32_t *near;       /* [n][width] */
    PIECE_GLOBAL const int32_t *near_length; /* [n][width] */
    PIECE_GLOBAL const uint32_t *partners;   /* [n] who must stand beside each; looked at if PIECE_PARTNERS */
    PIECE_EDGES edges;
    PIECE_LOCAL struct piece_ant *ant;
    int32_t n;
    uint32_t width;
    int32_t window, window_width;
    uint32_t kopt, beam; /* as the job has them, never 0 */
    uint32_t pieces;
    uint32_t head, count; /* of the queue */
    uint32_t flags, looked, moves;
    PIECE_GLOBAL uint32_t *row; /* [PIECE_QUEUE] the nodes given, and those left over */
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
    uint32_t rank; /* of the cut among those of the record */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Positions and spots                                                                                                */

/* The last of 32 ascending numbers that is at most `value`; the first is. */
SHARED_INLINE uint32_t piece_find(PIECE_LOCAL const int32_t *numbers, int32_t value)
{
    uint32_t i = numbers[16] <= value ? 16u : 0u;
    i += numbers[i + 8u] <= value ? 8u : 0u;
    i += numbers[i + 4u] <= value ? 4u : 0u;
    i += numbers[i + 2u] <= value ? 2u : 0u;
    i += numbers[i + 1u] <= value ? 1u : 0u;
    return i;
}

SHARED_INLINE int32_t piece_spot(PIECE_LOCAL const struct piece_list *list, int32_t position)
{
    const uint32_t i = piece_find(list->low, position);
    return list->shift[i] + list->turn[i] * position;
}

SHARED_INLINE int32_t piece_position(PIECE_LOCAL const struct piece_list *list, int32_t spot)
{
    const uint32_t i = piece_find(list->begin, spot);
    const int32_t first = list->first[i], behind = spot - list->begin[i];
    return list->last[i] >= first ? first + behind : first - behind;
}

/* Into [0, n), from less than n beside it. */
SHARED_INLINE int32_t piece_wrapped(int32_t spot, int32_t n)
{
    spot = spot < 0 ? spot + n : spot;
    return spot >= n ? spot - n : spot;
}

/* The distance of a spot from another in a direction, and the other way round. Both are at most n - 1. */
SHARED_INLINE int32_t piece_place_of(int32_t spot, int32_t start, int32_t forward, int32_t n)
{
    const int32_t place = forward > 0 ? spot - start : start - spot;
    return place < 0 ? place + n : place;
}

SHARED_INLINE int32_t piece_spot_of(int32_t place, int32_t start, int32_t forward, int32_t n)
{
    return forward > 0 ? (place < n - start ? start + place : place - (n - start)) : piece_wrapped(start - place, n);
}

/* Whether the edge between neighbours of the ant's tour, at these positions, may go: outside of the window only if the
 * ant itself has added it. */
SHARED_INLINE bool piece_may_cut(const struct piece_search *s, int32_t one, int32_t other)
{
    const int32_t low = one < other ? one : other, high = one < other ? other : one;
    const bool wraps = low == 0 && high == s->n - 1;
    if (s->window_width == s->n || (high - low != 1 && !wraps)) {
        return true;
    }
    const int32_t behind = (wraps ? high : low) - s->window;
    return (behind < 0 ? behind + s->n : behind) < s->window_width;
}

/* Whether the edge between two nodes may never go. */
SHARED_INLINE bool piece_is_tied(const struct piece_search *s, uint32_t one, uint32_t other)
{
    return PIECE_PARTNERS(s) && s->partners[one] == other;
}

/* The base tour. */
SHARED_INLINE void piece_reset(struct piece_search *s)
{
    PIECE_LOCAL struct piece_list *now = &s->ant->now;
    for (LANES(s)) {
        now->low[lane] = lane == 0 ? 0 : PIECE_NONE;
        now->shift[lane] = 0;
        now->turn[lane] = 1;
        now->begin[lane] = lane == 0 ? 0 : PIECE_NONE;
        now->first[lane] = 0;
        now->last[lane] = s->n - 1;
    }
    s->pieces = 1;
    lanes_sync(s);
}

SHARED_INLINE void piece_copy(struct piece_search *s, PIECE_LOCAL struct piece_list *to,
                              PIECE_LOCAL const struct piece_list *from)
{
    lanes_sync(s);
    for (LANES(s)) {
        to->low[lane] = from->low[lane];
        to->shift[lane] = from->shift[lane];
        to->turn[lane] = from->turn[lane];
        to->begin[lane] = from->begin[lane];
        to->first[lane] = from->first[lane];
        to->last[lane] = from->last[lane];
    }
    lanes_sync(s);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Queue                                                                                                              */

/* The first `count` nodes in ant->best, at most half as many as lanes, unless they are in the queue; all at once. */
SHARED_INLINE void piece_push(struct piece_search *s, uint32_t count)
{
    PIECE_LOCAL int32_t *queue = s->ant->queue;
    PIECE_LOCAL const int32_t *nodes = s->ant->best + PIECE_ENDS;
    LANED(uint32_t, there);
    for (LANES(s)) {
        const uint32_t i = lane % (PIECE_LANES / 2u), before = i < count ? s->count + i : 0;
        MY(there) = 0;
        ROLLED
        for (uint32_t j = lane / (PIECE_LANES / 2u); j < before; j += 2u) { /* each half looks at every other one */
            MY(there) |= nodes[i] == (j < s->count ? queue[(s->head + j) % PIECE_QUEUE] : nodes[j - s->count]);
        }
    }
    const uint32_t votes = lanes_votes(s, there);
    const uint32_t fresh = ~(votes | votes >> PIECE_LANES / 2u) & ((1u << count) - 1u);
    const uint32_t room = PIECE_QUEUE - s->count, pushed = lanes_ones(fresh) < room ? lanes_ones(fresh) : room;
    for (LANES(s)) {
        const uint32_t at = lanes_ones(fresh & ((1u << lane) - 1u));
        if ((fresh >> lane & 1u) && at < pushed) {
            queue[(s->head + s->count + at) % PIECE_QUEUE] = nodes[lane];
        }
    }
    s->flags |= pushed < lanes_ones(fresh) ? PIECE_LOST : 0;
    s->count += pushed;
    lanes_sync(s);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Making a move                                                                                                      */

/* The place where piece i begins, and how many begin at lower ones; `lead` begins at the lowest. */
SHARED_INLINE int32_t piece_start(const struct piece_search *s, const struct piece_move *move, uint32_t i)
{
    PIECE_LOCAL const int32_t *begin = s->ant->now.begin;
    const int32_t spot = move->forward > 0 ? begin[i] : (i + 1u < s->pieces ? begin[i + 1u] : s->n) - 1;
    return piece_place_of(spot, move->start, move->forward, s->n);
}

SHARED_INLINE uint32_t piece_rank(const struct piece_search *s, const struct piece_move *move, uint32_t i,
                                  uint32_t lead)
{
    return move->forward > 0 ? (i >= lead ? i - lead : i + s->pieces - lead)
                             : (i <= lead ? lead - i : lead + s->pieces - i);
}

/* Cuts pieces where arcs begin: PIECE_MADE_START are the places where pieces begin then, ascending. Their number, or 0:
 * they are too many. */
SHARED_INLINE uint32_t piece_split(struct piece_search *s, const struct piece_move *move)
{
    PIECE_LOCAL struct piece_ant *ant = s->ant;
    const uint32_t pieces = s->pieces, k = move->k, at_start = piece_find(ant->now.begin, move->start);
    const uint32_t beside =
        move->forward > 0 ? (at_start + 1u < pieces ? at_start + 1u : 0u) : (at_start > 0 ? at_start : pieces) - 1u;
    const uint32_t lead = piece_start(s, move, at_start) == 0 ? at_start : beside;
    LANED(uint32_t, extra);  /* no piece begins with the lane's arc */
    LANED(uint32_t, before); /* pieces that begin before it */
    for (LANES(s)) {
        MY(extra) = MY(before) = 0;
        if (lane < k) {
            const int32_t place = lane > 0 ? ant->cuts[lane - 1u] + 1 : 0;
            const uint32_t i = piece_find(ant->now.begin, piece_spot_of(place, move->start, move->forward, s->n));
            const int32_t start = piece_start(s, move, i);
            MY(extra) = start != place;
            MY(before) = start > place ? 0 : piece_rank(s, move, i, lead) + (start != place);
        }
    }
    const uint32_t extras = lanes_votes(s, extra), made = pieces + lanes_ones(extras);
    if (made > PIECE_MOST) {
        return 0;
    }
    lanes_sync(s);
    for (LANES(s)) {
        if (lane < pieces) {
            const int32_t start = piece_start(s, move, lane);
            uint32_t at = piece_rank(s, move, lane, lead);
            ROLLED
            for (uint32_t j = 0; j < k; ++j) {
                at += (extras >> j & 1u) && (j > 0 ? ant->cuts[j - 1u] + 1 : 0) < start;
            }
            PIECE_MADE_START(ant, at) = start;
        }
        if (lane < k) {
            const uint32_t at = MY(before) + lanes_ones(extras & ((1u << lane) - 1u));
            ant->arc_at[lane] = (int32_t)at;
            if (MY(extra)) {
                PIECE_MADE_START(ant, at) = lane > 0 ? ant->cuts[lane - 1u] + 1 : 0;
            }
        }
        if (lane == 0) {
            ant->arc_at[k] = (int32_t)made;
            PIECE_MADE_START(ant, made) = s->n;
        }
    }
    lanes_sync(s);
    return made;
}

/* Puts the pieces, `made` of them, in the new order, by PIECE_MADE_FIRST and PIECE_MADE_LAST. */
SHARED_INLINE void piece_order(struct piece_search *s, const struct piece_move *move, uint32_t made)
{
    PIECE_LOCAL struct piece_ant *ant = s->ant;
    const uint32_t k = move->k;
    for (LANES(s)) {
        if (lane < made) {
            const int32_t start = PIECE_MADE_START(ant, lane), end = PIECE_MADE_START(ant, lane + 1u) - 1;
            uint32_t arc = 0, at = 0;
            ROLLED
            for (uint32_t j = 0; j + 1u < k; ++j) {
                arc += ant->cuts[j] < start;
            }
            const uint32_t place = (uint32_t)(move->at >> (4u * arc)) & 15u;
            ROLLED
            for (uint32_t j = 0; j < k; ++j) {
                at += ((uint32_t)(move->at >> (4u * j)) & 15u) < place ? ant->arc_at[j + 1u] - ant->arc_at[j] : 0;
            }
            const bool turned = move->turned >> arc & 1u;
            at += turned ? (uint32_t)ant->arc_at[arc + 1u] - 1u - lane : lane - (uint32_t)ant->arc_at[arc];
            const int32_t one = piece_position(&ant->now, piece_spot_of(start, move->start, move->forward, s->n));
            const int32_t other = piece_position(&ant->now, piece_spot_of(end, move->start, move->forward, s->n));
            PIECE_MADE_FIRST(ant, at) = turned ? other : one;
            PIECE_MADE_LAST(ant, at) = turned ? one : other;
        }
    }
    lanes_sync(s);
}

/* Whether a piece begins where, in the base tour, the one before it ends, and both are walked that way. */
SHARED_INLINE bool piece_goes_on(PIECE_LOCAL const struct piece_ant *ant, uint32_t i)
{
    const int32_t first = PIECE_MADE_FIRST(ant, i), last = PIECE_MADE_LAST(ant, i);
    const int32_t first_before = PIECE_MADE_FIRST(ant, i - 1u), last_before = PIECE_MADE_LAST(ant, i - 1u);
    const int32_t step = first - last_before;
    return (step == 1 || step == -1) && (last_before == first_before || (last_before > first_before) == (step > 0))
           && (last == first || (last > first) == (step > 0));
}

/* Makes the list of what piece_order() left, neighbours in the base tour as one piece. */
SHARED_INLINE void piece_join(struct piece_search *s, uint32_t made)
{
    PIECE_LOCAL struct piece_ant *ant = s->ant;
    PIECE_LOCAL struct piece_list *now = &ant->now;
    LANED(uint32_t, leads);
    for (LANES(s)) {
        MY(leads) = lane < made && (lane == 0 || !piece_goes_on(ant, lane));
    }
    const uint32_t leaders = lanes_votes(s, leads), pieces = lanes_ones(leaders);
    for (LANES(s)) {
        if (lane < made) {
            const uint32_t at = lanes_ones(leaders & (~0u >> (31u - lane))) - 1u;
            if (MY(leads)) {
                now->first[at] = PIECE_MADE_FIRST(ant, lane);
            }
            if (lane + 1u == made || leaders >> (lane + 1u) & 1u) {
                now->last[at] = PIECE_MADE_LAST(ant, lane);
            }
        }
    }
    lanes_sync(s);
    for (LANES(s)) {
        if (pieces == 1u && lane == 0) { /* all of it, maybe backwards */
            now->first[0] = 0;
            now->last[0] = s->n - 1;
        }
        const int32_t first = now->first[lane], last = now->last[lane];
        PIECE_MADE_LOW(ant, lane) = lane < pieces ? (first < last ? first : last) : PIECE_NONE;
        PIECE_MADE_LENGTH(ant, lane) = first < last ? last - first + 1 : first - last + 1;
    }
    lanes_sync(s);
    for (LANES(s)) {
        const int32_t first = now->first[lane], low = PIECE_MADE_LOW(ant, lane);
        const bool forward = now->last[lane] >= first;
        int32_t begin = 0;
        uint32_t rank = 0;
        ROLLED
        for (uint32_t j = 0; j < pieces; ++j) {
            rank += PIECE_MADE_LOW(ant, j) < low;
            begin += j < lane ? PIECE_MADE_LENGTH(ant, j) : 0;
        }
        rank = lane < pieces ? rank : lane;
        now->begin[lane] = lane < pieces ? begin : PIECE_NONE;
        now->low[rank] = low;
        now->shift[rank] = forward ? begin - first : begin + first;
        now->turn[rank] = forward ? 1 : -1;
    }
    s->pieces = pieces;
    lanes_sync(s);
}

/* False: there would be too many pieces, and nothing has changed. */
SHARED_INLINE bool piece_rewire(struct piece_search *s, const struct piece_move *move)
{
    const uint32_t made = piece_split(s, move);
    if (made == 0) {
        s->flags |= PIECE_FULL;
        return false;
    }
    piece_order(s, move, made);
    piece_join(s, made);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Looking for a move                                                                                                 */

SHARED_INLINE PIECE_SUM piece_gain(PIECE_LOCAL const int32_t *record)
{
#if PIECE_SHORT
    return record[PIECE_GAIN];
#else
    return (int64_t)((uint64_t)(uint32_t)record[PIECE_GAIN + 1u] << 32 | (uint32_t)record[PIECE_GAIN]);
#endif
}

/* Ranks with the cut of the next level, before which `rank` others lie. None is more than 7. */
SHARED_INLINE uint32_t piece_ranks(uint32_t ranks, uint32_t level, uint32_t rank)
{
    const uint32_t behind = ((ranks | 0x88888888u) - rank * 0x11111111u) >> 3 & 0x11111110u & ((1u << 4u * level) - 1u);
    return ranks + behind + (rank << 4u * level);
}

/* The match of a move of k edges. */
SHARED_INLINE uint64_t piece_match(uint32_t ranks, uint32_t sides, uint32_t k)
{
    uint64_t match = 0;
    uint32_t free = 0; /* the left end of the first arc is t2 */
    ROLLED
    for (uint32_t i = 1; i < k; ++i) {
        const uint32_t left = 2u * (ranks >> 4u * i & 15u) + 1u, side = sides >> i & 1u;
        match = kopt_join(match, free, left + side);
        free = left + 1u - side;
    }
    return kopt_join(match, free, 2u * k - 1u);
}

/* What the lane finds on from the record, an open move of `level` edges, from t1. */
SHARED_INLINE struct piece_way piece_look(const struct piece_search *s, PIECE_LOCAL const int32_t *record,
                                          uint32_t level, int32_t first, uint32_t lane)
{
    PIECE_LOCAL const struct piece_list *now = &s->ant->now;
    const struct piece_way none = {0, 0, 0, 0, 0, 0, 0};
    const uint32_t k = lane % PIECE_CANDIDATES, side = lane / PIECE_CANDIDATES & 1u;
    const size_t at = (size_t)record[PIECE_FREE] * s->width + k;
    const PIECE_SUM left = k < s->width ? piece_gain(record) - s->near_length[at] : 0;
    if (left <= 0) {
        return none;
    }
    struct piece_way way;
    way.node = (int32_t)s->near[at];
    const int32_t n = s->n, start = record[PIECE_START], forward = record[PIECE_FORWARD];
    const int32_t position = (int32_t)s->pos[way.node];
    const uint32_t piece = piece_find(now->low, position);
    const int32_t turn = now->turn[piece];
    const int32_t place = piece_place_of(now->shift[piece] + turn * position, start, forward, n);
    const int32_t apart = place - record[PIECE_PLACE];
    way.place = side ? place - 1 : place + 1;
    way.cut = side ? way.place : place;
    way.rank = 0;
    bool taken = apart == 1 || apart == -1 || apart == n - 1 || apart == 1 - n; /* an edge of the tour */
    taken |= way.place < 0 || way.place >= n;                                   /* the edge t1, t2 */
    ROLLED
    for (uint32_t i = 1; i < level; ++i) {
        const int32_t cut = record[PIECE_CUTS + i - 1u];
        taken |= cut == way.cut;
        way.rank += cut < way.cut;
    }
    if (taken) {
        return none;
    }
    int32_t beside = position + (side ? -forward * turn : forward * turn);
    if (beside < now->low[piece] || beside >= (piece + 1u < s->pieces ? now->low[piece + 1u] : n)) {
        beside = piece_position(now, piece_spot_of(way.place, start, forward, n));
    }
    if (!piece_may_cut(s, position, beside)) {
        way = none;
        way.node = PIECE_BARRED;
        return way;
    }
    way.free = (int32_t)s->ord[beside];
    if (piece_is_tied(s, (uint32_t)way.node, (uint32_t)way.free)) {
        return none;
    }
    way.open = left + PIECE_LENGTH(s->edges, (uint32_t)way.node, (uint32_t)way.free);
    way.closed = 0;
    if (way.place != n - 1 && (level > 1u || side)) {
        const PIECE_SUM closed = way.open - PIECE_LENGTH(s->edges, (uint32_t)way.free, (uint32_t)first);
        way.closed = closed > 0 ? closed : 0;
    }
    return way;
}

/* Whether a way is barred. */
SHARED_INLINE bool piece_bars(const struct piece_search *s, LANED_OF(struct piece_way, ways))
{
    if (s->window_width == s->n) {
        return false;
    }
    LANED(uint32_t, barred);
    for (LANES(s)) {
        MY(barred) = MY(ways).node == PIECE_BARRED;
    }
    return lanes_votes(s, barred) != 0;
}

/* Makes `to` the record that the owner's way makes of `from`: others copy the words that it does not write. */
SHARED_INLINE void piece_note(struct piece_search *s, PIECE_LOCAL int32_t *to, PIECE_LOCAL const int32_t *from,
                              uint32_t level, uint32_t owner, LANED_OF(struct piece_way, ways))
{
    const uint32_t cut = PIECE_CUTS + level - 1u, end = PIECE_ENDS + 2u * level - 1u;
    const uint32_t written = 1u << PIECE_FREE | 1u << PIECE_PLACE | 3u << PIECE_GAIN | 1u << PIECE_SIDES
                             | 1u << PIECE_RANKS | 1u << cut | 3u << end;
    lanes_sync(s);
    for (LANES(s)) {
        if (!(written >> lane & 1u)) {
            to[lane] = from[lane];
        }
        if (lane == owner) {
            const struct piece_way way = MY(ways);
            to[PIECE_FREE] = way.free;
            to[PIECE_PLACE] = way.place;
            to[PIECE_GAIN] = (int32_t)(uint32_t)(uint64_t)way.open;
#if !PIECE_SHORT
            to[PIECE_GAIN + 1u] = (int32_t)(uint32_t)((uint64_t)way.open >> 32);
#endif
            to[PIECE_SIDES] = from[PIECE_SIDES] | (int32_t)((lane / PIECE_CANDIDATES & 1u) << level);
            to[PIECE_RANKS] = (int32_t)piece_ranks((uint32_t)from[PIECE_RANKS], level, way.rank);
            to[cut] = way.cut;
            to[end] = way.node;
            to[end + 1u] = way.free;
        }
    }
    lanes_sync(s);
}

/* Of the ways on from records `step` and the next, notes the closing in ant->best that gains more than `best`, if there
 * is one that is a tour, and returns the gain. */
SHARED_INLINE PIECE_SUM piece_close(struct piece_search *s, uint32_t level, uint32_t step, PIECE_SUM best,
                                    LANED_OF(struct piece_way, ways))
{
    PIECE_LOCAL const int32_t *records = PIECE_RECORDS(s->ant, level - 1u);
    LANED(uint32_t, gains);
    for (LANES(s)) {
        MY(gains) = MY(ways).closed > best;
    }
    if (lanes_votes(s, gains) == 0) {
        return best;
    }
    LANED(PIECE_SUM, closed);
    for (LANES(s)) {
        MY(closed) = MY(gains) ? MY(ways).closed : 0;
        if (MY(gains) && level > 1u) {
            PIECE_LOCAL const int32_t *record = records + (step + lane / 16u) * PIECE_RECORD;
            const uint32_t side = lane / PIECE_CANDIDATES & 1u, sides = (uint32_t)record[PIECE_SIDES] | side << level;
            const uint32_t ranks = piece_ranks((uint32_t)record[PIECE_RANKS], level, MY(ways).rank);
            const uint64_t match = piece_match(ranks, sides, level + 1u);
            MY(closed) = kopt_is_tour(match, level + 1u) ? MY(closed) : 0;
        }
    }
    uint32_t owner;
    const PIECE_SUM largest = lanes_largest(s, closed, &owner);
    if (largest <= best) {
        return best;
    }
    piece_note(s, s->ant->best, records + (step + owner / 16u) * PIECE_RECORD, level, owner, ways);
    return largest;
}

/* Of the same ways, takes the best into the records to be followed, of which there are `count`; their new number. */
SHARED_INLINE uint32_t piece_follow(struct piece_search *s, uint32_t level, uint32_t step, uint32_t count,
                                    LANED_OF(struct piece_way, ways))
{
    PIECE_LOCAL const int32_t *from = PIECE_RECORDS(s->ant, level - 1u) + step * PIECE_RECORD;
    PIECE_LOCAL int32_t *to = PIECE_RECORDS(s->ant, level);
    const uint32_t beam = s->beam;
    LANED(PIECE_SUM, open);
    for (LANES(s)) {
        MY(open) = MY(ways).open;
    }
    for (uint32_t turn = 0; turn < beam; ++turn) {
        uint32_t owner, slot = count < beam ? count : 0;
        const PIECE_SUM largest = lanes_largest(s, open, &owner);
        for (uint32_t other = 1; other < beam && count == beam; ++other) {
            slot = piece_gain(to + other * PIECE_RECORD) < piece_gain(to + slot * PIECE_RECORD) ? other : slot;
        }
        if (largest == 0 || (count == beam && largest <= piece_gain(to + slot * PIECE_RECORD))) {
            break;
        }
        count += count < beam;
        piece_note(s, to + slot * PIECE_RECORD, from + owner / 16u * PIECE_RECORD, level, owner, ways);
        for (LANES(s)) {
            MY(open) = lane == owner ? 0 : MY(open);
        }
    }
    return count;
}

/* Writes the records of level 1, from t1 in both directions, a lane each; their number. */
SHARED_INLINE uint32_t piece_begin(struct piece_search *s, int32_t first, bool *barred)
{
    PIECE_LOCAL const struct piece_list *now = &s->ant->now;
    const int32_t position = (int32_t)s->pos[first], spot = piece_spot(now, position);
    LANED(int32_t, start);
    LANED(int32_t, beside);
    LANED(uint32_t, bars);
    LANED(uint32_t, ties);
    for (LANES(s)) {
        MY(bars) = MY(ties) = 0;
    }
    for (LANES_BELOW(s, 2u)) {
        MY(start) = piece_wrapped(spot + (lane == 0 ? 1 : -1), s->n);
        MY(beside) = piece_position(now, MY(start));
        MY(ties) = piece_is_tied(s, (uint32_t)first, s->ord[MY(beside)]);
        MY(bars) = !MY(ties) && !piece_may_cut(s, position, MY(beside));
    }
    const uint32_t barring = s->window_width == s->n ? 0 : lanes_votes(s, bars);
    const uint32_t votes = barring | (PIECE_PARTNERS(s) ? lanes_votes(s, ties) : 0);
    lanes_sync(s);
    for (LANES_BELOW(s, 2u)) {
        if (!MY(bars) && !MY(ties)) {
            PIECE_LOCAL int32_t *record = PIECE_RECORDS(s->ant, 0) + (lane - (votes & lane)) * PIECE_RECORD;
            const int32_t second = (int32_t)s->ord[MY(beside)];
            record[PIECE_FORWARD] = lane == 0 ? 1 : -1;
            record[PIECE_START] = MY(start);
            record[PIECE_FREE] = record[PIECE_ENDS] = second;
            record[PIECE_PLACE] = record[PIECE_SIDES] = record[PIECE_RANKS] = 0;
            record[PIECE_GAIN] = PIECE_LENGTH(s->edges, (uint32_t)first, (uint32_t)second);
            record[PIECE_GAIN + 1u] = 0;
        }
    }
    *barred = *barred || barring != 0;
    lanes_sync(s);
    return 2u - lanes_ones(votes);
}

/* Makes the move of k edges in ant->best. */
SHARED_INLINE void piece_prepare(struct piece_search *s, uint32_t k, PIECE_SUM gain, struct piece_move *move)
{
    PIECE_LOCAL const int32_t *best = s->ant->best;
    const uint32_t ranks = (uint32_t)best[PIECE_RANKS];
    const uint64_t match = piece_match(ranks, (uint32_t)best[PIECE_SIDES], k);
    uint32_t end = 0, arcs = 0;
    *move = (struct piece_move){0, 0, k, best[PIECE_START], best[PIECE_FORWARD], 2u * k - 1u, gain};
    ROLLED
    do {
        move->at |= (uint64_t)arcs << (4u * (end >> 1));
        move->turned |= (end & 1u) << (end >> 1);
        ++arcs;
        end = kopt_mate(match, end ^ 1u);
    } while (arcs < k);
    for (LANES(s)) {
        if (lane < k) {
            s->ant->cuts[lane == 0 ? k - 1u : ranks >> 4u * lane & 15u] =
                lane == 0 ? s->n - 1 : best[PIECE_CUTS + lane - 1u];
        }
    }
    lanes_sync(s);
}

/* Looks for a move from t1; *barred: the window made it miss ways. */
SHARED_INLINE bool piece_improve(struct piece_search *s, int32_t first, struct piece_move *move, bool *barred)
{
    uint32_t count = piece_begin(s, first, barred);
    for (uint32_t level = 1; level < s->kopt && count > 0; ++level) {
        PIECE_LOCAL const int32_t *from = PIECE_RECORDS(s->ant, level - 1u);
        uint32_t follow = 0;
        PIECE_SUM best = 0;
        for (uint32_t step = 0; step < count; step += 2u) {
            LANED(struct piece_way, ways);
            for (LANES(s)) {
                const uint32_t record = step + lane / 16u;
                const struct piece_way none = {0, 0, 0, 0, 0, 0, 0};
                MY(ways) = record < count ? piece_look(s, from + record * PIECE_RECORD, level, first, lane) : none;
            }
            *barred = *barred || piece_bars(s, ways);
            best = piece_close(s, level, step, best, ways);
            if (best == 0 && level + 1u < s->kopt) {
                follow = piece_follow(s, level, step, follow, ways);
            }
        }
        if (best > 0) {
            piece_prepare(s, level + 1u, best, move);
            return true;
        }
        count = follow;
    }
    return false;
}

/* The node at the head of the queue is done. */
SHARED_INLINE void piece_pop(struct piece_search *s, bool barred)
{
    if (barred) {
        for (LANES(s)) {
            if (lane == 0) {
                s->row[s->given + s->barred] = (uint32_t)s->ant->queue[s->head];
            }
        }
        ++s->barred;
    }
    s->head = (s->head + 1u) % PIECE_QUEUE;
    --s->count;
}

/* Works on the queue, after `move` if the ant has been kicked; what it gains. Ends when what would be left over fills
 * the row. */
SHARED_INLINE int64_t piece_work(struct piece_search *s, uint32_t moves, bool kicked, struct piece_move *move)
{
    int64_t gain = 0;
    uint32_t made = 0;
    bool found = kicked;
    while (found || (s->count > 0 && made < moves && s->given + s->barred + s->count <= PIECE_QUEUE)) {
        if (!found) {
            bool barred = false;
            found = piece_improve(s, s->ant->queue[s->head], move, &barred);
            ++s->looked;
            if (!found) {
                piece_pop(s, barred);
                continue;
            }
        }
        if (!piece_rewire(s, move)) {
            break;
        }
        gain += move->gain;
        ++made;
        ++s->moves;
        piece_push(s, move->ends);
        found = false;
    }
    return gain;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Kicks                                                                                                              */

/* Walks on the lists from a node near the job's positions; the four nodes it leaves edges at go to ant->cuts. */
SHARED_INLINE void piece_walk(struct piece_search *s, struct draw_stream stream, uint32_t from, uint32_t count,
                              uint32_t turn)
{
    PIECE_LOCAL int32_t *words = s->ant->scratch;
    const uint32_t candidates = s->width < PIECE_CANDIDATES ? s->width : PIECE_CANDIDATES;
    lanes_sync(s);
    for (LANES(s)) {
        if (4u * lane < PIECE_WORDS) {
            const struct philox_block block = draw_block(stream, DRAW_WALK, lane, turn);
            words[4u * lane] = (int32_t)block.w0;
            words[4u * lane + 1u] = (int32_t)block.w1;
            words[4u * lane + 2u] = (int32_t)block.w2;
            words[4u * lane + 3u] = (int32_t)block.w3;
        }
    }
    lanes_sync(s);
    const uint32_t position = from + (uint32_t)((uint64_t)(uint32_t)words[0] * count >> 32);
    uint32_t node = s->ord[position < (uint32_t)s->n ? position : position - (uint32_t)s->n];
    for (uint32_t walk = 0, word = 1; walk < 4u; ++walk) {
        for (LANES(s)) {
            if (lane == 0) {
                s->ant->cuts[walk] = (int32_t)node;
            }
        }
        for (uint32_t step = 0; step < PIECE_WALK && walk < 3u; ++step, ++word) {
            const uint32_t way = (uint32_t)((uint64_t)(uint32_t)words[word] * candidates >> 32);
            node = s->near[(size_t)node * s->width + way];
        }
    }
    lanes_sync(s);
}

/* Takes the nodes in ant->cuts for their spots, or the next where the edge behind may not go, ascending. False: two are
 * the same. */
SHARED_INLINE bool piece_kick_spots(struct piece_search *s)
{
    PIECE_LOCAL struct piece_ant *ant = s->ant;
    LANED(int32_t, spot);
    for (LANES(s)) {
        MY(spot) = 0;
        if (lane < 4u) {
            MY(spot) = piece_spot(&ant->now, (int32_t)s->pos[ant->cuts[lane]]);
            if (PIECE_PARTNERS(s)) {
                const int32_t next = piece_wrapped(MY(spot) + 1, s->n);
                const uint32_t behind = s->ord[piece_position(&ant->now, next)];
                MY(spot) = piece_is_tied(s, (uint32_t)ant->cuts[lane], behind) ? next : MY(spot);
            }
            ant->cuts[lane] = MY(spot);
        }
    }
    lanes_sync(s);
    LANED(uint32_t, rank);
    LANED(uint32_t, same);
    for (LANES(s)) {
        MY(rank) = MY(same) = 0;
        for (uint32_t j = 0; j < 4u && lane < 4u; ++j) {
            MY(rank) += ant->cuts[j] < MY(spot);
            MY(same) |= ant->cuts[j] == MY(spot) && j != lane;
        }
    }
    if (lanes_votes(s, same) != 0) {
        return false;
    }
    lanes_sync(s);
    for (LANES(s)) {
        if (lane < 4u) {
            ant->cuts[MY(rank)] = MY(spot);
        }
    }
    lanes_sync(s);
    return true;
}

/* Prepares a kick: arcs W B C D become W D C B. False: its edges are not four, or may not be removed. */
SHARED_INLINE bool piece_kick(struct piece_search *s, struct draw_stream stream, uint32_t from, uint32_t count,
                              uint32_t turn, struct piece_move *move)
{
    PIECE_LOCAL struct piece_ant *ant = s->ant;
    piece_walk(s, stream, from, count, turn);
    if (!piece_kick_spots(s)) {
        return false;
    }
    const int32_t start = piece_wrapped(ant->cuts[3] + 1, s->n);
    for (LANES(s)) {
        if (lane < 8u) { /* the ends of the edges */
            const int32_t spot = piece_wrapped(ant->cuts[lane / 2u] + (int32_t)(lane & 1u), s->n);
            const int32_t position = piece_position(&ant->now, spot);
            PIECE_MADE_FIRST(ant, lane) = position;
            ant->best[PIECE_ENDS + lane] = (int32_t)s->ord[position];
        }
    }
    lanes_sync(s);
    LANED(uint32_t, barred);
    for (LANES(s)) {
        MY(barred) = 0;
        if (lane < 8u) { /* edges removed, edges added */
            const uint32_t one = 0x24606420u >> (4u * lane) & 15u, other = 0x71357531u >> (4u * lane) & 15u;
            MY(barred) = lane < 4u && !piece_may_cut(s, PIECE_MADE_FIRST(ant, one), PIECE_MADE_FIRST(ant, other));
            PIECE_MADE_LENGTH(ant, lane) =
                PIECE_LENGTH(s->edges, (uint32_t)ant->best[PIECE_ENDS + one], (uint32_t)ant->best[PIECE_ENDS + other]);
        }
        if (lane < 4u) {
            ant->cuts[lane] = piece_place_of(ant->cuts[lane], start, 1, s->n);
        }
    }
    if (lanes_votes(s, barred) != 0) {
        return false;
    }
    lanes_sync(s);
    *move = (struct piece_move){0x1230u, 0, 4u, start, 1, 8u, 0};
    for (uint32_t i = 0; i < 4u; ++i) {
        move->gain += (PIECE_SUM)PIECE_MADE_LENGTH(ant, i) - PIECE_MADE_LENGTH(ant, i + 4u);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Works on the queue, or makes all kicks of a job, each undone unless it leads to a shorter tour, or a little longer
 * one; what comes of it, which is more than -job->threshold but for 0. Kicks end early when there are many pieces, or
 * when nodes are left over. Both in one loop: compilers copy the search to each place that calls it. */
SHARED_INLINE int64_t piece_turns(struct piece_search *s, PIECE_GLOBAL const struct piece_job *job,
                                  struct draw_stream stream, uint32_t *kicks)
{
    struct piece_move move = {0, 0, 0, 0, 0, 0, 0};
    const bool kicks_at_all = job->kicks > 0;
    const uint32_t turns = !kicks_at_all ? 1u : s->n >= 8 ? job->kicks : 0;
    const int64_t threshold = job->threshold;
    int64_t total = 0;
    for (uint32_t turn = 0; turn < turns && s->pieces <= PIECE_KICK_MOST; ++turn) {
        const uint32_t pieces = s->pieces, flags = s->flags, barred = s->barred;
        if (kicks_at_all) {
            if (s->count > 0) {
                break;
            }
            if (!piece_kick(s, stream, job->from, job->count, turn, &move)) {
                continue;
            }
            piece_copy(s, &s->ant->kept, &s->ant->now);
            ++*kicks;
        }
        const int64_t gain = piece_work(s, job->moves, kicks_at_all, &move);
        if (!kicks_at_all || (gain + threshold > 0 && total + gain + threshold > 0)) {
            total += gain;
        } else {
            piece_copy(s, &s->ant->now, &s->ant->kept);
            s->pieces = pieces;
            s->flags = flags;
            s->barred = barred;
            s->count = 0;
        }
    }
    return total;
}

/* Behind barred nodes, the row gets what is in the queue; how many are left over. Those pushed last may have no room.
 */
SHARED_INLINE uint32_t piece_leave(struct piece_search *s)
{
    const uint32_t room = PIECE_QUEUE - s->given - s->barred, left = s->count < room ? s->count : room;
    s->flags |= left < s->count ? PIECE_LOST : 0;
    for (LANES(s)) {
        for (uint32_t i = lane; i < left; i += PIECE_LANES) {
            s->row[s->given + s->barred + i] = (uint32_t)s->ant->queue[(s->head + i) % PIECE_QUEUE];
        }
    }
    return s->barred + left;
}

/* Does the job with s->row, its row of the queues, writes the report, its row of `ends` and what is left over. s->ant,
 * row and LANES_MEMBERS, ord, pos, near, near_length, edges, n and width must be set. */
SHARED_INLINE void piece_run(struct piece_search *s, PIECE_GLOBAL const struct piece_job *job, uint64_t seed,
                             PIECE_GLOBAL struct piece_report *report, PIECE_GLOBAL uint32_t (*ends)[2])
{
    PIECE_LOCAL struct piece_ant *ant = s->ant;
    const struct draw_stream stream = {(uint32_t)seed, (uint32_t)(seed >> 32), job->ant, job->iteration};
    s->window = (int32_t)job->window;
    s->window_width = (int32_t)job->width;
    s->kopt = job->kopt > 0 ? job->kopt : PIECE_KOPT;
    s->beam = job->beam > 0 ? job->beam : PIECE_BEAM;
    s->head = s->flags = s->looked = s->moves = s->barred = 0;
    s->given = s->count = job->kicks > 0 ? 0 : job->count;
    for (LANES(s)) {
        for (uint32_t i = lane; i < s->count; i += PIECE_LANES) {
            ant->queue[i] = (int32_t)s->row[i];
        }
        for (uint32_t i = lane; i < PIECE_SCRATCH; i += PIECE_LANES) { /* records are copied with what is not set */
            ant->scratch[i] = 0;
        }
    }
    piece_reset(s);
    uint32_t kicks = 0;
    const int64_t gain = piece_turns(s, job, stream, &kicks);
    const uint32_t pieces = s->pieces > 1u ? s->pieces : 0, left = piece_leave(s);
    for (LANES(s)) {
        if (lane < pieces) {
            ends[lane][0] = (uint32_t)ant->now.first[lane];
            ends[lane][1] = (uint32_t)ant->now.last[lane];
        }
        if (lane == 0) {
            *report = (struct piece_report){gain, pieces, left, s->flags, kicks, s->moves, s->looked};
        }
    }
    lanes_sync(s);
}

#endif
