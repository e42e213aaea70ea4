/* search.h - the local search of one tour (src/aco/local_search.h) by a work-item (search_workitem.cl) or a thread of
 * the host (src/aco/reference_search.c).
 *
 * Files that include this define, in addition to SEARCH_SYMMETRIC(s) of search_moves.h,
 *   SEARCH_SPACE              the address space of arrays
 *   struct search_view        the source of distances and partners
 *   SEARCH_DISTANCE(s, i, j)  the length of an edge
 *   SEARCH_PARTNERS(s, i, j)  true if two nodes are partners
 *   SEARCH_HAS_TWO(s), SEARCH_HAS_OR(s), SEARCH_HAS_THREE(s)  true if the search has moves of 2-opt, Or-opt, 3-opt */
#ifndef SWARMCL_SEARCH_H
#define SWARMCL_SEARCH_H

#include "search_rules.h"

#define SEARCH_ITEMS   1u
#define SEARCH_ITEM(s) 0u
#define SEARCH_SYNC()  (void)0
typedef uint32_t search_node;

struct search {
    SEARCH_SPACE search_node *tour, *positions, *queue;
    SEARCH_SPACE uint32_t *queued;      /* a bit per node, set while it is queued */
    SEARCH_SPACE const uint32_t *lists; /* [n][list_stride] candidates; search_length of each list are used */
    struct search_view view;
    uint32_t n, list_stride, search_length;
    uint32_t head, count; /* index of the first node in the cyclic queue; length of the queue */
};

#include "search_moves.h"

struct search_move {
    int64_t gain; /* reduction of the length by the move; 0: no move */
    uint32_t b;
    struct search_ends ends;
};

/* Sets the arrays after the tour to parts of `scratch`, SEARCH_SCRATCH_WORDS(n) words. */
SHARED_INLINE void search_take(struct search *s, SEARCH_SPACE uint32_t *scratch)
{
    s->positions = scratch + SEARCH_STATE_WORDS;
    s->queue = s->positions + s->n;
    s->queued = s->queue + s->n;
}

SHARED_INLINE void search_push(struct search *s, uint32_t node)
{
    const uint32_t bit = 1u << (node & 31u), word = s->queued[node >> 5];
    if (!(word & bit)) {
        const uint32_t offset = s->head + s->count;
        s->queued[node >> 5] = word | bit;
        s->queue[offset >= s->n ? offset - s->n : offset] = node;
        ++s->count;
    }
}

SHARED_INLINE uint32_t search_pop(struct search *s)
{
    const uint32_t node = s->queue[s->head];
    s->head = position_after(s->head, s->n);
    --s->count;
    s->queued[node >> 5] &= ~(1u << (node & 31u));
    return node;
}

/* Initialises the arrays for a new tour. anchor: [n][2] neighbours, NULL if there is no anchor */
SHARED_INLINE void search_begin(struct search *s, SEARCH_SPACE const uint32_t *anchor)
{
    const uint32_t n = s->n, stretch = (n - 1) / SEARCH_ROUND + 1;
    for (uint32_t position = 0; position < n; ++position) {
        s->positions[s->tour[position]] = position;
        if (position % 32 == 0) {
            s->queued[position / 32] = 0;
        }
    }
    s->head = 0;
    s->count = 0;
    for (uint32_t first = 0; first < stretch && n > 2; ++first) {
        for (uint64_t at = first; at < n; at += stretch) {
            const uint32_t position = (uint32_t)at, node = s->tour[position];
            const uint32_t before = s->tour[position_before(position, n)], after = s->tour[position_after(position, n)];
            const uint32_t one = anchor ? anchor[2 * (size_t)node] : n, two = anchor ? anchor[2 * (size_t)node + 1] : n;
            if ((before != one && before != two) || (after != one && after != two)) {
                search_push(s, node);
            }
        }
    }
}

/* The segments that end in node a: first node, node before it, and the gain of removing the segment and closing its gap
 * with b. */
struct search_segments {
    uint32_t count;
    uint32_t first[SEARCH_SEGMENT], before[SEARCH_SEGMENT];
    int64_t gain[SEARCH_SEGMENT];
};

