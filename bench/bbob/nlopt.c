/* nlopt.c - algorithms of the library NLopt. */
#include "task.h"

#include <math.h>
#include <nlopt.h>
#include <string.h>

struct call {
    struct bbob_task *task;
    nlopt_opt optimiser;
};

static double evaluate(unsigned n, const double *x, double *gradient, void *user)
{
    struct call *call = user;
    (void)n, (void)gradient;
    const double value = bbob_task_value(call->task, x);
    if (bbob_task_is_done(call->task)) {
        nlopt_force_stop(call->optimiser);
    }
    return isfinite(value) ? value : 1e300;
}

/* Makes an optimiser without limits of its own; MLSL takes BOBYQA with tolerances. */
static nlopt_opt make_optimiser(nlopt_algorithm algorithm, struct call *call)
{
    const unsigned n = (unsigned)call->task->instance->dimensions;
    nlopt_opt made = nlopt_create(algorithm, n), local = NULL;
    call->optimiser = made;
    nlopt_set_min_objective(made, evaluate, call);
    nlopt_set_lower_bounds1(made, -BBOB_BOX);
    nlopt_set_upper_bounds1(made, BBOB_BOX);
    if (algorithm == NLOPT_GN_MLSL_LDS) {
        local = nlopt_create(NLOPT_LN_BOBYQA, n);
        nlopt_set_xtol_rel(local, 1e-9);
        nlopt_set_ftol_abs(local, 1e-10);
        nlopt_set_local_optimizer(made, local);
        nlopt_destroy(local);
    } else {
        nlopt_set_xtol_abs1(made, 1e-13);
    }
    return made;
}

/* Runs the algorithm from random points until the task is done or, unless `restarts`, once from the middle.
 * Returns false if the algorithm failed. */
static bool solve(struct bbob_task *task, char **options, nlopt_algorithm algorithm, bool restarts)
{
    struct bbob_random random = {task->seed};
    struct call call = {task, NULL};
    double x[BBOB_DIMENSIONS_MOST] = {0}, value = 0.0;
    uint64_t before = 0;
    do {
        before = task->evaluations;
        if (restarts) {
            bbob_place(&random, task->instance->dimensions, x);
        }
        call.optimiser = make_optimiser(algorithm, &call);
        nlopt_optimize(call.optimiser, x, &value);
        nlopt_destroy(call.optimiser);
    } while (restarts && !bbob_task_is_done(task) && task->evaluations > before);
    if (options[0]) {
        fprintf(stderr, "bbob: %s: peers have no options\n", options[0]);
    }
    return options[0] == NULL;
}

bool bbob_solve_crs2(struct bbob_task *task, char **options)
{
    nlopt_srand((unsigned long)task->seed);
    return solve(task, options, NLOPT_GN_CRS2_LM, true);
}

bool bbob_solve_direct(struct bbob_task *task, char **options)
{
    return solve(task, options, NLOPT_GN_DIRECT_L, false);
}

bool bbob_solve_mlsl(struct bbob_task *task, char **options)
{
    nlopt_srand((unsigned long)task->seed);
    return solve(task, options, NLOPT_GN_MLSL_LDS, true);
}
