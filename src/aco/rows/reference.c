#include "reference.h"

#include <string.h>

#include "aco/edges.h"
#include "colony_rules.h"
#include "draws.h"
#include "selection_rules.h"

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
