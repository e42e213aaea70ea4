/* Ants of the sequential reference on candidate lists: they choose unvisited candidates in proportion to their weights,
 * go to the nearest node if no candidate is left, and update a trail as often as they use its edge. Chi-square tests
 * with fixed seeds; lists of all other nodes also have to agree with whole rows. */
#include "aco/reference.h"
#include "cl/aco/colony_rules.h"
#include "cl/shared/philox.h"
#include "cl/aco/selection_rules.h"
#include "tsp/tour.h"

#include "chi_square.h"
#include "tsp_support.h"

enum { NODES = 14, ANTS = 500 };

struct colony {
    struct swarm_instance *instance;
    struct aco_settings settings;
    struct aco_arrays arrays;
};

static uint32_t random_word(uint32_t index, uint32_t stream)
{
    struct philox_block counter = {index, stream, 0, 0};
    return philox4x32(counter, 2026, 9).w0;
}

/* Makes a colony on random nodes, of which the first two have the same coordinates. */
static void make_colony(struct colony *colony, const char *algorithm, uint32_t candidates, double exploit)
{
    const struct search_request run = {.seed = 20260007, .target = -1};
    const struct options options = {.ants = ANTS,
                                    .alpha = 1,
                                    .beta = 2,
                                    .rho = 0.5,
                                    .selection = "race",
                                    .algorithm = algorithm,
                                    .candidates = candidates,
                                    .q0 = exploit,
                                    .xi = 0.1,
                                    .p_best = 0.05};
    double coordinates[2 * NODES];
    uint32_t tour[NODES];
    int64_t length;
    for (uint32_t k = 0; k < 2 * NODES; ++k) {
        coordinates[k] = random_word(k < 2 ? k + 2 : k, 1) % 1000;
    }
    colony->instance = points_of(SWARM_METRIC_EUC_2D, NODES, coordinates);
    REQUIRE_OK(tsp_tour_nearest_neighbour(&env, colony->instance, (double)INFINITY, tour, &length));
    colony->settings = aco_settings_make(&options, &run, &colony->instance->info, length);
    REQUIRE_OK(aco_reference_open(&env, colony->instance, &colony->settings, (struct aco_start){tour, length},
                                  (double)INFINITY, &colony->arrays));
}

static size_t cell(const struct colony *colony, uint32_t i, uint32_t position)
{
    return (size_t)i * colony->settings.stride + position;
}

/* The node at a position of node i's row: its list, or all nodes. */
static uint32_t node_at(const struct colony *colony, uint32_t i, uint32_t position)
{
    return colony->settings.candidates > 0 ? colony->arrays.lists.nodes[cell(colony, i, position)] : position;
}

/* Makes a colony with random symmetric trails, and the weights from them. */
static void make_scattered(struct colony *colony, const char *algorithm, uint32_t candidates, double exploit)
{
    make_colony(colony, algorithm, candidates, exploit);
    for (uint32_t i = 0; i < NODES; ++i) {
        for (uint32_t position = 0; position < colony->settings.width; ++position) {
            const uint32_t j = node_at(colony, i, position);
            colony->arrays.trails[cell(colony, i, position)] =
                1000 + random_word(i < j ? i * NODES + j : j * NODES + i, 2) % 15000;
        }
    }
    aco_reference_weights(&colony->settings, &colony->arrays);
}

/* Returns tau eta^2 of the edge from i to the node at a position; 0 if that is i. */
static double choice_at(const struct colony *colony, uint32_t i, uint32_t position)
{
    const double distance = tsp_instance_distance(colony->instance, i, node_at(colony, i, position));
    const double eta = distance > 0 ? 1.0 / distance : 2.0;
    return node_at(colony, i, position) == i ? 0 : colony->arrays.trails[cell(colony, i, position)] * eta * eta;
}

/* Observed minus expected number of choices, by step and by rank among the unvisited candidates. */
struct counts {
    double excess[NODES][NODES], variance[NODES][NODES];
    size_t past; /* number of steps without an unvisited candidate */
};

static uint32_t nearest_open(const struct colony *colony, const bool *open, uint32_t from)
{
    uint32_t nearest = NODES;
    for (uint32_t j = 0; j < NODES; ++j) {
        if (open[j]
            && (nearest == NODES
                || tsp_instance_distance(colony->instance, from, j)
                       < tsp_instance_distance(colony->instance, from, nearest))) {
            nearest = j;
        }
    }
    return nearest;
}

