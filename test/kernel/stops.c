/* Checks that runs on a device end in the same iteration with the same tour as the sequential reference, for every
 * stop condition and shape. Exits 77 if there is no device. */
#include "../scene.h"

#include <pthread.h>

/* A selector for each device that a type, such as gpu, selects. */
static char selectors[64][24];
static size_t selector_count;

static void find_devices(void)
{
    swarm_context *context = NULL;
    size_t indices[64], count = 0;
    REQUIRE_INT(swarm_context_create(&context), ==, SWARM_OK);
    if (swarm_device_find(context, NULL, "all", indices, 64, &count) == SWARM_ERROR_NO_DEVICE) {
        SKIP("no OpenCL device");
    }
    for (; selector_count < count; ++selector_count) {
        snprintf(selectors[selector_count], sizeof selectors[0], "%zu", indices[selector_count]);
    }
    swarm_context_destroy(&context);
}

/* Requires results equal to the reference's from the run with options `pairs` on every device, with the options
 * `shape` or, if `short_launches`, also in launches of 1 ms. */
static void require_as_reference(size_t n, const char *const *pairs, const char *const *shape, bool short_launches)
{
    struct scene *scene = scene_open(n);
    const swarm_result *reference = scene_solve(scene, pairs);
    for (size_t i = 0; i < selector_count * (short_launches ? 2 : 1); ++i) {
        const char *const *device = join(PAIRS("device", selectors[i % selector_count]), shape);
        const swarm_result *result =
            scene_solve(scene, join(pairs, i < selector_count ? device : join(device, PAIRS("launch-ms", "1"))));
        require_consistent(scene, result);
        REQUIRE(result->device);
        require_same_trace(reference, result);
    }
}

TEST(iterations_end_a_run_as_in_the_reference)
{
    require_as_reference(60, PAIRS("iterations", "40", "ants", "9", "algorithm", "mmas"), NOTHING, false);
    require_as_reference(60, PAIRS("iterations", "6", "population", "20"), NOTHING, false);
    require_as_reference(60, PAIRS("iterations", "20", "selection", "race"), PAIRS("launch-ms", "1"), false);
    require_as_reference(60, PAIRS("iterations", "20", "algorithm", "as"), PAIRS("group-size", "16"), false);
}

TEST(more_iterations_than_the_device_holds_summaries_of_agree)
{
    require_as_reference(8, PAIRS("iterations", "600", "ants", "2"), NOTHING, false);
}

TEST(stagnation_ends_a_run_as_in_the_reference)
{
    static const char *const patience[] = {"1", "7"};
    for (size_t k = 0; k < sizeof patience / sizeof patience[0]; ++k) {
        require_as_reference(50, PAIRS("no-improve", patience[k], "ants", "9", "algorithm", "mmas"), NOTHING, true);
        require_as_reference(50, PAIRS("no-improve", patience[k], "population", "20"), PAIRS("launch-ms", "1"), false);
    }
    /* iterations that are queued after the last one would still improve the best tour */
    require_as_reference(300, PAIRS("no-improve", "2", "ants", "3", "rho", "0.9"), NOTHING, false);
}

TEST(a_target_ends_a_run_as_in_the_reference)
{
    struct scene *scene = scene_open(50);
    swarm_result *free_run = scene_solve(scene, PAIRS("iterations", "40", "ants", "9", "algorithm", "mmas"));
    REQUIRE_INT(free_run->trace_count, >=, 3);
    for (size_t k = 0; k < free_run->trace_count; k += 2) {
        char target[32];
        snprintf(target, sizeof target, "%lld", (long long)free_run->trace[k].length);
        require_as_reference(50, PAIRS("target", target, "ants", "9", "algorithm", "mmas"), NOTHING, false);
    }
}

/* Islands on one device share launches. */
TEST(colonies_of_a_launch_agree_with_islands_of_the_reference)
{
    require_as_reference(60, PAIRS("iterations", "25", "islands", "3", "epoch", "8", "ants", "9", "algorithm", "mmas"),
                         NOTHING, true);
    require_as_reference(60,
                         PAIRS("iterations", "20", "islands", "4", "epoch", "10", "algorithm", "as", "candidates", "0",
                               "trail-share", "0.5", "ants", "20"),
                         NOTHING, true);
    require_as_reference(40, PAIRS("iterations", "20", "islands", "2", "epoch", "5", "algorithm", "acs"), NOTHING,
                         true);
    require_as_reference(
        40, PAIRS("iterations", "30", "islands", "2", "epoch", "15", "algorithm", "bwas", "local-search", "none"),
        NOTHING, true);
    /* a second colony keeps the summaries of a whole epoch */
    require_as_reference(8,
                         PAIRS("iterations", "1200", "islands", "4", "epoch", "600", "ants", "2", "algorithm", "mmas"),
                         NOTHING, true);
}

