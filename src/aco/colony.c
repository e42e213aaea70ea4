#include "colony.h"

void aco_colony_init(struct aco_colony *colony, const struct run_engine_type *type, struct base_env *env,
                     const struct run_request *run, const struct aco_request *request)
{
    *colony = (struct aco_colony){.engine = {.type = type, .env = env, .request = *run}, .request = *request};
    aco_colony_settle(colony, 1);
}

void aco_colony_settle(struct aco_colony *colony, int64_t nearest_neighbour_length)
{
    const struct swarm_instance_info *info = &colony->request.instance->info;
    colony->settings = aco_settings_make(&colony->request.choices, &colony->engine.request, info->node_count,
                                         info->symmetric, nearest_neighbour_length);
}

struct run_summary aco_colony_tell(const struct aco_summary *summary)
{
    static const enum run_state states[] = {
        [COLONY_RUNNING] = RUN_GOES_ON,
        [COLONY_REACHED_TARGET] = RUN_REACHED_TARGET,
        [COLONY_STAGNATED] = RUN_STAGNATED,
    };
    return (struct run_summary){
        .iteration = summary->iteration_length,
        .best = summary->best_length,
        .improved = summary->improved,
        .state = states[summary->state],
    };
}
