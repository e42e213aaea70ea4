/* Checks several sessions of one device that are open at the same time, like those of islands: shared objects and
 * separate queues. Exits 77 if there is no device. */
#include <math.h>
#include <pthread.h>

#include "../test.h"
#include "ocl/pacer.h"
#include "ocl/program.h"

#include "on_devices.h"

enum { SESSIONS = 3, ROUNDS = 60, LAUNCHES = 4, MOST_ITEMS = SESSIONS * ROUNDS };

/* A session with its own kernel. */
struct worker {
    struct base_env env;
    struct ocl_session session;
    cl_program program;
    struct ocl_kernel kernel;
    struct ocl_buffer sums; /* uint32_t[MOST_ITEMS] sum of each work-item */
    size_t number;
    enum swarm_status status;
};

static void require_ok(const struct base_env *of, enum swarm_status status)
{
    if (status != SWARM_OK) {
        printf("%s\n", of->error ? of->error : "no text");
    }
    REQUIRE_INT(status, ==, SWARM_OK);
}

static void open_worker(struct worker *worker, size_t device, size_t number, bool profiling)
{
    static const char text[] = "__kernel void add_one(__global uint *sums)\n"
                               "{\n"
                               "    volatile uint turns = 0u;\n" /* a loop long enough for launches to overlap */
                               "    while (turns < 2000u) {\n"
                               "        turns = turns + 1u;\n"
                               "    }\n"
                               "    sums[get_global_id(0)] += 1u;\n"
                               "}\n";
    const struct ocl_source source = {"sessions.cl", text, sizeof text - 1};
    const uint32_t zeros[MOST_ITEMS] = {0};
    *worker = (struct worker){.sums = {.name = "sums", .bytes = sizeof zeros}, .number = number};
    base_env_fork(&worker->env, &env);
    require_ok(&worker->env, ocl_session_open(&worker->env, &devices, device, profiling, &worker->session));
    require_ok(&worker->env, ocl_program_build(&worker->session, &source, 1, NULL, 0, &worker->program));
    require_ok(&worker->env, ocl_kernel_create(&worker->session, worker->program, "add_one", &worker->kernel));
    require_ok(&worker->env, ocl_buffer_create(&worker->session, &worker->sums));
    require_ok(&worker->env, ocl_buffer_write(&worker->session, &worker->sums, 0, sizeof zeros, zeros));
    const struct ocl_argument sums = OCL_ARGUMENT(worker->sums.memory);
    require_ok(&worker->env, ocl_kernel_set(&worker->session, &worker->kernel, 0, &sums, 1));
}

static void close_worker(struct worker *worker)
{
    ocl_buffer_release(&worker->sums);
    ocl_kernel_release(&worker->kernel);
    clReleaseProgram(worker->program);
    ocl_session_close(&worker->session);
    base_env_deinit(&worker->env);
}

/* The number of work-items: it grows with every round, and differs between workers. */
static size_t items_of(const struct worker *worker, size_t round)
{
    return round * SESSIONS + worker->number + 1;
}

static enum swarm_status launch(struct worker *worker, size_t round)
{
    const struct ocl_ndrange range = {{items_of(worker, round), 1}, {1, 1}};
    for (size_t i = 0; i < LAUNCHES; ++i) {
        TRY(ocl_kernel_enqueue(&worker->session, &worker->kernel, range));
    }
    return ocl_session_finish(&worker->session);
}

static void *work(void *context)
{
    struct worker *worker = context;
    for (size_t round = 0; round < ROUNDS && worker->status == SWARM_OK; ++round) {
        worker->status = launch(worker, round);
    }
    return NULL;
}

static void require_sums(struct worker *worker, size_t rounds)
{
    uint32_t sums[MOST_ITEMS];
    require_ok(&worker->env, ocl_buffer_read(&worker->session, &worker->sums, 0, sizeof sums, sums));
    for (size_t i = 0; i < MOST_ITEMS; ++i) {
        uint32_t expected = 0;
        for (size_t round = 0; round < rounds; ++round) {
            expected += i < items_of(worker, round) ? LAUNCHES : 0;
        }
        REQUIRE_INT(sums[i], ==, expected);
    }
}