TEST(a_colony_of_a_launch_reaches_the_target_while_the_others_go_on)
{
    struct scene *scene = scene_open(50);
    swarm_result *free_run =
        scene_solve(scene, PAIRS("iterations", "40", "islands", "3", "ants", "9", "algorithm", "mmas"));
    char target[32];
    snprintf(target, sizeof target, "%lld", (long long)free_run->length);
    require_as_reference(50, PAIRS("target", target, "islands", "3", "ants", "9", "algorithm", "mmas"), NOTHING, false);
}

TEST(one_two_and_three_nodes_are_solved_as_by_the_reference)
{
    require_as_reference(1, PAIRS("iterations", "3", "algorithm", "acs"), NOTHING, false);
    for (size_t n = 1; n <= 3; ++n) {
        require_as_reference(n, PAIRS("iterations", "3", "algorithm", "mmas"), NOTHING, false);
        require_as_reference(n, PAIRS("iterations", "3", "selection", "race", "algorithm", "as"),
                             PAIRS("group-size", "8"), false);
    }
}

static void cancel_at_once(void *context, const struct swarm_progress *progress)
{
    if (progress->iteration > 0) {
        swarm_context_cancel(context);
    }
}

TEST(a_run_that_is_cancelled_ends_with_the_best_tour_so_far)
{
    for (size_t i = 0; i < selector_count; ++i) {
        struct scene *scene = scene_open(60);
        swarm_result *result = scene_watch(scene, PAIRS("device", selectors[i], "iterations", "4000000000"),
                                           cancel_at_once, scene->context);
        require_consistent(scene, result);
        REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_CANCELLED);
    }
}

enum { SHARING = 3 }; /* runs that share a device */

struct sharing {
    struct scene *scene;
    swarm_params *params;
    swarm_result **result;
    enum swarm_status status;
};

static void *solve_shared(void *argument)
{
    struct sharing *sharing = argument;
    sharing->status = swarm_solve(sharing->scene->context, sharing->params, NULL, NULL, sharing->result);
    return NULL;
}

TEST(runs_of_threads_that_share_a_device_find_what_each_finds_by_itself)
{
    static const char *const seeds[SHARING] = {"1", "2", "3"};
    struct scene *owner = scene_swarm("sphere");
    struct sharing sharings[SHARING];
    pthread_t threads[SHARING];
    for (size_t k = 0; k < SHARING; ++k) {
        struct scene *scene = scene_swarm("rastrigin");
        const char *const *pairs = PAIRS("dim", "3", "iterations", "200", "seed", seeds[k]);
        require_ok(scene, swarm_context_share_devices(scene->context, owner->context));
        REQUIRE_INT(swarm_context_share_devices(scene->context, owner->context), ==, SWARM_ERROR_INVALID_ARGUMENT);
        REQUIRE_INT(swarm_context_share_devices(owner->context, scene->context), ==, SWARM_ERROR_INVALID_ARGUMENT);
        sharings[k].scene = scene;
        sharings[k].params = scene_params(scene, join(pairs, PAIRS("device", selectors[0])));
        sharings[k].result = &scene->results[scene->result_count++];
        REQUIRE_INT(pthread_create(&threads[k], NULL, solve_shared, &sharings[k]), ==, 0);
    }
    for (size_t k = 0; k < SHARING; ++k) {
        REQUIRE_INT(pthread_join(threads[k], NULL), ==, 0);
        require_ok(sharings[k].scene, sharings[k].status);
        struct scene *scene = scene_swarm("rastrigin");
        const swarm_result *reference = scene_solve(scene, PAIRS("dim", "3", "iterations", "200", "seed", seeds[k]));
        REQUIRE((*sharings[k].result)->device);
        require_same_search(reference, *sharings[k].result);
    }
}

int main(void)
{
    find_devices();
    test_run_all(0, NULL);
    return 0;
}
