/* Problems of mosaic and its starting tours. */
#include "mosaic/start.h"

#include "mosaic_support.h"
#include "spreads.h"
#include "tsp/candidates.h"
#include "tsp/tour.h"

enum { WIDTH = 10, PER_QUADRANT = 2, SEED = 17 };

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances                                                                                                          */

/* Makes an instance with a symmetric matrix. `hubs`: all rows are alike, so the same few nodes are nearest to all. */
static struct swarm_instance *lengths_of(uint32_t n, bool hubs)
{
    int32_t *matrix = test_memory((size_t)n * n, sizeof *matrix);
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            const int32_t length = hubs ? (int32_t)(i + j) : (int32_t)(10000 * random_uniform());
            matrix[(size_t)i * n + j] = matrix[(size_t)j * n + i] = length;
        }
    }
    return matrix_of(true, n, matrix);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Problems                                                                                                           */

static void check_order(const struct mosaic_problem *problem)
{
    for (uint32_t i = 0; i < problem->n; ++i) {
        REQUIRE_INT(problem->order[i], <, problem->n);
        REQUIRE_INT(problem->number[problem->order[i]], ==, i);
    }
    if (problem->joint) {
        REQUIRE_INT(problem->order[problem->n - 1], ==, problem->n - 1);
    }
}

static void check_lengths(const struct mosaic_problem *problem)
{
    for (uint32_t i = 0; i < problem->n; ++i) {
        for (uint32_t j = i % 7; j < problem->n; j += 7) {
            REQUIRE_INT(mosaic_length(problem, i, j), ==,
                        tsp_instance_distance(problem->instance, problem->order[i], problem->order[j]));
        }
    }
}

static void check_lists(const struct mosaic_problem *problem)
{
    struct tsp_candidates expected = {.length = WIDTH, .per_quadrant = PER_QUADRANT};
    REQUIRE_OK(tsp_candidates_init(&env, problem->instance, NULL, (double)INFINITY, &expected, 1));
    REQUIRE_INT(problem->width, ==, expected.length);
    for (uint32_t i = 0; i < problem->n; ++i) {
        for (uint32_t k = 0; k < problem->width; ++k) {
            const size_t at = (size_t)i * problem->width + k;
            const uint32_t from = problem->order[i], to = problem->order[problem->near[at]];
            REQUIRE_INT(to, ==, expected.nodes[(size_t)from * problem->width + k]);
            REQUIRE_INT(problem->near_length[at], ==, tsp_instance_distance(problem->instance, from, to));
            REQUIRE(k == 0 || problem->near_length[at - 1] <= problem->near_length[at]);
        }
    }
    tsp_candidates_deinit(&expected);
}

static void check_problem(struct swarm_instance *instance)
{
    struct mosaic_problem problem = problem_of(instance, WIDTH);
    REQUIRE_INT(problem.n, ==, instance->info.node_count);
    REQUIRE_INT(problem.joint, ==, instance->joint);
    const bool measures = instance->info.metric != SWARM_METRIC_EXPLICIT && instance->info.metric != SWARM_METRIC_GEO;
    REQUIRE_INT(problem.metric, ==, measures ? (int)instance->info.metric : 0);
    REQUIRE_INT(problem.points != NULL, ==, instance->coordinates != NULL);
    check_order(&problem);
    check_lengths(&problem);
    check_lists(&problem);
}

TEST(a_problem_of_any_metric_is_the_instance_in_another_order)
{
    for (int metric = SWARM_METRIC_EUC_2D; metric <= SWARM_METRIC_GREAT_CIRCLE; ++metric) {
        check_problem(spread_points((enum swarm_metric)metric, UNIFORM, 300));
        check_problem(joined(spread_points((enum swarm_metric)metric, DUPLICATES, 120)));
    }
    check_problem(lengths_of(60, false));
    check_problem(joined(lengths_of(60, false)));
    for (enum spread spread = 0; spread < SPREADS; ++spread) {
        check_problem(spread_points(SWARM_METRIC_EUC_2D, spread, 400));
    }
    for (uint32_t n = 1; n < 14; ++n) {
        check_problem(spread_points(SWARM_METRIC_CEIL_2D, UNIFORM, n));
        check_problem(joined(spread_points(SWARM_METRIC_ATT, UNIFORM, n)));
    }
}

