/* Work that is left behind in a driver: only there, and it never comes back. */
#include "base/worker.h"

#include <pthread.h>
#include <time.h>

#include "../env.h"

/* A driver that returns on request. */
struct driver {
    pthread_mutex_t lock;
    pthread_cond_t told;
    bool inside, returns;
    atomic_bool came_back;
};

static void say(struct driver *driver, bool *what)
{
    pthread_mutex_lock(&driver->lock);
    *what = true;
    pthread_cond_broadcast(&driver->told);
    pthread_mutex_unlock(&driver->lock);
}

static void hear(struct driver *driver, const bool *what)
{
    pthread_mutex_lock(&driver->lock);
    while (!*what) {
        pthread_cond_wait(&driver->told, &driver->lock);
    }
    pthread_mutex_unlock(&driver->lock);
}

static enum swarm_status call_driver(void *context)
{
    struct driver *driver = context;
    struct base_env fork;
    base_env_fork(&fork, &env);
    struct base_worker *worker = base_driver_begin(&fork, "testing");
    say(driver, &driver->inside);
    hear(driver, &driver->returns);
    base_driver_end(worker);
    atomic_store(&driver->came_back, true);
    return SWARM_ERROR_OPENCL;
}

static enum swarm_status stay_outside(void *context)
{
    struct driver *driver = context;
    say(driver, &driver->inside);
    hear(driver, &driver->returns);
    return SWARM_OK;
}

static struct driver make(void)
{
    return (struct driver){.lock = PTHREAD_MUTEX_INITIALIZER, .told = PTHREAD_COND_INITIALIZER};
}

TEST(work_that_ends_has_its_status)
{
    struct driver driver = make();
    struct base_worker *worker = NULL;
    REQUIRE_OK(base_worker_begin(&env, call_driver, &driver, &worker));
    hear(&driver, &driver.inside);
    REQUIRE(!base_worker_wait(worker, 0.0));
    REQUIRE(!base_worker_leave(&env, &worker, 1000.0, false)); /* not yet */
    say(&driver, &driver.returns);
    REQUIRE(base_worker_wait(worker, 60.0));
    REQUIRE(!base_worker_leave(&env, &worker, 0.0, false));
    REQUIRE_INT(base_worker_end(&env, &worker), ==, SWARM_ERROR_OPENCL);
    REQUIRE(!worker && !env.worker && !base_worker_hangs(&env) && driver.came_back);
}

TEST(work_outside_of_drivers_is_not_left)
{
    struct driver driver = make();
    struct base_worker *worker = NULL;
    REQUIRE_OK(base_worker_begin(&env, stay_outside, &driver, &worker));
    hear(&driver, &driver.inside);
    REQUIRE(!base_worker_leave(&env, &worker, 0.0, false));
    say(&driver, &driver.returns);
    REQUIRE_OK(base_worker_end(&env, &worker));
}

TEST(work_that_was_left_never_comes_back)
{
    static struct driver driver; /* its thread lasts */
    const struct timespec moment = {.tv_nsec = 5000000};
    struct base_worker *worker = NULL;
    driver = make();
    REQUIRE_OK(base_worker_begin(&env, call_driver, &driver, &worker));
    hear(&driver, &driver.inside);
    REQUIRE_TEXT(base_worker_leave(&env, &worker, 0.0, true), "testing");
    REQUIRE(!worker && !env.worker && base_worker_hangs(&env) && base_worker_compiles(&env));
    say(&driver, &driver.returns);
    while (base_worker_hangs(&env)) { /* until the driver has returned */
        nanosleep(&moment, NULL);
    }
    REQUIRE(!driver.came_back && !base_worker_compiles(&env));
    REQUIRE(!base_driver_begin(&env, "another")); /* calls go on without a worker */
    base_driver_end(NULL);
}

TEST_MAIN_ENV()
