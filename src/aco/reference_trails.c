#include "reference_trails.h"

#include <stdlib.h>
#include <string.h>

#include "colony_rules.h"
#include "draws.h"
#include "edges.h"
#include "lists/reference.h"
#include "rows/reference.h"

static size_t cell(const struct aco_settings *settings, uint32_t i, uint32_t place)
{
    return (size_t)i * settings->stride + place;
}

/* The place of node j in the row of i, in whole rows j itself; settings.width when it has none. */
static uint32_t place_of(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t i, uint32_t j)
{
    return settings->candidates > 0 ? aco_reference_place(settings, arrays, i, j) : j;
}

void aco_reference_branches(const struct aco_settings *settings, const struct aco_arrays *arrays, struct aco_best *best)
{
    for (uint32_t i = 0; i < settings->n; ++i) {
        const uint32_t *row = arrays->trails + cell(settings, i, 0);
        uint32_t smallest = UINT32_MAX, largest = 0;
        for (int counting = 0; counting < 2; ++counting) {
            for (uint32_t k = 0; k < settings->width; ++k) {
                if (settings->candidates == 0 && k == i) {
                    continue;
                }
                if (counting) {
                    best->counted += trail_branches(row[k], smallest, largest);
                } else {
                    smallest = row[k] < smallest ? row[k] : smallest;
                    largest = row[k] > largest ? row[k] : largest;
                }
            }
        }
    }
}

static uint32_t amount_of(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t row)
{
    return deposit_amount(arrays->lengths[row], settings->deposit_scale, settings->length_shift,
                          settings->deposit_maximum);
}

/* The depositors of the rank-based Ant System: a selection of the shortest, one after the other. */
static void rank(const struct aco_settings *settings, struct aco_arrays *arrays)
{
    int64_t last_length = -1;
    uint32_t last_ant = 0;
    for (uint32_t place = 0; place + 1 < settings->ranks; ++place) {
        uint32_t found = UINT32_MAX;
        for (uint32_t ant = 0; ant < settings->ants; ++ant) {
            const int64_t length = arrays->lengths[ant];
            const bool behind = length > last_length || (length == last_length && ant > last_ant);
            if ((place == 0 || behind) && (found == UINT32_MAX || length < arrays->lengths[found])) {
                found = ant;
            }
        }
        const bool none = place >= settings->ants;
        arrays->depositors[place] = none ? ROW_BEST(settings->ants) : found;
        arrays->amounts[place] = none ? 0 : amount_of(settings, arrays, found) * (settings->ranks - 1 - place);
        if (!none) {
            last_length = arrays->lengths[found];
            last_ant = found;
        }
    }
    arrays->depositors[settings->ranks - 1] = ROW_BEST(settings->ants);
    arrays->amounts[settings->ranks - 1] = amount_of(settings, arrays, ROW_BEST(settings->ants)) * settings->ranks;
}

void aco_reference_amounts(const struct aco_settings *settings, struct aco_arrays *arrays, const struct aco_best *best)
{
    if (settings->algorithm->depositors == DEPOSITORS_RANKED) {
        rank(settings, arrays);
        return;
    }
    for (uint32_t k = 0; k < settings->depositors; ++k) {
        const bool all = settings->algorithm->depositors == DEPOSITORS_ALL;
        const uint32_t row = all ? k : best->depositor;
        const uint32_t weight = all && k == ROW_BEST(settings->ants) ? settings->elite : 1;
        arrays->depositors[k] = row;
        arrays->amounts[k] = amount_of(settings, arrays, row) * weight;
    }
}

/* Adds `amount` to what is laid from i to j. */
static void lay(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t i, uint32_t j, uint32_t amount)
{
    const uint32_t place = place_of(settings, arrays, i, j);
    if (place < settings->width) {
        arrays->laid[cell(settings, i, place)] += amount;
    }
}

void aco_reference_lay(const struct aco_settings *settings, struct aco_arrays *arrays)
{
    const uint32_t n = settings->n;
    for (uint32_t k = 0; k < settings->depositors && n > 1; ++k) {
        const uint32_t *tour = arrays->tours + (size_t)arrays->depositors[k] * n;
        for (uint32_t pos = 0; pos < n; ++pos) {
            const uint32_t i = tour[pos], j = tour[(pos + 1) % n];
            lay(settings, arrays, i, j, arrays->amounts[k]);
            if (settings->symmetric && n > 2) { /* with two nodes the way back is the second edge of the tour itself */
                lay(settings, arrays, j, i, arrays->amounts[k]);
            }
        }
    }
}

void aco_reference_settle(const struct aco_settings *settings, struct aco_arrays *arrays, const struct aco_best *best)
{
    const struct aco_algorithm *algorithm = settings->algorithm;
    const uint32_t floor = algorithm->limits ? best->trail_minimum : settings->trail_floor;
    for (uint32_t i = 0; i < settings->n; ++i) {
        for (uint32_t k = 0; k < settings->width; ++k) {
            uint32_t *trail = &arrays->trails[cell(settings, i, k)], *laid = &arrays->laid[cell(settings, i, k)];
            if (*laid > 0 || !algorithm->deposited_only) {
                *trail = trail_evaporated(*trail, settings->keep, floor) + *laid;
            }
            if (algorithm->limits && *trail > best->trail_maximum) {
                *trail = best->trail_maximum;
            }
            if (best->reset) {
                *trail = algorithm->limits ? best->trail_maximum : settings->trail_initial;
            }
            *laid = 0;
        }
    }
}