TEST(a_matrix_keeps_the_order_of_the_instance_and_so_do_nodes_at_one_site)
{
    struct mosaic_problem problem = problem_of(lengths_of(30, false), WIDTH);
    for (uint32_t i = 0; i < problem.n; ++i) {
        REQUIRE_INT(problem.order[i], ==, i);
    }
    problem = problem_of(spread_points(SWARM_METRIC_EUC_2D, TWO_SITES, 100), WIDTH);
    for (uint32_t i = 1; i < problem.n; ++i) {
        REQUIRE(problem.order[i - 1] < problem.order[i] || i == 50);
    }
}

TEST(the_curve_is_closed_and_goes_from_cell_to_neighbouring_cell)
{
    enum { SIDE = 32 };
    double coordinates[SIDE * SIDE * 2];
    for (int i = 0; i < SIDE * SIDE; ++i) {
        coordinates[2 * i] = 5.0 * (i * 37 % SIDE) - 3.0;
        coordinates[2 * i + 1] = 5.0 * (i / SIDE) + 100.0;
    }
    const struct mosaic_problem problem = problem_of(points_of(SWARM_METRIC_MAN_2D, SIDE * SIDE, coordinates), WIDTH);
    for (uint32_t i = 0; i < problem.n; ++i) {
        REQUIRE_INT(mosaic_length(&problem, i, (i + 1) % problem.n), ==, 5);
    }
}

/* Requires that a problem made past the deadline has points in order and lengths, but no lists. */
static void check_late(const struct swarm_instance *instance)
{
    struct mosaic_problem problem = {.instance = NULL};
    REQUIRE_OK(mosaic_problem_init(
        &env, instance, NULL, (struct tsp_candidates){.length = WIDTH, .per_quadrant = PER_QUADRANT}, 0.0, &problem));
    REQUIRE(!problem.near && problem.points);
    check_order(&problem);
    check_lengths(&problem);
    mosaic_problem_deinit(&problem);
}

TEST(past_the_deadline_there_is_only_an_order_and_the_most_distant_coordinates_have_one)
{
    const double coordinates[] = {-5e307, 0.0, 5e307, 1.0, 0.0, -5e307, 3.0, 5e307, 0.0, 0.0, 1e-310, 5e-324};
    check_late(spread_points(SWARM_METRIC_EUC_2D, UNIFORM, 100));
    check_late(points_of(SWARM_METRIC_GEO, 5, coordinates));
    check_problem(points_of(SWARM_METRIC_EUC_2D, 2, coordinates + 8));
}

