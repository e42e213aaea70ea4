/* solve.c - a run from parameters to a verified result. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "run_part.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Beginning and end                                                                                                  */

/* Seconds per byte of the solution that are reserved after the search to verify, report and write the solution and to
 * free memory: 0.4 s for 10^6 nodes (measured on an H200: 0.3 to 0.7 s). */
#define SECONDS_OF_BYTE 1e-7

/* Initialises a run; release it with deinit(). */
static void init(struct run *run, const struct search_task *task)
{
    *run = (struct run){
        .search = {.env = task->env, .task = task, .problem = task->params->problem, .hooks = &run->hooks},
        .devices = {.list = task->devices},
        .hooks = {.user = run, .found = run_bound_compare, .has_read = run_watch_copy, .report = run_report},
        .bound = {.search = &run->search, .lock = PTHREAD_MUTEX_INITIALIZER, .proven = INT64_MIN, .enough = INT64_MIN},
        .watch = {.best = {.score = INT64_MAX}},
    };
    base_env_fork(&run->bound.env, task->env);
    base_env_fork(&run->prefetch.env, task->env);
}

/* Reads the parameters and allocates the solution; needs no device. */
static enum swarm_status read_parameters(struct run *run)
{
    const double begun = base_clock_now();
    struct search *search = &run->search;
    search->options = search->task->params->options;
    options_take_preset(&search->options);
    TRY(search_result_create(search->env, &search->result));
    TRY(search->problem->ask(search));
    const double deadline = search->solve ? (double)INFINITY : search->request.deadline; /* exact takes only ms */
    search->request.deadline = fmax(0.5 * deadline, deadline - SECONDS_OF_BYTE * (double)search->solution_size);
    search->result->shown.timing.read += base_clock_now() - begun;
    search->solution = base_array(search->solution_size, 1);
    run->watch.solution = base_array(search->solution_size, 1);
    return search->solution && run->watch.solution ? SWARM_OK : base_fail_memory(search->env);
}

static void deinit(struct run *run)
{
    struct search *search = &run->search;
    const bool on_device = run->islands || (search->engine && search->engine->device);
    if (!(run->watch.abandoned && on_device)) {
        if (run->islands) {
            islands_destroy(&run->islands); /* the islands own the engine */
        } else {
            search_close(search);
        }
    }
    run_release_question(search);
    free(run->resume_path);
    free(run->devices.indices);
    free(search->solution);
    free(run->watch.solution);
    run_checkpoints_deinit(&run->checkpoints);
    search_sections_deinit(&run->state.reached);
    base_env_deinit(&run->bound.env);
    base_env_deinit(&run->prefetch.env);
    swarm_result_destroy((swarm_result **)&search->result);
}

enum swarm_status run_check(const struct search_task *task)
{
    struct run run;
    init(&run, task);
    enum swarm_status status = read_parameters(&run);
    status = status == SWARM_OK ? run_checkpoints_init(task->env, &run.search.options, &run.checkpoints) : status;
    deinit(&run);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The phases of the search in order; each works on one search or on islands                                          */

static enum swarm_status open_devices(void *context)
{
    struct run *run = context;
    if (run->search.options.islands <= 1) {
        return search_open(&run->search, &run->devices);
    }
    const enum swarm_status status = islands_create(&run->search, &run->devices, &run->islands);
    if (status != SWARM_OK) {
        islands_destroy(&run->islands); /* without memory the islands have no records to gather */
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
    return run->had_ended ? SWARM_OK : run_bound_begin(&run->bound);
}

static enum swarm_status build_kernels(void *context)
{
    struct run *run = context;
    const enum swarm_status status =
        run->islands ? islands_build(run->islands) : run->search.engine->type->build(run->search.engine);
    atomic_store(&run->prefetch.env.cancelled, 1);
    return status;
}

/* Compiles the kernels. If the driver fails and the user names no device, the host's engine replaces the device's. */
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
        return SWARM_OK; /* the prefetch ended the run and its engine has the result */
    }
    search_engine_destroy(&search->engine);
    TRY(search_open(search, &run->devices));
    search_set_scale(search);
    return search->engine->type->build(search->engine);
}

