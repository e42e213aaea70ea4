/* Open paths of the sequential reference: compared with all permutations, and rules about ends and lengths. */
#include "../scene.h"

enum { MOST_NODES = 9 };

/* The length of the path through `count` nodes in the order of `path`. */
static int64_t length_of(const swarm_instance *instance, const uint32_t *path, size_t count)
{
    int64_t sum = 0;
    for (size_t k = 1; k < count; ++k) {
        sum += swarm_instance_distance(instance, path[k - 1], path[k]);
    }
    return sum;
}

/* The length of the shortest path that starts with path[0 .. fixed - 1], found by trying all orders of the rest. */
static int64_t shortest(const swarm_instance *instance, uint32_t *path, size_t fixed, size_t count)
{
    int64_t best = INT64_MAX;
    if (fixed == count) {
        return length_of(instance, path, count);
    }
    for (size_t k = fixed; k < count; ++k) {
        uint32_t node = path[k];
        path[k] = path[fixed];
        path[fixed] = node;
        int64_t found = shortest(instance, path, fixed + 1, count);
        best = found < best ? found : best;
        path[fixed] = path[k];
        path[k] = node;
    }
    return best;
}

static struct scene *matrix_scene(uint32_t n, bool symmetric, uint32_t stream)
{
    struct scene *scene = scene_of("tsp");
    int32_t *distances = test_memory((size_t)n * n, sizeof *distances);
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            uint32_t low = symmetric && j < i ? j : i, high = symmetric && j < i ? i : j;
            distances[i * n + j] = 1 + (int32_t)scattered(1000 * stream + 20 * low + high);
        }
    }
    require_ok(scene, swarm_instance_from_matrix(scene->context, "matrix", symmetric, n, distances, &scene->instance));
    return scene;
}

/* Requires that the result is an optimal path with the given ends, and that the library measures the same length. */
static void require_shortest(struct scene *scene, const swarm_result *result)
{
    uint32_t order[MOST_NODES];
    size_t n = result->tour->node_count;
    const struct swarm_instance_info *info = swarm_instance_describe(scene->instance);
    for (uint32_t k = 0; k < n; ++k) {
        order[k] = k;
    }
    int64_t length = -1;
    require_ok(scene, swarm_path_length(scene->context, scene->instance, result->tour->nodes, n, &length));
    REQUIRE(result->tour->path);
    REQUIRE_INT(n, ==, info->node_count);
    REQUIRE_INT(length, ==, result->length);
    REQUIRE_INT(length, ==, length_of(scene->instance, result->tour->nodes, n));
    REQUIRE_INT(length, ==, shortest(scene->instance, order, 0, n));
    REQUIRE(!info->symmetric || result->tour->nodes[0] <= result->tour->nodes[n - 1]);
}

TEST(small_open_paths_are_as_short_as_the_best_of_all_orders)
{
    for (uint32_t n = 1; n <= MOST_NODES; ++n) {
        for (uint32_t kind = 0; kind < 3; ++kind) {
            struct scene *scene = kind == 0 ? scene_open(n) : matrix_scene(n, kind == 1, n);
            static const char *const algorithms[] = {"as", "auto"};
            for (size_t k = 0; k < 2; ++k) {
                swarm_result *result = scene_solve(
                    scene, PAIRS("algorithm", algorithms[k], "path", "true", "iterations", "200", "ants", "32"));
                require_shortest(scene, result);
            }
        }
    }
}

TEST(an_open_path_is_never_longer_than_the_closed_tour_that_it_starts_from_without_its_longest_edge)
{
    struct scene *scene = scene_open(60);
    swarm_result *closed = scene_solve(scene, PAIRS("iterations", "50"));
    uint32_t start[60];
    size_t longest = 0;
    int32_t edge = -1;
    for (size_t k = 0; k < 60; ++k) {
        int32_t distance =
            swarm_instance_distance(scene->instance, closed->tour->nodes[k], closed->tour->nodes[(k + 1) % 60]);
        longest = distance > edge ? k : longest;
        edge = distance > edge ? distance : edge;
    }
    for (size_t k = 0; k < 60; ++k) {
        start[k] = closed->tour->nodes[(longest + 1 + k) % 60];
    }
    swarm_params *params = scene_params(scene, PAIRS("iterations", "5", "path", "true"));
    require_ok(scene, swarm_params_start(scene->context, params, start, 60));
    const swarm_result *open = scene_run(scene, params, NULL, NULL);
    REQUIRE_INT(open->trace[0].iteration, ==, 0);
    REQUIRE_INT(open->trace[0].length, ==, closed->length - edge);
    REQUIRE_INT(open->length, <=, closed->length - edge);
}

TEST(the_joint_changes_nothing_that_the_caller_sees)
{
    struct scene *scene = scene_open(20);
    swarm_result *result = scene_solve(scene, PAIRS("algorithm", "as", "path", "true", "iterations", "3"));
    REQUIRE_INT(result->tour->node_count, ==, 20);
    REQUIRE_TEXT(scene_setting(result, "ants"), "20"); /* one per node of the input; the joint does not count */
    REQUIRE(!result->tour->reference.known);
}

TEST_MAIN()
