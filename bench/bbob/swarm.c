/* swarm.c - runs of this library. */
#include "task.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static const char *find_option(char **options, const char *name)
{
    const char *value = NULL;
    for (; options[0] && options[1]; options += 2) {
        value = strcmp(options[0], name) == 0 ? options[1] : value;
    }
    return value;
}

static bool is_on_device(char **options)
{
    const char *device = find_option(options, "device");
    return device && strcmp(device, "none") != 0;
}

/* Sets what the task decides, then the options, which may replace it. Algorithms see the budget, unless the options
 * have a number of iterations. */
static enum swarm_status set_options(swarm_context *context, swarm_params *params, const struct bbob_task *task,
                                     char **options)
{
    enum swarm_status status = set_number(context, params, "dim", (uint64_t)task->instance->dimensions);
    status = status == SWARM_OK ? set_number(context, params, "seed", task->seed) : status;
    status = status == SWARM_OK ? swarm_params_set(context, params, "bounds", "-5:5") : status;
    status = status == SWARM_OK ? swarm_params_set(context, params, "device", "none") : status;
    if (status == SWARM_OK && !find_option(options, "iterations")) {
        status = set_number(context, params, "evaluations", task->budget);
    }
    for (; status == SWARM_OK && options[0] && options[1]; options += 2) {
        status = swarm_params_set(context, params, options[0], options[1]);
    }
    return status;
}

/* A run: what it needs and makes. `status`: the first failure, after which functions do nothing. */
struct run {
    struct bbob_task *task;
    char **options;
    swarm_context *context;
    swarm_objective *objective;
    swarm_params *params;
    swarm_result *result;
    enum swarm_status status;
};

/* Makes the parameters of a search of self->objective. */
static void prepare(struct run *self)
{
    self->status = self->status == SWARM_OK ? swarm_params_create(self->context, "pso", &self->params) : self->status;
    if (self->status == SWARM_OK) {
        swarm_params_objective(self->params, self->objective);
        self->status = set_options(self->context, self->params, self->task, self->options);
    }
}

static void set(struct run *self, const char *name, const char *value)
{
    self->status = self->status == SWARM_OK ? swarm_params_set(self->context, self->params, name, value) : self->status;
}

static void solve(struct run *self)
{
    self->status =
        self->status == SWARM_OK ? swarm_solve(self->context, self->params, NULL, NULL, &self->result) : self->status;
}

/* Prints the failure, if any, and frees all. Returns true if there was none. */
static bool finish(struct run *self)
{
    if (self->status != SWARM_OK) {
        fprintf(stderr, "bbob: %s\n",
                self->context ? swarm_context_error(self->context) : swarm_status_name(self->status));
    }
    swarm_result_destroy(&self->result);
    swarm_params_destroy(&self->params);
    swarm_objective_destroy(&self->objective);
    swarm_context_destroy(&self->context);
    return self->status == SWARM_OK;
}

static bool solve_on_host(struct bbob_task *task, char **options)
{
    struct run run = {.task = task, .options = options};
    struct call call = {task, NULL};
    run.status = swarm_context_create(&run.context);
    call.context = run.context;
    if (run.status == SWARM_OK) {
        run.status = swarm_objective_from_batch(run.context, "bbob", evaluate, &call, &run.objective);
    }
    prepare(&run);
    solve(&run);
    return finish(&run);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Runs that count evaluations at the end of an iteration, as devices do                                              */

/* Reads the function as an objective in OpenCL C, from a temporary file. */
static void read_objective(struct run *self)
{
    char path[] = "/tmp/bbob-XXXXXX";
    const int descriptor = mkstemp(path);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    const bool written = file && bbob_instance_write(self->task->instance, file);
    const bool closed = file && fclose(file) == 0;
    if (written && closed) {
        self->status = swarm_objective_read(self->context, path, &self->objective);
    } else {
        fprintf(stderr, "bbob: %s: cannot write the objective\n", path);
        self->status = SWARM_ERROR_IO;
    }
    if (descriptor >= 0) {
        unlink(path);
    }
}

/* Evaluates all points of an iteration; the trace counts them. */
static void evaluate_all(void *user, size_t count, uint32_t dimensions, const double *x, double *values)
{
    const struct bbob_task *task = user;
    for (size_t k = 0; k < count; ++k) {
        values[k] = bbob_instance_value(task->instance, x + k * dimensions);
    }
}

bool bbob_solve_by_iterations(struct bbob_task *task, char **options)
{
    struct run run = {.task = task, .options = options};
    char target[32];
    run.status = swarm_context_create(&run.context);
    if (run.status == SWARM_OK && is_on_device(options)) {
        read_objective(&run);
    } else if (run.status == SWARM_OK) {
        run.status = swarm_objective_from_batch(run.context, "bbob", evaluate_all, task, &run.objective);
    }
    prepare(&run);
    /* a little below the last target, because f_opt and the target round */
    snprintf(target, sizeof target, "%.17g", task->instance->f_opt + 0.9999 * bbob_target(BBOB_TARGETS - 1));
    set(&run, "target", target);
    solve(&run);
    for (size_t k = 0; run.result && k < run.result->trace_count; ++k) {
        bbob_task_note(task, run.result->trace[k].value, run.result->trace[k].evaluations);
    }
    task->evaluations = run.result ? run.result->position->evaluations : 0;
    return finish(&run);
}

bool bbob_solve_swarmcl(struct bbob_task *task, char **options)
{
    return is_on_device(options) ? bbob_solve_by_iterations(task, options) : solve_on_host(task, options);
}
