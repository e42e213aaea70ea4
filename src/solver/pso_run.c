#include "pso_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "outcome.h"
#include "pso_checkpoint.h"

/* A run at work. */
struct run {
    const struct solver_pso_task *task;
    struct base_env *env;
    struct solver_pso_request request;
    struct pso_swarm *swarm;
    struct solver_pso_result *result;
    struct pso_state state; /* of checkpoints; no sections unless the run reads or writes them */
    bool is_over;           /* the run it resumes had ended already */
    double last_progress;
};

static const struct pso_settings *settings_of(const struct run *run)
{
    return &run->request.swarm.settings;
}

/* A number of a kernel, from its bits. */
static double number_of(const struct run *run, uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    double wide;
    float narrow;
    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &low, sizeof narrow);
    return settings_of(run)->precision == 32 ? (double)narrow : wide;
}

/* A value that the swarm minimises, as the objective gives it. */
static double value_of(const struct run *run, uint64_t bits)
{
    return settings_of(run)->maximise ? -number_of(run, bits) : number_of(run, bits);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Opening                                                                                                            */

/* Plans and opens one device (or the twin, with devices NULL). */
static enum swarm_status try_device(void *self, size_t index)
{
    struct run *run = self;
    const struct ocl_device_list *devices = run->task->devices;
    const struct pso_request *request = &run->request.swarm;
    enum swarm_status status = SWARM_OK;
    if (devices) {
        TRY(solver_pso_check_device(run->env, settings_of(run), &devices->devices[index]));
    }
    TRY(devices ? pso_swarm_device_create(run->env, request, devices, index, &run->swarm)
                : pso_swarm_reference_create(run->env, request, &run->swarm));
    TRY(run->swarm->type->plan(run->swarm));
    TRY(run->swarm->type->open(run->swarm));
    return SWARM_OK;

fail:
    if (run->swarm) {
        run->swarm->type->destroy(&run->swarm);
    }
    return status;
}

/* What the run that is resumed has reached counts for this one, whose ends may be others. */
static enum swarm_status take_resumed(struct run *run)
{
    const struct pso_settings *settings = settings_of(run);
    struct swarm_pso_result *shown = &run->result->shown;
    struct pso_best *best = run->state.sections[PSO_SECTION_BEST];
    const double value = value_of(run, best->value);
    const double target = settings->precision == 32 ? (double)(float)settings->target : settings->target;
    const uint64_t done = run->state.iteration;
    if (done > run->request.iteration_limit) {
        return base_fail(
            run->env, SWARM_ERROR_INVALID_ARGUMENT, "--iterations %llu: %s holds a run of %llu iterations already",
            (unsigned long long)run->request.iteration_limit, run->request.resume_path, (unsigned long long)done);
    }
    run->is_over = true;
    if (settings->has_target && (settings->maximise ? value >= target : value <= target)) {
        shown->stop_reason = SWARM_STOP_TARGET;
    } else if (settings->no_improve > 0 && done - best->iteration >= settings->no_improve) {
        shown->stop_reason = SWARM_STOP_STAGNATION;
    } else if (done == run->request.iteration_limit) {
        shown->stop_reason = SWARM_STOP_ITERATIONS;
    } else if (run->state.seconds >= run->request.swarm.deadline) {
        shown->stop_reason = SWARM_STOP_TIME;
    } else {
        run->is_over = false;
    }
    run->env->start -= run->state.seconds; /* its clock goes on */
    best->state = SWARM_RUNNING;
    best->stopped = 0;
    shown->iterations = shown->first_iteration = done;
    base_log(run->env, SWARM_LOG_INFO, "resumed from %s after iteration %llu", run->request.resume_path,
             (unsigned long long)done);
    return SWARM_OK;
}

static enum swarm_status read_resumed(struct run *run)
{
    enum swarm_status status = SWARM_OK;
    if (run->request.resume_path || run->request.checkpoints.path) {
        uint64_t bytes = 0;
        for (int k = 0; k < PSO_SECTION_COUNT; ++k) {
            bytes += pso_section_bytes(settings_of(run), (enum pso_section)k);
        }
        TRY(base_require_memory(run->env, "checkpoint", bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX, 1));
        TRY(pso_state_init(run->env, settings_of(run), &run->state));
    }
    if (run->request.resume_path) {
        TRY(solver_pso_checkpoint_read(run->env, &run->request, &run->state));
        TRY(take_resumed(run));
    }

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Searching                                                                                                          */

static void report_progress(struct run *run, bool improved)
{
    const struct swarm_pso_result *shown = &run->result->shown;
    double now = base_seconds(run->env);
    if (!run->task->progress || (!improved && now - run->last_progress < SOLVER_PROGRESS_INTERVAL)) {
        return;
    }
    run->last_progress = now;
    const struct swarm_pso_progress progress = {shown->iterations, shown->best_iteration, shown->value, improved, now};
    run->task->progress(run->task->progress_user, &progress);
}

static enum swarm_status take_improvement(struct run *run, const struct pso_improvement *improvement)
{
    const double position[2] = {number_of(run, improvement->position[0]), number_of(run, improvement->position[1])};
    return solver_pso_result_improve(run->env, run->result, improvement->iteration, value_of(run, improvement->value),
                                     position);
}

/* A run that goes on begins its trace with the best that was known. */
static enum swarm_status take_resumed_best(struct run *run)
{
    const struct pso_best *best = run->state.sections[PSO_SECTION_BEST];
    const unsigned char *bytes = run->state.sections[PSO_SECTION_BEST_POSITION];
    const size_t size = (size_t)settings_of(run)->precision / 8;
    struct pso_improvement known = {.iteration = best->iteration, .value = best->value};
    for (uint32_t d = 0; d < 2 && d < settings_of(run)->dimensions; ++d) {
        /* the low half holds a float on hosts of either order of bytes */
        uint32_t narrow = 0;
        memcpy(size == 4 ? (void *)&narrow : (void *)&known.position[d], bytes + d * size, size);
        known.position[d] = size == 4 ? narrow : known.position[d];
    }
    return take_improvement(run, &known);
}

/* Takes what has become known; *stop is set when that ends the run. `all`: waits for all that is queued. */
static enum swarm_status collect(struct run *run, bool all, bool *stop)
{
    struct swarm_pso_result *shown = &run->result->shown;
    struct pso_report report;
    enum swarm_status status = SWARM_OK;
    for (bool got = true; !*stop;) {
        TRY(run->swarm->type->collect(run->swarm, all, &got, &report));
        if (!got) {
            break;
        }
        const bool running = report.state == SWARM_RUNNING;
        shown->iterations = running ? report.iteration : report.stopped;
        for (size_t k = 0; k < report.count; ++k) {
            TRY(take_improvement(run, &report.improvements[k]));
        }
        report_progress(run, report.count > 0);
        if (!running) {
            shown->stop_reason = report.state == SWARM_REACHED_TARGET ? SWARM_STOP_TARGET : SWARM_STOP_STAGNATION;
            *stop = true;
        }
    }

fail:
    return status;
}

static enum swarm_status write_checkpoint(struct run *run)
{
    const double begun = base_seconds(run->env);
    enum swarm_status status = SWARM_OK;
    TRY(run->swarm->type->save(run->swarm, &run->state));
    run->state.iteration = run->result->shown.iterations;
    run->state.seconds = begun;
    TRY(solver_pso_checkpoint_write(run->env, &run->request, &run->state));
    solver_checkpoints_took(run->env, &run->request.checkpoints, begun);

fail:
    return status;
}

/* Writes one when it is due and the run goes on. */
static enum swarm_status keep_checkpoint(struct run *run, bool *stop)
{
    const struct solver_pso_request *request = &run->request;
    const bool due =
        solver_checkpoints_is_due(run->env, &request->checkpoints, run->swarm->queued - 1, run->swarm->queued);
    enum swarm_status status = SWARM_OK;
    if (due && run->swarm->queued < request->iteration_limit) {
        TRY(collect(run, true, stop));
        TRY(*stop ? SWARM_OK : write_checkpoint(run));
    }

fail:
    return status;
}

/* The last iteration of the next advance: checkpoints that count iterations end one. */
static uint64_t next_limit(const struct run *run)
{
    const uint64_t every = run->request.checkpoints.every, limit = run->request.iteration_limit;
    const uint64_t next = every > 0 ? (run->swarm->queued / every + 1) * every : limit;
    return next < limit ? next : limit;
}

static enum swarm_status iterate(struct run *run)
{
    struct swarm_pso_result *shown = &run->result->shown;
    enum swarm_status status = SWARM_OK;
    bool interrupted = false, stop = run->is_over;
    if (!stop) {
        shown->stop_reason = SWARM_STOP_ITERATIONS;
        TRY(collect(run, false, &stop));
    }
    while (!stop && !interrupted && run->swarm->queued < run->request.iteration_limit) {
        TRY(run->swarm->type->advance(run->swarm, next_limit(run), &interrupted));
        TRY(collect(run, false, &stop));
        if (!stop && !interrupted) {
            TRY(keep_checkpoint(run, &stop));
        }
    }
    TRY(collect(run, true, &stop));
    if (interrupted && !stop) {
        shown->stop_reason = solver_interruption(run->env);
    }

fail:
    return status;
}

/* The best of all. The trace ends with it: tribes may know better than what they have exchanged, and where there was
 * no number, nothing ever was an improvement. */
static enum swarm_status finish(struct run *run)
{
    struct swarm_pso_result *shown = &run->result->shown;
    double *position = run->result->position;
    struct pso_best best;
    double value;
    enum swarm_status status = SWARM_OK;
    TRY(run->request.checkpoints.path ? write_checkpoint(run) : SWARM_OK);
    TRY(run->swarm->type->finish(run->swarm, &best, &value, position, &shown->nan_count));
    shown->evaluations = (uint64_t)settings_of(run)->particles * (shown->iterations + 1);
    if (shown->trace_count == 0 || shown->value != value) {
        const double first[2] = {position[0], shown->dimensions > 1 ? position[1] : 0.0};
        TRY(solver_pso_result_improve(run->env, run->result, best.iteration, value, first));
        report_progress(run, true);
    }
    shown->value = value;
    shown->best_iteration = best.iteration;

fail:
    return status;
}

/* Wrong answers are defects that the program itself finds. */
static enum swarm_status verify(struct run *run)
{
    const struct swarm_pso_result *shown = &run->result->shown;
    double value = 0.0;
    enum swarm_status status = SWARM_OK;
    for (uint32_t d = 0; d < shown->dimensions; ++d) {
        const double x = shown->position[d];
        if (!(x >= shown->lower[d] && x <= shown->upper[d])) {
            return base_fail(run->env, SWARM_ERROR_VERIFICATION,
                             "verification of the result: coordinate %u, %.17g, is not within %.17g and %.17g",
                             (unsigned)d + 1, x, shown->lower[d], shown->upper[d]);
        }
    }
    if (run->task->objective->info.kind != SWARM_OBJECTIVE_BUILT_IN || !isfinite(shown->value)) {
        return SWARM_OK;
    }
    TRY(pso_evaluate_host(run->env, settings_of(run), 1, shown->position, &value));
    if (value != shown->value) {
        status = base_fail(run->env, SWARM_ERROR_VERIFICATION,
                           "verification of the result: the value of the position is %.17g, the swarm claimed %.17g",
                           value, shown->value);
    }

fail:
    return status;
}

static enum swarm_status search(struct run *run)
{
    struct swarm_timing *timing = &run->result->shown.timing;
    const struct pso_state *resumed = run->request.resume_path ? &run->state : NULL;
    enum swarm_status status = SWARM_OK;
    double since = base_seconds(run->env);
    TRY(solver_devices_try(run->env, run->task->devices, run->task->params, try_device, run));
    timing->context = run->task->discovery_seconds + solver_lap(run->env, &since);
    TRY(run->swarm->type->build(run->swarm));
    timing->build = solver_lap(run->env, &since);
    TRY(run->swarm->type->prepare(run->swarm, resumed));
    if (resumed) {
        TRY(take_resumed_best(run));
        report_progress(run, true);
    }
    timing->setup += solver_lap(run->env, &since);
    run->request.checkpoints.last = since;
    TRY(iterate(run));
    timing->loop = solver_lap(run->env, &since);
    TRY(finish(run));

fail:
    return status;
}

static void run_deinit(struct run *run)
{
    if (run->swarm) {
        run->swarm->type->destroy(&run->swarm);
    }
    pso_state_deinit(&run->state);
    solver_pso_request_deinit(&run->request);
}

enum swarm_status solver_pso_run(const struct solver_pso_task *task, struct solver_pso_result **result)
{
    struct run run = {.task = task, .env = task->env};
    enum swarm_status status = SWARM_OK;
    double since = base_seconds(run.env);
    TRY(solver_pso_request_init(run.env, task->objective, task->params, &run.request));
    TRY(solver_pso_result_create(run.env, settings_of(&run), &run.result));
    run.result->shown.timing.read = solver_lap(run.env, &since);
    TRY(read_resumed(&run));
    TRY(search(&run));
    run.result->shown.seconds = base_seconds(run.env);
    TRY(verify(&run));
    TRY(solver_pso_result_describe(run.env, run.result, task->params, &run.request, run.swarm));
    run.result->shown.timing.checkpoints = run.request.checkpoints.total;
    run_deinit(&run);
    run.result->shown.timing.total = base_seconds(run.env);
    *result = run.result;
    return SWARM_OK;

fail:
    run_deinit(&run);
    swarm_pso_result_destroy((swarm_pso_result **)&run.result);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Evaluating                                                                                                         */

struct evaluation {
    const struct solver_pso_task *task;
    const struct pso_settings *settings;
    size_t count;
    const double *points;
    double *values;
};

static enum swarm_status evaluate_on(void *self, size_t index)
{
    const struct evaluation *evaluation = self;
    const struct solver_pso_task *task = evaluation->task;
    enum swarm_status status = SWARM_OK;
    TRY(solver_pso_check_device(task->env, evaluation->settings, &task->devices->devices[index]));
    TRY(pso_evaluate_device(task->env, evaluation->settings, task->devices, index, evaluation->count,
                            evaluation->points, evaluation->values));

fail:
    return status;
}

enum swarm_status solver_pso_evaluate(const struct solver_pso_task *task, size_t count, const double *points,
                                      double *values)
{
    struct solver_pso_request request = {.lower = NULL};
    enum swarm_status status = SWARM_OK;
    TRY(solver_pso_request_init(task->env, task->objective, task->params, &request));
    if (task->objective->info.kind == SWARM_OBJECTIVE_FILE) {
        struct evaluation evaluation = {task, &request.swarm.settings, count, points, values};
        TRY(solver_devices_try(task->env, task->devices, task->params, evaluate_on, &evaluation));
    } else {
        TRY(pso_evaluate_host(task->env, &request.swarm.settings, count, points, values));
    }

fail:
    solver_pso_request_deinit(&request);
    return status;
}
