#include "merge.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum {
    INSERTED_AT_MOST = 48, /* cuts up to which insertion sort is faster than radix sort */
    DIGIT = 256,           /* values per digit of the radix sort */
    PENDING_LEAST = 256,   /* maximum cuts of chosen moves that tests repeat; with more, make_chosen() runs */
    PENDING_SHARE = 32     /* 1 / PENDING_SHARE of the component's cuts is added to PENDING_LEAST */
};

/* Makes the arrays, or counts their bytes. */
static void list_arrays(uint32_t n, uint32_t move_capacity, uint32_t cut_capacity, struct mosaic_merge *merge)
{
    struct base_arrays *arrays = &merge->arrays;
    merge->cuts = base_arrays_add(arrays, cut_capacity, sizeof *merge->cuts);
    merge->added = base_arrays_add(arrays, cut_capacity, sizeof *merge->added);
    merge->moves = base_arrays_add(arrays, move_capacity, sizeof *merge->moves);
    merge->taken = base_arrays_add(arrays, move_capacity, sizeof *merge->taken);
    merge->sorted = base_arrays_add(arrays, cut_capacity, sizeof *merge->sorted);
    merge->spare = base_arrays_add(arrays, cut_capacity, sizeof *merge->spare);
    merge->match = base_arrays_add(arrays, cut_capacity, 2 * sizeof *merge->match);
    merge->arc_of = base_arrays_add(arrays, n, sizeof *merge->arc_of);
    merge->owner = base_arrays_add(arrays, n, sizeof *merge->owner);
    merge->moved = base_arrays_add(arrays, n > cut_capacity ? n : cut_capacity, sizeof *merge->moved);
    merge->component = base_arrays_add(arrays, move_capacity, sizeof *merge->component);
    merge->left = base_arrays_add(arrays, move_capacity, sizeof *merge->left);
    merge->stack = base_arrays_add(arrays, move_capacity, sizeof *merge->stack);
    merge->next = base_arrays_add(arrays, move_capacity, sizeof *merge->next);
    merge->head = base_arrays_add(arrays, move_capacity, sizeof *merge->head);
    merge->open = base_arrays_add(arrays, move_capacity, sizeof *merge->open);
}

enum swarm_status mosaic_merge_init(struct base_env *env, uint32_t n, uint32_t move_capacity, uint32_t cut_capacity,
                                    struct mosaic_merge *merge)
{
    *merge = (struct mosaic_merge){.n = n, .move_capacity = move_capacity, .cut_capacity = cut_capacity};
    list_arrays(n, move_capacity, cut_capacity, merge);
    return merge->arrays.failed ? base_fail_memory(env) : SWARM_OK;
}

void mosaic_merge_deinit(struct mosaic_merge *merge)
{
    base_arrays_free(&merge->arrays);
    *merge = (struct mosaic_merge){0};
}

uint64_t mosaic_merge_bytes(uint32_t n, uint32_t move_capacity, uint32_t cut_capacity)
{
    struct mosaic_merge merge = {.arrays.counts = true};
    list_arrays(n, move_capacity, cut_capacity, &merge);
    return merge.arrays.bytes;
}

/* Sorts keys below n in ascending order. */
static void sort_positions(uint32_t *keys, uint32_t *spare, uint32_t count, uint32_t n)
{
    if (count <= INSERTED_AT_MOST) {
        for (uint32_t i = 1; i < count; ++i) {
            const uint32_t key = keys[i];
            uint32_t k = i;
            for (; k > 0 && keys[k - 1] > key; --k) {
                keys[k] = keys[k - 1];
            }
            keys[k] = key;
        }
        return;
    }
    uint32_t *from = keys, *to = spare;
    for (unsigned shift = 0; shift < 32 && (n - 1) >> shift > 0; shift += 8) {
        uint32_t starts[DIGIT + 1] = {0};
        for (uint32_t i = 0; i < count; ++i) {
            ++starts[((from[i] >> shift) & (DIGIT - 1)) + 1];
        }
        for (uint32_t digit = 0; digit < DIGIT; ++digit) {
            starts[digit + 1] += starts[digit];
        }
        for (uint32_t i = 0; i < count; ++i) {
            to[starts[(from[i] >> shift) & (DIGIT - 1)]++] = from[i];
        }
        uint32_t *last = from;
        from = to;
        to = last;
    }
    if (from != keys) {
        memcpy(keys, from, count * sizeof *keys);
    }
}

