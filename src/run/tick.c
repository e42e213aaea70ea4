/* tick.c - the thread that calls the user's progress function between the engine's reports. */
#include <math.h>

#include "base/team.h"
#include "run_part.h"

/* Seconds between two progress calls without an improvement. */
#define INTERVAL 0.1

/* The caller holds the lock of callbacks (env.h). */
static void call(struct run *run, const struct swarm_progress *progress)
{
    const struct search_task *task = run->search.task;
    run->ticker.called = progress->seconds;
    task->progress(task->progress_user, progress);
}

void run_report(void *user, const struct search *search, uint64_t iteration, bool improved)
{
    struct run *run = user;
    struct run_ticker *ticker = &run->ticker;
    const struct swarm_result *shown = &search->result->shown;
    if (iteration > shown->first_iteration) {
        atomic_store(&run->watch.has_summary, true);
    }
    if (!ticker->reports) {
        return;
    }
    base_callback_begin(run->search.env);
    struct swarm_progress progress = {
        .iteration = iteration,
        .best_iteration = shown->best_iteration,
        .length = shown->length,
        .value = shown->value,
        .seconds = base_seconds(search->env),
        .iteration_limit = search->options.iterations,
        .bound = run_bound_length(&run->bound),
    };
    if (search->problem->count) {
        search->problem->count(search, &progress);
    }
    ticker->last = progress;
    progress.improved = improved;
    if (improved && search->problem->report && search->task->params->reports_solutions) {
        search->problem->report(search, &progress);
    }
    if (improved || progress.seconds - ticker->called >= INTERVAL) {
        call(run, &progress);
    }
    base_callback_end(run->search.env);
}

/* Repeats the latest report if the last call was INTERVAL seconds ago. Returns the seconds to the next call. */
static double tick(struct run *run)
{
    struct base_env *env = run->search.env;
    struct run_ticker *ticker = &run->ticker;
    base_callback_begin(env);
    struct swarm_progress progress = ticker->last;
    progress.seconds = base_seconds(env);
    if (progress.seconds - ticker->called >= INTERVAL) {
        progress.bound = run_bound_length(&run->bound);
        call(run, &progress);
    }
    const double left = ticker->called + INTERVAL - base_seconds(env);
    base_callback_end(env);
    return fmin(fmax(left, 0.01), INTERVAL);
}

static void *work(void *argument)
{
    struct run *run = argument;
    struct run_ticker *ticker = &run->ticker;
    pthread_mutex_lock(&ticker->lock);
    for (double seconds = INTERVAL; !ticker->is_over;) {
        const struct timespec until = base_clock_after(seconds);
        if (pthread_cond_timedwait(&ticker->ended, &ticker->lock, &until) == 0) {
            continue;
        }
        pthread_mutex_unlock(&ticker->lock);
        seconds = tick(run);
        pthread_mutex_lock(&ticker->lock);
    }
    pthread_mutex_unlock(&ticker->lock);
    return NULL;
}

void run_ticker_begin(struct run *run)
{
    struct run_ticker *ticker = &run->ticker;
    *ticker = (struct run_ticker){
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .ended = PTHREAD_COND_INITIALIZER,
        .last = {.length = INT64_MAX, .value = (double)INFINITY, .iteration_limit = run->search.options.iterations},
        .called = base_seconds(run->search.env),
        .reports = run->search.task->progress != NULL,
    };
    ticker->has_thread = ticker->reports && base_thread_start(&ticker->thread, work, run);
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
