#include "reference.h"

#include <string.h>

#include "cl/aco/colony_rules.h"
#include "cl/aco/selection_rules.h"

static void add_arrays(const struct aco_settings *s, struct aco_arrays *arrays)
{
    struct base_arrays *all = &arrays->all;
    const size_t n = s->n, rows = n * s->stride, tours = s->ants + ROWS_KEPT;
    const size_t together = s->algorithm->local_update ? s->ants : 1;
    if (s->candidates == 0) {
        arrays->distance = base_arrays_add(all, rows, sizeof *arrays->distance);
        arrays->choice_info = base_arrays_add(all, rows, sizeof *arrays->choice_info);
    }
    arrays->heuristic = base_arrays_add(all, rows, sizeof *arrays->heuristic);
    arrays->trails = base_arrays_add(all, rows, sizeof *arrays->trails);
    arrays->row_offsets = base_arrays_add(all, n, sizeof *arrays->row_offsets);
    arrays->weights = base_arrays_add(all, rows, sizeof *arrays->weights);
    if (SELECTION_TRIES(s->selection)) {
        arrays->sums = base_arrays_add(all, rows, sizeof *arrays->sums);
    }
    arrays->tours = base_arrays_add(all, tours * n, sizeof *arrays->tours);
    arrays->lengths = base_arrays_add(all, tours, sizeof *arrays->lengths);
    arrays->depositors = base_arrays_add(all, s->depositors, sizeof *arrays->depositors);
    arrays->amounts = base_arrays_add(all, s->depositors, sizeof *arrays->amounts);
    if (aco_sums_deposits(s)) {
        arrays->laid = base_arrays_add(all, rows, sizeof *arrays->laid);
    }
    arrays->anchor = base_arrays_add(all, 2 * n, sizeof *arrays->anchor);
    arrays->open = base_arrays_add(all, together * s->matrix_stride, sizeof *arrays->open);
}

enum swarm_status aco_arrays_create(struct base_env *env, const struct aco_settings *s, struct aco_arrays *arrays)
{
    *arrays = (struct aco_arrays){.instance = NULL};
    add_arrays(s, arrays);
    if (arrays->all.failed) {
        aco_arrays_destroy(arrays);
        return base_fail_memory(env);
    }
    arrays->best_tour = arrays->tours + ROW_BEST((size_t)s->ants) * s->n;
    arrays->polished = arrays->tours + ROW_POLISH((size_t)s->ants) * s->n;
    return SWARM_OK;
}

void aco_arrays_destroy(struct aco_arrays *arrays)
{
    aco_lists_deinit(&arrays->lists);
    base_arrays_free(&arrays->all);
    *arrays = (struct aco_arrays){.instance = NULL};
}

uint64_t aco_arrays_bytes(const struct aco_settings *s)
{
    struct aco_arrays arrays = {.all = {.counts = true}};
    add_arrays(s, &arrays);
    return arrays.all.bytes + 4 * (uint64_t)s->n * ((uint64_t)s->list_stride + s->search_stride + s->second_length);
}

void aco_reference_initialise(const struct aco_settings *s, struct aco_arrays *arrays)
{
    for (uint32_t i = 0; i < s->n; ++i) {
        uint32_t largest = 0;
        for (uint32_t place = 0; place < s->width; ++place) {
            const size_t at = aco_cell(s, i, place);
            const uint32_t j = s->candidates > 0 ? arrays->lists.nodes[at] : place;
            const int32_t distance =
                arrays->distance ? arrays->distance[at] : tsp_instance_distance(arrays->instance, i, j);
            arrays->heuristic[at] = aco_heuristic(arrays->instance, i, j, distance);
            arrays->trails[at] = s->trail_initial;
            if (j != i && float_bits(arrays->heuristic[at]) > largest) {
                largest = float_bits(arrays->heuristic[at]);
            }
        }
        arrays->row_offsets[i] = row_offset_of(largest, s->beta.whole, s->beta.fixed, s->alpha_offset);
    }
}

/* Copies the tour of row `ant` to row `row`. */
static void keep(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t ant, uint32_t row)
{
    memmove(arrays->tours + (size_t)row * s->n, arrays->tours + (size_t)ant * s->n, s->n * sizeof *arrays->tours);
    arrays->lengths[row] = arrays->lengths[ant];
}

