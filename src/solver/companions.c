#include "companions.h"

/* Options that say how kernels are laid over a device: without one they would be ignored, so they are refused. */
static const char *const device_options[] = {"construction", "evaluation", "group-size",
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

enum swarm_status solver_companions_resolve(struct base_env *env, const struct swarm_params *params,
                                            struct aco_shape_request *request)
{
    *request = (struct aco_shape_request){
        .construction = aco_layout_find(&aco_constructions, swarm_params_get(params, "construction")),
        .evaluation = aco_layout_find(&aco_evaluations, swarm_params_get(params, "evaluation")),
        .deposit = aco_deposit_find(swarm_params_get(params, "deposit")),
    };
    if (solver_is_twin(params)) {
        return check_twin(env, params);
    }
    if (solver_params_is(params, "group-size", "auto")) {
        return SWARM_OK;
    }
    request->group_size = (uint32_t)solver_params_integer(params, "group-size");
    bool construction_fixed = request->construction && !request->construction->groups;
    bool evaluation_fixed = request->evaluation && !request->evaluation->groups;
    if (construction_fixed && evaluation_fixed) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u clashes with --construction %s and --evaluation %s: neither has groups of a "
                         "size to choose",
                         (unsigned)request->group_size, request->construction->name, request->evaluation->name);
    }
    request->construction = request->construction ? request->construction : aco_layout_grouped(&aco_constructions);
    request->evaluation = request->evaluation ? request->evaluation : aco_layout_grouped(&aco_evaluations);
    return SWARM_OK;
}
