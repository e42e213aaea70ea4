/* piece_list.h - an ant's tour and its changes.
 *
 * The tour is a list of at most 32 pieces: ranges of positions of the base tour, walked forwards or backwards. A
 * position belongs to the base tour, a spot to the ant's; a search among 32 numbers converts one to the other. No cost
 * depends on n, which is at most 2^30.
 */
#ifndef SWARMCL_PIECE_LIST_H
#define SWARMCL_PIECE_LIST_H

#include "piece_state.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Positions and spots                                                                                                */

/* Index of the last of 32 ascending numbers that is at most `value`; the first number must be. */
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
    const int32_t first = list->first[i], offset = spot - list->begin[i];
    return list->last[i] >= first ? first + offset : first - offset;
}

/* Adds or subtracts n at most once to get a number in [0, n). */
SHARED_INLINE int32_t piece_wrapped(int32_t spot, int32_t n)
{
    spot = spot < 0 ? spot + n : spot;
    return spot >= n ? spot - n : spot;
}

/* Converts a spot to its offset, the distance from `start` in the direction `forward` (1 or -1), and back. */
SHARED_INLINE int32_t piece_offset_of(int32_t spot, int32_t start, int32_t forward, int32_t n)
{
    const int32_t offset = forward > 0 ? spot - start : start - spot;
    return offset < 0 ? offset + n : offset;
}

SHARED_INLINE int32_t piece_spot_of(int32_t offset, int32_t start, int32_t forward, int32_t n)
{
    return forward > 0 ? (offset < n - start ? start + offset : offset - (n - start))
                       : piece_wrapped(start - offset, n);
}

/* True if the ant may remove the edge between two positions that are neighbours in its tour: the edge is in the window,
 * or the ant has added it. */
SHARED_INLINE bool piece_may_cut(const struct piece_search *s, int32_t one, int32_t other)
{
    const int32_t low = one < other ? one : other, high = one < other ? other : one;
    const bool wraps = low == 0 && high == s->n - 1;
    if (s->window_width == s->n || (high - low != 1 && !wraps)) {
        return true;
    }
    const int32_t offset = (wraps ? high : low) - s->window;
    return (offset < 0 ? offset + s->n : offset) < s->window_width;
}

/* Resets the ant's tour to the base tour. */
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
/* Making a move                                                                                                      */

/* The offset at which piece i begins. */
SHARED_INLINE int32_t piece_start(const struct piece_search *s, const struct piece_move *move, uint32_t i)
{
    PIECE_LOCAL const int32_t *begin = s->ant->now.begin;
    const int32_t spot = move->forward > 0 ? begin[i] : (i + 1u < s->pieces ? begin[i + 1u] : s->n) - 1;
    return piece_offset_of(spot, move->start, move->forward, s->n);
}

/* The rank of piece i when pieces are sorted by piece_start(). Piece `lead` has rank 0. */
SHARED_INLINE uint32_t piece_rank(const struct piece_search *s, const struct piece_move *move, uint32_t i,
                                  uint32_t lead)
{
    return move->forward > 0 ? (i >= lead ? i - lead : i + s->pieces - lead)
                             : (i <= lead ? lead - i : lead + s->pieces - i);
}

/* Splits pieces where arcs begin, and writes PIECE_MADE_START, ascending. Returns the number of pieces; 0 if there are
 * too many. */
SHARED_INLINE uint32_t piece_split(struct piece_search *s, const struct piece_move *move)
{
    PIECE_LOCAL struct piece_ant *ant = s->ant;
    const uint32_t pieces = s->pieces, k = move->k, at_start = piece_find(ant->now.begin, move->start);
    const uint32_t neighbour =
        move->forward > 0 ? (at_start + 1u < pieces ? at_start + 1u : 0u) : (at_start > 0 ? at_start : pieces) - 1u;
    const uint32_t lead = piece_start(s, move, at_start) == 0 ? at_start : neighbour;
    LANED(uint32_t, extra);  /* 1: no piece begins where the lane's arc begins */
    LANED(uint32_t, before); /* number of pieces that begin before the arc */
    for (LANES(s)) {
        MY(extra) = MY(before) = 0;
        if (lane < k) {
            const int32_t offset = lane > 0 ? ant->cuts[lane - 1u] + 1 : 0;
            const uint32_t i = piece_find(ant->now.begin, piece_spot_of(offset, move->start, move->forward, s->n));
            const int32_t start = piece_start(s, move, i);
            MY(extra) = start != offset;
            MY(before) = start > offset ? 0 : piece_rank(s, move, i, lead) + (start != offset);
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

/* Writes PIECE_MADE_FIRST and PIECE_MADE_LAST of the `made` pieces in the new order. */
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
            const uint32_t offset = (uint32_t)(move->at >> (4u * arc)) & 15u;
            ROLLED
            for (uint32_t j = 0; j < k; ++j) {
                at += ((uint32_t)(move->at >> (4u * j)) & 15u) < offset ? ant->arc_at[j + 1u] - ant->arc_at[j] : 0;
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

/* True if piece i continues the piece before it in the base tour, in the same direction. */
SHARED_INLINE bool piece_continues(PIECE_LOCAL const struct piece_ant *ant, uint32_t i)
{
    const int32_t first = PIECE_MADE_FIRST(ant, i), last = PIECE_MADE_LAST(ant, i);
    const int32_t first_before = PIECE_MADE_FIRST(ant, i - 1u), last_before = PIECE_MADE_LAST(ant, i - 1u);
    const int32_t step = first - last_before;
    return (step == 1 || step == -1) && (last_before == first_before || (last_before > first_before) == (step > 0))
           && (last == first || (last > first) == (step > 0));
}

/* Makes the list from the pieces of piece_order(), and merges pieces that continue each other. */
SHARED_INLINE void piece_join(struct piece_search *s, uint32_t made)
{
    PIECE_LOCAL struct piece_ant *ant = s->ant;
    PIECE_LOCAL struct piece_list *now = &ant->now;
    LANED(uint32_t, leads);
    for (LANES(s)) {
        MY(leads) = lane < made && (lane == 0 || !piece_continues(ant, lane));
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
        if (pieces == 1u && lane == 0) { /* the base tour, possibly reversed */
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

/* Makes the move. Returns false, and changes nothing, if the move needs too many pieces. */
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

#endif
