/* Colonies on candidate lists on a device: what a list holds, and the constructions whose ants walk on lists. */
#include "construct_lists.h"

#include <string.h>

#include "colony_device.h"
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
/* Heuristic and weights                                                                                              */

enum swarm_status aco_lists_set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    enum swarm_status status = SWARM_OK;
    struct ocl_argument edges[2];
    aco_device_edges(colony, edges);
    TRY(ACO_SET(colony, LIST_INITIALISE, ACO_BUFFER(colony, CANDIDATES), edges[0], edges[1],
                ACO_BUFFER(colony, HEURISTIC), ACO_BUFFER(colony, TRAILS), ACO_BUFFER(colony, ROW_OFFSETS),
                OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->trail_initial), OCL_ARGUMENT(s->alpha_offset),
                OCL_ARGUMENT(s->beta.fixed), ACO_BUFFER(colony, PARTNERS)));
    TRY(ACO_SET(colony, LIST_WEIGHTS, ACO_BUFFER(colony, TRAILS), ACO_BUFFER(colony, HEURISTIC),
                ACO_BUFFER(colony, ROW_OFFSETS), ACO_BUFFER(colony, CANDIDATES), ACO_BUFFER(colony, WEIGHTS),
                OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->alpha.fixed), OCL_ARGUMENT(s->beta.fixed)));

fail:
    return status;
}

enum swarm_status aco_lists_initialise(struct aco_device_colony *colony)
{
    return aco_device_launch(colony, ACO_KERNEL_LIST_INITIALISE, aco_device_elements(colony, colony->base.settings.n));
}

/* NDRange of aco_list_weights
 *   global = { stride, n rounded up to whole groups }   one work-item per place, places fastest
 *   local  = { 16, matrix_rows }                        16 divides the stride: a vector on CPUs
 */
enum swarm_status aco_lists_weights(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const size_t rows = colony->shape.matrix_rows;
    const uint32_t places = ocl_power_of_two(16, colony->shape.element_group);
    const struct ocl_ndrange range = {{s->stride, ocl_round_up(s->n, rows)}, {places, rows}};
    return aco_device_launch(colony, ACO_KERNEL_LIST_WEIGHTS, range);
}

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

enum swarm_status aco_list_item_fit(struct base_env *env, const struct swarm_device *device,
                                    const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape)
{
    (void)device;
    (void)n;
    shape->team = 1;
    shape->group_ants = request->ants_per_group ? request->ants_per_group : ITEM_ANTS;
    shape->global_bits = true;
    return shape->group_ants <= ITEM_ANTS_MOST
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--ants-per-group %u: a work-item of --construction %s takes at most %d ants",
                           (unsigned)shape->group_ants, shape->construction->name, ITEM_ANTS_MOST);
}

/* Teams of 32, by lanes where NVIDIA's platform may know them. */
static void fit_teams(const struct swarm_device *device, uint32_t group_ants, struct aco_shape *shape)
{
    shape->team = TEAM;
    shape->group_ants = group_ants;
    shape->team_code = strstr(device->platform_name, "NVIDIA") ? TEAM_CODE_REDUX : TEAM_CODE_LOCAL;
}

enum swarm_status aco_list_lanes_fit(struct base_env *env, const struct swarm_device *device,
                                     const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape)
{
    (void)env;
    fit_teams(device, request->ants_per_group ? request->ants_per_group : 1, shape);
    const size_t agreeing = (size_t)16 * TEAM; /* more than team.clh takes */
    shape->global_bits = shape->group_ants * (visited_bytes(n) + agreeing) > device->local_memory;
    return SWARM_OK;
}

