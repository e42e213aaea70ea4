#include "construct.h"

#include <string.h>

#include "aco/construct.h"
#include "colony_rules.h"
#include "team_codes.h"

/* Work-items of an ant where it has several: as many as a list has places. */
enum { TEAM = LIST_MOST };

/* Ants of a work-item of list-item, and the most of them: cl/aco/construct_list_workitem.cl has what they take. */
enum { ITEM_ANTS = 4, ITEM_ANTS_MOST = 16 };

/* Ants of a work-group of list-together that walk at once, where a device has lanes for them: ACS has ten. */
enum { TOGETHER_ANTS = 16 };

/* Units of the pacer, looks at a node, that a step counts as. */
enum { STEP_UNITS = 32 };

/* ------------------------------------------------------------------------------------------------------------------ */
/* Fitting ants to a device                                                                                           */

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

/* Teams of 32, by lanes where NVIDIA's platform may know them. */
static void fit_teams(const struct aco_fit *to, uint32_t group_ants, struct aco_shape *shape)
{
    shape->team = TEAM;
    shape->group_ants = group_ants;
    shape->team_code = strstr(to->device->platform_name, "NVIDIA") ? TEAM_CODE_REDUX : TEAM_CODE_LOCAL;
}

enum swarm_status aco_lists_fit_lanes(const struct aco_fit *to, struct aco_shape *shape)
{
    const size_t agreeing = (size_t)16 * TEAM; /* more than team.clh takes */
    fit_teams(to, to->request->ants_per_group ? to->request->ants_per_group : 1, shape);
    shape->global_bits = shape->group_ants * (visited_bytes(to->n) + agreeing) > to->device->local_memory;
    return SWARM_OK;
}

enum swarm_status aco_lists_fit_together(const struct aco_fit *to, struct aco_shape *shape)
{
    const struct swarm_device *device = to->device;
    const bool cpu = device->type == SWARM_DEVICE_CPU;
    const uint32_t ants = to->request->ants_per_group ? to->request->ants_per_group
                          : cpu                       ? 1
                                                      : ocl_power_of_two(TOGETHER_ANTS, device->max_group_size / TEAM);
    shape->global_bits = true;
    if (cpu && ants == 1) { /* all ants in turn, without barriers */
        shape->team = shape->group_ants = 1;
        return SWARM_OK;
    }
    fit_teams(to, ants, shape);
    return (size_t)ants * TEAM <= device->max_group_size
               ? SWARM_OK
               : base_fail(to->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--ants-per-group %u: device %u \"%s\" allows groups of at most %zu work-items, %d an ant",
                           (unsigned)ants, device->index, device->name, device->max_group_size, TEAM);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ants that walk alone: list-item and list-lanes                                                                     */

/* NDRange of aco_construct_list_workitem
 *   global = { ants / group_ants, rounded up }   a work-item for that many ants
 *   local  = { 1 }                               for CPUs, without any barrier
 *
 * NDRange of aco_construct_list_lanes
 *   global = { ants rounded up to whole groups, times 32 }
 *   local  = { group_ants * 32 }
 *   local memory = 4 * ceil(n / 32) bytes of visited bits per ant, unless they lie in global memory; what team.clh
 * takes
 */
static struct ocl_ndrange range_of(const struct aco_shape *shape, uint32_t ants)
{
    const size_t groups = ocl_round_up(ants, shape->group_ants) / shape->group_ants;
    const size_t local = shape->team == 1 ? 1 : (size_t)shape->team * shape->group_ants;
    return (struct ocl_ndrange){{groups * local, 1}, {local, 1}};
}

enum swarm_status aco_lists_set(struct aco_device_colony *colony)
{
    const struct aco_shape *shape = &colony->shape;
    const size_t bytes = shape->global_bits ? 4 : visited_bytes(colony->base.settings.n) * shape->group_ants;
    return shape->team > 1 ? ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_LOCAL("visited_of_group", bytes)) : SWARM_OK;
}

enum swarm_status aco_lists_walk(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const struct aco_walk walk = {STEP_UNITS, colony->shape.group_ants, range_of};
    return aco_construct_enqueue(colony, &walk, iteration, interrupted);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ants that change trails as they go: list-together                                                                  */

/* NDRange of aco_construct_list_together
 *   global = local = { team * group_ants }   a single group, as the ants of a colony wait for each other at every step
 */
enum swarm_status aco_lists_walk_together(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const struct aco_walk walk = {.step_units = STEP_UNITS};
    const size_t items = (size_t)colony->shape.team * colony->shape.group_ants;
    const struct ocl_ndrange range = {{items, 1}, {items, 1}};
    *interrupted = false;
    for (uint32_t step_begin = 0, step_end; step_begin < s->n && !*interrupted; step_begin = step_end) {
        const uint32_t steps = aco_construct_steps(colony, &walk, s->ants);
        step_end = steps < s->n - step_begin ? step_begin + steps : s->n;
        TRY(ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_VALUE(iteration), OCL_VALUE(step_begin), OCL_VALUE(step_end)));
        TRY(aco_device_launch(colony, ACO_KERNEL_CONSTRUCT, range));
        TRY(ocl_pacer_add(&colony->pacer, (double)s->ants * (step_end - step_begin) * STEP_UNITS, interrupted));
    }
    return SWARM_OK;
}
