/* The rows of --construction but whole-scan: how ants are fitted to a device, and the launches that build their tours.
 */
#include <math.h>
#include <string.h>

#include "cl/aco/colony_rules.h"
#include "designs.h"
#include "device.h"
#include "cl/shared/team_codes.h"

/* Work-items per ant: the fastest of 32 to 512 on an H200, bench/baseline/nvidia-h200-and-pocl-5.json. Half as many for
 * short rows: pcb442 takes 0.49 ms with 64, 0.60 ms with 128; pr2392 27.1 and 21.6 ms. */
enum { TEAM = 128, TEAM_SHORT = 64, SHORT_ROW = 512 };

/* Ants per group of lanes by PTX, 32 work-items each: as many as a list has places. By sub-groups one, which makes the
 * group a sub-group where those are larger, too. */
enum { LANES_ANTS = 4, LANES = LIST_MOST };

/* Nodes whose visited bits a worker of queen-worker keeps. */
enum { WORKER_NODES = 32 };

/* Ants of a work-item of list-item, and the most of them: cl/aco/construct_list_workitem.cl has what they take. */
enum { ITEM_ANTS = 4, ITEM_ANTS_MOST = 16 };

/* Ants of a work-group of list-together that walk at once, where a device has lanes for them: ACS has ten. */
enum { TOGETHER_ANTS = 16 };

/* Units of the pacer, looks at a node, that a step on lists counts as. */
enum { LIST_STEP_UNITS = 32 };

/* ------------------------------------------------------------------------------------------------------------------ */
/* Fitting ants that look at whole rows                                                                               */

/* Words of local memory per ant that the host gives a group: visited bits, or a masked row of weights. */
static uint32_t words_of(const struct aco_shape *shape, uint32_t n)
{
    return shape->construction->private_bits ? (n + 63) / 64 * 64 : (n + 31) / 32;
}

static size_t local_bytes(const struct aco_shape *shape, uint32_t n)
{
    return (size_t)4 * words_of(shape, n) * shape->group_ants;
}

/* Bytes of local memory by which the teams of a group agree: more than team.clh takes. */
static size_t agreeing_bytes(const struct aco_shape *shape)
{
    return shape->team > 1 ? (size_t)16 * shape->team * shape->group_ants : 0;
}

static enum swarm_status check_local_memory(const struct aco_fit *to, const struct aco_shape *shape)
{
    const size_t bits = shape->construction->lists ? 0 : local_bytes(shape, to->n); /* without room elsewhere */
    const size_t needed = bits + agreeing_bytes(shape);
    return needed <= to->device->local_memory
               ? SWARM_OK
               : base_fail(to->env, SWARM_ERROR_OUT_OF_MEMORY,
                           "%u ants in a work-group of --construction %s need %zu bytes of local memory for %u nodes, "
                           "\"%s\" has %llu",
                           (unsigned)shape->group_ants, shape->construction->name, needed, (unsigned)to->n,
                           to->device->name, (unsigned long long)to->device->local_memory);
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
        for (shape->team = ocl_power_of_two(TEAM, limit); shape->team < workers && 2 * (size_t)shape->team <= limit;
             shape->team *= 2) {
        }
    }
    if (shape->team < workers) {
        return base_fail(to->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--construction queen-worker: %u workers of %d nodes each do not cover %u nodes; %u would, "
                         "and device %u \"%s\" allows at most %zu",
                         (unsigned)shape->team, WORKER_NODES, (unsigned)to->n, (unsigned)workers, to->device->index,
                         to->device->name, limit);
    }
    return check_local_memory(to, shape);
}

/* Teams of 32, by lanes where the device may know them. */
static void fit_lanes(const struct aco_fit *to, struct aco_shape *shape)
{
    shape->team = LANES;
    shape->team_code = ocl_device_team_code(to->device);
}

enum swarm_status aco_rows_fit_lanes(const struct aco_fit *to, struct aco_shape *shape)
{
    fit_lanes(to, shape);
    shape->group_ants = to->request->ants_per_group             ? to->request->ants_per_group
                        : shape->team_code > TEAM_CODE_SUBGROUP ? LANES_ANTS
                                                                : 1;
    return check_local_memory(to, shape);
}

enum swarm_status aco_rows_set(struct aco_device_colony *colony)
{
    const uint32_t n = colony->base.settings.n, local_stride = words_of(&colony->shape, n);
    return ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_LOCAL("local_words", local_bytes(&colony->shape, n)),
                    OCL_VALUE(local_stride));
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Fitting ants that walk on lists                                                                                    */

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
                           "--ants-per-group %u: a work-item of --construction %s takes at most %d ants",
                           (unsigned)shape->group_ants, shape->construction->name, ITEM_ANTS_MOST);
}

enum swarm_status aco_lists_fit_lanes(const struct aco_fit *to, struct aco_shape *shape)
{
    fit_lanes(to, shape);
    shape->group_ants = to->request->ants_per_group ? to->request->ants_per_group : 1;
    shape->global_bits = shape->group_ants * visited_bytes(to->n) + agreeing_bytes(shape) > to->device->local_memory;
    return check_local_memory(to, shape);
}

