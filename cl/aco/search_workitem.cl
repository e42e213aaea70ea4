/* aco_search_workitem - improves each tour by the local search with one work-item; src/aco/local_search.h: the rules.
 *
 * NDRange     a work-item for each row, groups of SEARCH_GROUP_SIZE, 1 on CPUs: src/aco/device_search.c
 * Required    METRIC, JOINT      edges.clh
 *             LENGTHS            edges.clh
 *             SYMMETRIC          0: only moves that keep the direction of every part
 *             SEARCH_TWO_OPT     whether there are such moves
 *             SEARCH_OR_OPT
 *             SEARCH_THREE_OPT
 *             SEARCH_GROUP_SIZE  work-items, that is tours, of a group
 *             PARTNERS           partners.clh
 * Reads       search_lists, edges, anchor; tours, lengths; round_begin > 0: search; partners if PARTNERS
 * Writes      tours, lengths, search
 * Draws       nothing
 * Checked by  test/kernel/searches.c
 * After       Croes (1958), Or (1976), Lin and Kernighan (1973) to depth 3; lists and a queue of nodes: Bentley (1992)
 */
#include "cl/shared/edges.clh"
#include "partners.clh"
#include "parts.clh"
#include "search_rules.h"

#ifndef SYMMETRIC
#error "SYMMETRIC is required"
#endif
#ifndef SEARCH_GROUP_SIZE
#error "SEARCH_GROUP_SIZE is required"
#endif
#if !defined(SEARCH_TWO_OPT) || !defined(SEARCH_OR_OPT) || !defined(SEARCH_THREE_OPT)
#error "SEARCH_TWO_OPT, SEARCH_OR_OPT and SEARCH_THREE_OPT are required"
#endif

/* A tour at work. A place counts from b on, which is at place 0, in the direction that makes a the last. */
struct search {
    __global uint *tour, *positions, *ring, *queued; /* [n], the last a bit of each */
    __global const uint *candidates;                 /* [n][list_stride], search_length of each */
    __global const uint *partners;                   /* [n] */
    struct edges edges;
    uint n, list_stride, search_length;
    uint head, count; /* of the ring */
};

/* Remove (a,b) (c,e) (f,h), add (a,c) (e,f) (h,b); f = n: remove (a,b) (c,e), add (a,c) (b,e). */
struct search_move {
    long gain; /* 0: none */
    uint b, c, e, f, h;
};

SHARED_INLINE uint position_after(uint position, uint n)
{
    return position + 1 < n ? position + 1 : 0;
}

SHARED_INLINE uint position_before(uint position, uint n)
{
    return (position > 0 ? position : n) - 1;
}

SHARED_INLINE uint node_beside(const struct search *s, uint position, bool backwards)
{
    return s->tour[backwards ? position_before(position, s->n) : position_after(position, s->n)];
}

