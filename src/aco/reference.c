#include "reference.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "colony_rules.h"
#include "reference_lists.h"
#include "reference_trails.h"
#include "selection_rules.h"

/* Whether what is deposited is summed beside the trails. */
static bool sums_deposits(const struct aco_settings *settings)
{
    return settings->candidates > 0 || !settings->algorithm->plain;
}

enum swarm_status aco_arrays_create(struct base_env *env, const struct aco_settings *settings,
                                    struct aco_arrays *arrays)
{
    const size_t n = settings->n, rows = n * settings->stride, matrix = n * settings->matrix_stride;
    const size_t tours = settings->ants + ROWS_KEPT;
    const bool whole = settings->candidates == 0, laid = sums_deposits(settings);
    const bool sums = SELECTION_TRIES(settings->selection);
    *arrays = (struct aco_arrays){
        .distance = whole ? base_array(matrix, sizeof *arrays->distance) : NULL,
        .heuristic = base_array(rows, sizeof *arrays->heuristic),
        .trails = base_array(rows, sizeof *arrays->trails),
        .row_offsets = base_array(n, sizeof *arrays->row_offsets),
        .choice_info = whole ? base_array(rows, sizeof *arrays->choice_info) : NULL,
        .weights = base_array(rows, sizeof *arrays->weights),
        .sums = sums ? base_array(rows, sizeof *arrays->sums) : NULL,
        .tours = base_array(tours * n, sizeof *arrays->tours),
        .lengths = base_array(tours, sizeof *arrays->lengths),
        .depositors = base_array(settings->depositors, sizeof *arrays->depositors),
        .amounts = base_array(settings->depositors, sizeof *arrays->amounts),
        .laid = laid ? base_array(rows, sizeof *arrays->laid) : NULL,
        .anchor = base_array(2 * n, sizeof *arrays->anchor),
        .open = base_array(settings->matrix_stride, sizeof *arrays->open),
    };
    if ((whole && (!arrays->distance || !arrays->choice_info)) || !arrays->heuristic || !arrays->trails
        || !arrays->row_offsets || !arrays->weights || (sums && !arrays->sums) || !arrays->tours || !arrays->lengths
        || !arrays->depositors || !arrays->amounts || (laid && !arrays->laid) || !arrays->anchor || !arrays->open) {
        aco_arrays_destroy(arrays);
        return base_fail_memory(env);
    }
    arrays->best_tour = arrays->tours + ROW_BEST((size_t)settings->ants) * n;
    arrays->polished = arrays->tours + ROW_POLISH((size_t)settings->ants) * n;
    return SWARM_OK;
}

/* Copies the tour of row `ant` to row `row`. */
static void keep(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t ant, uint32_t row)
{
    memmove(arrays->tours + (size_t)row * settings->n, arrays->tours + (size_t)ant * settings->n,
            settings->n * sizeof *arrays->tours);
    arrays->lengths[row] = arrays->lengths[ant];
}

enum swarm_status aco_reference_open(struct base_env *env, const struct swarm_instance *instance,
                                     const struct aco_settings *settings, const uint32_t *tour, int64_t length,
                                     struct aco_arrays *arrays)
{
    enum swarm_status status = SWARM_OK;
    TRY(aco_arrays_create(env, settings, arrays));
    arrays->instance = instance;
    TRY(aco_lists_init(env, instance, settings, &arrays->lists));
    if (settings->candidates > 0) {
        aco_reference_list_initialise(settings, arrays);
    } else {
        for (uint32_t i = 0; i < settings->n; ++i) {
            tsp_instance_row(instance, i, arrays->distance + (size_t)i * settings->matrix_stride);
        }
        aco_reference_initialise(settings, arrays);
    }
    memcpy(arrays->best_tour, tour, settings->n * sizeof *tour);
    arrays->lengths[ROW_BEST(settings->ants)] = length;
    keep(settings, arrays, ROW_BEST(settings->ants), ROW_POLISH(settings->ants));
    arrays->lengths[ROW_RESTART(settings->ants)] = LENGTH_NONE;
    aco_anchor_fill(settings->n, tour, arrays->anchor);

fail:
    return status;
}