/* Copies the cuts of the listed moves; returns their number. */
static uint32_t gather_cuts(const struct mosaic_merge *merge, const struct mosaic_move *moves, const uint32_t *list,
                            uint32_t list_count, uint32_t *cuts)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j < list_count; ++j) {
        const struct mosaic_move *move = &moves[list[j]];
        memcpy(cuts + count, merge->cuts + move->first, move->count * sizeof *cuts);
        count += move->count;
    }
    return count;
}

/* A side, at position p, of a cut of `owner` (0: any) that no added edge uses; NONE if there is none. A node between
 * two cuts has a side of each; either is valid. */
static uint32_t free_side(const struct mosaic_merge *merge, uint32_t owner, uint32_t p)
{
    for (uint32_t after = 2; after-- > 0;) {
        const uint32_t cut = after ? position_before(p, merge->n) : p, i = merge->arc_of[cut];
        if (i < merge->arc_count && merge->sorted[i] == cut && merge->match[2 * i + after] == NONE
            && (owner == 0 || merge->owner[cut] == owner)) {
            return 2 * i + after;
        }
    }
    return NONE;
}

/* Sets sorted[] to the cuts of the listed moves, and matches their sides by the added edges. Returns false if they do
 * not fit. A move joins only sides of its own cuts, so its matches are the same in every set. */
static bool match_sides(struct mosaic_merge *merge, const struct mosaic_move *moves, const uint32_t *list,
                        uint32_t list_count)
{
    const uint32_t count = gather_cuts(merge, moves, list, list_count, merge->sorted);
    sort_positions(merge->sorted, merge->spare, count, merge->n);
    merge->arc_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        if (i > 0 && merge->sorted[i] == merge->sorted[i - 1]) {
            return false;
        }
        merge->arc_of[merge->sorted[i]] = i;
        merge->match[2 * i] = merge->match[2 * i + 1] = NONE;
    }
    for (uint32_t j = 0; j < list_count; ++j) {
        const struct mosaic_move *move = &moves[list[j]];
        const uint32_t owner = list_count > 1 ? list[j] + 1 : 0;
        for (uint32_t k = move->first; k < move->first + move->count; ++k) {
            const uint32_t one = free_side(merge, owner, merge->added[k][0]);
            if (one == NONE) {
                return false;
            }
            merge->match[one] = one; /* marks the side as used, because the other end may be at the same node */
            const uint32_t other = free_side(merge, owner, merge->added[k][1]);
            if (other == NONE) {
                return false;
            }
            merge->match[one] = other;
            merge->match[other] = one;
        }
    }
    return true;
}

/* Arc i has the ends 2 i (its begin) and 2 i + 1. Returns the end that an added edge joins to the arc's other end. */
static uint32_t end_after(const struct mosaic_merge *merge, uint32_t end)
{
    const uint32_t sides = 2 * merge->arc_count, far = end ^ 1, next = merge->match[(far > 0 ? far : sides) - 1] + 1;
    return next < sides ? next : 0;
}

uint32_t mosaic_merge_subtours(struct mosaic_merge *merge, const struct mosaic_move *move, uint32_t *subtour_of)
{
    uint32_t found = 0;
    if (!match_sides(merge, move, &(uint32_t){0}, 1)) {
        return 0;
    }
    memset(subtour_of, 0xff, move->count * sizeof *subtour_of);
    for (uint32_t arc = 0; arc < move->count; ++arc) {
        if (subtour_of[arc] == NONE) {
            for (uint32_t end = 2 * arc; subtour_of[end >> 1] == NONE; end = end_after(merge, end)) {
                subtour_of[end >> 1] = found;
            }
            ++found;
        }
    }
    return found;
}

