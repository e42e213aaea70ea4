/* Candidate lists, compared with a search through all pairs of nodes. */
#include "base/memory.h"
#include "tsp/candidates.h"

#include <math.h>

#include "spreads.h"

enum { MOST_NODES = 600, MOST_LENGTH = 65 };

/* [n][2] latitude and longitude in degrees, for instances on a sphere; NULL: in the plane. */
static const double *sphere_points;

static int quadrant_of_bearing(uint32_t from, uint32_t to)
{
    const double radians = 3.14159265358979323846 / 180;
    const double latitude = radians * sphere_points[2 * from], other = radians * sphere_points[2 * to];
    const double turn = radians * (sphere_points[2 * to + 1] - sphere_points[2 * from + 1]);
    const double east = sin(turn) * cos(other);
    const double north = cos(latitude) * sin(other) - sin(latitude) * cos(other) * cos(turn);
    return east > 0 ? (north > 0 ? 0 : 3) : north > 0 ? 1 : 2;
}

static int quadrant_of(const struct swarm_instance *instance, uint32_t from, uint32_t to)
{
    if (sphere_points) {
        return quadrant_of_bearing(from, to);
    }
    const size_t n = instance->info.node_count;
    const double dx = instance->coordinates[to] - instance->coordinates[from];
    const double dy = instance->coordinates[n + to] - instance->coordinates[n + from];
    return dx > 0 && dy >= 0 ? 0 : dx <= 0 && dy > 0 ? 1 : dx < 0 ? 2 : dy < 0 ? 3 : 0;
}

/* Distances and quadrants of all nodes as seen from one node. */
struct view {
    uint32_t n, from;
    int32_t distances[MOST_NODES];
    int quadrants[MOST_NODES];
};

static void view_from(const struct swarm_instance *instance, uint32_t from, bool has_quadrants, struct view *view)
{
    view->n = instance->info.node_count;
    view->from = from;
    for (uint32_t j = 0; j < view->n; ++j) {
        view->distances[j] = tsp_instance_distance(instance, from, j);
        view->quadrants[j] = has_quadrants ? quadrant_of(instance, from, j) : 0;
    }
}

static bool comes_before(const struct view *view, uint32_t a, uint32_t b)
{
    const int32_t to_a = view->distances[a], to_b = view->distances[b];
    return to_a < to_b || (to_a == to_b && a < b);
}

/* Adds the `wanted` nearest nodes of a quadrant (-1: of all) that are not in the list yet. Returns the length of the
 * list. */
static uint32_t add_nearest(const struct view *view, int quadrant, uint32_t wanted, bool *taken, uint32_t *list,
                            uint32_t used)
{
    const uint32_t n = view->n;
    for (uint32_t k = 0; k < wanted; ++k) {
        uint32_t best = n;
        for (uint32_t j = 0; j < n; ++j) {
            if (j != view->from && !taken[j] && (quadrant < 0 || view->quadrants[j] == quadrant)
                && (best == n || comes_before(view, j, best))) {
                best = j;
            }
        }
        if (best == n) {
            break;
        }
        taken[best] = true;
        list[used++] = best;
    }
    return used;
}

static void list_by_pairs(const struct swarm_instance *instance, uint32_t i, uint32_t length, uint32_t per_quadrant,
                          uint32_t *list)
{
    static struct view view;
    bool taken[MOST_NODES] = {false};
    uint32_t used = 0;
    view_from(instance, i, per_quadrant > 0 && length > 0, &view);
    for (int quadrant = 0; quadrant < 4 && per_quadrant > 0; ++quadrant) {
        used = add_nearest(&view, quadrant, per_quadrant < length - used ? per_quadrant : length - used, taken, list,
                           used);
    }
    used = add_nearest(&view, -1, length - used, taken, list, used);
    REQUIRE_INT(used, ==, length);
    for (uint32_t a = 1; a < used; ++a) { /* insertion sort */
        const uint32_t node = list[a];
        uint32_t at = a;
        for (; at > 0 && comes_before(&view, node, list[at - 1]); --at) {
            list[at] = list[at - 1];
        }
        list[at] = node;
    }
}

/* Compares lists made one at a time, and then made together with longer, shorter, quadrant and plain lists. */
static void require_same(const struct swarm_instance *instance, uint32_t length, uint32_t per_quadrant)
{
    enum { KINDS = 4 };
    const uint32_t n = instance->info.node_count;
    for (size_t count = 1; count <= KINDS; ++count) {
        struct tsp_candidates kinds[KINDS] = {{.length = length, .per_quadrant = per_quadrant},
                                              {.length = length / 2, .per_quadrant = per_quadrant > 0},
                                              {.per_quadrant = 2},
                                              {.length = length + 1}};
        uint32_t expected[MOST_LENGTH];
        REQUIRE_OK(tsp_candidates_init(&env, instance, NULL, (double)INFINITY, kinds, count));
        for (size_t kind = 0; kind < count; ++kind) {
            const uint32_t wanted = kind == 0 ? length : kind == 1 ? length / 2 : kind == 2 ? 0 : length + 1;
            REQUIRE_INT(kinds[kind].node_count, ==, n);
            REQUIRE_INT(kinds[kind].length, ==, wanted < n - 1 ? wanted : n - 1);
        }
        for (size_t kind = 0; kind < count; ++kind) {
            for (uint32_t i = 0; i < n; ++i) {
                list_by_pairs(instance, i, kinds[kind].length, kinds[kind].per_quadrant, expected);
                for (uint32_t k = 0; k < kinds[kind].length; ++k) {
                    REQUIRE_INT(kinds[kind].nodes[(size_t)i * kinds[kind].length + k], ==, expected[k]);
                }
            }
            tsp_candidates_deinit(&kinds[kind]);
        }
        count = count == 1 ? KINDS - 1 : count;
    }
}