void aco_arrays_destroy(struct aco_arrays *arrays)
{
    aco_lists_deinit(&arrays->lists);
    free(arrays->distance);
    free(arrays->heuristic);
    free(arrays->trails);
    free(arrays->row_offsets);
    free(arrays->choice_info);
    free(arrays->weights);
    free(arrays->sums);
    free(arrays->tours);
    free(arrays->lengths);
    free(arrays->depositors);
    free(arrays->amounts);
    free(arrays->laid);
    free(arrays->anchor);
    free(arrays->open);
    *arrays = (struct aco_arrays){0};
}

uint64_t aco_arrays_bytes(const struct aco_settings *settings)
{
    const uint64_t n = settings->n, rows = n * settings->stride * 4, ants = settings->ants;
    const bool whole = settings->candidates == 0;
    uint64_t bytes = 3 * rows + (ants + ROWS_KEPT) * (4 * n + 8) + 8 * (uint64_t)settings->depositors + 16 * n;
    bytes += whole ? 2 * rows : 0;
    bytes += SELECTION_TRIES(settings->selection) ? 2 * rows : 0;
    bytes += sums_deposits(settings) ? rows : 0;
    return bytes + 4 * n * ((uint64_t)settings->list_stride + settings->search_stride + settings->second_length);
}

static size_t cell(const struct aco_settings *settings, uint32_t i, uint32_t j)
{
    return (size_t)i * settings->stride + j;
}

void aco_reference_initialise(const struct aco_settings *settings, struct aco_arrays *arrays)
{
    for (uint32_t i = 0; i < settings->n; ++i) {
        uint32_t largest = 0;
        for (uint32_t j = 0; j < settings->n; ++j) {
            float heuristic = aco_heuristic(arrays->instance, i, j, arrays->distance[cell(settings, i, j)]);
            arrays->heuristic[cell(settings, i, j)] = heuristic;
            arrays->trails[cell(settings, i, j)] = settings->trail_initial;
            if (j != i && float_bits(heuristic) > largest) {
                largest = float_bits(heuristic);
            }
        }
        arrays->row_offsets[i] =
            row_offset_of(largest, settings->beta.whole, settings->beta.fixed, settings->alpha_offset);
    }
}

void aco_reference_choice_info(const struct aco_settings *settings, struct aco_arrays *arrays)
{
    for (uint32_t i = 0; i < settings->n; ++i) {
        for (uint32_t j = 0; j < settings->n; ++j) {
            size_t at = cell(settings, i, j);
            arrays->choice_info[at] =
                i == j
                    ? 0.0f
                    : choice_of(arrays->trails[at], arrays->heuristic[at], settings->alpha.whole, settings->alpha.fixed,
                                settings->beta.whole, settings->beta.fixed, arrays->row_offsets[i]);
        }
    }
}

void aco_reference_choice_weights(const struct aco_settings *settings, struct aco_arrays *arrays)
{
    for (uint32_t i = 0; i < settings->n; ++i) {
        const float *row = arrays->choice_info + cell(settings, i, 0);
        uint32_t *weights = arrays->weights + cell(settings, i, 0);
        uint32_t largest = 0;
        for (uint32_t j = 0; j < settings->n; ++j) {
            largest = float_bits(row[j]) > largest ? float_bits(row[j]) : largest;
        }
        for (uint32_t j = 0; j < settings->n; ++j) {
            weights[j] = row[j] > 0.0f ? selection_weight(settings->selection, float_bits(row[j]), largest) : 0;
        }
        uint64_t sum = 0;
        for (uint32_t j = 0; j < settings->stride && arrays->sums; ++j) {
            sum += weights[j];
            arrays->sums[cell(settings, i, j)] = sum;
        }
    }
}

