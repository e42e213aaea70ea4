#include "merge.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum {
    INSERTED_AT_MOST = 48, /* cuts that are sorted by insertion */
    DIGIT = 256,
    PENDING_LEAST = 256, /* cuts of chosen moves that are tested with every other one until their tour is made, ... */
    PENDING_SHARE = 32   /* ... and of all cuts one in so many */
};

/* Lists the arrays, so that they are made or counted. */
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
    merge->chosen = base_arrays_add(arrays, move_capacity, sizeof *merge->chosen);
    merge->open = base_arrays_add(arrays, move_capacity, sizeof *merge->open);
}

enum swarm_status mosaic_merge_init(struct base_env *env, uint32_t n, uint32_t move_capacity, uint32_t cut_capacity,
                                    struct mosaic_merge *merge)
{
    *merge = (struct mosaic_merge){.n = n, .move_capacity = move_capacity, .cut_capacity = cut_capacity};
    list_arrays(n, move_capacity, cut_capacity, merge);
    TRY(merge->arrays.failed ? base_fail_memory(env) : SWARM_OK);
    for (uint32_t p = 0; p < n; ++p) {
        merge->owner[p] = NONE;
    }
    return SWARM_OK;
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

/* Ascending; keys are below n. */
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

/* The arc that ends at position p; NONE where the set does not cut. */
static uint32_t arc_ending_at(const struct mosaic_merge *merge, uint32_t p)
{
    const uint32_t arc = merge->arc_of[p];
    return arc < merge->arc_count && merge->sorted[arc] == p ? arc : NONE;
}

/* The end of an arc at position p that no added edge has taken yet; NONE: there is none. Both ends of an arc of one
 * node are at its position, and it does not matter which edge gets which. */
static uint32_t free_end(const struct mosaic_merge *merge, uint32_t p)
{
    uint32_t arc = arc_ending_at(merge, position_before(p, merge->n));
    if (arc != NONE) {
        const uint32_t end = arc + 1 == merge->arc_count ? 0 : 2 * (arc + 1);
        if (merge->match[end] == NONE) {
            return end;
        }
    }
    arc = arc_ending_at(merge, p);
    return arc != NONE && merge->match[2 * arc + 1] == NONE ? 2 * arc + 1 : NONE;
}

/* Makes the union of the moves listed the set that is looked at. False: its edges do not fit together. */
static bool match_ends(struct mosaic_merge *merge, const struct mosaic_move *moves, const uint32_t *list,
                       uint32_t list_count)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list_count; ++i) {
        const struct mosaic_move *move = &moves[list[i]];
        memcpy(merge->sorted + count, merge->cuts + move->first, move->count * sizeof *merge->sorted);
        count += move->count;
    }
    sort_positions(merge->sorted, merge->spare, count, merge->n);
    merge->arc_count = count;
    for (uint32_t arc = 0; arc < count; ++arc) {
        if (arc > 0 && merge->sorted[arc] == merge->sorted[arc - 1]) {
            return false;
        }
        merge->arc_of[merge->sorted[arc]] = arc;
        merge->match[2 * arc] = merge->match[2 * arc + 1] = NONE;
    }
    for (uint32_t i = 0; i < list_count; ++i) {
        const struct mosaic_move *move = &moves[list[i]];
        for (uint32_t k = move->first; k < move->first + move->count; ++k) {
            const uint32_t one = free_end(merge, merge->added[k][0]);
            if (one == NONE) {
                return false;
            }
            merge->match[one] = one; /* taken, should the other end be at the same node */
            const uint32_t other = free_end(merge, merge->added[k][1]);
            if (other == NONE) {
                return false;
            }
            merge->match[one] = other;
            merge->match[other] = one;
        }
    }
    return true;
}

static bool is_tour(struct mosaic_merge *merge, const uint32_t *list, uint32_t list_count)
{
    if (!match_ends(merge, merge->moves, list, list_count)) {
        return false;
    }
    uint32_t end = 0, arcs = 0;
    do {
        end = merge->match[end ^ 1];
        ++arcs;
    } while (end != 0);
    return arcs == merge->arc_count;
}