enum swarm_status aco_list_together_fit(struct base_env *env, const struct swarm_device *device,
                                        const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape)
{
    (void)n;
    const bool cpu = device->type == SWARM_DEVICE_CPU;
    const uint32_t ants = request->ants_per_group ? request->ants_per_group
                          : cpu                   ? 1
                                                  : ocl_power_of_two(TOGETHER_ANTS, device->max_group_size / TEAM);
    shape->global_bits = true;
    if (cpu && ants == 1) { /* all ants in turn, without barriers */
        shape->team = 1;
        shape->group_ants = 1;
        return SWARM_OK;
    }
    fit_teams(device, ants, shape);
    return (size_t)ants * TEAM <= device->max_group_size
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
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
 * needs
 */
static struct ocl_ndrange range_of(const struct aco_shape *shape, uint32_t ants)
{
    const size_t groups = ocl_round_up(ants, shape->group_ants) / shape->group_ants;
    const size_t local = shape->team == 1 ? 1 : (size_t)shape->team * shape->group_ants;
    return (struct ocl_ndrange){{groups * local, 1}, {local, 1}};
}

/* Numbers of the first arguments that change. */
enum { WALK_ITERATION = 14, WALK_LOCAL = 19 };

enum swarm_status aco_list_walk_set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const struct aco_shape *shape = &colony->shape;
    const uint32_t key_0 = (uint32_t)s->seed, key_1 = (uint32_t)(s->seed >> 32), zero = 0;
    const struct ocl_argument visited = {shape->global_bits ? 4 : visited_bytes(s->n) * shape->group_ants, NULL};
    enum swarm_status status = SWARM_OK;
    struct ocl_argument edges[2];
    aco_device_edges(colony, edges);
    TRY(ACO_SET(colony, CONSTRUCT, ACO_BUFFER(colony, CANDIDATES), ACO_BUFFER(colony, WEIGHTS),
                ACO_BUFFER(colony, SECOND), edges[0], edges[1], ACO_BUFFER(colony, TOURS), ACO_BUFFER(colony, LENGTHS),
                ACO_BUFFER(colony, LIST_VISITED), ACO_BUFFER(colony, PARTNERS), OCL_ARGUMENT(s->n),
                OCL_ARGUMENT(s->second_length), OCL_ARGUMENT(s->exploit), OCL_ARGUMENT(key_0), OCL_ARGUMENT(key_1),
                OCL_ARGUMENT(zero), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero)));
    if (shape->team > 1) {
        TRY(ocl_kernel_set(&colony->session, &colony->kernels[ACO_KERNEL_CONSTRUCT], WALK_LOCAL, &visited, 1));
    }

fail:
    return status;
}

/* The tours of `ants` ants from `ant_begin`, steps [step_begin, step_end). */
static enum swarm_status launch(struct aco_device_colony *colony, uint32_t iteration, uint32_t ant_begin, uint32_t ants,
                                uint32_t step_begin, uint32_t step_end)
{
    const uint32_t ant_end = ant_begin + ants;
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(iteration), OCL_ARGUMENT(ant_begin), OCL_ARGUMENT(ant_end),
                                             OCL_ARGUMENT(step_begin), OCL_ARGUMENT(step_end)};
    enum swarm_status status = ocl_kernel_set(&colony->session, &colony->kernels[ACO_KERNEL_CONSTRUCT], WALK_ITERATION,
                                              arguments, sizeof arguments / sizeof arguments[0]);
    return status == SWARM_OK ? aco_device_launch(colony, ACO_KERNEL_CONSTRUCT, range_of(&colony->shape, ants))
                              : status;
}

/* Steps of one launch that `ants` ants take. */
static uint32_t fitting_steps(const struct aco_device_colony *colony, uint32_t ants)
{
    const uint32_t n = colony->base.settings.n, fewest = 32;
    const double steps = ocl_pacer_launch_units(&colony->pacer) / ((double)ants * STEP_UNITS);
    return steps < fewest ? fewest : steps < n ? (uint32_t)steps : n;
}

/* Ants and steps of one launch. Ants are split first, whole groups of them, but a launch keeps enough of them to fill
 * the device; steps are split only when that is still too long. */
