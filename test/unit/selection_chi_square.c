/* Chi-square tests with fixed seeds: selection rules of the sequential reference that claim to be proportional choose
 * nodes in proportion to their weights, and other rules do not. Prints the bias of i-roulette. Choice-info of twelve
 * nodes depends only on j - i modulo 12 and covers almost four orders of magnitude, so the steps of all ants make a few
 * large samples. tile-best is also tested with two tiles of nodes. */
#include "aco/reference.h"
#include "aco/shape.h"
#include "cl/aco/selection_rules.h"

#include "../env.h"
#include "chi_square.h"

enum { NODES = 12, ANTS = 500, WIDE = 2 * SELECTION_TILE_NODES /* WIDE: nodes of a colony with two tiles */ };

#define FAR_OFF    10.0 /* smallest chi-square / quantile that shows that a rule is not proportional */
#define ITERATIONS test_tier(120, 800)

/* Returns the choice-info of an edge whose node numbers differ by `offset`, 1 to 11. */
static double choice_at(uint32_t offset)
{
    return pow(10.0, -3.8 * (offset * 7 % NODES - 1) / 10.0);
}

static uint32_t offset_of(uint32_t from, uint32_t to)
{
    return (to + NODES - from) % NODES;
}

struct colony {
    struct aco_settings settings;
    struct aco_arrays arrays;
};

static const struct swarm_instance without_partners = {.partners = NULL};

static void make_colony(struct colony *colony, int selection, uint32_t nodes, double (*choice)(uint32_t i, uint32_t j))
{
    const struct search_request run = {.seed = 20130101, .target = -1};
    const struct swarm_instance_info info = {.node_count = nodes, .symmetric = true};
    const struct options options = {.ants = ANTS,
                                    .alpha = 1,
                                    .beta = 2,
                                    .rho = 0.5,
                                    .selection = aco_selection_of(selection)->name,
                                    .trial_limit = 8,
                                    .compress_from = 0.5}; /* hybrid uses both of its rules */
    colony->settings = aco_settings_make(&options, &run, &info, 100);
    REQUIRE_OK(aco_arrays_create(&env, &colony->settings, &colony->arrays));
    colony->arrays.instance = &without_partners;
    for (uint32_t i = 0; i < nodes; ++i) {
        for (uint32_t j = 0; j < nodes; ++j) {
            colony->arrays.choice_info[i * colony->settings.stride + j] = i == j ? 0.0f : (float)choice(i, j);
        }
    }
    aco_reference_choice_weights(&colony->settings, &colony->arrays);
}

static double choice_of_edge(uint32_t i, uint32_t j)
{
    return choice_at(offset_of(i, j));
}

/* State of a chi-square test. Cells with expected counts below 5 are joined into one. */
struct chi_square {
    double sum;
    size_t cells;
    double rare_expected, rare_count;
};

static void add_cell(struct chi_square *test, double expected, double count)
{
    if (expected < 5.0) {
        test->rare_expected += expected;
        test->rare_count += count;
        return;
    }
    test->sum += (count - expected) * (count - expected) / expected;
    ++test->cells;
}

/* Returns chi-square / quantile. `fixed` groups have a given sum, each of which costs one degree of freedom. */
static double relative_of(struct chi_square test, size_t fixed)
{
    if (test.rare_expected >= 5.0) {
        double off = test.rare_count - test.rare_expected;
        test.sum += off * off / test.rare_expected;
        ++test.cells;
    } else if (test.rare_count > 25.0) {
        test.sum = (double)INFINITY;
    }
    return test.sum / quantile(test.cells - fixed);
}

static void require_proportional(struct chi_square test, size_t fixed, const char *selection, const char *what)
{
    const double relative = relative_of(test, fixed);
    if (!(relative <= 1)) {
        fprintf(stderr, "%s: %s, %s: chi-square is %.2f of the 99.9 %% quantile\n", test_name, selection, what,
                relative);
        exit(1);
    }
}

/* Counts over all tours. */
struct counts {
    double start[NODES];
    double first[NODES][NODES];  /* [start][offset of the first step] number of tours */
    double second[NODES][NODES]; /* [offset of the first step][offset of the second] number of tours */
    double excess[NODES];        /* [step] how often the lowest unvisited node was chosen, minus the expected number */
    double variance[NODES];
};

