/* solve.c - a run from parameters to a verified result, alone or as islands. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "bound.h"
#include "islands.h"
#include "search/problem.h"
#include "tick.h"
#include "watch.h"

static enum swarm_status build(void *context)
{
    struct run *run = context;
    const enum swarm_status status = run->engine->type->build(run->engine);
    atomic_store(&run->ahead->env.cancelled, 1);
    return status;
}

/* Builds the kernels. If the driver fails and the caller names no device, the host's engine takes its place. */
static enum swarm_status build_anywhere(struct run *run, bool *stop)
{
    const enum swarm_status status = run_watch(run, build, stop);
    TRY(run_use_host(run, status));
    if (status == SWARM_OK) {
        return SWARM_OK;
    }
    run_engine_destroy(&run->engine);
    TRY(run_try_device(run, 0));
    run_settle(run);
    return run->engine->type->build(run->engine);
}

/* Runs the search; the kernels are ready. */
static enum swarm_status iterate(void *context)
{
    struct run *run = context;
    struct swarm_result *shown = &run->result->shown;
    struct swarm_timing *timing = &shown->timing;
    double since = base_seconds(run->env);
    const bool has_answer = run->result->best.score < INT64_MAX;
    TRY(run_prepare(run));
    run->checkpoints.last = base_seconds(run->env);
    timing->setup += run_lap(run->env, &since);
    if (has_answer && run_has_reached(run, run->result->best.score)) { /* the local search may have done it */
        shown->stop_reason = SWARM_STOP_TARGET;
        return run_read_answer(run);
    }
    bool interrupted = false, stop = false;
    TRY(run_advance(run, run_limit(run), &stop, &interrupted));
    if (!stop) {
        shown->stop_reason = interrupted ? run_interruption(run) : SWARM_STOP_ITERATIONS;
    }
    TRY(run_end_checkpoints(run, (stop && !run->engine->holds) || run->engine->torn));
    timing->loop = run_lap(run->env, &since);
    return SWARM_OK;
}

static enum swarm_status search(struct run *run)
{
    struct swarm_result *shown = &run->result->shown;
    struct swarm_timing *timing = &shown->timing;
    double since = base_seconds(run->env);

    TRY(run_open(run));
    timing->context = run->task->discovery_seconds + run_lap(run->env, &since);
    TRY(run_read_resumed(run));
    since = base_seconds(run->env);
    TRY(run_start(run));
    if (run->is_over) {
        return SWARM_OK;
    }
    TRY(run_bound_begin(run));
    timing->setup = run_lap(run->env, &since);
    if (run_has_reached(run, run->result->best.score)) {
        shown->stop_reason = SWARM_STOP_TARGET;
        return SWARM_OK;
    }
    /* iteration 0 must give a run its first answer, however late it is */
    const bool has_answer = run->result->best.score < INT64_MAX;
    bool stop = false;
    if (!run_is_interrupted(run) || !has_answer) {
        TRY(build_anywhere(run, &stop));
        timing->build = run_lap(run->env, &since);
        base_log(run->env, SWARM_LOG_DEBUG, "%s kernels in %.3f s", run->is_left ? "no" : "built the", timing->build);
    }
    const bool over = stop || (run_is_interrupted(run) && has_answer);
    run_end_ahead(run, over);
    if (over) {
        shown->stop_reason = stop ? shown->stop_reason : run_interruption(run);
        return run_end_checkpoints(run, true);
    }
    return run_watch(run, iterate, NULL);
}

/* Writes a checkpoint if the run has ended without one, before its first iteration or at its resumption. */
static enum swarm_status leave_checkpoint(struct run *run)
{
    if (run->checkpoints.path && run->is_left && run->kept && !atomic_load(&run->copies_state)) {
        return run_end_checkpoints(run, true);
    }
    if (!run->checkpoints.path || run->checkpoints.written) {
        return SWARM_OK;
    }
    TRY(run->is_over ? SWARM_OK : run_state_take(run, true));
    TRY(run_state_write(run));
    run_ranks_forget_checkpoint(run);
    return SWARM_OK;
}