enum swarm_status aco_reference_open(struct base_env *env, const struct swarm_instance *instance,
                                     const struct aco_settings *s, const uint32_t *tour, int64_t length,
                                     double deadline, struct aco_arrays *arrays)
{
    TRY(aco_arrays_create(env, s, arrays));
    arrays->instance = instance;
    TRY(aco_lists_init(env, instance, s, deadline, &arrays->lists));
    for (uint32_t i = 0; i < s->n && arrays->distance && !base_interrupted(env, deadline); ++i) {
        tsp_instance_row(instance, i, arrays->distance + aco_cell(s, i, 0));
    }
    if (!base_interrupted(env, deadline)) {
        aco_reference_initialise(s, arrays);
    }
    memcpy(arrays->best_tour, tour, s->n * sizeof *tour);
    arrays->lengths[ROW_BEST(s->ants)] = length;
    keep(s, arrays, ROW_BEST(s->ants), ROW_POLISH(s->ants));
    arrays->lengths[ROW_RESTART(s->ants)] = LENGTH_NONE;
    aco_anchor_fill(s->n, tour, arrays->anchor);
    return SWARM_OK;
}

/* Whether all trails start anew after this iteration. */
static bool restarts(const struct aco_settings *s, const struct aco_best *best, uint64_t iteration)
{
    const uint64_t found = best->restart_iteration > best->restarted ? best->restart_iteration : best->restarted;
    switch (s->restart_after > 0 ? s->algorithm->restart : RESTART_NEVER) {
    case RESTART_BRANCHING:
        return iteration % BRANCHING_PERIOD == 0 && best->counted <= BRANCHES_CONVERGED(s->n)
               && iteration - found > s->restart_after;
    case RESTART_ALIKE:
        return iteration - best->restarted > 1 && (uint64_t)best->counted * 20 < s->n;
    default:
        return false;
    }
}

/* Who deposits where but one does. */
static uint32_t depositor_of(const struct aco_settings *s, const struct aco_best *best, uint64_t iteration)
{
    if (s->algorithm->depositors != DEPOSITORS_SCHEDULED) {
        return ROW_BEST(s->ants);
    }
    switch (colony_turn(iteration - best->restarted, iteration - best->restart_iteration, s->local_search != NULL)) {
    case TURN_ITERATION:
        return best->ant;
    case TURN_RESTART:
        return best->restart_length == LENGTH_NONE ? ROW_BEST(s->ants) : ROW_RESTART(s->ants);
    default:
        return ROW_BEST(s->ants);
    }
}

struct aco_summary aco_reference_reduce(const struct aco_settings *s, struct aco_arrays *arrays, uint64_t iteration,
                                        struct aco_best *best)
{
    best->ant = best->worst = 0;
    for (uint32_t ant = 1; ant < s->ants; ++ant) {
        best->ant = arrays->lengths[ant] < arrays->lengths[best->ant] ? ant : best->ant;
        best->worst = arrays->lengths[ant] > arrays->lengths[best->worst] ? ant : best->worst;
    }
    const int64_t shortest = arrays->lengths[best->ant], again = arrays->lengths[ROW_POLISH(s->ants)];
    const bool polished = again < best->length && again <= shortest; /* the copy of the best was searched again */
    const int64_t found = polished ? again : shortest;
    const bool running = best->state == COLONY_RUNNING;
    best->improved = running && found < best->length;
    best->restart_improved = running && found < best->restart_length;
    best->source = polished ? ROW_POLISH(s->ants) : best->ant;
    if (best->improved) {
        best->length = found;
        best->iteration = iteration;
        keep(s, arrays, best->source, ROW_BEST(s->ants));
        keep(s, arrays, best->source, ROW_POLISH(s->ants));
        aco_anchor_fill(s->n, arrays->best_tour, arrays->anchor);
    }
    if (best->restart_improved) {
        best->restart_length = found;
        best->restart_iteration = iteration;
        keep(s, arrays, best->source, ROW_RESTART(s->ants));
    }
    if (running && best->length <= s->target) {
        best->state = COLONY_REACHED_TARGET;
    } else if (running && s->no_improve > 0 && iteration - best->iteration >= s->no_improve) {
        best->state = COLONY_STAGNATED;
    }
    best->depositor = depositor_of(s, best, iteration);
    if (s->algorithm->limits) {
        const uint32_t amount = deposit_amount(best->length, s->deposit_scale, s->length_shift, s->deposit_maximum);
        best->trail_maximum = trail_maximum_of(amount, s->limit_factor);
        best->trail_minimum = trail_minimum_of(best->trail_maximum, s->floor_fraction);
    }
    best->reset = running && restarts(s, best, iteration);
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
