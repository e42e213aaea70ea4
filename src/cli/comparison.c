#include "comparison.h"

#include <stdlib.h>

static bool has_runs(const struct cli_cell *cell)
{
    return cell->repeat.count > 0;
}

/* The shortest tour of all algorithms with a seed, from 0; false unless all of them have run with it. */
static bool shortest_of_seed(const struct cli_comparison *comparison, const struct cli_row *row, size_t seed,
                             int64_t *shortest)
{
    bool any = false;
    for (size_t k = 0; k < comparison->algorithm_count; ++k) {
        const struct cli_cell *cell = &row->cells[k];
        if (cell->repeat.count <= seed) {
            return false;
        }
        const int64_t length = cell->repeat.runs[seed].score.length;
        *shortest = !any || length < *shortest ? length : *shortest;
        any = true;
    }
    return any;
}

static void count_wins(const struct cli_comparison *comparison, struct cli_row *row)
{
    int64_t shortest = 0;
    for (size_t seed = 0; shortest_of_seed(comparison, row, seed, &shortest); ++seed) {
        ++row->compared;
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            struct cli_cell *cell = &row->cells[k];
            cell->wins += cell->repeat.runs[seed].score.length == shortest;
        }
    }
}

static void find_base(const struct cli_comparison *comparison, struct cli_row *row)
{
    row->base = row->instance.subject.best;
    row->base_found = !row->instance.subject.known;
    bool any = !row->base_found;
    for (size_t k = 0; row->base_found && k < comparison->algorithm_count; ++k) {
        const struct cli_repeat *repeat = &row->cells[k].repeat;
        if (has_runs(&row->cells[k]) && (!any || repeat->runs[repeat->best_run].score.length < row->base.length)) {
            row->base = repeat->runs[repeat->best_run].score;
            any = true;
        }
    }
}

static double gap_of(const struct cli_row *row, double value)
{
    return 100.0 * (value - row->base.value) / row->base.value;
}

static void fill_gaps(struct cli_row *row, struct cli_cell *cell)
{
    const struct cli_repeat *repeat = &cell->repeat;
    cell->has_gap = row->base.length > 0;
    if (cell->has_gap) {
        cell->gap_best = gap_of(row, repeat->runs[repeat->best_run].score.value);
        cell->gap_mean = gap_of(row, repeat->mean);
        cell->gap_worst = gap_of(row, repeat->runs[repeat->worst_run].score.value);
    }
}

enum swarm_status cli_comparison_summarise(struct cli_comparison *comparison)
{
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < comparison->row_count; ++i) {
        struct cli_row *row = &comparison->rows[i];
        for (size_t k = 0; k < comparison->algorithm_count && status == SWARM_OK; ++k) {
            status = has_runs(&row->cells[k]) ? cli_repeat_summarise(&row->cells[k].repeat) : SWARM_OK;
        }
        if (status != SWARM_OK) {
            return status;
        }
        find_base(comparison, row);
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            if (has_runs(&row->cells[k])) {
                fill_gaps(row, &row->cells[k]);
            }
        }
        count_wins(comparison, row);
    }
    return SWARM_OK;
}

void cli_comparison_deinit(struct cli_comparison *comparison)
{
    for (size_t i = 0; i < comparison->row_count; ++i) {
        struct cli_row *row = &comparison->rows[i];
        for (size_t k = 0; row->cells && k < comparison->algorithm_count; ++k) {
            cli_repeat_deinit(&row->cells[k].repeat);
        }
        free(row->cells);
        swarm_instance_destroy(&row->read);
    }
    free(comparison->rows);
    free(comparison->algorithms);
    swarm_result_destroy(&comparison->sample);
    *comparison = (struct cli_comparison){.rows = NULL};
}
