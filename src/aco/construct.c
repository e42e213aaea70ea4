/* The functions of --construction except whole-scan: they fit ants to a device, and launch the kernels. */
#include <math.h>
#include <string.h>

#include "cl/aco/colony_rules.h"
#include "device.h"
#include "cl/shared/team_codes.h"

/* Work-items per ant on whole rows: 128 was the fastest of 32 to 512 on an H200
 * (bench/baseline/nvidia-h200-and-pocl-5.json), except on short rows: pcb442 takes 0.49 ms with 64 and 0.60 ms with
 * 128, pr2392 27.1 ms with 64 and 21.6 ms with 128. */
enum {
    TEAM = 128,          /* work-items per ant of constructions on whole rows */
    TEAM_SHORT = 64,     /* work-items per ant on rows of at most SHORT_ROW nodes */
    SHORT_ROW = 512,     /* nodes up to which a row of weights counts as short */
    LANES = LIST_MOST,   /* work-items per ant by lanes: one for each candidate of a list */
    LANES_ANTS = 4,      /* ants per group of list-lanes with PTX and many ants */
    WORKER_NODES = 32,   /* nodes per worker of queen-worker: the visited bits of one word */
    ITEM_ANTS = 4,       /* ants per work-item of list-item: measurements in construct_list_workitem.cl */
    ITEM_ANTS_MOST = 16, /* largest --ants-per-group that list-item accepts */
    TOGETHER_ANTS = 16,  /* ants of list-together that step at once; Ant Colony System has ten */
    LIST_STEP_UNITS = 32 /* pacer units of a step on lists; a unit tests one node */
};

/* Words of local memory per ant on whole rows: visited bits, or with private bits a row of masked weights. */
static uint32_t words_of(const struct aco_shape *shape, uint32_t n)
{
    return shape->construction->private_bits ? (n + 63) / 64 * 64 : (n + 31) / 32;
}

static size_t local_bytes(const struct aco_shape *shape, uint32_t n)
{
    return (size_t)4 * words_of(shape, n) * shape->group_ants;
}

/* Bytes of local memory that the functions of team.clh need, rounded up. */
static size_t team_bytes(const struct aco_shape *shape)
{
    return shape->team > 1 ? (size_t)16 * shape->team * shape->group_ants : 0;
}

/* Checks a group's local memory, without the visited bits of ants on lists: those may be in global memory. */
static enum swarm_status check_local_memory(const struct aco_fit *to, const struct aco_shape *shape)
{
    const size_t bits = shape->construction->lists ? 0 : local_bytes(shape, to->n);
    return aco_fit_memory(to, "construction", shape->construction->name, bits + team_bytes(shape));
}

enum swarm_status aco_rows_fit_workitem(const struct aco_fit *to, struct aco_shape *shape)
{
    shape->team = shape->group_ants = 1;
    const size_t limit = to->device->max_group_size;
    const size_t fitting = (size_t)(to->device->local_memory / local_bytes(shape, to->n));
    if (to->request->ants_per_group) {
        shape->group_ants = to->request->ants_per_group;
    } else if (to->device->type != SWARM_DEVICE_CPU) {
        shape->group_ants = ocl_power_of_two(ocl_device_width(to->device), fitting < limit ? fitting : limit);
    }
    return check_local_memory(to, shape);
}

/* By default a work-item per ant, or as many as the device allows. The group has whole widths of the device, so
 * colonies of similar size have the same program. */
enum swarm_status aco_rows_fit_colony(const struct aco_fit *to, struct aco_shape *shape)
{
    shape->team = shape->group_ants = 1;
    const size_t limit = to->device->max_group_size, wanted = ocl_round_up(to->ants, ocl_device_width(to->device));
    const size_t fitting = (size_t)(to->device->local_memory / local_bytes(shape, to->n));
    const size_t most = fitting < limit ? fitting : limit;
    if (to->request->ants_per_group) {
        shape->group_ants = to->request->ants_per_group;
    } else if (most > 0) {
        shape->group_ants = (uint32_t)(wanted < most ? wanted : most);
    }
    return check_local_memory(to, shape);
}

enum swarm_status aco_rows_fit_workgroup(const struct aco_fit *to, struct aco_shape *shape)
{
    const uint32_t usual = to->n <= SHORT_ROW ? TEAM_SHORT : TEAM, asked = to->request->group_size;
    shape->team = asked ? asked : ocl_power_of_two(usual, to->device->max_group_size);
    shape->group_ants = 1;
    return check_local_memory(to, shape);
}

