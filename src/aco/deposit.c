/* The table of --deposit: how ants lay their trails. Adding a row: its kernels, the functions of struct aco_deposit, a
 * line here. Trails are whole units, so that all rows give the same ones in whatever order ants arrive. */
#include "shape.h"

#include "colony_device.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Parts of a deposit that fit a launch. A unit of the pacer is an edge that is laid or looked at.                    */

/* Work-items that keep a compute unit busy: what an H200 holds at a time; a CPU's core takes one group after another.
 */
enum { ITEMS_PER_UNIT = 2048, ITEMS_PER_CORE = 64 };

/* Groups in the second dimension of a launch: the least that GPUs with a limit on it allow. */
enum { GROUPS_DEEP = 65535 };

static size_t enough_items(const struct aco_device_colony *colony)
{
    const bool cpu = colony->base.engine.device->type == SWARM_DEVICE_CPU;
    return (size_t)colony->base.engine.device->compute_units * (cpu ? ITEMS_PER_CORE : ITEMS_PER_UNIT);
}

/* How many of `count` lines of `items` work-items and `units` each go into one launch: enough to fill the device, and
 * not more than the pacer wants otherwise. */
static uint32_t lines_of_launch(const struct aco_device_colony *colony, uint32_t count, size_t items, double units)
{
    const double fitting = ocl_pacer_launch_units(&colony->pacer) / units;
    const size_t filling = ocl_round_up(enough_items(colony), items) / items;
    const uint32_t most = count < GROUPS_DEEP ? count : GROUPS_DEEP;
    const double lines = fitting > (double)filling ? fitting : (double)filling;
    return lines < most ? (uint32_t)lines : most;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* One launch per ant                                                                                                 */

/* NDRange of aco_deposit_per_ant, launched once per ant
 *   global = { n rounded up to whole groups }   one work-item per edge, the closing one included
 *   local  = { element_group }
 */
static enum swarm_status per_ant_enqueue(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    (void)iteration;
    const struct aco_settings *settings = &colony->base.settings;
    const struct ocl_kernel *kernel = &colony->kernels[ACO_KERNEL_DEPOSIT];
    const size_t local = colony->shape.element_group;
    const struct ocl_ndrange range = {{ocl_round_up(settings->n, local), 1}, {local, 1}};
    enum swarm_status status = SWARM_OK;
    *interrupted = false;
    for (uint32_t ant = 0; ant < settings->ants && !*interrupted; ++ant) {
        TRY(ocl_kernel_set(&colony->session, kernel, 5, &OCL_ARGUMENT(ant), 1));
        TRY(ocl_kernel_enqueue(&colony->session, kernel, range));
        TRY(ocl_pacer_add(&colony->pacer, settings->n, interrupted));
    }

fail:
    return status;
}

static enum swarm_status per_ant_set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t zero = 0;
    return ACO_SET(colony, DEPOSIT, ACO_BUFFER(colony, TOURS), ACO_BUFFER(colony, AMOUNTS), ACO_BUFFER(colony, TRAILS),
                   OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride), OCL_ARGUMENT(zero));
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Work-items per edge of every ant                                                                                   */

/* Work-items in a group of the rows whose tiles are as long as the group. */
enum { TILE_GROUP = 128 };

static size_t tile_group(const struct aco_device_colony *colony)
{
    return ocl_power_of_two(TILE_GROUP, colony->base.engine.device->max_group_size);
}

/* A tile's nodes and the one that its last edge leads to. */
static struct ocl_argument tile_argument(const struct aco_device_colony *colony)
{
    return (struct ocl_argument){(tile_group(colony) + 1) * sizeof(uint32_t), NULL};
}

/* Queues a kernel over {n, ants}, some ants a launch; argument `index` is the first of them.
 *   global = { n rounded up to whole groups, ants of the launch }   one work-item per edge
 *   local  = { local, 1 }
 */