/* The nearest unvisited node, the lowest on ties. */
static uint32_t nearest_other(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t current)
{
    const int32_t *row = arrays->distance + cell(settings, current, 0);
    uint32_t next = settings->n;
    for (uint32_t j = 0; j < settings->n; ++j) {
        if (arrays->open[j] && (next == settings->n || row[j] < row[next])) {
            next = j;
        }
    }
    return next;
}

/* Nodes per partial sum: the sum below the draw is found by these first, then node by node. */
enum { ROULETTE_BLOCK = 64 };

static uint64_t block_sum(const uint32_t *weights, const uint32_t *open)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < ROULETTE_BLOCK; ++k) {
        sum += weights[k] & open[k];
    }
    return sum;
}

/* Proportional selection: the first node at which the running sum of open weights passes the draw. */
static uint32_t select_roulette(const struct aco_settings *settings, const struct aco_arrays *arrays,
                                struct draw_stream stream, uint32_t step, uint32_t current)
{
    const uint32_t *weights = arrays->weights + cell(settings, current, 0);
    uint64_t total = 0;
    for (uint32_t j = 0; j < settings->stride; j += ROULETTE_BLOCK) {
        total += block_sum(weights + j, arrays->open + j);
    }
    if (total == 0) {
        return nearest_other(settings, arrays, current);
    }
    struct philox_block block = draw_block(stream, DRAW_ROULETTE, 0, step >> 1);
    uint64_t drawn = draw_below(draw_roulette_bits(block, step), total);
    uint32_t j = 0;
    uint64_t passed = 0;
    for (;; j += ROULETTE_BLOCK) {
        uint64_t sum = block_sum(weights + j, arrays->open + j);
        if (passed + sum > drawn) {
            break;
        }
        passed += sum;
    }
    for (;; ++j) {
        passed += weights[j] & arrays->open[j];
        if (passed > drawn) {
            return j;
        }
    }
}

/* Every open node of [begin, end) draws: the smallest key wins, the lowest node on ties; n when none is open. begin is
 * a multiple of DRAW_RACE_NODES. */
static uint32_t race_winner(const struct aco_settings *settings, const struct aco_arrays *arrays,
                            struct draw_stream stream, uint32_t step, uint32_t current, uint32_t begin, uint32_t end)
{
    const uint32_t *weights = arrays->weights + cell(settings, current, 0);
    uint32_t best_key = UINT32_MAX, next = settings->n;
    for (uint32_t first = begin; first < end; first += DRAW_RACE_NODES) {
        for (uint32_t lane = 0; lane < DRAW_RACE_LANES; ++lane) {
            struct philox_block block =
                draw_block(stream, DRAW_RACE, first / DRAW_RACE_NODES * DRAW_RACE_LANES + lane, step);
            const uint32_t words[] = {block.w0, block.w1, block.w2, block.w3};
            for (uint32_t k = 0; k < 4; ++k) {
                uint32_t j = first + k * DRAW_RACE_LANES + lane;
                if (j >= end || !arrays->open[j]) {
                    continue;
                }
                uint32_t key = race_key(settings->selection, words[k], weights[j]);
                if (key < best_key || (key == best_key && j < next)) {
                    best_key = key;
                    next = j;
                }
            }
        }
    }
    return next;
}

/* race and i-roulette */
static uint32_t select_race(const struct aco_settings *settings, const struct aco_arrays *arrays,
                            struct draw_stream stream, uint32_t step, uint32_t current)
{
    return race_winner(settings, arrays, stream, step, current, 0, settings->n);
}

/* A race in every tile, then the winner with the largest weight, that is the smallest reciprocal; the lowest node on
 * ties. */
static uint32_t select_tile_best(const struct aco_settings *settings, const struct aco_arrays *arrays,
                                 struct draw_stream stream, uint32_t step, uint32_t current)
{
    const uint32_t *weights = arrays->weights + cell(settings, current, 0);
    uint32_t next = settings->n;
    for (uint32_t tile = 0; tile < settings->n; tile += SELECTION_TILE_NODES) {
        uint32_t rest = settings->n - tile;
        uint32_t end = rest < SELECTION_TILE_NODES ? settings->n : tile + SELECTION_TILE_NODES;
        uint32_t winner = race_winner(settings, arrays, stream, step, current, tile, end);
        if (winner < settings->n && (next == settings->n || weights[winner] < weights[next])) {
            next = winner;
        }
    }
    return next;
}

