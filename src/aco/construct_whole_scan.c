/* The construction whole-scan (Belotti, section 4.1): all ants walk together, and a step of all is one prefix sum over
 * the [ants][n] weights of the nodes each may go to. */
#include "construct_whole_scan.h"

#include "colony_device.h"

/* The kernels of cl/aco/whole_scan.cl, in the order of the row. */
enum scan_kernel { SCAN_BEGIN, SCAN_WEIGHTS, SCAN_TOTALS, SCAN_INCREMENTS, SCAN_DRAW, SCAN_SEARCH };

/* Work-items a group; each takes two elements of a chunk through both sweeps. On two cores with PoCL a280 takes 0.17 s
 * an iteration with 8, 0.24 s with 16, 0.25 s with 64 and 0.36 s with 1. */
enum { TEAM = 256, TEAM_CPU = 8 };

/* One level of the recursion: elements [begin, begin + count) of scan_sums. Each chunk of it has its sum in the next
 * level, which begins where this one ends. */
struct level {
    uint64_t begin, count;
};

static uint64_t chunks_of(uint64_t count, uint32_t team)
{
    uint64_t chunk = 2 * (uint64_t)team;
    return (count + chunk - 1) / chunk;
}

/* The level of the chunks' sums; without elements where one chunk needs none. */
static struct level next_of(struct level level, uint32_t team)
{
    uint64_t chunks = chunks_of(level.count, team);
    return (struct level){level.begin + level.count, chunks > 1 ? chunks : 0};
}

uint64_t aco_whole_scan_elements(uint64_t cells, uint32_t team)
{
    struct level level = {0, cells};
    while (level.count > 0) {
        level = next_of(level, team);
    }
    return level.begin;
}

/* The local memory of a chunk, as PADDED() of the kernels spreads it. */
static size_t local_bytes(uint32_t team)
{
    size_t chunk = 2 * (size_t)team;
    return 8 * (chunk + chunk / 16 + 1);
}

enum swarm_status aco_whole_scan_fit(struct base_env *env, const struct swarm_device *device,
                                     const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape)
{
    (void)n;
    const uint32_t wanted = device->type == SWARM_DEVICE_CPU ? TEAM_CPU : TEAM;
    shape->group_ants = 1;
    shape->team = request->group_size ? request->group_size : ocl_power_of_two(wanted, device->max_group_size);
    while (!request->group_size && shape->team > 1 && local_bytes(shape->team) > device->local_memory) {
        shape->team /= 2;
    }
    if (shape->team & (shape->team - 1)) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u clashes with --construction whole-scan: its sweeps need a power of two",
                         (unsigned)shape->team);
    }
    return local_bytes(shape->team) <= device->local_memory
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_OUT_OF_MEMORY,
                           "a chunk's %zu bytes of sums do not fit the %llu bytes of local memory of \"%s\"",
                           local_bytes(shape->team), (unsigned long long)device->local_memory, device->name);
}

/* The arguments that change come last, so that these are the numbers of the first of them. */
enum {
    BEGIN_ITERATION = 5,
    WEIGHTS_STEP = 7,
    TOTALS_LEVEL = 1,
    INCREMENTS_LEVEL = 1,
    DRAW_ITERATION = 11,
    DRAW_STEP = 12,
    SEARCH_STEP = 5
};

enum swarm_status aco_whole_scan_set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t key_0 = (uint32_t)s->seed, key_1 = (uint32_t)(s->seed >> 32), zero = 0;
    const uint64_t cells = (uint64_t)s->ants * s->n, none = 0;
    const struct ocl_argument sums = ACO_BUFFER(colony, SCAN_SUMS), visited = ACO_BUFFER(colony, SCAN_VISITED),
                              draws = ACO_BUFFER(colony, SCAN_DRAWS), tours = ACO_BUFFER(colony, TOURS);
    enum swarm_status status = SWARM_OK;
#define SET(kernel, ...) ACO_SET_AT(colony, ACO_KERNEL_CONSTRUCT + SCAN_##kernel, __VA_ARGS__)
    TRY(SET(BEGIN, tours, visited, OCL_ARGUMENT(s->n), OCL_ARGUMENT(key_0), OCL_ARGUMENT(key_1), OCL_ARGUMENT(zero)));
    TRY(SET(WEIGHTS, ACO_BUFFER(colony, WEIGHTS), visited, tours, sums, OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride),
            OCL_ARGUMENT(cells), OCL_ARGUMENT(zero)));
    TRY(SET(TOTALS, sums, OCL_ARGUMENT(none), OCL_ARGUMENT(none)));
    TRY(SET(INCREMENTS, sums, OCL_ARGUMENT(none), OCL_ARGUMENT(none)));
    TRY(SET(DRAW, sums, ACO_BUFFER(colony, DISTANCE), tours, visited, draws, ACO_BUFFER(colony, PARTNERS),
            OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride), OCL_ARGUMENT(s->ants), OCL_ARGUMENT(key_0),
            OCL_ARGUMENT(key_1), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero)));
    TRY(SET(SEARCH, sums, draws, tours, visited, OCL_ARGUMENT(s->n), OCL_ARGUMENT(zero)));