static enum swarm_status enqueue_edges(struct aco_device_colony *colony, int kernel, unsigned index, size_t local,
                                       bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const size_t items = ocl_round_up(s->n, local);
    enum swarm_status status = SWARM_OK;
    uint32_t ants = 0;
    *interrupted = false;
    for (uint32_t ant = 0; ant < s->ants && !*interrupted; ant += ants) {
        ants = lines_of_launch(colony, s->ants - ant, items, s->n);
        TRY(ocl_kernel_set(&colony->session, &colony->kernels[kernel], index, &OCL_ARGUMENT(ant), 1));
        TRY(aco_device_launch(colony, kernel, (struct ocl_ndrange){{items, ants}, {local, 1}}));
        TRY(ocl_pacer_add(&colony->pacer, (double)ants * s->n, interrupted));
    }

fail:
    return status;
}

/* NDRange of aco_deposit_atomic: enqueue_edges(), local = { element_group, 1 } */
static enum swarm_status atomic_enqueue(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    (void)iteration;
    return enqueue_edges(colony, ACO_KERNEL_DEPOSIT, 5, colony->shape.element_group, interrupted);
}

static enum swarm_status atomic_tiled_set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t zero = 0;
    return ACO_SET(colony, DEPOSIT, ACO_BUFFER(colony, TOURS), ACO_BUFFER(colony, AMOUNTS), ACO_BUFFER(colony, TRAILS),
                   OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride), OCL_ARGUMENT(zero), tile_argument(colony));
}

/* NDRange of aco_deposit_atomic_tiled: enqueue_edges(), local = { TILE_GROUP, 1 } as the device allows
 *   local memory = 4 * (local + 1) bytes
 */
static enum swarm_status atomic_tiled_enqueue(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    (void)iteration;
    return enqueue_edges(colony, ACO_KERNEL_DEPOSIT, 5, tile_group(colony), interrupted);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Work-items per trail, which look for themselves                                                                    */

static enum swarm_status gather_set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t zero = 0;
    return ACO_SET(colony, DEPOSIT, ACO_BUFFER(colony, TOURS), ACO_BUFFER(colony, AMOUNTS), ACO_BUFFER(colony, TRAILS),
                   OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride), OCL_ARGUMENT(zero), OCL_ARGUMENT(s->ants),
                   OCL_ARGUMENT(zero));
}

static enum swarm_status gather_tiled_set(struct aco_device_colony *colony)
{
    const struct ocl_argument tile = tile_argument(colony);
    enum swarm_status status = gather_set(colony);
    return status == SWARM_OK ? ocl_kernel_set(&colony->session, &colony->kernels[ACO_KERNEL_DEPOSIT], 8, &tile, 1)
                              : status;
}

/* Queues a kernel over `columns` work-items of each row, some rows and some ants a launch: each adds to the trails.
 *   global = { columns rounded up to whole groups, rows of the launch }
 *   local  = { local, 1 }
 */
static enum swarm_status enqueue_gather(struct aco_device_colony *colony, uint32_t columns, size_t local,
                                        bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const struct ocl_kernel *kernel = &colony->kernels[ACO_KERNEL_DEPOSIT];
    const size_t items = ocl_round_up(columns, local);
    const double units = (double)columns * s->n; /* of a row and an ant */
    enum swarm_status status = SWARM_OK;
    uint32_t rows = 0, ants = 0;
    *interrupted = false;
    for (uint32_t row = 0; columns > 0 && row < s->n && !*interrupted; row += rows) {
        rows = lines_of_launch(colony, s->n - row, items, units * s->ants);
        for (uint32_t ant = 0; ant < s->ants && !*interrupted; ant += ants) {
            const double fitting = ocl_pacer_launch_units(&colony->pacer) / (units * rows);
            const uint32_t left = s->ants - ant;
            ants = fitting < 1 ? 1 : fitting < left ? (uint32_t)fitting : left;
            const uint32_t end = ant + ants;
            const struct ocl_argument arguments[] = {OCL_ARGUMENT(ant), OCL_ARGUMENT(end), OCL_ARGUMENT(row)};
            TRY(ocl_kernel_set(&colony->session, kernel, 5, arguments, 3));
            TRY(ocl_kernel_enqueue(&colony->session, kernel, (struct ocl_ndrange){{items, rows}, {local, 1}}));
            TRY(ocl_pacer_add(&colony->pacer, units * rows * ants, interrupted));
        }
    }

fail:
    return status;
}