/* The array of unvisited nodes in step `step`: element i is tour[n - 1 - i], n - step of them. */
static void compress(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t *tour)
{
    uint32_t position = settings->n;
    for (uint32_t j = 0; j < settings->n; ++j) {
        if (arrays->open[j]) {
            tour[--position] = j;
        }
    }
}

/* Takes element i out of that array in step `step`: the last takes its place. */
static uint32_t take_element(const struct aco_settings *settings, uint32_t *tour, uint32_t step, uint32_t i)
{
    uint32_t *element = tour + settings->n - 1 - i;
    const uint32_t node = *element;
    *element = tour[step];
    return node;
}

/* The number of the element that is `node`. */
static uint32_t element_of(const struct aco_settings *settings, const uint32_t *tour, uint32_t node)
{
    uint32_t i = 0;
    while (tour[settings->n - 1 - i] != node) {
        ++i;
    }
    return i;
}

/* Proportional selection from that array, shares in its order. */
static uint32_t select_compressed(const struct aco_settings *settings, const struct aco_arrays *arrays,
                                  struct draw_stream stream, uint32_t step, uint32_t current)
{
    const uint32_t *weights = arrays->weights + cell(settings, current, 0);
    uint32_t *tour = arrays->tours + (size_t)stream.ant * settings->n, *last = tour + settings->n - 1;
    uint32_t count = settings->n - step, i = 0;
    uint64_t total = 0, passed = 0;
    for (uint32_t k = 0; k < count; ++k) {
        total += weights[*(last - k)];
    }
    if (total == 0) {
        i = element_of(settings, tour, nearest_other(settings, arrays, current));
    } else {
        struct philox_block block = draw_block(stream, DRAW_ROULETTE, 0, step >> 1);
        uint64_t drawn = draw_below(draw_roulette_bits(block, step), total);
        while (passed + weights[*(last - i)] <= drawn) {
            passed += weights[*(last - i)];
            ++i;
        }
    }
    return take_element(settings, tour, step, i);
}

