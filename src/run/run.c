#include "run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ocl/selector.h"
#include "search/problem.h"

/* Patience with drivers that list their devices: seconds, and the share of the time of a run that can do without. */
#define LISTING_LEAST 1.0
#define LISTING_SHARE 0.25

double run_lap(const struct base_env *env, double *since)
{
    const double now = base_seconds(env), passed = now - *since;
    *since = now;
    return passed;
}

bool run_is_interrupted(const struct run *run)
{
    return base_interrupted(run->env, run->request.deadline);
}

bool run_has_reached(const struct run *run, int64_t score)
{
    return score < INT64_MAX && score <= run->request.target;
}

uint64_t run_limit(const struct run *run)
{
    return run->options.iterations > 0 ? run->options.iterations : UINT32_MAX;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The best so far                                                                                                    */

enum swarm_status run_improve(struct run *run, const struct run_improvement *improvement)
{
    struct run_result *result = run->result;
    struct swarm_result *shown = &result->shown;
    if (shown->trace_count == result->trace_capacity) {
        const size_t larger = 2 * result->trace_capacity + 16;
        void *grown = realloc(result->trace, larger * sizeof *result->trace);
        TRY(grown ? SWARM_OK : base_fail_memory(run->env));
        shown->trace = result->trace = grown;
        result->trace_capacity = larger;
    }
    struct swarm_trace_point *point = &result->trace[shown->trace_count++];
    *point = (struct swarm_trace_point){.iteration = improvement->iteration, .seconds = base_seconds(run->env)};
    memcpy(point->place, improvement->place, sizeof point->place);
    run->problem->show(run, improvement->score, &point->length, &point->value);
    result->best = *improvement;
    result->told = improvement->score;
    shown->length = point->length;
    shown->value = point->value;
    shown->best_iteration = point->iteration;
    shown->best_seconds = point->seconds;
    run_bound_hear(run->bound, improvement->score, false);
    return SWARM_OK;
}

void run_go_back(struct run *run, const struct run_improvement *best, size_t trace_count)
{
    struct run_result *result = run->result;
    struct swarm_result *shown = &result->shown;
    result->best = *best;
    result->told = best->score;
    shown->trace_count = trace_count;
    shown->best_iteration = best->iteration;
    shown->best_seconds = trace_count > 0 ? result->trace[trace_count - 1].seconds : 0.0;
    run->problem->show(run, best->score, &shown->length, &shown->value);
    run_bound_hear(run->bound, best->score, true);
}

void run_secure(struct run *run)
{
    if (run->secured.answer && run->result->best.score < INT64_MAX) {
        memcpy(run->secured.answer, run->answer, run->answer_size);
        run->secured.best = run->result->best;
        run->secured.trace_count = run->result->shown.trace_count;
    }
}

enum swarm_status run_take_prepared(struct run *run, const struct run_improvement *prepared)
{
    if (run->starts_anew) {
        run->result->shown.trace_count = 0; /* the given start was none */
    } else if (prepared->score >= run->result->best.score) {
        return SWARM_OK;
    }
    TRY(run_improve(run, prepared));
    run_tell(run, 0, true);
    return SWARM_OK;
}

enum swarm_status run_collect(struct run *run, bool all, bool *stop)
{
    static const enum swarm_stop_reason reasons[] = {[RUN_REACHED_TARGET] = SWARM_STOP_TARGET,
                                                     [RUN_STAGNATED] = SWARM_STOP_STAGNATION,
                                                     [RUN_CONVERGED] = SWARM_STOP_CONVERGED,
                                                     [RUN_PROVEN] = SWARM_STOP_PROVEN};
    struct swarm_result *shown = &run->result->shown;
    struct run_summary summary;
    for (bool got = true; !*stop;) {
        TRY(run->engine->type->collect(run->engine, all, &got, &summary));
        if (!got) {
            break;
        }
        atomic_store(&run->heard, true);
        shown->iterations = summary.iterations;
        run->result->built = summary.built < run->result->built ? summary.built : run->result->built;
        const size_t before = shown->trace_count;
        for (size_t i = 0; i < summary.count; ++i) {
            run->result->told = summary.improvements[i].score;
            if (run->result->told < run->result->best.score) { /* an answer may have told it before */
                TRY(run_improve(run, &summary.improvements[i]));
            }
        }
        const size_t found = shown->trace_count;
        if (found > before && run->task->progress && run->task->params->tells_answers) {
            TRY(run_read_answer(run)); /* it tells a better one */
        }
        run_tell(run, shown->iterations, found > before && shown->trace_count == found);
        if (summary.state != RUN_GOES_ON) {
            shown->stop_reason = reasons[summary.state];
            *stop = true;
        }
    }
    return SWARM_OK;
}

enum swarm_status run_read_answer(struct run *run)
{
    const struct swarm_result *shown = &run->result->shown;
    const int64_t told = run->result->told;
    struct run_improvement best = {.iteration = shown->best_iteration, .score = run->result->best.score};
    TRY(run->engine->type->answer(run->engine, run->answer, &best));
    if (best.score != run->result->best.score || shown->trace_count == 0) {
        TRY(run_improve(run, &best));
        run->result->told = told;
        run_tell(run, shown->iterations, true);
    }
    run_secure(run);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Checkpoints                                                                                                        */

enum swarm_status run_keep_state(struct run *run, bool write)
{
    struct run_checkpoints *checkpoints = &run->checkpoints;
    const double begun = base_seconds(run->env);
    atomic_store(&run->copies_state, true);
    if (run->islands) {
        TRY(run->save_islands(run->islands, false));
    } else {
        TRY(run_read_answer(run));
        TRY(run->engine->type->save(run->engine, &run->state.engine));
    }
    TRY(run_state_take(run, false));
    atomic_store(&run->copies_state, false);
    run->kept = true;
    checkpoints->at = base_seconds(run->env);
    checkpoints->copying = checkpoints->at - begun;
    TRY(write ? run_state_write(run) : SWARM_OK);
    const double now = base_seconds(run->env), cost = now - begun;
    checkpoints->total += cost;
    if (write) {
        checkpoints->last = now;
        checkpoints->cost = cost;
    } else {
        checkpoints->keeping += cost;
    }
    return SWARM_OK;
}

enum swarm_status run_end_checkpoints(struct run *run, bool torn)
{
    if (!run->checkpoints.path) {
        return SWARM_OK;
    }
    if (!torn) {
        return run_keep_state(run, true);
    }
    if (!run->kept) {
        return SWARM_OK; /* the run writes one at its end */
    }
    TRY(run->islands ? run->save_islands(run->islands, true) : SWARM_OK);
    TRY(run_state_take(run, true));
    return run_state_write(run);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Beginning                                                                                                          */

enum swarm_status run_try_device(void *self, size_t index)
{
    struct run *run = self;
    enum swarm_status status = SWARM_OK;
    TRY_OR(fail, run->solve ? run_exact_create(run, &run->engine) : run->problem->make(run, index, &run->engine));
    TRY_OR(fail, run->engine->type->plan(run->engine));
    TRY_OR(fail, run->engine->type->open(run->engine));
    return SWARM_OK;

fail:
    run_engine_destroy(&run->engine);
    return status;
}

enum swarm_status run_open(struct run *run)
{
    if (run->solve || run->named_count > 0) {
        return run_try_device(run, run->solve ? 0 : run->named[0]);
    }
    const bool on_device = run->task->devices != NULL;
    TRY(run_use_host(run, run_devices_try(run->env, run->task->devices, &run->options, run_try_device, run)));
    return on_device && !run->task->devices ? run_try_device(run, 0) : SWARM_OK;
}

void run_settle(struct run *run)
{
    if (run->engine->type->settle) {
        run->engine->type->settle(run->engine, run->scale);
    }
}

enum swarm_status run_start(struct run *run)
{
    int64_t score = run->result->best.score;
    if (!run->resume_path && !run->solve) {
        TRY(run->problem->start(run, &score));
        if (score < INT64_MAX) {
            TRY(run_improve(run, &(struct run_improvement){.score = score}));
        }
    }
    run_secure(run);
    run_settle(run);
    if (score < INT64_MAX && (run->resume_path || !run->starts_anew)) {
        run_tell(run, run->result->shown.iterations, true);
    }
    return SWARM_OK;
}

/* The resumed run's progress counts for this one, whose ends may differ. */
static enum swarm_status take_resumed(struct run *run)
{
    const struct run_reached *reached = run_state_reached(&run->state, false);
    const struct run_reached *end = run_state_reached(&run->state, true);
    if (!reached || run->solve) { /* that run had no iteration, or solving again takes milliseconds */
        run->env->start = run->env->start - (end ? end : reached)->seconds;
        free(run->resume_path);
        run->resume_path = NULL;
        return SWARM_OK;
    }
    const uint64_t limit = run_limit(run), patience = run->request.no_improve;
    struct swarm_result *shown = &run->result->shown;
    if (reached->iterations > limit) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--iterations %llu: %s holds a run of %llu iterations already", (unsigned long long)limit,
                         run->resume_path, (unsigned long long)reached->iterations);
    }
    bool at_end = end && end->iterations <= limit;
    const struct run_reached *last = at_end ? end : reached;
    const bool stagnates = patience > 0 && last->iterations - last->best_iteration >= patience
                           && (run->engine->holds || (at_end && end->stop_reason == (uint64_t)SWARM_STOP_STAGNATION));
    run->is_over = true;
    if ((at_end && run_has_reached(run, last->score)) || (run->engine->holds && run_has_reached(run, last->told))) {
        shown->stop_reason = SWARM_STOP_TARGET;
    } else if (reached->iterations == limit) {
        shown->stop_reason = SWARM_STOP_ITERATIONS;
        at_end = false;
    } else if (stagnates) {
        shown->stop_reason = SWARM_STOP_STAGNATION;
    } else if (run->request.converges && at_end && end->stop_reason == (uint64_t)SWARM_STOP_CONVERGED) {
        shown->stop_reason = SWARM_STOP_CONVERGED;
    } else if (last->seconds >= run->request.deadline) {
        shown->stop_reason = SWARM_STOP_TIME;
    } else {
        run->is_over = at_end = false;
    }
    run->env->start = run->env->start - (at_end ? end->seconds : reached->seconds); /* its clock continues */
    TRY(run_state_give(run, at_end));
    run->problem->show(run, run->result->best.score, &shown->length, &shown->value);
    shown->first_iteration = shown->iterations;
    base_log(run->env, SWARM_LOG_INFO, "resumed from %s after iteration %llu", run->resume_path,
             (unsigned long long)shown->iterations);
    return SWARM_OK;
}

enum swarm_status run_read_resumed(struct run *run)
{
    if (run->resume_path || run->checkpoints.path) {
        run_state_init(run, &run->state);
    }
    if (run->resume_path) {
        TRY(run_state_read(run));
        TRY(take_resumed(run));
    }
    return SWARM_OK;
}

enum swarm_status run_prepare(struct run *run)
{
    struct run_engine *engine = run->engine;
    engine->resumed = run->resume_path || run->goes_on;
    TRY(engine->type->prepare(engine, run->result->best.score < INT64_MAX ? run->answer : NULL,
                              run->result->best.score));
    if (engine->resumed) {
        const enum swarm_status status = engine->type->load(engine, &run->state.engine, run->result->shown.iterations);
        TRY(status == SWARM_ERROR_INPUT
                ? base_fail_in(run->env, status, "%s holds", run->resume_path ? run->resume_path : "the twin")
                : status);
    } else if (engine->start_score < INT64_MAX) {
        TRY(run_take_prepared(run, &(struct run_improvement){.score = engine->start_score}));
        engine->torn = run_is_interrupted(run); /* the interruption may have cut the start */
    } else {
        bool stop = false; /* the engine's own start comes in a summary */
        TRY(run_collect(run, true, &stop));
    }
    const bool writes =
        run->checkpoints.path && !run->solve && !engine->torn && !run_has_reached(run, run->result->best.score);
    return writes ? run_keep_state(run, true) : SWARM_OK;
}

/* Writes or keeps the state between two iterations, if it is time. An engine that `holds` its state always ends with
 * one. */
static enum swarm_status leave_state(struct run *run, uint64_t before, uint64_t done, double seconds, bool *stop)
{
    const enum run_due due =
        run_checkpoints_due(run->env, &run->checkpoints, before, done, seconds, run->request.deadline);
    if (due == RUN_DUE_NOTHING || (due == RUN_DUE_STATE && run->engine->holds)) {
        return SWARM_OK;
    }
    TRY(run_collect(run, true, stop));
    return *stop ? SWARM_OK : run_keep_state(run, due == RUN_DUE_FILE);
}

/* Seconds. Calls of step() queue iterations, so that a single one says little about their time. */
#define WINDOW 1.0

/* Algorithm 2 of Angelo, Augusto and Barbosa (2013); the turns are the engine's. */
enum swarm_status run_advance(struct run *run, uint64_t last, bool *stop, bool *interrupted)
{
    const struct run_checkpoints *checkpoints = &run->checkpoints;
    const uint64_t before = run->result->shown.iterations, every = checkpoints->every;
    const double begun = base_seconds(run->env);
    struct {
        uint64_t done;
        double begun;
    } window = {before, begun};        /* the iterations that are measured, of WINDOW seconds or a single one */
    double seconds = (double)INFINITY; /* of one of them */
    *stop = *interrupted = false;
    for (uint64_t done = before; done < last && !*stop && !*interrupted;) {
        const uint64_t from = done,
                       next = every > 0 ? (done / every + 1) * every : last; /* a step ends at a checkpoint */
        run->engine->patience =
            run->leaves_state ? run_checkpoints_patience(run->env, checkpoints, seconds) : (struct base_patience){0};
        done = next < last ? next : last;
        TRY(run->engine->type->step(run->engine, from + 1, &done, interrupted));
        TRY(run_collect(run, false, stop));
        const double now = base_seconds(run->env);
        seconds = (now - window.begun) / (double)(done - window.done);
        if (now - window.begun >= WINDOW) {
            window.begun = now;
            window.done = done;
        }
        if (!*stop && !*interrupted && done < last) {
            TRY(leave_state(run, from, done, seconds, stop));
        }
    }
    TRY(run_collect(run, true, stop));
    return run_read_answer(run);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Parameters                                                                                                         */

static const struct run_problem *find_problem(const char *name)
{
    const struct run_problem *const *problem = run_problems;
    while (*problem && strcmp((*problem)->name, name) != 0) {
        ++problem;
    }
    return *problem;
}

enum swarm_status run_params_create(struct base_env *env, const char *problem, struct swarm_params **params)
{
    const struct run_problem *row = problem ? find_problem(problem) : NULL;
    if (!row) {
        char names[256];
        size_t used = 0;
        for (size_t i = 0; run_problems[i] && used < sizeof names; ++i) {
            used +=
                (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? " or " : "", run_problems[i]->name);
        }
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "found the problem \"%s\", expected %s",
                         problem ? problem : "NULL", names);
    }
    struct swarm_params *made = base_array(1, sizeof *made);
    if (!made) {
        return base_fail_memory(env);
    }
    made->problem = row;
    made->owners = row->owners;
    made->options = options_make();
    *params = made;
    return SWARM_OK;
}

const struct swarm_param *swarm_param_next(const char *problem, const struct swarm_param *previous)
{
    const struct run_problem *row = find_problem(problem);
    bool behind = !previous;
    for (int option = 0; row && option < OPTION_COUNT; ++option) {
        const struct swarm_param *param = options_row((enum option)option);
        if (behind && (options_owners((enum option)option) & row->owners)) {
            return param;
        }
        behind = behind || param == previous;
    }
    return NULL;
}

static const struct swarm_param *row_of(enum option option)
{
    return option < OPTION_COUNT ? options_row(option) : NULL;
}

const struct swarm_param *swarm_param_find(const char *problem, const char *name)
{
    const struct run_problem *row = find_problem(problem);
    return row && name ? row_of(options_find(row->owners, name)) : NULL;
}

bool run_is_host_only(const struct swarm_params *params)
{
    return options_is_twin(&params->options)
           || (params->problem->is_host_only && params->problem->is_host_only(params));
}

double run_listing_seconds(const struct swarm_params *params)
{
    const struct options *options = &params->options;
    if (!options->given[OPTION_time]) {
        return 0.0;
    }
    return !run_leaves_driver_out(params) ? options->time + LISTING_LEAST
                                          : fmax(LISTING_LEAST, LISTING_SHARE * options->time);
}

bool run_leaves_device_open(const struct swarm_params *params)
{
    const struct options *options = &params->options;
    return !params->profile && ocl_selector_is_automatic(options->device) && !options_names(options, IS_OF_DEVICE)
           && !options->given[OPTION_islands];
}

bool run_leaves_driver_out(const struct swarm_params *params)
{
    return ocl_selector_is_automatic(params->options.device) && !params->options.platform;
}

bool run_may_solve(const struct swarm_params *params)
{
    return !params->profile && !params->options.given[OPTION_dump_kernels];
}

bool run_is_exact(const struct swarm_params *params, enum option algorithm, uint32_t count, uint32_t most)
{
    const struct options *options = &params->options;
    return options->given[algorithm] ? strcmp(options->text[algorithm], "exact") == 0
                                     : count <= most && run_may_solve(params);
}

void run_describe_engine(const struct run *run, struct options *options)
{
    if (run->engine->type->describe) {
        run->engine->type->describe(run->engine, options);
    }
}
