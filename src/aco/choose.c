/* Chooses the shape of a colony on a device. */
#include "cl/aco/colony_rules.h"
#include "ocl/program.h"
#include "cl/aco/search_rules.h"
#include "cl/aco/selection_rules.h"
#include "settings.h"
#include "shape.h"
#include "cl/shared/team_codes.h"

/* Default work-items per group on devices other than CPUs. */
enum {
    EVALUATE_GROUP = 128,
    ROW_GROUP = 256,
    REDUCE_GROUP = 256,
    ELEMENT_GROUP = 64,
    MATRIX_GROUP = 256,
    TILE_GROUP = 128 /* work-items per group of a tiled deposit, and nodes per tile of a tour */
};

enum {
    LAID_SHARES_MOST = 16,    /* maximum arrays in which a CPU sums deposits; each is twice as large as the trails */
    SEARCH_TEAM = 32,         /* work-items per ant in the local search */
    SEARCH_TEAM_BYTES = 2560, /* maximum number of bytes of local memory of a search team, without tour and queue */
    SHORT_WORDS = 65535,      /* largest number of nodes whose indices fit 16-bit words */
    DRIVER_BYTES = 128 /* local memory left to the driver: NVIDIA's refuses a group that takes all 48 KiB, and runs
                          one that leaves 128 bytes (measured on an H200) */
};

bool aco_shape_is_single(const struct swarm_device *device)
{
    return device->type == SWARM_DEVICE_CPU || device->max_group_size < LIST_MOST;
}

/* Chooses the requested rows, or defaults. Times of deposits on one core (PoCL 3.1): 1,002 ants and nodes: by-row
 * 3.8 ms, per-ant 7.7 ms, atomic 11.7 ms; 198 ants and nodes: by-row 0.16 ms, per-ant 0.40 ms, atomic 0.40 ms. */
static void choose_rows(const struct swarm_device *device, const struct aco_shape_request *request,
                        const struct aco_settings *s, struct aco_shape *shape)
{
    const bool single = aco_shape_is_single(device), cpu = device->type == SWARM_DEVICE_CPU;
    const char *construction = s->candidates == 0 ? single ? "work-item" : aco_selection_of(s->selection)->elsewhere
                               : s->algorithm->local_update ? "list-together"
                               : single                     ? "list-item"
                                                            : "list-lanes";
    const char *deposit = aco_sums_deposits(s) ? "edges" : cpu ? "by-row" : "atomic";
    shape->construction = request->construction ? request->construction : aco_construction_find(construction);
    shape->evaluation =
        request->evaluation ? request->evaluation : aco_evaluation_find(cpu ? "work-item" : "work-group");
    shape->deposit = request->deposit ? request->deposit : aco_deposit_find(deposit);
}

/* Refuses rows that the algorithm or the settings exclude. */
static enum swarm_status check_rows(struct base_env *env, const struct aco_shape *shape, const struct aco_settings *s)
{
    const struct aco_construction *construction = shape->construction;
    const char *deposit = shape->deposit->name;
    const bool together = s->algorithm->local_update && s->n > 1; /* an instance of one node has no steps */
    if (!shape->deposit->any_algorithm && aco_sums_deposits(s)) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--deposit %s clashes with %s%s: it needs --algorithm as and --candidates 0", deposit,
                         s->algorithm->plain ? "candidate lists" : "--algorithm ",
                         s->algorithm->plain ? "" : s->algorithm->name);
    }
    if (shape->deposit->symmetric_only && !s->symmetric) {
        return base_fail(
            env, SWARM_ERROR_INVALID_ARGUMENT,
            "--deposit %s clashes with an asymmetric instance: it adds the same deposit to both directions", deposit);
    }
    if (together != construction->local_update) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--construction %s clashes with --algorithm %s, whose ants %s", construction->name,
                         s->algorithm->name,
                         construction->local_update ? "do not change trails as they walk"
                                                    : "change trails as they walk; use list-together");
    }
    if (construction->lists != (s->candidates > 0)) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         construction->lists
                             ? "--construction %s clashes with --candidates 0: it needs candidate lists"
                             : "--construction %s clashes with candidate lists: it needs --candidates 0",
                         construction->name);
    }
    if (!construction->lists && !(construction->selections & ACO_SELECTION_BIT(s->selection))) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--construction %s clashes with --selection %s: %s",
                         construction->name, aco_selection_of(s->selection)->name, construction->reason);
    }
    return SWARM_OK;
}

/* Words of local memory for an ant's tour, positions and queue: search_team.clh. */
static uint32_t search_words(uint32_t n)
{
    return 3 * ((n + 1) / 2) + SEARCH_BIT_WORDS(n);
}

static void choose_search(const struct swarm_device *device, const struct aco_settings *s, struct aco_shape *shape)
{
    const bool single = aco_shape_is_single(device);
    const uint64_t bytes = 4 * (uint64_t)search_words(s->n) + SEARCH_TEAM_BYTES;
    shape->search_team = single ? 1 : SEARCH_TEAM;
    shape->search_code = single ? TEAM_CODE_LOCAL : ocl_device_team_code(device);
    shape->search_local = !single && s->n <= SHORT_WORDS && bytes <= device->local_memory ? search_words(s->n) : 0;
}

