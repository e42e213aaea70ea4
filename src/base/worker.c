#include "worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "memory.h"
#include "thread.h"

/* `lock` guards the members that change after creation. */
struct base_worker {
    base_worker_work *work;
    void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool is_over, is_left;
    bool compiles;            /* it was left while its driver compiled */
    struct base_worker *next; /* of those that were left; a worker that was left is never freed */
    enum swarm_status status;
    unsigned inside;  /* threads within a call of a driver */
    const char *word; /* of the latest call */
    double changed;   /* base_clock_now() when a call last began or ended */
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

const char *base_worker_leave(struct base_env *env, struct base_worker **worker, double seconds, bool compiles)
{
    struct base_worker *left = *worker;
    pthread_mutex_lock(&left->lock);
    left->is_left = !left->is_over && left->inside > 0 && base_clock_now() - left->changed >= seconds;
    const char *word = left->is_left ? left->word : NULL;
    pthread_mutex_unlock(&left->lock);
    if (word) {
        pthread_detach(left->thread);
        *worker = env->worker = NULL;
        left->compiles = compiles;
        left->next = env->left;
        env->left = left;
    }
    return word;
}

static bool is_inside(struct base_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    const bool inside = worker->inside > 0;
    pthread_mutex_unlock(&worker->lock);
    return inside;
}

bool base_worker_hangs(const struct base_env *env)
{
    bool hangs = false;
    for (struct base_worker *worker = env->left; worker; worker = worker->next) {
        hangs = hangs || is_inside(worker);
    }
    return hangs;
}

bool base_worker_compiles(const struct base_env *env)
{
    bool hangs = false, compiles = true;
    for (struct base_worker *worker = env->left; worker; worker = worker->next) {
        const bool inside = is_inside(worker);
        hangs = hangs || inside;
        compiles = compiles && (!inside || worker->compiles);
    }
    return hangs && compiles;
}

void base_worker_inherit(struct base_env *env, struct base_env *from)
{
    while (from->left) {
        struct base_worker *worker = from->left;
        from->left = worker->next;
        worker->next = env->left;
        env->left = worker;
    }
}

/* Releases the lock, which the caller holds. A thread that was left behind stays here for ever. */
static void go_on(struct base_worker *worker)
{
    const bool is_left = worker->is_left;
    pthread_mutex_unlock(&worker->lock);
    while (is_left) {
        pause();
    }
}

struct base_worker *base_driver_begin(const struct base_env *env, const char *word)
{
    struct base_worker *worker = (env->root ? env->root : env)->worker;
    if (worker) {
        pthread_mutex_lock(&worker->lock);
        worker->inside += !worker->is_left; /* this thread gets no further if it was left */
        worker->word = word;
        worker->changed = base_clock_now();
        go_on(worker);
    }
    return worker;
}

void base_driver_end(struct base_worker *worker)
{
    if (worker) {
        pthread_mutex_lock(&worker->lock);
        --worker->inside;
        worker->changed = base_clock_now();
        go_on(worker);
    }
}