/* NDRange of aco_deposit_gather: enqueue_gather(), one work-item per trail, local = { element_group, 1 } */
static enum swarm_status gather_enqueue(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    (void)iteration;
    return enqueue_gather(colony, colony->base.settings.n, colony->shape.element_group, interrupted);
}

/* NDRange of aco_deposit_gather_tiled: enqueue_gather(), one work-item per trail, local = { TILE_GROUP, 1 }
 *   local memory = 4 * (local + 1) bytes
 */
static enum swarm_status gather_tiled_enqueue(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    (void)iteration;
    return enqueue_gather(colony, colony->base.settings.n, tile_group(colony), interrupted);
}

/* NDRange of aco_deposit_gather_symmetric: enqueue_gather(), one work-item per pair of nodes, local = { TILE_GROUP, 1 }
 *   local memory = 4 * (local + 1) bytes
 */
static enum swarm_status gather_symmetric_enqueue(struct aco_device_colony *colony, uint64_t iteration,
                                                  bool *interrupted)
{
    (void)iteration;
    return enqueue_gather(colony, colony->base.settings.n / 2, tile_group(colony), interrupted);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Work-groups per row                                                                                                */

enum { BY_ROW_NEXT = ACO_KERNEL_DEPOSIT, BY_ROW_ROWS, BY_ROW_SYMMETRISE };

/* Words of a row that are summed at a time, in at most half of the local memory, so that two groups fit. A tile more
 * reads all next nodes of the row once more. */
enum { BY_ROW_TILE = 8192 };

/* The side of a tile of aco_deposit_symmetrise. */
enum { SYMMETRISE_SIDE = 32 };

static uint32_t by_row_tile(const struct aco_device_colony *colony)
{
    const uint64_t fitting = colony->base.engine.device->local_memory / 2 / sizeof(uint32_t);
    const uint32_t most = fitting < BY_ROW_TILE ? (uint32_t)fitting : BY_ROW_TILE;
    return colony->base.settings.n < most ? colony->base.settings.n : most;
}

static enum swarm_status by_row_set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t zero = 0, tile = by_row_tile(colony);
    const struct ocl_argument sums = {tile * sizeof(uint32_t), NULL};
    enum swarm_status status = SWARM_OK;
    TRY(ACO_SET_AT(colony, BY_ROW_NEXT, ACO_BUFFER(colony, TOURS), ACO_BUFFER(colony, NEXT), OCL_ARGUMENT(s->n),
                   OCL_ARGUMENT(s->ants), OCL_ARGUMENT(zero)));
    TRY(ACO_SET_AT(colony, BY_ROW_ROWS, ACO_BUFFER(colony, NEXT), ACO_BUFFER(colony, AMOUNTS),
                   s->symmetric ? ACO_BUFFER(colony, DIRECTED) : ACO_BUFFER(colony, TRAILS), OCL_ARGUMENT(s->n),
                   OCL_ARGUMENT(s->stride), OCL_ARGUMENT(s->ants), OCL_ARGUMENT(zero), OCL_ARGUMENT(tile), sums));
    TRY(ACO_SET_AT(colony, BY_ROW_SYMMETRISE, ACO_BUFFER(colony, DIRECTED), ACO_BUFFER(colony, TRAILS),
                   OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride)));

fail:
    return status;
}

