#include "reference.h"

#include <string.h>

#include "cl/aco/decide.h"
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

/* Computes heuristic, trails and row_offsets from distances or lists (Algorithm 3), without the padding of lists. */
static void initialise(const struct aco_settings *s, struct aco_arrays *arrays)
{
    for (uint32_t i = 0; i < s->n; ++i) {
        uint32_t largest = 0;
        for (uint32_t index = 0; index < s->width; ++index) {
            const size_t at = aco_cell(s, i, index);
            const uint32_t j = s->candidates > 0 ? arrays->lists.nodes[at] : index;
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

/* Copies the tour and the length of an ant to row `row`. */
static void keep(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t ant, uint32_t row)
{
    memmove(arrays->tours + (size_t)row * s->n, arrays->tours + (size_t)ant * s->n, s->n * sizeof *arrays->tours);
    arrays->lengths[row] = arrays->lengths[ant];
}

enum swarm_status aco_reference_open(struct base_env *env, const struct swarm_instance *instance,
                                     const struct aco_settings *s, struct aco_start start, double deadline,
                                     struct aco_arrays *arrays)
{
    TRY(aco_arrays_create(env, s, arrays));
    arrays->instance = instance;
    TRY(aco_lists_init(env, instance, s, deadline, &arrays->lists));
    for (uint32_t i = 0; i < s->n && arrays->distance && !base_interrupted(env, deadline); ++i) {
        tsp_instance_row(instance, i, arrays->distance + aco_cell(s, i, 0));
    }
    if (!base_interrupted(env, deadline)) {
        initialise(s, arrays);
    }
    if (start.tour) {
        memcpy(arrays->best_tour, start.tour, s->n * sizeof *start.tour);
    }
    arrays->lengths[ROW_BEST(s->ants)] = start.length;
    keep(s, arrays, ROW_BEST(s->ants), ROW_POLISH(s->ants));
    arrays->lengths[ROW_RESTART(s->ants)] = LENGTH_NONE;
    aco_anchor_fill(s->n, start.tour, arrays->anchor);
    return SWARM_OK;
}

struct aco_summary aco_reference_reduce(const struct aco_settings *s, struct aco_arrays *arrays, uint64_t iteration,
                                        struct aco_best *best)
{
    const struct decide_rules rules = {
        .depositors = s->algorithm->depositors,
        .restart = s->algorithm->restart,
        .limits = s->algorithm->limits,
        .searched = s->local_search != NULL,
        .ants = s->ants,
        .n = s->n,
        .target = s->target,
        .no_improve = s->no_improve,
        .restart_after = s->restart_after,
        .deposit_scale = s->deposit_scale,
        .length_shift = s->length_shift,
        .deposit_maximum = s->deposit_maximum,
        .floor_fraction = s->floor_fraction,
        .limit_factor = s->limit_factor,
    };
    struct decide_found found = {.again = arrays->lengths[ROW_POLISH(s->ants)]};
    for (uint32_t ant = 1; ant < s->ants; ++ant) {
        found.winner = arrays->lengths[ant] < arrays->lengths[found.winner] ? ant : found.winner;
        found.worst = arrays->lengths[ant] > arrays->lengths[found.worst] ? ant : found.worst;
    }
    found.shortest = arrays->lengths[found.winner];
    decide(best, &rules, found, iteration);
    if (best->improved) {
        keep(s, arrays, best->source, ROW_BEST(s->ants));
        keep(s, arrays, best->source, ROW_POLISH(s->ants));
        aco_anchor_fill(s->n, arrays->best_tour, arrays->anchor);
    }
    if (best->restart_improved) {
        keep(s, arrays, best->source, ROW_RESTART(s->ants));
    }
    return (struct aco_summary){
        .iteration_length = found.shortest,
        .best_length = best->length,
        .ant = best->ant,
        .state = best->state,
        .improved = best->improved,
    };
}
