/* Builds the tours of the sequential reference, on whole rows and on lists. */
#include <string.h>

#include "cl/aco/colony_rules.h"
#include "cl/shared/draws.h"
#include "reference.h"
#include "cl/aco/selection_rules.h"

static float choice_at(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t i, size_t at)
{
    const struct choice_exponents exponents = {s->alpha.whole, s->beta.whole, s->alpha.fixed, s->beta.fixed};
    return choice_of(arrays->trails[at], arrays->heuristic[at], exponents, arrays->row_offsets[i]);
}

void aco_reference_choice_weights(const struct aco_settings *s, struct aco_arrays *arrays)
{
    for (uint32_t i = 0; i < s->n; ++i) {
        const float *row = arrays->choice_info + aco_cell(s, i, 0);
        uint32_t *weights = arrays->weights + aco_cell(s, i, 0);
        uint32_t largest = 0;
        for (uint32_t j = 0; j < s->n; ++j) {
            largest = float_bits(row[j]) > largest ? float_bits(row[j]) : largest;
        }
        for (uint32_t j = 0; j < s->n; ++j) {
            weights[j] = row[j] > 0.0f ? selection_weight(s->selection, float_bits(row[j]), largest) : 0;
        }
        uint64_t sum = 0;
        for (uint32_t j = 0; j < s->stride && arrays->sums; ++j) {
            sum += weights[j];
            arrays->sums[aco_cell(s, i, j)] = sum;
        }
    }
}

uint32_t aco_reference_list_word(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t i,
                                 uint32_t index)
{
    const size_t at = aco_cell(s, i, index);
    return list_word(list_weight(choice_at(s, arrays, i, at)), arrays->lists.nodes[at], s->links);
}

void aco_reference_weights(const struct aco_settings *s, struct aco_arrays *arrays)
{
    for (uint32_t i = 0; i < s->n; ++i) {
        for (uint32_t k = 0; s->candidates == 0 && k < s->n; ++k) {
            const size_t at = aco_cell(s, i, k);
            arrays->choice_info[at] = i == k ? 0.0f : choice_at(s, arrays, i, at);
        }
        for (uint32_t index = 0; s->candidates > 0 && index < s->stride; ++index) {
            const size_t at = aco_cell(s, i, index);
            arrays->weights[at] = index < s->candidates ? aco_reference_list_word(s, arrays, i, index)
                                                        : list_word(0, arrays->lists.nodes[at], s->links);
        }
    }
    if (s->candidates == 0) {
        aco_reference_choice_weights(s, arrays);
    }
}

uint32_t aco_reference_index(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t i, uint32_t j)
{
    uint32_t index = s->candidates == 0 ? j : 0;
    while (index < s->candidates && arrays->lists.nodes[aco_cell(s, i, index)] != j) {
        ++index;
    }
    return index;
}

static int32_t distance(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t i, uint32_t j)
{
    return arrays->distance ? arrays->distance[aco_cell(s, i, j)] : tsp_instance_distance(arrays->instance, i, j);
}

/* Returns the ant's array [matrix_stride]: all ones for each unvisited node, otherwise 0. */
static uint32_t *open_of(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t ant)
{
    return arrays->open + (s->algorithm->local_update ? (size_t)ant * s->matrix_stride : 0);
}

/* The state of ant `stream.ant` at node `current`, before step `step`. */
struct stop {
    struct draw_stream stream;
    uint32_t step, current;
};

/* The nearest unvisited node, the lowest on ties. */
static uint32_t nearest_other(const struct aco_settings *s, const struct aco_arrays *arrays, struct stop at)
{
    const uint32_t *open = open_of(s, arrays, at.stream.ant);
    for (uint32_t k = 0; k < s->second_length; ++k) {
        const uint32_t j = arrays->lists.second[(size_t)at.current * s->second_length + k];
        if (open[j]) {
            return j;
        }
    }
    uint32_t next = s->n;
    int32_t nearest = 0;
    for (uint32_t j = 0; j < s->n; ++j) {
        if (open[j]) {
            const int32_t length = distance(s, arrays, at.current, j);
            if (next == s->n || length < nearest) {
                next = j;
                nearest = length;
            }
        }
    }
    return next;
}