static void run_deinit(struct run *run)
{
    if (run->islands && !run->is_left) {
        run_islands_destroy(run->islands); /* they own the engine */
    } else if (!run->islands && !run->engine_is_left) {
        run_engine_destroy(&run->engine);
    }
    run_forget(run);
    free(run->resume_path);
    free(run->named);
    free(run->answer);
    free(run->secured.answer);
    run_checkpoints_deinit(&run->checkpoints);
    run_sections_deinit(&run->state.reached);
    if (!run->engine_is_left) {
        run_sections_deinit(&run->state.engine);
    }
}

/* Seconds on the host to look for an answer after the end, for a run without time for an iteration; and the least that
 * it gets if these are over. */
#define RESCUE_SECONDS 0.15
#define RESCUE_LEAST   0.05

/* Resumed runs are left out, and ranks, which must all have the same answer. */
static enum swarm_status rescue(struct run *run)
{
    const struct swarm_result *shown = &run->result->shown;
    const bool hurried = shown->stop_reason == SWARM_STOP_TIME || shown->stop_reason == SWARM_STOP_CANCELLED;
    const double now = base_seconds(run->env);
    const double until = fmax(fmin(run->request.deadline, now) + RESCUE_SECONDS, now + RESCUE_LEAST);
    const bool alone = !run->resume_path && run->env->ranks.count <= 1;
    return hurried && shown->iterations == 0 && alone && run->problem->rescue ? run->problem->rescue(run, until)
                                                                              : SWARM_OK;
}

/* Seconds after the search for each byte of the answer: to verify, report and write it and to free memory. 0.4 s for
 * 10^6 nodes; 0.3 to 0.7 s were measured on an H200. */
#define SECONDS_OF_BYTE 1e-7

/* Reads the parameters and makes room for the answer; needs no device. Release the run with run_deinit(), its result
 * with swarm_result_destroy(). */
static enum swarm_status begin(struct run *run, const struct run_task *task)
{
    double since = base_seconds(task->env);
    *run = (struct run){.task = task, .env = task->env, .problem = task->params->problem};
    run->options = task->params->options;
    options_take_preset(&run->options);
    TRY(run_result_create(run->env, &run->result));
    TRY(run->problem->ask(run));
    const double deadline = run->solve ? (double)INFINITY : run->request.deadline; /* it takes milliseconds */
    run->request.deadline = fmax(0.5 * deadline, deadline - SECONDS_OF_BYTE * (double)run->answer_size);
    run->result->shown.timing.read += run_lap(run->env, &since);
    TRY(run_checkpoints_init(run->env, &run->options, &run->checkpoints));
    run->leaves_state = run->checkpoints.path;
    if (run->options.resume) {
        run->resume_path = run_checkpoint_path(run->env, run->options.resume);
        TRY(run->resume_path ? SWARM_OK : base_fail_memory(run->env));
    }
    run->answer = base_array(run->answer_size, 1);
    run->secured.answer = base_array(run->answer_size, 1);
    run->secured.best.score = INT64_MAX;
    return run->answer && run->secured.answer ? SWARM_OK : base_fail_memory(run->env);
}

/* The same, and locks the checkpoint's file for this run. */
static enum swarm_status begin_alone(struct run *run, const struct run_task *task)
{
    TRY(begin(run, task));
    return run_checkpoints_lock(run->env, &run->checkpoints);
}

enum swarm_status run_check(const struct run_task *task)
{
    struct run run;
    const enum swarm_status status = begin(&run, task);
    run_deinit(&run);
    swarm_result_destroy((swarm_result **)&run.result);
    return status;
}

/* The time limit of a trial iteration. */
#define REHEARSAL_SECONDS 5.0
#define REHEARSAL_MOST    1e9 /* seconds: never reached */

