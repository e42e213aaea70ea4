#include "search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problem.h"

struct search search_fork(const struct search *search, struct base_env *env, void *solution,
                          struct search_result *result)
{
    struct search made = *search;
    made.env = env;
    made.solution = solution;
    made.result = result;
    made.engine = NULL;
    made.state = (struct search_sections){.count = 0};
    return made;
}

void search_close(struct search *search)
{
    search_engine_destroy(&search->engine);
    search_sections_deinit(&search->state);
}

bool search_is_interrupted(const struct search *search)
{
    return base_interrupted(search->env, search->request.deadline);
}

enum swarm_stop_reason search_interruption(const struct search *search)
{
    const enum swarm_stop_reason satisfied = base_satisfied(search->env);
    return satisfied != SWARM_STOP_ITERATIONS ? satisfied
           : base_cancelled(search->env)      ? SWARM_STOP_CANCELLED
                                              : SWARM_STOP_TIME;
}

bool search_has_solution(const struct search *search)
{
    return search->result->best.score < INT64_MAX;
}

bool search_has_reached(const struct search *search, int64_t score)
{
    return score < INT64_MAX && score <= search->request.target;
}

bool search_is_over(struct search *search, enum swarm_stop_reason interruption)
{
    const bool reached = search_has_reached(search, search->result->best.score);
    /* iteration 0 completes even past the deadline: a search must have a solution */
    const bool late = search_has_solution(search) && interruption != SWARM_STOP_ITERATIONS;
    if (reached || late) {
        search->result->shown.stop_reason = reached ? SWARM_STOP_TARGET : interruption;
    }
    return reached || late;
}