static int by_gain(const void *one, const void *other)
{
    const struct mosaic_move *a = one, *b = other;
    if (a->gain != b->gain) {
        return a->gain > b->gain ? -1 : 1;
    }
    return (a->number > b->number) - (a->number < b->number);
}

/* Assigns cuts to moves in the order of moves[]. Drops moves that share a cut with an earlier move. sorted[] gets all
 * assigned cuts. */
static void claim_cuts(struct mosaic_merge *merge)
{
    merge->arc_count = 0;
    for (uint32_t i = 0; i < merge->move_count; ++i) {
        const struct mosaic_move *move = &merge->moves[i];
        const uint32_t *cuts = merge->cuts + move->first;
        bool unclaimed = true;
        for (uint32_t k = 0; k < move->count && unclaimed; ++k) {
            unclaimed = merge->owner[cuts[k]] == 0;
        }
        merge->component[i] = unclaimed ? i : NONE;
        for (uint32_t k = 0; k < move->count && unclaimed; ++k) {
            merge->owner[cuts[k]] = i + 1;
            merge->sorted[merge->arc_count++] = cuts[k];
        }
    }
    sort_positions(merge->sorted, merge->spare, merge->arc_count, merge->n);
}

static uint32_t component_of(struct mosaic_merge *merge, uint32_t move)
{
    uint32_t *component = merge->component;
    while (component[move] != move) {
        move = component[move] = component[component[move]];
    }
    return move;
}

/* Unites moves whose cuts interleave. A sweep over the cuts keeps a stack of components that it has entered and not
 * left. If it meets a cut of a component below the top, that component interleaves with all above it. Components that
 * remain separate lie within one arc of each other, so neither decides if the other gives a tour. */
static void unite_interleaved(struct mosaic_merge *merge)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < merge->move_count; ++i) {
        merge->left[i] = merge->moves[i].count;
        merge->open[i] = false;
    }
    for (uint32_t k = 0; k < merge->arc_count; ++k) {
        const uint32_t cut = merge->sorted[k], component = component_of(merge, merge->owner[cut] - 1);
        if (!merge->open[component]) {
            merge->open[component] = true;
            merge->stack[depth++] = component;
        }
        while (merge->stack[depth - 1] != component) {
            const uint32_t above = merge->stack[--depth];
            merge->component[above] = component;
            merge->left[component] += merge->left[above];
        }
        if (--merge->left[component] == 0) {
            --depth;
        }
    }
}

/* True if the listed moves of a component, whose sides are matched, give a tour. Cost: O(their cuts). */
static bool are_tour(struct mosaic_merge *merge, const uint32_t *list, uint32_t list_count)
{
    uint32_t *place = merge->moved, *order = merge->spare, arcs = 0, at = 0, forward = 1;
    const uint32_t count = gather_cuts(merge, merge->moves, list, list_count, order);
    for (uint32_t k = 0; k < count; ++k) {
        order[k] = merge->arc_of[order[k]];
    }
    sort_positions(order, merge->sorted, count, merge->arc_count);
    for (uint32_t k = 0; k < count; ++k) {
        place[order[k]] = k;
    }
    do { /* follows an arc to its next cut, then the added edge to another arc */
        at = forward ? (at + 1 < count ? at + 1 : 0) : (at > 0 ? at : count) - 1;
        const uint32_t side = merge->match[2 * order[at] + 1 - forward];
        at = place[side / 2];
        forward = side % 2;
        ++arcs;
    } while (at != 0 || !forward);
    return arcs == count;
}

