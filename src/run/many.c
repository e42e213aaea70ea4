/* many.c - many runs with the same parameters, side by side on threads of the host, which may share a device; solutions
 * are told in order. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "base/worker.h"
#include "options/params.h"
#include "search/problem.h"
#include "run.h"

/* An end of one run: its result, or its error. */
struct ending {
    bool over;
    enum swarm_status status;
    char *error;                  /* owned */
    struct search_result *result; /* owned; NULL: it failed */
};

struct many {
    const struct run_many *task;
    double deadline; /* of the env's clock; INFINITY: none */
    void *shared;    /* the device of all runs; NULL: none, or in turns */
    unsigned threads;
    pthread_mutex_t lock; /* guards the rest */
    size_t begun, told;   /* runs */
    bool stopped;         /* nothing more is begun or told */
    struct ending *endings;
};

/* Seconds for the next run, of those left for all that are not begun; INFINITY: as the options say. */
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
    struct swarm_params params = *task->params; /* borrows its texts */
    struct search_task one = {.env = env, .devices = task->devices, .params = &params, .shared = many->shared};
    char time[32];
    params.instance = task->instances[item];
    if (!isinf(seconds)) {
        base_text_print(time, sizeof time, "%.6f", seconds > 1e-6 ? seconds : 1e-6);
        TRY(options_give(env, &params.options, OPTION_time, time));
    }
    if (!task->devices || many->shared) {
        one.devices = NULL;
        options_forget(&params.options, IS_OF_DEVICE);
        TRY(options_give(env, &params.options, OPTION_device, "none"));
        one.threads = 1; /* those of the options are for all runs */
        params.options.given[OPTION_threads] = false;
    }
    return run_solve(&one, result);
}

/* Tells all that are next in order. */
static void tell(struct many *many)
{
    const struct run_many *task = many->task;
    while (!many->stopped && many->told < task->count && many->endings[many->told].over) {
        struct ending *ending = &many->endings[many->told];
        const struct swarm_result *shown = ending->result ? &ending->result->shown : NULL;
        if (shown && shown->stop_reason == SWARM_STOP_CANCELLED) {
            many->stopped = true;
        } else {
            many->stopped = task->done(task->user, many->told, ending->status, ending->error, shown);
            ++many->told;
        }
        swarm_result_destroy((swarm_result **)&ending->result);
        free(ending->error);
        ending->error = NULL;
    }
}

static void run_one(void *context, size_t item, unsigned thread)
{
    struct many *many = context;
    struct ending ending = {.over = true};
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
    ending.status = solve(&env, many, item, seconds, &ending.result);
    if (ending.status != SWARM_OK) {
        ending.error = env.error ? base_text_format("%s", env.error) : NULL;
    }
    base_env_deinit(&env);
    pthread_mutex_lock(&many->lock);
    const bool hangs = env.abandoned != NULL;
    base_worker_inherit(many->task->env, &env);
    many->endings[item] = ending;
    tell(many);
    many->stopped |= hangs; /* no other run gets past that driver */
    pthread_mutex_unlock(&many->lock);
}

enum swarm_status run_many_solve(const struct run_many *task, double seconds)
{
    struct many many = {.task = task, .deadline = (double)INFINITY};
    const struct search_problem *problem = task->params->problem;
    struct base_team *team = NULL;
    enum swarm_status status = SWARM_OK;
    if (seconds > 0.0) {
        many.deadline = base_seconds(task->env) + seconds;
    }
    many.endings = base_array(task->count, sizeof *many.endings);
    if (!many.endings || pthread_mutex_init(&many.lock, NULL) != 0) {
        free(many.endings);
        return base_fail_memory(task->env);
    }
    unsigned runs =
        task->devices ? 1 : (unsigned)task->params->options.threads; /* at the same time; 0: by processors */
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
        swarm_result_destroy((swarm_result **)&many.endings[i].result);
        free(many.endings[i].error);
    }
    free(many.endings);
    pthread_mutex_destroy(&many.lock);
    return status;
}