static void lose(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t i, uint32_t j)
{
    const uint32_t place = place_of(settings, arrays, i, j);
    if (place < settings->width) {
        uint32_t *trail = &arrays->trails[cell(settings, i, place)];
        *trail = trail_evaporated(*trail, settings->keep, settings->trail_floor);
    }
}

void aco_reference_worst(const struct aco_settings *settings, struct aco_arrays *arrays, struct aco_best *best)
{
    const uint32_t n = settings->n;
    const uint32_t *tour = arrays->tours + (size_t)best->worst * n;
    for (uint32_t pos = 0; pos < n && n > 2 && !best->reset; ++pos) {
        const uint32_t i = tour[pos], j = tour[(pos + 1) % n];
        const uint32_t *both = arrays->anchor + 2 * (size_t)i;
        if (both[1] == j || (settings->symmetric && both[0] == j)) {
            continue;
        }
        ++best->counted;
        lose(settings, arrays, i, j);
        if (settings->symmetric) {
            lose(settings, arrays, j, i);
        }
    }
}

static void mutate(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t i, uint32_t place,
                   int64_t change)
{
    int64_t trail = (int64_t)arrays->trails[cell(settings, i, place)] + change;
    trail = trail < settings->trail_floor ? settings->trail_floor : trail > TRAIL_MAX ? TRAIL_MAX : trail;
    arrays->trails[cell(settings, i, place)] = (uint32_t)trail;
}

void aco_reference_mutate(const struct aco_settings *settings, struct aco_arrays *arrays, const struct aco_best *best,
                          uint64_t iteration)
{
    const uint32_t n = settings->n;
    const struct draw_stream stream = {(uint32_t)settings->seed, (uint32_t)(settings->seed >> 32), 0,
                                       (uint32_t)iteration};
    if (best->reset || best->restarts == 0 || settings->restart_after == 0) {
        return;
    }
    uint64_t sum = 0, age = iteration - best->restarted;
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t place = place_of(settings, arrays, i, arrays->anchor[2 * (size_t)i + 1]);
        sum += place < settings->width ? arrays->trails[cell(settings, i, place)] : 0;
    }
    age = age < settings->restart_after ? age : settings->restart_after;
    uint64_t change = 4 * (sum / n) * age / settings->restart_after;
    change = change < TRAIL_MAX ? change : TRAIL_MAX;
    for (uint32_t k = 0; k < settings->mutations; ++k) {
        const struct philox_block block = draw_block(stream, DRAW_MUTATION, k, 0);
        const uint32_t i = (uint32_t)((uint64_t)block.w0 * n >> 32);
        const uint32_t place = (uint32_t)((uint64_t)block.w1 * settings->width >> 32);
        const uint32_t j = settings->candidates > 0 ? arrays->lists.nodes[cell(settings, i, place)] : place;
        const int64_t by = block.w2 >> 31 ? (int64_t)change : -(int64_t)change;
        mutate(settings, arrays, i, place, by);
        if (settings->symmetric && j != i && place_of(settings, arrays, j, i) < settings->width) {
            mutate(settings, arrays, j, place_of(settings, arrays, j, i), by);
        }
    }
}

/* Node j on the list of i; `other` stays there. */
static void adopt(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t i, uint32_t j,
                  uint32_t other)
{
    const uint32_t last = settings->width - 1;
    if (place_of(settings, arrays, i, j) <= last) {
        return;
    }
    const uint32_t place = place_of(settings, arrays, i, other) == last ? last - 1 : last;
    const size_t at = cell(settings, i, place);
    uint32_t largest = 0;
    for (uint32_t k = 0; k <= last; ++k) {
        const uint32_t trail = arrays->trails[cell(settings, i, k)];
        largest = trail > largest ? trail : largest;
    }
    const int32_t distance = tsp_instance_distance(arrays->instance, i, j);
    arrays->lists.nodes[at] = j;
    arrays->trails[at] = largest;
    arrays->heuristic[at] = aco_heuristic(arrays->instance, i, j, distance);
}

void aco_reference_adopt(const struct aco_settings *settings, struct aco_arrays *arrays, const struct aco_best *best)
{
    const uint32_t n = settings->n;
    const uint32_t *tour = arrays->tours + (size_t)best->depositor * n;
    for (uint32_t pos = 0; pos < n && settings->adopts; ++pos) {
        const uint32_t before = tour[(pos + n - 1) % n], after = tour[(pos + 1) % n];
        adopt(settings, arrays, tour[pos], before, after);
        adopt(settings, arrays, tour[pos], after, before);
    }
}

void aco_reference_update(const struct aco_settings *settings, struct aco_arrays *arrays, struct aco_best *best,
                          uint64_t iteration)
{
    if (!arrays->laid) {
        aco_reference_evaporate(settings, arrays);
        aco_reference_amounts(settings, arrays, best);
        for (uint32_t ant = 0; ant < settings->ants; ++ant) {
            aco_reference_deposit(settings, arrays, ant);
        }
        return;
    }
    aco_reference_amounts(settings, arrays, best);
    aco_reference_lay(settings, arrays);
    aco_reference_settle(settings, arrays, best);
    if (settings->algorithm->worst_loses && iteration > 0) {
        aco_reference_worst(settings, arrays, best);
        aco_reference_mutate(settings, arrays, best, iteration);
    }
    aco_reference_adopt(settings, arrays, best);
}
