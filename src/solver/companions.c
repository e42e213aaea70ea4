#include "companions.h"

#include <stdlib.h>
#include <string.h>

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

/* An option of one selection, given beside another. */
static enum swarm_status check_selection(struct base_env *env, const struct swarm_params *params)
{
    if (solver_params_is_set(params, "compress-from") && !solver_params_is(params, "selection", "hybrid")) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--compress-from %s clashes with --selection %s: it would be ignored",
                         swarm_params_get(params, "compress-from"), swarm_params_get(params, "selection"));
    }
    return SWARM_OK;
}

/* A shape parameter: its value and whether the user gave it. What was not given gives way where it clashes. */
struct wish {
    const char *value; /* "auto": by the device */
    bool given;
};

/* Everything that wishes for a shape. */
struct wishes {
    struct base_env *env;
    const struct swarm_params *params;
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

/* --ants-per-group A */
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
    request->construction = request->construction ? request->construction : aco_construction_find("lanes");
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

/* The rows that are wished for; a construction that was not given and does not support the selection is left out. */
static void take_rows(const struct wishes *wishes, struct aco_shape_request *request)
{
    struct wish construction = wish_of(wishes, "construction");
    int selection = aco_selection_find(swarm_params_get(wishes->params, "selection"))->number;
    *request = (struct aco_shape_request){
        .construction = aco_construction_find(construction.value),
        .evaluation = aco_evaluation_find(wish_of(wishes, "evaluation").value),
        .deposit = aco_deposit_find(wish_of(wishes, "deposit").value),
    };
    if (request->construction && !construction.given
        && !(request->construction->selections & ACO_SELECTION_BIT(selection))) {
        request->construction = NULL;
    }
}

enum swarm_status solver_companions_resolve(struct base_env *env, const struct swarm_params *params,
                                            const struct solver_tuned *tuned, bool given_only,
                                            struct aco_shape_request *request)
{
    const struct wishes wishes = {env, params, given_only ? NULL : tuned, given_only};
    const struct wish group_size = wish_of(&wishes, "group-size"), ants = wish_of(&wishes, "ants-per-group");
    enum swarm_status status = SWARM_OK;
    *request = (struct aco_shape_request){.construction = NULL};
    TRY(check_selection(env, params));
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