enum swarm_status aco_fit_memory(const struct aco_fit *to, const char *option, const char *row, uint64_t bytes)
{
    return bytes <= to->device->local_memory
               ? SWARM_OK
               : base_fail(to->env, SWARM_ERROR_OUT_OF_MEMORY,
                           "--%s %s: a work-group needs %llu bytes of local memory for %u nodes, but "
                           "\"%s\" has only %llu",
                           option, row, (unsigned long long)bytes, (unsigned)to->n, to->device->name,
                           (unsigned long long)to->device->local_memory);
}

bool aco_shape_same(const struct aco_shape_request *a, const struct aco_shape_request *b)
{
    return a->construction == b->construction && a->evaluation == b->evaluation && a->deposit == b->deposit
           && a->group_size == b->group_size && a->ants_per_group == b->ants_per_group;
}

size_t aco_shape_group(const struct aco_shape *shape)
{
    return shape->construction->lists && shape->team == 1 ? 1 : (size_t)shape->team * shape->group_ants;
}

bool aco_shape_shares(const struct aco_shape *shape, int selection)
{
    return shape->team == 1 || shape->team_code != TEAM_CODE_LOCAL || !SELECTION_TRIES(selection);
}

/* Returns a copy of `device` with lower limits: groups as the built kernels of a kind allow, and local memory without
 * the bytes that a driver may need itself. */
static struct swarm_device limited(const struct swarm_device *device, const size_t *limits, enum aco_group kind)
{
    struct swarm_device made = *device;
    made.local_memory -= made.local_memory > DRIVER_BYTES ? DRIVER_BYTES : 0;
    if (limits && limits[kind] > 0 && limits[kind] < made.max_group_size) {
        made.max_group_size = limits[kind];
    }
    return made;
}

static enum swarm_status check_group_size(struct base_env *env, const struct swarm_device *device,
                                          const struct aco_shape_request *request)
{
    return request->group_size <= device->max_group_size
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--group-size %u: device %u \"%s\" allows at most %zu",
                           (unsigned)request->group_size, device->index, device->name, device->max_group_size);
}

/* Chooses the groups of all kernels except constructions, evaluations and the local search. */
static void choose_groups(const struct swarm_device *device, const struct aco_settings *s, struct aco_shape *shape)
{
    const bool cpu = device->type == SWARM_DEVICE_CPU;
    const size_t limit = device->max_group_size;
    shape->row_group = cpu ? 1 : ocl_power_of_two(ROW_GROUP, limit);
    shape->reduce_group = cpu ? 1 : ocl_power_of_two(REDUCE_GROUP, limit);
    shape->element_group = ocl_power_of_two(ELEMENT_GROUP, limit);
    shape->matrix_rows = cpu ? 1 : ocl_power_of_two(MATRIX_GROUP / shape->element_group, limit / shape->element_group);
    shape->deposit_group = shape->deposit->tiled ? ocl_power_of_two(TILE_GROUP, limit) : shape->element_group;
    if (cpu && s->candidates > 0) {
        const uint32_t busy = s->depositors < device->compute_units ? s->depositors : device->compute_units;
        shape->laid_shares = busy < LAID_SHARES_MOST ? busy : LAID_SHARES_MOST;
    }
}

enum swarm_status aco_shape_choose(struct base_env *env, const struct swarm_device *device,
                                   const struct aco_shape_request *request, const struct aco_settings *s,
                                   const size_t *limits, struct aco_shape *shape)
{
    const struct swarm_device walks = limited(device, limits, ACO_GROUP_CONSTRUCT),
                              measures = limited(device, limits, ACO_GROUP_EVALUATE),
                              searches = limited(device, limits, ACO_GROUP_SEARCH),
                              others = limited(device, limits, ACO_GROUP_OTHERS);
    const struct aco_fit fit = {env, &walks, request, s->n, s->ants};
    const uint32_t asked = request->group_size;
    TRY(check_group_size(env, device, request));
    *shape = (struct aco_shape){
        .evaluate_group = asked > 0 && asked <= measures.max_group_size
                              ? asked
                              : ocl_power_of_two(asked > 0 ? asked : EVALUATE_GROUP, measures.max_group_size)};
    choose_rows(&walks, request, s, shape);
    TRY(shape->construction->groups ? check_group_size(env, &walks, request)
        : shape->evaluation->groups ? check_group_size(env, &measures, request)
                                    : SWARM_OK);
    choose_groups(&others, s, shape);
    choose_search(&searches, s, shape);
    TRY(check_rows(env, shape, s));
    TRY(shape->construction->fit(&fit, shape));
    TRY(aco_fit_memory(&fit, "evaluation", shape->evaluation->name,
                       shape->evaluation->groups ? (uint64_t)8 * shape->evaluate_group : 0));
    if (aco_shape_group(shape) > walks.max_group_size) {
        return base_fail(
            env, SWARM_ERROR_INVALID_ARGUMENT,
            "a work-group has %u ants of %u work-items each, but device %u \"%s\" allows at most %zu work-items in all",
            (unsigned)shape->group_ants, (unsigned)shape->team, device->index, device->name, walks.max_group_size);
    }
    if (shape->group_ants > 1 && !shape->construction->lists && !aco_shape_shares(shape, s->selection)) {
        return base_fail(
            env, SWARM_ERROR_INVALID_ARGUMENT,
            "--ants-per-group %u clashes with --selection %s and --construction %s on \"%s\": ants of a work-group "
            "share barriers there, which this selection does not allow",
            (unsigned)shape->group_ants, aco_selection_of(s->selection)->name, shape->construction->name, device->name);
    }
    return SWARM_OK;
}