uint64_t search_limit(const struct search *search)
{
    return search->options.iterations > 0 ? search->options.iterations : UINT32_MAX;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The best so far                                                                                                    */

void search_has_read(const struct search *search)
{
    if (search->hooks->has_read) {
        search->hooks->has_read(search->hooks->user, search);
    }
}

void search_report(const struct search *search, uint64_t iteration, bool improved)
{
    if (search->hooks->report) {
        search->hooks->report(search->hooks->user, search, iteration, improved);
    }
}

enum swarm_status search_improve(struct search *search, const struct search_improvement *improvement)
{
    struct search_result *result = search->result;
    struct swarm_result *shown = &result->shown;
    TRY(BASE_GROW(search->env, result->trace, &result->trace_capacity, shown->trace_count + 1));
    shown->trace = result->trace;
    struct swarm_trace_point *point = &result->trace[shown->trace_count++];
    *point = (struct swarm_trace_point){.iteration = improvement->iteration,
                                        .seconds = base_seconds(search->env),
                                        .evaluations = improvement->evaluations};
    memcpy(point->place, improvement->place, sizeof point->place);
    search->problem->show(search, improvement->score, &point->length, &point->value);
    result->best = *improvement;
    result->reported = improvement->score;
    shown->length = point->length;
    shown->value = point->value;
    shown->best_iteration = point->iteration;
    shown->best_seconds = point->seconds;
    search->hooks->found(search->hooks->user, improvement->score, false);
    return SWARM_OK;
}

void search_go_back(struct search *search, const struct search_improvement *best, size_t trace_count)
{
    struct search_result *result = search->result;
    struct swarm_result *shown = &result->shown;
    result->best = *best;
    result->reported = best->score;
    shown->trace_count = trace_count;
    shown->best_iteration = best->iteration;
    shown->best_seconds = trace_count > 0 ? result->trace[trace_count - 1].seconds : 0.0;
    search->problem->show(search, best->score, &shown->length, &shown->value);
    search->hooks->found(search->hooks->user, best->score, true);
}

enum swarm_status search_take_prepared(struct search *search, const struct search_improvement *prepared)
{
    if (search->starts_anew) {
        search->result->shown.trace_count = 0; /* the trace of the starting solution is not valid */
    } else if (prepared->score >= search->result->best.score) {
        return SWARM_OK;
    }
    TRY(search_improve(search, prepared));
    search_report(search, 0, true);
    return SWARM_OK;
}

/* Records the improvements of a summary. */
static enum swarm_status take_summary(struct search *search, const struct search_summary *summary)
{
    struct search_result *result = search->result;
    struct swarm_result *shown = &result->shown;
    const size_t before = shown->trace_count;
    shown->iterations = summary->iterations;
    result->built = summary->built < result->built ? summary->built : result->built;
    for (size_t i = 0; i < summary->count; ++i) {
        result->reported = summary->improvements[i].score;
        if (result->reported < result->best.score) { /* a solution read earlier may have this score */
            TRY(search_improve(search, &summary->improvements[i]));
        }
    }
    const size_t found = shown->trace_count;
    if (found > before && search->task->progress && search->task->params->reports_solutions) {
        TRY(search_read_solution(search)); /* reading the solution reports an improvement */
    }
    search_report(search, shown->iterations, found > before && shown->trace_count == found);
    return SWARM_OK;
}

enum swarm_status search_collect(struct search *search, bool all, bool *stop)
{
    struct search_summary summary;
    for (bool got = true; !*stop;) {
        TRY(search->engine->type->collect(search->engine, all, &got, &summary));
        if (!got) {
            break;
        }
        TRY(take_summary(search, &summary));
        if (summary.end != SWARM_STOP_ITERATIONS) {
            search->result->shown.stop_reason = summary.end;
            *stop = true;
        }
    }
    return SWARM_OK;
}

enum swarm_status search_read_solution(struct search *search)
{
    const struct swarm_result *shown = &search->result->shown;
    const int64_t reported = search->result->reported;
    struct search_improvement best = {.iteration = shown->best_iteration, .score = search->result->best.score};
    TRY(search->engine->type->solution(search->engine, search->solution, &best));
    if (best.score != search->result->best.score || shown->trace_count == 0) {
        TRY(search_improve(search, &best));
        search->result->reported = reported;
        search_report(search, shown->iterations, true);
    }
    search_has_read(search);
    return SWARM_OK;
}

enum swarm_status search_refuse_state(const struct search *search)
{
    return base_fail(search->env, SWARM_ERROR_INPUT, "%s: the saved state is inconsistent", search->options.resume);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The phases                                                                                                         */

enum swarm_status search_open_on(struct search *search, struct search_devices devices)
{
    enum swarm_status status = SWARM_OK;
    TRY_OR(fail, search->solve ? search_exact_create(search, &search->engine)
                               : search->problem->make(search, devices, &search->engine));
    TRY_OR(fail, search->engine->type->plan(search->engine));
    TRY_OR(fail, search->engine->type->open(search->engine));
    return SWARM_OK;

fail:
    search_engine_destroy(&search->engine);
    return status;
}

/* The option or input that needs a device; NULL: none. */
static const char *need_of(const struct search *search, char text[OPTIONS_NAME])
{
    if (search->task->params->profile) {
        return options_spelled(search->env, "profile", text);
    }
    const enum option first = options_first(&search->options, IS_OF_DEVICE);
    return first < OPTION_COUNT            ? options_spelled(search->env, options_name(first), text)
           : search->problem->needs_device ? search->problem->needs_device(search)
                                           : NULL;
}

enum swarm_status search_use_host(struct search *search, struct search_devices *devices, enum swarm_status status)
{
    struct base_env *env = search->env;
    const bool failed = status == SWARM_ERROR_NO_DEVICE || status == SWARM_ERROR_OPENCL || status == SWARM_ERROR_BUILD
                        || (status == SWARM_ERROR_OUT_OF_MEMORY && !base_lacks_memory(env));
    const char *error = env->error ? env->error : "";
    char text[OPTIONS_NAME];
    if (!failed || !devices->list || devices->count > 0 || !search_names_no_device(search->task->params)) {
        return status;
    }
    const char *need = need_of(search, text);
    if (need) {
        return status == SWARM_ERROR_NO_DEVICE ? base_fail_in(env, status, "%s needs a device", need) : status;
    }
    base_log(env, env->is_on_host ? SWARM_LOG_DEBUG : SWARM_LOG_WARNING, "%.*s; the host searches instead",
             status == SWARM_ERROR_NO_DEVICE ? (int)strcspn(error, ":") : (int)strcspn(error, "\n"), error);
    env->is_on_host = env->log != NULL; /* a rehearsal logs nothing, so the next run must warn */
    devices->list = NULL;
    options_forget(&search->options, IS_OF_DEVICE);
    return SWARM_OK;
}

static enum swarm_status open_one(void *user, struct search_devices devices)
{
    return search_open_on(user, devices);
}

enum swarm_status search_open(struct search *search, struct search_devices *devices)
{
    return search_open_with(search, devices, open_one, search);
}

void search_set_scale(struct search *search)
{
    if (search->engine->type->set_scale) {
        search->engine->type->set_scale(search->engine, search->scale);
    }
}

enum swarm_status search_start(struct search *search)
{
    int64_t score = search->result->best.score;
    if (!search->resumes && !search->solve) {
        TRY(search->problem->start(search, &score));
        if (score < INT64_MAX) {
            TRY(search_improve(search, &(struct search_improvement){.score = score}));
        }
    }
    search_has_read(search);
    search_set_scale(search);
    if (score < INT64_MAX && (search->resumes || !search->starts_anew)) {
        search_report(search, search->result->shown.iterations, true);
    }
    return SWARM_OK;
}

/* True if every iteration adds a point to the convergence curve. */
static bool has_curve(const struct search *search)
{
    return search->task->params->curve && search->engine->type->measure && search->options.islands <= 1;
}

/* Adds the last iteration to the curve, once. The queue is collected. */
static enum swarm_status add_to_curve(struct search *search)
{
    struct search_result *result = search->result;
    struct swarm_result *shown = &result->shown;
    const struct swarm_curve_point *before = shown->curve_count > 0 ? &result->curve[shown->curve_count - 1] : NULL;
    const bool is_new = shown->iterations > (before ? before->iteration : 0);
    struct search_measure measure;
    int64_t mean;
    double unused; /* the values of tours are their lengths */
    if (!has_curve(search) || !is_new || search->engine->torn) {
        return SWARM_OK;
    }
    TRY(search->engine->type->measure(search->engine, &measure));
    TRY(BASE_GROW(search->env, result->curve, &result->curve_capacity, shown->curve_count + 1));
    shown->curve = result->curve;
    struct swarm_curve_point *point = &result->curve[shown->curve_count++];
    search->problem->show(search, measure.mean, &mean, &unused);
    search->problem->show(search, measure.shortest, &point->shortest, &unused);
    point->iteration = shown->iterations;
    point->length = shown->length;
    point->mean = (double)mean + measure.mean_fraction;
    point->branching = measure.branching;
    point->seconds = base_seconds(search->env);
    return SWARM_OK;
}

enum swarm_status search_prepare(struct search *search)
{
    struct search_engine *engine = search->engine;
    bool stop = false;
    engine->resumed = search->resumes;
    TRY(engine->type->prepare(engine, search_has_solution(search) ? search->solution : NULL,
                              search->result->best.score));
    if (engine->resumed) {
        const char *path = search->options.resume; /* NULL: the state was made by the prefetch */
        const enum swarm_status status = engine->type->load(engine, &search->state, search->result->shown.iterations);
        return status == SWARM_ERROR_INPUT ? base_fail_in(search->env, status, "%s", path ? path : "the prefetch")
                                           : status;
    }
    if (engine->start_score == INT64_MAX) {
        TRY(search_collect(search, true, &stop)); /* the summary reports the engine's own start */
        return add_to_curve(search);
    }
    TRY(search_take_prepared(search, &(struct search_improvement){.score = engine->start_score}));
    engine->torn = search_is_interrupted(search); /* true if the improvement of the start may be incomplete */
    return SWARM_OK;
}

/* Between two iterations, copies the state to memory or writes it to a file if hooks->due() decides so. An engine that
 * `keeps_state` needs no copy. */
static enum swarm_status leave_state(struct search *search, const struct search_span *span, bool *stop)
{
    const struct search_hooks *hooks = search->hooks;
    const enum search_due due = hooks->due ? hooks->due(hooks->user, span) : SEARCH_DUE_NOTHING;
    if (due == SEARCH_DUE_NOTHING || (due == SEARCH_DUE_STATE && search->engine->keeps_state)) {
        return SWARM_OK;
    }
    TRY(search_collect(search, true, stop));
    return *stop ? SWARM_OK : hooks->keep(hooks->user, due == SEARCH_DUE_FILE);
}

/* Seconds over which the time of an iteration is measured; step() only queues iterations, so one call says nothing. */
#define WINDOW 1.0

/* Repeats step and collect up to iteration `last` or the end (Algorithm 2, Angelo, Augusto and Barbosa 2013). */
enum swarm_status search_advance(struct search *search, uint64_t last, bool *stop, bool *interrupted)
{
    const struct search_hooks *hooks = search->hooks;
    const bool measured = has_curve(search);
    const uint64_t before = search->result->shown.iterations, every = measured ? 1 : hooks->every;
    struct {
        uint64_t done;
        double begun;
    } window = {before, base_seconds(search->env)}; /* start of the measurement: iterations done, time */
    double seconds = (double)INFINITY;              /* seconds per iteration */
    *stop = *interrupted = false;
    for (uint64_t done = before; done < last && !*stop && !*interrupted;) {
        const uint64_t from = done, next = every > 0
                                               ? (done / every + 1) * every
                                               : last; /* a step never crosses a checkpoint, or a point of the curve */
        search->engine->patience =
            hooks->patience ? hooks->patience(hooks->user, seconds) : (struct base_patience){.begun = 0.0};
        done = next < last ? next : last;
        TRY(search->engine->type->step(search->engine, from + 1, &done, interrupted));
        TRY(search_collect(search, measured, stop));
        TRY(add_to_curve(search));
        const double now = base_seconds(search->env);
        seconds = (now - window.begun) / (double)(done - window.done);
        if (now - window.begun >= WINDOW) {
            window.begun = now;
            window.done = done;
        }
        if (!*stop && !*interrupted && done < last) {
            TRY(leave_state(search, &(struct search_span){from, done, seconds}, stop));
        }
    }
    TRY(search_collect(search, true, stop));
    return search_read_solution(search);
}
