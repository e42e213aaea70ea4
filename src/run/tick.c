/* tick.c - the thread that calls the caller's progress function between the engine's reports. */
#include <math.h>

#include "base/team.h"
#include "run_part.h"

/* Seconds between two calls without an improvement. */
#define INTERVAL 0.1

/* The caller holds the lock of callbacks. */
static void call(struct run_ticker *ticker, const struct swarm_progress *progress)
{
    const struct search_task *task = ticker->search->task;
    ticker->called = progress->seconds;
    task->progress(task->progress_user, progress);
}

void run_ticker_report(struct run_ticker *ticker, const struct search *search, uint64_t iteration, bool improved)
{
    const struct swarm_result *shown = &search->result->shown;
    if (!ticker->search) {
        return;
    }
    base_callback_begin(ticker->search->env);
    struct swarm_progress progress = {
        .iteration = iteration,
        .best_iteration = shown->best_iteration,
        .length = shown->length,
        .value = shown->value,
        .seconds = base_seconds(search->env),
        .iteration_limit = search->options.iterations,
        .bound = run_bound_length(ticker->bound),
    };
    ticker->last = progress;
    progress.improved = improved;
    if (improved && search->task->params->tells_answers) {
        search->problem->report(search, &progress);
    }
    if (improved || progress.seconds - ticker->called >= INTERVAL) {
        call(ticker, &progress);
    }
    base_callback_end(ticker->search->env);
}

/* Returns the seconds to the next call. */
static double tick(struct run_ticker *ticker)
{
    struct base_env *env = ticker->search->env;
    base_callback_begin(env);
    struct swarm_progress progress = ticker->last;
    progress.seconds = base_seconds(env);
    if (progress.seconds - ticker->called >= INTERVAL) {
        progress.bound = run_bound_length(ticker->bound);
        call(ticker, &progress);
    }
    const double left = ticker->called + INTERVAL - base_seconds(env);
    base_callback_end(env);
    return fmin(fmax(left, 0.01), INTERVAL);
}

static void *work(void *argument)
{
    struct run_ticker *ticker = argument;
    pthread_mutex_lock(&ticker->lock);
    for (double seconds = INTERVAL; !ticker->is_over;) {
        const struct timespec until = base_clock_after(seconds);
        if (pthread_cond_timedwait(&ticker->ended, &ticker->lock, &until) == 0) {
            continue;
        }
        pthread_mutex_unlock(&ticker->lock);
        seconds = tick(ticker);
        pthread_mutex_lock(&ticker->lock);
    }
    pthread_mutex_unlock(&ticker->lock);
    return NULL;
}

void run_ticker_begin(struct run_ticker *ticker, const struct search *search, struct run_bound *bound)
{
    *ticker = (struct run_ticker){
        .bound = bound,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .ended = PTHREAD_COND_INITIALIZER,
        .last = {.length = INT64_MAX, .value = (double)INFINITY, .iteration_limit = search->options.iterations}};
    if (search->task->progress) {
        ticker->search = search;
        ticker->called = base_seconds(search->env);
        ticker->has_thread = base_thread_start(&ticker->thread, work, ticker);
    }
}

void run_ticker_end(struct run_ticker *ticker)
{
    if (ticker->has_thread) {
        pthread_mutex_lock(&ticker->lock);
        ticker->is_over = true;
        pthread_cond_signal(&ticker->ended);
        pthread_mutex_unlock(&ticker->lock);
        pthread_join(ticker->thread, NULL);
        ticker->has_thread = false;
    }
}