/* NDRange of aco_deposit_next: enqueue_edges(), local = { element_group, 1 }
 *
 * NDRange of aco_deposit_rows, some rows a launch
 *   global = { rows of the launch * row_group }   one group per node
 *   local  = { row_group }                        1 on CPUs, where nothing is atomic
 *   local memory = 4 * by_row_tile() bytes
 *
 * NDRange of aco_deposit_symmetrise, for n' tiles a row; one launch, not counted: a matrix takes as long as to
 * evaporate global = { (n' / 2 + 1) * row_group, n' }   one group per pair of tiles; n' / 2 of them idle where n' is
 * even local  = { row_group, 1 } local memory, declared in the kernel = 2 * 32 * 33 * 4 bytes
 */
static enum swarm_status by_row_enqueue(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    (void)iteration;
    const struct aco_settings *s = &colony->base.settings;
    const size_t local = colony->shape.row_group;
    const size_t tiles = ocl_round_up(s->n, SYMMETRISE_SIDE) / SYMMETRISE_SIDE;
    const struct ocl_ndrange pairs = {{(tiles / 2 + 1) * local, tiles}, {local, 1}};
    enum swarm_status status = SWARM_OK;
    uint32_t rows = 0;
    *interrupted = false;
    if (s->n < 2) {
        return SWARM_OK; /* a lone node has no edge */
    }
    TRY(enqueue_edges(colony, BY_ROW_NEXT, 4, colony->shape.element_group, interrupted));
    for (uint32_t row = 0; row < s->n && !*interrupted; row += rows) {
        rows = lines_of_launch(colony, s->n - row, local, (double)s->ants + s->n);
        TRY(ocl_kernel_set(&colony->session, &colony->kernels[BY_ROW_ROWS], 6, &OCL_ARGUMENT(row), 1));
        TRY(aco_device_launch(colony, BY_ROW_ROWS, (struct ocl_ndrange){{rows * local, 1}, {local, 1}}));
        TRY(ocl_pacer_add(&colony->pacer, (double)rows * ((double)s->ants + s->n), interrupted));
    }
    if (s->symmetric && !*interrupted) {
        TRY(aco_device_launch(colony, BY_ROW_SYMMETRISE, pairs));
    }

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Sums of their own                                                                                                  */

enum { EDGES_LAY = ACO_KERNEL_DEPOSIT, EDGES_SETTLE, EDGES_WORST, EDGES_MUTATE };

static enum swarm_status edges_set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t zero = 0, key_0 = (uint32_t)s->seed, key_1 = (uint32_t)(s->seed >> 32);
    const uint64_t zero_long = 0;
    enum swarm_status status = SWARM_OK;
    TRY(ACO_SET_AT(colony, EDGES_LAY, ACO_BUFFER(colony, TOURS), ACO_BUFFER(colony, DEPOSITORS),
                   ACO_BUFFER(colony, AMOUNTS), ACO_BUFFER(colony, CANDIDATES), ACO_BUFFER(colony, LAID),
                   OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride), OCL_ARGUMENT(s->width), OCL_ARGUMENT(zero),
                   OCL_ARGUMENT(zero), OCL_ARGUMENT(zero)));
    TRY(ACO_SET_AT(colony, EDGES_SETTLE, ACO_BUFFER(colony, TRAILS), ACO_BUFFER(colony, LAID), ACO_BUFFER(colony, BEST),
                   ACO_BUFFER(colony, CANDIDATES), OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride), OCL_ARGUMENT(s->width),
                   OCL_ARGUMENT(s->keep), OCL_ARGUMENT(s->trail_floor), OCL_ARGUMENT(s->trail_initial),
                   OCL_ARGUMENT(zero)));
    TRY(ACO_SET_AT(colony, EDGES_WORST, ACO_BUFFER(colony, TOURS), ACO_BUFFER(colony, CANDIDATES),
                   ACO_BUFFER(colony, ANCHOR), ACO_BUFFER(colony, TRAILS), ACO_BUFFER(colony, BEST), OCL_ARGUMENT(s->n),
                   OCL_ARGUMENT(s->stride), OCL_ARGUMENT(s->width), OCL_ARGUMENT(s->keep),
                   OCL_ARGUMENT(s->trail_floor)));
    TRY(ACO_SET_AT(colony, EDGES_MUTATE, ACO_BUFFER(colony, CANDIDATES), ACO_BUFFER(colony, ANCHOR),
                   ACO_BUFFER(colony, TRAILS), ACO_BUFFER(colony, BEST), OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride),
                   OCL_ARGUMENT(s->width), OCL_ARGUMENT(s->trail_floor), OCL_ARGUMENT(s->mutations),
                   OCL_ARGUMENT(s->restart_after), OCL_ARGUMENT(key_0), OCL_ARGUMENT(key_1), OCL_ARGUMENT(zero_long)));