static void split(const struct aco_device_colony *colony, uint32_t *ants, uint32_t *steps)
{
    const struct aco_settings *s = &colony->base.settings;
    const bool cpu = colony->base.engine.device->type == SWARM_DEVICE_CPU;
    const uint32_t groups = colony->base.engine.device->compute_units * (cpu ? 4 : 16);
    const double enough = (double)groups * colony->shape.group_ants;
    const double fitting = ocl_pacer_launch_units(&colony->pacer) / ((double)s->n * STEP_UNITS);
    *ants = s->ants;
    if (fitting < s->ants) {
        const double wanted = fitting < enough ? enough : (double)(uint64_t)(fitting / enough) * enough;
        *ants = wanted < s->ants ? (uint32_t)wanted : s->ants;
    }
    *steps = fitting_steps(colony, *ants);
}

enum swarm_status aco_list_walk_enqueue(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    enum swarm_status status = SWARM_OK;
    uint32_t ants = 0, steps = 0;
    *interrupted = false;
    for (uint32_t ant = 0; ant < s->ants && !*interrupted; ant += ants) {
        split(colony, &ants, &steps);
        ants = ants < s->ants - ant ? ants : s->ants - ant;
        for (uint32_t step = 0; step < s->n && !*interrupted; step += steps) {
            const uint32_t end = steps < s->n - step ? step + steps : s->n;
            TRY(launch(colony, iteration, ant, ants, step, end));
            TRY(ocl_pacer_add(&colony->pacer, (double)ants * (end - step) * STEP_UNITS, interrupted));
        }
    }

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ants that change trails as they go: list-together                                                                  */

/* Numbers of the first arguments that change. */
enum { TOGETHER_ITERATION = 14 };

enum swarm_status aco_list_together_set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t key_0 = (uint32_t)s->seed, key_1 = (uint32_t)(s->seed >> 32), zero = 0;
    struct ocl_argument edges[2];
    aco_device_edges(colony, edges);
    return ACO_SET(colony, CONSTRUCT, ACO_BUFFER(colony, CANDIDATES), ACO_BUFFER(colony, WEIGHTS),
                   ACO_BUFFER(colony, SECOND), edges[0], edges[1], ACO_BUFFER(colony, TOURS),
                   ACO_BUFFER(colony, LENGTHS), ACO_BUFFER(colony, LIST_VISITED), ACO_BUFFER(colony, PARTNERS),
                   OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->second_length), OCL_ARGUMENT(s->exploit), OCL_ARGUMENT(key_0),
                   OCL_ARGUMENT(key_1), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero),
                   OCL_ARGUMENT(s->ants), ACO_BUFFER(colony, TRAILS), ACO_BUFFER(colony, HEURISTIC),
                   ACO_BUFFER(colony, ROW_OFFSETS), OCL_ARGUMENT(s->alpha.fixed), OCL_ARGUMENT(s->beta.fixed),
                   OCL_ARGUMENT(s->local_keep), OCL_ARGUMENT(s->local_gain));
}

/* NDRange of aco_construct_list_together
 *   global = local = { team * group_ants }   a single group, as the ants of a colony wait for each other at every step
 */
enum swarm_status aco_list_together_enqueue(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const size_t items = (size_t)colony->shape.team * colony->shape.group_ants;
    const struct ocl_ndrange range = {{items, 1}, {items, 1}};
    enum swarm_status status = SWARM_OK;
    uint32_t steps = 0;
    *interrupted = false;
    for (uint32_t step = 0; step < s->n && !*interrupted; step += steps) {
        steps = fitting_steps(colony, s->ants);
        const uint32_t end = steps < s->n - step ? step + steps : s->n;
        const struct ocl_argument arguments[] = {OCL_ARGUMENT(iteration), OCL_ARGUMENT(step), OCL_ARGUMENT(end)};
        TRY(ocl_kernel_set(&colony->session, &colony->kernels[ACO_KERNEL_CONSTRUCT], TOGETHER_ITERATION, arguments, 3));
        TRY(aco_device_launch(colony, ACO_KERNEL_CONSTRUCT, range));
        TRY(ocl_pacer_add(&colony->pacer, (double)s->ants * (end - step) * STEP_UNITS, interrupted));
    }

fail:
    return status;
}
