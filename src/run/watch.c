#include "watch.h"

#include <math.h>
#include <string.h>

/* GLANCE: seconds between two looks at the clock. PATIENCE: seconds for the driver after the end of a run.
 * PATIENCE_COLD: seconds while the driver compiles, and after a long build until the first result: drivers also compile
 * at the first launch. A run behind a rehearsal is not cold: to leave its driver would end all later runs. */
#define GLANCE        0.02
#define PATIENCE_COLD 0.1
#define PATIENCE      2.0

/* A longer build did not come from a driver's cache. */
#define LONG_BUILD 0.5

static bool is_cold(const struct run *run, bool builds)
{
    const bool cold = builds || (run->result->shown.timing.build >= LONG_BUILD && !atomic_load(&run->heard));
    return cold && !run->env->is_warm && run->secured.best.score < INT64_MAX;
}

/* Ends the run with the secured answer. The driver keeps its memory. */
static enum swarm_status leave(struct run *run, const char *word, double late, const bool *stop)
{
    const struct ocl_device_list *devices = run->task->devices;
    run->is_left = run->engine_is_left = true;
    for (size_t i = 0; i < devices->count; ++i) {
        devices->handles[i].shared = NULL; /* later runs share nothing with this one */
    }
    if (run->secured.best.score == INT64_MAX) {
        return base_fail(run->env, SWARM_ERROR_OPENCL,
                         "the driver has not returned from %s %.1f s after the run was to end, and there is no result",
                         word, late);
    }
    base_log(run->env, stop ? SWARM_LOG_DEBUG : SWARM_LOG_WARNING,
             "the driver has not returned from %s %.1f s after the run was to end; the best so far is the result", word,
             late);
    run->answer = run->secured.answer;
    run->secured.answer = NULL;
    run_go_back(run, &run->secured.best, run->secured.trace_count);
    if (!stop || !*stop) {
        run->result->shown.stop_reason = run_interruption(run);
    }
    return SWARM_OK;
}

enum swarm_status run_watch(struct run *run, base_worker_work *work, bool *stop)
{
    struct base_worker *worker = NULL;
    if (run->task->devices && run->env->ranks.count <= 1) {
        TRY(base_worker_begin(run->env, work, run, &worker));
    }
    if (!worker) {
        return work(run);
    }
    const enum swarm_status status = stop ? run_search_ahead(run, worker, stop) : SWARM_OK;
    double end = (double)INFINITY;
    while (!base_worker_wait(worker, GLANCE)) {
        const bool cold = is_cold(run, stop != NULL);
        const double now = base_seconds(run->env), patience = cold ? PATIENCE_COLD : PATIENCE;
        if (isinf(end) && ((stop && *stop) || run_is_interrupted(run))) {
            end = fmin(now, run->request.deadline);
        }
        const char *word = now - end < patience ? NULL
                           : cold               ? base_worker_leave_compiling(run->env, &worker, 0.5 * patience)
                                                : base_worker_leave(run->env, &worker, 0.5 * patience);
        if (word) {
            TRY(status);
            return leave(run, word, now - end, stop);
        }
    }
    const enum swarm_status done = base_worker_end(run->env, &worker);
    return done == SWARM_OK ? status : done;
}
