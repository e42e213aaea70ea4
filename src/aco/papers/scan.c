/* Whole-scan: construction by one prefix sum over all ants. */
#include "aco/device.h"

/* The kernels of cl/aco/papers/whole_scan.cl, in the order of the row. */
enum { SCAN_BEGIN = ACO_KERNEL_CONSTRUCT, SCAN_WEIGHTS, SCAN_TOTALS, SCAN_INCREMENTS, SCAN_DRAW, SCAN_SEARCH };

/* Work-items per group on GPUs and on CPUs. Seconds per iteration of a280 on two cores with PoCL: 0.36 with 1, 0.17
 * with 8, 0.24 with 16. */
enum { TEAM = 256, TEAM_CPU = 8 };

/* A level of the recursion: a range of scan_sums. The next level follows it and holds a sum per chunk of this level. */
struct level {
    uint64_t begin, count;
};

static uint64_t chunks_of(uint64_t count, uint32_t team)
{
    uint64_t chunk = 2 * (uint64_t)team;
    return (count + chunk - 1) / chunk;
}

/* The level that holds the sums of this level's chunks; empty if there is one chunk. */
static struct level next_of(struct level level, uint32_t team)
{
    uint64_t chunks = chunks_of(level.count, team);
    return (struct level){level.begin + level.count, chunks > 1 ? chunks : 0};
}

uint64_t aco_scan_elements(uint64_t cells, uint32_t team)
{
    struct level level = {0, cells};
    while (level.count > 0) {
        level = next_of(level, team);
    }
    return level.begin;
}

/* Bytes of local memory for a chunk, with the padding of PADDED() in whole_scan.cl. */
static size_t local_bytes(uint32_t team)
{
    size_t chunk = 2 * (size_t)team;
    return 8 * (chunk + chunk / 16 + 1);
}

enum swarm_status aco_scan_fit(const struct aco_fit *to, struct aco_shape *shape)
{
    const struct swarm_device *device = to->device;
    const uint32_t wanted = device->type == SWARM_DEVICE_CPU ? TEAM_CPU : TEAM, asked = to->request->group_size;
    shape->group_ants = 1;
    shape->team = asked ? asked : ocl_power_of_two(wanted, device->max_group_size);
    while (!asked && shape->team > 1 && local_bytes(shape->team) > device->local_memory) {
        shape->team /= 2;
    }
    if (shape->team & (shape->team - 1)) {
        return base_fail(to->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u clashes with --construction whole-scan: it needs a power of two",
                         (unsigned)shape->team);
    }
    return aco_fit_memory(to, "construction", shape->construction->name, local_bytes(shape->team));
}

/* NDRange of one work-item per cell. The nodes of an ant vary fastest. */
static struct ocl_ndrange cells(const struct aco_device_colony *colony)
{
    struct ocl_ndrange range = aco_device_elements(colony, colony->base.settings.n);
    range.global[1] = colony->base.settings.ants;
    return range;
}

/* NDRange of one group per chunk, with two elements per work-item. */
static struct ocl_ndrange chunks(const struct aco_device_colony *colony, struct level level)
{
    const uint32_t team = colony->shape.team;
    return (struct ocl_ndrange){{(size_t)chunks_of(level.count, team) * team, 1}, {team, 1}};
}

/* Adds to each element of `level` the sum of all earlier chunks, which the next levels compute. */
static enum swarm_status add_totals(struct aco_device_colony *colony, struct level level)
{
    const struct level next = next_of(level, colony->shape.team);
    const size_t after_first = (size_t)(level.count - 2 * (uint64_t)colony->shape.team);
    if (next.count == 0) {
        return SWARM_OK;
    }
    TRY(ACO_GIVE(colony, SCAN_TOTALS, OCL_NAMED("begin", next.begin), OCL_NAMED("count", next.count)));
    TRY(aco_device_launch(colony, SCAN_TOTALS, chunks(colony, next)));
    TRY(add_totals(colony, next));
    TRY(ACO_GIVE(colony, SCAN_INCREMENTS, OCL_NAMED("begin", level.begin), OCL_NAMED("count", level.count)));
    return aco_device_launch(colony, SCAN_INCREMENTS, aco_device_elements(colony, after_first));
}

/* Queues a step of all ants. */
static enum swarm_status enqueue_step(struct aco_device_colony *colony, uint32_t step)
{
    const struct aco_settings *s = &colony->base.settings;
    const struct level level = {0, (uint64_t)s->ants * s->n};
    TRY(ACO_GIVE(colony, SCAN_WEIGHTS, OCL_VALUE(step)));
    TRY(aco_device_launch(colony, SCAN_WEIGHTS, chunks(colony, level)));
    TRY(add_totals(colony, level));
    TRY(ACO_GIVE(colony, SCAN_DRAW, OCL_VALUE(step)));
    TRY(aco_device_launch(colony, SCAN_DRAW, aco_device_elements(colony, s->ants)));
    TRY(ACO_GIVE(colony, SCAN_SEARCH, OCL_VALUE(step)));
    return aco_device_launch(colony, SCAN_SEARCH, cells(colony));
}

enum swarm_status aco_scan_enqueue(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    *interrupted = false;
    TRY(ACO_GIVE(colony, SCAN_BEGIN, OCL_VALUE(iteration)));
    TRY(aco_device_launch(colony, SCAN_BEGIN, cells(colony)));
    TRY(ACO_GIVE(colony, SCAN_DRAW, OCL_VALUE(iteration)));
    for (uint32_t step = 1; step < s->n && !*interrupted; ++step) {
        TRY(enqueue_step(colony, step));
        TRY(ocl_pacer_add(&colony->pacer, (double)s->ants * s->n, interrupted));
    }
    return SWARM_OK;
}
