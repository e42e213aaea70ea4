#include "companions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "colony_rules.h"
#include "selection_rules.h"

/* Options that say how kernels are laid over a device: without one they would be ignored, so they are refused. */
static const char *const device_options[] = {"construction", "evaluation", "deposit",  "group-size",  "ants-per-group",
                                             "launch-ms",    "tuning",     "platform", "dump-kernels"};

bool solver_is_twin(const struct swarm_params *params)
{
    return solver_params_is(params, "device", "none");
}

enum swarm_status solver_twin_check(struct base_env *env, const struct swarm_params *params)
{
    for (size_t i = 0; i < sizeof device_options / sizeof device_options[0]; ++i) {
        const char *name = device_options[i];
        if (solver_params_is_set(params, name) && !solver_params_is(params, name, "auto")) {
            return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                             "--%s %s clashes with --device none: the sequential twin has no device to shape work for",
                             name, swarm_params_get(params, name));
        }
    }
    if (params->profile) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--profile clashes with --device none: the sequential twin has no kernels to time");
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Options that the run would ignore                                                                                  */

/* Whether the user gave a value other than "auto". */
static bool is_given(const struct swarm_params *params, const char *name)
{
    return solver_params_is_set(params, name) && !solver_params_is(params, name, "auto");
}

static bool has_elite(const struct aco_algorithm *algorithm)
{
    return algorithm->elite;
}

static bool has_ranks(const struct aco_algorithm *algorithm)
{
    return algorithm->depositors == DEPOSITORS_RANKED;
}

static bool has_local_update(const struct aco_algorithm *algorithm)
{
    return algorithm->local_update;
}

static bool has_limits(const struct aco_algorithm *algorithm)
{
    return algorithm->limits;
}

static bool has_restarts(const struct aco_algorithm *algorithm)
{
    return algorithm->restart != RESTART_NEVER;
}

/* Trails that start at m / L, which is what the floor is measured by. */
static bool has_floor(const struct aco_algorithm *algorithm)
{
    return algorithm->initial == INITIAL_ANTS;
}

static bool has_ants(const struct aco_algorithm *algorithm)
{
    (void)algorithm;
    return true;
}

/* Options of ant algorithms: of single ones, then of all of them. */
static const struct {
    const char *name;
    bool (*has)(const struct aco_algorithm *algorithm);
} algorithm_options[] = {{"elite", has_elite},
                         {"ranks", has_ranks},
                         {"xi", has_local_update},
                         {"p-best", has_limits},
                         {"restart-after", has_restarts},
                         {"trail-floor", has_floor},
                         {"preset", has_ants},
                         {"ants", has_ants},
                         {"alpha", has_ants},
                         {"beta", has_ants},
                         {"rho", has_ants},
                         {"q0", has_ants},
                         {"selection", has_ants},
                         {"compress-from", has_ants},
                         {"local-search", has_ants},
                         {"construction", has_ants},
                         {"evaluation", has_ants},
                         {"deposit", has_ants},
                         {"group-size", has_ants},
                         {"ants-per-group", has_ants},
                         {"tuning", has_ants}};
enum { ALGORITHM_OPTIONS = sizeof algorithm_options / sizeof algorithm_options[0] };

/* Options of mosaic alone. */
static const char *const mosaic_options[] = {"colonies",  "kicks",    "noise",   "exchange", "beam",
                                             "threshold", "improver", "threads", "schedule"};
enum { MOSAIC_OPTIONS = sizeof mosaic_options / sizeof mosaic_options[0] };

/* Options of counts that a schedule has, too. */
static const char *const schedule_counts[] = {"iterations", "colonies"};
enum { SCHEDULE_COUNTS = sizeof schedule_counts / sizeof schedule_counts[0] };

