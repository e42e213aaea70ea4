#include "worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "memory.h"
#include "team.h"

/* `lock` guards the members that change after creation. */
struct base_worker {
    base_worker_work *work;
    void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool is_over, is_abandoned;
    bool compiles;            /* true if it was abandoned while its driver compiled */
    struct base_worker *next; /* next in the env's list of abandoned workers */
    enum swarm_status status;
    unsigned inside;  /* number of threads inside a driver call */
    const char *call; /* name of the latest driver call, for messages */
    double changed;   /* base_clock_now() at the latest begin or end of a driver call */
};

static void *do_work(void *argument)
{
    struct base_worker *worker = argument;
    const enum swarm_status status = worker->work(worker->context);
    pthread_mutex_lock(&worker->lock);
    worker->status = status;
    worker->is_over = true;
    pthread_cond_signal(&worker->ended);
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

static void destroy(struct base_worker *worker)
{
    pthread_cond_destroy(&worker->ended);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

enum swarm_status base_worker_begin(struct base_env *env, base_worker_work *work, void *context,
                                    struct base_worker **worker)
{
    struct base_worker *made = base_array(1, sizeof *made);
    if (!made) {
        return base_fail_memory(env);
    }
    *made = (struct base_worker){
        .work = work, .context = context, .lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};
    *worker = env->worker = made;
    if (!base_thread_start(&made->thread, do_work, made)) {
        *worker = env->worker = NULL;
        destroy(made);
    }
    return SWARM_OK;
}

bool base_worker_wait(struct base_worker *worker, double seconds)
{
    const struct timespec until = base_clock_after(seconds);
    pthread_mutex_lock(&worker->lock);
    for (int late = 0; !worker->is_over && late == 0;) {
        late = pthread_cond_timedwait(&worker->ended, &worker->lock, &until);
    }
    const bool is_over = worker->is_over;
    pthread_mutex_unlock(&worker->lock);
    return is_over;
}

enum swarm_status base_worker_end(struct base_env *env, struct base_worker **worker)
{
    pthread_join((*worker)->thread, NULL);
    const enum swarm_status status = (*worker)->status;
    destroy(*worker);
    *worker = env->worker = NULL;
    return status;
}

const char *base_worker_abandon(struct base_env *env, struct base_worker **worker, double seconds, bool compiles)
{
    struct base_worker *late = *worker;
    pthread_mutex_lock(&late->lock);
    late->is_abandoned = !late->is_over && late->inside > 0 && base_clock_now() - late->changed >= seconds;
    const char *call = late->is_abandoned ? late->call : NULL;
    pthread_mutex_unlock(&late->lock);
    if (call) {
        pthread_detach(late->thread);
        *worker = env->worker = NULL;
        late->compiles = compiles;
        late->next = env->abandoned;
        env->abandoned = late;
    }
    return call;
}

bool base_worker_hangs(const struct base_env *env, bool compiling)
{
    bool compiles = false, others = false;
    for (struct base_worker *worker = env->abandoned; worker; worker = worker->next) {
        pthread_mutex_lock(&worker->lock);
        compiles |= worker->inside > 0 && worker->compiles;
        others |= worker->inside > 0 && !worker->compiles;
        pthread_mutex_unlock(&worker->lock);
    }
    return others ? !compiling : compiles;
}

void base_worker_inherit(struct base_env *env, struct base_env *from)
{
    while (from->abandoned) {
        struct base_worker *worker = from->abandoned;
        from->abandoned = worker->next;
        worker->next = env->abandoned;
        env->abandoned = worker;
    }
}

/* Counts a thread that enters (1) or leaves (-1) a driver call. Never returns in a thread of an abandoned worker. */
static void count_thread(struct base_worker *worker, int entering)
{
    worker->inside += (unsigned)entering;
    worker->changed = base_clock_now();
    const bool is_abandoned = worker->is_abandoned;
    pthread_mutex_unlock(&worker->lock);
    while (is_abandoned) {
        pause();
    }
}

struct base_worker *base_driver_begin(const struct base_env *env, const char *call)
{
    struct base_worker *worker = (env->root ? env->root : env)->worker;
    if (worker) {
        pthread_mutex_lock(&worker->lock);
        worker->call = call;
        count_thread(worker, worker->is_abandoned ? 0 : 1);
    }
    return worker;
}

void base_driver_end(struct base_worker *worker)
{
    if (worker) {
        pthread_mutex_lock(&worker->lock);
        count_thread(worker, -1);
    }
}
