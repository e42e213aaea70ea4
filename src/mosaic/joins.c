#include "joins.h"

#include <string.h>

enum {
    SMALL_SUBTOUR_MOST = 10000, /* nodes of a subtour whose joins are looked for, ... */
    LOOKED_AT_MOST = 2000       /* ... at so many of them */
};

/* A 2-opt move between a subtour and another: (v, v2) and (c, d) become (v, c) and (v2, d). All are positions. */
struct join {
    int64_t change; /* of the gain */
    uint32_t v, v2, c, d;
};

/* The arc that holds position p: the arc of the first cut from there. */
static uint32_t arc_at(const struct mosaic_joins *joins, uint32_t p)
{
    const uint32_t *sorted = joins->merge->sorted;
    uint32_t low = 0, high = joins->merge->arc_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (sorted[middle] >= p) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low < joins->merge->arc_count ? low : 0;
}

/* An end for joins: the node at position p and its edges within its arc that may go, [0] to the next node and [1] to
 * the one before. The first and the last node of an arc have one of them; the edge to a partner stays. */
struct end {
    uint32_t p, p2[2];
    bool has[2];
    int64_t length[2], longest;
};

static struct end end_at(const struct mosaic_joins *joins, uint32_t p, bool first, bool last)
{
    const struct mosaic_problem *problem = joins->problem;
    const uint32_t *ord = joins->tour->ord;
    struct end end = {
        .p = p, .p2 = {position_after(p, problem->n), position_before(p, problem->n)}, .has = {!last, !first}};
    for (int side = 0; side < 2; ++side) {
        end.has[side] = end.has[side] && !mosaic_is_tied(problem, ord[p], ord[end.p2[side]]);
        end.length[side] = end.has[side] ? mosaic_length(problem, ord[p], ord[end.p2[side]]) : 0;
    }
    end.longest = end.length[0] > end.length[1] ? end.length[0] : end.length[1];
    return end;
}

/* The best join of the end with the edge from c to d, both positions, `near` from its node to that at c. */
static void try_edge(const struct mosaic_joins *joins, const struct end *end, uint32_t c, uint32_t d, int32_t near,
                     struct join *best)
{
    const struct mosaic_problem *problem = joins->problem;
    const uint32_t *ord = joins->tour->ord;
    if (mosaic_is_tied(problem, ord[c], ord[d])) {
        return;
    }
    const int64_t open = (int64_t)mosaic_length(problem, ord[c], ord[d]) - near;
    for (int side = 0; side < 2; ++side) {
        if (end->has[side] && open + end->length[side] > best->change) {
            const int64_t change = open + end->length[side] - mosaic_length(problem, ord[end->p2[side]], ord[d]);
            if (change > best->change) {
                *best = (struct join){.change = change, .v = end->p, .v2 = end->p2[side], .c = c, .d = d};
            }
        }
    }
}

/* The best joins of an end in arc `own` with edges at its candidates in other subtours. A join costs near - length at
 * one end and something at the other. Where this end alone takes half of the allowance, the list ends: the other
 * end is the cheaper one then, and mostly it is met from v2 too. */
static void try_candidates(const struct mosaic_joins *joins, const struct end *end, uint32_t own, struct join *best)
{
    const struct mosaic_problem *problem = joins->problem;
    const uint32_t n = problem->n, own_start = mosaic_arc_start(joins->merge, own),
                   own_size = mosaic_arc_length(joins->merge, own);
    const size_t list = (size_t)joins->tour->ord[end->p] * problem->width;
    for (size_t k = list; k < list + problem->width; ++k) {
        const int32_t near = problem->near_length[k];
        if (2 * (near - end->longest) >= -best->change) {
            return;
        }
        const uint32_t c = joins->tour->pos[problem->near[k]];
        if ((c >= own_start ? c - own_start : c + (n - own_start)) < own_size) {
            continue; /* most are, and need no search */
        }
        const uint32_t arc = arc_at(joins, c);
        if (joins->cycle_of[arc] == joins->smallest) {
            continue;
        }
        if (c != joins->merge->sorted[arc]) {
            try_edge(joins, end, c, position_after(c, n), near, best);
        }
        if (c != mosaic_arc_start(joins->merge, arc)) {
            try_edge(joins, end, c, position_before(c, n), near, best);
        }
    }
}

/* The best join of the smallest subtour that leaves the move a gain. Of many nodes every second, third and so on is
 * looked at. */
static struct join find_join(const struct mosaic_joins *joins, int64_t gain)
{
    const uint32_t step = (joins->size_of[joins->smallest] + LOOKED_AT_MOST - 1) / LOOKED_AT_MOST;
    struct join best = {.change = -gain};
    for (uint32_t arc = 0; arc < joins->merge->arc_count; ++arc) {
        const uint32_t size = mosaic_arc_length(joins->merge, arc);
        if (joins->cycle_of[arc] == joins->smallest && size > 1) {
            const uint32_t start = mosaic_arc_start(joins->merge, arc), n = joins->problem->n;
            for (uint32_t k = 0; k < size; k += step) {
                const uint32_t p = k < n - start ? start + k : k - (n - start);
                const struct end end = end_at(joins, p, k == 0, k + 1 == size);
                try_candidates(joins, &end, arc, &best);
            }
        }
    }
    return best;
}

/* Appends the edges of a join to the move, the last in the pools. */
static void add_join(struct mosaic_merge *merge, struct mosaic_move *move, const struct join *join)
{
    const uint32_t at = move->first + move->count;
    merge->cuts[at] = position_after(join->v, merge->n) == join->v2 ? join->v : join->v2;
    merge->cuts[at + 1] = position_after(join->c, merge->n) == join->d ? join->c : join->d;
    merge->added[at][0] = join->v;
    merge->added[at][1] = join->c;
    merge->added[at + 1][0] = join->v2;
    merge->added[at + 1][1] = join->d;
    move->count += 2;
    move->gain += join->change;
}

bool mosaic_joins_make(struct mosaic_joins *joins, struct mosaic_move *move)
{
    uint32_t *size_of = joins->size_of;
    for (;;) {
        const uint32_t cycles = mosaic_merge_cycles(joins->merge, move, joins->cycle_of);
        /* a join makes one of two, so more are not worth beginning */
        if (cycles <= 1 || cycles - 1 > JOINS_MOST || move->count + 2 * (cycles - 1) > MOVE_CUTS_MOST) {
            return cycles == 1;
        }
        joins->smallest = 0;
        memset(size_of, 0, cycles * sizeof *size_of);
        for (uint32_t arc = 0; arc < joins->merge->arc_count; ++arc) {
            size_of[joins->cycle_of[arc]] += mosaic_arc_length(joins->merge, arc);
        }
        for (uint32_t cycle = 1; cycle < cycles; ++cycle) {
            joins->smallest = size_of[cycle] < size_of[joins->smallest] ? cycle : joins->smallest;
        }
        if (size_of[joins->smallest] > SMALL_SUBTOUR_MOST) {
            return false;
        }
        const struct join join = find_join(joins, move->gain);
        if (move->gain + join.change <= 0) {
            return false;
        }
        add_join(joins->merge, move, &join);
    }
}
