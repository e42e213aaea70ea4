#include "construct.h"

#include <string.h>

#include "aco/construct.h"
#include "team_codes.h"

/* Words of local memory per ant that the host gives a group: visited bits, or a masked row of weights. */
static uint32_t words_of(const struct aco_shape *shape, uint32_t n)
{
    return shape->construction->private_bits ? (n + 63) / 64 * 64 : (n + 31) / 32;
}

static size_t local_bytes(const struct aco_shape *shape, uint32_t n)
{
    return (size_t)4 * words_of(shape, n) * shape->group_ants;
}

/* NDRange of aco_construct_workitem
 *   global = { ants rounded up to whole groups }   one work-item per ant
 *   local  = { group_ants }                        1 on CPUs, up to 32 elsewhere as local memory allows
 *   local memory = 4 * ceil(n / 32) * group_ants bytes of visited bits
 *
 * NDRange of aco_construct_team
 *   global = { ants rounded up to whole groups, times team }
 *   local  = { group_ants * team }   work-group and queen-worker: one ant and any number of work-items; lanes: several
 *                                    ants and 32 each
 *   local memory = 4 * ceil(n / 32) bytes of visited bits per ant, queen-worker: 4 bytes a node; and what team.clh
 * takes
 */
static struct ocl_ndrange range_of(const struct aco_shape *shape, uint32_t ants)
{
    const size_t local = (size_t)shape->team * shape->group_ants;
    return (struct ocl_ndrange){{ocl_round_up(ants, shape->group_ants) * shape->team, 1}, {local, 1}};
}

enum swarm_status aco_rows_set(struct aco_device_colony *colony)
{
    const uint32_t n = colony->base.settings.n, local_stride = words_of(&colony->shape, n);
    return ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_LOCAL("local_words", local_bytes(&colony->shape, n)),
                    OCL_VALUE(local_stride));
}

/* Each launch makes the visited bits anew from the tour so far. */
enum swarm_status aco_rows_walk(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const struct aco_walk walk = {.step_units = colony->base.settings.n, .together = 1, .range = range_of};
    return aco_construct_enqueue(colony, &walk, iteration, interrupted);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Fitting an ant and its visited bits to a device                                                                    */

/* Work-items per ant: the fastest of 32 to 512 on an H200, bench/baseline/nvidia-h200-and-pocl-5.json. Half as many for
 * short rows: pcb442 takes 0.49 ms with 64, 0.60 ms with 128; pr2392 27.1 and 21.6 ms. */
enum { TEAM = 128, TEAM_SHORT = 64, SHORT_ROW = 512 };

/* Ants per group of the work-item shape on GPUs, if their visited bits fit; of lanes. */
enum { WORKITEM_ANTS = 32, LANES_ANTS = 4, LANES = 32 };

/* Nodes whose visited bits a worker of queen-worker keeps. */
enum { WORKER_NODES = 32 };

static enum swarm_status check_local_memory(const struct aco_fit *to, const struct aco_shape *shape)
{
    const size_t agreeing = (size_t)16 * shape->team * shape->group_ants; /* more than team.clh takes */
    const size_t needed = local_bytes(shape, to->n) + (shape->team > 1 ? agreeing : 0);
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
    shape->group_ants = to->request->ants_per_group ? to->request->ants_per_group
                        : to->device->type == SWARM_DEVICE_CPU
                            ? 1
                            : ocl_power_of_two(WORKITEM_ANTS, fitting < limit ? fitting : limit);
    return check_local_memory(to, shape);
}

enum swarm_status aco_rows_fit_workgroup(const struct aco_fit *to, struct aco_shape *shape)
{
    const uint32_t usual = to->n <= SHORT_ROW ? TEAM_SHORT : TEAM;
    shape->team =
        to->request->group_size ? to->request->group_size : ocl_power_of_two(usual, to->device->max_group_size);
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
                         "--construction queen-worker: %u workers of %d nodes each do not cover %u nodes; %u would",
                         (unsigned)shape->team, WORKER_NODES, (unsigned)to->n, (unsigned)workers);
    }
    return check_local_memory(to, shape);
}

enum swarm_status aco_rows_fit_lanes(const struct aco_fit *to, struct aco_shape *shape)
{
    const bool nvidia = strstr(to->device->platform_name, "NVIDIA") != NULL;
    shape->team = LANES;
    shape->group_ants = to->request->ants_per_group ? to->request->ants_per_group : nvidia ? LANES_ANTS : 1;
    shape->team_code = nvidia ? TEAM_CODE_REDUX : TEAM_CODE_LOCAL;
    return check_local_memory(to, shape);
}