uint32_t aco_reference_try(const uint64_t *sums, uint32_t n, uint64_t random)
{
    uint64_t drawn = draw_below(random, sums[n - 1]);
    uint32_t low = 0, high = n - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (sums[middle] > drawn) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* Stochastic trial: nodes in proportion to the weights of the whole row, until one is open; the roulette when none of
 * DRAW_TRIAL_LIMIT is. */
static uint32_t select_trial(const struct aco_settings *settings, const struct aco_arrays *arrays,
                             struct draw_stream stream, uint32_t step, uint32_t current)
{
    const uint64_t *sums = arrays->sums + cell(settings, current, 0);
    for (uint32_t t = 0; t < DRAW_TRIAL_LIMIT; ++t) {
        struct philox_block block = draw_block(stream, DRAW_TRIAL, t / 2, step);
        uint32_t node = aco_reference_try(sums, settings->n, draw_roulette_bits(block, t));
        if (arrays->open[node]) {
            return node;
        }
    }
    return select_roulette(settings, arrays, stream, step, current);
}

static uint32_t select_hybrid(const struct aco_settings *settings, const struct aco_arrays *arrays,
                              struct draw_stream stream, uint32_t step, uint32_t current)
{
    return step < settings->compress_from ? select_trial(settings, arrays, stream, step, current)
                                          : select_compressed(settings, arrays, stream, step, current);
}

/* Indexed by SELECTION_. */
static uint32_t (*const selections[])(const struct aco_settings *settings, const struct aco_arrays *arrays,
                                      struct draw_stream stream, uint32_t step, uint32_t current) = {
    [SELECTION_ROULETTE] = select_roulette,     [SELECTION_RACE] = select_race,
    [SELECTION_I_ROULETTE] = select_race,       [SELECTION_TILE_BEST] = select_tile_best,
    [SELECTION_COMPRESSED] = select_compressed, [SELECTION_TRIAL] = select_trial,
    [SELECTION_HYBRID] = select_hybrid,
};

void aco_reference_construct(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t iteration,
                             uint32_t ant)
{
    struct draw_stream stream = {(uint32_t)settings->seed, (uint32_t)(settings->seed >> 32), ant, iteration};
    uint32_t *tour = arrays->tours + (size_t)ant * settings->n;
    memset(arrays->open, 0xff, settings->n * sizeof *arrays->open);
    tour[0] = settings->joint ? settings->n - 1 : draw_start_node(stream, settings->n);
    arrays->open[tour[0]] = 0;
    for (uint32_t step = 1; step < settings->n; ++step) {
        if (SELECTION_COMPRESSES(settings->selection) && step == settings->compress_from) {
            compress(settings, arrays, tour);
        }
        const uint32_t forced =
            tsp_instance_forced(arrays->instance, tour[step - 1], step > 1 ? tour[step - 2] : TSP_NO_NODE);
        uint32_t next = forced;
        if (forced == TSP_NO_NODE) {
            next = selections[settings->selection](settings, arrays, stream, step, tour[step - 1]);
        } else if (SELECTION_COMPRESSES(settings->selection) && step >= settings->compress_from) {
            take_element(settings, tour, step, element_of(settings, tour, forced));
        }
        tour[step] = next;
        arrays->open[next] = 0;
    }
}

void aco_reference_evaluate(const struct aco_settings *settings, struct aco_arrays *arrays)
{
    for (uint32_t ant = 0; ant < settings->ants; ++ant) {
        const uint32_t *tour = arrays->tours + (size_t)ant * settings->n;
        int64_t length = arrays->distance[cell(settings, tour[settings->n - 1], tour[0])];
        for (uint32_t pos = 1; pos < settings->n; ++pos) {
            length += arrays->distance[cell(settings, tour[pos - 1], tour[pos])];
        }
        arrays->lengths[ant] = length;
    }
}

/* Whether all trails start anew after this iteration. */
static bool restarts(const struct aco_settings *settings, const struct aco_best *best, uint64_t iteration)
{
    const uint64_t found = best->restart_iteration > best->restarted ? best->restart_iteration : best->restarted;
    switch (settings->restart_after > 0 ? settings->algorithm->restart : RESTART_NEVER) {
    case RESTART_BRANCHING:
        return iteration % BRANCHING_PERIOD == 0 && best->counted <= BRANCHES_CONVERGED(settings->n)
               && iteration - found > settings->restart_after;
    case RESTART_ALIKE:
        return iteration - best->restarted > 1 && (uint64_t)best->counted * 20 < settings->n;
    default:
        return false;
    }
}

/* Who deposits where but one does. */
static uint32_t depositor_of(const struct aco_settings *settings, const struct aco_best *best, uint64_t iteration)
{
    if (settings->algorithm->depositors != DEPOSITORS_SCHEDULED) {
        return ROW_BEST(settings->ants);
    }
    switch (
        colony_turn(iteration - best->restarted, iteration - best->restart_iteration, settings->local_search != NULL)) {
    case TURN_ITERATION:
        return best->ant;
    case TURN_RESTART:
        return best->restart_length == LENGTH_NONE ? ROW_BEST(settings->ants) : ROW_RESTART(settings->ants);
    default:
        return ROW_BEST(settings->ants);
    }
}

struct aco_summary aco_reference_reduce(const struct aco_settings *settings, struct aco_arrays *arrays,
                                        uint64_t iteration, struct aco_best *best)
{
    best->ant = best->worst = 0;
    for (uint32_t ant = 1; ant < settings->ants; ++ant) {
        best->ant = arrays->lengths[ant] < arrays->lengths[best->ant] ? ant : best->ant;
        best->worst = arrays->lengths[ant] > arrays->lengths[best->worst] ? ant : best->worst;
    }
    const int64_t shortest = arrays->lengths[best->ant], again = arrays->lengths[ROW_POLISH(settings->ants)];
    const bool polished = again < best->length && again <= shortest; /* the copy of the best was searched again */
    const int64_t found = polished ? again : shortest;
    const bool running = best->state == COLONY_RUNNING;
    best->improved = running && found < best->length;
    best->restart_improved = running && found < best->restart_length;
    best->source = polished ? ROW_POLISH(settings->ants) : best->ant;
    if (best->improved) {
        best->length = found;
        best->iteration = iteration;
        keep(settings, arrays, best->source, ROW_BEST(settings->ants));
        keep(settings, arrays, best->source, ROW_POLISH(settings->ants));
        aco_anchor_fill(settings->n, arrays->best_tour, arrays->anchor);
    }
    if (best->restart_improved) {
        best->restart_length = found;
        best->restart_iteration = iteration;
        keep(settings, arrays, best->source, ROW_RESTART(settings->ants));
    }
    if (running && best->length <= settings->target) {
        best->state = COLONY_REACHED_TARGET;
    } else if (running && settings->no_improve > 0 && iteration - best->iteration >= settings->no_improve) {
        best->state = COLONY_STAGNATED;
    }
    best->depositor = depositor_of(settings, best, iteration);
    if (settings->algorithm->limits) {
        const uint32_t amount =
            deposit_amount(best->length, settings->deposit_scale, settings->length_shift, settings->deposit_maximum);
        best->trail_maximum = trail_maximum_of(amount, settings->limit_factor);
        best->trail_minimum = trail_minimum_of(best->trail_maximum, settings->floor_fraction);
    }
    best->reset = running && restarts(settings, best, iteration);
    if (best->reset) {
        best->restart_length = LENGTH_NONE;
        best->restarted = iteration;
        ++best->restarts;
    }
    best->counted = 0;
    return (struct aco_summary){
        .iteration_length = shortest,
        .best_length = best->length,
        .ant = best->ant,
        .state = best->state,
        .improved = best->improved,
    };
}

void aco_reference_evaporate(const struct aco_settings *settings, struct aco_arrays *arrays)
{
    for (uint32_t i = 0; i < settings->n; ++i) {
        uint32_t *row = arrays->trails + cell(settings, i, 0);
        for (uint32_t j = 0; j < settings->n; ++j) {
            row[j] = trail_evaporated(row[j], settings->keep, settings->trail_floor);
        }
    }
}

void aco_reference_deposit(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t ant)
{
    uint32_t n = settings->n;
    const uint32_t *tour = arrays->tours + (size_t)ant * n;
    for (uint32_t pos = 0; pos < n && n > 1; ++pos) {
        uint32_t i = tour[pos];
        uint32_t j = tour[pos + 1 == n ? 0 : pos + 1];
        arrays->trails[cell(settings, i, j)] += arrays->amounts[ant];
        if (settings->symmetric && n > 2) { /* with two nodes the way back is the second edge of the tour itself */
            arrays->trails[cell(settings, j, i)] += arrays->amounts[ant];
        }
    }
}

void aco_reference_walk(const struct aco_settings *settings, struct aco_arrays *arrays, struct aco_best *best,
                        const uint32_t *tour, int64_t length)
{
    for (uint32_t ant = 0; ant < settings->ants; ++ant) {
        memcpy(arrays->tours + (size_t)ant * settings->n, tour, settings->n * sizeof *tour);
        arrays->lengths[ant] = length;
    }
    if (arrays->laid) {
        aco_reference_update(settings, arrays, best, 0);
        return;
    }
    aco_reference_amounts(settings, arrays, best);
    for (uint32_t ant = 0; ant < settings->ants; ++ant) {
        aco_reference_deposit(settings, arrays, ant);
    }
}
