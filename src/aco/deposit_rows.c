/* The deposits on whole rows that `auto` chooses: atomic and by-row. */
#include "designs.h"
#include "device.h"

/* Queues a kernel over {n, ants}, some ants a launch, from argument ant_begin on.
 *   global = { n rounded up to whole groups, ants of the launch }   one work-item per edge
 *   local  = { local, 1 }
 */
static enum swarm_status enqueue_edges(struct aco_device_colony *colony, int kernel, size_t local, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const size_t items = ocl_round_up(s->n, local);
    uint32_t ants = 0;
    *interrupted = false;
    for (uint32_t ant_begin = 0; ant_begin < s->ants && !*interrupted; ant_begin += ants) {
        ants = aco_device_lines(colony, s->ants - ant_begin, items, s->n);
        TRY(ACO_GIVE(colony, kernel, OCL_VALUE(ant_begin)));
        TRY(aco_device_launch(colony, kernel, (struct ocl_ndrange){{items, ants}, {local, 1}}));
        TRY(ocl_pacer_add(&colony->pacer, (double)ants * s->n, interrupted));
    }
    return SWARM_OK;
}

/* NDRange of aco_deposit_atomic: enqueue_edges(), local = { element_group, 1 }
 *
 * NDRange of aco_deposit_atomic_tiled: enqueue_edges(), local = { deposit_group, 1 }
 *   local memory = 4 * (local + 1) bytes
 */
enum swarm_status aco_rows_atomic(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    (void)iteration;
    return enqueue_edges(colony, ACO_KERNEL_DEPOSIT, colony->shape.deposit_group, interrupted);
}

/* The kernels of cl/aco/deposit_by_row.cl, in the order of the row. */
enum { NEXT = ACO_KERNEL_DEPOSIT, ROWS, SYMMETRISE };

/* Words of a row that are summed at a time, in at most half of the local memory, so that two groups fit. A tile more
 * reads all next nodes of the row once more. */
enum { TILE = 8192 };

/* The side of a tile of aco_deposit_symmetrise. */
enum { SYMMETRISE_SIDE = 32 };

static uint32_t tile_of(const struct aco_device_colony *colony)
{
    const uint64_t fitting = colony->base.engine.device->local_memory / 2 / sizeof(uint32_t);
    const uint32_t most = fitting < TILE ? (uint32_t)fitting : TILE;
    return colony->base.settings.n < most ? colony->base.settings.n : most;
}

enum swarm_status aco_rows_set_by_row(struct aco_device_colony *colony)
{
    const enum aco_buffer rows = colony->base.settings.symmetric ? ACO_BUFFER_DIRECTED : ACO_BUFFER_TRAILS;
    const uint32_t tile_size = tile_of(colony);
    return ACO_GIVE(colony, ROWS, OCL_NAMED("rows", colony->buffers[rows].memory), OCL_VALUE(tile_size),
                    OCL_LOCAL("row_sums", tile_size * sizeof(uint32_t)));
}

/* NDRange of aco_deposit_next: enqueue_edges(), local = { element_group, 1 }
 *
 * NDRange of aco_deposit_rows, some rows a launch
 *   global = { rows of the launch * row_group }   one group per node
 *   local  = { row_group }                        1 on CPUs, where nothing is atomic
 *   local memory = 4 * tile_of() bytes
 *
 * NDRange of aco_deposit_symmetrise, for n' tiles a row; one launch, not counted: a matrix takes as long as to
 * evaporate global = { (n' / 2 + 1) * row_group, n' }   one group per pair of tiles; n' / 2 of them idle where n' is
 * even local  = { row_group, 1 } local memory, declared in the kernel = 2 * 32 * 33 * 4 bytes
 */
enum swarm_status aco_rows_by_row(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const size_t local = colony->shape.row_group;
    const size_t tiles = ocl_round_up(s->n, SYMMETRISE_SIDE) / SYMMETRISE_SIDE;
    const struct ocl_ndrange pairs = {{(tiles / 2 + 1) * local, tiles}, {local, 1}};
    const double units = (double)s->ants + s->n; /* of a row */
    const uint32_t evaporates = iteration > 0;   /* the first tour is walked before anything does */
    uint32_t rows = 0;
    *interrupted = false;
    TRY(enqueue_edges(colony, NEXT, colony->shape.element_group, interrupted));
    for (uint32_t row_begin = 0; row_begin < s->n && !*interrupted; row_begin += rows) {
        rows = aco_device_lines(colony, s->n - row_begin, local, units);
        TRY(ACO_GIVE(colony, ROWS, OCL_VALUE(row_begin), OCL_VALUE(evaporates)));
        TRY(aco_device_launch(colony, ROWS, (struct ocl_ndrange){{rows * local, 1}, {local, 1}}));
        TRY(ocl_pacer_add(&colony->pacer, rows * units, interrupted));
    }
    if (s->symmetric && !*interrupted) {
        TRY(ACO_GIVE(colony, SYMMETRISE, OCL_VALUE(evaporates)));
        TRY(aco_device_launch(colony, SYMMETRISE, pairs));
    }
    return SWARM_OK;
}
