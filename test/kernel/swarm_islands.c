/* Islands of swarms on every device, and one swarm whose tribes lie on several, find the same as the sequential twin,
 * and continue from its checkpoint. Exits 77 when there is no device. */
#include <unistd.h>

#include "../unit/pso_support.h"

/* Each row of --best, with its options. */
static const char *const rows[][7] = {
    {"best", "reduction", "migration", "complete"},
    {"best", "reduction-unrolled", "topology", "ring"},
    {"best", "queue", "precision", "fp32"},
    {"best", "queue-lock", "islands", "3"},
    {"best", "counter", "topology", "von-neumann", "boundary", "random"},
    {"best", "persistent", "islands", "3"},
    {"best", "asynchronous", "exchange", "5", "migration", "complete"},
};

#define ISLANDS "dim", "3", "particles", "70", "epoch", "8", "islands", "2"

/* `pairs`, then those of a row, then more. */
static swarm_result *solve_row(const struct scene *scene, size_t row, const char *const *more)
{
    const char *pairs[32] = {ISLANDS};
    size_t count = sizeof((const char *const[]){ISLANDS}) / sizeof pairs[0];
    for (size_t k = 0; rows[row][k]; ++k) {
        pairs[count++] = rows[row][k];
    }
    for (; *more; ++more) {
        pairs[count++] = *more;
    }
    return scene_solve(scene, pairs, NULL, NULL);
}

static void require_same_islands(const swarm_result *a, const swarm_result *b)
{
    uint64_t taken = 0;
    require_same_search(a, b);
    REQUIRE_INT(a->island_count, ==, b->island_count);
    for (size_t k = 0; k < a->island_count; ++k) {
        REQUIRE(a->islands[k].value == b->islands[k].value);
        REQUIRE_INT(a->islands[k].best_iteration, ==, b->islands[k].best_iteration);
        REQUIRE_INT(a->islands[k].taken, ==, b->islands[k].taken);
        taken += a->islands[k].taken;
    }
    REQUIRE(taken > 0);
}

/* The whole run, and one that goes on from a checkpoint of the twin's. */
static void require_as_twin(const char *device, const char *state)
{
    struct scene scene = scene_open("rastrigin");
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; ++row) {
        swarm_result *twin = solve_row(&scene, row, PAIRS("iterations", "40"));
        swarm_result *part = solve_row(&scene, row, PAIRS("iterations", "21", "checkpoint", state));
        swarm_result *whole = solve_row(&scene, row, PAIRS("iterations", "40", "device", device));
        swarm_result *resumed = solve_row(&scene, row, PAIRS("iterations", "40", "resume", state, "device", device));
        require_consistent(whole);
        REQUIRE(whole->device && resumed->first_iteration == 21);
        require_same_islands(twin, whole);
        require_same_islands(twin, resumed);
        swarm_result_destroy(&twin);
        swarm_result_destroy(&part);
        swarm_result_destroy(&whole);
        swarm_result_destroy(&resumed);
    }
    scene_close(&scene);
}

/* Options of one swarm on several devices: a last tribe that is not whole, particles in private memory and not, ends
 * within and behind an exchange, starts without a finite value. */
static const char *const spreads[][16] = {
    {"dim", "3", "particles", "70", "exchange", "5", "boundary", "random", "seed", "7"},
    {"dim", "9", "particles", "130", "exchange", "50", "precision", "fp32", "shift", "3"},
    {"dim", "3", "particles", "70", "exchange", "5", "boundary", "random", "target", "0.5"},
    {"dim", "3", "particles", "70", "exchange", "5", "boundary", "random", "no-improve", "2", "bounds", "-1e200:1e200"},
};

static swarm_result *solve_spread(const struct scene *scene, size_t row, const char *const *more)
{
    const char *pairs[40] = {"best", "asynchronous", "islands", "1"};
    size_t count = 4;
    for (size_t k = 0; spreads[row][k]; ++k) {
        pairs[count++] = spreads[row][k];
    }
    for (; *more; ++more) {
        pairs[count++] = *more;
    }
    return scene_solve(scene, pairs, NULL, NULL);
}

