/* Trails of a colony in exact units: initial trails, the lower limit, and trails that islands mix. */
#include <math.h>

#include "aco/colony.h"
#include "aco/reference.h"
#include "../random.h"
#include "cl/aco/edge_math.h"
#include "tsp/tour.h"
#include "tsp_support.h"

static const struct search_request run = {.seed = 1, .target = -1};
static const struct options usual = {.ants = 100, .alpha = 1, .beta = 2, .rho = 0.5};
enum { LENGTH = 1000, TAU_0 = 1 << 27 }; /* tau_0 = m / L_nn = 0.1; with rho = 0.5 that is 2^27 units */

static struct aco_settings settings_of(const struct options *options, uint32_t n, int64_t length)
{
    const struct swarm_instance_info info = {.node_count = n, .symmetric = true};
    return aco_settings_make(options, &run, &info, length);
}

static struct aco_settings with_floor(double trail_floor)
{
    struct options options = usual;
    options.trail_floor = trail_floor;
    return settings_of(&options, 10, LENGTH);
}

/* The definition in real numbers, which are exact: trails are below 2^31. */
static uint32_t branching_of(const uint32_t *trails, uint32_t width, uint32_t without)
{
    double smallest = HUGE_VAL, largest = 0.0;
    uint32_t count = 0;
    for (uint32_t k = 0; k < width; ++k) {
        smallest = k == without ? smallest : fmin(smallest, trails[k]);
        largest = k == without ? largest : fmax(largest, trails[k]);
    }
    for (uint32_t k = 0; k < width; ++k) {
        count += k != without && 20.0 * trails[k] >= 19.0 * smallest + largest;
    }
    return count;
}

TEST(trails_within_a_twentieth_of_the_smallest_do_not_branch)
{
    static const uint32_t rows[][4] = {{5, 5, 5, 5}, {0, 20, 1, 2}, {100, 120, 101, 102}, {1, TRAIL_MAX, 2, 53687093}};
    static const uint32_t expected[] = {4, 3, 3, 2}; /* equal trails all count; so does smallest + 1 / 20 */
    for (size_t k = 0; k < 4; ++k) {
        REQUIRE_INT(aco_branching_count(rows[k], 4, 4), ==, expected[k]);
    }
    for (int round = 0; round < 1000; ++round) {
        uint32_t trails[24];
        const uint32_t width = 1 + random_below(24), without = random_below(width + 1), range = 1u << random_below(31);
        for (uint32_t k = 0; k < width; ++k) {
            trails[k] = TRAIL_FLOOR + random_below(range);
        }
        REQUIRE_INT(aco_branching_count(trails, width, without), ==, branching_of(trails, width, without));
    }
}

TEST(a_floor_is_in_the_units_of_tau_0_and_raises_the_first_trails)
{
    static const struct {
        double floor;
        uint32_t lowest, initial;
    } rows[] = {{0, TRAIL_FLOOR, TAU_0},     {1e-300, TRAIL_FLOOR, TAU_0}, /* no floor: one unit */
                {0.01, 13421773, TAU_0},     {0.1, TAU_0, TAU_0},          /* 2^27 / 10 = 13421772.8, rounded */
                {0.2, 2 * TAU_0, 2 * TAU_0}, {1, TRAIL_MAX, TRAIL_MAX},
                {1e9, TRAIL_MAX, TRAIL_MAX}, {HUGE_VAL, TRAIL_MAX, TRAIL_MAX}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
        const struct aco_settings s = with_floor(rows[k].floor);
        REQUIRE_INT(s.trail_floor, ==, rows[k].lowest);
        REQUIRE_INT(s.trail_initial, ==, rows[k].initial);
        REQUIRE_INT(s.deposit_scale, ==, (int64_t)TAU_0 * LENGTH / 100);
        REQUIRE_INT((uint64_t)s.trail_initial + (uint64_t)s.deposit_maximum * s.ants, <, (int64_t)1 << 31);
    }
}

static struct aco_settings with_tau0(const char *algorithm, double tau0)
{
    struct options options = usual;
    options.algorithm = algorithm;
    options.xi = 0.1;
    options.depositors = 6;
    options.tau0 = tau0;
    options.set[OPTION_tau0] = tau0 > 0;
    return settings_of(&options, 10, LENGTH);
}