/* The side of node a on which an edge (a,b) is removed. `base`: position of b. */
struct search_side {
    uint32_t at, base, b;
    bool backwards;
};

/* An edge (c,e) to remove. `gain`: gain of -(a,b) -(c,e) +(a,c). `cut`: offset before the edge. */
struct search_opened {
    uint32_t c, e, cut;
    bool e_before;
    int64_t gain;
};

/* Gain of removing the edge between i and j from the tour. */
SHARED_INLINE int64_t search_removed(const struct search *s, uint32_t i, uint32_t j)
{
    return SEARCH_PARTNERS(s, i, j) ? SEARCH_FIXED : SEARCH_DISTANCE(s, i, j);
}

SHARED_INLINE struct search_move search_move_of(int64_t gain, uint32_t b, const struct search_opened *opened,
                                                uint32_t f, uint32_t h)
{
    struct search_move move;
    move.gain = gain;
    move.b = b;
    move.ends.c = opened->c;
    move.ends.e = opened->e;
    move.ends.f = f;
    move.ends.h = h;
    return move;
}

/* Replaces `best` by a move if the move is better, after the length of its last edge (from,to) is subtracted. */
SHARED_INLINE void search_keep(const struct search *s, struct search_move *best, struct search_move move, uint32_t from,
                               uint32_t to)
{
    if (move.gain > best->gain) {
        move.gain -= SEARCH_DISTANCE(s, from, to);
        if (move.gain > best->gain) {
            *best = move;
        }
    }
}

SHARED_INLINE struct search_opened search_open(const struct search *s, const struct search_side *side, uint32_t c,
                                               int64_t gain, bool e_before)
{
    const uint32_t at = s->positions[c], offset = offset_of(at, side->base, side->backwards, s->n);
    struct search_opened opened;
    opened.c = c;
    opened.e = s->tour[position_next_to(at, side->backwards != e_before, s->n)];
    opened.cut = e_before ? offset - 1 : offset;
    opened.e_before = e_before;
    opened.gain = gain + (e_before ? search_removed(s, opened.e, c) : search_removed(s, c, opened.e));
    return opened;
}

SHARED_INLINE void search_three(const struct search *s, const struct search_side *side,
                                const struct search_opened *opened, struct search_move *best)
{
    const uint32_t n = s->n, cut = opened->cut, b = side->b, e = opened->e;
    const uint32_t second = s->search_length < SEARCH_SECOND ? s->search_length : SEARCH_SECOND;
    SEARCH_SPACE const uint32_t *list = s->lists + (size_t)e * s->list_stride;
    for (uint32_t k = 0; k < second; ++k) {
        const uint32_t f = list[k];
        const int64_t still_open = opened->gain - SEARCH_DISTANCE(s, e, f);
        if (still_open <= 0) {
            break;
        }
        const uint32_t at = s->positions[f], offset = offset_of(at, side->base, side->backwards, n);
        /* h after f removes the edge after `offset`, h before f the edge before it */
        if (SEARCH_SYMMETRIC(s) && offset != n - 1 && (opened->e_before ? offset > cut : offset < cut)) {
            const uint32_t h = s->tour[position_next_to(at, side->backwards, n)];
            search_keep(s, best, search_move_of(still_open + search_removed(s, f, h), b, opened, f, h), h, b);
        }
        if (offset > cut + 1) {
            const uint32_t h = s->tour[position_next_to(at, !side->backwards, n)];
            search_keep(s, best, search_move_of(still_open + search_removed(s, h, f), b, opened, f, h), h, b);
        }
    }
}

SHARED_INLINE void search_find_segments(const struct search *s, const struct search_side *side,
                                        struct search_segments *segments)
{
    const uint32_t n = s->n;
    uint32_t position = side->at;
    segments->count = n - 2 < SEARCH_SEGMENT ? n - 2 : SEARCH_SEGMENT;
    for (uint32_t k = 0; k < segments->count; ++k) {
        const uint32_t f = s->tour[position];
        position = position_next_to(position, !side->backwards, n);
        const uint32_t h = s->tour[position];
        segments->first[k] = f;
        segments->before[k] = h;
        segments->gain[k] = search_removed(s, h, f) - SEARCH_DISTANCE(s, h, side->b);
    }
}

