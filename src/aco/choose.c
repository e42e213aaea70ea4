/* The shape of a colony on a device. */
#include "cl/aco/colony_rules.h"
#include "ocl/program.h"
#include "cl/aco/search_rules.h"
#include "cl/aco/selection_rules.h"
#include "settings.h"
#include "shape.h"
#include "cl/shared/team_codes.h"

/* Work-items per group where the device is no CPU and the user does not say. */
enum {
    EVALUATE_GROUP = 128,
    ROW_GROUP = 256,
    REDUCE_GROUP = 256,
    ELEMENT_GROUP = 64,
    MATRIX_GROUP = 256,
    TILE_GROUP = 128 /* whose tiles of a tour are as long */
};

/* Sums of the deposit's own on CPUs: each costs as much memory as the trails, twice. */
enum { LAID_SHARES_MOST = 16 };

bool aco_shape_alone(const struct swarm_device *device)
{
    return device->type == SWARM_DEVICE_CPU || device->max_group_size < LIST_MOST;
}

/* The construction, evaluation and deposit that a device gets unless the user names one. The deposit of 1,002 ants on
 * as many nodes takes one core under PoCL 3.1 3.8 ms by rows, 7.7 ms per ant, 11.7 ms by atomics; of 198, 0.16, 0.40
 * and 0.40 ms. */
static void choose_rows(const struct swarm_device *device, const struct aco_shape_request *request,
                        const struct aco_settings *s, struct aco_shape *shape)
{
    const bool alone = aco_shape_alone(device), cpu = device->type == SWARM_DEVICE_CPU, lists = s->candidates > 0;
    const char *walk = alone ? "list-item" : "list-lanes";
    const char *whole = alone ? "work-item" : aco_selection_of(s->selection)->elsewhere;
    const char *construction = !lists ? whole : s->algorithm->local_update ? "list-together" : walk;
    const char *deposit = aco_sums_deposits(s) ? "edges" : cpu ? "by-row" : "atomic";
    shape->construction = request->construction ? request->construction : aco_construction_find(construction);
    shape->evaluation =
        request->evaluation ? request->evaluation : aco_evaluation_find(cpu ? "work-item" : "work-group");
    shape->deposit = request->deposit ? request->deposit : aco_deposit_find(deposit);
}

/* Whether the construction goes with lists or whole rows, and with ants that change trails as they go. */
static enum swarm_status check_construction(struct base_env *env, const struct aco_construction *construction,
                                            const struct aco_settings *s)
{
    const char *algorithm = s->algorithm->name;
    const bool together = s->algorithm->local_update && s->n > 1; /* nobody walks among one node */
    if (together != construction->local_update) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--construction %s clashes with --algorithm %s, whose ants %s", construction->name, algorithm,
                         construction->local_update ? "leave trails alone as they go"
                                                    : "change trails as they go: list-together does");
    }
    if (construction->lists != (s->candidates > 0)) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         construction->lists
                             ? "--construction %s clashes with --candidates 0: it walks on candidate lists"
                             : "--construction %s clashes with candidate lists: it walks on whole rows",
                         construction->name);
    }
    if (!construction->lists && !(construction->selections & ACO_SELECTION_BIT(s->selection))) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--construction %s clashes with --selection %s: %s",
                         construction->name, aco_selection_of(s->selection)->name, construction->reason);
    }
    return SWARM_OK;
}

/* Rows that do not go together. */
static enum swarm_status check_rows(struct base_env *env, const struct aco_shape *shape, const struct aco_settings *s)
{
    const bool plain = s->algorithm->plain;
    if (!shape->deposit->any_algorithm && aco_sums_deposits(s)) {
        const char *deposit = shape->deposit->name;
        return plain ? base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                                 "--deposit %s clashes with candidate lists: it is for --algorithm as on whole rows",
                                 deposit)
                     : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                                 "--deposit %s clashes with --algorithm %s: it is for --algorithm as on whole rows",
                                 deposit, s->algorithm->name);
    }
    if (shape->deposit->symmetric_only && !s->symmetric) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--deposit %s clashes with an asymmetric instance: it lays both directions of an edge at once",
                         shape->deposit->name);
    }
    return check_construction(env, shape->construction, s);
}

/* Work-items of an ant in the local search, and bytes of local memory that their rounds take at most. */
enum { SEARCH_TEAM = 32, SEARCH_TEAM_BYTES = 2560 };

/* 16-bit words hold every node and place. */
enum { SHORT_WORDS = 65535 };

/* Words of an ant's tour, positions and queue in local memory: search_team.clh. */
static uint32_t local_words(uint32_t n)
{
    return 3 * ((n + 1) / 2) + SEARCH_BIT_WORDS(n);
}

