/* The table of --construction: how the ants of a colony are laid over work-items. Adding a row: a kernel file or
 * defines for one, the functions of struct aco_construction, a line here. */
#include <string.h>

#include "colony_device.h"
#include "colony_rules.h"
#include "construct_lists.h"
#include "construct_whole_scan.h"
#include "selection_rules.h"
#include "team_codes.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Constructions of one kernel, whose launches may be cut after any ant and any step                                  */

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
 * needs
 */
static struct ocl_ndrange range_of(const struct aco_shape *shape, uint32_t ants)
{
    size_t local = (size_t)shape->team * shape->group_ants;
    return (struct ocl_ndrange){{ocl_round_up(ants, shape->group_ants) * shape->team, 1}, {local, 1}};
}

static enum swarm_status set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t key_0 = (uint32_t)s->seed, key_1 = (uint32_t)(s->seed >> 32), zero = 0;
    const struct ocl_argument words = {local_bytes(&colony->shape, s->n), NULL};
    const uint32_t local_stride = words_of(&colony->shape, s->n);
    return ACO_SET(colony, CONSTRUCT, ACO_BUFFER(colony, WEIGHTS), ACO_BUFFER(colony, DISTANCE),
                   ACO_BUFFER(colony, TOURS), OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride), OCL_ARGUMENT(key_0),
                   OCL_ARGUMENT(key_1), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero),
                   OCL_ARGUMENT(zero), words, OCL_ARGUMENT(local_stride), ACO_BUFFER(colony, SUMS),
                   ACO_BUFFER(colony, STARTS), OCL_ARGUMENT(s->compress_from), ACO_BUFFER(colony, PARTNERS));
}

static enum swarm_status set_team(struct aco_device_colony *colony)
{
    const uint32_t spare_row = ROWS_ALL(colony->base.settings.ants);
    enum swarm_status status = set(colony);
    return status == SWARM_OK ? ocl_kernel_set(&colony->session, &colony->kernels[ACO_KERNEL_CONSTRUCT], 18,
                                               &OCL_ARGUMENT(spare_row), 1)
                              : status;
}

/* The tours of `ants` ants from `ant_begin`, steps [step_begin, step_end). */
static enum swarm_status launch(struct aco_device_colony *colony, uint32_t iteration, uint32_t ant_begin, uint32_t ants,
                                uint32_t step_begin, uint32_t step_end)
{
    uint32_t ant_end = ant_begin + ants;
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(iteration), OCL_ARGUMENT(ant_begin), OCL_ARGUMENT(ant_end),
                                             OCL_ARGUMENT(step_begin), OCL_ARGUMENT(step_end)};
    const unsigned first = 7; /* behind the seed */
    enum swarm_status status =
        ocl_kernel_set(&colony->session, &colony->kernels[ACO_KERNEL_CONSTRUCT], first, arguments, 5);
    return status == SWARM_OK ? aco_device_launch(colony, ACO_KERNEL_CONSTRUCT, range_of(&colony->shape, ants))
                              : status;
}

/* Ants and steps of one launch. Ants are split first, but a launch keeps enough of them to fill the device; steps
 * are split only when that is still too long: each launch makes the visited bits anew from the tour so far. */
static void split(const struct aco_device_colony *colony, uint32_t *ants, uint32_t *steps)
{
    const struct aco_settings *s = &colony->base.settings;
    const bool cpu = colony->base.engine.device->type == SWARM_DEVICE_CPU;
    const double units = ocl_pacer_launch_units(&colony->pacer);
    const double per_ant = (double)s->n * s->n;
    const uint32_t enough = colony->base.engine.device->compute_units * (cpu ? 4 : 16);
    const uint32_t fewest_steps = 32;
    double fitting = units / per_ant;
    *ants = s->ants;
    *steps = s->n;
    if (fitting < s->ants) {
        *ants = fitting < enough ? enough : (uint32_t)(fitting / enough) * enough;
        *ants = *ants < s->ants ? *ants : s->ants;
    }
    if (*ants * per_ant > units) {
        double fitting_steps = units / ((double)*ants * s->n);
        *steps = fitting_steps < fewest_steps ? fewest_steps : fitting_steps < s->n ? (uint32_t)fitting_steps : s->n;
    }
}

