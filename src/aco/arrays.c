#include "arrays.h"

#include <stdlib.h>

#include "base/memory.h"
#include "colony_rules.h"
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