enum swarm_status aco_rows_fit_queen(const struct aco_fit *to, struct aco_shape *shape)
{
    const size_t limit = to->device->max_group_size;
    const uint32_t workers = (words_of(shape, to->n) + WORKER_NODES - 1) / WORKER_NODES;
    shape->group_ants = 1;
    shape->team = to->request->group_size;
    if (!to->request->group_size) {
        shape->team = ocl_power_of_two(workers > TEAM ? 2 * workers - 1 : TEAM, limit);
    }
    if (shape->team < workers) {
        return base_fail(to->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--construction %s: %u workers of %d nodes each do not cover %u nodes; %u would, "
                         "and device %u \"%s\" allows at most %zu",
                         shape->construction->name, (unsigned)shape->team, WORKER_NODES, (unsigned)to->n,
                         (unsigned)workers, to->device->index, to->device->name, limit);
    }
    return check_local_memory(to, shape);
}

/* Fits teams of 32 work-items, with the fastest team code that the device may support. */
static void fit_lanes(const struct aco_fit *to, struct aco_shape *shape)
{
    shape->team = LANES;
    shape->team_code = ocl_device_team_code(to->device);
}

/* H200, hybrid, as many ants as nodes: pr1002 0.75 ms with one ant per group and 0.85 ms with four, pr2392 3.58 and
 * 3.87 ms. */
enum swarm_status aco_rows_fit_lanes(const struct aco_fit *to, struct aco_shape *shape)
{
    fit_lanes(to, shape);
    shape->group_ants = to->request->ants_per_group ? to->request->ants_per_group : 1;
    return check_local_memory(to, shape);
}

enum swarm_status aco_rows_set(struct aco_device_colony *colony)
{
    const uint32_t n = colony->base.settings.n, local_stride = words_of(&colony->shape, n);
    return ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_LOCAL("local_words", local_bytes(&colony->shape, n)),
                    OCL_VALUE(local_stride));
}

static size_t visited_bytes(uint32_t n)
{
    return ((size_t)n + 31) / 32 * 4;
}

uint64_t aco_lists_visited_bytes(const struct aco_shape *shape, uint32_t n, uint32_t ants)
{
    return shape->global_bits ? ocl_round_up(ants, shape->group_ants) * (uint64_t)visited_bytes(n) : 0;
}

enum swarm_status aco_lists_fit_item(const struct aco_fit *to, struct aco_shape *shape)
{
    shape->team = 1;
    shape->group_ants = to->request->ants_per_group ? to->request->ants_per_group : ITEM_ANTS;
    shape->global_bits = true;
    return shape->group_ants <= ITEM_ANTS_MOST
               ? SWARM_OK
               : base_fail(to->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--ants-per-group %u: a work-item of --construction %s handles at most %d ants",
                           (unsigned)shape->group_ants, shape->construction->name, ITEM_ANTS_MOST);
}

/* Several ants share a group if enough groups remain for all compute units. H200, as many ants as nodes: pr1002 0.254
 * instead of 0.263 ms, pr2392 1.013 instead of 1.042 ms. */
enum swarm_status aco_lists_fit_lanes(const struct aco_fit *to, struct aco_shape *shape)
{
    fit_lanes(to, shape);
    const bool shares = shape->team_code > TEAM_CODE_SUBGROUP && to->ants / LANES_ANTS >= to->device->compute_units
                        && LANES_ANTS * visited_bytes(to->n) <= to->device->local_memory / 2;
    shape->group_ants = to->request->ants_per_group ? to->request->ants_per_group : shares ? LANES_ANTS : 1;
    shape->global_bits = shape->group_ants * visited_bytes(to->n) + team_bytes(shape) > to->device->local_memory;
    return check_local_memory(to, shape);
}

/* By default on CPUs a single work-item moves all ants in turn, without barriers. */
enum swarm_status aco_lists_fit_together(const struct aco_fit *to, struct aco_shape *shape)
{
    const struct swarm_device *device = to->device;
    const bool single = aco_shape_is_single(device);
    const uint32_t usual = single ? 1 : ocl_power_of_two(TOGETHER_ANTS, device->max_group_size / LANES);
    shape->global_bits = true;
    shape->group_ants = to->request->ants_per_group ? to->request->ants_per_group : usual;
    if (single && shape->group_ants == 1) {
        shape->team = 1;
        return SWARM_OK;
    }
    fit_lanes(to, shape);
    return (size_t)shape->group_ants * LANES <= device->max_group_size
               ? check_local_memory(to, shape)
               : base_fail(to->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--ants-per-group %u: device %u \"%s\" allows groups of at most %zu work-items, and each "
                           "ant takes %d",
                           (unsigned)shape->group_ants, device->index, device->name, device->max_group_size, LANES);
}

