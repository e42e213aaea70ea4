/* result.h - a result under construction: swarm_result and what it owns. */
#ifndef SWARMCL_SOLVER_RESULT_H
#define SWARMCL_SOLVER_RESULT_H

#include "aco/colony.h"
#include "automatic.h"

/* Must begin with the public struct: the caller holds a pointer to that. */
struct solver_result {
    struct swarm_result shown;
    uint32_t *tour; /* [node_count], once the run is over */
    size_t trace_capacity;
    struct swarm_trace_point *trace;
    struct swarm_setting *settings; /* values owned */
    struct swarm_plan_entry plan[RUN_PLAN_ENTRIES];
    struct swarm_kernel_time *kernels;
    struct swarm_island *islands; /* [shown.island_count] */
};

enum swarm_status solver_result_create(struct base_env *env, size_t node_count, bool path,
                                       struct solver_result **result);

/* Appends an improvement and makes it the best. */
enum swarm_status solver_result_improve(struct base_env *env, struct solver_result *result, uint64_t iteration,
                                        int64_t length);

/* Fills in every parameter with the value the colony used, its memory plan and its kernel times. */
enum swarm_status solver_result_describe(struct base_env *env, struct solver_result *result,
                                         const struct swarm_params *params, const struct solver_automatic *chosen,
                                         const struct run_engine *colony);

/* Every parameter with the value that a colony, planned or further, uses, or was asked to use where it could not: what
 * is given again later is compared with these. See solver_settings_describe(). */
enum swarm_status solver_result_settings(struct base_env *env, const struct swarm_params *params,
                                         const struct solver_automatic *chosen, const struct run_engine *colony,
                                         struct swarm_setting **settings, size_t *count);

#endif