/* Sets moved[arc_of[cut]] to `mark` for all cuts of the listed moves. */
static void mark_cuts(struct mosaic_merge *merge, const uint32_t *list, uint32_t list_count, uint32_t mark)
{
    for (uint32_t j = 0; j < list_count; ++j) {
        const struct mosaic_move *move = &merge->moves[list[j]];
        for (uint32_t k = move->first; k < move->first + move->count; ++k) {
            merge->moved[merge->arc_of[merge->cuts[k]]] = mark;
        }
    }
}

/* Renumbers the cuts of the listed moves, all that are still to be tested, in the order of the tour that the chosen
 * moves give. Later tests then omit the chosen moves. */
static void make_chosen(struct mosaic_merge *merge, const uint32_t *list, uint32_t list_count)
{
    const uint32_t stays = 0, taken = NONE - 1;
    uint32_t *renamed = merge->moved, *sides[2] = {merge->spare, merge->sorted}, count = 0, side = 1;
    for (uint32_t i = 0; i < merge->arc_count; ++i) {
        renamed[i] = NONE;
    }
    mark_cuts(merge, merge->taken + merge->made, merge->taken_count - merge->made, taken);
    mark_cuts(merge, list, list_count, stays);
    do { /* follows the arc from this side to a side of the next cut */
        const uint32_t cut = side / 2, last = merge->arc_count - 1;
        const uint32_t met = side % 2 == 1 ? 2 * (cut < last ? cut + 1 : 0) : 2 * (cut > 0 ? cut - 1 : last) + 1;
        if (renamed[met / 2] == taken) {
            side = merge->match[met];
        } else {
            if (renamed[met / 2] == stays) { /* first visit of the cut */
                renamed[met / 2] = 2 * count++ + met % 2;
            }
            side = met ^ 1;
        }
    } while (side != 1);
    for (uint32_t i = 0; i < merge->arc_count; ++i) {
        for (uint32_t k = 0; k < 2 && renamed[i] < taken; ++k) {
            const uint32_t own = renamed[i] ^ k, other = merge->match[2 * i + k];
            sides[own % 2][own / 2] = renamed[other / 2] ^ (other % 2);
        }
    }
    for (uint32_t k = 0; k < 2 * count; ++k) {
        merge->match[k] = sides[k % 2][k / 2];
    }
    for (uint32_t j = 0; j < list_count; ++j) {
        const struct mosaic_move *move = &merge->moves[list[j]];
        for (uint32_t k = move->first; k < move->first + move->count; ++k) {
            merge->arc_of[merge->cuts[k]] = renamed[merge->arc_of[merge->cuts[k]]] / 2;
        }
    }
    merge->arc_count = count;
    merge->made = merge->taken_count;
    merge->pending = 0;
}

/* Chooses the listed moves if they give a tour together with those chosen before; otherwise tests each half. Moves up
 * to `end` are still to be tested. */
static void choose(struct mosaic_merge *merge, const uint32_t *list, uint32_t count, const uint32_t *end)
{
    const uint32_t together = merge->taken_count - merge->made + count;
    memcpy(merge->taken + merge->taken_count, list, count * sizeof *list);
    if (are_tour(merge, merge->taken + merge->made, together)) {
        merge->taken_count += count;
        for (uint32_t j = 0; j < count; ++j) {
            merge->pending += merge->moves[list[j]].count;
        }
        if (list + count < end && merge->pending > PENDING_LEAST + merge->arc_count / PENDING_SHARE) {
            make_chosen(merge, list + count, (uint32_t)(end - list) - count);
        }
    } else if (count > 1) {
        choose(merge, list, count / 2, end);
        choose(merge, list + count / 2, count - count / 2, end);
    }
}

