/* bound.c - the thread that raises a lower bound, and how the bound ends the run. */
#include <math.h>

#include "base/team.h"
#include "run_part.h"

#define TIME_LEAST 2.0  /* seconds; with a shorter --time no bound is computed if that would slow the search */
#define POLL       0.02 /* seconds between two checks whether the search is over */
#define GRACE      0.5  /* seconds in which the bound may still rise after a search that ended early */

/* Ends the run if the best solution is good enough. The caller holds the lock. */
static void compare(struct run_bound *bound)
{
    const enum swarm_stop_reason reason = bound->best > bound->enough    ? SWARM_STOP_ITERATIONS
                                          : bound->best <= bound->proven ? SWARM_STOP_PROVEN
                                                                         : SWARM_STOP_TARGET;
    atomic_store(&bound->search->env->satisfied, (int)reason);
}

void run_bound_compare(void *user, int64_t score, bool again)
{
    struct run_bound *bound = &((struct run *)user)->bound;
    if (bound->search->solve) {
        run_bound_raise(bound, score, INT64_MIN); /* an exact solution is also the bound */
    }
    if (bound->worker) {
        pthread_mutex_lock(&bound->lock);
        bound->best = again || score < bound->best ? score : bound->best;
        compare(bound);
        pthread_mutex_unlock(&bound->lock);
    }
}

void run_bound_raise(struct run_bound *bound, int64_t proven, int64_t enough)
{
    pthread_mutex_lock(&bound->lock);
    bound->proven = proven > bound->proven ? proven : bound->proven;
    bound->enough = enough > bound->enough ? enough : bound->enough;
    compare(bound);
    pthread_mutex_unlock(&bound->lock);
}

int64_t run_bound_length(struct run_bound *bound)
{
    int64_t length = 0;
    double value;
    pthread_mutex_lock(&bound->lock);
    const int64_t proven = bound->proven;
    pthread_mutex_unlock(&bound->lock);
    if (proven > INT64_MIN) {
        bound->search->problem->show(bound->search, proven, &length, &value);
    }
    return length;
}

bool run_bound_continues(struct run_bound *bound)
{
    const double begun = base_seconds(&bound->env);
    double now = begun;
    while (!base_interrupted(&bound->env, bound->deadline)
           && begun - bound->begun - bound->waited > bound->share * (now - bound->begun)) {
        base_worker_wait(bound->worker, POLL); /* a pause of POLL seconds: the worker cannot end itself */
        now = base_seconds(&bound->env);
    }
    bound->waited += now - begun;
    return !base_interrupted(&bound->env, bound->deadline);
}

static enum swarm_status work(void *context)
{
    struct run_bound *bound = context;
    return bound->search->problem->bound(bound->search, bound);
}

enum swarm_status run_bound_begin(struct run_bound *bound)
{
    const struct search *search = bound->search;
    const struct options *options = &search->options;
    const struct swarm_device *device = search->engine->device;
    const unsigned processors = base_processors();
    if (search->solve || !options->bound || !search->problem->bound
        || (search->env->ranks.count > 1 && search->env->ranks.rank > 0)) {
        return SWARM_OK;
    }
    bound->begun = base_seconds(search->env);
    bound->deadline = search->request.deadline;
    bound->share = (double)INFINITY;
    if (!device || device->type == SWARM_DEVICE_CPU || device->software || device->simulator || processors == 1) {
        /* if P threads are busy, one more gets P / (P + 1) of a processor */
        const double share = 0.01 * options->bound_share * (processors + 1);
        if (isinf(bound->deadline)) {
            bound->share = share;
        } else if (options->time < TIME_LEAST) {
            base_log(search->env, SWARM_LOG_WARNING,
                     "--bound: --time %g is too short, expected %g s or more; the run proves no bound", options->time,
                     TIME_LEAST);
            return SWARM_OK;
        } else {
            bound->deadline = fmin(bound->deadline, bound->begun + share * (bound->deadline - bound->begun));
        }
    }
    bound->best = search->starts_anew ? INT64_MAX : search->result->best.score;
    return base_worker_begin(&bound->env, work, bound, &bound->worker);
}

/* Waits for the first bound, and then up to GRACE seconds for a better one. */
static void wait_for_bound(struct run_bound *bound)
{
    bool is_over = false;
    while (!is_over && run_bound_length(bound) == 0 && !base_interrupted(&bound->env, bound->deadline)) {
        is_over = base_worker_wait(bound->worker, POLL);
    }
    if (!is_over) {
        base_worker_wait(bound->worker, fmin(GRACE, fmax(0.0, bound->deadline - base_seconds(&bound->env))));
    }
}

void run_bound_end(struct run_bound *bound, bool failed)
{
    struct base_env *env = bound->search->env;
    if (!bound->worker) {
        return;
    }
    const enum swarm_stop_reason reason = bound->search->result->shown.stop_reason;
    if (!failed && reason != SWARM_STOP_TIME && reason != SWARM_STOP_CANCELLED) {
        wait_for_bound(bound);
    }
    atomic_store(&bound->env.cancelled, 1);
    if (base_worker_end(&bound->env, &bound->worker) != SWARM_OK) {
        base_log(env, SWARM_LOG_WARNING, "--bound: the bound is not raised further: %s", bound->env.error);
    }
    atomic_store(&env->satisfied, 0);
}
