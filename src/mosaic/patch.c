/* patch.c - joins the subtours of a move by 2-opt moves. */
#include <string.h>

#include "merge.h"

/* Limits measured in bench/mosaic/README.md. */
enum {
    SMALL_SUBTOUR_MOST = 10000, /* maximum nodes of a move's smallest subtour; beyond this the move is dropped */
    SEARCHED_MOST = 2000        /* maximum nodes searched of a subtour, evenly spread: limits the time of a patch */
};

/* A 2-opt move between two subtours: the edges (v, v2) and (c, d) become (v, c) and (v2, d). All four are positions. */
struct patch {
    int64_t change; /* change of the patched move's gain by the patch */
    uint32_t v, v2, c, d;
};

/* The arc that contains position p; it ends at the first cut at or after p. */
static uint32_t arc_at(const struct mosaic_patching *patching, uint32_t p)
{
    const uint32_t *sorted = patching->merge->sorted;
    uint32_t low = 0, high = patching->merge->arc_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        low = sorted[middle] >= p ? low : middle + 1;
        high = sorted[middle] >= p ? middle : high;
    }
    return low < patching->merge->arc_count ? low : 0;
}

/* A node of the smallest subtour at position p, and its edges within its arc that may be removed: [0] to the next node,
 * [1] to the previous node. The first and the last node of an arc have only one edge. */
struct end {
    uint32_t p, p2[2];
    int64_t length[2], longest; /* -1: no edge that may be removed */
};

/* Length of the edge from position p to the next one; -1 if it is fixed. */
static int64_t edge_at(const struct mosaic_patching *patching, uint32_t p)
{
    const struct mosaic_problem *problem = patching->problem;
    const uint32_t u = patching->tour->ord[p], v = patching->tour->ord[position_after(p, problem->n)];
    return mosaic_is_fixed(problem, u, v) ? -1 : mosaic_length(problem, u, v);
}

/* Tries the patches of `end` with the edge from position c to d. `near`: length from the end to c. */
static void try_edge(const struct mosaic_patching *patching, const struct end *end, uint32_t c, uint32_t d,
                     int32_t near, struct patch *best)
{
    const struct mosaic_problem *problem = patching->problem;
    const uint32_t *ord = patching->tour->ord;
    if (mosaic_is_fixed(problem, ord[c], ord[d])) {
        return;
    }
    const int64_t open = (int64_t)mosaic_length(problem, ord[c], ord[d]) - near;
    for (int side = 0; side < 2; ++side) {
        if (end->length[side] >= 0 && open + end->length[side] > best->change) {
            const int64_t change = open + end->length[side] - mosaic_length(problem, ord[end->p2[side]], ord[d]);
            if (change > best->change) {
                *best = (struct patch){.change = change, .v = end->p, .v2 = end->p2[side], .c = c, .d = d};
            }
        }
    }
}

/* Tries patches of an end in arc `own` with edges at its candidates in other subtours. A patch costs near - length at
 * each of its two ends. The list is cut where this end would cost more than half of the allowance: then the other end
 * is the cheaper one, and usually the search from v2 finds the same patch. */
static void try_candidates(const struct mosaic_patching *patching, const struct end *end, uint32_t own,
                           struct patch *best)
{
    const struct mosaic_problem *problem = patching->problem;
    const uint32_t n = problem->n, own_start = mosaic_arc_start(patching->merge, own),
                   own_size = mosaic_arc_length(patching->merge, own);
    const size_t list = (size_t)patching->tour->ord[end->p] * problem->width;
    for (size_t k = list; k < list + problem->width; ++k) {
        const int32_t near = problem->near_length[k];
        if (2 * (near - end->longest) >= -best->change) {
            return;
        }
        const uint32_t c = patching->tour->pos[problem->near[k]];
        if (position_minus(c, own_start, n) < own_size) {
            continue; /* true for most candidates; saves the binary search */
        }
        const uint32_t arc = arc_at(patching, c);
        if (patching->subtour_of[arc] == patching->smallest) {
            continue;
        }
        if (c != patching->merge->sorted[arc]) {
            try_edge(patching, end, c, position_after(c, n), near, best);
        }
        if (c != mosaic_arc_start(patching->merge, arc)) {
            try_edge(patching, end, c, position_before(c, n), near, best);
        }
    }
}

/* The best patch of the smallest subtour that leaves the move a gain; if there is none, its change is -gain. */
static struct patch find_patch(const struct mosaic_patching *patching, int64_t gain)
{
    const uint32_t step = (patching->size_of[patching->smallest] + SEARCHED_MOST - 1) / SEARCHED_MOST;
    struct patch best = {.change = -gain};
    for (uint32_t arc = 0; arc < patching->merge->arc_count; ++arc) {
        const uint32_t size = mosaic_arc_length(patching->merge, arc);
        if (patching->subtour_of[arc] == patching->smallest && size > 1) {
            const uint32_t start = mosaic_arc_start(patching->merge, arc), n = patching->problem->n;
            int64_t out = -1;
            for (uint32_t k = 0; k < size; k += step) {
                const uint32_t p = position_plus(start, k, n), before = position_before(p, n);
                const int64_t in = step == 1 || k == 0 ? out : edge_at(patching, before);
                out = k + 1 == size ? -1 : edge_at(patching, p);
                const struct end end = {p, {position_after(p, n), before}, {out, in}, out > in ? out : in};
                try_candidates(patching, &end, arc, &best);
            }
        }
    }
    return best;
}

/* Appends the edges of a patch to the move, which is last in the pools. */
static void add_patch(struct mosaic_merge *merge, struct mosaic_move *move, const struct patch *patch)
{
    const uint32_t at = move->first + move->count;
    merge->cuts[at] = position_after(patch->v, merge->n) == patch->v2 ? patch->v : patch->v2;
    merge->cuts[at + 1] = position_after(patch->c, merge->n) == patch->d ? patch->c : patch->d;
    merge->added[at][0] = patch->v;
    merge->added[at][1] = patch->c;
    merge->added[at + 1][0] = patch->v2;
    merge->added[at + 1][1] = patch->d;
    move->count += 2;
    move->gain += patch->change;
}

bool mosaic_patch(struct mosaic_patching *patching, struct mosaic_move *move)
{
    uint32_t *size_of = patching->size_of;
    for (;;) {
        const uint32_t subtours = mosaic_merge_subtours(patching->merge, move, patching->subtour_of);
        /* each patch joins two subtours, so more subtours cannot all be joined within the limits */
        if (subtours <= 1 || subtours - 1 > PATCHES_MOST || move->count + 2 * (subtours - 1) > MOVE_CUTS_MOST) {
            return subtours == 1;
        }
        patching->smallest = 0;
        memset(size_of, 0, subtours * sizeof *size_of);
        for (uint32_t arc = 0; arc < patching->merge->arc_count; ++arc) {
            size_of[patching->subtour_of[arc]] += mosaic_arc_length(patching->merge, arc);
        }
        for (uint32_t subtour = 1; subtour < subtours; ++subtour) {
            patching->smallest = size_of[subtour] < size_of[patching->smallest] ? subtour : patching->smallest;
        }
        if (size_of[patching->smallest] > SMALL_SUBTOUR_MOST) {
            return false;
        }
        const struct patch patch = find_patch(patching, move->gain);
        if (move->gain + patch.change <= 0) {
            return false;
        }
        add_patch(patching->merge, move, &patch);
    }
}
