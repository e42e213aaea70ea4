/* Checks that islands of swarms on every device, and one swarm on several devices, find the same as the sequential
 * reference, and continue from its checkpoint. Exits 77 if there is no device. */
#include "../scene.h"

/* Each row of --best, with its options; other algorithms. Populations of CMA-ES change at different times on different
 * islands, which may also have made all their evaluations. */
static const char *const rows[][13] = {
    {"particles", "70", "best", "reduction", "migration", "complete"},
    {"particles", "70", "best", "reduction-unrolled", "topology", "ring"},
    {"particles", "70", "best", "queue", "precision", "fp32"},
    {"particles", "70", "best", "queue-lock", "islands", "3"},
    {"particles", "70", "best", "counter", "topology", "von-neumann", "boundary", "random"},
    {"particles", "70", "best", "persistent", "islands", "3"},
    {"particles", "70", "best", "asynchronous", "exchange", "5", "migration", "complete"},
    {"particles", "70", "restart", "3", "islands", "4"},
    {"algorithm", "acor", "archive", "20", "islands", "3"},
    {"algorithm", "cmaes", "population", "6", "islands", "5", "iterations", "400"},
    {"algorithm", "cmaes", "population", "300", "islands", "3", "migration", "complete", "line-start", "0"},
    {"algorithm", "cmaes", "population", "6", "evaluations", "150", "islands", "4", "line-start", "0"},
};

#define ISLANDS "dim", "3", "epoch", "8", "islands", "2", "iterations", "40"

/* Requires the result of the reference from a whole run and from a run resumed from the reference's checkpoint. */
static void require_as_reference(const char *device)
{
    struct scene *scene = scene_swarm("rastrigin");
    const char *state = test_file("state");
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
        const char *const *row = join(PAIRS(ISLANDS), rows[k]);
        const swarm_result *reference = scene_solve(scene, row);
        scene_solve(scene, join(row, PAIRS("iterations", "21", "checkpoint", state)));
        row = join(row, PAIRS("device", device));
        const swarm_result *whole = scene_solve(scene, row);
        const swarm_result *resumed = scene_solve(scene, join(row, PAIRS("resume", state)));
        require_consistent(scene, whole);
        REQUIRE(whole->device && resumed->first_iteration == 21 && taken_of(reference) > 0);
        require_same_search(reference, whole);
        require_same_search(reference, resumed);
    }
}

/* Options of one swarm on several devices: an incomplete last tribe; particles in private and in global memory; runs
 * that end before and after an exchange; starts without a finite value. */
static const char *const spreads[][16] = {
    {"dim", "3", "particles", "70", "exchange", "5", "boundary", "random", "seed", "7"},
    {"dim", "9", "particles", "130", "exchange", "50", "precision", "fp32", "shift", "3"},
    {"dim", "3", "particles", "70", "exchange", "5", "boundary", "random", "target", "0.5"},
    {"dim", "3", "particles", "70", "exchange", "5", "boundary", "random", "no-improve", "2", "bounds", "-1e200:1e200"},
};

/* Requires the result of the reference from a whole run on several devices, from a device run that resumes a
 * checkpoint of the reference, and from a reference run that resumes one of the devices. */
static void require_spread_as_reference(const char *devices)
{
    struct scene *scene = scene_swarm("rastrigin");
    const char *state = test_file("state");
    for (size_t k = 0; k < sizeof spreads / sizeof spreads[0]; ++k) {
        const char *const *row = join(PAIRS("best", "asynchronous", "islands", "1", "iterations", "40"), spreads[k]);
        const swarm_result *reference = scene_solve(scene, row);
        const swarm_result *whole = scene_solve(scene, join(row, PAIRS("device", devices)));
        require_consistent(scene, whole);
        REQUIRE(whole->device && whole->island_count == 0);
        require_same_trace(reference, whole);
        for (int from_reference = 0; from_reference < 2 && whole->stop_reason == SWARM_STOP_ITERATIONS;
             ++from_reference) {
            const char *first = from_reference ? "none" : devices, *second = from_reference ? devices : "none";
            scene_solve(scene, join(row, PAIRS("iterations", "13", "checkpoint", state, "device", first)));
            const swarm_result *rest = scene_solve(scene, join(row, PAIRS("resume", state, "device", second)));
            REQUIRE_INT(rest->first_iteration, ==, 13);
            REQUIRE_INT(rest->best_iteration, ==, reference->best_iteration);
            require_same_solution(rest, reference);
        }
    }
}

/* Calls `test` for every device; `spread`: for every device named twice, then for all devices together. */
static void on_devices(void (*test)(const char *selector), bool spread)
{
    char selector[16], all[256] = "";
    const struct swarm_device *devices = NULL;
    struct scene *scene = scene_swarm("sphere");
    size_t count = 0, usable = 0;
    require_ok(scene, swarm_device_list(scene->context, &devices, &count));
    for (size_t i = 0; i < count; ++i) {
        if (devices[i].usable && devices[i].fp64 && !devices[i].simulator && !devices[i].duplicate) {
            const size_t used = strlen(all);
            const int first = snprintf(selector, sizeof selector, "%u", devices[i].index);
            if (spread) {
                snprintf(selector + first, sizeof selector - (size_t)first, ",%u", devices[i].index);
            }
            snprintf(all + used, sizeof all - used, "%s%u", used > 0 ? "," : "", devices[i].index);
            test(selector);
            ++usable;
        }
    }
    if (spread && usable > 1 && usable <= 3) { /* the swarm has three tribes */
        test(all);
    }
    if (usable == 0) {
        SKIP("no OpenCL device with double precision");
    }
}

TEST(tribes_on_several_devices_find_what_those_of_the_reference_find)
{
    on_devices(require_spread_as_reference, true);
}

TEST(islands_on_a_device_find_what_those_of_the_reference_find)
{
    on_devices(require_as_reference, false);
}

TEST_MAIN()