/* A selection rule: returns the next node of an ant. */
typedef uint32_t select_fn(const struct aco_settings *s, const struct aco_arrays *arrays, struct stop at);

static uint32_t select_candidate(const struct aco_settings *s, const struct aco_arrays *arrays, struct stop at)
{
    const uint32_t *open = open_of(s, arrays, at.stream.ant);
    const bool exploit =
        s->exploit > 0
        && draw_word(draw_block(at.stream, DRAW_EXPLOIT, 0, at.step / DRAW_LIST_STEPS), at.step % DRAW_LIST_STEPS)
               < s->exploit;
    uint32_t best_key = LIST_NONE, next = s->n;
    for (uint32_t index = 0; index < s->candidates; ++index) {
        const uint32_t j = arrays->lists.nodes[aco_cell(s, at.current, index)];
        if (!open[j]) {
            continue;
        }
        struct philox_block block = draw_block(at.stream, DRAW_LIST, index, at.step / DRAW_LIST_STEPS);
        const float exponential = draw_exponential(draw_word(block, at.step % DRAW_LIST_STEPS));
        const uint32_t word = arrays->weights[aco_cell(s, at.current, index)];
        const uint32_t key = list_key(exponential, word_weight(word, s->links), index, exploit);
        if (key < best_key) {
            best_key = key;
            next = j;
        }
    }
    return next < s->n ? next : nearest_other(s, arrays, at);
}

enum { ROULETTE_BLOCK = 64 }; /* nodes per partial sum: the search goes by blocks, then by nodes */

static uint64_t block_sum(const uint32_t *weights, const uint32_t *open)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < ROULETTE_BLOCK; ++k) {
        sum += weights[k] & open[k];
    }
    return sum;
}