/* Returns tau_0 / the deposit of a tour of length L_nn; acs multiplies deposits by rho. */
static double over_deposit(const struct aco_settings *s)
{
    const double amount = deposit_amount(LENGTH, s->deposit_scale, s->length_shift, s->deposit_maximum);
    return s->trail_initial / amount * (s->algorithm->deposited_only ? usual.rho : 1.0);
}

TEST(tau0_is_in_1_over_length_with_every_algorithm_and_keeps_its_ratio_to_deposits)
{
    static const double trails[] = {1e-6, 0.001, 0.1, 1, 100}; /* around 1 / L_nn = 0.001 and m / L_nn = 0.1 */
    for (size_t row = 0; row < aco_algorithm_count; ++row) {
        const char *name = aco_algorithms[row].name;
        for (size_t k = 0; k < sizeof trails / sizeof trails[0]; ++k) {
            const struct aco_settings s = with_tau0(name, trails[k]);
            REQUIRE_INT(s.trail_initial, <=, TRAIL_MAX);
            REQUIRE(fabs(over_deposit(&s) / (trails[k] * LENGTH) - 1) < 2e-3);
        }
    }
}

TEST(a_high_tau0_makes_the_unit_coarser_until_deposits_would_lose_their_digits)
{
    const struct aco_settings usual_unit = with_tau0("as", 0.79), coarser = with_tau0("as", 1000);
    REQUIRE_INT(with_tau0("as", 0).trail_initial, ==, TAU_0);
    REQUIRE_INT(with_tau0("as", 0.1).trail_initial, ==, TAU_0);
    REQUIRE_INT(usual_unit.deposit_scale, ==, with_tau0("as", 0).deposit_scale); /* unchanged up to tau_0 = 8 * 2^27 */
    REQUIRE_INT(coarser.deposit_scale, <, usual_unit.deposit_scale);
    const struct aco_settings beyond = with_tau0("as", 1e9);
    REQUIRE_INT(beyond.trail_initial, ==, TRAIL_MAX);
    REQUIRE_INT(deposit_amount(LENGTH, beyond.deposit_scale, beyond.length_shift, beyond.deposit_maximum), ==, 1024);
    REQUIRE_INT(with_tau0("as", 1e-300).trail_initial, ==, TRAIL_FLOOR);
    REQUIRE_INT(with_tau0("as", 1e-300).deposit_scale, ==, usual_unit.deposit_scale);
}

TEST(tau0_is_also_that_of_the_local_update_and_rises_to_the_floor)
{
    const struct aco_settings acs = with_tau0("acs", 0.01);
    REQUIRE_INT(acs.local_gain, ==, (int64_t)floor(0.1 * acs.trail_initial + 0.5));
    struct options options = usual;
    options.tau0 = 0.001;
    options.set[OPTION_tau0] = true;
    options.trail_floor = 0.01;
    const struct aco_settings raised = settings_of(&options, 10, LENGTH);
    REQUIRE_INT(raised.trail_initial, ==, raised.trail_floor);
    REQUIRE_INT(raised.trail_floor, ==, 13421773);
}

/* 12 points. */
static const double grid[] = {0,   0,   100, 0,   200, 0,   300, 0,   0,   100, 100, 100,
                              200, 100, 300, 100, 0,   200, 100, 200, 200, 200, 300, 200};

struct scene {
    struct aco_settings settings;
    struct aco_arrays arrays;
    uint32_t tour[12];
    int64_t length;
};

static struct scene open_scene(double trail_floor)
{
    struct swarm_instance *instance = points_of(SWARM_METRIC_EUC_2D, 12, grid);
    struct scene scene = {.length = 0};
    struct options options = usual;
    options.trail_floor = trail_floor;
    options.ants = 12;
    REQUIRE_OK(tsp_tour_nearest_neighbour(&env, instance, HUGE_VAL, scene.tour, &scene.length));
    scene.settings = settings_of(&options, 12, scene.length);
    REQUIRE_OK(aco_reference_open(&env, instance, &scene.settings, (struct aco_start){scene.tour, scene.length},
                                  HUGE_VAL, &scene.arrays));
    return scene;
}