/* Positions to places and back are the same sum; `base`: the position of b. */
SHARED_INLINE uint place_of(uint position, uint base, bool backwards, uint n)
{
    const uint from = backwards ? position : base, to = backwards ? base : position;
    return to >= from ? to - from : to + n - from;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The queue                                                                                                          */

SHARED_INLINE void push_node(struct search *s, uint node)
{
    const uint bit = 1u << (node & 31u), word = s->queued[node >> 5];
    if (!(word & bit)) {
        const uint place = s->head + s->count;
        s->queued[node >> 5] = word | bit;
        s->ring[place >= s->n ? place - s->n : place] = node;
        ++s->count;
    }
}

SHARED_INLINE uint take_node(struct search *s)
{
    const uint node = s->ring[s->head];
    s->head = position_after(s->head, s->n);
    --s->count;
    s->queued[node >> 5] &= ~(1u << (node & 31u));
    return node;
}

/* From a tour that has not been searched. */
SHARED_INLINE void set_up(struct search *s, __global const uint *anchor)
{
    const uint n = s->n, stretch = (n - 1) / SEARCH_ROUND + 1;
    for (uint position = 0; position < n; ++position) {
        s->positions[s->tour[position]] = position;
        if (position % 32 == 0) {
            s->queued[position / 32] = 0;
        }
    }
    s->head = 0;
    s->count = 0;
    for (uint first = 0; first < stretch && n > 2; ++first) {
        for (ulong at = first; at < n; at += stretch) {
            const uint position = (uint)at, node = s->tour[position];
            const uint before = node_beside(s, position, true), after = node_beside(s, position, false);
            const uint2 kept = vload2(node, anchor);
            if ((before != kept.x && before != kept.y) || (after != kept.x && after != kept.y)) {
                push_node(s, node);
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The best move of a node                                                                                            */

SHARED_INLINE struct search_move move_of(long gain, uint b, uint c, uint e, uint f, uint h)
{
    struct search_move move;
    move.gain = gain;
    move.b = b;
    move.c = c;
    move.e = e;
    move.f = f;
    move.h = h;
    return move;
}

/* What removing an edge of the tour gains. */
SHARED_INLINE long removed_length(const struct search *s, uint i, uint j)
{
    return is_fixed(s->partners, i, j) ? SEARCH_FIXED : edge_length(&s->edges, i, j);
}

/* Moves that begin with (a,c) and (c,e); place_c: of c, place_e one on or back. `opened` = d(a,b) - d(a,c) + d(c,e). */
SHARED_INLINE void try_second(const struct search *s, uint base, bool backwards, uint b, uint c, uint e, uint place_c,
                              bool e_before, long opened, struct search_move *best)
{
    const uint n = s->n, cut = e_before ? place_c - 1 : place_c; /* behind which (c,e) lies */
    const uint second = min(SEARCH_SECOND, s->search_length);
    __global const uint *list = s->candidates + (size_t)e * s->list_stride;
    for (uint k = 0; k < second; ++k) {
        const uint f = list[k];
        const long still_open = opened - edge_length(&s->edges, e, f);
        if (still_open <= 0) {
            break;
        }
        const uint at = s->positions[f], place = place_of(at, base, backwards, n);
        /* h after f needs the edge behind `place`, h before f that before it */
        const bool h_after = SYMMETRIC && place != n - 1 && (e_before ? place > cut : place < cut);
        const bool h_before = place > cut + 1;
        if (h_after) {
            const uint h = node_beside(s, at, backwards);
            long gain = still_open + removed_length(s, f, h);
            if (gain > best->gain) {
                gain -= edge_length(&s->edges, h, b);
                if (gain > best->gain) {
                    *best = move_of(gain, b, c, e, f, h);
                }
            }
        }
        if (h_before) {
            const uint h = node_beside(s, at, !backwards);
            long gain = still_open + removed_length(s, h, f);
            if (gain > best->gain) {
                gain -= edge_length(&s->edges, h, b);
                if (gain > best->gain) {
                    *best = move_of(gain, b, c, e, f, h);
                }
            }
        }
    }
}

/* The segments that end in a, side by side: first nodes, the nodes before them, and what taking them out gains. */
struct segments {
    uint count;
    uint first[SEARCH_SEGMENT], before[SEARCH_SEGMENT];
    long gain[SEARCH_SEGMENT];
};

SHARED_INLINE void find_segments(const struct search *s, uint position, bool backwards, uint b,
                                 struct segments *segments)
{
    const uint n = s->n;
    segments->count = min(SEARCH_SEGMENT, n - 2);
    for (uint k = 0; k < segments->count; ++k) {
        const uint f = s->tour[position];
        position = backwards ? position_after(position, n) : position_before(position, n);
        const uint h = s->tour[position];
        segments->first[k] = f;
        segments->before[k] = h;
        segments->gain[k] = removed_length(s, h, f) - edge_length(&s->edges, h, b);
    }
}

SHARED_INLINE struct search_move best_move(const struct search *s, uint a)
{
    const uint n = s->n, at = s->positions[a];
    __global const uint *list = s->candidates + (size_t)a * s->list_stride;
    struct search_move best = move_of(0, 0, 0, 0, 0, 0);
    for (uint side = 0; side < (SYMMETRIC ? 2u : 1u); ++side) {
        const bool backwards = side > 0;
        const uint base = backwards ? position_before(at, n) : position_after(at, n);
        const uint b = s->tour[base];
        const int removed = is_fixed(s->partners, a, b) ? 0 : edge_length(&s->edges, a, b); /* 0: nothing opens */
        struct segments segments;
        segments.count = 0;
        for (uint k = 0; k < s->search_length; ++k) {
            const uint c = list[k];
            const int open = removed - edge_length(&s->edges, a, c);
            if (open <= 0) {
                break;
            }
            if (SEARCH_OR_OPT && segments.count == 0) {
                find_segments(s, at, backwards, b, &segments);
            }
#if SEARCH_OR_OPT || SEARCH_THREE_OPT
            const uint place_c = place_of(s->positions[c], base, backwards, n);
            const uint before = node_beside(s, s->positions[c], !backwards);
            const long opened_before = open + removed_length(s, before, c);
#endif
#if SYMMETRIC
            const uint after = node_beside(s, s->positions[c], backwards);
            const long opened_after = open + removed_length(s, c, after);
            if (SEARCH_TWO_OPT && opened_after > best.gain) {
                const long gain = opened_after - edge_length(&s->edges, b, after);
                if (gain > best.gain) {
                    best = move_of(gain, b, c, after, n, n);
                }
            }
#endif
#if SEARCH_OR_OPT
            for (uint i = 0; i < segments.count && place_c + i + 1 < n; ++i) {
                const uint f = segments.first[i], h = segments.before[i];
#if SYMMETRIC
                if (c != h && opened_after + segments.gain[i] > best.gain) {
                    const long gain = opened_after + segments.gain[i] - edge_length(&s->edges, f, after);
                    if (gain > best.gain) {
                        best = move_of(gain, b, c, after, f, h);
                    }
                }
#endif
                if (opened_before + segments.gain[i] > best.gain) {
                    const long gain = opened_before + segments.gain[i] - edge_length(&s->edges, before, f);
                    if (gain > best.gain) {
                        best = move_of(gain, b, c, before, f, h);
                    }
                }
            }
#endif
#if SEARCH_THREE_OPT
#if SYMMETRIC
            try_second(s, base, backwards, b, c, after, place_c, false, opened_after, &best);
#endif
            try_second(s, base, backwards, b, c, before, place_c, true, opened_before, &best);
#endif
        }
    }
    return best;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Making a move: the parts that do not stay are reversed where they lie, or change places by a reversal of both      */

/* `count` nodes from `position` on, round the end. */
SHARED_INLINE void reverse(const struct search *s, uint position, uint count)
{
    const uint n = s->n;
    uint low = position >= n ? position - n : position, high = low + (count > 0 ? count - 1 : 0);
    high -= high >= n ? n : 0;
    for (uint k = count / 2; k > 0; --k) {
        const uint from_low = s->tour[low], from_high = s->tour[high];
        s->tour[low] = from_high;
        s->positions[from_high] = low;
        s->tour[high] = from_low;
        s->positions[from_low] = high;
        low = position_after(low, n);
        high = position_before(high, n);
    }
}

/* Two runs of nodes, one behind the other from `position` on: whether each is turned round, and whether they change
 * places. */
SHARED_INLINE void rearrange(const struct search *s, uint position, uint first, uint second, bool turn_first,
                             bool turn_second, bool swap)
{
    position -= position >= s->n ? s->n : 0;
    if (swap) {
        reverse(s, position, first + second);
        if (!turn_second) {
            reverse(s, position, second);
        }
        if (!turn_first) {
            reverse(s, position + second, first);
        }
    } else {
        if (turn_first) {
            reverse(s, position, first);
        }
        if (turn_second) {
            reverse(s, position + first, second);
        }
    }
}

/* Makes the move if it can be made; returns whether. */
SHARED_INLINE bool make_move(const struct search *s, uint a, const struct search_move *move)
{
    const uint n = s->n, at = s->positions[a], base = s->positions[move->b];
    const bool backwards = SYMMETRIC && position_after(at, n) != base;
    const uint c = place_of(s->positions[move->c], base, backwards, n);
    const uint e = place_of(s->positions[move->e], base, backwards, n);
    const bool e_after = e == c + 1;
    const uint cut = e_after ? c : e;
    if ((backwards ? position_before(at, n) : position_after(at, n)) != base || (!e_after && c != e + 1)) {
        return false;
    }
    if (move->f == n) {
        if (!e_after) {
            return false;
        }
        const uint one = cut + 1, other = n - one;
        const bool stays = one >= other; /* the part from b */
        const uint count = stays ? other : one, place = stays ? one : 0;
        reverse(s, backwards ? base + n - (place + count - 1) : base + place, count);
        return true;
    }
    const uint f = place_of(s->positions[move->f], base, backwards, n);
    const uint h = place_of(s->positions[move->h], base, backwards, n);
    const bool h_after = h == f + 1;
    const uint other = h_after ? f : h;
    if ((!h_after && f != h + 1) || other == cut || (other < cut ? !e_after || !h_after : e_after && h_after)) {
        return false;
    }
#if !SYMMETRIC
    if (e_after || h_after) {
        return false;
    }
#endif
    const uint low = min(cut, other), high = max(cut, other);
    const uint size_0 = low + 1, size_1 = high - low, size_2 = n - 1 - high; /* from b to a */
    const uint stays = size_0 >= size_1 && size_0 >= size_2 ? 0 : size_1 >= size_2 ? 1 : 2;
    const uint place = stays == 0 ? size_0 : stays == 1 ? high + 1 : 0;
    const uint first = stays == 0 ? size_1 : stays == 1 ? size_2 : size_0;
    const uint second = stays == 0 ? size_2 : stays == 1 ? size_0 : size_1;
    /* One of the three parts is walked the other way than the two others, or none is. Where that is the one that
     * stays, both others are turned round and keep their places; else that one is, and they change them. */
    const bool none = !e_after && !h_after;
    const uint odd = e_after ? (h_after ? 1 : 2) : 0;
    const bool swap = none || odd != stays;
    const uint next = stays == 2 ? 0 : stays + 1;
    const bool turn_first = !none && (odd == stays || odd == next);
    const bool turn_second = !none && odd != next;
    if (backwards) {
        const uint last = place + first + second - 1;
        rearrange(s, base + n - (last >= n ? last - n : last), second, first, turn_second, turn_first, swap);
    } else {
        rearrange(s, base + place, first, second, turn_first, turn_second, swap);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Returns what the round gained. */
SHARED_INLINE long search_round(struct search *s)
{
    uint nodes[SEARCH_ROUND];
    struct search_move moves[SEARCH_ROUND];
    const uint taken = min(s->count, SEARCH_ROUND);
    long gained = 0;
    for (uint k = 0; k < taken; ++k) {
        nodes[k] = take_node(s);
    }
    for (uint k = 0; k < taken; ++k) {
        moves[k] = best_move(s, nodes[k]);
    }
    for (uint k = 0; k < taken; ++k) {
        if (moves[k].gain > 0) {
            const bool made = make_move(s, nodes[k], &moves[k]);
            push_node(s, nodes[k]);
            if (made) {
                gained += moves[k].gain;
                push_node(s, moves[k].b);
                push_node(s, moves[k].c);
                push_node(s, moves[k].e);
                if (moves[k].f < s->n) {
                    push_node(s, moves[k].f);
                    push_node(s, moves[k].h);
                }
            }
        }
    }
    return gained;
}

__attribute__((reqd_work_group_size(SEARCH_GROUP_SIZE, 1, 1)))
__kernel void aco_search_workitem(
    __global uint *tours,                       /* [rows][n] */
    __global long *lengths,                     /* [rows] */
    __global const uint *restrict search_lists, /* [n][search_stride] */
    EDGES_PARAMETERS,
    __global const uint *restrict anchor,   /* [n][2], n in the first: none */
    __global uint *search,                  /* [row_end - row_begin][SEARCH_SCRATCH_WORDS(n)] */
    __global const uint *restrict partners, /* [n] */
    const uint n, const uint search_stride,
    const uint search_length,                       /* of each list, that the search looks at */
    const uint row_begin, const uint row_end,       /* rows of this launch */
    const ulong round_begin, const ulong round_end, /* its rounds; 0 begins with what the tours are */
    const struct aco_parts parts)
{
    OWN(tours), OWN(lengths), OWN(anchor), OWN(search);
    const uint item = get_global_id(0);
    if (item >= row_end - row_begin) {
        return;
    }
    __global uint *scratch = search + item * (size_t)SEARCH_SCRATCH_WORDS(n);
    const struct edges edges = EDGES_VIEW(n);
    struct search s;
    s.tour = tours + (size_t)(row_begin + item) * n;
    s.positions = scratch + SEARCH_STATE_WORDS;
    s.ring = s.positions + n;
    s.queued = s.ring + n;
    s.candidates = search_lists;
    s.partners = partners;
    s.edges = edges;
    s.n = n;
    s.list_stride = search_stride;
    s.search_length = search_length;
    if (round_begin == 0) {
        set_up(&s, anchor);
    } else {
        s.count = scratch[SEARCH_STATE_COUNT];
        s.head = scratch[SEARCH_STATE_HEAD];
    }
    long gained = 0;
    for (ulong round = round_begin; round < round_end && s.count > 0; ++round) {
        gained += search_round(&s);
    }
    scratch[SEARCH_STATE_COUNT] = s.count;
    scratch[SEARCH_STATE_HEAD] = s.head;
    lengths[row_begin + item] -= gained;
}