uint32_t mosaic_merge_cycles(struct mosaic_merge *merge, const struct mosaic_move *move, uint32_t *cycle_of)
{
    uint32_t found = 0;
    if (!match_ends(merge, move, &(uint32_t){0}, 1)) {
        return 0;
    }
    for (uint32_t arc = 0; arc < move->count; ++arc) {
        cycle_of[arc] = NONE;
    }
    for (uint32_t arc = 0; arc < move->count; ++arc) {
        if (cycle_of[arc] == NONE) {
            for (uint32_t end = 2 * arc; cycle_of[end >> 1] == NONE; end = merge->match[end ^ 1]) {
                cycle_of[end >> 1] = found;
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

/* Gives cuts to the moves, the best first; drops moves that come too late for one. Leaves all cuts given away in
 * sorted[]. */
static void claim_cuts(struct mosaic_merge *merge)
{
    merge->arc_count = 0;
    for (uint32_t i = 0; i < merge->move_count; ++i) {
        const struct mosaic_move *move = &merge->moves[i];
        const uint32_t *cuts = merge->cuts + move->first;
        bool unclaimed = true;
        for (uint32_t k = 0; k < move->count && unclaimed; ++k) {
            unclaimed = merge->owner[cuts[k]] == NONE;
        }
        merge->component[i] = unclaimed ? i : NONE;
        for (uint32_t k = 0; k < move->count && unclaimed; ++k) {
            merge->owner[cuts[k]] = i;
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

/* Unites moves whose cuts interleave. A sweep over the cuts keeps those components on a stack that it has entered
 * and not left; another cut of one below the top interleaves with all above it. What remains apart lies wholly within
 * an arc of the other, so that neither can break the other. Gives the cuts back. */
static void unite_interleaved(struct mosaic_merge *merge)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < merge->move_count; ++i) {
        merge->left[i] = merge->moves[i].count;
        merge->open[i] = false;
    }
    for (uint32_t k = 0; k < merge->arc_count; ++k) {
        const uint32_t cut = merge->sorted[k], component = component_of(merge, merge->owner[cut]);
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
    for (uint32_t k = 0; k < merge->arc_count; ++k) {
        merge->owner[merge->sorted[k]] = NONE;
    }
}

/* The side of a cut of the move, 2 i before cut sorted[i] and 2 i + 1 behind it, at position p that no added edge has
 * taken yet; NONE: there is none. */
static uint32_t free_side(const struct mosaic_merge *merge, uint32_t move, uint32_t p)
{
    for (uint32_t behind = 0; behind < 2; ++behind) {
        const uint32_t cut = behind ? position_before(p, merge->n) : p, i = merge->arc_of[cut];
        if (i < merge->arc_count && merge->sorted[i] == cut && merge->moved[i] == move
            && merge->match[2 * i + behind] == NONE) {
            return 2 * i + behind;
        }
    }
    return NONE;
}

/* Matches the sides of all cuts of the moves listed, of one component, each by its own move: they are matched the same
 * way in every set. Moves whose edges do not fit together leave the list; returns how many stay. */
static uint32_t match_sides(struct mosaic_merge *merge, uint32_t *list, uint32_t list_count)
{
    uint32_t count = 0, fitting = 0;
    for (uint32_t j = 0; j < list_count; ++j) {
        const struct mosaic_move *move = &merge->moves[list[j]];
        memcpy(merge->sorted + count, merge->cuts + move->first, move->count * sizeof *merge->sorted);
        count += move->count;
    }
    sort_positions(merge->sorted, merge->spare, count, merge->n);
    merge->arc_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        merge->arc_of[merge->sorted[i]] = i;
        merge->match[2 * i] = merge->match[2 * i + 1] = merge->moved[i] = NONE;
    }
    for (uint32_t j = 0; j < list_count; ++j) {
        const struct mosaic_move *move = &merge->moves[list[j]];
        bool fits = true;
        for (uint32_t k = move->first; k < move->first + move->count; ++k) {
            merge->moved[merge->arc_of[merge->cuts[k]]] = list[j];
        }
        for (uint32_t k = move->first; k < move->first + move->count && fits; ++k) {
            uint32_t sides[2];
            for (uint32_t end = 0; end < 2 && fits; ++end) {
                sides[end] = free_side(merge, list[j], merge->added[k][end]);
                fits = sides[end] != NONE;
                if (fits) {
                    merge->match[sides[end]] = sides[0];
                }
            }
            if (fits) {
                merge->match[sides[0]] = sides[1];
            }
        }
        list[fitting] = list[j];
        fitting += fits;
    }
    return fitting;
}

/* Whether moves of the component whose sides are matched make a tour of the one at hand. Cost: O(their cuts). */
static bool are_tour(struct mosaic_merge *merge, const uint32_t *list, uint32_t list_count)
{
    uint32_t *place = merge->moved, *order = merge->spare, count = 0, arcs = 0, at = 0, forward = 1;
    for (uint32_t j = 0; j < list_count; ++j) {
        const struct mosaic_move *move = &merge->moves[list[j]];
        for (uint32_t k = move->first; k < move->first + move->count; ++k) {
            order[count++] = merge->arc_of[merge->cuts[k]];
        }
    }
    sort_positions(order, merge->sorted, count, merge->arc_count);
    for (uint32_t k = 0; k < count; ++k) {
        place[order[k]] = k;
    }
    do { /* along an arc to the next cut in this direction, and by the added edge to another arc */
        at = forward ? (at + 1 < count ? at + 1 : 0) : (at > 0 ? at : count) - 1;
        const uint32_t side = merge->match[2 * order[at] + 1 - forward];
        at = place[side / 2];
        forward = side % 2;
        ++arcs;
    } while (at != 0 || !forward);
    return arcs == count;
}

/* Sets moved[arc_of[cut]] for the cuts of all moves listed. */
static void mark_cuts(struct mosaic_merge *merge, const uint32_t *list, uint32_t list_count, uint32_t mark)
{
    for (uint32_t j = 0; j < list_count; ++j) {
        const struct mosaic_move *move = &merge->moves[list[j]];
        for (uint32_t k = move->first; k < move->first + move->count; ++k) {
            merge->moved[merge->arc_of[merge->cuts[k]]] = mark;
        }
    }
}

/* Goes over to the tour of the moves chosen from `made` on: numbers the cuts of the moves listed, all that are still to
 * be tried, in its order. Then moves are tested without those chosen before. */
static void make_chosen(struct mosaic_merge *merge, const uint32_t *list, uint32_t list_count)
{
    const uint32_t stays = 0, taken = NONE - 1;
    uint32_t *renamed = merge->moved, *sides[2] = {merge->spare, merge->sorted}, count = 0, side = 1;
    for (uint32_t i = 0; i < merge->arc_count; ++i) {
        renamed[i] = NONE;
    }
    mark_cuts(merge, merge->chosen + merge->made, merge->chosen_count - merge->made, taken);
    mark_cuts(merge, list, list_count, stays);
    do { /* from this side along its arc, to a side of the next cut */
        const uint32_t cut = side / 2, last = merge->arc_count - 1;
        const uint32_t met = side % 2 == 1 ? 2 * (cut < last ? cut + 1 : 0) : 2 * (cut > 0 ? cut - 1 : last) + 1;
        if (renamed[met / 2] == taken) {
            side = merge->match[met];
        } else {
            if (renamed[met / 2] == stays) { /* met once */
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
    merge->made = merge->chosen_count;
    merge->pending = 0;
}

/* Adds the moves listed, by halves where they are no tour together with those chosen. Those up to `end` are
 * still to be tried. */
static void choose(struct mosaic_merge *merge, const uint32_t *list, uint32_t count, const uint32_t *end)
{
    const uint32_t together = merge->chosen_count - merge->made + count;
    memcpy(merge->chosen + merge->chosen_count, list, count * sizeof *list);
    if (are_tour(merge, merge->chosen + merge->made, together)) {
        merge->chosen_count += count;
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

/* Chooses from each component by itself. */
static void choose_all(struct mosaic_merge *merge, bool tested)
{
    merge->chosen_count = 0;
    for (uint32_t i = 0; i < merge->move_count; ++i) {
        merge->head[i] = NONE;
    }
    for (uint32_t i = merge->move_count; i-- > 0;) {
        if (merge->component[i] != NONE) {
            const uint32_t component = component_of(merge, i);
            merge->next[i] = merge->head[component];
            merge->head[component] = i;
        }
    }
    for (uint32_t component = 0; component < merge->move_count; ++component) {
        uint32_t count = 0;
        for (uint32_t i = merge->head[component]; i != NONE; i = merge->next[i]) {
            merge->stack[count++] = i;
        }
        if (count > 1 || !tested) {
            count = match_sides(merge, merge->stack, count);
        }
        if (tested && count == 1) {
            merge->chosen[merge->chosen_count++] = merge->stack[0];
        } else if (count > 0) {
            merge->made = merge->chosen_count;
            merge->pending = 0;
            choose(merge, merge->stack, count, merge->stack + count);
        }
    }
}

/* Walks the arcs of the set in the order of the new tour from the one that stays. The nodes of arcs that change
 * their place are copied to moved[], in that order; in a second walk (`write`) from there to their places. */
static void walk_moved(struct mosaic_merge *merge, struct mosaic_tour *tour, uint32_t longest, bool write)
{
    const uint32_t n = merge->n;
    uint32_t end = 2 * longest, place = mosaic_arc_start(merge, longest), count = 0;
    do {
        const uint32_t arc = end >> 1, start = mosaic_arc_start(merge, arc), length = mosaic_arc_length(merge, arc);
        const bool turned = (end & 1) != 0 && length > 1;
        const bool stays = !turned && start == place;
        uint32_t p = write ? place : turned ? merge->sorted[arc] : start;
        for (uint32_t k = 0; k < length && !stays; ++k, ++count) {
            if (write) {
                tour->ord[p] = merge->moved[count];
                tour->pos[tour->ord[p]] = p;
            } else {
                merge->moved[count] = tour->ord[p];
            }
            p = turned && !write ? position_before(p, n) : position_after(p, n);
        }
        place = (uint32_t)(((uint64_t)place + length) % n);
        end = merge->match[end ^ 1];
    } while (end != 2 * longest);
}

/* Takes the set that is looked at, a tour. */
static void rewrite(struct mosaic_merge *merge, struct mosaic_tour *tour)
{
    uint32_t longest = 0;
    for (uint32_t arc = 1; arc < merge->arc_count; ++arc) {
        if (mosaic_arc_length(merge, arc) > mosaic_arc_length(merge, longest)) {
            longest = arc;
        }
    }
    walk_moved(merge, tour, longest, false);
    walk_moved(merge, tour, longest, true);
}

int64_t mosaic_merge_apply(struct mosaic_merge *merge, bool tested, struct mosaic_tour *tour)
{
    int64_t gain = 0;
    qsort(merge->moves, merge->move_count, sizeof *merge->moves, by_gain);
    claim_cuts(merge);
    unite_interleaved(merge);
    choose_all(merge, tested);
    merge->taken_count = 0;
    merge->wrong = merge->chosen_count > 0 && !is_tour(merge, merge->chosen, merge->chosen_count);
    if (merge->chosen_count > 0 && !merge->wrong) {
        rewrite(merge, tour);
        for (uint32_t k = 0; k < merge->chosen_count; ++k) {
            gain += merge->moves[merge->chosen[k]].gain;
            merge->taken[merge->taken_count++] = merge->moves[merge->chosen[k]].number;
        }
        tour->length -= gain;
    }
    merge->cut_count = merge->move_count = 0;
    return gain;
}
