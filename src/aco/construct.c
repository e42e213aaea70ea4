/* The table of --construction: how the ants of a colony are laid over work-items. Adding a row: a kernel file or defines
 * for one, the functions of struct aco_construction, a line here. */
#include "colony_device.h"
#include "construct_whole_scan.h"
#include "selection_rules.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Constructions of one kernel, whose launches may be cut after any ant and any step                                  */

/* Bytes of an ant's visited bits. */
static size_t visited_bytes(uint32_t n)
{
    return (size_t)4 * ((n + 31) / 32);
}

/* The local memory that the host gives a group, besides what the kernel declares. */
static size_t local_bytes(const struct aco_shape *shape, uint32_t n)
{
    return visited_bytes(n) * shape->group_ants;
}

/* NDRange of aco_construct_workitem
 *   global = { ants rounded up to whole groups }   one work-item per ant
 *   local  = { group_ants }                        1 on CPUs, up to 32 elsewhere as local memory allows
 *   local memory = 4 * ceil(n / 32) * group_ants bytes of visited bits
 *
 * NDRange of aco_construct_workgroup
 *   global = { ants * team }   one work-group per ant
 *   local  = { team }          any number
 *   local memory = 4 * ceil(n / 32) bytes of visited bits, and 8 bytes a work-item and segment declared in the kernel
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
    const struct ocl_argument visited = {local_bytes(&colony->shape, s->n), NULL};
    return ACO_SET(colony, CONSTRUCT, ACO_BUFFER(colony, WEIGHTS), ACO_BUFFER(colony, DISTANCE),
                   ACO_BUFFER(colony, TOURS), OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride), OCL_ARGUMENT(key_0),
                   OCL_ARGUMENT(key_1), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero), OCL_ARGUMENT(zero),
                   OCL_ARGUMENT(zero), visited);
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
    const bool cpu = colony->base.device->type == SWARM_DEVICE_CPU;
    const double units = aco_pacer_launch_units(&colony->pacer);
    const double per_ant = (double)s->n * s->n;
    const uint32_t enough = colony->base.device->compute_units * (cpu ? 4 : 16);
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
            TRY(aco_pacer_add(&colony->pacer, (double)ants * (end - step) * s->n, interrupted));
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

/* Ants per group of the work-item shape on GPUs, if their visited bits fit. */
enum { WORKITEM_ANTS = 32 };

static enum swarm_status check_local_memory(struct base_env *env, const struct swarm_device *device,
                                            const struct aco_shape *shape, uint32_t n)
{
    return local_bytes(shape, n) <= device->local_memory
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_OUT_OF_MEMORY,
                           "an ant's %zu bytes of visited bits do not fit the %llu bytes of local memory of \"%s\"",
                           visited_bytes(n), (unsigned long long)device->local_memory, device->name);
}

static enum swarm_status fit_workitem(struct base_env *env, const struct swarm_device *device,
                                      const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape)
{
    const bool cpu = device->type == SWARM_DEVICE_CPU;
    const size_t limit = device->max_group_size, fitting = (size_t)(device->local_memory / visited_bytes(n));
    shape->team = 1;
    shape->group_ants = request->ants_per_group ? request->ants_per_group
                        : cpu                   ? 1
                              : aco_power_of_two(WORKITEM_ANTS, fitting < limit ? fitting : limit);
    return check_local_memory(env, device, shape, n);
}

static enum swarm_status fit_workgroup(struct base_env *env, const struct swarm_device *device,
                                       const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape)
{
    shape->team = request->group_size ? request->group_size
                                      : aco_power_of_two(n <= SHORT_ROW ? TEAM_SHORT : TEAM, device->max_group_size);
    shape->group_ants = 1;
    return check_local_memory(env, device, shape, n);
}

/* ------------------------------------------------------------------------------------------------------------------ */

#define CONSTRUCTION_ROWS(ROW)                                                                                      \
    ROW("work-item", "one ant per work-item, rows as vectors", "Angelo, Augusto and Barbosa 2013, Algorithm 5",     \
        .file = "aco/construct_workitem.cl", .kernels = {"aco_construct_workitem"},                                 \
        .selections = ACO_SELECTION_ANY, .shares = true, .fit = fit_workitem, .set = set, .enqueue = enqueue)       \
    ROW("work-group", "one ant per work-group of --group-size", "Angelo, Augusto and Barbosa 2013, section 4.2.2",  \
        .file = "aco/construct_workgroup.cl", .kernels = {"aco_construct_workgroup"},                               \
        .selections = ACO_SELECTION_ANY, .groups = true, .fit = fit_workgroup, .set = set, .enqueue = enqueue)      \
    ROW("whole-scan", "all ants together, one prefix sum over all weights a step", "Belotti, section 4.1, Figs 3 to 5", \
        .file = "aco/whole_scan.cl",                                                                                \
        .kernels = {"aco_construct_scan_begin", "aco_construct_scan_weights", "aco_construct_scan_totals",          \
                    "aco_construct_scan_increments", "aco_construct_scan_draw", "aco_construct_scan_search"},       \
        .selections = ACO_SELECTION_BIT(SELECTION_ROULETTE), .reason = "a prefix sum draws as roulette does",       \
        .groups = true,                                                                                             \
        .buffers = ACO_BUFFER_BIT(SCAN_SUMS) | ACO_BUFFER_BIT(SCAN_VISITED) | ACO_BUFFER_BIT(SCAN_DRAWS),           \
        .fit = aco_whole_scan_fit, .set = aco_whole_scan_set, .enqueue = aco_whole_scan_enqueue)

#define AS_WORD(name, help, source, ...) {name, help, source},
#define AS_ROW(word, help, source, ...)  {.name = word, __VA_ARGS__},

const struct swarm_variant aco_construction_words[] = {{"auto", "work-item on CPUs, work-group elsewhere", ""},
                                                       CONSTRUCTION_ROWS(AS_WORD){NULL, NULL, NULL}};
const struct aco_construction aco_constructions[] = {CONSTRUCTION_ROWS(AS_ROW)};
const size_t aco_construction_count = sizeof aco_constructions / sizeof aco_constructions[0];

const struct aco_construction *aco_construction_find(const char *name)
{
    return aco_row_find(aco_constructions, aco_construction_count, sizeof aco_constructions[0], name);
}
