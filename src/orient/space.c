#include "space.h"

enum swarm_status orient_space_init(struct base_env *env, const struct orient_task *task, struct base_team *team,
                                    double deadline, struct orient_space *space)
{
    struct mosaic_problem *problem = &space->problem;
    const uint32_t nodes = task->instance->info.node_count > 1 ? (uint32_t)task->instance->info.node_count - 1 : 0;
    const struct tsp_candidates lists = {.length = nodes < ORIENT_WIDTH ? nodes : ORIENT_WIDTH};
    TRY(mosaic_problem_init(env, task->instance, team, lists, deadline, problem));
    uint64_t most = 1, bits = 0;
    space->scores = base_arrays_add(&problem->arrays, problem->n, sizeof *space->scores);
    TRY(space->scores ? SWARM_OK : base_fail_memory(env));
    for (uint32_t i = 0; i < problem->n; ++i) {
        space->scores[i] = task->scores[problem->order[i]];
        space->total += space->scores[i];
        most = space->scores[i] > most ? space->scores[i] : most;
    }
    while ((uint64_t)orient_weight_most(most) >> bits != 0) {
        ++bits;
    }
    space->rules = (struct orient_rules){
        .limit = task->limit,
        .first = problem->number[task->first],
        .last = problem->number[task->last],
        .breadth = problem->width < ORIENT_BREADTH ? problem->width : ORIENT_BREADTH,
        .fineness = (uint32_t)(57 - bits),
    };
    return SWARM_OK;
}