/* Tries the moves that add (a,c); gain = d(a,b) - d(a,c). */
SHARED_INLINE void search_candidate(const struct search *s, const struct search_side *side,
                                    const struct search_segments *segments, uint32_t c, int64_t gain,
                                    struct search_move *best)
{
    const uint32_t n = s->n, b = side->b;
    struct search_opened after = {0, 0, 0, 0, 0}, before = {0, 0, 0, 0, 0};
    if (SEARCH_SYMMETRIC(s)) {
        after = search_open(s, side, c, gain, false);
    }
    if (SEARCH_HAS_OR(s) || SEARCH_HAS_THREE(s)) {
        before = search_open(s, side, c, gain, true);
    }
    if (SEARCH_HAS_TWO(s) && SEARCH_SYMMETRIC(s)) {
        search_keep(s, best, search_move_of(after.gain, b, &after, n, n), b, after.e);
    }
    for (uint32_t i = 0; SEARCH_HAS_OR(s) && i < segments->count && before.cut + i + 2 < n; ++i) {
        const uint32_t f = segments->first[i], h = segments->before[i];
        if (SEARCH_SYMMETRIC(s) && c != h) {
            search_keep(s, best, search_move_of(after.gain + segments->gain[i], b, &after, f, h), f, after.e);
        }
        search_keep(s, best, search_move_of(before.gain + segments->gain[i], b, &before, f, h), before.e, f);
    }
    if (SEARCH_HAS_THREE(s) && SEARCH_SYMMETRIC(s)) {
        search_three(s, side, &after, best);
    }
    if (SEARCH_HAS_THREE(s)) {
        search_three(s, side, &before, best);
    }
}

SHARED_INLINE struct search_move search_best(const struct search *s, uint32_t a)
{
    const uint32_t n = s->n;
    SEARCH_SPACE const uint32_t *list = s->lists + (size_t)a * s->list_stride;
    struct search_move best = {0, 0, {0, 0, 0, 0}};
    for (uint32_t number = 0; number < (SEARCH_SYMMETRIC(s) ? 2u : 1u); ++number) {
        struct search_side side;
        side.at = s->positions[a];
        side.backwards = number > 0;
        side.base = position_next_to(side.at, side.backwards, n);
        side.b = s->tour[side.base];
        const int32_t removed =
            SEARCH_PARTNERS(s, a, side.b) ? 0 : SEARCH_DISTANCE(s, a, side.b); /* 0: no pair opens */
        struct search_segments segments;
        segments.count = 0;
        for (uint32_t k = 0; k < s->search_length; ++k) {
            const uint32_t c = list[k];
            const int32_t gain = removed - SEARCH_DISTANCE(s, a, c);
            if (gain <= 0) {
                break;
            }
            if (SEARCH_HAS_OR(s) && segments.count == 0) {
                search_find_segments(s, &side, &segments);
            }
            search_candidate(s, &side, &segments, c, gain, &best);
        }
    }
    return best;
}

/* Runs a round. Returns the sum of its gains. */
SHARED_INLINE int64_t search_round(struct search *s)
{
    uint32_t nodes[SEARCH_ROUND];
    struct search_move moves[SEARCH_ROUND];
    const uint32_t taken = s->count < SEARCH_ROUND ? s->count : SEARCH_ROUND;
    int64_t gained = 0;
    for (uint32_t k = 0; k < taken; ++k) {
        nodes[k] = search_pop(s);
    }
    for (uint32_t k = 0; k < taken; ++k) {
        moves[k] = search_best(s, nodes[k]);
    }
    for (uint32_t k = 0; k < taken; ++k) {
        if (moves[k].gain > 0) {
            const struct search_ends ends = moves[k].ends;
            const bool made = search_make(s, nodes[k], moves[k].b, ends);
            search_push(s, nodes[k]);
            if (made) {
                gained += moves[k].gain;
                search_push(s, moves[k].b);
                search_push(s, ends.c);
                search_push(s, ends.e);
                if (ends.f < s->n) {
                    search_push(s, ends.f);
                    search_push(s, ends.h);
                }
            }
        }
    }
    return gained;
}

#endif
