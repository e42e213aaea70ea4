#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity() */
#endif
#include "team.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "memory.h"

/* Smallest stack of a thread, in bytes: 8 MiB, because drivers compile kernels on it. The default is 128 KiB in musl
 * and `ulimit -s` in glibc. A page takes no memory before it is written. */
enum { STACK_BYTES = 8 << 20 };

/* `lock` guards all members that change after creation, except the atomic ones. */
struct base_team {
    unsigned size;      /* number of threads in the team, including the caller */
    pthread_t *threads; /* [size - 1] the workers; the caller is not among them */
    pthread_mutex_t lock;
    pthread_cond_t begin; /* signalled when `job` or `ends` changes; workers wait for it */
    pthread_cond_t done;  /* signalled when `busy` becomes 0; the caller waits for it */
    bool ends;
    uint64_t job;  /* number of the current job, from 1; 0: none yet */
    unsigned busy; /* workers that may still process items of the job */
    base_team_work *work;
    void *context;
    size_t count;
    atomic_uint started; /* number of threads that have started; the caller is thread 0 */
    atomic_size_t next;  /* index of the lowest item that no thread has claimed */
};

unsigned base_processors(void)
{
#ifdef __linux__
    /* sched_getaffinity() fails if the set is smaller than the kernel's own */
    cpu_set_t sets[8192 / CPU_SETSIZE];
    if (sched_getaffinity(0, sizeof sets, sets) == 0) {
        const int allowed = CPU_COUNT_S(sizeof sets, sets);
        if (allowed > 0) {
            return (unsigned)allowed;
        }
    }
#endif
#ifdef _SC_NPROCESSORS_ONLN
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (online > 0) {
        return (unsigned)online;
    }
#endif
    return 1;
}

static void do_items(struct base_team *team, base_team_work *work, void *context, size_t count, unsigned thread)
{
    for (size_t item; (item = atomic_fetch_add_explicit(&team->next, 1, memory_order_relaxed)) < count;) {
        work(context, item, thread);
    }
}

static void *serve(void *argument)
{
    struct base_team *team = argument;
    const unsigned number = atomic_fetch_add(&team->started, 1) + 1;
    uint64_t seen = 0;
    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (team->job == seen && !team->ends) {
            pthread_cond_wait(&team->begin, &team->lock);
        }
        if (team->ends) {
            break;
        }
        seen = team->job;
        base_team_work *work = team->work;
        void *context = team->context;
        const size_t count = team->count;
        pthread_mutex_unlock(&team->lock);
        do_items(team, work, context, count, number);
        pthread_mutex_lock(&team->lock);
        if (--team->busy == 0) {
            pthread_cond_signal(&team->done);
        }
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

bool base_thread_start(pthread_t *thread, void *work(void *), void *context)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    size_t usual = 0;
    if (pthread_attr_getstacksize(&attributes, &usual) == 0 && usual < STACK_BYTES) {
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
    }
    const bool started = pthread_create(thread, &attributes, work, context) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

/* Starts the workers with all signals blocked, because the program's own threads may wait for signals. */
static void start_workers(struct base_team *team, unsigned wanted)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) {
        return;
    }
    while (team->size < wanted && base_thread_start(&team->threads[team->size - 1], serve, team)) {
        ++team->size;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

enum swarm_status base_team_create(struct base_env *env, unsigned threads, struct base_team **team)
{
    const unsigned wanted = threads > 0 ? threads : base_processors();
    struct base_team *made;
    TRY(BASE_MAKE(env, made, 1));
    *made = (struct base_team){.size = 1,
                               .threads = base_array(wanted - 1, sizeof *made->threads),
                               .lock = PTHREAD_MUTEX_INITIALIZER,
                               .begin = PTHREAD_COND_INITIALIZER,
                               .done = PTHREAD_COND_INITIALIZER};
    if (!made->threads) {
        free(made);
        return base_fail_memory(env);
    }
    start_workers(made, wanted);
    *team = made;
    return SWARM_OK;
}

void base_team_destroy(struct base_team **team)
{
    struct base_team *freed = *team;
    *team = NULL;
    if (!freed) {
        return;
    }
    pthread_mutex_lock(&freed->lock);
    freed->ends = true;
    pthread_cond_broadcast(&freed->begin);
    pthread_mutex_unlock(&freed->lock);
    for (unsigned k = 0; k + 1 < freed->size; ++k) {
        pthread_join(freed->threads[k], NULL);
    }
    pthread_cond_destroy(&freed->done);
    pthread_cond_destroy(&freed->begin);
    pthread_mutex_destroy(&freed->lock);
    free(freed->threads);
    free(freed);
}

unsigned base_team_size(const struct base_team *team)
{
    return team ? team->size : 1;
}

void base_team_run(struct base_team *team, size_t count, base_team_work *work, void *context)
{
    if (base_team_size(team) == 1 || count <= 1) { /* not enough items to wake a worker */
        for (size_t item = 0; item < count; ++item) {
            work(context, item, 0);
        }
        return;
    }
    base_team_begin(team, count, work, context);
    base_team_end(team);
}

void base_team_begin(struct base_team *team, size_t count, base_team_work *work, void *context)
{
    pthread_mutex_lock(&team->lock);
    team->work = work;
    team->context = context;
    team->count = count;
    team->busy = team->size - 1;
    atomic_store_explicit(&team->next, 0, memory_order_relaxed);
    ++team->job;
    pthread_cond_broadcast(&team->begin);
    pthread_mutex_unlock(&team->lock);
}

void base_team_end(struct base_team *team)
{
    do_items(team, team->work, team->context, team->count, 0);
    pthread_mutex_lock(&team->lock);
    while (team->busy > 0) {
        pthread_cond_wait(&team->done, &team->lock);
    }
    pthread_mutex_unlock(&team->lock);
}