static void count_tour(struct counts *counts, const uint32_t *tour)
{
    uint32_t first = offset_of(tour[0], tour[1]);
    ++counts->start[tour[0]];
    ++counts->first[tour[0]][first];
    ++counts->second[first][offset_of(tour[1], tour[2])];
    bool open[NODES];
    memset(open, 1, sizeof open);
    for (uint32_t step = 1; step + 1 < NODES; ++step) {
        double total = 0, of_lowest = 0;
        uint32_t lowest = NODES;
        open[tour[step - 1]] = false;
        for (uint32_t j = 0; j < NODES; ++j) {
            double choice = open[j] ? choice_at(offset_of(tour[step - 1], j)) : 0;
            if (open[j] && lowest == NODES) {
                lowest = j;
                of_lowest = choice;
            }
            total += choice;
        }
        double p = of_lowest / total;
        counts->excess[step] += (tour[step] == lowest) - p;
        counts->variance[step] += p * (1 - p);
    }
}

static void count_all(struct counts *counts, struct colony *colony)
{
    memset(counts, 0, sizeof *counts);
    for (uint32_t iteration = 1; iteration <= ITERATIONS; ++iteration) {
        for (uint32_t ant = 0; ant < ANTS; ++ant) {
            aco_reference_construct(&colony->settings, &colony->arrays, iteration, ant);
            count_tour(counts, colony->arrays.tours + (size_t)ant * NODES);
        }
    }
}

/* The sum of choice-info over all offsets except `without` (0: over all). */
static double total_without(uint32_t without)
{
    double total = 0;
    for (uint32_t offset = 1; offset < NODES; ++offset) {
        total += offset == without ? 0 : choice_at(offset);
    }
    return total;
}

static void require_starts(const struct counts *counts, const char *selection)
{
    struct chi_square test = {0};
    for (uint32_t i = 0; i < NODES; ++i) {
        add_cell(&test, (double)ANTS * ITERATIONS / NODES, counts->start[i]);
    }
    require_proportional(test, 1, selection, "start nodes");
}

static void require_first_steps(const struct counts *counts, const char *selection)
{
    struct chi_square joined = {0}, each = {0};
    for (uint32_t offset = 1; offset < NODES; ++offset) {
        double p = choice_at(offset) / total_without(0), count = 0;
        for (uint32_t i = 0; i < NODES; ++i) {
            add_cell(&each, counts->start[i] * p, counts->first[i][offset]);
            count += counts->first[i][offset];
        }
        REQUIRE(ANTS * ITERATIONS * p >= 5.0);
        add_cell(&joined, ANTS * ITERATIONS * p, count);
    }
    require_proportional(joined, 1, selection, "first step");
    require_proportional(each, NODES, selection, "first step from each node");
}

/* Tests second steps. After a first step by offset d the start, at offset 12 - d, is visited. */
static void require_second_steps(const struct counts *counts, const char *selection)
{
    struct chi_square test = {0};
    for (uint32_t first = 1; first < NODES; ++first) {
        double count = 0;
        for (uint32_t offset = 1; offset < NODES; ++offset) {
            count += counts->second[first][offset];
        }
        REQUIRE(counts->second[first][NODES - first] == 0);
        for (uint32_t offset = 1; offset < NODES; ++offset) {
            if (offset != NODES - first) {
                add_cell(&test, count * choice_at(offset) / total_without(NODES - first),
                         counts->second[first][offset]);
            }
        }
    }
    require_proportional(test, NODES - 1, selection, "second step");
}

/* Tests in every step how often ants choose the lowest unvisited node. The count of a step sums independent draws. */
static void require_all_steps(const struct counts *counts, const char *selection)
{
    struct chi_square test = {0};
    for (uint32_t step = 1; step + 1 < NODES; ++step) {
        test.sum += counts->excess[step] * counts->excess[step] / counts->variance[step];
        ++test.cells;
    }
    require_proportional(test, 0, selection, "lowest open node in every step");
}