/* Launches one kernel on several threads. If runs_in_turn() in ocl/session.c did not serialise launches, PoCL 3.1 would
 * crash here in 6 of 20 runs, PoCL 5.0 in 28 of 30. */
static void test_launches_of_one_kernel_by_several_threads_with_several_sizes(size_t device)
{
    test_name = "launches_of_one_kernel_by_several_threads_with_several_sizes";
    for (int profiling = 0; profiling < 2; ++profiling) {
        struct worker workers[SESSIONS];
        pthread_t threads[SESSIONS];
        for (size_t k = 0; k < SESSIONS; ++k) {
            open_worker(&workers[k], device, k, profiling == 1);
        }
        for (size_t k = 0; k < SESSIONS; ++k) {
            REQUIRE_INT(pthread_create(&threads[k], NULL, work, &workers[k]), ==, 0);
        }
        for (size_t k = 0; k < SESSIONS; ++k) {
            REQUIRE_INT(pthread_join(threads[k], NULL), ==, 0);
        }
        for (size_t k = 0; k < SESSIONS; ++k) {
            require_ok(&workers[k].env, workers[k].status);
            require_sums(&workers[k], ROUNDS);
            require_ok(&workers[k].env, ocl_session_drain_times(&workers[k].session));
            REQUIRE_INT(workers[k].session.times[0].calls, ==, profiling ? ROUNDS * LAUNCHES : 0);
            close_worker(&workers[k]);
        }
    }
}

static void test_a_context_lasts_from_the_first_session_of_a_device_on(size_t device)
{
    test_name = "a_context_lasts_from_the_first_session_of_a_device_on";
    struct worker first, second;
    open_worker(&first, device, 0, false);
    open_worker(&second, device, 1, false);
    REQUIRE((first.session.shared == second.session.shared) != devices.devices[device].simulator);
    require_ok(&first.env, launch(&first, 0));
    close_worker(&first);
    require_ok(&second.env, launch(&second, 0));
    require_sums(&second, 1);
    struct ocl_shared *shared = second.session.shared;
    close_worker(&second);
    if (!devices.devices[device].simulator) {
        open_worker(&first, device, 0, false);
        REQUIRE(first.session.shared == shared && shared->sessions == 1);
        close_worker(&first);
    }
}

static void test_what_work_of_one_kind_costs_says_nothing_of_another(size_t device)
{
    test_name = "what_work_of_one_kind_costs_says_nothing_of_another";
    struct worker worker;
    struct ocl_pacer pacer;
    bool interrupted = false;
    open_worker(&worker, device, 0, false);
    ocl_pacer_init(&pacer, &worker.session, 0.1, (double)INFINITY);
    const double unknown = ocl_pacer_launch_units(&pacer);
    pacer.kind = 1;
    for (int k = 0; k < 2 * PACER_POINTS; ++k) { /* reports many units in nearly no time */
        require_ok(&worker.env, launch(&worker, 0));
        require_ok(&worker.env, ocl_pacer_add(&pacer, 1e3 * unknown, &interrupted));
    }
    require_ok(&worker.env, ocl_pacer_drain(&pacer));
    REQUIRE(ocl_pacer_launch_units(&pacer) > 8 * unknown);
    pacer.kind = 0;
    const double after = ocl_pacer_launch_units(&pacer);
    REQUIRE(after >= unknown && after <= unknown);
    close_worker(&worker);
}

static void test_all(size_t device, bool small)
{
    (void)small;
    test_launches_of_one_kernel_by_several_threads_with_several_sizes(device);
    test_a_context_lasts_from_the_first_session_of_a_device_on(device);
    test_what_work_of_one_kind_costs_says_nothing_of_another(device);
    ++case_count;
}

int main(int count, char **words)
{
    return on_devices_run(count, words, false, test_all);
}