TEST(trails_start_at_m_over_the_length_of_the_greedy_tour)
{
    /* Uchida, Ito and Nakano: tau_0 = m / L_greedy, the deposit of m ants on an edge of a tour of that length */
    struct scene scene = open_scene(0);
    struct aco_best best = aco_best_begin(&scene.settings, scene.length);
    aco_reference_walk(&scene.settings, &scene.arrays, &best, scene.tour, scene.length);
    for (uint32_t k = 0; k < 12; ++k) {
        size_t i = scene.tour[k], j = scene.tour[(k + 1) % 12];
        uint32_t laid = scene.arrays.trails[i * scene.settings.stride + j] - scene.settings.trail_initial;
        REQUIRE_INT(laid, <=, scene.settings.trail_initial);
        REQUIRE_INT(laid + 12, >, scene.settings.trail_initial); /* each of 12 ants rounds to whole units */
    }
    REQUIRE_INT(scene.arrays.trails[scene.settings.stride + 4], ==,
                scene.settings.trail_initial); /* an edge that the tour does not use */
    aco_arrays_destroy(&scene.arrays);
}

TEST(the_reference_evaporates_to_the_floor_and_not_below)
{
    struct scene scene = open_scene(0.0001);
    const uint32_t lowest = scene.settings.trail_floor, start = scene.settings.trail_initial;
    REQUIRE_INT(lowest, >, TRAIL_FLOOR);
    REQUIRE_INT(lowest, ==, (int64_t)((0.0001 * (double)scene.length) * start / 12 + 0.5));
    uint32_t expected = start;
    for (int k = 0; k < 40; ++k) {
        aco_reference_evaporate(&scene.settings, &scene.arrays);
        expected = expected / 2 > lowest ? expected / 2 : lowest;
        for (uint32_t i = 0; i < 12; ++i) {
            for (uint32_t j = 0; j < 12; ++j) {
                REQUIRE_INT(scene.arrays.trails[i * scene.settings.stride + j], ==, expected);
            }
        }
    }
    REQUIRE_INT(expected, ==, lowest);
    aco_arrays_destroy(&scene.arrays);
}

#define SHARE(part) ((uint64_t)((part)*4294967296.0))

TEST(mixed_trails_are_the_nearest_whole_units_and_belong_to_edges_not_to_positions)
{
    const struct aco_settings rows = {.n = 2, .width = 2};
    const uint32_t first[] = {1, 100, INT32_MAX, 7}, second[] = {4, 101, INT32_MAX, 8};
    const void *both[] = {first, second};
    static const struct {
        uint32_t own[4], count;
        double share;
        uint32_t mixed[4];
    } cases[] = {
        {{1, 0, INT32_MAX, 8}, 1, 0.25, {1, 25, INT32_MAX, 8}}, /* 8: from 7.75; the largest trail must not overflow */
        {{9, 9, 9, 9}, 2, 1, {3, 101, INT32_MAX, 8}},           /* from 2.5, 100.5, ... */
        {{1, 2, 3, 4}, 2, 0, {1, 2, 3, 4}},
        {{1, 2, 3, 4}, 1, 1, {1, 100, INT32_MAX, 7}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        uint32_t own[4];
        memcpy(own, cases[k].own, sizeof own);
        aco_trails_mix(&rows, own, both, cases[k].count, SHARE(cases[k].share));
        REQUIRE(memcmp(own, cases[k].mixed, sizeof own) == 0);
    }
    /* Trails of two rows of three candidates, followed by the candidates. The other island's list has the first two
     * nodes of row 0 in the other order, and node 9 instead of node 5. */
    const struct aco_settings lists = {.n = 2, .width = 3, .adopts = true};
    const uint32_t other[] = {100, 200, 300, 400, 500, 600, 4, 3, 9, 6, 7, 8};
    const void *trails[] = {other};
    uint32_t own[] = {10, 20, 30, 40, 50, 60, 3, 4, 5, 6, 7, 8};
    aco_trails_mix(&lists, own, trails, 1, SHARE(1));
    REQUIRE(memcmp(own, (uint32_t[]){200, 100, 30, 400, 500, 600, 3, 4, 5, 6, 7, 8}, sizeof own) == 0);
}

TEST_MAIN_ENV()