static enum swarm_status prepare(void *context)
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
        TRY(run_keep_state(run, true)); /* fails early if the file cannot be written */
    }
    run->checkpoints.last = base_seconds(search->env);
    /* preparing may have improved the start, or run the first iteration */
    if (reached && (had_solution || search->result->shown.iterations > 0)) {
        run->ended = true;
        search->result->shown.stop_reason = SWARM_STOP_TARGET;
        return search_read_solution(search);
    }
    return SWARM_OK;
}

static enum swarm_status iterate(void *context)
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
    return run_end_checkpoints(run, (stop && !search->engine->keeps_state) || search->engine->torn);
}

/* True if the run ends before its first iteration; sets the reason. */
static bool is_over(struct run *run)
{
    struct search *search = &run->search;
    const bool late = search_is_interrupted(search);
    return run->islands
               ? islands_are_over(run->islands)
               : run->had_ended || search_is_over(search, late ? search_interruption(search) : SWARM_STOP_ITERATIONS);
}

static enum swarm_status search_all(void *context)
{
    struct run *run = context;
    struct swarm_timing *timing = &run->search.result->shown.timing;
    const struct {
        base_worker_work *work;
        double *seconds;
        bool watched; /* the phase runs on a worker; build() starts its own worker */
    } phases[] = {{open_devices, &timing->context, false},
                  {start, &timing->setup, false},
                  {build, &timing->build, false},
                  {prepare, &timing->setup, true},
                  {iterate, &timing->loop, true}};
    const size_t count = sizeof phases / sizeof phases[0];
    timing->context = run->search.task->discovery_seconds;
    for (size_t i = 0; i < count; ++i) {
        const double begun = base_clock_now();
        const enum swarm_status status =
            phases[i].watched ? run_watch(run, phases[i].work, false) : phases[i].work(run);
        *phases[i].seconds += base_clock_now() - begun;
        TRY(run->islands && !run->watch.abandoned ? islands_agree(run->islands, status, run->had_ended) : status);
        const bool builds = phases[i].work == build,
                   may_be_over = i + 1 < count && (phases[i].work != prepare || run->islands);
        if (builds) {
            base_log(run->search.env, SWARM_LOG_DEBUG, "%s the kernels in %.3f s",
                     run->watch.abandoned ? "did not build" : "built", timing->build);
        }
        if (run->ended || (may_be_over && is_over(run))) {
            return builds ? run_end_checkpoints(run, true) : SWARM_OK;
        }
    }
    run_remove_older_checkpoint(run);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* A rehearsal                                                                                                        */

#define REHEARSAL_SECONDS 5.0 /* time limit of the trial iteration in seconds */
#define REHEARSAL_MOST    1e9 /* a time limit in seconds that is never reached */

static enum swarm_status try_iteration(struct run *run)
{
    struct search *search = &run->search;
    struct search_request *request = &search->request;
    const double begun = base_seconds(search->env);
    request->deadline = isinf(request->deadline) ? request->deadline : REHEARSAL_MOST; /* engines test for INFINITY */
    search->options.iterations = 1;
    search->options.start_tour = "nearest"; /* with a start tour the iteration can be interrupted */
    TRY(search_open(search, &run->devices));
    if (!run->devices.list) {
        return SWARM_OK; /* no rehearsal on the host, which compiles nothing */
    }
    request->deadline = base_seconds(search->env) + REHEARSAL_SECONDS;
    TRY(search_start(search));
    request->deadline = (double)INFINITY;
    TRY(run_watch(run, build_kernels, false));
    search->engine->request.deadline = request->deadline = base_seconds(search->env) + REHEARSAL_SECONDS;
    TRY(run->ended ? SWARM_OK : run_watch(run, prepare, false));
    TRY(run->ended ? SWARM_OK : run_watch(run, iterate, false));
    search->result->shown.timing.build = base_seconds(search->env) - begun;
    return SWARM_OK;
}

enum swarm_status run_rehearse(const struct search_task *task)
{
    struct base_env *env = task->env;
    swarm_log_fn *log = env->log;
    struct run run;
    init(&run, task);
    env->log = NULL; /* the run itself will send the same messages */
    enum swarm_status status = run_count_islands(&run, read_parameters(&run));
    run.search.request.dump_path = NULL; /* a rehearsal must not write the dump of kernels */
    status = status == SWARM_OK && run.search.options.islands <= 1 ? try_iteration(&run) : status;
    env->log = log;
    if (status == SWARM_OK) {
        env->is_warm = true;
        base_log(env, SWARM_LOG_DEBUG, "built the kernels and tested them in %.3f s",
                 run.search.result->shown.timing.build);
    }
    deinit(&run);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The whole run                                                                                                      */

/* Reads the parameters and locks the checkpoint file. */
static enum swarm_status read_all(struct run *run)
{
    struct base_env *env = run->search.env;
    const struct options *options = &run->search.options;
    TRY(read_parameters(run));
    TRY(run_checkpoints_init(env, options, &run->checkpoints));
    run->resume_path = options->resume ? run_checkpoint_path(env, options->resume) : NULL;
    TRY(run->resume_path || !options->resume ? SWARM_OK : base_fail_memory(env));
    return run_checkpoints_begin(run);
}

static enum swarm_status begin(void *context)
{
    struct run *run = context;
    TRY(run_count_islands(run, read_all(run)));
    run_ticker_begin(run);
    return SWARM_OK;
}

/* Seconds after the deadline in which the host looks for a better solution if no iteration was completed; RESCUE_LEAST
 * applies if these are over already. */
#define RESCUE_SECONDS 0.15
#define RESCUE_LEAST   0.05

/* Improves the solution of a run without time for an iteration; not for ranks, whose solutions must stay equal. */
static enum swarm_status rescue(void *context)
{
    struct run *run = context;
    struct search *search = &run->search;
    const struct swarm_result *shown = &search->result->shown;
    const bool hurried = shown->stop_reason == SWARM_STOP_TIME || shown->stop_reason == SWARM_STOP_CANCELLED;
    if (!hurried || shown->iterations > 0 || run->resume_path || search->env->ranks.count > 1
        || !search->problem->rescue) {
        return SWARM_OK;
    }
    const int64_t before = search->result->best.score;
    const double now = base_seconds(search->env);
    TRY(search->problem->rescue(search,
                                fmax(fmin(search->request.deadline, now) + RESCUE_SECONDS, now + RESCUE_LEAST)));
    run->checkpoints.written = run->checkpoints.written && search->result->best.score == before;
    return SWARM_OK;
}

/* Completes the result and verifies the solution. */
static enum swarm_status finish(void *context)
{
    struct run *run = context;
    struct search *search = &run->search;
    struct search_result *result = search->result;
    run_bound_end(&run->bound, false);
    result->shown.seconds = base_seconds(search->env);
    result->bound = run_bound_length(&run->bound);
    result->counts = search->engine->counts;
    TRY(run->islands ? islands_describe(run->islands, result) : SWARM_OK);
    search_describe(search, &search->options);
    TRY(search->problem->verify(search));
    TRY(search_describe_result(search));
    result->shown.timing.checkpoints = run->checkpoints.total;
    return SWARM_OK;
}

enum swarm_status run_solve(const struct search_task *task, struct search_result **result)
{
    static base_worker_work *const stages[] = {begin, search_all, rescue, run_leave_checkpoint, finish};
    enum swarm_status status = SWARM_OK;
    struct run run;
    init(&run, task);
    for (size_t i = 0; i < sizeof stages / sizeof stages[0] && status == SWARM_OK; ++i) {
        status = stages[i](&run);
    }
    run_bound_end(&run.bound, true); /* does nothing if finish() has ended the bound */
    run_ticker_end(&run.ticker);
    if (status == SWARM_OK) {
        *result = run.search.result;
        run.search.result = NULL;
    }
    deinit(&run);
    if (status == SWARM_OK) {
        (*result)->shown.timing.total = base_seconds(task->env);
    }
    return status;
}
