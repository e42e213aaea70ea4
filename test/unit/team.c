/* Teams of threads: each item is processed once, and concurrent threads have different numbers. */
#include "base/team.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>

#include "../env.h"

enum { MOST_ITEMS = 5000, MOST_THREADS = 64 };

struct job {
    atomic_uint done[MOST_ITEMS];     /* number of times that each item was processed */
    atomic_uint inside[MOST_THREADS]; /* number of items in progress under each thread number */
    atomic_uint collisions;           /* items whose thread number was already in use */
    atomic_uint outside;              /* number of items with a thread number beyond the team's size */
    atomic_uint unmasked;             /* number of items whose worker did not block signals */
    atomic_uint used;                 /* bit mask of the thread numbers below 32 that were used */
    unsigned size;
    unsigned spin;
};

static bool masked(void)
{
    sigset_t set;
    pthread_sigmask(SIG_SETMASK, NULL, &set);
    return sigismember(&set, SIGINT) == 1 && sigismember(&set, SIGTERM) == 1;
}

static void work(void *context, size_t item, unsigned thread)
{
    struct job *job = context;
    if (thread >= job->size || thread >= MOST_THREADS) {
        atomic_fetch_add(&job->outside, 1);
        return;
    }
    atomic_fetch_add(&job->collisions, atomic_fetch_add(&job->inside[thread], 1) != 0);
    for (volatile unsigned k = 0; k < job->spin; ++k) {
    }
    atomic_fetch_add(&job->unmasked, thread > 0 && !masked());
    atomic_fetch_or(&job->used, 1u << thread % 32);
    atomic_fetch_add(&job->done[item], 1);
    atomic_fetch_sub(&job->inside[thread], 1);
}

static void run(struct base_team *team, size_t count, unsigned spin)
{
    static struct job job;
    memset(&job, 0, sizeof job);
    job.size = base_team_size(team);
    job.spin = spin;
    base_team_run(team, count, work, &job);
    for (size_t item = 0; item < MOST_ITEMS; ++item) {
        REQUIRE_INT(atomic_load(&job.done[item]), ==, item < count);
    }
    REQUIRE_INT(atomic_load(&job.outside), ==, 0);
    REQUIRE_INT(atomic_load(&job.collisions), ==, 0);
    REQUIRE_INT(atomic_load(&job.unmasked), ==, 0);
    REQUIRE(count == 0 || atomic_load(&job.used) != 0);
}

static struct base_team *team_of(unsigned threads)
{
    struct base_team *team = NULL;
    REQUIRE_OK(base_team_create(&env, threads, &team));
    return team;
}

TEST(every_item_is_done_once_whatever_the_size)
{
    const unsigned sizes[] = {1, 2, 3, 8, 33};
    const size_t counts[] = {0, 1, 2, 7, 8, 9, 1000, MOST_ITEMS};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; ++s) {
        struct base_team *team = team_of(sizes[s]);
        REQUIRE_INT(base_team_size(team), ==, sizes[s]);
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; ++c) {
            run(team, counts[c], 0);
            run(team, counts[c], 100);
        }
        base_team_destroy(&team);
        REQUIRE(!team);
    }
}

TEST(a_team_may_end_without_a_job_and_has_a_thread_for_each_processor_by_default)
{
    for (unsigned round = 0; round < 50; ++round) {
        struct base_team *team = team_of(round % 8);
        REQUIRE(round % 8 > 0 || (base_processors() >= 1 && base_team_size(team) == base_processors()));
        base_team_destroy(&team);
    }
    base_team_destroy(&(struct base_team *){NULL});
}

/* In base_team_end() the caller processes the items that no other thread has started. */
TEST(the_caller_can_do_other_work_during_a_job)
{
    static struct job job;
    for (unsigned threads = 1; threads < 5; ++threads) {
        struct base_team *team = team_of(threads);
        for (size_t round = 0; round < 200; ++round) {
            memset(&job, 0, sizeof job);
            job.size = threads;
            base_team_begin(team, 3, work, &job);
            while (threads > 1 && round % 2 && atomic_load(&job.used) == 0) {
                sched_yield();
            }
            base_team_end(team);
            for (size_t item = 0; item < 4; ++item) {
                REQUIRE_INT(atomic_load(&job.done[item]), ==, item < 3);
            }
            REQUIRE_INT(atomic_load(&job.collisions), ==, 0);
        }
        base_team_destroy(&team);
    }
}

TEST(two_teams_do_many_jobs_in_turn_and_the_caller_keeps_its_signals)
{
    REQUIRE(!masked());
    struct base_team *a = team_of(2), *b = team_of(3);
    REQUIRE(!masked());
    for (size_t round = 0; round < 1000; ++round) {
        run(a, round % 13, 10);
        run(b, 30, 10);
    }
    base_team_destroy(&a);
    base_team_destroy(&b);
    REQUIRE(!masked());
}

#ifdef WRAPPED
/* Number of threads that pthread_create() still grants. The linker replaces it by the function below. */
static unsigned threads_left = UINT_MAX;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    return threads_left-- > 0 ? __real_pthread_create(thread, attributes, start, argument) : EAGAIN;
}

TEST(a_team_works_with_the_threads_that_it_gets)
{
    for (unsigned given = 0; given < 5; ++given) {
        threads_left = given;
        struct base_team *team = team_of(5);
        REQUIRE_INT(base_team_size(team), ==, given + 1);
        run(team, 1000, 0);
        base_team_destroy(&team);
    }
    threads_left = UINT_MAX;
}
#endif

TEST_MAIN_ENV()
