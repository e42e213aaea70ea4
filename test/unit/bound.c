/* Lower bounds, compared with minimum 1-trees over all pairs, for all metrics and conditions; public functions. */
#include "bound/bound.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "tsp/reduction.h"
#include "tsp_support.h"
#include "../scene.h"

enum { MOST = 20000, EVERY_NODE = 40, POTENTIAL_MOST = 1 << 29 };

static struct base_team *teams[3]; /* teams with 1, 2 and 3 threads */

/* ------------------------------------------------------------------------------------------------------------------ */
/* All pairs                                                                                                          */

/* All nodes except the joint, with an edge between every pair. */
struct complete {
    const struct swarm_instance *instance;
    int shift;
    const int32_t *potentials;
    uint32_t n;
    bool joint;
};

static bool partners(const struct complete *graph, uint32_t i, uint32_t j)
{
    return graph->instance->partners && graph->instance->partners[i] == j;
}

static int64_t weight(const struct complete *graph, uint32_t i, uint32_t j)
{
    int64_t length = tsp_instance_distance(graph->instance, i, j);
    if (graph->shift >= 0) {
        length = length < 1 << 29 ? length << graph->shift : 1 << 29;
    } else {
        length >>= -graph->shift;
    }
    return length + graph->potentials[i] + graph->potentials[j];
}

/* Prim's algorithm on all nodes except `out`, with edges between partners first. Sets the degree of each node and the
 * sum of the weights of its edges; returns the length of the tree. */
static int64_t tree_length(const struct complete *graph, uint32_t out, uint32_t degrees[MOST], int64_t edges[MOST])
{
    static int64_t least[MOST];
    static uint32_t from[MOST];
    static bool taken[MOST];
    const int64_t forced = INT64_MIN / 4;
    int64_t sum = 0;
    uint32_t current = out == 0 ? 1 : 0;
    memset(degrees, 0, graph->n * sizeof *degrees);
    memset(edges, 0, graph->n * sizeof *edges);
    for (uint32_t i = 0; i < graph->n; ++i) {
        least[i] = INT64_MAX;
        taken[i] = i == out || i == current;
    }
    for (;;) {
        uint32_t next = graph->n;
        for (uint32_t j = 0; j < graph->n; ++j) {
            const int64_t one = weight(graph, current, j) + (partners(graph, current, j) ? forced : 0);
            if (!taken[j] && one < least[j]) {
                least[j] = one;
                from[j] = current;
            }
            next = !taken[j] && (next == graph->n || least[j] < least[next]) ? j : next;
        }
        if (next == graph->n) {
            return sum;
        }
        const int64_t edge = weight(graph, from[next], next);
        sum += edge;
        edges[next] += edge;
        edges[from[next]] += edge;
        ++degrees[next];
        ++degrees[from[next]];
        taken[next] = true;
        current = next;
    }
}

/* The weight of the special node's two edges in a 1-tree: to its partner, if any, and the lightest others. */
static int64_t two_edges(const struct complete *graph, uint32_t node)
{
    int64_t first = INT64_MAX, second = INT64_MAX;
    for (uint32_t j = 0; j < graph->n; ++j) {
        const int64_t one = weight(graph, node, j);
        if (j != node && partners(graph, node, j)) {
            second = first < second ? first : second;
            first = INT64_MIN; /* chosen in any case; replaced by the real weight below */
        } else if (j != node && one < first) {
            second = first;
            first = one;
        } else if (j != node && one < second) {
            second = one;
        }
    }
    return second + (first == INT64_MIN ? weight(graph, node, graph->instance->partners[node]) : first);
}

static int64_t joint_edges(const struct complete *graph)
{
    const uint32_t joint = graph->n;
    const uint32_t partner = graph->instance->partners ? graph->instance->partners[joint] : TSP_NO_NODE;
    int64_t first = INT64_MAX, second = INT64_MAX;
    for (uint32_t i = 0; i < graph->n; ++i) {
        const int64_t potential = graph->potentials[i];
        if (i == partner) {
            continue;
        }
        second = potential < first ? first : potential < second ? potential : second;
        first = potential < first ? potential : first;
    }
    return partner == TSP_NO_NODE ? first + second : first + graph->potentials[partner];
}

