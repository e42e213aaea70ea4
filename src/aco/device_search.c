/* The launches of the local search. */
#include "device.h"

#include <math.h>
#include <string.h>

#include "cl/aco/colony_rules.h"
#include "local_search.h"
#include "cl/shared/team_codes.h"

/* NDRange: a team per row; 4 * search_local bytes of local memory hold the row's tour and queue. */
static struct ocl_ndrange range_of(const struct aco_shape *shape, uint32_t rows)
{
    const size_t team = shape->search_team;
    return (struct ocl_ndrange){{rows * team, 1}, {team, 1}};
}

/* Pacer units of a node in a round, from one Xeon core: 0.5 us with 3opt, 0.2 us with 2opt+oropt. */
static double units_of_node(const struct aco_local_search *row)
{
    return row->three_opt ? 200 : row->or_opt ? 80 : 40;
}

static double units_of_round(const struct aco_device_colony *colony, uint32_t rows)
{
    return (double)rows * SEARCH_ROUND * units_of_node(colony->base.settings.local_search)
           * aco_device_waste(colony, rows);
}

/* Chooses rows and rounds per launch. Launches are split by rows while they fill the device, then by rounds. */
static void split(const struct aco_device_colony *colony, uint32_t row_count, uint32_t *rows, uint64_t *rounds)
{
    const struct aco_settings *s = &colony->base.settings;
    const double rounds_most = (double)aco_search_rounds_most(s->n), usual = 2.0 * s->n / SEARCH_ROUND, fewest = 4;
    *rows = aco_device_fitting(colony, row_count, 1, 2.0 * s->n * units_of_node(s->local_search));
    const double fitting = ocl_pacer_launch_units(&colony->pacer) / units_of_round(colony, *rows);
    *rounds = (uint64_t)(fitting < usual ? fmax(fewest, fmin(rounds_most, fitting)) : rounds_most);
}

/* Queues rounds. After two rounds per 32 nodes most launches have nothing to do, so each has at least half as many
 * rounds as all launches before it together. */
enum swarm_status aco_device_search(struct aco_device_colony *colony, uint32_t row_begin, uint32_t row_end,
                                    bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint64_t most = aco_search_rounds_most(s->n), usual = 2 * ((uint64_t)s->n / SEARCH_ROUND + 1);
    uint32_t rows = 0;
    colony->pacer.kind = ACO_WORK_SEARCH;
    *interrupted = false;
    for (uint32_t row = row_begin; row < row_end && !*interrupted; row += rows) {
        uint64_t rounds = 0;
        split(colony, row_end - row, &rows, &rounds);
        const uint32_t last = row + rows;
        TRY(ACO_GIVE(colony, ACO_KERNEL_SEARCH, OCL_NAMED("row_begin", row), OCL_NAMED("row_end", last)));
        for (uint64_t begin = 0, end; begin < most && !*interrupted; begin = end) {
            const uint64_t length = begin > usual && rounds < begin / 2 ? begin / 2 : rounds;
            end = length < most - begin ? begin + length : most;
            const uint64_t counted = begin >= usual ? 0 : end < usual ? end - begin : usual - begin;
            TRY(ACO_GIVE(colony, ACO_KERNEL_SEARCH, OCL_NAMED("round_begin", begin), OCL_NAMED("round_end", end)));
            TRY(aco_device_launch(colony, ACO_KERNEL_SEARCH, range_of(&colony->shape, rows)));
            TRY(ocl_pacer_add(&colony->pacer, (double)counted * units_of_round(colony, rows), interrupted));
        }
    }
    return SWARM_OK;
}

enum swarm_status aco_device_polish(struct aco_device_colony *colony, bool *interrupted)
{
    const uint32_t row = ROW_POLISH(colony->base.settings.ants);
    TRY(ACO_GIVE(colony, ACO_KERNEL_SEARCH, ACO_BUFFER(colony, "anchor", NO_ANCHOR)));
    TRY(aco_device_search(colony, row, row + 1, interrupted));
    return ACO_GIVE(colony, ACO_KERNEL_SEARCH, ACO_BUFFER(colony, "anchor", ANCHOR));
}