static void count_step(struct counts *counts, const struct colony *colony, const bool *open, uint32_t from, uint32_t to,
                       uint32_t step)
{
    const double exploit = (double)colony->settings.exploit / 4294967296.0;
    double total = 0, largest = 0;
    REQUIRE(open[to]);
    for (uint32_t position = 0; position < colony->settings.width; ++position) {
        const double choice = open[node_at(colony, from, position)] ? choice_at(colony, from, position) : 0;
        total += choice;
        largest = choice > largest ? choice : largest;
    }
    if (!(total > 0)) {
        ++counts->past;
        REQUIRE_INT(to, ==, nearest_open(colony, open, from));
        return;
    }
    for (uint32_t position = 0, rank = 0; position < colony->settings.width; ++position) {
        const uint32_t node = node_at(colony, from, position);
        const double choice = open[node] ? choice_at(colony, from, position) : 0;
        const double p = (1 - exploit) * choice / total + (choice >= largest ? exploit : 0);
        if (choice > 0) {
            counts->excess[step][rank] += (to == node) - p;
            counts->variance[step][rank] += p * (1 - p);
            ++rank;
        }
    }
    REQUIRE(aco_reference_index(&colony->settings, &colony->arrays, from, to) < colony->settings.width);
}

static void count_tour(struct counts *counts, const struct colony *colony, uint32_t ant)
{
    const uint32_t *tour = colony->arrays.tours + (size_t)ant * NODES;
    bool open[NODES];
    memset(open, 1, sizeof open);
    for (uint32_t step = 1; step < NODES; ++step) {
        open[tour[step - 1]] = false;
        count_step(counts, colony, open, tour[step - 1], tour[step], step);
    }
}

/* Sums the squares of many draws, divided by their variance. The sums of a step are dependent, but lack at most one
 * degree of freedom, so each rank is tested separately. */
static void require_proportional(const struct counts *counts, const char *what)
{
    for (uint32_t rank = 0; rank < NODES; ++rank) {
        double sum = 0;
        size_t degrees = 0;
        for (uint32_t step = 1; step < NODES; ++step) {
            if (counts->variance[step][rank] >= 25.0) {
                const double excess = counts->excess[step][rank];
                sum += excess * excess / counts->variance[step][rank];
                ++degrees;
            }
        }
        if (degrees > 0 && !(sum <= quantile(degrees))) {
            fprintf(stderr, "%s: %s, rank %u: chi-square %.1f with %zu degrees of freedom, 99.9 %% are below %.1f\n",
                    test_name, what, (unsigned)rank, sum, degrees, quantile(degrees));
            exit(1);
        }
    }
    REQUIRE(counts->variance[1][0] >= 25.0);
}

static void count_all(struct counts *counts, struct colony *colony)
{
    memset(counts, 0, sizeof *counts);
    for (uint32_t iteration = 1; iteration <= test_tier(30, 200); ++iteration) {
        for (uint32_t ant = 0; ant < ANTS; ++ant) {
            aco_reference_construct(&colony->settings, &colony->arrays, iteration, ant);
            count_tour(counts, colony, ant);
        }
    }
}

TEST(ants_choose_in_proportion_to_the_weights_of_unvisited_candidates)
{
    static const uint32_t lengths[] = {0, 1, 5, NODES - 1}; /* 0: whole rows instead of lists */
    static const double exploits[] = {0, 0.5, 1};
    for (size_t k = 0; k < 4; ++k) {
        for (size_t q = 0; q < (lengths[k] > 0 ? 3 : 1); ++q) {
            struct colony colony;
            struct counts counts;
            make_scattered(&colony, "as", lengths[k], exploits[q]);
            count_all(&counts, &colony);
            if (lengths[k] != 1 && exploits[q] < 1) {
                require_proportional(&counts, lengths[k] > 0 ? "lists" : "whole rows");
            }
            REQUIRE_INT(counts.past > 0, ==, lengths[k] > 0 && lengths[k] < NODES - 1);
            aco_arrays_destroy(&colony.arrays);
        }
    }
}