/* Returns ceil(length / 2^shift), a length in the unit of the instance. */
static int64_t rounded(int64_t length, int shift)
{
    return (int64_t)(shift < 0 ? ldexp((double)length, -shift) : ceil(ldexp((double)length, -shift)));
}

/* Requires that `found` is the length of a minimum 1-tree. Without a joint any node may be the special node, because
 * several trees may be minimal. */
static void require_proven(const struct complete *graph, int64_t found)
{
    static uint32_t degrees[MOST], others[MOST];
    static int64_t edges[MOST], unused[MOST];
    int64_t potentials = 0;
    bool is_one = false;
    for (uint32_t i = 0; i < graph->n; ++i) {
        potentials += graph->potentials[i];
    }
    const int64_t tree = tree_length(graph, graph->n, degrees, edges);
    if (graph->joint) {
        REQUIRE_INT(found, ==, rounded(tree + joint_edges(graph) - 2 * potentials, graph->shift));
        return;
    }
    for (uint32_t i = 0; i < graph->n && !is_one; ++i) {
        if (graph->n <= EVERY_NODE || degrees[i] == 1) { /* a tree without a leaf spans the rest */
            const int64_t rest = graph->n <= EVERY_NODE ? tree_length(graph, i, others, unused) : tree - edges[i];
            is_one = found == rounded(rest + two_edges(graph, i) - 2 * potentials, graph->shift);
        }
    }
    REQUIRE(is_one);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances                                                                                                          */

static struct bound raise(const struct swarm_instance *instance, uint64_t evaluations, unsigned threads)
{
    const struct bound_means means = {&env, teams[threads - 1], NULL, (double)INFINITY};
    const struct bound_limits limits = {evaluations, INT64_MAX};
    struct bound bound = {.done = false};
    while (!bound.done) {
        REQUIRE_OK(bound_raise(&means, instance, &limits, &bound));
    }
    return bound;
}

/* Requires that `evaluations` in two threads give the length of a minimum 1-tree; returns it. */
static int64_t require_bound(const struct swarm_instance *instance, uint64_t evaluations)
{
    static int32_t potentials[MOST];
    struct bound bound = raise(instance, evaluations, 2);
    const int64_t length = bound.length;
    const struct complete graph = {instance, bound.ascent.graph.shift, potentials, instance->info.node_count, false};
    bound_potentials(&bound, potentials);
    require_proven(&graph, length);
    bound_deinit(&bound);
    return length;
}

static int64_t checked(const struct swarm_instance *instance, int shift, const int32_t *potentials, unsigned threads)
{
    int64_t length = 0;
    const struct bound_means means = {&env, teams[threads - 1], NULL, (double)INFINITY};
    REQUIRE_OK(bound_check(&means, instance, shift, potentials, &length));
    return length;
}

/* Requires that the bound is the length of a minimum 1-tree with its potentials, and equal for 1 to 3 threads; and that
 * the check finds that length with other potentials and with none. */
static void check_instance(const struct swarm_instance *instance)
{
    static int32_t potentials[MOST], again[MOST];
    struct bound bound = raise(instance, 60, 1);
    struct complete graph = {instance, bound.ascent.graph.shift, potentials,
                             instance->info.node_count - instance->joint, instance->joint};
    if (instance->info.node_count <= 3) {
        bound_deinit(&bound);
        return; /* only one tour exists */
    }
    bound_potentials(&bound, potentials);
    require_proven(&graph, bound.length);
    REQUIRE_INT(bound.ascent.evaluations, ==, 60);
    for (unsigned threads = 1; threads <= 3; ++threads) {
        struct bound other = raise(instance, 60, threads);
        bound_potentials(&other, again);
        REQUIRE_INT(other.length, ==, bound.length);
        REQUIRE(memcmp(potentials, again, graph.n * sizeof *again) == 0);
        REQUIRE_INT(checked(instance, graph.shift, potentials, threads), ==, bound.length);
        bound_deinit(&other);
    }
    for (uint32_t i = 0; i < graph.n; ++i) {
        const int32_t low = -POTENTIAL_MOST, moved = potentials[i] + (int32_t)random_below(1u << 20) - (1 << 19);
        potentials[i] = moved < low ? low : moved > POTENTIAL_MOST ? POTENTIAL_MOST : moved;
    }
    require_proven(&graph, checked(instance, graph.shift, potentials, 2));
    for (uint32_t i = 0; i < graph.n; ++i) {
        potentials[i] = i % 7 == 0 ? POTENTIAL_MOST : -POTENTIAL_MOST;
    }
    require_proven(&graph, checked(instance, graph.shift, potentials, 2));
    memset(potentials, 0, sizeof potentials);
    require_proven(&graph, checked(instance, graph.shift, potentials, 2));
    bound_deinit(&bound);
}

enum shape { SCATTERED, EQUAL, LINE, FEW_SITES, WIDE, SHAPES };

static struct swarm_instance *points(enum swarm_metric metric, enum shape shape, uint32_t n)
{
    const bool sphere = metric == SWARM_METRIC_GEO;
    const size_t dimensions =
        metric == SWARM_METRIC_EUC_3D || metric == SWARM_METRIC_MAN_3D || metric == SWARM_METRIC_MAX_3D ? 3 : 2;
    double *coordinates = test_memory(n * dimensions, sizeof *coordinates);
    for (uint32_t k = 0; k < n * dimensions; ++k) {
        const double any = random_below(1000) / (sphere ? 12.0 : 1.0);
        coordinates[k] = shape == EQUAL       ? 5.0
                         : shape == LINE      ? (k % dimensions == 0 ? any : 7.0)
                         : shape == FEW_SITES ? random_below(4)
                         : shape == WIDE      ? any * (sphere ? 1.0 : 5e5) + 0.25
                                              : any;
    }
    return points_of(metric, n, coordinates);
}

/* Checks the instance as closed tour and as open path, with free ends and from node 0, with and without an edge fixed
 * at every third node. */
static void check_conditions(struct swarm_instance *instance)
{
    const uint32_t n = instance->info.node_count;
    uint32_t(*fixed)[2] = base_array(n, sizeof *fixed);
    REQUIRE(fixed);
    for (uint32_t form = 0; form < 8; ++form) {
        struct tsp_conditions conditions = {(form & 1) != 0, TSP_NO_NODE, TSP_NO_NODE, 0, fixed};
        struct tsp_reduction *reduction = NULL;
        conditions.start = form == 5 || form == 7 ? 0 : TSP_NO_NODE;
        for (uint32_t i = 1; (form & 2) && i + 3 < n; i += 3) {
            fixed[conditions.fixed_count][0] = i;
            fixed[conditions.fixed_count++][1] = i + 1;
        }
        REQUIRE_OK(tsp_reduction_create(&env, instance, &conditions, TSP_DOUBLED, &reduction));
        check_instance(tsp_reduction_instance(reduction));
        tsp_reduction_destroy(&reduction);
    }
    free(fixed);
}

TEST(bounds_are_minimum_1_trees_of_all_pairs_with_every_metric)
{
    for (enum swarm_metric metric = SWARM_METRIC_EUC_2D; metric < SWARM_METRIC_GREAT_CIRCLE; ++metric) {
        for (enum shape shape = 0; shape < SHAPES; ++shape) {
            check_instance(points(metric, shape, shape == SCATTERED ? 90 : 30));
        }
    }
}

TEST(the_smallest_instances_and_paths_fixed_edges_and_arcs_have_minimum_1_trees)
{
    for (uint32_t n = 1; n <= 12; ++n) {
        check_conditions(points(SWARM_METRIC_EUC_2D, n % 2 ? SCATTERED : FEW_SITES, n));
        check_conditions(random_matrix(n, true, n % 2 ? 100 : 3));
        check_conditions(random_matrix(n, false, n % 2 ? 100 : INT32_MAX));
    }
    for (uint32_t round = 0; round < test_tier(2, 20); ++round) {
        check_conditions(points(SWARM_METRIC_EUC_2D, round % 2 ? WIDE : SCATTERED, 35));
        check_conditions(random_matrix(25, true, round % 2 ? INT32_MAX : 50));
        check_conditions(random_matrix(18, false, round % 2 ? INT32_MAX : 50));
    }
}

TEST(bounds_of_more_nodes_are_minimum_1_trees)
{
    const uint32_t n = test_tier(test_paths(500, 2000), MOST);
    for (uint32_t round = 0; round < 2; ++round) {
        require_bound(points(SWARM_METRIC_EUC_2D, round % 2 ? WIDE : SCATTERED, n), 100);
    }
}

TEST(several_nodes_at_each_site_have_nearly_the_bound_of_one)
{
    enum { SITES = 300, NODES = 5 * SITES };
    static double coordinates[2 * NODES];
    for (uint32_t k = 0; k < 2 * NODES; ++k) {
        coordinates[k] = k < 2 * SITES ? random_below(100000) : coordinates[k - 2 * SITES];
    }
    const int64_t one = require_bound(points_of(SWARM_METRIC_EUC_2D, SITES, coordinates), 400);
    REQUIRE_INT(require_bound(points_of(SWARM_METRIC_EUC_2D, NODES, coordinates), 400), >=, one - one / 200);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The ends of a search, and refusals                                                                                 */

TEST(a_cancelled_round_proves_the_best_that_it_has)
{
    struct swarm_instance *instance = points(SWARM_METRIC_EUC_2D, SCATTERED, 200);
    const struct bound_means means = {&env, teams[0], NULL, (double)INFINITY};
    struct bound_ascent ascent = {.length = 0};
    REQUIRE_OK(bound_ascent_init(&means, instance, &ascent));
    atomic_store(&env.cancelled, 1);
    REQUIRE_OK(bound_ascend(&means, &ascent, 50));
    atomic_store(&env.cancelled, 0);
    REQUIRE_INT(ascent.evaluations, ==, 1);
    REQUIRE_INT(ascent.length, >, 0);
    bound_ascent_deinit(&ascent);
}

/* Makes a scene of n random points and parameters of a search in it. */
static struct scene *hold(uint32_t n)
{
    struct scene *scene = scene_open(n);
    scene_params(scene, NOTHING);
    return scene;
}

/* Checks a claimed bound. `says`: text of the expected message; NULL: the claim is valid. */
static void require_claim(const struct scene *scene, swarm_bound claim, const char *says)
{
    require_says(scene, swarm_bound_check(scene->context, scene->params[0], &claim),
                 says ? SWARM_ERROR_VERIFICATION : SWARM_OK, says ? says : "");
}

TEST(the_library_finds_a_bound_and_checks_claims)
{
    struct scene *scene = hold(200);
    swarm_bound *bound = NULL;
    require_ok(scene, swarm_bound_find(scene->context, scene->params[0], 150, &bound));
    REQUIRE_INT(bound->potential_count, ==, 200);
    REQUIRE_INT(bound->evaluations, ==, 150);
    int32_t *potentials = test_memory(200, sizeof *potentials);
    memcpy(potentials, bound->potentials, 200 * sizeof *potentials);
    potentials[7] = INT32_MIN;
    const swarm_bound *is = bound;
    swarm_bound less = *is, more = *is, few = *is, shifted = *is, none = *is, other = *is;
    --less.length;
    ++more.length;
    --few.potential_count;
    --shifted.shift;
    none.potential_count = 0;
    other.potentials = potentials;
    require_claim(scene, *is, NULL);
    require_claim(scene, *is, NULL);
    require_claim(scene, less, NULL);
    require_claim(scene, more, "does not hold");
    require_claim(scene, few, "found 199 potentials, expected 200");
    require_claim(scene, shifted, "scale: found ");
    require_claim(scene, none, "does not hold");
    none.length = 0;
    require_claim(scene, none, NULL);
    require_claim(scene, other, "potential of node 8");
    swarm_bound_destroy(&bound);
}

TEST(a_search_without_time_ends_without_potentials)
{
    struct scene *scene = hold(200);
    swarm_params *params = scene->params[0];
    swarm_bound *bound = NULL;
    swarm_context_cancel(scene->context);
    require_ok(scene, swarm_bound_find(scene->context, params, 0, &bound));
    REQUIRE(bound->length == 0 && bound->potential_count == 0);
    require_ok(scene, swarm_bound_check(scene->context, params, bound));
    swarm_bound_destroy(&bound);
    swarm_params_instance(params, NULL);
    REQUIRE_INT(swarm_bound_find(scene->context, params, 0, &bound), ==, SWARM_ERROR_INVALID_ARGUMENT);
    REQUIRE(!bound);
}

static void begin_teams(void)
{
    for (unsigned k = 0; k < 3; ++k) {
        REQUIRE_OK(base_team_create(&env, k + 1, &teams[k]));
    }
}

static void end_teams(void)
{
    for (unsigned k = 0; k < 3; ++k) {
        base_team_destroy(&teams[k]);
    }
}

TEST_MAIN_ENV_WITH(begin_teams(), end_teams())