TEST(sorting_keeps_what_is_equal_in_its_order)
{
    enum { COUNT = 30000 };
    const uint64_t most[] = {1, 5, 5000, (uint64_t)1 << 40, UINT64_MAX};
    struct base_team *team = NULL;
    REQUIRE_OK(base_team_create(&env, 3, &team));
    struct mosaic_keyed *items = test_memory(COUNT, 2 * sizeof *items);
    for (size_t m = 0; m < 2 * sizeof most / sizeof most[0]; ++m) {
        for (uint32_t k = 0; k < COUNT; ++k) {
            items[k] = (struct mosaic_keyed){(uint64_t)(random_uniform() * (double)most[m / 2]), k, 0};
        }
        const struct mosaic_keyed *sorted = mosaic_sort(m % 2 ? team : NULL, items, items + COUNT, COUNT);
        for (uint32_t k = 1; k < COUNT; ++k) {
            REQUIRE(sorted[k - 1].key < sorted[k].key
                    || (sorted[k - 1].key == sorted[k].key && sorted[k - 1].a < sorted[k].a));
        }
    }
    base_team_destroy(&team);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Starts                                                                                                             */

static void destroy_starts(void *object)
{
    struct mosaic_starts *starts = object;
    mosaic_starts_destroy(&starts);
}

static struct mosaic_starts *starts_of(const struct mosaic_problem *problem, unsigned threads)
{
    struct mosaic_starts *starts = NULL;
    struct base_team *team = NULL;
    REQUIRE_OK(base_team_create(&env, threads, &team));
    REQUIRE_OK(mosaic_starts_create(&env, problem, team, &starts));
    test_defer(destroy_starts, starts);
    base_team_destroy(&team);
    return starts;
}

static void check_tour(const struct mosaic_problem *problem, const struct mosaic_tour *tour)
{
    uint32_t *nodes = test_memory(problem->n, sizeof *nodes);
    int64_t length = -1;
    for (uint32_t p = 0; p < problem->n; ++p) {
        REQUIRE_INT(tour->ord[p], <, problem->n);
        REQUIRE_INT(tour->pos[tour->ord[p]], ==, p);
        nodes[p] = problem->order[tour->ord[p]];
    }
    REQUIRE_OK(tsp_tour_measure(&env, problem->instance, nodes, problem->n, &length));
    REQUIRE_INT(tour->length, ==, length);
}

static bool same_tour(const struct mosaic_tour *a, const struct mosaic_tour *b, uint32_t n)
{
    return memcmp(a->ord, b->ord, n * sizeof *a->ord) == 0;
}

static void check_starts(struct swarm_instance *instance)
{
    struct mosaic_problem problem = problem_of(instance, WIDTH);
    struct mosaic_starts *starts = starts_of(&problem, 2);
    struct mosaic_tour tour = tour_of(problem.n), again = tour_of(problem.n);
    for (uint32_t individual = 0; individual < 4; ++individual) {
        mosaic_starts_set_hubs(starts, individual % 2 == 1);
        mosaic_start_tour(starts, NULL, draw_stream_of(SEED, individual, 1), 0.3, 0, &tour);
        check_tour(&problem, &tour);
        mosaic_start_tour(starts, NULL, draw_stream_of(SEED, individual, 1), 0.3, 1, &again);
        REQUIRE(same_tour(&tour, &again, problem.n));
    }
}

TEST(a_start_is_a_tour_with_the_reported_length)
{
    for (uint32_t n = 1; n <= 40; n += n < 12 ? 1 : test_paths(4, 1)) {
        check_starts(spread_points(SWARM_METRIC_EUC_2D, UNIFORM, n));
        check_starts(joined(spread_points(SWARM_METRIC_EUC_2D, UNIFORM, n)));
        check_starts(lengths_of(n, n % 2));
    }
    for (int metric = SWARM_METRIC_EUC_2D; metric <= SWARM_METRIC_GREAT_CIRCLE; ++metric) {
        for (uint32_t spread = test_paths((uint32_t)metric % 3, 0); spread < SPREADS; spread += test_paths(3, 1)) {
            check_starts(spread_points((enum swarm_metric)metric, (enum spread)spread, 300));
        }
        check_starts(joined(spread_points((enum swarm_metric)metric, DUPLICATES, 200)));
    }
    check_starts(lengths_of(300, false));
    check_starts(joined(lengths_of(300, false)));
}

TEST(a_start_on_the_curve_is_a_tour_and_noise_reverses_segments)
{
    for (uint32_t n = 1; n <= 100; n += n < 12 ? 1 : 11) {
        struct mosaic_problem problem = problem_of(spread_points(SWARM_METRIC_EUC_2D, UNIFORM, n), WIDTH);
        struct mosaic_tour tours[2] = {tour_of(n), tour_of(n)};
        const double noises[] = {0.0, 0.5, 1.0, 1e300, (double)NAN, -1.0};
        for (size_t k = 0; k < sizeof noises / sizeof *noises; ++k) {
            for (uint32_t individual = 0; individual < 2; ++individual) {
                mosaic_start_on_curve(&problem, draw_stream_of(SEED, individual, 1), noises[k], &tours[individual]);
                check_tour(&problem, &tours[individual]);
            }
            REQUIRE(n < 20 || same_tour(&tours[0], &tours[1], n) == !(noises[k] > 0.0));
        }
        for (uint32_t p = 0; p < n; ++p) {
            REQUIRE_INT(tours[0].ord[p], ==, p);
        }
    }
}

TEST(a_start_ends_soon_if_all_nodes_are_nearest_to_the_same_few)
{
    check_starts(lengths_of(1500, true));
    check_starts(spread_points(SWARM_METRIC_EUC_2D, ONE_SITE, test_paths(5000, 20000)));
    check_starts(spread_points(SWARM_METRIC_MAX_2D, TWO_SITES, test_paths(5000, 20000)));
    check_starts(spread_points(SWARM_METRIC_EUC_2D, LINE, test_paths(5000, 20000)));
}

TEST(individuals_populations_and_seeds_differ_only_by_their_noise)
{
    struct mosaic_problem problem = problem_of(spread_points(SWARM_METRIC_EUC_2D, UNIFORM, 600), WIDTH);
    struct mosaic_starts *starts = starts_of(&problem, 1);
    struct mosaic_tour tours[6], plain = tour_of(problem.n);
    const struct {
        uint64_t seed;
        uint32_t population, individual;
        double noise;
    } cases[6] = {{SEED, 0, 1, 0.2},
                  {SEED, 0, 2, 0.2},
                  {SEED, 1, 1, 0.2},
                  {SEED + 1, 0, 1, 0.2},
                  {SEED | (uint64_t)1 << 32, 0, 1, 0.2},
                  {SEED, 0, 1, 0.4}};
    mosaic_start_tour(starts, NULL, draw_stream_of(SEED, 0, 0), 0.2, 0, &plain);
    for (int a = 0; a < 6; ++a) {
        tours[a] = tour_of(problem.n);
        mosaic_start_tour(starts, NULL, draw_stream_of(cases[a].seed, cases[a].individual, cases[a].population), 0.0, 0,
                          &tours[a]);
        REQUIRE(same_tour(&plain, &tours[a], problem.n));
        mosaic_start_tour(starts, NULL, draw_stream_of(cases[a].seed, cases[a].individual, cases[a].population),
                          cases[a].noise, 0, &tours[a]);
        REQUIRE(!same_tour(&plain, &tours[a], problem.n));
        for (int b = 0; b < a; ++b) {
            REQUIRE(!same_tour(&tours[a], &tours[b], problem.n));
        }
    }
    for (int noise = 0; noise < 3; ++noise) { /* invalid values must give a tour too */
        const double values[] = {1e300, (double)NAN, -1.0};
        mosaic_start_tour(starts, NULL, draw_stream_of(SEED, 1, 0), values[noise], 0, &plain);
        check_tour(&problem, &plain);
    }
}

enum { INDIVIDUALS = 12 };

struct job {
    struct mosaic_starts *starts;
    struct mosaic_tour tours[INDIVIDUALS];
};

static void start(void *context, size_t item, unsigned thread)
{
    struct job *job = context;
    mosaic_start_tour(job->starts, NULL, draw_stream_of(SEED, (uint32_t)item, 2), 0.25, thread, &job->tours[item]);
}

TEST(starts_do_not_depend_on_threads)
{
    struct mosaic_problem problem = problem_of(spread_points(SWARM_METRIC_EUC_2D, UNIFORM, 6000), WIDTH);
    struct job jobs[2];
    struct mosaic_tour shared = tour_of(problem.n);
    for (int j = 0; j < 2; ++j) {
        struct base_team *team = NULL;
        REQUIRE_OK(base_team_create(&env, j == 0 ? 1 : 5, &team));
        jobs[j].starts = starts_of(&problem, base_team_size(team));
        for (int k = 0; k < INDIVIDUALS; ++k) {
            jobs[j].tours[k] = tour_of(problem.n);
        }
        base_team_run(team, INDIVIDUALS, start, &jobs[j]);
        mosaic_start_tour(jobs[j].starts, team, draw_stream_of(SEED, 1, 2), 0.25, 0, &shared);
        REQUIRE(same_tour(&shared, &jobs[0].tours[1], problem.n));
        base_team_destroy(&team);
    }
    for (int k = 0; k < INDIVIDUALS; ++k) {
        check_tour(&problem, &jobs[0].tours[k]);
        REQUIRE(same_tour(&jobs[0].tours[k], &jobs[1].tours[k], problem.n));
    }
}

TEST(the_joint_replaces_the_longest_edge)
{
    struct mosaic_problem problem = problem_of(joined(spread_points(SWARM_METRIC_EUC_2D, UNIFORM, 400)), WIDTH);
    struct mosaic_starts *starts = starts_of(&problem, 1);
    struct mosaic_tour tour = tour_of(problem.n);
    const uint32_t last = problem.n - 2;
    mosaic_start_tour(starts, NULL, draw_stream_of(SEED, 0, 0), 0.0, 0, &tour);
    REQUIRE_INT(tour.ord[last + 1], ==, problem.n - 1);
    const int32_t left_out = mosaic_length(&problem, tour.ord[last], tour.ord[0]);
    for (uint32_t p = 0; p < last; ++p) {
        REQUIRE_INT(mosaic_length(&problem, tour.ord[p], tour.ord[p + 1]), <=, left_out);
    }
}

/* The length of the greedy tour, found by sorting all pairs. */
static int64_t whole_greedy(const struct mosaic_problem *problem)
{
    const uint32_t n = problem->n;
    const size_t pairs = (size_t)n * (n - 1) / 2;
    struct mosaic_keyed *items = test_memory(pairs, 2 * sizeof *items);
    uint32_t *fragment = test_memory(n, sizeof *fragment), *degree = test_memory(n, sizeof *degree);
    size_t count = 0;
    int64_t length = 0;
    for (uint32_t i = 0; i < n; ++i) {
        fragment[i] = i;
        for (uint32_t j = i + 1; j < n; ++j) {
            items[count++] = (struct mosaic_keyed){(uint64_t)mosaic_length(problem, i, j), i, j};
        }
    }
    const struct mosaic_keyed *sorted = mosaic_sort(NULL, items, items + pairs, pairs);
    for (size_t k = 0; k < pairs; ++k) {
        const uint32_t a = sorted[k].a, b = sorted[k].b, gone = fragment[b];
        if (degree[a] == 2 || degree[b] == 2 || fragment[a] == gone) {
            continue;
        }
        for (uint32_t i = 0; i < n; ++i) {
            fragment[i] = fragment[i] == gone ? fragment[a] : fragment[i];
        }
        ++degree[a];
        ++degree[b];
        length += (int64_t)sorted[k].key;
    }
    uint32_t ends[2] = {0, 0}, found = 0;
    for (uint32_t i = 0; i < n; ++i) {
        if (degree[i] < 2) {
            ends[found++ % 2] = i;
        }
    }
    REQUIRE_INT(found, ==, 2);
    return length + mosaic_length(problem, ends[0], ends[1]);
}

TEST(starts_are_as_short_as_greedy_tours)
{
    struct swarm_instance *instance = generated("uniform", 2000, 1);
    struct mosaic_problem problem = problem_of(instance, WIDTH);
    struct mosaic_starts *starts = starts_of(&problem, 1);
    struct mosaic_tour tour = tour_of(problem.n);
    int64_t nearest = 0;
    REQUIRE_OK(tsp_tour_nearest_neighbour(&env, instance, (double)INFINITY, tour.ord, &nearest));
    const int64_t greedy = whole_greedy(&problem);
    mosaic_start_tour(starts, NULL, draw_stream_of(SEED, 0, 0), 0.25, 0, &tour);
    REQUIRE_INT(tour.length, <, nearest);
    REQUIRE_INT(tour.length, <=, greedy + greedy / 50);
    REQUIRE_INT(tour.length, >=, greedy - greedy / 50);
    for (uint32_t individual = 1; individual < 5; ++individual) {
        mosaic_start_tour(starts, NULL, draw_stream_of(SEED, individual, 0), 0.25, 0, &tour);
        REQUIRE_INT(tour.length, <, nearest);
        REQUIRE_INT(tour.length, <=, greedy + greedy / 20);
    }
}

/* Returns the FNV-1a hash of the nodes in the order of the tour. */
static uint64_t hash_of(const struct mosaic_problem *problem, const struct mosaic_tour *tour)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint32_t p = 0; p < problem->n; ++p) {
        hash = (hash ^ problem->order[tour->ord[p]]) * 0x100000001b3u;
    }
    return hash;
}

