/* Checks that every step of mosaic keeps the edges between partners and adds no forbidden edges. */
#include "../partners.h"

#include "mosaic/engine.h"
#include "tsp/points.h"
#include "tsp/reduction.h"
#include "tsp/tour.h"

#include "mosaic_support.h"

enum { WIDTH = 10, INDIVIDUALS = 6, PASSES = 6, SEED = 5 };

static struct base_team *team;

/* How many of the nodes have a partner. */
enum share { TENTH, HALF, ALL, SHARES };

static uint32_t pairs_of(enum share share, uint32_t n)
{
    return share == TENTH ? n / 20 + 1 : share == HALF ? n / 4 + 1 : n;
}

/* Requires a tour of the instance in which all partners are adjacent. */
static void require_partners(const struct mosaic_problem *problem, const struct mosaic_tour *tour)
{
    const uint32_t n = problem->n;
    uint32_t *nodes = test_memory(n, sizeof *nodes);
    require_tour(problem, tour);
    for (uint32_t p = 0; p < n; ++p) {
        REQUIRE(!mosaic_is_forbidden(problem, tour->ord[p], tour->ord[p + 1 < n ? p + 1 : 0]));
        nodes[p] = problem->order[tour->ord[p]];
    }
    REQUIRE_INT(partners_missed(problem->instance->partners, nodes, n), ==, 0);
}

/* Requires the instance's partners, and candidate lists of allowed nodes, without repetition, sorted by length. */
static void check_problem(const struct mosaic_problem *problem)
{
    const uint32_t n = problem->n, *partners = problem->instance->partners;
    const uint32_t others = problem->doubled ? n / 2 - 1 : n > 2 ? n - 2 : 0;
    REQUIRE_INT(problem->width, ==, others < WIDTH ? others : WIDTH);
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t partner = partners[problem->order[i]], *near = problem->near + (size_t)i * problem->width;
        const int32_t *lengths = problem->near_length + (size_t)i * problem->width;
        REQUIRE_INT(problem->partners[i], ==, partner == TSP_NO_NODE ? TSP_NO_NODE : problem->number[partner]);
        for (uint32_t k = 0; k < problem->width; ++k) {
            REQUIRE(near[k] != i && near[k] < n && near[k] != problem->partners[i]);
            REQUIRE(!mosaic_is_forbidden(problem, i, near[k]));
            REQUIRE_INT(lengths[k], ==, mosaic_length(problem, i, near[k]));
            REQUIRE(k == 0 || lengths[k - 1] <= lengths[k]);
            for (uint32_t other = 0; other < k; ++other) {
                REQUIRE(near[other] != near[k]);
            }
        }
    }
}

static void check_curve(const struct mosaic_problem *problem)
{
    uint32_t *tour = test_memory(problem->n, sizeof *tour);
    int64_t length, measured;
    REQUIRE_OK(mosaic_curve_tour(&env, NULL, problem->instance, tour, &length));
    REQUIRE_OK(tsp_tour_measure(&env, problem->instance, tour, problem->n, &measured));
    REQUIRE_INT(length, ==, measured);
    REQUIRE_INT(partners_missed(problem->instance->partners, tour, problem->n), ==, 0);
}

static void require_tours(const struct mosaic_problem *problem, const struct mosaic_population *population)
{
    for (uint32_t i = 0; i < population->count; ++i) {
        const struct mosaic_tour tour = mosaic_population_tour(population, i);
        require_partners(problem, &tour);
    }
}

static void start(const struct mosaic_problem *problem, struct mosaic_population *population)
{
    struct mosaic_starts *starts = NULL;
    REQUIRE_OK(mosaic_starts_create(&env, problem, NULL, &starts));
    population->count = INDIVIDUALS;
    for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
        struct mosaic_tour tour = mosaic_population_tour(population, i);
        mosaic_start_tour(starts, NULL, draw_stream_of(SEED, i, 0), i == 1 ? 60000.0 : 0.3, 0, &tour);
        population->individuals[i] = (struct mosaic_individual){.length = tour.length, .number = i};
        population->changed[i] = true;
    }
    memset(population->dirty, 0xff, INDIVIDUALS * (size_t)ARRAY_QUEUED_WORDS(problem->n) * 4);
    mosaic_starts_destroy(&starts);
}

/* Improves all individuals by kicks; an odd `kick_end` also sets a threshold, which keeps longer tours. */
static void improve(const struct mosaic_problem *problem, struct mosaic_population *population, uint64_t kick_end)
{
    mosaic_population_begin(population, kick_end, kick_end % 2 ? 0.5 : 0);
    mosaic_population_queue(population, team);
    for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
        while (!population->individuals[i].done) {
            mosaic_arrays_improve(problem, population, team, SEED, 1000);
            require_tours(problem, population);
        }
    }
}

