/* Deposits on whole rows as papers publish them: per-ant, gather, and tiled variants. */
#include <math.h>

#include "aco/device.h"

/* Launches aco_deposit_per_ant once per ant, with one work-item per edge. */
enum swarm_status aco_rows_per_ant(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    (void)iteration;
    *interrupted = false;
    for (uint32_t ant = 0; ant < s->ants && !*interrupted; ++ant) {
        TRY(ACO_GIVE(colony, ACO_KERNEL_DEPOSIT, OCL_VALUE(ant)));
        TRY(aco_device_launch(colony, ACO_KERNEL_DEPOSIT, aco_device_elements(colony, s->n)));
        TRY(ocl_pacer_add(&colony->pacer, s->n, interrupted));
    }
    return SWARM_OK;
}

/* Sets the local memory of a tile: a node per work-item and one more. */
enum swarm_status aco_rows_set_tile(struct aco_device_colony *colony)
{
    const size_t nodes = (size_t)colony->shape.deposit_group + 1;
    return ACO_GIVE(colony, ACO_KERNEL_DEPOSIT, OCL_LOCAL("tile", nodes * sizeof(uint32_t)));
}

/* Launches aco_deposit_gather or a variant, with one work-item per trail, or per pair of nodes if symmetric_only. */
enum swarm_status aco_rows_gather(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t columns = colony->shape.deposit->symmetric_only ? s->n / 2 : s->n;
    const size_t local = colony->shape.deposit_group, items = ocl_round_up(columns, local);
    const double units = (double)columns * s->n; /* pacer units of a row and an ant */
    uint32_t rows = 0;
    (void)iteration;
    *interrupted = false;
    for (uint32_t row_begin = 0; columns > 0 && row_begin < s->n && !*interrupted; row_begin += rows) {
        rows = aco_device_lines(colony, s->n - row_begin, items, units * s->ants);
        for (uint32_t ant_begin = 0, ant_end; ant_begin < s->ants && !*interrupted; ant_begin = ant_end) {
            const double fitting = ocl_pacer_launch_units(&colony->pacer) / (units * rows);
            const uint32_t ants = (uint32_t)fmax(1, fmin(fitting, s->ants - ant_begin));
            ant_end = ant_begin + ants;
            TRY(ACO_GIVE(colony, ACO_KERNEL_DEPOSIT, OCL_VALUE(ant_begin), OCL_VALUE(ant_end), OCL_VALUE(row_begin)));
            TRY(aco_device_launch(colony, ACO_KERNEL_DEPOSIT, (struct ocl_ndrange){{items, rows}, {local, 1}}));
            TRY(ocl_pacer_add(&colony->pacer, units * rows * ants, interrupted));
        }
    }
    return SWARM_OK;
}