/* From the start, from a checkpoint of the twin's amid two exchanges, and the twin from one of the devices'. */
static void require_spread_as_twin(const char *devices, const char *state)
{
    struct scene scene = scene_open("rastrigin");
    for (size_t row = 0; row < sizeof spreads / sizeof spreads[0]; ++row) {
        swarm_result *twin = solve_spread(&scene, row, PAIRS("iterations", "40"));
        swarm_result *whole = solve_spread(&scene, row, PAIRS("iterations", "40", "device", devices));
        require_consistent(whole);
        REQUIRE(whole->device && whole->island_count == 0);
        require_same_search(twin, whole);
        REQUIRE_INT(twin->trace_count, ==, whole->trace_count);
        REQUIRE_INT(twin->position->nan_count, ==, whole->position->nan_count);
        for (int from_twin = 0; from_twin < 2 && whole->stop_reason == SWARM_STOP_ITERATIONS; ++from_twin) {
            const char *first = from_twin ? "none" : devices, *second = from_twin ? devices : "none";
            swarm_result *part =
                solve_spread(&scene, row, PAIRS("iterations", "13", "checkpoint", state, "device", first));
            swarm_result *rest =
                solve_spread(&scene, row, PAIRS("iterations", "40", "resume", state, "device", second));
            REQUIRE_INT(rest->first_iteration, ==, 13);
            REQUIRE(rest->value == twin->value && rest->best_iteration == twin->best_iteration);
            REQUIRE(memcmp(rest->position->x, twin->position->x, twin->position->dimensions * sizeof(double)) == 0);
            swarm_result_destroy(&part);
            swarm_result_destroy(&rest);
        }
        swarm_result_destroy(&twin);
        swarm_result_destroy(&whole);
    }
    scene_close(&scene);
}

/* Every device twice, and all of them together. */
TEST(tribes_on_several_devices_find_what_those_of_the_twin_find)
{
    char selector[16], all[256] = "", state[64];
    const struct swarm_device *devices = NULL;
    size_t count = 0, usable = 0;
    struct scene scene = scene_open("sphere");
    snprintf(state, sizeof state, "test_swarm_spread_%ld.state", (long)getpid());
    require_ok(&scene, swarm_device_list(scene.context, &devices, &count));
    for (size_t i = 0; i < count; ++i) {
        if (devices[i].usable && devices[i].fp64 && !devices[i].simulator && !devices[i].duplicate) {
            const size_t used = strlen(all);
            snprintf(selector, sizeof selector, "%u,%u", devices[i].index, devices[i].index);
            snprintf(all + used, sizeof all - used, "%s%u", used > 0 ? "," : "", devices[i].index);
            require_spread_as_twin(selector, state);
            ++usable;
        }
    }
    if (usable > 1 && usable <= 3) { /* as many as there are tribes */
        require_spread_as_twin(all, state);
    }
    remove(state);
    scene_close(&scene);
    if (usable == 0) {
        SKIP("no OpenCL device with double precision");
    }
}

TEST(islands_on_a_device_find_what_those_of_the_twin_find)
{
    char selector[16], state[64];
    const struct swarm_device *devices = NULL;
    size_t count = 0, usable = 0;
    struct scene scene = scene_open("sphere");
    snprintf(state, sizeof state, "test_swarm_islands_%ld.state", (long)getpid());
    require_ok(&scene, swarm_device_list(scene.context, &devices, &count));
    for (size_t i = 0; i < count; ++i) {
        if (devices[i].usable && devices[i].fp64 && !devices[i].simulator && !devices[i].duplicate) {
            snprintf(selector, sizeof selector, "%u", devices[i].index);
            require_as_twin(selector, state);
            ++usable;
        }
    }
    remove(state);
    scene_close(&scene);
    if (usable == 0) {
        SKIP("no OpenCL device with double precision");
    }
}

TEST_MAIN()
