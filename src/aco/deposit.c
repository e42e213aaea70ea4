/* The launches of the default deposits: atomic, by-row and edges. */
#include "device.h"

/* Queues a kernel with one work-item per edge, for all ants. A launch covers some ants, from ant_begin on. */
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

/* Launches aco_deposit_atomic, or aco_deposit_atomic_tiled with a tile of local + 1 words. */
enum swarm_status aco_rows_atomic(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    (void)iteration;
    return enqueue_edges(colony, ACO_KERNEL_DEPOSIT, colony->shape.deposit_group, interrupted);
}

/* Kernels of cl/aco/deposit_by_row.cl and cl/aco/deposit_edges.cl, in the order of their rows. */
enum { NEXT = ACO_KERNEL_DEPOSIT, ROWS, SYMMETRISE };
enum { LAY = ACO_KERNEL_DEPOSIT, SETTLE, WORST, MUTATE };

enum {
    TILE = 8192,         /* words of a row summed at a time; each tile reads all next nodes again */
    SYMMETRISE_SIDE = 32 /* rows, and columns, of a tile of aco_deposit_symmetrise */
};

/* The words of a tile: at most half of the local memory, so that two groups fit. */
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

/* Launches aco_deposit_next, then aco_deposit_rows with a group per node, and for symmetric instances
 * aco_deposit_symmetrise with a group per pair of tiles; if the number of tiles is even, tiles / 2 groups are idle. The
 * pacer counts neither symmetrising nor evaporation. */
enum swarm_status aco_rows_by_row(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const size_t local = colony->shape.row_group;
    const size_t tiles = ocl_round_up(s->n, SYMMETRISE_SIDE) / SYMMETRISE_SIDE;
    const struct ocl_ndrange pairs = {{(tiles / 2 + 1) * local, tiles}, {local, 1}};
    const double units = (double)s->ants + s->n; /* pacer units that a row of the matrix counts */
    const uint32_t evaporates = iteration > 0;   /* iteration 0 deposits on the start tour only */
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

/* NDRanges: aco_deposit_lay one work-item per edge, or on CPUs on lists laid_shares work-items for all depositors;
 * settle one per trail; worst one per edge; mutate a single group, because it needs a sum. */
enum swarm_status aco_deposit_edges(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const size_t group = colony->shape.reduce_group, shares = colony->shape.laid_shares;
    const uint32_t parity = (uint32_t)(iteration % 2);
    struct ocl_ndrange range = aco_device_elements(colony, s->n);
    const struct ocl_ndrange single = {{shares, 1}, {1, 1}};
    /* Ant System on whole rows deposits on the start tour (iteration 0) without evaporation */
    const uint32_t evaporates = iteration > 0 || aco_sums_deposits(s);
    *interrupted = false;
    TRY(ACO_GIVE(colony, LAY, OCL_VALUE(parity)));
    TRY(ACO_GIVE(colony, SETTLE, OCL_VALUE(parity), OCL_VALUE(evaporates)));
    for (uint32_t first = 0, last; first < s->depositors && !*interrupted; first = last) {
        const uint32_t count = aco_device_lines(colony, s->depositors - first, range.global[0], s->n);
        last = first + count;
        range.global[1] = count;
        TRY(ACO_GIVE(colony, LAY, OCL_VALUE(first), OCL_VALUE(last)));
        TRY(aco_device_launch(colony, LAY, shares > 0 ? single : range));
        TRY(ocl_pacer_add(&colony->pacer, (double)count * s->n, interrupted));
    }
    TRY(aco_device_launch(colony, SETTLE, aco_device_matrix(colony)));
    if (s->algorithm->worst_loses && iteration > 0) {
        TRY(aco_device_launch(colony, WORST, aco_device_elements(colony, s->n)));
        TRY(ACO_GIVE(colony, MUTATE, OCL_VALUE(iteration)));
        TRY(aco_device_launch(colony, MUTATE, (struct ocl_ndrange){{group, 1}, {group, 1}}));
    }
    return SWARM_OK;
}