TEST(nearest_and_quadrant_lists_are_those_of_all_pairs_in_every_metric)
{
    for (enum swarm_metric metric = SWARM_METRIC_EUC_2D; metric < SWARM_METRIC_GREAT_CIRCLE; ++metric) {
        for (enum spread spread = UNIFORM; spread < SPREADS; ++spread) {
            const uint32_t n = test_tier(test_paths(30, 60), 200) + 7 * (uint32_t)spread;
            struct swarm_instance *instance = spread_points(metric, spread, n);
            require_same(instance, 10, 0);
        }
    }
    static const uint32_t shapes[][2] = {{8, 2}, {10, 2}, {5, 1}, {16, 4}, {3, 1}, {12, 100}, {64, 3}};
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; ++k) {
        for (enum spread spread = UNIFORM; spread < SPREADS; ++spread) {
            const enum swarm_metric metric = k % 2 ? SWARM_METRIC_EUC_2D : SWARM_METRIC_MAN_2D;
            struct swarm_instance *instance = spread_points(metric, spread, test_tier(test_paths(45, 90), 150));
            require_same(instance, shapes[k][0], shapes[k][1]);
        }
    }
}

TEST(few_nodes_have_short_lists_a_matrix_has_lists_in_its_rows_and_there_are_none_after_the_deadline)
{
    for (uint32_t n = 1; n < 20; ++n) {
        struct swarm_instance *instance = spread_points(SWARM_METRIC_EUC_2D, n % 2 ? UNIFORM : DUPLICATES, n);
        require_same(instance, 1, 0);
        require_same(instance, 10, 2);
        require_same(instance, 64, 0);
    }
    require_same(random_matrix(40, false, 50), 7, 0);
    for (uint32_t n = 50; n <= MOST_NODES; n *= 2) {
        struct swarm_instance *instance = spread_points(SWARM_METRIC_EUC_2D, UNIFORM, n);
        struct tsp_candidates kinds[2] = {{.length = 5}, {.length = 3, .per_quadrant = 1}};
        REQUIRE_OK(tsp_candidates_init(&env, instance, NULL, 0.0, kinds, 2));
        REQUIRE(!kinds[0].nodes && !kinds[1].nodes);
    }
}

/* 20,000 nodes share a site: visiting all of them for each list would be too slow. */
TEST(many_nodes_of_one_site_have_the_lowest_of_them)
{
    const uint32_t n = test_paths(5000, 20000);
    double *coordinates = test_memory(2 * n, sizeof *coordinates);
    struct tsp_candidates candidates = {.length = 5, .per_quadrant = 1};
    struct swarm_instance *instance = points_of(SWARM_METRIC_EUC_2D, n, coordinates);
    REQUIRE_OK(tsp_candidates_init(&env, instance, NULL, (double)INFINITY, &candidates, 1));
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t k = 0; k < 5; ++k) {
            REQUIRE_INT(candidates.nodes[5 * (size_t)i + k], ==, k + (k >= i));
        }
    }
    tsp_candidates_deinit(&candidates);
}

TEST(quadrants_of_a_sphere_are_those_of_bearings)
{
    static double points[2 * 300];
    struct swarm_instance *instance = NULL;
    for (uint32_t i = 0; i < 300; ++i) {
        points[2 * i] = i < 250 ? 5 * random_uniform() : 30 + 20 * random_uniform();
        points[2 * i + 1] = 170 * random_uniform();
    }
    REQUIRE_OK(tsp_points_instance(&env, "made", SWARM_SURFACE_SPHERE, 300, points, &instance));
    kept(instance);
    sphere_points = points;
    require_same(instance, 10, 0);
    require_same(instance, 8, 2);
    require_same(instance, 10, 2);
    sphere_points = NULL;
}

TEST(threads_find_the_same_lists)
{
    const uint32_t n = test_paths(3000, 10000);
    double *coordinates = test_memory(2 * n, sizeof *coordinates);
    struct tsp_candidates alone = {.length = 8, .per_quadrant = 2}, shared = alone;
    struct base_team *team = NULL;
    for (uint32_t k = 0; k < 2 * n; ++k) {
        coordinates[k] = (double)(k * 2654435761u >> 12);
    }
    struct swarm_instance *instance = points_of(SWARM_METRIC_EUC_2D, n, coordinates);
    REQUIRE_OK(base_team_create(&env, 3, &team));
    REQUIRE_OK(tsp_candidates_init(&env, instance, NULL, (double)INFINITY, &alone, 1));
    REQUIRE_OK(tsp_candidates_init(&env, instance, team, (double)INFINITY, &shared, 1));
    REQUIRE(memcmp(alone.nodes, shared.nodes, (size_t)n * 8 * sizeof *alone.nodes) == 0);
    tsp_candidates_deinit(&alone);
    tsp_candidates_deinit(&shared);
    base_team_destroy(&team);
}

TEST_MAIN_ENV()
