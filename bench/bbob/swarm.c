/* swarm.c - runs of this library. */
#include "task.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

bool bbob_needs_device(char **options)
{
    const char *device = find_option(options, "device");
    return device && strcmp(device, "none") != 0;
}

bool bbob_open_devices(struct bbob_shared *shared)
{
    if (swarm_context_create(&shared->devices) == SWARM_OK) {
        return true;
    }
    fprintf(stderr, "bbob: out of memory\n");
    return false;
}

void bbob_close_devices(struct bbob_shared *shared)
{
    swarm_context_destroy(&shared->devices);
}

/* Makes a context that has the devices of all runs. */
static void create_context(struct run *self)
{
    self->status = swarm_context_create(&self->context);
    if (self->status == SWARM_OK && self->task->shared->devices) {
        self->status = swarm_context_share_devices(self->context, self->task->shared->devices);
    }
}

static bool write_file(const struct bbob_instance *instance, const char *path,
                       bool write(const struct bbob_instance *, FILE *))
{
    FILE *file = fopen(path, "w");
    const bool written = file && write(instance, file);
    return (!file || fclose(file) == 0) && written;
}

/* Reads the function as an objective in OpenCL C. Its file is named after function and dimensions, because the name is part
 * of the program, which all instances share. */
static void read_objective(struct run *self)
{
    const struct bbob_instance *instance = self->task->instance;
    char folder[256], path[300];
    snprintf(folder, sizeof folder, "%s/%d-%d-%d", self->task->shared->folder, instance->function,
             instance->dimensions, instance->number);
    snprintf(path, sizeof path, "%s/f%d-%d.cl", folder, instance->function, instance->dimensions);
    if (mkdir(folder, 0700) == 0 && write_file(instance, path, bbob_instance_write)) {
        self->status = swarm_objective_read(self->context, path, &self->objective);
    } else {
        fprintf(stderr, "bbob: %s: cannot write the objective\n", path);
        self->status = SWARM_ERROR_IO;
    }
    unlink(path);
    rmdir(folder);
}

/* Sets the numbers of the instance. They are a file, which is removed after the run. */
static void write_data(struct run *self, char path[300])
{
    const struct bbob_instance *instance = self->task->instance;
    snprintf(path, 300, "%s/%d-%d-%d.txt", self->task->shared->folder, instance->function, instance->dimensions,
             instance->number);
    if (!write_file(instance, path, bbob_instance_write_data)) {
        fprintf(stderr, "bbob: %s: cannot write the data\n", path);
        self->status = SWARM_ERROR_IO;
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

/* Runs until `target`, on the device that the options name or on the host. */
static void run_iterations(struct run *run, const char *target)
{
    const bool on_device = bbob_needs_device(run->options);
    char data[300] = "";
    create_context(run);
    if (run->status == SWARM_OK && on_device) {
        read_objective(run);
    } else if (run->status == SWARM_OK) {
        run->status = swarm_objective_from_batch(run->context, "bbob", evaluate_all, run->task, &run->objective);
    }
    if (run->status == SWARM_OK && on_device) {
        write_data(run, data);
    }
    prepare(run);
    if (on_device) {
        set(run, "data", data);
    }
    set(run, "target", target);
    solve(run);
    unlink(data);
}

bool bbob_build_swarmcl(struct bbob_task *task, char **options)
{
    struct run run = {.task = task, .options = options};
    run_iterations(&run, "1e300");
    return finish(&run);
}

bool bbob_solve_by_iterations(struct bbob_task *task, char **options)
{
    struct run run = {.task = task, .options = options};
    char target[32];
    /* a little below the last target, because f_opt and the target round */
    snprintf(target, sizeof target, "%.17g", task->instance->f_opt + 0.9999 * bbob_target(BBOB_TARGETS - 1));
    run_iterations(&run, target);
    for (size_t k = 0; run.result && k < run.result->trace_count; ++k) {
        bbob_task_note(task, run.result->trace[k].value, run.result->trace[k].evaluations);
    }
    task->evaluations = run.result ? run.result->position->evaluations : 0;
    return finish(&run);
}

bool bbob_solve_swarmcl(struct bbob_task *task, char **options)
{
    return bbob_needs_device(options) ? bbob_solve_by_iterations(task, options) : solve_on_host(task, options);
}
