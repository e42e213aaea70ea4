#include "companions.h"

/* Options that say how kernels are laid over a device: without one they would be ignored, so they are refused. */
static const char *const device_options[] = {"construction", "evaluation", "group-size",  "ants-per-group",
                                             "launch-ms",    "platform",   "dump-kernels"};

bool solver_is_twin(const struct swarm_params *params)
{
    return solver_params_is(params, "device", "none");
}

static enum swarm_status check_twin(struct base_env *env, const struct swarm_params *params)
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

/* --group-size W: who has no row in mind gets the work-group ones. */
static enum swarm_status take_group_size(struct base_env *env, const struct swarm_params *params,
                                         struct aco_shape_request *request)
{
    request->group_size = (uint32_t)solver_params_integer(params, "group-size");
    bool construction_fixed = request->construction && !request->construction->groups;
    bool evaluation_fixed = request->evaluation && !request->evaluation->groups;
    if (construction_fixed && evaluation_fixed) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u clashes with --construction %s and --evaluation %s: neither has groups of a "
                         "size to choose",
                         (unsigned)request->group_size, request->construction->name, request->evaluation->name);
    }
    request->construction = request->construction ? request->construction : aco_construction_find("work-group");
    request->evaluation = request->evaluation ? request->evaluation : aco_evaluation_find("work-group");
    return SWARM_OK;
}

/* --ants-per-group A */
static enum swarm_status take_ants_per_group(struct base_env *env, const struct swarm_params *params,
                                             struct aco_shape_request *request)
{
    request->ants_per_group = (uint32_t)solver_params_integer(params, "ants-per-group");
    if (request->construction && !request->construction->shares) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--ants-per-group %u clashes with --construction %s: its work-groups hold one ant",
                         (unsigned)request->ants_per_group, request->construction->name);
    }
    request->construction = request->construction ? request->construction : aco_construction_find("lanes");
    return SWARM_OK;
}

enum swarm_status solver_companions_resolve(struct base_env *env, const struct swarm_params *params,
                                            struct aco_shape_request *request)
{
    enum swarm_status status = SWARM_OK;
    *request = (struct aco_shape_request){
        .construction = aco_construction_find(swarm_params_get(params, "construction")),
        .evaluation = aco_evaluation_find(swarm_params_get(params, "evaluation")),
        .deposit = aco_deposit_find(swarm_params_get(params, "deposit")),
    };
    TRY(check_selection(env, params));
    if (solver_is_twin(params)) {
        return check_twin(env, params);
    }
    if (!solver_params_is(params, "ants-per-group", "auto")) {
        TRY(take_ants_per_group(env, params, request));
    }
    if (!solver_params_is(params, "group-size", "auto")) {
        TRY(take_group_size(env, params, request));
    }

fail:
    return status;
}
