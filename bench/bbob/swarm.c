/* swarm.c - runs of this library. */
#include "task.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <swarmcl/swarmcl.h>

struct call {
    struct bbob_task *task;
    swarm_context *context;
};

/* Evaluates the points of an iteration up to the end of the budget, and ends the run there. */
static void evaluate(void *user, size_t count, uint32_t dimensions, const double *x, double *values)
{
    struct call *call = user;
    for (size_t k = 0; k < count && !bbob_task_is_done(call->task); ++k) {
        values[k] = bbob_task_value(call->task, x + k * dimensions);
    }
    if (bbob_task_is_done(call->task)) {
        swarm_context_cancel(call->context);
    }
}

static enum swarm_status set_number(swarm_context *context, swarm_params *params, const char *name, uint64_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return swarm_params_set(context, params, name, text);
}

/* Sets what the task decides, then the options, which may replace it. */
static enum swarm_status set_options(swarm_context *context, swarm_params *params, const struct bbob_task *task,
                                     char **options)
{
    enum swarm_status status = set_number(context, params, "dim", (uint64_t)task->instance->dimensions);
    status = status == SWARM_OK ? set_number(context, params, "seed", task->seed) : status;
    status = status == SWARM_OK ? swarm_params_set(context, params, "bounds", "-5:5") : status;
    status = status == SWARM_OK ? swarm_params_set(context, params, "iterations", "1000000000") : status;
    status = status == SWARM_OK ? swarm_params_set(context, params, "device", "none") : status;
    for (; status == SWARM_OK && options[0] && options[1]; options += 2) {
        status = swarm_params_set(context, params, options[0], options[1]);
    }
    return status;
}

bool bbob_solve_swarmcl(struct bbob_task *task, char **options)
{
    struct call call = {task, NULL};
    swarm_objective *objective = NULL;
    swarm_params *params = NULL;
    swarm_result *result = NULL;
    enum swarm_status status = swarm_context_create(&call.context);
    status =
        status == SWARM_OK ? swarm_objective_from_batch(call.context, "bbob", evaluate, &call, &objective) : status;
    status = status == SWARM_OK ? swarm_params_create(call.context, "pso", &params) : status;
    if (status == SWARM_OK) {
        swarm_params_objective(params, objective);
        status = set_options(call.context, params, task, options);
    }
    status = status == SWARM_OK ? swarm_solve(call.context, params, NULL, NULL, &result) : status;
    if (status != SWARM_OK) {
        fprintf(stderr, "bbob: %s\n", call.context ? swarm_context_error(call.context) : swarm_status_name(status));
    }
    swarm_result_destroy(&result);
    swarm_params_destroy(&params);
    swarm_objective_destroy(&objective);
    swarm_context_destroy(&call.context);
    return status == SWARM_OK;
}