TEST(every_exact_selection_draws_in_proportion_to_choice_info)
{
    for (size_t row = 0; row < aco_selection_count; ++row) {
        const struct aco_selection *selection = &aco_selections[row];
        struct colony colony;
        struct counts counts;
        if (!selection->exact) {
            continue;
        }
        make_colony(&colony, selection->number, NODES, choice_of_edge);
        count_all(&counts, &colony);
        require_starts(&counts, selection->name);
        require_first_steps(&counts, selection->name);
        require_second_steps(&counts, selection->name);
        require_all_steps(&counts, selection->name);
        aco_arrays_destroy(&colony.arrays);
    }
}

/* The offset with the `rank`-th largest choice-info, from 0. */
static uint32_t offset_at(uint32_t rank)
{
    uint32_t offset = 1;
    while (offset * 7 % NODES != rank + 1) {
        ++offset;
    }
    return offset;
}

/* The probability that the node with the `rank`-th largest of NODES - 1 weights has the largest u * weight. A product
 * between two adjacent weights beats all lighter nodes, and beats each of the `rivals` heavier nodes equally often. */
static double largest_product(uint32_t rank)
{
    double sum = 0;
    for (uint32_t rivals = NODES - 1; rivals > rank; --rivals) {
        double upper = 1, lower = rivals < NODES - 1 ? 1 : 0; /* the adjacent weights over the rivals' weights */
        for (uint32_t k = 0; k < rivals; ++k) {
            upper *= choice_at(offset_at(rivals - 1)) / choice_at(offset_at(k));
            lower *= lower > 0 ? choice_at(offset_at(rivals)) / choice_at(offset_at(k)) : 0;
        }
        sum += (upper - lower) / rivals;
    }
    return sum;
}

TEST(i_roulette_takes_the_largest_product_and_so_favours_heavy_nodes)
{
    struct colony colony;
    struct counts counts;
    struct chi_square test = {0};
    const double all = (double)ANTS * ITERATIONS;
    make_colony(&colony, SELECTION_I_ROULETTE, NODES, choice_of_edge);
    count_all(&counts, &colony);
    printf("weight: proportional, i-roulette, drawn\n");
    for (uint32_t rank = 0; rank + 1 < NODES; ++rank) {
        const uint32_t offset = offset_at(rank);
        double count = 0;
        for (uint32_t i = 0; i < NODES; ++i) {
            count += counts.first[i][offset];
        }
        add_cell(&test, all * largest_product(rank), count);
        printf("%.5f: %.4f, %.6f, %.6f\n", choice_at(offset), choice_at(offset) / total_without(0),
               largest_product(rank), count / all);
    }
    REQUIRE(largest_product(0) > 1.3 * choice_at(offset_at(0)) / total_without(0));
    require_proportional(test, 1, "i-roulette", "first step");
    aco_arrays_destroy(&colony.arrays);
}

/* Choice-info of the colony with two tiles: 1 between an odd and an even node, otherwise 1/4. */
static double wide_choice(uint32_t i, uint32_t j)
{
    return (i + j) % 2 ? 1.0 : 0.25;
}

/* Returns the probability that the first step from `start` goes to `node`. */
static double wide_probability(uint32_t start, uint32_t node)
{
    const double total = WIDE / 2 + 0.25 * (WIDE / 2 - 1);
    return start == node ? 0 : wide_choice(start, node) / total;
}

/* Counts of first steps, by node and by the four combinations of tile and choice-info. */
struct wide_counts {
    double expected[WIDE], count[WIDE];
    double class_expected[4], class_count[4];
};

static uint32_t wide_class(uint32_t start, uint32_t node)
{
    return node / SELECTION_TILE_NODES * 2 + (start + node) % 2;
}

static void count_wide(struct wide_counts *counts, struct colony *colony, uint32_t tours)
{
    memset(counts, 0, sizeof *counts);
    for (uint32_t k = 0; k < tours; ++k) {
        const uint32_t ant = k % ANTS;
        aco_reference_construct(&colony->settings, &colony->arrays, 1 + k / ANTS, ant);
        const uint32_t *tour = colony->arrays.tours + (size_t)ant * WIDE;
        for (uint32_t node = 0; node < WIDE; ++node) {
            counts->expected[node] += wide_probability(tour[0], node);
            counts->class_expected[wide_class(tour[0], node)] += wide_probability(tour[0], node);
        }
        ++counts->count[tour[1]];
        ++counts->class_count[wide_class(tour[0], tour[1])];
    }
}