#undef SET

fail:
    return status;
}

static enum swarm_status launch(struct aco_device_colony *colony, enum scan_kernel kernel, struct ocl_ndrange range)
{
    return aco_device_launch(colony, ACO_KERNEL_CONSTRUCT + (int)kernel, range);
}

/* Sets argument `first` of a kernel, and the next where there are two. */
static enum swarm_status change(struct aco_device_colony *colony, enum scan_kernel kernel, unsigned first,
                                const struct ocl_argument *arguments, size_t count)
{
    return ocl_kernel_set(&colony->session, &colony->kernels[ACO_KERNEL_CONSTRUCT + kernel], first, arguments, count);
}

/* NDRange of aco_construct_scan_begin and aco_construct_scan_search
 *   global = { n rounded up, ants }   one work-item per cell, the nodes of an ant fastest
 *   local  = { element_group, 1 }
 */
static struct ocl_ndrange cells(const struct aco_device_colony *colony)
{
    struct ocl_ndrange range = aco_device_elements(colony, colony->base.settings.n);
    range.global[1] = colony->base.settings.ants;
    return range;
}

/* NDRange of aco_construct_scan_weights and aco_construct_scan_totals
 *   global = { chunks * team }   one group per chunk, two elements per work-item
 *   local  = { team }            a power of two
 */
static struct ocl_ndrange chunks(const struct aco_device_colony *colony, struct level level)
{
    const uint32_t team = colony->shape.team;
    return (struct ocl_ndrange){{(size_t)chunks_of(level.count, team) * team, 1}, {team, 1}};
}

/* Adds to the elements of `level` the increments of their chunks, which the next level holds. There are two or more. */
static enum swarm_status add_increments(struct aco_device_colony *colony, struct level level)
{
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(level.begin), OCL_ARGUMENT(level.count)};
    const size_t local = colony->shape.element_group;
    const size_t behind_first = (size_t)(level.count - 2 * (uint64_t)colony->shape.team);
    enum swarm_status status = change(colony, SCAN_INCREMENTS, INCREMENTS_LEVEL, arguments, 2);
    return status == SWARM_OK ? launch(colony, SCAN_INCREMENTS,
                                       (struct ocl_ndrange){{ocl_round_up(behind_first, local), 1}, {local, 1}})
                              : status;
}

/* Turns the sums of chunks in `level` into increments, by the levels below it. */
static enum swarm_status scan_totals(struct aco_device_colony *colony, struct level level)
{
    const struct level next = next_of(level, colony->shape.team);
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(level.begin), OCL_ARGUMENT(level.count)};
    enum swarm_status status = SWARM_OK;
    TRY(change(colony, SCAN_TOTALS, TOTALS_LEVEL, arguments, 2));
    TRY(launch(colony, SCAN_TOTALS, chunks(colony, level)));
    if (next.count > 0) {
        TRY(scan_totals(colony, next));
        TRY(add_increments(colony, level));
    }

fail:
    return status;
}

/* One step of all ants. */
static enum swarm_status enqueue_step(struct aco_device_colony *colony, uint32_t step)
{
    const struct aco_settings *s = &colony->base.settings;
    const struct ocl_argument argument = OCL_ARGUMENT(step);
    const struct level level = {0, (uint64_t)s->ants * s->n}, next = next_of(level, colony->shape.team);
    enum swarm_status status = SWARM_OK;
    TRY(change(colony, SCAN_WEIGHTS, WEIGHTS_STEP, &argument, 1));
    TRY(launch(colony, SCAN_WEIGHTS, chunks(colony, level)));
    if (next.count > 0) {
        TRY(scan_totals(colony, next));
        TRY(add_increments(colony, level));
    }
    TRY(change(colony, SCAN_DRAW, DRAW_STEP, &argument, 1));
    TRY(launch(colony, SCAN_DRAW, aco_device_elements(colony, s->ants)));
    TRY(change(colony, SCAN_SEARCH, SEARCH_STEP, &argument, 1));
    TRY(launch(colony, SCAN_SEARCH, cells(colony)));

fail:
    return status;
}

enum swarm_status aco_whole_scan_enqueue(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const struct ocl_argument argument = OCL_ARGUMENT(iteration);
    enum swarm_status status = SWARM_OK;
    *interrupted = false;
    TRY(change(colony, SCAN_BEGIN, BEGIN_ITERATION, &argument, 1));
    TRY(launch(colony, SCAN_BEGIN, cells(colony)));
    TRY(change(colony, SCAN_DRAW, DRAW_ITERATION, &argument, 1));
    for (uint32_t step = 1; step < s->n && !*interrupted; ++step) {
        TRY(enqueue_step(colony, step));
        TRY(ocl_pacer_add(&colony->pacer, (double)s->ants * s->n, interrupted));
    }

fail:
    return status;
}