/* Proportional selection: the first unvisited node at which the running sum of weights exceeds the draw. */
static uint32_t select_roulette(const struct aco_settings *s, const struct aco_arrays *arrays, struct stop at)
{
    const uint32_t *weights = arrays->weights + aco_cell(s, at.current, 0);
    uint64_t total = 0;
    for (uint32_t j = 0; j < s->stride; j += ROULETTE_BLOCK) {
        total += block_sum(weights + j, arrays->open + j);
    }
    if (total == 0) {
        return nearest_other(s, arrays, at);
    }
    struct philox_block block = draw_block(at.stream, DRAW_ROULETTE, 0, at.step >> 1);
    uint64_t drawn = draw_below(draw_roulette_bits(block, at.step), total);
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

/* Each unvisited node in [begin, end) draws a key. The smallest wins, the lowest node on ties; n if there is none. */
static uint32_t race_winner(const struct aco_settings *s, const struct aco_arrays *arrays, struct stop at,
                            uint32_t begin, uint32_t end)
{
    const uint32_t *weights = arrays->weights + aco_cell(s, at.current, 0);
    uint32_t best_key = UINT32_MAX, next = s->n;
    for (uint32_t first = begin; first < end; first += DRAW_RACE_NODES) {
        for (uint32_t element = 0; element < DRAW_RACE_LANES; ++element) {
            struct philox_block block =
                draw_block(at.stream, DRAW_RACE, first / DRAW_RACE_NODES * DRAW_RACE_LANES + element, at.step);
            const uint32_t words[] = {block.w0, block.w1, block.w2, block.w3};
            for (uint32_t k = 0; k < 4; ++k) {
                uint32_t j = first + k * DRAW_RACE_LANES + element;
                if (j >= end || !arrays->open[j]) {
                    continue;
                }
                uint32_t key = race_key(s->selection, words[k], weights[j]);
                if (key < best_key || (key == best_key && j < next)) {
                    best_key = key;
                    next = j;
                }
            }
        }
    }
    return next;
}

/* The selection rules race and i-roulette. */
static uint32_t select_race(const struct aco_settings *s, const struct aco_arrays *arrays, struct stop at)
{
    return race_winner(s, arrays, at, 0, s->n);
}

/* Runs a race in every tile. The winner with the largest weight (the least reciprocal) is next; the lowest on ties. */
static uint32_t select_tile_best(const struct aco_settings *s, const struct aco_arrays *arrays, struct stop at)
{
    const uint32_t *weights = arrays->weights + aco_cell(s, at.current, 0);
    uint32_t next = s->n;
    for (uint32_t tile = 0; tile < s->n; tile += SELECTION_TILE_NODES) {
        uint32_t rest = s->n - tile;
        uint32_t end = rest < SELECTION_TILE_NODES ? s->n : tile + SELECTION_TILE_NODES;
        uint32_t winner = race_winner(s, arrays, at, tile, end);
        if (winner < s->n && (next == s->n || weights[winner] < weights[next])) {
            next = winner;
        }
    }
    return next;
}

/* Writes the array of the n - s unvisited nodes of step s to the end of the tour: element i is tour[n - 1 - i]. */
static void compress(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t *tour)
{
    uint32_t position = s->n;
    for (uint32_t j = 0; j < s->n; ++j) {
        if (arrays->open[j]) {
            tour[--position] = j;
        }
    }
}

/* Removes element i of the array of unvisited nodes by moving the last element there. Returns its node. */
static uint32_t take_element(const struct aco_settings *s, uint32_t *tour, uint32_t step, uint32_t i)
{
    uint32_t *element = tour + s->n - 1 - i;
    const uint32_t node = *element;
    *element = tour[step];
    return node;
}

/* The index of `node` in the array of unvisited nodes. */
static uint32_t element_of(const struct aco_settings *s, const uint32_t *tour, uint32_t node)
{
    uint32_t i = 0;
    while (tour[s->n - 1 - i] != node) {
        ++i;
    }
    return i;
}

/* Proportional selection, with weights added in the order of the array of unvisited nodes. */
static uint32_t select_compressed(const struct aco_settings *s, const struct aco_arrays *arrays, struct stop at)
{
    const uint32_t *weights = arrays->weights + aco_cell(s, at.current, 0);
    uint32_t *tour = arrays->tours + (size_t)at.stream.ant * s->n, *last = tour + s->n - 1;
    uint32_t count = s->n - at.step, i = 0;
    uint64_t total = 0, passed = 0;
    for (uint32_t k = 0; k < count; ++k) {
        total += weights[*(last - k)];
    }
    if (total == 0) {
        i = element_of(s, tour, nearest_other(s, arrays, at));
    } else {
        struct philox_block block = draw_block(at.stream, DRAW_ROULETTE, 0, at.step >> 1);
        uint64_t drawn = draw_below(draw_roulette_bits(block, at.step), total);
        while (passed + weights[*(last - i)] <= drawn) {
            passed += weights[*(last - i)];
            ++i;
        }
    }
    return take_element(s, tour, at.step, i);
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

/* Stochastic trial: up to trial_limit draws from the whole row until a node is unvisited, then the roulette. */
static uint32_t select_trial(const struct aco_settings *s, const struct aco_arrays *arrays, struct stop at)
{
    const uint64_t *sums = arrays->sums + aco_cell(s, at.current, 0);
    for (uint32_t t = 0; t < s->trial_limit; ++t) {
        struct philox_block block = draw_block(at.stream, DRAW_TRIAL, t / 2, at.step);
        uint32_t node = aco_reference_try(sums, s->n, draw_roulette_bits(block, t));
        if (arrays->open[node]) {
            return node;
        }
    }
    return select_roulette(s, arrays, at);
}

static uint32_t select_hybrid(const struct aco_settings *s, const struct aco_arrays *arrays, struct stop at)
{
    return at.step < s->compress_from ? select_trial(s, arrays, at) : select_compressed(s, arrays, at);
}

/* Indexed by SELECTION_. */
static select_fn *const selections[] = {
    [SELECTION_ROULETTE] = select_roulette,     [SELECTION_RACE] = select_race,
    [SELECTION_I_ROULETTE] = select_race,       [SELECTION_TILE_BEST] = select_tile_best,
    [SELECTION_COMPRESSED] = select_compressed, [SELECTION_TRIAL] = select_trial,
    [SELECTION_HYBRID] = select_hybrid,
};

static struct draw_stream stream_of(const struct aco_settings *s, uint32_t iteration, uint32_t ant)
{
    return draw_stream_keyed((uint32_t)s->seed, (uint32_t)(s->seed >> 32), ant, iteration);
}

/* Places an ant on its first node, and marks all others as unvisited. */
static void begin(const struct aco_settings *s, struct aco_arrays *arrays, struct draw_stream stream)
{
    uint32_t *tour = arrays->tours + (size_t)stream.ant * s->n, *open = open_of(s, arrays, stream.ant);
    memset(open, 0xff, s->n * sizeof *open);
    tour[0] = arrays->instance->joint ? s->n - 1 : draw_start_node(stream, s->n);
    open[tour[0]] = 0;
}

static void take_step(const struct aco_settings *s, struct aco_arrays *arrays, struct draw_stream stream, uint32_t step)
{
    const bool lists = s->candidates > 0, compresses = !lists && SELECTION_COMPRESSES(s->selection);
    uint32_t *tour = arrays->tours + (size_t)stream.ant * s->n;
    if (compresses && step == s->compress_from) {
        compress(s, arrays, tour);
    }
    uint32_t next = tsp_instance_forced(arrays->instance, tour[step - 1], step > 1 ? tour[step - 2] : TSP_NO_NODE);
    if (next == TSP_NO_NODE) {
        const struct stop at = {stream, step, tour[step - 1]};
        next = (lists ? select_candidate : selections[s->selection])(s, arrays, at);
    } else if (compresses && step >= s->compress_from) {
        take_element(s, tour, step, element_of(s, tour, next));
    }
    tour[step] = next;
    open_of(s, arrays, stream.ant)[next] = 0;
}

static void evaluate(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t ant)
{
    const uint32_t *tour = arrays->tours + (size_t)ant * s->n;
    int64_t length = distance(s, arrays, tour[s->n - 1], tour[0]);
    for (uint32_t pos = 1; pos < s->n; ++pos) {
        length += distance(s, arrays, tour[pos - 1], tour[pos]);
    }
    arrays->lengths[ant] = length;
}

void aco_reference_construct(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t iteration, uint32_t ant)
{
    const struct draw_stream stream = stream_of(s, iteration, ant);
    begin(s, arrays, stream);
    for (uint32_t step = 1; step < s->n; ++step) {
        take_step(s, arrays, stream, step);
    }
    evaluate(s, arrays, ant);
}

/* Updates the trail from i to j and its weight, after an ant has used the edge. */
static void update(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t i, uint32_t j)
{
    const uint32_t index = aco_reference_index(s, arrays, i, j);
    if (index < s->candidates) {
        uint32_t *trail = &arrays->trails[aco_cell(s, i, index)];
        *trail = trail_updated_locally(*trail, s->local_keep, s->local_gain);
        arrays->weights[aco_cell(s, i, index)] = aco_reference_list_word(s, arrays, i, index);
    }
}

/* Updates the trails of the edges that the ants used from position `from` to `to`. */
static void update_all(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t from, uint32_t to)
{
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        const uint32_t *tour = arrays->tours + (size_t)ant * s->n;
        update(s, arrays, tour[from], tour[to]);
        if (s->symmetric) {
            update(s, arrays, tour[to], tour[from]);
        }
    }
}

void aco_reference_construct_together(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t iteration,
                                      uint32_t step_begin, uint32_t step_end)
{
    for (uint32_t ant = 0; ant < s->ants && step_begin == 0; ++ant) {
        begin(s, arrays, stream_of(s, iteration, ant));
    }
    for (uint32_t step = step_begin > 0 ? step_begin : 1; step < step_end; ++step) {
        for (uint32_t ant = 0; ant < s->ants; ++ant) {
            take_step(s, arrays, stream_of(s, iteration, ant), step);
        }
        update_all(s, arrays, step - 1, step);
    }
    if (step_end == s->n) {
        update_all(s, arrays, s->n - 1, 0);
        aco_reference_evaluate(s, arrays);
    }
}

void aco_reference_evaluate(const struct aco_settings *s, struct aco_arrays *arrays)
{
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        evaluate(s, arrays, ant);
    }
}
