/* Workers can be abandoned only inside a driver call, and then their threads never return. */
#include "base/worker.h"

#include <time.h>

#include "../env.h"

static void pause_briefly(void)
{
    nanosleep(&(const struct timespec){.tv_nsec = 1000000}, NULL);
}

/* Work that waits for the test, inside or outside of a driver call. */
struct job {
    bool in_driver;
    atomic_bool begun, may_end, ended;
};

static enum swarm_status work(void *context)
{
    struct job *job = context;
    struct base_env fork;
    base_env_fork(&fork, &env);
    struct base_worker *worker = job->in_driver ? base_driver_begin(&fork, "testing") : NULL;
    for (job->begun = true; !job->may_end;) {
        pause_briefly();
    }
    base_driver_end(worker);
    job->ended = true;
    return SWARM_ERROR_OPENCL;
}

static struct base_worker *begin(struct job *job)
{
    struct base_worker *worker = NULL;
    REQUIRE_OK(base_worker_begin(&env, work, job, &worker));
    while (!job->begun) {
        pause_briefly();
    }
    return worker;
}

TEST(work_that_ends_has_its_status_and_outside_of_drivers_is_not_abandoned)
{
    struct job job = {.in_driver = true};
    struct base_worker *worker = begin(&job);
    REQUIRE(!base_worker_wait(worker, 0.0));
    REQUIRE(!base_worker_abandon(&env, &worker, 1000.0, false)); /* 1000 seconds have not passed */
    job.may_end = true;
    REQUIRE(base_worker_wait(worker, 60.0));
    REQUIRE(!base_worker_abandon(&env, &worker, 0.0, false));
    REQUIRE_INT(base_worker_end(&env, &worker), ==, SWARM_ERROR_OPENCL);
    REQUIRE(!worker && !env.worker && !base_worker_hangs(&env, false) && job.ended);
    struct job outside = {.in_driver = false};
    worker = begin(&outside);
    REQUIRE(!base_worker_abandon(&env, &worker, 0.0, false));
    outside.may_end = true;
    REQUIRE_INT(base_worker_end(&env, &worker), ==, SWARM_ERROR_OPENCL);
}

TEST(abandoned_work_never_continues)
{
    static struct job job = {.in_driver = true}; /* static, because its thread never ends */
    struct base_worker *worker = begin(&job);
    REQUIRE_TEXT(base_worker_abandon(&env, &worker, 0.0, true), "testing");
    REQUIRE(!worker && !env.worker && base_worker_hangs(&env, false) && base_worker_hangs(&env, true));
    job.may_end = true;
    while (base_worker_hangs(&env, false)) { /* until the driver call returns */
        pause_briefly();
    }
    REQUIRE(!job.ended && !base_worker_hangs(&env, true));
    REQUIRE(!base_driver_begin(&env, "another")); /* without a worker the caller makes the driver call itself */
    base_driver_end(NULL);
}

TEST_MAIN_ENV()
