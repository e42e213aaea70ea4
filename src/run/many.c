/* many.c - many runs with the same parameters, executed concurrently by host threads, which may share a device. Results
 * are reported in order. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "search/problem.h"
#include "run.h"

/* The result of one run, or its error. */
struct outcome {
    bool over;
    enum swarm_status status;
    char *error;                  /* owned message of a run that failed; NULL: no failure */
    struct search_result *result; /* owned result of the run; NULL: the run failed */
};

struct many {
    const struct run_many *task;
    double deadline; /* base_seconds() at which all runs must end; INFINITY: no limit */
    void *shared;    /* device shared by all runs; NULL: none, or runs use it one at a time */
    unsigned threads;
    pthread_mutex_t lock;     /* guards the members below */
    size_t begun, reported;   /* number of runs that have begun, and that were reported to the caller */
    bool reports, stopped;    /* a thread reports outcomes to the caller; no more runs start or are reported */
    struct outcome *outcomes; /* [task->count] outcome of each run */
};

/* Seconds for the next run: the remaining time divided among the runs left; INFINITY: the options decide. */
static double share_of(const struct many *many)
{
    const double left = many->deadline - base_seconds(many->task->env);
    const size_t open = many->task->count - many->begun;
    const double rounds = open > many->threads ? (double)open / many->threads : 1.0;
    return isinf(left) ? left : left > 0.0 ? left / rounds : 0.0;
}

static enum swarm_status solve(struct base_env *env, const struct many *many, size_t item, double seconds,
                               struct search_result **result)
{
    const struct run_many *task = many->task;
    struct swarm_params params = *task->params; /* a copy that borrows the texts */
    struct search_task one = {.env = env, .devices = task->devices, .params = &params, .shared = many->shared};
    char time[32];
    params.input = task->inputs[item];
    if (!isinf(seconds)) {
        base_text_print(time, sizeof time, "%.6f", seconds > 1e-6 ? seconds : 1e-6);
        TRY(options_give(env, &params.options, OPTION_time, time));
    }
    if (!task->devices || many->shared) {
        one.devices = NULL;
        options_forget(&params.options, IS_OF_DEVICE);
        TRY(options_give(env, &params.options, OPTION_device, "none"));
        one.threads = 1; /* a run has one thread, because --threads counts the runs at the same time */
        params.options.given[OPTION_threads] = false;
    }
    return run_solve(&one, result);
}

/* Reports runs that are over, in order, unless another thread does. No thread waits for the caller's function. */
static void report(struct many *many)
{
    const struct run_many *task = many->task;
    while (!many->reports && !many->stopped && many->reported < task->count && many->outcomes[many->reported].over) {
        struct outcome *outcome = &many->outcomes[many->reported];
        const struct swarm_result *shown = outcome->result ? &outcome->result->shown : NULL;
        many->stopped = shown && shown->stop_reason == SWARM_STOP_CANCELLED;
        if (!many->stopped) {
            many->reports = true;
            pthread_mutex_unlock(&many->lock);
            const bool stops = task->done(task->user, many->reported, outcome->status, outcome->error, shown);
            swarm_result_destroy((swarm_result **)&outcome->result);
            pthread_mutex_lock(&many->lock);
            many->reports = false;
            many->stopped |= stops;
            ++many->reported;
        }
    }
}

static void run_one(void *context, size_t item, unsigned thread)
{
    struct many *many = context;
    struct outcome outcome = {.over = true};
    struct base_env env;
    (void)thread;
    pthread_mutex_lock(&many->lock);
    const double seconds = share_of(many);
    ++many->begun;
    const bool stopped = many->stopped || base_cancelled(many->task->env);
    many->stopped = stopped;
    pthread_mutex_unlock(&many->lock);
    if (stopped) {
        return;
    }
    base_env_begin(&env, many->task->env);
    outcome.status = solve(&env, many, item, seconds, &outcome.result);
    outcome.error = outcome.status != SWARM_OK && env.error ? base_text_format("%s", env.error) : NULL;
    base_env_deinit(&env);
    pthread_mutex_lock(&many->lock);
    const bool hangs = env.abandoned != NULL;
    base_worker_inherit(many->task->env, &env);
    many->outcomes[item] = outcome;
    report(many);
    many->stopped |= hangs; /* after a driver hung, all other runs would wait for the same driver */
    pthread_mutex_unlock(&many->lock);
}

enum swarm_status run_many_solve(const struct run_many *task, double seconds)
{
    struct many many = {.task = task, .lock = PTHREAD_MUTEX_INITIALIZER};
    const struct search_problem *problem = task->params->problem;
    struct base_team *team = NULL;
    enum swarm_status status = SWARM_OK;
    many.deadline = seconds > 0.0 ? base_seconds(task->env) + seconds : (double)INFINITY;
    TRY(BASE_MAKE(task->env, many.outcomes, task->count));
    /* number of concurrent runs; 0: one per processor */
    unsigned runs = task->devices ? 1 : (unsigned)task->params->options.threads;
    if (task->devices && task->count > 0 && problem->share) {
        TRY_OR(done, problem->share(task, &many.shared, &runs));
    }
    TRY_OR(done, base_team_create(task->env, runs, &team));
    many.threads = base_team_size(team);
    base_team_run(team, task->count, run_one, &many);
done:
    base_team_destroy(&team);
    if (many.shared) {
        problem->unshare(&many.shared);
    }
    for (size_t i = 0; i < task->count; ++i) {
        swarm_result_destroy((swarm_result **)&many.outcomes[i].result);
        free(many.outcomes[i].error);
    }
    free(many.outcomes);
    return status;
}
