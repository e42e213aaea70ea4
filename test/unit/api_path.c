/* Open paths, and instances that lack edges, by the sequential reference: compared with all permutations. */
#include "../scene.h"

enum { MOST_NODES = 9, MOST_SPARSE = 7 };

/* The length of the path through `count` nodes in the order of `path`. */
static int64_t length_of(const swarm_instance *instance, const uint32_t *path, size_t count)
{
    int64_t sum = 0;
    for (size_t k = 1; k < count; ++k) {
        sum += swarm_instance_distance(instance, path[k - 1], path[k]);
    }
    return sum;
}

/* The length of the shortest tour or path over existing edges that starts with tour[0 .. at - 1]; INFINITY: none. */
static double shortest(double (*distances)[MOST_NODES], uint32_t n, bool path, uint32_t *tour, uint32_t at)
{
    double best = at < n ? (double)INFINITY : path ? 0.0 : distances[tour[n - 1]][tour[0]];
    for (uint32_t k = at; k < n; ++k) {
        const uint32_t node = tour[k];
        tour[k] = tour[at];
        tour[at] = node;
        const double step = at > 0 ? distances[tour[at - 1]][node] : 0.0;
        if (path || at > 0 || k == 0) {
            best = fmin(best, step + shortest(distances, n, path, tour, at + 1));
        }
        tour[at] = tour[k];
        tour[k] = node;
    }
    return best;
}

static struct scene *matrix_scene(uint32_t n, bool symmetric, uint32_t stream)
{
    struct scene *scene = scene_of("tsp");
    int32_t distances[MOST_NODES * MOST_NODES];
    for (uint32_t k = 0; k < n * n; ++k) {
        const uint32_t i = k / n, j = k % n, low = symmetric && j < i ? j : i;
        distances[k] = 1 + (int32_t)scattered(1000 * stream + 20 * low + (i + j - low));
    }
    require_ok(scene, swarm_instance_from_matrix(scene->context, "matrix", symmetric, n, distances, &scene->instance));
    return scene;
}

/* Requires that the result is an optimal path with the given ends, and that the library measures the same length. */
static void require_shortest(struct scene *scene, const swarm_result *result)
{
    uint32_t order[MOST_NODES];
    double distances[MOST_NODES][MOST_NODES];
    const size_t n = result->tour->node_count;
    const struct swarm_instance_info *info = swarm_instance_describe(scene->instance);
    for (uint32_t i = 0; i < n; ++i) {
        order[i] = i;
        for (uint32_t j = 0; j < n; ++j) {
            distances[i][j] = swarm_instance_distance(scene->instance, i, j);
        }
    }
    int64_t length = -1;
    require_ok(scene, swarm_path_length(scene->context, scene->instance, result->tour->nodes, n, &length));
    REQUIRE(result->tour->path);
    REQUIRE_INT(n, ==, info->node_count);
    REQUIRE_INT(length, ==, result->length);
    REQUIRE_INT(length, ==, length_of(scene->instance, result->tour->nodes, n));
    REQUIRE((double)length == shortest(distances, (uint32_t)n, true, order, 0));
    REQUIRE(!info->symmetric || result->tour->nodes[0] <= result->tour->nodes[n - 1]);
}

TEST(small_open_paths_are_as_short_as_the_best_of_all_orders)
{
    for (uint32_t n = 1; n <= test_paths(7, MOST_NODES); ++n) {
        for (uint32_t kind = 0; kind < 3; ++kind) {
            struct scene *scene = kind == 0 ? scene_open(n) : matrix_scene(n, kind == 1, n);
            static const char *const algorithms[] = {"as", "auto"};
            for (size_t k = 0; k < 2; ++k) {
                swarm_result *result =
                    scene_solve(scene, PAIRS("algorithm", algorithms[k], "path", "true", "iterations",
                                             test_paths(0, 1) ? "200" : "50", "ants", "32"));
                require_shortest(scene, result);
            }
        }
    }
}

TEST(an_open_path_is_never_longer_than_the_closed_tour_that_it_starts_from_without_its_longest_edge)
{
    struct scene *scene = scene_open(60);
    swarm_result *closed = scene_solve(scene, PAIRS("iterations", test_paths(0, 1) ? "50" : "5"));
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
    REQUIRE_TEXT(scene_setting(result, "ants"), "20"); /* an ant per node of the input; the joint does not count */
    REQUIRE(!result->tour->reference.known);
}

/* Solves random matrices with missing edges by each algorithm, and compares the results with all permutations. */
TEST(no_result_has_an_edge_that_is_missing)
{
    static const char *const kinds[][2] = {
        {"algorithm", "mosaic"}, {"algorithm", "mmas"}, {"islands", "2"}, {"seed", "1"}};
    const uint32_t trials = test_paths(32, 64);
    uint32_t draw = 0, solved = 0, refused = 0;
    for (uint32_t trial = 0; trial < trials; ++trial) {
        const uint32_t n = 5 + trial % (MOST_SPARSE - 4);
        const bool path = trial / 2 % 2, symmetric = trial % 2;
        const double holes = 200.0 * (1 + trial % 4);
        double distances[MOST_NODES][MOST_NODES], flat[MOST_SPARSE * MOST_SPARSE];
        uint32_t nodes[MOST_SPARSE];
        struct scene *scene = scene_of("tsp");
        swarm_result *result = NULL;
        for (uint32_t i = 0; i < n; ++i) {
            nodes[i] = i;
            for (uint32_t j = 0; j < n; ++j) {
                const bool hole = scattered(++draw) < holes;
                distances[i][j] = symmetric && j < i ? distances[j][i]
                                  : hole             ? (double)INFINITY
                                                     : floor(scattered(++draw) * 10) / 100;
                flat[i * n + j] = distances[i][j];
            }
        }
        require_ok(scene, swarm_instance_from_distances(scene->context, NULL, n, flat, NULL, &scene->instance));
        const char *const *kind = kinds[trial / 4 % 4];
        swarm_params *params =
            scene_params(scene, PAIRS("iterations", "30", kind[0], kind[1], "path", path ? "true" : "false"));
        const double best = shortest(distances, n, path, nodes, 0);
        const enum swarm_status status = swarm_solve(scene->context, params, NULL, NULL, &result);
        if (isinf(best)) {
            REQUIRE_INT(status, ==, SWARM_ERROR_INPUT);
            ++refused;
        } else {
            require_ok(scene, status);
            REQUIRE(fabs((double)result->length - best * pow(10, swarm_instance_describe(scene->instance)->decimals))
                    < 1e-6);
            ++solved;
        }
        swarm_result_destroy(&result);
    }
    REQUIRE(64 * solved >= 15 * trials && 64 * refused >= 10 * trials);
}

TEST_MAIN()