static enum swarm_status enqueue(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    enum swarm_status status = SWARM_OK;
    uint32_t ants = 0, steps = 0;
    *interrupted = false;
    for (uint32_t ant = 0; ant < s->ants && !*interrupted; ant += ants) {
        split(colony, &ants, &steps);
        ants = ants < s->ants - ant ? ants : s->ants - ant;
        for (uint32_t step = 0; step < s->n && !*interrupted; step += steps) {
            uint32_t end = steps < s->n - step ? step + steps : s->n;
            TRY(launch(colony, iteration, ant, ants, step, end));
            TRY(ocl_pacer_add(&colony->pacer, (double)ants * (end - step) * s->n, interrupted));
        }
    }

fail:
    return status;
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

static enum swarm_status check_local_memory(struct base_env *env, const struct swarm_device *device,
                                            const struct aco_shape *shape, uint32_t n)
{
    const size_t agreeing = (size_t)16 * shape->team * shape->group_ants; /* more than team.clh takes */
    const size_t needed = local_bytes(shape, n) + (shape->team > 1 ? agreeing : 0);
    return needed <= device->local_memory
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_OUT_OF_MEMORY,
                           "%u ants in a work-group of --construction %s need %zu bytes of local memory for %u nodes, "
                           "\"%s\" has %llu",
                           (unsigned)shape->group_ants, shape->construction->name, needed, (unsigned)n, device->name,
                           (unsigned long long)device->local_memory);
}

static enum swarm_status fit_workitem(struct base_env *env, const struct swarm_device *device,
                                      const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape)
{
    const bool cpu = device->type == SWARM_DEVICE_CPU;
    shape->team = 1;
    shape->group_ants = 1;
    const size_t limit = device->max_group_size, fitting = (size_t)(device->local_memory / local_bytes(shape, n));
    shape->group_ants = request->ants_per_group ? request->ants_per_group
                        : cpu                   ? 1
                                                : ocl_power_of_two(WORKITEM_ANTS, fitting < limit ? fitting : limit);
    return check_local_memory(env, device, shape, n);
}

static enum swarm_status fit_workgroup(struct base_env *env, const struct swarm_device *device,
                                       const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape)
{
    shape->team = request->group_size ? request->group_size
                                      : ocl_power_of_two(n <= SHORT_ROW ? TEAM_SHORT : TEAM, device->max_group_size);
    shape->group_ants = 1;
    return check_local_memory(env, device, shape, n);
}

static enum swarm_status fit_queen(struct base_env *env, const struct swarm_device *device,
                                   const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape)
{
    shape->group_ants = 1;
    shape->team = request->group_size;
    const uint32_t workers = (words_of(shape, n) + WORKER_NODES - 1) / WORKER_NODES;
    if (!request->group_size) {
        for (shape->team = ocl_power_of_two(TEAM, device->max_group_size);
             shape->team < workers && 2 * (size_t)shape->team <= device->max_group_size; shape->team *= 2) {
        }
    }
    if (shape->team < workers) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--construction queen-worker: %u workers of %d nodes each do not cover %u nodes; %u would",
                         (unsigned)shape->team, WORKER_NODES, (unsigned)n, (unsigned)workers);
    }
    return check_local_memory(env, device, shape, n);
}