/* Chooses moves from each component separately. */
static void choose_all(struct mosaic_merge *merge)
{
    merge->taken_count = 0;
    merge->wrong = false;
    memset(merge->head, 0xff, merge->move_count * sizeof *merge->head);
    for (uint32_t i = merge->move_count; i-- > 0;) {
        if (merge->component[i] != NONE) {
            const uint32_t component = component_of(merge, i);
            merge->next[i] = merge->head[component];
            merge->head[component] = i;
        }
    }
    for (uint32_t component = 0; component < merge->move_count && !merge->wrong; ++component) {
        uint32_t count = 0;
        for (uint32_t i = merge->head[component]; i != NONE; i = merge->next[i]) {
            merge->stack[count++] = i;
        }
        if (count == 1) {
            merge->taken[merge->taken_count++] = merge->stack[0];
        } else if (count > 1 && match_sides(merge, merge->moves, merge->stack, count)) {
            merge->made = merge->taken_count;
            merge->pending = 0;
            choose(merge, merge->stack, count, merge->stack + count);
        } else {
            merge->wrong = count > 1;
        }
    }
}

/* Walks the arcs of the set in the order of the new tour, beginning with the longest arc, which stays. Copies the nodes
 * of arcs that move to moved[], in that order; a second walk (`write`) copies them to their new positions. */
static void walk_moved(struct mosaic_merge *merge, struct mosaic_tour *tour, uint32_t longest, bool write)
{
    const uint32_t n = merge->n;
    uint32_t end = 2 * longest, place = mosaic_arc_start(merge, longest), count = 0;
    do {
        const uint32_t arc = end >> 1, start = mosaic_arc_start(merge, arc), length = mosaic_arc_length(merge, arc);
        const bool reversed = (end & 1) != 0 && length > 1;
        const bool stays = !reversed && start == place;
        uint32_t p = write ? place : reversed ? merge->sorted[arc] : start;
        for (uint32_t k = 0; k < length && !stays; ++k, ++count) {
            if (write) {
                tour->ord[p] = merge->moved[count];
                tour->pos[tour->ord[p]] = p;
            } else {
                merge->moved[count] = tour->ord[p];
            }
            p = reversed && !write ? position_before(p, n) : position_after(p, n);
        }
        place = (uint32_t)(((uint64_t)place + length) % n);
        end = end_after(merge, end);
    } while (end != 2 * longest);
}

/* Applies all chosen moves. Returns false, and changes nothing, if they give no tour. */
static bool rewrite(struct mosaic_merge *merge, struct mosaic_tour *tour)
{
    uint32_t longest = 0, end = 0, arcs = 0;
    if (!match_sides(merge, merge->moves, merge->taken, merge->taken_count)) {
        return false;
    }
    do {
        end = end_after(merge, end);
        ++arcs;
    } while (end != 0);
    if (arcs != merge->arc_count) {
        return false;
    }
    for (uint32_t arc = 1; arc < arcs; ++arc) {
        longest = mosaic_arc_length(merge, arc) > mosaic_arc_length(merge, longest) ? arc : longest;
    }
    walk_moved(merge, tour, longest, false);
    walk_moved(merge, tour, longest, true);
    return true;
}

int64_t mosaic_merge_apply(struct mosaic_merge *merge, struct mosaic_tour *tour)
{
    int64_t gain = 0;
    qsort(merge->moves, merge->move_count, sizeof *merge->moves, by_gain);
    claim_cuts(merge);
    unite_interleaved(merge);
    choose_all(merge);
    merge->wrong = merge->wrong || (merge->taken_count > 0 && !rewrite(merge, tour));
    merge->taken_count = merge->wrong ? 0 : merge->taken_count;
    for (uint32_t k = 0; k < merge->taken_count; ++k) {
        const struct mosaic_move *move = &merge->moves[merge->taken[k]];
        gain += move->gain;
        merge->taken[k] = move->number;
    }
    tour->length -= gain;
    for (uint32_t k = 0; k < merge->cut_count; ++k) {
        merge->owner[merge->cuts[k]] = 0;
    }
    merge->cut_count = merge->move_count = 0;
    return gain;
}
