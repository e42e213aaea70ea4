/* watch.c - the watchdog: a run ends even if a driver never returns. */
#include <math.h>
#include <string.h>

#include "run_part.h"

#define POLL           0.02 /* seconds between two checks whether the run should have ended */
#define PATIENCE       2.0  /* seconds that a driver call may take past the end */
#define PATIENCE_COLD  0.1  /* seconds past the end while a build or first launch may compile, if a solution exists */
#define PATIENCE_EMPTY 6.0  /* the same, if no solution exists and the run is not cancelled */
#define LONG_BUILD     0.5  /* seconds; a longer build did not come from the driver's cache */

void run_watch_copy(void *user, const struct search *search)
{
    struct run_watch *watch = &((struct run *)user)->watch;
    if (watch->solution && search_has_solution(search)) {
        memcpy(watch->solution, search->solution, search->solution_size);
        watch->best = search->result->best;
        watch->trace_count = search->result->shown.trace_count;
    }
}

/* True while the driver may compile. Not after a rehearsal: abandoning its driver would end all later runs. */
static bool may_compile(const struct run *run, bool builds)
{
    const bool was_long = run->search.result->shown.timing.build >= LONG_BUILD;
    return (builds || (was_long && !atomic_load(&run->watch.has_summary))) && !run->search.env->is_warm;
}

/* Ends the run with the solution of the watch. The driver keeps its memory. */
static enum swarm_status abandon(struct run *run, const char *word, double late, bool builds)
{
    struct search *search = &run->search;
    struct run_watch *watch = &run->watch;
    watch->abandoned = true;
    for (size_t i = 0; i < run->devices.list->count; ++i) {
        run->devices.list->handles[i].shared = NULL; /* later runs share nothing with the abandoned one */
    }
    if (watch->best.score == INT64_MAX) {
        return base_fail(
            search->env, SWARM_ERROR_OPENCL,
            "the driver has not returned from %s %.1f s after the run should have ended, and there is no result", word,
            late);
    }
    base_log(
        search->env, builds ? SWARM_LOG_DEBUG : SWARM_LOG_WARNING,
        "the driver has not returned from %s %.1f s after the run should have ended; the best so far is the result",
        word, late);
    search->solution = watch->solution; /* the driver may still write to the old memory */
    watch->solution = NULL;
    search_go_back(search, &watch->best, watch->trace_count);
    return SWARM_OK;
}

/* Waits for the work, or abandons it. `ended`: the prefetch has ended the run. */
static enum swarm_status wait_for(struct run *run, struct base_worker *worker, bool builds, bool ended)
{
    struct base_env *env = run->search.env;
    double end = (double)INFINITY;
    while (!base_worker_wait(worker, POLL)) {
        const bool compiles = may_compile(run, builds), empty = run->watch.best.score == INT64_MAX;
        const double now = base_seconds(env), first = base_cancelled(env) ? PATIENCE : PATIENCE_EMPTY;
        const double patience = !compiles ? PATIENCE : empty ? first : PATIENCE_COLD;
        if (isinf(end) && (ended || base_ended(env, run->search.request.deadline))) {
            end = fmin(now, run->search.request.deadline);
        }
        const bool late = now - end >= patience, cold = compiles && !empty;
        const char *word = late ? base_worker_abandon(env, &worker, 0.5 * patience, cold) : NULL;
        if (word) {
            return abandon(run, word, now - end, builds);
        }
    }
    return base_worker_end(env, &worker);
}

enum swarm_status run_watch(struct run *run, base_worker_work *work, bool builds)
{
    struct search *search = &run->search;
    struct base_worker *worker = NULL;
    bool stop = false;
    if (run->devices.list && search->env->ranks.count <= 1) {
        TRY(base_worker_begin(search->env, work, run, &worker));
    }
    if (!worker) {
        return work(run);
    }
    const enum swarm_status prefetched = builds ? run_prefetch(run, worker, &stop) : SWARM_OK;
    const enum swarm_stop_reason reason = stop ? search->result->shown.stop_reason : SWARM_STOP_ITERATIONS;
    enum swarm_status status = wait_for(run, worker, builds, stop);
    status = status == SWARM_OK ? prefetched : status;
    if (status == SWARM_OK && (stop || run->watch.abandoned)) {
        run->ended = true;
        search->result->shown.stop_reason = stop ? reason : search_interruption(search);
    }
    if (builds) {
        run_end_prefetch(run, run->ended || (search_is_interrupted(search) && search_has_solution(search)));
    }
    return status;
}
