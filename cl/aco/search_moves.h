/* search_moves.h - makes a move of the local search (src/aco/local_search.h) in the array of a tour.
 *
 * Used by a thread of the host, a work-item, and a team of 32 work-items, whose files define
 *   struct search        members tour and positions, [n] of search_node in SEARCH_SPACE, and n
 *   SEARCH_ITEMS         work-items that share a search; SEARCH_ITEM(s): the number of this one
 *   SEARCH_SYNC()        waits for these work-items and their writes
 *   SEARCH_SYMMETRIC(s)  true if tours may be read backwards
 *
 * A position is an index of the array. An offset counts from b = 0 in the direction that makes a the last of n, so the
 * edge (a,b) joins the ends. The other removed edges cut the offsets into parts: X, Y and the longest, which stays. X
 * and Y are reversed, or swapped by a reversal of both together. */
#ifndef SWARMCL_SEARCH_MOVES_H
#define SWARMCL_SEARCH_MOVES_H

#include "search_rules.h"

SHARED_INLINE uint32_t position_after(uint32_t position, uint32_t n)
{
    return position + 1 < n ? position + 1 : 0;
}

SHARED_INLINE uint32_t position_before(uint32_t position, uint32_t n)
{
    return (position > 0 ? position : n) - 1;
}

SHARED_INLINE uint32_t position_next_to(uint32_t position, bool before, uint32_t n)
{
    return before ? position_before(position, n) : position_after(position, n);
}

/* The position of offset 0 .. n, with b at position `base`; `backwards`: b is before a. */
SHARED_INLINE uint32_t position_of(uint32_t offset, uint32_t base, bool backwards, uint32_t n)
{
    const uint32_t position = backwards ? base + n - offset : base + offset;
    return position >= n ? position - n : position;
}

SHARED_INLINE uint32_t offset_of(uint32_t position, uint32_t base, bool backwards, uint32_t n)
{
    const uint32_t from = backwards ? position : base, to = backwards ? base : position;
    return to >= from ? to - from : to + n - from;
}

/* The `count` offsets from `first` on, modulo n. */
struct search_range {
    uint32_t first, count;
};

/* Reverses a range. Work-items swap different pairs of it. */
SHARED_INLINE void search_reverse(const struct search *s, struct search_range range, uint32_t base, bool backwards)
{
    const uint32_t n = s->n, lowest = backwards ? range.first + range.count - 1 : range.first;
    const uint32_t begin = position_of(lowest >= n ? lowest - n : lowest, base, backwards, n);
    for (uint32_t k = SEARCH_ITEM(s); k < range.count / 2; k += SEARCH_ITEMS) {
        uint32_t low = begin + k, high = begin + range.count - 1 - k;
        low -= low >= n ? n : 0;
        high -= high >= n ? n : 0;
        const uint32_t from_low = s->tour[low], from_high = s->tour[high];
        s->tour[low] = (search_node)from_high;
        s->tour[high] = (search_node)from_low;
        s->positions[from_high] = (search_node)low;
        s->positions[from_low] = (search_node)high;
    }
}

/* Chooses the part of the tour that keeps its positions: the longest. low, high: offsets after which the tour is cut
 * into parts 0 (from b), 1 and 2 (to a). `kind` is the new tour if part 0 stays: 0: X reversed, Y reversed; 1: Y
 * reversed, X; 2: Y, X reversed; 3: Y, X. If another part stays, kinds 0 to 2 rotate. Returns the kind for the part
 * that stays. */
SHARED_INLINE uint32_t search_parts(uint32_t n, uint32_t low, uint32_t high, uint32_t kind, struct search_range *x,
                                    struct search_range *y)
{
    const uint32_t size_0 = low + 1, size_1 = high - low, size_2 = n - 1 - high;
    const uint32_t stays = size_0 >= size_1 && size_0 >= size_2 ? 0 : size_1 >= size_2 ? 1 : 2;
    x->first = stays == 0 ? low + 1 : stays == 1 ? high + 1 : 0;
    x->count = stays == 0 ? size_1 : stays == 1 ? size_2 : size_0;
    y->first = stays == 0 ? high + 1 : stays == 1 ? 0 : low + 1;
    y->count = stays == 0 ? size_2 : stays == 1 ? size_0 : size_1;
    return kind == 3 ? 3 : kind + stays >= 3 ? kind + stays - 3 : kind + stays;
}

/* Makes a move if all its removed edges are in the tour and the result is one tour; returns true if it did. All
 * work-items return the same. */
SHARED_INLINE bool search_make(const struct search *s, uint32_t a, uint32_t b, struct search_ends ends)
{
    const uint32_t n = s->n;
    const bool three = ends.f < n, symmetric = SEARCH_SYMMETRIC(s);
    const uint32_t at_a = s->positions[a], base = s->positions[b];
    const uint32_t at_c = s->positions[ends.c], at_e = s->positions[ends.e];
    const uint32_t at_f = s->positions[three ? ends.f : ends.c], at_h = s->positions[three ? ends.h : ends.e];
    const bool backwards = symmetric && position_after(at_a, n) != base;
    const uint32_t c = offset_of(at_c, base, backwards, n), e = offset_of(at_e, base, backwards, n);
    const uint32_t f = offset_of(at_f, base, backwards, n), h = offset_of(at_h, base, backwards, n);
    const bool e_after = e == c + 1, h_after = h == f + 1;
    const uint32_t cut = e_after ? c : e, other = h_after ? f : h;
    const bool three_fit =
        (e_after || c == e + 1) && (h_after || f == h + 1) && cut != other && (cut < other) != (e_after && h_after);
    const bool kept = symmetric || (!e_after && !h_after); /* asymmetric: no part may change direction */
    const bool fits = position_next_to(at_a, backwards, n) == base && kept && (three ? three_fit : e_after);
    const uint32_t low = three && other < cut ? other : cut, high = !three ? n - 1 : cut < other ? other : cut;
    struct search_range x, y, both;
    const uint32_t order = search_parts(n, low, high, e_after ? (h_after ? 2 : 1) : (h_after ? 0 : 3), &x, &y);
    both.first = x.first;
    both.count = fits && three && order > 0 ? x.count + y.count : 0;
    SEARCH_SYNC(); /* all work-items have read positions */
    search_reverse(s, both, base, backwards);
    SEARCH_SYNC();
    /* Y comes first if both parts were reversed together. With two edges only one of X and Y moves; the other is empty.
     * */
    const bool reversed = both.count > 0;
    struct search_range one, two;
    one.first = x.first;
    one.count = reversed ? (order != 1 ? y.count : 0) : x.count;
    two.first = x.first + (reversed ? y.count : x.count);
    two.count = reversed ? (order != 2 ? x.count : 0) : y.count;
    one.count = fits ? one.count : 0;
    two.count = fits ? two.count : 0;
    search_reverse(s, one, base, backwards);
    search_reverse(s, two, base, backwards);
    return fits;
}

#endif