TEST(lists_of_all_other_nodes_hold_what_whole_rows_hold)
{
    struct colony lists, whole;
    make_colony(&lists, "as", NODES - 1, 0);
    make_colony(&whole, "as", 0, 0);
    REQUIRE_INT(lists.settings.trail_initial, ==, whole.settings.trail_initial);
    for (uint32_t i = 0; i < NODES; ++i) {
        bool met[NODES] = {false};
        REQUIRE_INT(lists.arrays.row_offsets[i], ==, whole.arrays.row_offsets[i] - LIST_OFFSET);
        for (uint32_t position = 0; position < NODES - 1; ++position) {
            const uint32_t j = node_at(&lists, i, position);
            REQUIRE(j < NODES && j != i && !met[j]);
            met[j] = true;
            REQUIRE_INT(aco_reference_index(&lists.settings, &lists.arrays, i, j), ==, position);
            REQUIRE_INT(float_bits(lists.arrays.heuristic[cell(&lists, i, position)]), ==,
                        float_bits(whole.arrays.heuristic[cell(&whole, i, j)]));
            REQUIRE_INT(lists.arrays.trails[cell(&lists, i, position)], ==, whole.arrays.trails[cell(&whole, i, j)]);
        }
    }
    aco_arrays_destroy(&lists.arrays);
    aco_arrays_destroy(&whole.arrays);
}

/* Returns how often the ants of a colony used the edge between i and j, in either direction. */
static uint32_t taken(const struct colony *colony, uint32_t i, uint32_t j)
{
    uint32_t count = 0;
    for (uint32_t ant = 0; ant < ANTS; ++ant) {
        const uint32_t *tour = colony->arrays.tours + (size_t)ant * NODES;
        for (uint32_t pos = 0; pos < NODES; ++pos) {
            const uint32_t from = tour[pos], to = tour[(pos + 1) % NODES];
            count += (from == i && to == j) || (from == j && to == i);
        }
    }
    return count;
}

TEST(local_updates_change_trail_and_weight_of_each_edge_as_often_as_ants_use_it)
{
    struct colony colony;
    make_scattered(&colony, "acs", 6, 0.5);
    uint32_t *before = test_memory(1, sizeof *before * NODES * colony.settings.stride);
    memcpy(before, colony.arrays.trails, sizeof *before * NODES * colony.settings.stride);
    aco_reference_construct_together(&colony.settings, &colony.arrays, 1, 0, colony.settings.n);
    for (uint32_t i = 0; i < NODES; ++i) {
        for (uint32_t position = 0; position < colony.settings.candidates; ++position) {
            uint32_t trail = before[cell(&colony, i, position)];
            for (uint32_t k = taken(&colony, i, node_at(&colony, i, position)); k > 0; --k) {
                trail = trail_updated_locally(trail, colony.settings.local_keep, colony.settings.local_gain);
            }
            REQUIRE_INT(colony.arrays.trails[cell(&colony, i, position)], ==, trail);
            REQUIRE_INT(colony.arrays.weights[cell(&colony, i, position)], ==,
                        aco_reference_list_word(&colony.settings, &colony.arrays, i, position));
        }
    }
    for (uint32_t ant = 0; ant < ANTS; ++ant) {
        int64_t length;
        REQUIRE_OK(tsp_tour_measure(&env, colony.instance, colony.arrays.tours + (size_t)ant * NODES, NODES, &length));
        REQUIRE_INT(length, ==, colony.arrays.lengths[ant]);
    }
    aco_arrays_destroy(&colony.arrays);
}

/* Local updates happen only after all first steps, so these cannot differ. */
TEST(ants_walking_together_take_the_same_first_steps_as_single_ants)
{
    struct colony single, together;
    make_scattered(&single, "acs", 6, 0.5);
    make_scattered(&together, "acs", 6, 0.5);
    aco_reference_construct_together(&together.settings, &together.arrays, 3, 0, together.settings.n);
    size_t differing = 0;
    for (uint32_t ant = 0; ant < ANTS; ++ant) {
        const size_t row = (size_t)ant * NODES;
        aco_reference_construct(&single.settings, &single.arrays, 3, ant);
        REQUIRE_INT(single.arrays.tours[row], ==, together.arrays.tours[row]);
        REQUIRE_INT(single.arrays.tours[row + 1], ==, together.arrays.tours[row + 1]);
        differing += memcmp(single.arrays.tours + row, together.arrays.tours + row, NODES * sizeof(uint32_t)) != 0;
    }
    REQUIRE_INT(differing, >, 0);
    aco_arrays_destroy(&single.arrays);
    aco_arrays_destroy(&together.arrays);
}

TEST_MAIN_ENV()