TEST(over_two_tiles_of_nodes_exact_selections_are_proportional_and_the_others_are_far_from_it)
{
    for (size_t row = 0; row < aco_selection_count; ++row) {
        const struct aco_selection *selection = &aco_selections[row];
        struct chi_square nodes = {0}, classes = {0};
        struct colony colony;
        struct wide_counts counts;
        make_colony(&colony, selection->number, WIDE, wide_choice);
        count_wide(&counts, &colony, test_tier(selection->exact ? 500 : 1000, 4000));
        for (uint32_t node = 0; node < WIDE; ++node) {
            add_cell(&nodes, counts.expected[node], counts.count[node]);
        }
        for (size_t k = 0; k < 4; ++k) {
            add_cell(&classes, counts.class_expected[k], counts.class_count[k]);
        }
        if (selection->exact) {
            if (nodes.cells > 0) { /* only with thousands of tours */
                require_proportional(nodes, 1, selection->name, "first step to each node");
            }
            require_proportional(classes, 1, selection->name, "first step to each tile by each choice");
        } else {
            REQUIRE(relative_of(classes, 1) >= FAR_OFF);
        }
        aco_arrays_destroy(&colony.arrays);
    }
}

/* Returns distances with ties: 1 to the two neighbours on a circle, 2 to the next two, and so on. */
static int32_t circle_distance(uint32_t i, uint32_t j)
{
    uint32_t offset = offset_of(i, j);
    return (int32_t)(offset < NODES - offset ? offset : NODES - offset);
}

static void fill_circle(struct colony *colony)
{
    for (uint32_t i = 0; i < NODES; ++i) {
        for (uint32_t j = 0; j < NODES; ++j) {
            colony->arrays.distance[i * colony->settings.stride + j] = circle_distance(i, j);
        }
    }
}

/* The unvisited node nearest to tour[step - 1]; the lowest if several are. */
static uint32_t nearest_open(const uint32_t *tour, uint32_t step)
{
    uint32_t nearest = NODES;
    for (uint32_t j = 0; j < NODES; ++j) {
        bool open = true;
        for (uint32_t k = 0; k < step; ++k) {
            open = open && tour[k] != j;
        }
        if (open
            && (nearest == NODES || circle_distance(tour[step - 1], j) < circle_distance(tour[step - 1], nearest))) {
            nearest = j;
        }
    }
    return nearest;
}

/* Odd nodes have weight 0. Even nodes have weight 0 in the first case, 1 in the second, the largest in the third. */
TEST(roulette_never_draws_a_weight_of_zero_and_without_any_weight_takes_the_nearest_open_node_the_lowest_on_ties)
{
    static const uint32_t weights[] = {0, 1, 0xffffffffu};
    for (size_t w = 0; w < 3; ++w) {
        struct colony colony;
        make_colony(&colony, SELECTION_ROULETTE, NODES, choice_of_edge);
        fill_circle(&colony);
        for (uint32_t i = 0; i < NODES; ++i) {
            for (uint32_t j = 0; j < NODES; ++j) {
                colony.arrays.weights[i * colony.settings.stride + j] = i == j || j % 2 ? 0 : weights[w];
            }
        }
        for (uint32_t k = 0; k < 40 * ANTS; ++k) {
            aco_reference_construct(&colony.settings, &colony.arrays, 1 + k / ANTS, k % ANTS);
            const uint32_t *tour = colony.arrays.tours + (size_t)(k % ANTS) * NODES;
            uint32_t even_left = weights[w] > 0 ? NODES / 2 - (tour[0] % 2 == 0) : 0;
            for (uint32_t step = 1; step < NODES; ++step) {
                if (even_left > 0) {
                    REQUIRE_INT(tour[step] % 2, ==, 0);
                    --even_left;
                } else {
                    REQUIRE_INT(tour[step], ==, nearest_open(tour, step));
                }
            }
        }
        aco_arrays_destroy(&colony.arrays);
    }
}

TEST_MAIN_ENV()