static enum swarm_status try_iteration(struct run *run)
{
    struct run_request *request = &run->request;
    const double begun = base_seconds(run->env);
    request->deadline = isinf(request->deadline) ? request->deadline : REHEARSAL_MOST; /* engines test for INFINITY */
    run->options.iterations = 1;
    TRY(run_open(run));
    if (!run->task->devices) {
        return SWARM_OK; /* the host has no kernels to compile */
    }
    request->deadline = base_seconds(run->env) + REHEARSAL_SECONDS;
    TRY(run_start(run));
    request->deadline = (double)INFINITY;
    TRY(run_watch(run, build, NULL));
    run->engine->request.deadline = request->deadline = base_seconds(run->env) + REHEARSAL_SECONDS;
    TRY(run->is_left ? SWARM_OK : run_watch(run, iterate, NULL));
    run->result->shown.timing.build = base_seconds(run->env) - begun;
    return SWARM_OK;
}

enum swarm_status run_rehearse(const struct run_task *task)
{
    struct base_env *env = task->env;
    swarm_log_fn *log = env->log;
    struct run run;
    struct run_ahead ahead = {.run = {.engine = NULL}};
    base_env_fork(&ahead.env, env);
    env->log = NULL; /* the run will send the same messages */
    enum swarm_status status = run_islands_count(&run, begin(&run, task));
    run.ahead = &ahead;
    run.request.dump_path = NULL; /* it writes nothing and continues nothing */
    run_checkpoints_deinit(&run.checkpoints);
    free(run.resume_path);
    run.checkpoints.path = run.resume_path = NULL;
    run.leaves_state = false;
    status = status == SWARM_OK && run.options.islands <= 1 ? try_iteration(&run) : status;
    env->log = log;
    if (status == SWARM_OK) {
        env->is_warm = true;
        base_log(env, SWARM_LOG_DEBUG, "built the kernels and tried them in %.3f s", run.result->shown.timing.build);
    }
    run_deinit(&run);
    base_env_deinit(&ahead.env);
    swarm_result_destroy((swarm_result **)&run.result);
    return status;
}

enum swarm_status run_solve(const struct run_task *task, struct run_result **result)
{
    struct run run;
    struct run_ahead ahead = {.run = {.engine = NULL}};
    struct run_bound bound = {.run = &run, .lock = PTHREAD_MUTEX_INITIALIZER, .proven = INT64_MIN, .enough = INT64_MIN};
    struct run_ticker ticker = {.run = NULL};
    enum swarm_status status = SWARM_OK;
    base_env_fork(&ahead.env, task->env);
    base_env_fork(&bound.env, task->env);
    TRY_OR(fail, run_islands_count(&run, begin_alone(&run, task)));
    run.ahead = &ahead;
    run.bound = &bound;
    run_ticker_begin(&run, &ticker);
    TRY_OR(fail, run.options.islands > 1 ? run_watch(&run, run_islands_search, NULL) : search(&run));
    TRY_OR(fail, rescue(&run));
    TRY_OR(fail, leave_checkpoint(&run));
    run_bound_end(&run);
    run.result->shown.seconds = base_seconds(run.env);
    run_describe_engine(&run, &run.options);
    run.result->nan_count = run.engine->nan_count;
    TRY_OR(fail, run.islands ? run_islands_describe(run.islands, run.result) : SWARM_OK);
    TRY_OR(fail, run.problem->verify(&run));
    TRY_OR(fail, run_result_describe(&run));
    run.result->shown.timing.checkpoints = run.checkpoints.total;
    run_ticker_end(&ticker);
    run_deinit(&run);
    base_env_deinit(&ahead.env);
    base_env_deinit(&bound.env);
    run.result->shown.timing.total = base_seconds(run.env);
    *result = run.result;
    return SWARM_OK;

fail:
    run_ticker_end(&ticker);
    run_end_ahead(&run, false);
    atomic_store(&bound.env.cancelled, 1);
    run_bound_end(&run);
    run_deinit(&run);
    base_env_deinit(&ahead.env);
    base_env_deinit(&bound.env);
    swarm_result_destroy((swarm_result **)&run.result);
    return status;
}
