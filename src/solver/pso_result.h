/* pso_result.h - a result under construction: swarm_pso_result and what it owns. */
#ifndef SWARMCL_SOLVER_PSO_RESULT_H
#define SWARMCL_SOLVER_PSO_RESULT_H

#include "pso_request.h"

/* Must begin with the public struct: the caller holds a pointer to that. */
struct solver_pso_result {
    struct swarm_pso_result shown;
    double *position, *lower, *upper; /* [dimensions] */
    size_t trace_capacity;
    struct swarm_pso_trace_point *trace;
    struct swarm_setting *settings; /* values owned */
    struct swarm_plan_entry plan[PSO_PLAN_ENTRIES];
    struct swarm_kernel_time *kernels;
};

/* For a run with these settings, whose bounds are copied. */
enum swarm_status solver_pso_result_create(struct base_env *env, const struct pso_settings *settings,
                                           struct solver_pso_result **result);

/* Appends an improvement and makes it the best; value and coordinates as the objective has them. */
enum swarm_status solver_pso_result_improve(struct base_env *env, struct solver_pso_result *result, uint64_t iteration,
                                            double value, const double position[2]);

/* Fills in every parameter with the value the swarm used, its memory plan and its kernel times. */
enum swarm_status solver_pso_result_describe(struct base_env *env, struct solver_pso_result *result,
                                             const struct swarm_params *params,
                                             const struct solver_pso_request *request, const struct pso_swarm *swarm);

#endif