static enum swarm_status fit_lanes(struct base_env *env, const struct swarm_device *device,
                                   const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape)
{
    const bool nvidia = strstr(device->platform_name, "NVIDIA") != NULL;
    shape->team = LANES;
    shape->group_ants = request->ants_per_group ? request->ants_per_group : nvidia ? LANES_ANTS : 1;
    shape->team_code = nvidia ? TEAM_CODE_REDUX : TEAM_CODE_LOCAL;
    return check_local_memory(env, device, shape, n);
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Rules that look at whole rows. */
#define WHOLE_ROWS                                                             \
    (ACO_SELECTION_BIT(SELECTION_ROULETTE) | ACO_SELECTION_BIT(SELECTION_RACE) \
     | ACO_SELECTION_BIT(SELECTION_I_ROULETTE) | ACO_SELECTION_BIT(SELECTION_TILE_BEST))

#define CONSTRUCTION_ROWS(ROW)                                                                                       \
    ROW("work-item", "one ant per work-item, rows as vectors", "Angelo, Augusto and Barbosa 2013, Algorithm 5",      \
        .file = "aco/construct_workitem.cl", .kernels = {"aco_construct_workitem"}, .selections = ACO_SELECTION_ANY, \
        .shares = true, .fit = fit_workitem, .set = set, .enqueue = enqueue)                                         \
    ROW("work-group", "one ant per work-group of --group-size", "Angelo, Augusto and Barbosa 2013, section 4.2.2",   \
        .file = "aco/construct_team.cl", .kernels = {"aco_construct_team"}, .selections = ACO_SELECTION_ANY,         \
        .groups = true, .fit = fit_workgroup, .set = set_team, .enqueue = enqueue)                                   \
    ROW("queen-worker", "as work-group, each worker with the visited bits of up to 32 nodes in a private word",      \
        "Cecilia et al. 2013, section 3.2.2 and Table 3", .file = "aco/construct_team.cl",                           \
        .kernels = {"aco_construct_team"}, .selections = WHOLE_ROWS,                                                 \
        .reason = "its workers keep visited bits of whole rows, and that rule has its own array of unvisited nodes " \
                  "or looks nodes up",                                                                               \
        .groups = true, .private_bits = true, .fit = fit_queen, .set = set_team, .enqueue = enqueue)                 \
    ROW("lanes", "several ants per work-group with 32 work-items each, on NVIDIA GPUs without barriers by PTX",      \
        "Skinderowicz 2020, an ant per 32 lanes; several in a group: ours", .file = "aco/construct_team.cl",         \
        .kernels = {"aco_construct_team"}, .selections = ACO_SELECTION_ANY, .shares = true, .fit = fit_lanes,        \
        .set = set_team, .enqueue = enqueue)                                                                         \
    ROW("whole-scan", "all ants together, one prefix sum over all weights a step",                                   \
        "Belotti, section 4.1, Figs 3 to 5", .file = "aco/whole_scan.cl",                                            \
        .kernels = {"aco_construct_scan_begin", "aco_construct_scan_weights", "aco_construct_scan_totals",           \
                    "aco_construct_scan_increments", "aco_construct_scan_draw", "aco_construct_scan_search"},        \
        .selections = ACO_SELECTION_BIT(SELECTION_ROULETTE), .reason = "a prefix sum draws as roulette does",        \
        .groups = true,                                                                                              \
        .buffers = ACO_BUFFER_BIT(SCAN_SUMS) | ACO_BUFFER_BIT(SCAN_VISITED) | ACO_BUFFER_BIT(SCAN_DRAWS),            \
        .fit = aco_whole_scan_fit, .set = aco_whole_scan_set, .enqueue = aco_whole_scan_enqueue)                     \
    ROW("list-item", "candidate lists, several ants per work-item, candidates as vectors of 16", "ours",             \
        .file = "aco/construct_list_workitem.cl", .kernels = {"aco_construct_list_workitem"},                        \
        .selections = ACO_SELECTION_ANY, .shares = true, .lists = true, .buffers = ACO_BUFFER_BIT(LIST_VISITED),     \
        .fit = aco_list_item_fit, .set = aco_list_walk_set, .enqueue = aco_list_walk_enqueue)                        \
    ROW("list-lanes", "candidate lists, 32 work-items an ant, on NVIDIA GPUs without barriers by PTX",               \
        "Skinderowicz 2020, an ant per 32 lanes", .file = "aco/construct_list_lanes.cl",                             \
        .kernels = {"aco_construct_list_lanes"}, .selections = ACO_SELECTION_ANY, .shares = true, .lists = true,     \
        .buffers = ACO_BUFFER_BIT(LIST_VISITED), .fit = aco_list_lanes_fit, .set = aco_list_walk_set,                \
        .enqueue = aco_list_walk_enqueue)                                                                            \
    ROW("list-together", "candidate lists, all ants in one work-group, trails changed after every step",             \
        "Dorigo and Gambardella 1997, eq. 5; all ants take a step before: ours",                                     \
        .file = "aco/construct_list_together.cl", .kernels = {"aco_construct_list_together"},                        \
        .selections = ACO_SELECTION_ANY, .shares = true, .lists = true, .local_update = true,                        \
        .buffers = ACO_BUFFER_BIT(LIST_VISITED), .fit = aco_list_together_fit, .set = aco_list_together_set,         \
        .enqueue = aco_list_together_enqueue)

#define AS_WORD(name, help, source, ...) {name, help, source},
#define AS_ROW(word, help, source, ...)  {.name = word, __VA_ARGS__},

const struct swarm_variant aco_construction_words[] = {
    {"auto", "work-item on CPUs, elsewhere work-group or lanes, by the selection", ""},
    CONSTRUCTION_ROWS(AS_WORD){NULL, NULL, NULL}};
const struct aco_construction aco_constructions[] = {CONSTRUCTION_ROWS(AS_ROW)};
const size_t aco_construction_count = sizeof aco_constructions / sizeof aco_constructions[0];

const struct aco_construction *aco_construction_find(const char *name)
{
    return aco_row_find(aco_constructions, aco_construction_count, sizeof aco_constructions[0], name);
}