/* One work-item an ant, or 32. */
static void choose_search(const struct swarm_device *device, const struct aco_settings *s, struct aco_shape *shape)
{
    const bool alone = aco_shape_alone(device);
    const uint64_t bytes = 4 * (uint64_t)local_words(s->n) + SEARCH_TEAM_BYTES;
    shape->search_team = alone ? 1 : SEARCH_TEAM;
    shape->search_ants = 1;
    shape->search_code = alone ? TEAM_CODE_LOCAL : ocl_device_team_code(device);
    shape->search_local = !alone && s->n <= SHORT_WORDS && bytes <= device->local_memory ? local_words(s->n) : 0;
}

/* evaluate_workgroup.cl has 8 bytes of local memory a work-item. */
static enum swarm_status check_evaluation(struct base_env *env, const struct swarm_device *device,
                                          const struct aco_shape *shape)
{
    const size_t needed = shape->evaluation->groups ? (size_t)8 * shape->evaluate_group : 0;
    return needed <= device->local_memory
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_OUT_OF_MEMORY,
                           "%u work-items of --evaluation %s need %zu bytes of local memory, \"%s\" has %llu",
                           (unsigned)shape->evaluate_group, shape->evaluation->name, needed, device->name,
                           (unsigned long long)device->local_memory);
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

/* The device with groups as small as built kernels of this kind need them. */
static struct swarm_device limited(const struct swarm_device *device, const size_t *limits, enum aco_group kind)
{
    struct swarm_device made = *device;
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

enum swarm_status aco_shape_choose(struct base_env *env, const struct swarm_device *device,
                                   const struct aco_shape_request *request, const struct aco_settings *s,
                                   const size_t *limits, struct aco_shape *shape)
{
    const int selection = s->selection;
    const bool cpu = device->type == SWARM_DEVICE_CPU;
    const uint32_t asked = request->group_size;
    const struct swarm_device walks = limited(device, limits, ACO_GROUP_CONSTRUCT),
                              measures = limited(device, limits, ACO_GROUP_EVALUATE),
                              searches = limited(device, limits, ACO_GROUP_SEARCH);
    const size_t limit = limited(device, limits, ACO_GROUP_OTHERS).max_group_size;
    TRY(check_group_size(env, device, request));
    *shape = (struct aco_shape){
        .evaluate_group = asked > 0 && asked <= measures.max_group_size
                              ? asked
                              : ocl_power_of_two(asked > 0 ? asked : EVALUATE_GROUP, measures.max_group_size),
        .row_group = cpu ? 1 : ocl_power_of_two(ROW_GROUP, limit),
        .reduce_group = cpu ? 1 : ocl_power_of_two(REDUCE_GROUP, limit),
        .element_group = ocl_power_of_two(ELEMENT_GROUP, limit),
    };
    if (cpu && s->candidates > 0) {
        const uint32_t busy = s->depositors < device->compute_units ? s->depositors : device->compute_units;
        shape->laid_shares = busy < LAID_SHARES_MOST ? busy : LAID_SHARES_MOST;
    }
    shape->matrix_rows = cpu ? 1 : ocl_power_of_two(MATRIX_GROUP / shape->element_group, limit / shape->element_group);
    choose_rows(&walks, request, s, shape);
    TRY(shape->construction->groups ? check_group_size(env, &walks, request)
        : shape->evaluation->groups ? check_group_size(env, &measures, request)
                                    : SWARM_OK);
    shape->deposit_group = shape->deposit->tiled ? ocl_power_of_two(TILE_GROUP, limit) : shape->element_group;
    choose_search(&searches, s, shape);
    TRY(check_rows(env, shape, s));
    TRY(shape->construction->fit(&(struct aco_fit){env, &walks, request, s->n}, shape));
    TRY(check_evaluation(env, device, shape));
    if (aco_shape_group(shape) > walks.max_group_size) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%u ants of %u work-items: device %u \"%s\" allows groups of at most %zu work-items",
                         (unsigned)shape->group_ants, (unsigned)shape->team, device->index, device->name,
                         walks.max_group_size);
    }
    if (shape->group_ants > 1 && !shape->construction->lists && !aco_shape_shares(shape, selection)) {
        return base_fail(
            env, SWARM_ERROR_INVALID_ARGUMENT,
            "--ants-per-group %u clashes with --selection %s and --construction %s on \"%s\": ants of a work-group "
            "share barriers there, which this rule does not allow",
            (unsigned)shape->group_ants, aco_selection_of(selection)->name, shape->construction->name, device->name);
    }
    return SWARM_OK;
}