enum swarm_status aco_lists_set(struct aco_device_colony *colony)
{
    const struct aco_shape *shape = &colony->shape;
    const size_t bytes = shape->global_bits ? 4 : visited_bytes(colony->base.settings.n) * shape->group_ants;
    return shape->team > 1 ? ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_LOCAL("visited_of_group", bytes)) : SWARM_OK;
}

static uint32_t step_units(const struct aco_device_colony *colony)
{
    return colony->shape.construction->lists ? LIST_STEP_UNITS : colony->base.settings.n;
}

/* Pacer units of one step of `ants` ants in `groups` groups. */
static double units_of_step(const struct aco_device_colony *colony, uint32_t ants, double groups)
{
    return (double)ants * step_units(colony) * aco_device_waste(colony, groups);
}

/* Steps per launch at `units` per step. All steps, or fewer if a launch would take too long, but at least 32. */
static uint32_t steps_of_launch(const struct aco_device_colony *colony, double units)
{
    const double fewest = 32, steps = ocl_pacer_launch_units(&colony->pacer) / units;
    return (uint32_t)fmax(fewest, fmin(steps, colony->base.settings.n));
}

/* NDRange for `ants` ants. Groups: aco_construct_workitem has group_ants work-items, one per ant, 1 on CPUs;
 * aco_construct_team and aco_construct_list_lanes have group_ants teams; aco_construct_list_workitem has one work-item.
 * Local memory per ant: ceil(n / 32) words of visited bits unless they are global, n words (rounded up to 64) for
 * queen-worker and queen-loop, and the bytes of team.clh. */
static struct ocl_ndrange range_of(const struct aco_shape *shape, uint32_t ants)
{
    const size_t groups = ocl_round_up(ants, shape->group_ants) / shape->group_ants;
    const size_t local = aco_shape_group(shape);
    return (struct ocl_ndrange){{groups * local, 1}, {local, 1}};
}

/* Queues all steps in one or several launches. `units`: pacer units of a step. */
static enum swarm_status walk_steps(struct aco_device_colony *colony, struct ocl_ndrange range, double units,
                                    bool *interrupted)
{
    const uint32_t n = colony->base.settings.n;
    for (uint32_t step_begin = 0, step_end; step_begin < n && !*interrupted; step_begin = step_end) {
        const uint32_t steps = steps_of_launch(colony, units);
        step_end = steps < n - step_begin ? step_begin + steps : n;
        TRY(ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_VALUE(step_begin), OCL_VALUE(step_end)));
        TRY(aco_device_launch(colony, ACO_KERNEL_CONSTRUCT, range));
        TRY(ocl_pacer_add(&colony->pacer, (step_end - step_begin) * units, interrupted));
    }
    return SWARM_OK;
}

/* Launches are split by ants and by steps. Each launch rebuilds visited bits from the tours so far. */
enum swarm_status aco_walk(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t together = colony->shape.construction->lists ? colony->shape.group_ants : 1;
    *interrupted = false;
    for (uint32_t ant_begin = 0, ant_end; ant_begin < s->ants && !*interrupted; ant_begin = ant_end) {
        const uint32_t left = s->ants - ant_begin,
                       wanted = aco_device_fitting(colony, s->ants, together, (double)s->n * step_units(colony)),
                       ants = wanted < left ? wanted : left;
        ant_end = ant_begin + ants;
        TRY(ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_VALUE(iteration), OCL_VALUE(ant_begin), OCL_VALUE(ant_end)));
        TRY(walk_steps(colony, range_of(&colony->shape, ants),
                       units_of_step(colony, ants, (double)ants / colony->shape.group_ants), interrupted));
    }
    return SWARM_OK;
}

/* Launches a single group per colony. In aco_construct_list_together ants wait for each other at every step. */
enum swarm_status aco_lists_walk_together(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    *interrupted = false;
    TRY(ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_VALUE(iteration)));
    return walk_steps(colony, range_of(&colony->shape, 1), units_of_step(colony, colony->base.settings.ants, 1),
                      interrupted);
}

/* Launches aco_construct_workitem as a single group per colony, whose work-items take all ants. */
enum swarm_status aco_rows_walk_colony(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const uint32_t ant_begin = 0, ant_end = colony->base.settings.ants;
    TRY(ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_VALUE(ant_begin), OCL_VALUE(ant_end)));
    return aco_lists_walk_together(colony, iteration, interrupted);
}
