#include "reference.h"

#include <string.h>

#include "aco/edges.h"
#include "colony_rules.h"
#include "draws.h"

static size_t cell(const struct aco_settings *settings, uint32_t i, uint32_t place)
{
    return (size_t)i * settings->stride + place;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Trails and weights                                                                                                 */

void aco_reference_list_initialise(const struct aco_settings *settings, struct aco_arrays *arrays)
{
    const size_t cells = (size_t)settings->n * settings->stride;
    memset(arrays->heuristic, 0, cells * sizeof *arrays->heuristic);
    memset(arrays->trails, 0, cells * sizeof *arrays->trails);
    for (uint32_t i = 0; i < settings->n; ++i) {
        uint32_t largest = 0;
        for (uint32_t place = 0; place < settings->candidates; ++place) {
            const size_t at = cell(settings, i, place);
            const uint32_t j = arrays->lists.nodes[at];
            const int32_t distance = tsp_instance_distance(arrays->instance, i, j);
            arrays->heuristic[at] = aco_heuristic(arrays->instance, i, j, distance);
            arrays->trails[at] = settings->trail_initial;
            if (float_bits(arrays->heuristic[at]) > largest) {
                largest = float_bits(arrays->heuristic[at]);
            }
        }
        arrays->row_offsets[i] =
            row_offset_of(largest, settings->beta.whole, settings->beta.fixed, settings->alpha_offset);
    }
}

uint32_t aco_reference_place(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t i,
                             uint32_t j)
{
    if (settings->candidates == 0) {
        return j;
    }
    uint32_t place = 0;
    while (place < settings->candidates && arrays->lists.nodes[cell(settings, i, place)] != j) {
        ++place;
    }
    return place;
}

uint32_t aco_reference_list_word(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t i,
                                 uint32_t place)
{
    const size_t at = cell(settings, i, place);
    const float choice =
        choice_of(arrays->trails[at], arrays->heuristic[at], settings->alpha.whole, settings->alpha.fixed,
                  settings->beta.whole, settings->beta.fixed, arrays->row_offsets[i]);
    return list_word(list_weight(choice), arrays->lists.nodes[at], settings->links);
}

void aco_reference_list_weights(const struct aco_settings *settings, struct aco_arrays *arrays)
{
    for (uint32_t i = 0; i < settings->n; ++i) {
        for (uint32_t place = 0; place < settings->stride; ++place) {
            const size_t at = cell(settings, i, place);
            arrays->weights[at] = place < settings->candidates ? aco_reference_list_word(settings, arrays, i, place)
                                                               : list_word(0, arrays->lists.nodes[at], settings->links);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Steps                                                                                                              */

/* Which nodes an ant has been to: elsewhere in its own tour while all ants walk together, so that they need no memory.
 */
typedef bool been_to(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t ant, uint32_t node);

static bool been_to_alone(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t ant,
                          uint32_t node)
{
    (void)settings;
    (void)ant;
    return !arrays->open[node];
}

/* The top bit of position `node`, which no number of a node has. */
#define BEEN 0x80000000u

static bool been_to_together(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t ant,
                             uint32_t node)
{
    return arrays->tours[(size_t)ant * settings->n + node] & BEEN;
}

/* Whether the ant takes the best candidate without a race. */
static bool exploits(const struct aco_settings *settings, struct draw_stream stream, uint32_t step)
{
    if (settings->exploit == 0) {
        return false;
    }
    struct philox_block block = draw_block(stream, DRAW_EXPLOIT, 0, step / DRAW_LIST_STEPS);
    return draw_word(block, step % DRAW_LIST_STEPS) < settings->exploit;
}

static uint32_t nearest_other(const struct aco_settings *settings, const struct aco_arrays *arrays, uint32_t ant,
                              been_to *visited, uint32_t current)
{
    const uint32_t *second = arrays->lists.second + (size_t)current * settings->second_length;
    for (uint32_t k = 0; k < settings->second_length; ++k) {
        if (!visited(settings, arrays, ant, second[k])) {
            return second[k];
        }
    }
    uint32_t next = settings->n;
    int32_t nearest = 0;
    for (uint32_t j = 0; j < settings->n; ++j) {
        if (!visited(settings, arrays, ant, j)) {
            const int32_t distance = tsp_instance_distance(arrays->instance, current, j);
            if (next == settings->n || distance < nearest) {
                next = j;
                nearest = distance;
            }
        }
    }
    return next;
}

static uint32_t next_node(const struct aco_settings *settings, const struct aco_arrays *arrays,
                          struct draw_stream stream, been_to *visited, uint32_t step, uint32_t current,
                          uint32_t previous)
{
    const uint32_t forced = tsp_instance_forced(arrays->instance, current, previous);
    if (forced != TSP_NO_NODE) {
        return forced;
    }
    const bool exploit = exploits(settings, stream, step);
    uint32_t best_key = LIST_NONE, next = settings->n;
    for (uint32_t place = 0; place < settings->candidates; ++place) {
        const uint32_t j = arrays->lists.nodes[cell(settings, current, place)];
        if (visited(settings, arrays, stream.ant, j)) {
            continue;
        }
        struct philox_block block = draw_block(stream, DRAW_LIST, place, step / DRAW_LIST_STEPS);
        const float exponential = draw_exponential(draw_word(block, step % DRAW_LIST_STEPS));
        const uint32_t word = arrays->weights[cell(settings, current, place)];
        const uint32_t key = list_key(exponential, word_weight(word, settings->links), place, exploit);
        if (key < best_key) {
            best_key = key;
            next = j;
        }
    }
    return next < settings->n ? next : nearest_other(settings, arrays, stream.ant, visited, current);
}

static struct draw_stream stream_of(const struct aco_settings *settings, uint32_t iteration, uint32_t ant)
{
    return (struct draw_stream){(uint32_t)settings->seed, (uint32_t)(settings->seed >> 32), ant, iteration};
}

static uint32_t start_of(const struct aco_settings *settings, struct draw_stream stream)
{
    return settings->joint ? settings->n - 1 : draw_start_node(stream, settings->n);
}

void aco_reference_construct_list(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t iteration,
                                  uint32_t ant)
{
    const struct draw_stream stream = stream_of(settings, iteration, ant);
    uint32_t *tour = arrays->tours + (size_t)ant * settings->n;
    memset(arrays->open, 0xff, settings->n * sizeof *arrays->open);
    tour[0] = start_of(settings, stream);
    arrays->open[tour[0]] = 0;
    arrays->lengths[ant] = 0;
    for (uint32_t step = 1; step < settings->n; ++step) {
        const uint32_t previous = step > 1 ? tour[step - 2] : TSP_NO_NODE;
        tour[step] = next_node(settings, arrays, stream, been_to_alone, step, tour[step - 1], previous);
        arrays->open[tour[step]] = 0;
        arrays->lengths[ant] += tsp_instance_distance(arrays->instance, tour[step - 1], tour[step]);
    }
    arrays->lengths[ant] += tsp_instance_distance(arrays->instance, tour[settings->n - 1], tour[0]);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* All ants together                                                                                                  */

static uint32_t node_at(const uint32_t *tour, uint32_t position)
{
    return tour[position] & ~BEEN;
}

static void visit(uint32_t *tour, uint32_t position, uint32_t node)
{
    tour[position] = (tour[position] & BEEN) | node;
    tour[node] |= BEEN;
}

/* The trail from i to j after an ant has taken it, and its weight. */
static void update(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t i, uint32_t j)
{
    const uint32_t place = aco_reference_place(settings, arrays, i, j);
    if (place < settings->candidates) {
        uint32_t *trail = &arrays->trails[cell(settings, i, place)];
        *trail = trail_updated_locally(*trail, settings->local_keep, settings->local_gain);
        arrays->weights[cell(settings, i, place)] = aco_reference_list_word(settings, arrays, i, place);
    }
}

/* All ants have gone from position `from` to `to`. */
static void update_all(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t from, uint32_t to)
{
    for (uint32_t ant = 0; ant < settings->ants; ++ant) {
        const uint32_t *tour = arrays->tours + (size_t)ant * settings->n;
        const uint32_t i = node_at(tour, from), j = node_at(tour, to);
        arrays->lengths[ant] += tsp_instance_distance(arrays->instance, i, j);
        update(settings, arrays, i, j);
        if (settings->symmetric) {
            update(settings, arrays, j, i);
        }
    }
}

void aco_reference_construct_together(const struct aco_settings *settings, struct aco_arrays *arrays,
                                      uint32_t iteration)
{
    const uint32_t n = settings->n;
    memset(arrays->tours, 0, (size_t)settings->ants * n * sizeof *arrays->tours);
    memset(arrays->lengths, 0, settings->ants * sizeof *arrays->lengths);
    for (uint32_t ant = 0; ant < settings->ants; ++ant) {
        visit(arrays->tours + (size_t)ant * n, 0, start_of(settings, stream_of(settings, iteration, ant)));
    }
    for (uint32_t step = 1; step < n; ++step) {
        for (uint32_t ant = 0; ant < settings->ants; ++ant) {
            uint32_t *tour = arrays->tours + (size_t)ant * n;
            const struct draw_stream stream = stream_of(settings, iteration, ant);
            const uint32_t previous = step > 1 ? node_at(tour, step - 2) : TSP_NO_NODE;
            visit(tour, step,
                  next_node(settings, arrays, stream, been_to_together, step, node_at(tour, step - 1), previous));
        }
        update_all(settings, arrays, step - 1, step);
    }
    update_all(settings, arrays, n - 1, 0);
    for (size_t at = 0; at < (size_t)settings->ants * n; ++at) {
        arrays->tours[at] &= ~BEEN;
    }
}
