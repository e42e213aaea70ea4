/* Deposits and trails of the sequential reference. */
#include <string.h>

#include "cl/aco/colony_rules.h"
#include "cl/shared/draws.h"
#include "reference.h"

void aco_reference_branches(const struct aco_settings *s, const struct aco_arrays *arrays, struct aco_best *best)
{
    for (uint32_t i = 0; i < s->n; ++i) {
        const uint32_t *row = arrays->trails + aco_cell(s, i, 0);
        const uint32_t skipped = s->candidates == 0 ? i : s->width; /* the diagonal of whole rows is not counted */
        uint32_t smallest = UINT32_MAX, largest = 0;
        for (uint32_t k = 0; k < s->width; ++k) {
            smallest = k != skipped && row[k] < smallest ? row[k] : smallest;
            largest = k != skipped && row[k] > largest ? row[k] : largest;
        }
        for (uint32_t k = 0; k < s->width; ++k) {
            best->counted += k != skipped && trail_branches(row[k], smallest, largest);
        }
    }
}

static uint32_t amount_of(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t row)
{
    return deposit_amount(arrays->lengths[row], s->deposit_scale, s->length_shift, s->deposit_maximum);
}

/* Lists depositors of the rank-based Ant System: the iteration's shortest tours, by insertion, and the best tour. */
static void rank(const struct aco_settings *s, struct aco_arrays *arrays)
{
    const uint32_t most = s->ranks - 1;
    uint32_t *depositors = arrays->depositors, count = 0;
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        uint32_t k = count < most ? count++ : most;
        for (; k > 0 && arrays->lengths[depositors[k - 1]] > arrays->lengths[ant]; --k) {
            depositors[k] = depositors[k - 1]; /* the last depositor drops out of a full list */
        }
        depositors[k] = ant;
    }
    for (uint32_t k = 0; k < most; ++k) {
        depositors[k] = k < count ? depositors[k] : ROW_BEST(s->ants);
        arrays->amounts[k] = k < count ? amount_of(s, arrays, depositors[k]) * (most - k) : 0;
    }
    depositors[most] = ROW_BEST(s->ants);
    arrays->amounts[most] = amount_of(s, arrays, ROW_BEST(s->ants)) * s->ranks;
}

void aco_reference_amounts(const struct aco_settings *s, struct aco_arrays *arrays, const struct aco_best *best)
{
    if (s->algorithm->depositors == DEPOSITORS_RANKED) {
        rank(s, arrays);
        return;
    }
    for (uint32_t k = 0; k < s->depositors; ++k) {
        const bool all = s->algorithm->depositors == DEPOSITORS_ALL;
        const uint32_t row = all ? k : best->depositor;
        const uint32_t weight = all && k == ROW_BEST(s->ants) ? s->elite : 1;
        arrays->depositors[k] = row;
        arrays->amounts[k] = amount_of(s, arrays, row) * weight;
    }
}

/* The element of the edge from i to j in `of`, the trails or the sums of deposits; NULL if the list of i lacks j. */
static uint32_t *element_of(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t *of, uint32_t i,
                            uint32_t j)
{
    const uint32_t index = aco_reference_index(s, arrays, i, j);
    return index < s->width ? &of[aco_cell(s, i, index)] : NULL;
}

/* Adds `amount` to all edges of the tour in `row`. */
static void lay_tour(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t *to, uint32_t row,
                     uint32_t amount)
{
    const uint32_t n = s->n, *tour = arrays->tours + (size_t)row * n;
    const int directions = s->symmetric && n > 2 ? 2 : 1; /* the tour of two nodes contains both directions */
    for (uint32_t pos = 0; pos < n && n > 1; ++pos) {
        const uint32_t i = tour[pos], j = tour[(pos + 1) % n];
        for (int back = 0; back < directions; ++back) {
            uint32_t *element = element_of(s, arrays, to, back ? j : i, back ? i : j);
            if (element) {
                *element += amount;
            }
        }
    }
}

static void settle(const struct aco_settings *s, struct aco_arrays *arrays, const struct aco_best *best)
{
    const struct aco_algorithm *algorithm = s->algorithm;
    const uint32_t floor = algorithm->limits ? best->trail_minimum : s->trail_floor;
    for (uint32_t i = 0; i < s->n; ++i) {
        for (uint32_t k = 0; k < s->width; ++k) {
            uint32_t *trail = &arrays->trails[aco_cell(s, i, k)], *laid = &arrays->laid[aco_cell(s, i, k)];
            if (*laid > 0 || !algorithm->deposited_only) {
                *trail = trail_evaporated(*trail, s->keep, floor) + *laid;
            }
            if (algorithm->limits && *trail > best->trail_maximum) {
                *trail = best->trail_maximum;
            }
            if (best->reset) {
                *trail = algorithm->limits ? best->trail_maximum : s->trail_initial;
            }
            *laid = 0;
        }
    }
}

/* Evaporates again the edges of the worst tour that the best tour lacks. */
static void worst(const struct aco_settings *s, struct aco_arrays *arrays, struct aco_best *best)
{
    const uint32_t n = s->n;
    const uint32_t *tour = arrays->tours + (size_t)best->worst * n;
    for (uint32_t pos = 0; pos < n && n > 2 && !best->reset; ++pos) {
        const uint32_t i = tour[pos], j = tour[(pos + 1) % n];
        const uint32_t *both = arrays->anchor + 2 * (size_t)i;
        if (both[1] == j || (s->symmetric && both[0] == j)) {
            continue;
        }
        ++best->counted;
        for (int back = 0; back <= s->symmetric; ++back) {
            uint32_t *trail = element_of(s, arrays, arrays->trails, back ? j : i, back ? i : j);
            if (trail) {
                *trail = trail_evaporated(*trail, s->keep, s->trail_floor);
            }
        }
    }
}

