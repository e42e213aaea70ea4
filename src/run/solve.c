/* solve.c - a run from parameters to a verified result. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "search/problem.h"
#include "watch.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* What the search tells the run                                                                                      */

static void on_found(void *user, int64_t score, bool again)
{
    struct run *run = user;
    if (run->search.solve) {
        run_bound_raise(&run->bound, score, INT64_MIN); /* it is the best of all */
    }
    run_bound_compare(&run->bound, score, again);
}

static void on_read(void *user, const struct search *search)
{
    struct run *run = user;
    run_watch_copy(&run->watch, search);
}

static void on_report(void *user, const struct search *search, uint64_t iteration, bool improved)
{
    struct run *run = user;
    if (iteration > search->result->shown.first_iteration) {
        atomic_store(&run->watch.has_summary, true);
    }
    run_ticker_report(&run->ticker, search, iteration, improved);
}

static enum search_due on_span(void *user, const struct search_span *span)
{
    struct run *run = user;
    return run_checkpoints_due(run->search.env, &run->checkpoints, span, run->search.request.deadline);
}

static enum swarm_status on_keep(void *user, bool write)
{
    return run_keep_state(user, write);
}

static struct base_patience on_step(void *user, double seconds)
{
    const struct run *run = user;
    return run_checkpoints_patience(run->search.env, &run->checkpoints, seconds);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The phases of a run in order; each does its work for one search or for islands                                     */

static enum swarm_status open_devices(void *context)
{
    struct run *run = context;
    if (run->search.options.islands <= 1) {
        return search_open(&run->search, &run->devices);
    }
    const enum swarm_status status = islands_create(&run->search, &run->devices, &run->islands);
    if (status != SWARM_OK) {
        islands_destroy(&run->islands); /* they have no records to gather */
        return status;
    }
    return islands_open(run->islands);
}

static enum swarm_status start(void *context)
{
    struct run *run = context;
    uint32_t sum = 0;
    TRY(run_read_resumed(run));
    TRY(search_start(&run->search));
    if (run->islands) {
        TRY(run_identity_sum(&run->search, &sum));
        TRY(islands_start(run->islands, sum));
    }
    return run->is_over ? SWARM_OK : run_bound_begin(&run->bound);
}

static enum swarm_status build_kernels(void *context)
{
    struct run *run = context;
    const enum swarm_status status = run->islands ? islands_build(run->islands) : search_build(&run->search);
    atomic_store(&run->prefetch.env.cancelled, 1);
    return status;
}

/* If the driver fails and the caller names no device, the host's engine takes its place. */
static enum swarm_status build(void *context)
{
    struct run *run = context;
    struct search *search = &run->search;
    const enum swarm_status status = run_watch(run, build_kernels, true);
    if (status == SWARM_OK || run->islands) {
        return status;
    }
    TRY(search_use_host(search, &run->devices, status));
    if (!search->engine->device) {
        return SWARM_OK; /* the run is over, and the prefetch's engine has its result */
    }
    search_engine_destroy(&search->engine);
    TRY(search_open(search, &run->devices));
    search_set_scale(search);
    return search_build(search);
}

static enum swarm_status prepare_engines(void *context)
{
    struct run *run = context;
    struct search *search = &run->search;
    if (run->islands) {
        return islands_prepare(run->islands);
    }
    const bool had_solution = search_has_solution(search);
    TRY(search_prepare(search));
    const bool reached = search_has_reached(search, search->result->best.score);
    if (run->checkpoints.path && !search->solve && !search->engine->torn && !reached) {
        TRY(run_keep_state(run, true)); /* shows at once if writing works */
    }
    run->checkpoints.last = base_seconds(search->env);
    if (had_solution && reached) { /* the local search may have done it */
        run->ended = true;
        search->result->shown.stop_reason = SWARM_STOP_TARGET;
        return search_read_solution(search);
    }
    return SWARM_OK;
}

static enum swarm_status prepare(void *context)
{
    return run_watch(context, prepare_engines, false);
}

static enum swarm_status iterate_engines(void *context)
{
    struct run *run = context;
    struct search *search = &run->search;
    bool interrupted = false, stop = false, torn = false;
    if (run->islands) {
        TRY(islands_iterate(run->islands, run->checkpoints.path ? run_keep_state(run, true) : SWARM_OK, &torn));
        return run_end_checkpoints(run, torn);
    }
    TRY(search_advance(search, search_limit(search), &stop, &interrupted));
    if (!stop) {
        search->result->shown.stop_reason = interrupted ? search_interruption(search) : SWARM_STOP_ITERATIONS;
    }
    return run_end_checkpoints(run, (stop && !search->engine->holds) || search->engine->torn);
}

static enum swarm_status iterate(void *context)
{
    return run_watch(context, iterate_engines, false);
}

/* True if the run is over before its first iteration; sets the reason. */
static bool is_over(struct run *run)
{
    struct search *search = &run->search;
    const bool late = search_is_interrupted(search);
    return run->islands
               ? islands_are_over(run->islands)
               : run->is_over || search_is_over(search, late ? search_interruption(search) : SWARM_STOP_ITERATIONS);
}

static enum swarm_status search_all(struct run *run)
{
    struct swarm_timing *timing = &run->search.result->shown.timing;
    const struct {
        base_worker_work *work;
        double *seconds;
    } phases[] = {{open_devices, &timing->context},
                  {start, &timing->setup},
                  {build, &timing->build},
                  {prepare, &timing->setup},
                  {iterate, &timing->loop}};
    const size_t count = sizeof phases / sizeof phases[0];
    timing->context = run->search.task->discovery_seconds;
    for (size_t i = 0; i < count; ++i) {
        const double begun = base_clock_now();
        const enum swarm_status status = phases[i].work(run);
        *phases[i].seconds += base_clock_now() - begun;
        TRY(run->islands && !run->watch.left ? islands_agree(run->islands, status, run->is_over) : status);
        const bool builds = phases[i].work == build,
                   judges = i + 1 < count && (phases[i].work != prepare || run->islands);
        if (builds) {
            base_log(run->search.env, SWARM_LOG_DEBUG, "%s kernels in %.3f s", run->watch.left ? "no" : "built the",
                     timing->build);
        }
        if (run->ended || (judges && is_over(run))) {
            return builds ? run_end_checkpoints(run, true) : SWARM_OK;
        }
    }
    run_remove_older_checkpoint(run);
    return SWARM_OK;
}

/* Seconds on the host to look for a solution after the end, for a run without time for an iteration; and the least that
 * it gets if these are over. */
#define RESCUE_SECONDS 0.15
#define RESCUE_LEAST   0.05

/* Resumed runs are left out, and ranks, which must all have the same solution. */
static enum swarm_status rescue(struct run *run)
{
    struct search *search = &run->search;
    const struct swarm_result *shown = &search->result->shown;
    const bool hurried = shown->stop_reason == SWARM_STOP_TIME || shown->stop_reason == SWARM_STOP_CANCELLED;
    const double now = base_seconds(search->env);
    const double until = fmax(fmin(search->request.deadline, now) + RESCUE_SECONDS, now + RESCUE_LEAST);
    const bool alone = !run->resume_path && search->env->ranks.count <= 1;
    return hurried && shown->iterations == 0 && alone && search->problem->rescue
               ? search->problem->rescue(search, until)
               : SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Beginning and end                                                                                                  */

/* Seconds after the search for each byte of the solution: to verify, report and write it and to free memory. 0.4 s for
 * 10^6 nodes; 0.3 to 0.7 s were measured on an H200. */
#define SECONDS_OF_BYTE 1e-7

/* Reads the parameters and makes room for the solution; needs no device. Release the run with deinit(), its result with
 * swarm_result_destroy(). */
static enum swarm_status begin(struct run *run, const struct search_task *task)
{
    const double begun = base_clock_now();
    *run = (struct run){
        .search = {.env = task->env, .task = task, .problem = task->params->problem, .hooks = &run->hooks},
        .devices = {.list = task->devices},
        .hooks = {.user = run, .found = on_found, .has_read = on_read, .report = on_report},
        .watch = {.best = {.score = INT64_MAX}},
    };
    struct search *search = &run->search;
    run_bound_init(&run->bound, search);
    base_env_fork(&run->prefetch.env, task->env);
    search->options = task->params->options;
    options_take_preset(&search->options);
    TRY(search_result_create(search->env, &search->result));
    TRY(search->problem->ask(search));
    const double deadline = search->solve ? (double)INFINITY : search->request.deadline; /* it takes milliseconds */
    search->request.deadline = fmax(0.5 * deadline, deadline - SECONDS_OF_BYTE * (double)search->solution_size);
    search->result->shown.timing.read += base_clock_now() - begun;
    TRY(run_checkpoints_init(search->env, &search->options, &run->checkpoints));
    if (search->options.resume) {
        run->resume_path = run_checkpoint_path(search->env, search->options.resume);
        TRY(run->resume_path ? SWARM_OK : base_fail_memory(search->env));
    }
    search->solution = base_array(search->solution_size, 1);
    run->watch.solution = base_array(search->solution_size, 1);
    return search->solution && run->watch.solution ? SWARM_OK : base_fail_memory(search->env);
}

/* The same for a run with checkpoints: locks the file for this run. */
static enum swarm_status begin_kept(struct run *run, const struct search_task *task)
{
    TRY(begin(run, task));
    if (run->checkpoints.path) {
        run->hooks.due = on_span;
        run->hooks.keep = on_keep;
        run->hooks.patience = on_step;
        run->hooks.every = run->checkpoints.every;
    }
    return run_checkpoints_lock(run->search.env, &run->checkpoints);
}

static void deinit(struct run *run)
{
    struct search *search = &run->search;
    const bool on_device = run->islands || (search->engine && search->engine->device),
               is_left = run->watch.left && on_device;
    if (!is_left && run->islands) {
        islands_destroy(&run->islands); /* they own the engine */
    } else if (!is_left) {
        search_close(search);
    }
    run_release_question(search);
    free(run->resume_path);
    free(run->devices.indices);
    free(search->solution);
    free(run->watch.solution);
    run_checkpoints_deinit(&run->checkpoints);
    search_sections_deinit(&run->state.reached);
    run_bound_deinit(&run->bound);
    base_env_deinit(&run->prefetch.env);
}

/* Completes the result of a run whose search is over, and checks it. */
static enum swarm_status finish(struct run *run)
{
    struct search *search = &run->search;
    struct search_result *result = search->result;
    result->shown.seconds = base_seconds(search->env);
    result->bound = run_bound_length(&run->bound);
    result->nan_count = search->engine->nan_count;
    TRY(run->islands ? islands_describe(run->islands, result) : SWARM_OK);
    search_describe(search, &search->options);
    TRY(search->problem->verify(search));
    TRY(search_describe_result(search));
    result->shown.timing.checkpoints = run->checkpoints.total;
    return SWARM_OK;
}

enum swarm_status run_check(const struct search_task *task)
{
    struct run run;
    const enum swarm_status status = begin(&run, task);
    deinit(&run);
    swarm_result_destroy((swarm_result **)&run.search.result);
    return status;
}

/* The time limit of a trial iteration. */
#define REHEARSAL_SECONDS 5.0
#define REHEARSAL_MOST    1e9 /* seconds: never reached */

static enum swarm_status try_iteration(struct run *run)
{
    struct search *search = &run->search;
    struct search_request *request = &search->request;
    const double begun = base_seconds(search->env);
    request->deadline = isinf(request->deadline) ? request->deadline : REHEARSAL_MOST; /* engines test for INFINITY */
    search->options.iterations = 1;
    TRY(search_open(search, &run->devices));
    if (!run->devices.list) {
        return SWARM_OK; /* the host has no kernels to compile */
    }
    request->deadline = base_seconds(search->env) + REHEARSAL_SECONDS;
    TRY(search_start(search));
    request->deadline = (double)INFINITY;
    TRY(run_watch(run, build_kernels, false));
    search->engine->request.deadline = request->deadline = base_seconds(search->env) + REHEARSAL_SECONDS;
    TRY(run->ended ? SWARM_OK : prepare(run));
    TRY(run->ended ? SWARM_OK : iterate(run));
    search->result->shown.timing.build = base_seconds(search->env) - begun;
    return SWARM_OK;
}

enum swarm_status run_rehearse(const struct search_task *task)
{
    struct base_env *env = task->env;
    swarm_log_fn *log = env->log;
    struct run run;
    env->log = NULL; /* the run will send the same messages */
    enum swarm_status status = run_count_islands(&run, begin(&run, task));
    run.search.request.dump_path = NULL; /* it writes nothing and continues nothing */
    run_checkpoints_deinit(&run.checkpoints);
    free(run.resume_path);
    run.checkpoints.path = run.resume_path = NULL;
    status = status == SWARM_OK && run.search.options.islands <= 1 ? try_iteration(&run) : status;
    env->log = log;
    if (status == SWARM_OK) {
        env->is_warm = true;
        base_log(env, SWARM_LOG_DEBUG, "built the kernels and tried them in %.3f s",
                 run.search.result->shown.timing.build);
    }
    deinit(&run);
    swarm_result_destroy((swarm_result **)&run.search.result);
    return status;
}

static enum swarm_status solve(struct run *run)
{
    struct run_checkpoints *checkpoints = &run->checkpoints;
    TRY(search_all(run));
    const int64_t before = run->search.result->best.score;
    TRY(rescue(run));
    checkpoints->written = checkpoints->written && run->search.result->best.score == before;
    return run_leave_checkpoint(run);
}

enum swarm_status run_solve(const struct search_task *task, struct search_result **result)
{
    struct run run;
    enum swarm_status status = run_count_islands(&run, begin_kept(&run, task));
    if (status == SWARM_OK) {
        run_ticker_begin(&run.ticker, &run.search, &run.bound);
        status = solve(&run);
    }
    run_bound_end(&run.bound, status != SWARM_OK);
    status = status == SWARM_OK ? finish(&run) : status;
    run_ticker_end(&run.ticker);
    deinit(&run);
    if (status != SWARM_OK) {
        swarm_result_destroy((swarm_result **)&run.search.result);
        return status;
    }
    run.search.result->shown.timing.total = base_seconds(task->env);
    *result = run.search.result;
    return SWARM_OK;
}