bool solver_companions_scheduled(const char *name)
{
    for (size_t i = 0; i < SCHEDULE_COUNTS; ++i) {
        if (strcmp(schedule_counts[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Ants of mosaic, which are the ones of one of its improvers. */
static bool has_pieces(const struct swarm_params *params, const char *name)
{
    const struct mosaic_improver *improver = mosaic_improver_find(swarm_params_get(params, "improver"));
    return strcmp(name, "ants") == 0 && improver && improver->pieces;
}

bool solver_companions_names_ants(const struct swarm_params *params)
{
    for (size_t i = 0; i < ALGORITHM_OPTIONS; ++i) {
        const char *name = algorithm_options[i].name;
        if (is_given(params, name) && !has_pieces(params, name)) {
            return true;
        }
    }
    return false;
}

bool solver_companions_has(const struct solver_automatic *chosen, const char *name)
{
    for (size_t i = 0; i < ALGORITHM_OPTIONS; ++i) {
        if (strcmp(algorithm_options[i].name, name) == 0) {
            return chosen->mosaic ? strcmp(name, "ants") == 0 : algorithm_options[i].has(chosen->algorithm);
        }
    }
    for (size_t i = 0; i < MOSAIC_OPTIONS; ++i) {
        if (strcmp(mosaic_options[i], name) == 0) {
            return chosen->mosaic;
        }
    }
    return true;
}

static enum swarm_status clash(struct base_env *env, const struct swarm_params *params, const char *name,
                               const char *with, const char *reason)
{
    return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--%s %s clashes with %s: %s", name,
                     swarm_params_get(params, name), with, reason);
}

/* Writes the ant algorithms that `has` holds for behind `reason`. */
static void append_algorithms(char *reason, size_t size, bool (*has)(const struct aco_algorithm *algorithm))
{
    const char *separator = "";
    size_t used = strlen(reason);
    for (size_t k = 0; k < aco_algorithm_count && used < size; ++k) {
        if (has(&aco_algorithms[k])) {
            used += (size_t)snprintf(reason + used, size - used, "%s %s", separator, aco_algorithms[k].name);
            separator = ",";
        }
    }
}

/* Options that the algorithm does not have. */
static enum swarm_status check_options(struct base_env *env, const struct swarm_params *params,
                                       const struct solver_automatic *chosen)
{
    char with[64], reason[160] = "it would be ignored, as it belongs to";
    snprintf(with, sizeof with, "--algorithm %s", solver_automatic_name(chosen));
    for (size_t i = 0; i < ALGORITHM_OPTIONS; ++i) {
        const char *name = algorithm_options[i].name;
        const bool has = chosen->mosaic ? has_pieces(params, name) : solver_companions_has(chosen, name);
        if (is_given(params, name) && !has) {
            append_algorithms(reason, sizeof reason, algorithm_options[i].has);
            return clash(env, params, name, with, reason);
        }
    }
    for (size_t i = 0; i < MOSAIC_OPTIONS; ++i) {
        if (is_given(params, mosaic_options[i]) && !chosen->mosaic) {
            return clash(env, params, mosaic_options[i], with, "it would be ignored, as it belongs to mosaic");
        }
    }
    return SWARM_OK;
}

static enum swarm_status check_algorithm(struct base_env *env, const struct swarm_params *params,
                                         const struct solver_automatic *chosen)
{
    char with[64];
    if (chosen->algorithm->local_update && chosen->candidates == 0) {
        snprintf(with, sizeof with, "--algorithm %s", chosen->algorithm->name);
        return clash(env, params, "candidates", with,
                     "its ants change trails as they go, which they do on lists alone");
    }
    if (is_given(params, "ranks") && chosen->ranks > chosen->ants + 1) {
        snprintf(with, sizeof with, "%u ants", (unsigned)chosen->ants);
        return clash(env, params, "ranks", with, "there are not so many tours to deposit");
    }
    return SWARM_OK;
}

/* What mosaic cannot do. */
static enum swarm_status check_mosaic(struct base_env *env, const struct swarm_params *params,
                                      const struct solver_automatic *chosen)
{
    char with[64], reason[160];
    const uint32_t least = solver_automatic_mosaic_least(chosen);
    if (chosen->n < least) {
        const bool path = solver_params_is(params, "path", "true");
        const unsigned nodes = (unsigned)chosen->n - chosen->joint;
        snprintf(with, sizeof with, "%s %s %u node%s", path ? "an open path" : "an instance",
                 chosen->contracted ? "whose fixed edges leave" : "of", nodes, nodes == 1 ? "" : "s");
        snprintf(reason, sizeof reason, "it takes %u or more; these take any number:", (unsigned)least - chosen->joint);
        append_algorithms(reason, sizeof reason, has_ants);
        return clash(env, params, "algorithm", with, reason);
    }
    if (solver_params_is_set(params, "schedule")) {
        if (chosen->schedule.count == 0) {
            return base_fail(
                env, SWARM_ERROR_INVALID_ARGUMENT,
                "--schedule %s: expected COLONIESxROUNDS, populations with commas between them, and at the "
                "end +NODES or *GENERATIONS where the last round was cut; as in 8x2,64x1+5000",
                swarm_params_get(params, "schedule"));
        }
        for (size_t i = 0; i < SCHEDULE_COUNTS; ++i) {
            if (is_given(params, schedule_counts[i])) {
                return clash(env, params, schedule_counts[i], "--schedule", "that says how many there are");
            }
        }
    }
    if (chosen->candidates < SOLVER_MOSAIC_CANDIDATES_LEAST && chosen->candidates + 1 < chosen->n) {
        snprintf(reason, sizeof reason, "its lists have %d candidates or more", SOLVER_MOSAIC_CANDIDATES_LEAST);
        return clash(env, params, "candidates", "--algorithm mosaic", reason);
    }
    return SWARM_OK;
}

/* What belongs to whole rows, or to lists. */
static enum swarm_status check_lists(struct base_env *env, const struct swarm_params *params,
                                     const struct solver_automatic *chosen)
{
    char with[64];
    snprintf(with, sizeof with, "--candidates %u", (unsigned)chosen->candidates);
    if (!chosen->lists) {
        if (is_given(params, "q0") && solver_params_real(params, "q0") > 0) {
            return clash(env, params, "q0", "--candidates 0", "only ants on lists take the best without a draw");
        }
        return is_given(params, "candidate-kind") && !chosen->candidate_kind ? clash(
                   env, params, "candidate-kind", "--candidates 0 and --local-search none", "there are no lists")
                                                                             : SWARM_OK;
    }
    if (solver_params_is_set(params, "selection") && chosen->selection != SELECTION_RACE) {
        return clash(env, params, "selection", with, "ants on lists race");
    }
    if (is_given(params, "evaluation")) {
        return clash(env, params, "evaluation", with, "ants on lists measure their tours as they build them");
    }
    if (is_given(params, "group-size")) {
        return clash(env, params, "group-size", with, "no shape of ants on lists has groups of a size to choose");
    }
    return SWARM_OK;
}

static enum swarm_status check_local_search(struct base_env *env, const struct swarm_params *params,
                                            const struct solver_automatic *chosen)
{
    char reason[160];
    if (!chosen->symmetric && !chosen->local_search->oriented) {
        const char *separator = "";
        size_t used = (size_t)snprintf(reason, sizeof reason, "it reverses parts of tours; these do not:");
        for (size_t k = 0; k < aco_local_search_count && used < sizeof reason; ++k) {
            if (aco_local_searches[k].oriented) {
                used += (size_t)snprintf(reason + used, sizeof reason - used, "%s %s", separator,
                                         aco_local_searches[k].name);
                separator = ",";
            }
        }
        return clash(env, params, "local-search", "an asymmetric instance", reason);
    }
    if (is_given(params, "p-best") && solver_searches(chosen->local_search)) {
        char with[64];
        snprintf(with, sizeof with, "--local-search %s", chosen->local_search->name);
        return clash(env, params, "p-best", with, "the least trail follows from the number of nodes there");
    }
    return SWARM_OK;
}

enum swarm_status solver_companions_check(struct base_env *env, const struct swarm_params *params,
                                          const struct solver_automatic *chosen)
{
    enum swarm_status status = SWARM_OK;
    if (!chosen->mosaic && is_given(params, "compress-from") && chosen->selection != SELECTION_HYBRID) {
        char with[64];
        snprintf(with, sizeof with, "--selection %s", aco_selection_of(chosen->selection)->name);
        return clash(env, params, "compress-from", with, "it would be ignored");
    }
    TRY(check_options(env, params, chosen));
    if (chosen->mosaic) {
        TRY(check_mosaic(env, params, chosen));
    } else {
        TRY(check_algorithm(env, params, chosen));
        TRY(check_lists(env, params, chosen));
        TRY(check_local_search(env, params, chosen));
    }
    if (is_given(params, "candidate-kind") && !chosen->quadrants && strcmp(chosen->candidate_kind, "nearest") != 0) {
        return clash(env, params, "candidate-kind",
                     solver_params_is(params, "path", "true") ? "--path" : "an instance without coordinates",
                     "there are no quadrants");
    }

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Shapes                                                                                                             */

/* A shape parameter: its value and whether the user gave it. What was not given gives way where it clashes. */
struct wish {
    const char *value; /* "auto": by the device */
    bool given;
};

/* Everything that wishes for a shape. */
struct wishes {
    struct base_env *env;
    const struct swarm_params *params;
    const struct solver_automatic *chosen;
    const struct solver_tuned *tuned;
    bool given_only;
};

static struct wish wish_of(const struct wishes *wishes, const char *name)
{
    const char *value = swarm_params_get(wishes->params, name);
    const char *tuned = solver_tuned_value(wishes->tuned, name);
    if (solver_params_is_set(wishes->params, name)) {
        return (struct wish){value, true};
    }
    if (wishes->given_only) {
        return (struct wish){"auto", false};
    }
    return (struct wish){tuned ? tuned : value, false};
}

/* 0 for "auto". */
static uint32_t number_of(struct wish wish)
{
    return (uint32_t)strtoul(wish.value, NULL, 10);
}

/* --group-size W: who has no row in mind gets the work-group ones. */
static enum swarm_status take_group_size(const struct wishes *wishes, struct wish size,
                                         struct aco_shape_request *request)
{
    request->group_size = number_of(size);
    if (request->construction && !request->construction->groups && !wish_of(wishes, "construction").given) {
        request->construction = NULL;
    }
    if (request->evaluation && !request->evaluation->groups && !wish_of(wishes, "evaluation").given) {
        request->evaluation = NULL;
    }
    bool construction_fixed = request->construction && !request->construction->groups;
    bool evaluation_fixed = request->evaluation && !request->evaluation->groups;
    if (construction_fixed && evaluation_fixed) {
        return base_fail(wishes->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u clashes with --construction %s and --evaluation %s: neither has groups of a "
                         "size to choose",
                         (unsigned)request->group_size, request->construction->name, request->evaluation->name);
    }
    request->construction = request->construction ? request->construction : aco_construction_find("work-group");
    request->evaluation = request->evaluation ? request->evaluation : aco_evaluation_find("work-group");
    return SWARM_OK;
}

/* --ants-per-group A: who has no row in mind gets lanes; all rows on lists let ants share. */
static enum swarm_status take_ants_per_group(const struct wishes *wishes, struct wish ants,
                                             struct aco_shape_request *request)
{
    request->ants_per_group = number_of(ants);
    if (request->construction && !request->construction->shares && !wish_of(wishes, "construction").given) {
        request->construction = NULL;
    }
    if (request->construction && !request->construction->shares) {
        return base_fail(wishes->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--ants-per-group %u clashes with --construction %s: its work-groups hold one ant",
                         (unsigned)request->ants_per_group, request->construction->name);
    }
    if (!request->construction && !wishes->chosen->lists) {
        request->construction = aco_construction_find("lanes");
    }
    return SWARM_OK;
}

/* Sizes of a tuning file go with its rows: they count when both of these, or the only one that has such a size, are the
 * file's. */
static void take_tuned_sizes(const struct wishes *wishes, struct aco_shape_request *request)
{
    const char *group_size = solver_tuned_value(wishes->tuned, "group-size");
    const char *ants = solver_tuned_value(wishes->tuned, "ants-per-group");
    bool construction_tuned =
        request->construction && solver_tuned_value(wishes->tuned, "construction")
        && strcmp(request->construction->name, solver_tuned_value(wishes->tuned, "construction")) == 0;
    bool evaluation_given = wish_of(wishes, "evaluation").given;
    bool grouped = request->construction && request->construction->groups;
    grouped = grouped || (request->evaluation && request->evaluation->groups);
    if (ants && construction_tuned && request->construction->shares) {
        request->ants_per_group = (uint32_t)strtoul(ants, NULL, 10);
    }
    if (group_size && construction_tuned && grouped && !evaluation_given) {
        request->group_size = (uint32_t)strtoul(group_size, NULL, 10);
    }
}

/* Whether a row goes with the colony. */
static bool construction_fits(const struct aco_construction *row, const struct solver_automatic *chosen)
{
    return row->lists == chosen->lists && (row->lists || (row->selections & ACO_SELECTION_BIT(chosen->selection)) != 0)
           && chosen->algorithm->local_update == row->local_update;
}

static bool deposit_fits(const struct aco_deposit *row, const struct solver_automatic *chosen)
{
    return row->any_algorithm || (chosen->algorithm->plain && !chosen->lists);
}

/* The rows that are wished for; those that were not given and do not go with the colony are left out. */
static void take_rows(const struct wishes *wishes, struct aco_shape_request *request)
{
    const struct solver_automatic *chosen = wishes->chosen;
    struct wish construction = wish_of(wishes, "construction"), deposit = wish_of(wishes, "deposit");
    *request = (struct aco_shape_request){
        .construction = aco_construction_find(construction.value),
        .evaluation = chosen->lists ? NULL : aco_evaluation_find(wish_of(wishes, "evaluation").value),
        .deposit = aco_deposit_find(deposit.value),
    };
    if (request->construction && !construction.given && !construction_fits(request->construction, chosen)) {
        request->construction = NULL;
    }
    if (request->deposit && !deposit.given && !deposit_fits(request->deposit, chosen)) {
        request->deposit = NULL;
    }
}

enum swarm_status solver_companions_resolve(struct base_env *env, const struct swarm_params *params,
                                            const struct solver_automatic *chosen, const struct solver_tuned *tuned,
                                            bool given_only, struct aco_shape_request *request)
{
    const struct wishes wishes = {env, params, chosen, given_only ? NULL : tuned, given_only};
    const struct wish group_size = wish_of(&wishes, "group-size"), ants = wish_of(&wishes, "ants-per-group");
    enum swarm_status status = SWARM_OK;
    *request = (struct aco_shape_request){.construction = NULL};
    if (solver_is_twin(params)) {
        return solver_twin_check(env, params);
    }
    take_rows(&wishes, request);
    if (ants.given && number_of(ants) > 0) {
        TRY(take_ants_per_group(&wishes, ants, request));
    }
    if (group_size.given && number_of(group_size) > 0) {
        TRY(take_group_size(&wishes, group_size, request));
    }
    if (!ants.given && !group_size.given) {
        take_tuned_sizes(&wishes, request);
    }

fail:
    return status;
}
