#include "bound.h"

#include <math.h>

#include "base/team.h"
#include "search/problem.h"

/* Seconds: the shortest --time with a bound where it takes time from the search; between two looks at the clock; for a
 * better bound after the end of a short search. */
#define TIME_LEAST 2.0
#define GLANCE     0.02
#define GRACE      0.5

/* Ends the run if the best is good enough. The caller holds the lock. */
static void compare(struct run_bound *bound)
{
    atomic_store(&bound->run->env->satisfied, bound->best <= bound->enough);
}

void run_bound_hear(struct run_bound *bound, int64_t score, bool again)
{
    if (bound && bound->worker) {
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

int64_t run_bound_length(const struct run *run)
{
    struct run_bound *bound = run->bound;
    int64_t proven = INT64_MIN, length = 0;
    double value;
    if (bound) {
        pthread_mutex_lock(&bound->lock);
        proven = bound->proven;
        pthread_mutex_unlock(&bound->lock);
    }
    if (proven > INT64_MIN) {
        run->problem->show(run, proven, &length, &value);
    }
    return length;
}

enum swarm_stop_reason run_interruption(const struct run *run)
{
    if (!atomic_load(&run->env->satisfied)) {
        return base_cancelled(run->env) ? SWARM_STOP_CANCELLED : SWARM_STOP_TIME;
    }
    pthread_mutex_lock(&run->bound->lock);
    const bool proven = run->bound->best <= run->bound->proven;
    pthread_mutex_unlock(&run->bound->lock);
    return proven ? SWARM_STOP_PROVEN : SWARM_STOP_TARGET;
}

bool run_bound_may_go_on(struct run_bound *bound)
{
    const double begun = base_seconds(&bound->env);
    double now = begun;
    while (!base_interrupted(&bound->env, bound->deadline)
           && begun - bound->begun - bound->waited > bound->share * (now - bound->begun)) {
        base_worker_wait(bound->worker, GLANCE); /* for itself: a pause */
        now = base_seconds(&bound->env);
    }
    bound->waited += now - begun;
    return !base_interrupted(&bound->env, bound->deadline);
}

/* Waits for the first bound, which a run that may take its time shall have, then a little for a better one. */
static void wait_after(struct run_bound *bound)
{
    bool is_over = false;
    while (!is_over && run_bound_length(bound->run) == 0 && !base_interrupted(&bound->env, bound->deadline)) {
        is_over = base_worker_wait(bound->worker, GLANCE);
    }
    if (!is_over) {
        base_worker_wait(bound->worker, fmin(GRACE, fmax(0.0, bound->deadline - base_seconds(&bound->env))));
    }
}

static enum swarm_status work(void *context)
{
    struct run_bound *bound = context;
    return bound->run->problem->bound(bound->run, bound);
}

static bool is_beside(const struct swarm_device *device)
{
    return device && device->type != SWARM_DEVICE_CPU && !device->software && !device->simulator
           && base_processors() > 1;
}

enum swarm_status run_bound_begin(struct run *run)
{
    struct run_bound *bound = run->bound;
    const struct options *options = &run->options;
    const struct swarm_ranks *ranks = &run->env->ranks;
    if (run->solve || !options->bound || !run->problem->bound || (ranks->count > 1 && ranks->rank > 0)) {
        return SWARM_OK;
    }
    bound->begun = base_seconds(run->env);
    bound->deadline = run->request.deadline;
    bound->share = (double)INFINITY;
    if (!is_beside(run->engine->device)) {
        /* beside P busy threads another one has P / (P + 1) of a processor */
        const double share = 0.01 * options->bound_share * (base_processors() + 1);
        if (isinf(bound->deadline)) {
            bound->share = share;
        } else if (options->time < TIME_LEAST) {
            base_log(run->env, SWARM_LOG_WARNING, "--bound: --time %g is too short, expected %g s or more",
                     options->time, TIME_LEAST);
            return SWARM_OK;
        } else {
            bound->deadline = fmin(bound->deadline, bound->begun + share * (bound->deadline - bound->begun));
        }
    }
    bound->best = run->starts_anew ? INT64_MAX : run->result->best.score;
    TRY(base_worker_begin(&bound->env, work, bound, &bound->worker));
    return SWARM_OK;
}

void run_bound_end(struct run *run)
{
    struct run_bound *bound = run->bound;
    const enum swarm_stop_reason reason = run->result ? run->result->shown.stop_reason : SWARM_STOP_CANCELLED;
    if (!bound || !bound->worker) {
        return;
    }
    if (reason != SWARM_STOP_TIME && reason != SWARM_STOP_CANCELLED) {
        wait_after(bound);
    }
    atomic_store(&bound->env.cancelled, 1);
    if (base_worker_end(&bound->env, &bound->worker) != SWARM_OK) {
        base_log(run->env, SWARM_LOG_WARNING, "--bound: %s", bound->env.error);
    }
    atomic_store(&run->env->satisfied, false);
}
