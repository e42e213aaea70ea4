/* Candidate lists by alpha, compared with the heaviest edges on paths of a minimum spanning tree of all pairs. */
#include "bound/lists.h"

#include <math.h>
#include <stdlib.h>

#include "tsp_support.h"
#include "base/memory.h"
#include "cl/bound/steps.h"

enum { MOST_NODES = 150, LENGTH = 7, EVALUATIONS = 20 };

/* Prim's algorithm over all pairs; bottlenecks[i][j] is the heaviest edge on the tree's path from i to j. */
static int64_t bottlenecks[MOST_NODES][MOST_NODES];

static int64_t weight_of(const struct bound_graph *graph, const int32_t *potentials, uint32_t a, uint32_t b)
{
    return (int64_t)bound_length(graph, a, b) + potentials[a] + potentials[b];
}

static void find_bottlenecks(const struct bound_graph *graph, const int32_t *potentials)
{
    const uint32_t n = graph->count;
    uint32_t near[MOST_NODES] = {0}, in[MOST_NODES] = {0}, count = 1;
    bool inside[MOST_NODES] = {true};
    for (; count < n; ++count) {
        uint32_t next = n;
        for (uint32_t vertex = 0; vertex < n; ++vertex) {
            if (!inside[vertex]
                && (next == n
                    || weight_of(graph, potentials, near[vertex], vertex)
                           < weight_of(graph, potentials, near[next], next))) {
                next = vertex;
            }
        }
        const int64_t weight = weight_of(graph, potentials, near[next], next);
        for (uint32_t k = 0; k < count; ++k) {
            const int64_t before = in[k] == near[next] ? INT64_MIN : bottlenecks[near[next]][in[k]];
            bottlenecks[next][in[k]] = bottlenecks[in[k]][next] = before > weight ? before : weight;
        }
        in[count] = next;
        inside[next] = true;
        for (uint32_t vertex = 0; vertex < n; ++vertex) {
            if (weight_of(graph, potentials, next, vertex) < weight_of(graph, potentials, near[vertex], vertex)) {
                near[vertex] = next;
            }
        }
    }
}

/* Requires the nodes with the smallest (alpha, length, number), sorted. */
static void require_list(const struct bound_graph *graph, const int32_t *potentials, const uint32_t *list,
                         uint32_t length, uint32_t vertex)
{
    const struct swarm_instance *instance = graph->instance;
    bool listed[MOST_NODES] = {false};
    for (uint32_t k = 0; k < length; ++k) {
        listed[graph->vertices[list[k]]] = true;
        REQUIRE(k == 0
                || tsp_instance_distance(instance, graph->nodes[vertex], list[k - 1])
                       <= tsp_instance_distance(instance, graph->nodes[vertex], list[k]));
    }
    uint32_t count = 0;
    for (uint32_t a = 0; a < graph->count; ++a) {
        uint32_t before = 0;
        const int64_t alpha = weight_of(graph, potentials, vertex, a) - bottlenecks[vertex][a];
        for (uint32_t b = 0; b < graph->count && a != vertex; ++b) {
            const int64_t other = weight_of(graph, potentials, vertex, b) - bottlenecks[vertex][b];
            const int32_t length_a = bound_length(graph, vertex, a), length_b = bound_length(graph, vertex, b);
            before +=
                b != vertex && b != a
                && (other < alpha || (other == alpha && (length_b < length_a || (length_b == length_a && b < a))));
        }
        count += listed[a];
        REQUIRE(a == vertex ? !listed[a] : listed[a] == (before < length));
    }
    REQUIRE_INT(count, ==, length);
}

static void require_lists(const struct swarm_instance *instance)
{
    const uint32_t n = instance->info.node_count;
    struct tsp_candidates kinds[3] = {{.length = LENGTH, .evaluations = EVALUATIONS},
                                      {.length = 3, .per_quadrant = 0},
                                      {.length = 4, .evaluations = EVALUATIONS}};
    struct tsp_candidates shared = kinds[0];
    struct base_team *team = NULL;
    struct bound_ascent ascent = {0};
    const struct bound_graph *graph = &ascent.graph;
    REQUIRE_OK(base_team_create(&env, 3, &team));
    REQUIRE_OK(bound_candidates_init(&env, instance, NULL, (double)INFINITY, kinds, 3));
    REQUIRE_OK(bound_candidates_init(&env, instance, team, (double)INFINITY, &shared, 1));
    REQUIRE(memcmp(kinds[0].nodes, shared.nodes, (size_t)n * shared.length * sizeof *shared.nodes) == 0);
    const struct bound_means means = {&env, team, NULL, (double)INFINITY};
    REQUIRE_OK(bound_ascent_init(&means, instance, &ascent));
    REQUIRE_OK(bound_ascend(&means, &ascent, EVALUATIONS));
    find_bottlenecks(graph, ascent.best);
    for (uint32_t vertex = 0; vertex < n; ++vertex) {
        for (int kind = 0; kind < 3; kind += 2) {
            const uint32_t length = kinds[kind].length;
            require_list(graph, ascent.best, kinds[kind].nodes + (size_t)graph->nodes[vertex] * length, length, vertex);
        }
    }
    bound_ascent_deinit(&ascent);
    tsp_candidates_deinit(&shared);
    for (int kind = 0; kind < 3; ++kind) {
        tsp_candidates_deinit(&kinds[kind]);
    }
    base_team_destroy(&team);
}

/* Draws points anywhere, in clusters, on a grid with many equal lengths, or at few sites, and checks their lists. */
static void require_spread(enum swarm_metric metric, int spread, uint32_t n)
{
    double points[2 * MOST_NODES];
    for (uint32_t k = 0; k < 2 * n; ++k) {
        const double x = random_below(1 << 16);
        const uint32_t i = k % n;
        points[k] = spread == 0   ? x
                    : spread == 1 ? (double)(i % 5 * 10000) + x / 256
                    : spread == 2 ? (double)(k < n ? i % 17 : i / 17)
                                  : (double)(i % 3);
        points[k] = metric == SWARM_METRIC_GEO ? points[k] / 2000 : points[k];
    }
    require_lists(points_of(metric, n, points));
}

TEST(lists_have_the_least_alpha_of_all_pairs)
{
    for (int spread = 0; spread < 4; ++spread) {
        require_spread(SWARM_METRIC_EUC_2D, spread, test_paths(50, MOST_NODES));
        require_spread(SWARM_METRIC_MAX_2D, spread, test_paths(30, 60));
    }
    require_spread(SWARM_METRIC_GEO, 0, test_paths(40, 100));
    require_spread(SWARM_METRIC_EUC_2D, 0, 8);
    require_lists(random_matrix(50, true, 1024));
}

TEST(after_the_deadline_there_are_no_lists)
{
    const double points[] = {0, 1, 5, 3, 7, 9, 0, 2, 1, 8, 4, 3};
    struct tsp_candidates list = {.length = 3, .evaluations = EVALUATIONS};
    struct swarm_instance *instance = points_of(SWARM_METRIC_EUC_2D, 6, points);
    REQUIRE_OK(bound_candidates_init(&env, instance, NULL, 0.0, &list, 1));
    REQUIRE(!list.nodes);
    tsp_candidates_deinit(&list);
}

TEST_MAIN_ENV()
