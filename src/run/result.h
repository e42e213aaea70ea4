/* result.h - a result under construction: swarm_result and what it owns. */
#ifndef SWARMCL_RUN_RESULT_H
#define SWARMCL_RUN_RESULT_H

#include "engine.h"

/* Must begin with the public struct: the caller holds a pointer to that. */
struct run_result {
    struct swarm_result shown;
    int64_t score;      /* of the best so far; INT64_MAX: there is none */
    int64_t told;       /* what engines have told of it: answers may know better, which no target looks at */
    int64_t built;      /* the best that an iteration has built; INT64_MAX: none */
    uint64_t nan_count; /* of all engines */
    size_t trace_capacity;
    struct swarm_trace_point *trace;
    struct swarm_setting *settings; /* values owned */
    struct swarm_plan_entry plan[RUN_PLAN_ENTRIES];
    struct swarm_kernel_time *kernels;
    struct swarm_island *islands; /* [shown.island_count] */
    /* the answer, filled by the problem */
    struct swarm_tour tour;
    struct swarm_position position;
    void *owned[3]; /* its arrays */
};

enum swarm_status run_result_create(struct base_env *env, struct run_result **result);

/* Appends a point to the trace. */
enum swarm_status run_result_add(struct base_env *env, struct run_result *result,
                                 const struct swarm_trace_point *point);

/* Fills in every option of `owners` with the value used, the memory plan and the kernel times of the engine. */
enum swarm_status run_result_describe(struct base_env *env, struct run_result *result, unsigned owners,
                                      const struct options *options, const struct run_engine *engine);

#endif