/* Runs passes of crossovers of all kinds and checks every individual. Returns the number of passes that gained. */
static uint32_t cross(const struct mosaic_problem *problem, struct mosaic_population *population)
{
    uint32_t gained = 0;
    struct mosaic_crossover *crossover = NULL;
    REQUIRE_OK(mosaic_crossover_create(&env, problem, &crossover));
    struct mosaic_engine engine = {.seed = SEED, .team = team, .crossovers = &crossover, .population = population};
    struct mosaic_edges edges;
    REQUIRE_OK(mosaic_edges_init(&env, population, team, &edges));
    for (uint32_t pass = 0; pass < PASSES; ++pass) {
        const enum mosaic_passes kind = pass % (MOSAIC_BLOCKS + 1);
        gained += mosaic_generation_pass(&engine, kind, &edges) > 0;
        for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
            REQUIRE(!population->wrong[i]);
        }
        require_tours(problem, population);
    }
    mosaic_edges_deinit(&edges);
    mosaic_crossover_destroy(&crossover);
    return gained;
}

/* Runs all steps of mosaic. Returns the number of crossover passes that gained. */
static uint32_t check_all(const struct swarm_instance *instance, bool improved)
{
    const uint32_t n = instance->info.node_count;
    struct mosaic_population population = {.n = 0};
    const struct mosaic_problem problem = problem_of(instance, WIDTH);
    check_problem(&problem);
    check_curve(&problem);
    REQUIRE_OK(mosaic_population_reserve(&env, n, INDIVIDUALS, &population));
    start(&problem, &population);
    require_tours(&problem, &population);
    if (improved && n >= 5) {
        improve(&problem, &population, n / 10 + 3);
    }
    const uint32_t gained = n >= 5 ? cross(&problem, &population) : 0;
    if (n >= 5) {
        improve(&problem, &population, n / 5 + 6);
    }
    mosaic_population_deinit(&population);
    return gained;
}

/* Gives an instance partners and runs check_all(). */
static uint32_t check(struct swarm_instance *instance, enum share share, bool joint, bool improved)
{
    const uint32_t n = instance->info.node_count;
    struct draw_sequence random = draw_sequence_of(SEED, DRAW_CIRCLE, n, share);
    REQUIRE(partners_draw(instance, &random, pairs_of(share, n), joint));
    return check_all(instance, improved);
}

/* Makes points on a coarse grid, with several nodes at some sites, or the matrix of their distances. */
static struct swarm_instance *made(uint32_t n, bool matrix)
{
    struct swarm_instance *instance = random_points(n, 40);
    int32_t *rows = test_memory((size_t)n * n, sizeof *rows);
    for (uint32_t i = 0; i < n; ++i) {
        tsp_instance_row(instance, i, rows + (size_t)i * n);
    }
    return matrix ? matrix_of(true, n, rows) : instance;
}

TEST(the_smallest_tours_keep_their_partners)
{
    for (uint32_t n = 3; n < 30; n += n < 12 ? 1 : test_paths(4, 1)) {
        for (enum share share = 0; share < SHARES; ++share) {
            for (int matrix = 0; matrix < 2; ++matrix) {
                check(made(n, matrix), share, false, true);
                check(joined(made(n, matrix)), share, false, n % 2);
                check(joined(made(n, matrix)), share, true, n % 3);
            }
        }
    }
}

/* Crossing greedy tours leaves many subtours, and joining those adds edges, which must be allowed ones too. */
TEST(real_instances_keep_their_partners)
{
    static const char *const names[] = {"grid100.tsp", "timezones.tsp", "uniform1000.tsp", "clustered1000.tsp"};
    const size_t files = test_tier(test_paths(1, 2), 4);
    uint32_t gained = 0;
    for (size_t k = files; k-- > 0;) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", test_word(1, NULL), names[k]);
        for (enum share share = 0; share < SHARES; ++share) {
            gained += check(read_good(path), share, false, share == HALF);
            gained += check(joined(read_good(path)), share, share != HALF, share == ALL);
        }
    }
    REQUIRE_INT(gained, >, files < 4 ? 5 * files : 50);
}

/* Tests long arcs, arcs of few different lengths, and arcs of one length. */
TEST(exits_are_neighbours_of_entrances)
{
    static const uint32_t longest[] = {INT32_MAX, 1000, 3, 1};
    const struct tsp_conditions none = {false, TSP_NO_NODE, TSP_NO_NODE, 0, NULL};
    uint32_t gained = 0;
    for (uint32_t turn = 0; turn < 80; turn += turn < 60 ? 1 : test_paths(7, 1)) {
        const uint32_t n = turn < 60 ? 2 + turn / 4 : 50 + turn;
        struct swarm_instance *instance = random_matrix(n, false, longest[turn % 4]);
        struct tsp_reduction *reduction = NULL;
        REQUIRE_OK(tsp_reduction_create(&env, instance, &none, TSP_DOUBLED, &reduction));
        gained += check_all(tsp_reduction_instance(reduction), turn % 8 > 3);
        tsp_reduction_destroy(&reduction);
    }
    REQUIRE_INT(gained, >, test_paths(5, 20));
}

TEST_MAIN_ENV_WITH(REQUIRE_OK(base_team_create(&env, 1, &team)), base_team_destroy(&team))