fail:
    return status;
}

/* NDRange of aco_deposit_lay, some depositors a launch
 *   global = { n rounded up to whole groups, depositors of the launch }   one work-item per edge
 *   local  = { element_group, 1 }
 * or, on lists on CPUs,
 *   global = { laid_shares }   one work-item for every laid_shares-th depositor
 *   local  = { 1 }
 *
 * NDRange of aco_deposit_settle: aco_device_matrix(), one work-item per trail
 *
 * NDRange of aco_deposit_worst: aco_device_elements(), one work-item per edge of a tour
 *
 * NDRange of aco_deposit_mutate
 *   global = local = { reduce_group }   a single group, for a sum
 */
static enum swarm_status edges_enqueue(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const size_t local = colony->shape.element_group, items = ocl_round_up(s->n, local);
    const size_t group = colony->shape.reduce_group;
    enum swarm_status status = SWARM_OK;
    const uint32_t turn = (uint32_t)(iteration % 2);
    uint32_t count = 0;
    *interrupted = false;
    TRY(ocl_kernel_set(&colony->session, &colony->kernels[EDGES_LAY], 10, &OCL_ARGUMENT(turn), 1));
    TRY(ocl_kernel_set(&colony->session, &colony->kernels[EDGES_SETTLE], 10, &OCL_ARGUMENT(turn), 1));
    for (uint32_t first = 0; first < s->depositors && !*interrupted; first += count) {
        count = lines_of_launch(colony, s->depositors - first, items, s->n);
        const uint32_t last = first + count, shares = colony->shape.laid_shares;
        const struct ocl_argument launched[] = {OCL_ARGUMENT(first), OCL_ARGUMENT(last)};
        const struct ocl_ndrange edges = {{items, count}, {local, 1}}, alone = {{shares, 1}, {1, 1}};
        TRY(ocl_kernel_set(&colony->session, &colony->kernels[EDGES_LAY], 8, launched, 2));
        TRY(aco_device_launch(colony, EDGES_LAY, shares > 0 ? alone : edges));
        TRY(ocl_pacer_add(&colony->pacer, (double)count * s->n, interrupted));
    }
    TRY(aco_device_launch(colony, EDGES_SETTLE, aco_device_matrix(colony)));
    if (s->algorithm->worst_loses && iteration > 0) {
        TRY(aco_device_launch(colony, EDGES_WORST, aco_device_elements(colony, s->n)));
        TRY(ocl_kernel_set(&colony->session, &colony->kernels[EDGES_MUTATE], 12, &OCL_ARGUMENT(iteration), 1));
        TRY(aco_device_launch(colony, EDGES_MUTATE, (struct ocl_ndrange){{group, 1}, {group, 1}}));
    }

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */

#define DEPOSIT_ROWS(ROW)                                                                                             \
    ROW("per-ant", "one launch per ant, one work-item per edge, no atomics",                                          \
        "Angelo, Augusto and Barbosa 2013, Algorithm 9", .file = "aco/deposit_per_ant.cl",                            \
        .kernels = {"aco_deposit_per_ant"}, .set = per_ant_set, .enqueue = per_ant_enqueue)                           \
    ROW("atomic", "one work-item per edge of every ant, integer atomics",                                             \
        "Cecilia et al. 2013, Fig. 4 and Table 4, version 2", .file = "aco/deposit_atomic.cl",                        \
        .kernels = {"aco_deposit_atomic"}, .set = per_ant_set, .enqueue = atomic_enqueue)                             \
    ROW("atomic-tiled", "the same, tours through local memory",                                                       \
        "Cecilia et al. 2013, section 3.3, Table 4, version 1", .file = "aco/deposit_atomic.cl",                      \
        .kernels = {"aco_deposit_atomic_tiled"}, .set = atomic_tiled_set, .enqueue = atomic_tiled_enqueue)            \
    ROW("gather", "one work-item per trail searches all tours, no atomics; n^4 loads, for small n",                   \
        "Cecilia et al. 2013, Fig. 5 and Table 4, version 5", .file = "aco/deposit_gather.cl",                        \
        .kernels = {"aco_deposit_gather"}, .set = gather_set, .enqueue = gather_enqueue)                              \
    ROW("gather-tiled", "the same, tours through local memory; n^4 loads",                                            \
        "Cecilia et al. 2013, section 3.3, Table 4, version 4", .file = "aco/deposit_gather.cl",                      \
        .kernels = {"aco_deposit_gather_tiled"}, .set = gather_tiled_set, .enqueue = gather_tiled_enqueue)            \
    ROW("gather-symmetric", "the same per pair of nodes, TSP only; n^4 / 2 loads",                                    \
        "Cecilia et al. 2013, section 3.3, Table 4, version 3", .file = "aco/deposit_gather.cl",                      \
        .kernels = {"aco_deposit_gather_symmetric"}, .symmetric_only = true, .set = gather_tiled_set,                 \
        .enqueue = gather_symmetric_enqueue)                                                                          \
    ROW("by-row", "one work-group per node sums its row in local memory, then symmetrise",                            \
        "Uchida, Ito and Nakano 2014, sections 4.3.1 and 4.3.2", .file = "aco/deposit_by_row.cl",                     \
        .kernels = {"aco_deposit_next", "aco_deposit_rows", "aco_deposit_symmetrise"},                                \
        .buffers = ACO_BUFFER_BIT(NEXT) | ACO_BUFFER_BIT(DIRECTED), .set = by_row_set, .enqueue = by_row_enqueue)     \
    ROW("edges", "one work-item per edge of every tour that deposits, on lists on CPUs one per core; all algorithms", \
        "Stuetzle and Hoos 2000, for the limits; sums beside the trails: ours", .file = "aco/deposit_edges.cl",       \
        .kernels = {"aco_deposit_lay", "aco_deposit_settle", "aco_deposit_worst", "aco_deposit_mutate"},              \
        .any_algorithm = true, .buffers = ACO_BUFFER_BIT(LAID), .set = edges_set, .enqueue = edges_enqueue)

#define AS_WORD(name, help, source, ...) {name, help, source},
#define AS_ROW(word, help, source, ...)  {.name = word, __VA_ARGS__},

const struct swarm_variant aco_deposit_words[] = {
    {"auto", "edges, but for as on whole rows: by-row on CPUs, atomic elsewhere", ""},
    DEPOSIT_ROWS(AS_WORD){NULL, NULL, NULL}};
const struct aco_deposit aco_deposits[] = {DEPOSIT_ROWS(AS_ROW)};
const size_t aco_deposit_count = sizeof aco_deposits / sizeof aco_deposits[0];

const struct aco_deposit *aco_deposit_find(const char *name)
{
    return aco_row_find(aco_deposits, aco_deposit_count, sizeof aco_deposits[0], name);
}