TEST(starts_are_the_same_on_every_machine)
{
    const char *const kinds[] = {"uniform", "clustered", "matrix"};
    const uint64_t expected[3] = {0x3b1ec713a2d1eaffu, 0x0f0ad56ca71a8197u, 0xd980cb7ec6de89d5u};
    for (int kind = 0; kind < 3; ++kind) {
        struct mosaic_problem problem = problem_of(generated(kinds[kind], 1000, 1), WIDTH);
        struct mosaic_starts *starts = starts_of(&problem, 1);
        struct mosaic_tour tour = tour_of(problem.n);
        mosaic_starts_set_hubs(starts, true);
        mosaic_start_tour(starts, NULL, draw_stream_of(SEED, 5, 3), 0.25, 0, &tour);
        REQUIRE_INT(hash_of(&problem, &tour), ==, expected[kind]);
    }
}

TEST(memory_grows_with_threads_by_equal_parts)
{
    REQUIRE_INT(mosaic_starts_bytes(1000, 10, 4) - mosaic_starts_bytes(1000, 10, 3), ==,
                mosaic_starts_bytes(1000, 10, 1) - mosaic_starts_bytes(1000, 10, 0));
    REQUIRE_INT(mosaic_starts_bytes(1000000, 10, 1), <, 400 << 20);
}

TEST_MAIN_ENV()