/* On CPUs all ants in turn, without barriers. */
enum swarm_status aco_lists_fit_together(const struct aco_fit *to, struct aco_shape *shape)
{
    const struct swarm_device *device = to->device;
    const bool alone = aco_shape_alone(device);
    const uint32_t usual = alone ? 1 : ocl_power_of_two(TOGETHER_ANTS, device->max_group_size / LANES);
    shape->global_bits = true;
    shape->group_ants = to->request->ants_per_group ? to->request->ants_per_group : usual;
    if (alone && shape->group_ants == 1) {
        shape->team = 1;
        return SWARM_OK;
    }
    fit_lanes(to, shape);
    return (size_t)shape->group_ants * LANES <= device->max_group_size
               ? check_local_memory(to, shape)
               : base_fail(to->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--ants-per-group %u: device %u \"%s\" allows groups of at most %zu work-items, %d an ant",
                           (unsigned)shape->group_ants, device->index, device->name, device->max_group_size, LANES);
}

enum swarm_status aco_lists_set(struct aco_device_colony *colony)
{
    const struct aco_shape *shape = &colony->shape;
    const size_t bytes = shape->global_bits ? 4 : visited_bytes(colony->base.settings.n) * shape->group_ants;
    return shape->team > 1 ? ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_LOCAL("visited_of_group", bytes)) : SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Launches                                                                                                           */

static uint32_t step_units(const struct aco_device_colony *colony)
{
    return colony->shape.construction->lists ? LIST_STEP_UNITS : colony->base.settings.n;
}

/* Units of the pacer that a step of `ants` ants in `groups` groups counts as. */
static double units_of_step(const struct aco_device_colony *colony, uint32_t ants, double groups)
{
    return (double)ants * step_units(colony) * aco_device_waste(colony, groups);
}

/* Steps of one launch, of `units` each. Ants are split first, steps only when a launch that fills the device is still
 * too long. */
static uint32_t steps_of_launch(const struct aco_device_colony *colony, double units)
{
    const double fewest = 32, steps = ocl_pacer_launch_units(&colony->pacer) / units;
    return (uint32_t)fmax(fewest, fmin(steps, colony->base.settings.n));
}

/* NDRange of aco_construct_workitem
 *   global = { ants rounded up to whole groups }   one work-item per ant
 *   local  = { group_ants }                        1 on CPUs, elsewhere as many as go in step and fit local memory
 *   local memory = 4 * ceil(n / 32) * group_ants bytes of visited bits
 *
 * NDRange of aco_construct_team
 *   global = { ants rounded up to whole groups, times team }
 *   local  = { group_ants * team }   work-group and queen-worker: one ant and any number of work-items; lanes: several
 *                                    ants and 32 each
 *   local memory = 4 * ceil(n / 32) bytes of visited bits per ant, queen-worker: 4 bytes a node; and what team.clh
 * takes
 *
 * NDRange of aco_construct_list_workitem
 *   global = { ants / group_ants, rounded up }   a work-item for that many ants
 *   local  = { 1 }                               for CPUs, without any barrier
 *
 * NDRange of aco_construct_list_lanes: as aco_construct_team, 32 work-items an ant
 *   local memory = 4 * ceil(n / 32) bytes of visited bits per ant, unless they lie in global memory; what team.clh
 * takes
 */
static struct ocl_ndrange range_of(const struct aco_shape *shape, uint32_t ants)
{
    const size_t groups = ocl_round_up(ants, shape->group_ants) / shape->group_ants;
    const size_t local = aco_shape_group(shape);
    return (struct ocl_ndrange){{groups * local, 1}, {local, 1}};
}

/* Launches of some ants and some steps, each of which makes the visited bits anew from the tour so far. */
enum swarm_status aco_walk(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t together = colony->shape.construction->lists ? colony->shape.group_ants : 1;
    *interrupted = false;
    for (uint32_t ant_begin = 0, ant_end; ant_begin < s->ants && !*interrupted; ant_begin = ant_end) {
        const uint32_t wanted = aco_device_fitting(colony, s->ants, together, (double)s->n * step_units(colony)),
                       left = s->ants - ant_begin;
        const uint32_t ants = wanted < left ? wanted : left;
        const double units = units_of_step(colony, ants, (double)ants / colony->shape.group_ants);
        ant_end = ant_begin + ants;
        for (uint32_t step_begin = 0, step_end; step_begin < s->n && !*interrupted; step_begin = step_end) {
            const uint32_t steps = steps_of_launch(colony, units);
            step_end = steps < s->n - step_begin ? step_begin + steps : s->n;
            TRY(ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_VALUE(iteration), OCL_VALUE(ant_begin), OCL_VALUE(ant_end),
                         OCL_VALUE(step_begin), OCL_VALUE(step_end)));
            TRY(aco_device_launch(colony, ACO_KERNEL_CONSTRUCT, range_of(&colony->shape, ants)));
            TRY(ocl_pacer_add(&colony->pacer, (step_end - step_begin) * units, interrupted));
        }
    }
    return SWARM_OK;
}

/* NDRange of aco_construct_list_together
 *   global = local = { team * group_ants }   a single group, as the ants of a colony wait for each other at every step
 */
enum swarm_status aco_lists_walk_together(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const double units = units_of_step(colony, s->ants, 1);
    *interrupted = false;
    for (uint32_t step_begin = 0, step_end; step_begin < s->n && !*interrupted; step_begin = step_end) {
        const uint32_t steps = steps_of_launch(colony, units);
        step_end = steps < s->n - step_begin ? step_begin + steps : s->n;
        TRY(ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_VALUE(iteration), OCL_VALUE(step_begin), OCL_VALUE(step_end)));
        TRY(aco_device_launch(colony, ACO_KERNEL_CONSTRUCT, range_of(&colony->shape, 1)));
        TRY(ocl_pacer_add(&colony->pacer, (step_end - step_begin) * units, interrupted));
    }
    return SWARM_OK;
}