static void mutate(const struct aco_settings *s, uint32_t *trail, int64_t change)
{
    const int64_t changed = *trail + change;
    *trail = changed < s->trail_floor ? s->trail_floor : changed > TRAIL_MAX ? TRAIL_MAX : (uint32_t)changed;
}

/* Raises or lowers some trails by the same amount: four times the mean trail of the best tour after restart_after
 * iterations without a reset, proportionally less before. Does nothing before the first reset. */
static void mutate_all(const struct aco_settings *s, struct aco_arrays *arrays, const struct aco_best *best,
                       uint64_t iteration)
{
    const uint32_t n = s->n;
    const struct draw_stream stream = {(uint32_t)s->seed, (uint32_t)(s->seed >> 32), 0, (uint32_t)iteration};
    if (best->reset || best->restarts == 0 || s->restart_after == 0) {
        return;
    }
    uint64_t sum = 0, age = iteration - best->restarted;
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t *trail = element_of(s, arrays, arrays->trails, i, arrays->anchor[2 * (size_t)i + 1]);
        sum += trail ? *trail : 0;
    }
    age = age < s->restart_after ? age : s->restart_after;
    uint64_t change = 4 * (sum / n) * age / s->restart_after;
    change = change < TRAIL_MAX ? change : TRAIL_MAX;
    for (uint32_t k = 0; k < s->mutations; ++k) {
        const struct philox_block block = draw_block(stream, DRAW_MUTATION, k, 0);
        const uint32_t i = (uint32_t)((uint64_t)block.w0 * n >> 32);
        const uint32_t index = (uint32_t)((uint64_t)block.w1 * s->width >> 32);
        const uint32_t j = s->candidates > 0 ? arrays->lists.nodes[aco_cell(s, i, index)] : index;
        const int64_t by = block.w2 >> 31 ? (int64_t)change : -(int64_t)change;
        uint32_t *back = s->symmetric && j != i ? element_of(s, arrays, arrays->trails, j, i) : NULL;
        mutate(s, &arrays->trails[aco_cell(s, i, index)], by);
        if (back) {
            mutate(s, back, by);
        }
    }
}

/* Puts node j into the list of i, as one of the last two entries; `other` is not replaced. */
static void adopt(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t i, uint32_t j, uint32_t other)
{
    const uint32_t last = s->width - 1;
    if (aco_reference_index(s, arrays, i, j) <= last) {
        return;
    }
    const uint32_t index = aco_reference_index(s, arrays, i, other) == last ? last - 1 : last;
    const size_t at = aco_cell(s, i, index);
    uint32_t largest = 0;
    for (uint32_t k = 0; k <= last; ++k) {
        const uint32_t trail = arrays->trails[aco_cell(s, i, k)];
        largest = trail > largest ? trail : largest;
    }
    const int32_t distance = tsp_instance_distance(arrays->instance, i, j);
    arrays->lists.nodes[at] = j;
    arrays->trails[at] = largest;
    arrays->heuristic[at] = aco_heuristic(arrays->instance, i, j, distance);
}

static void adopt_all(const struct aco_settings *s, struct aco_arrays *arrays, const struct aco_best *best)
{
    const uint32_t n = s->n;
    const uint32_t *tour = arrays->tours + (size_t)best->depositor * n;
    for (uint32_t pos = 0; pos < n && s->adopts; ++pos) {
        const uint32_t before = tour[(pos + n - 1) % n], after = tour[(pos + 1) % n];
        adopt(s, arrays, tour[pos], before, after);
        adopt(s, arrays, tour[pos], after, before);
    }
}

void aco_reference_evaporate(const struct aco_settings *s, struct aco_arrays *arrays)
{
    for (uint32_t i = 0; i < s->n; ++i) {
        uint32_t *row = arrays->trails + aco_cell(s, i, 0);
        for (uint32_t j = 0; j < s->n; ++j) {
            row[j] = trail_evaporated(row[j], s->keep, s->trail_floor);
        }
    }
}

void aco_reference_deposit(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t ant)
{
    lay_tour(s, arrays, arrays->trails, ant, arrays->amounts[ant]);
}

void aco_reference_update(const struct aco_settings *s, struct aco_arrays *arrays, struct aco_best *best,
                          uint64_t iteration)
{
    if (!arrays->laid && iteration > 0) {
        aco_reference_evaporate(s, arrays);
    }
    aco_reference_amounts(s, arrays, best);
    for (uint32_t k = 0; k < s->depositors; ++k) {
        lay_tour(s, arrays, arrays->laid ? arrays->laid : arrays->trails, arrays->depositors[k], arrays->amounts[k]);
    }
    if (!arrays->laid) {
        return;
    }
    settle(s, arrays, best);
    if (s->algorithm->worst_loses && iteration > 0) {
        worst(s, arrays, best);
        mutate_all(s, arrays, best, iteration);
    }
    adopt_all(s, arrays, best);
}

void aco_reference_walk(const struct aco_settings *s, struct aco_arrays *arrays, struct aco_best *best,
                        const uint32_t *tour, int64_t length)
{
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        memcpy(arrays->tours + (size_t)ant * s->n, tour, s->n * sizeof *tour);
        arrays->lengths[ant] = length;
    }
    aco_reference_update(s, arrays, best, 0);
}
