/* result.h - a result under construction, with its memory. */
#ifndef SWARMCL_SEARCH_RESULT_H
#define SWARMCL_SEARCH_RESULT_H

#include "engine.h"

/* Begins with the public struct, to which the caller points. */
struct search_result {
    struct swarm_result shown;
    struct search_improvement best; /* so far; a score of INT64_MAX: none */
    int64_t reported;   /* the best score of the summaries; a solution may be better, but targets ignore that */
    int64_t built;      /* the best that an iteration has built; INT64_MAX: none */
    int64_t bound;      /* a length that no solution is below; 0: nothing is proven */
    uint64_t nan_count; /* of all engines */
    size_t trace_capacity;
    struct swarm_trace_point *trace;
    struct swarm_setting *settings; /* values owned */
    struct swarm_plan_entry plan[SEARCH_PLAN_ENTRIES];
    struct swarm_kernel_time *kernels;
    struct swarm_island *islands; /* [shown.island_count] */
    /* the solution; the problem fills it */
    struct swarm_tour tour;
    struct swarm_position position;
    struct swarm_assignment assignment;
    void *owned[3]; /* the solution's arrays */
};

/* *result returns owned, for swarm_result_destroy(). SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status search_result_create(struct base_env *env, struct search_result **result);

#endif
