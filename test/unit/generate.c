/* Generated instances: their text, and proof that the stated optimum is the length of a shortest tour. */
#include <inttypes.h>
#include <math.h>

#include "tsp/read/input.h"
#include "tsp/tour.h"
#include "tsp_support.h"

static char *make_text(const char *kind, uint32_t n, uint32_t seed)
{
    char *text = NULL;
    size_t size = 0;
    if (swarm_instance_generate(TEST_CONTEXT, kind, n, seed, &text, &size) != SWARM_OK) {
        fprintf(stderr, "%s: %s %" PRIu32 ": %s\n", test_name, kind, n, error_of());
        exit(1);
    }
    REQUIRE_INT(strlen(text), ==, size);
    return text;
}

static struct swarm_instance *make(const char *kind, uint32_t n, uint32_t seed)
{
    char *text = make_text(kind, n, seed);
    struct swarm_instance *instance = parse_good(text);
    free(text);
    REQUIRE_INT(instance->info.node_count, ==, n);
    return instance;
}

static int64_t stated_optimum(const struct swarm_instance *instance)
{
    const char *words = "; optimum ";
    REQUIRE_CONTAINS(instance->info.comment, words);
    return strtoll(strstr(instance->info.comment, words) + strlen(words), NULL, 10);
}

/* Returns the length of the shortest path from `last` through all nodes outside the set `seen` to node 0: tries all. */
static int64_t shortest_rest(const struct swarm_instance *instance, uint32_t seen, uint32_t last)
{
    const uint32_t n = instance->info.node_count;
    int64_t shortest = INT64_MAX;
    if (seen == (UINT32_C(1) << n) - 1) {
        return tsp_instance_distance(instance, last, 0);
    }
    for (uint32_t node = 1; node < n; ++node) {
        if (!(seen >> node & 1)) {
            const int64_t length =
                tsp_instance_distance(instance, last, node) + shortest_rest(instance, seen | UINT32_C(1) << node, node);
            shortest = length < shortest ? length : shortest;
        }
    }
    return shortest;
}

TEST(the_text_of_portgen_is_made_byte_for_byte_and_every_kind_reads_at_its_smallest)
{
    char *text = make_text("uniform", 3, 1000);
    REQUIRE_TEXT(text, "NAME : portgen-3-1000\nCOMMENT : portgen N=3, seed=1000\nTYPE : TSP\nDIMENSION : 3\n"
                       "EDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n"
                       "1 140237 801141\n2 169837 196125\n3 685585 729516\n");
    free(text);
    static const uint32_t fewest[] = {1, 100, 1, 1, 1, 1, 1, 1};
    size_t count = 0;
    for (const struct swarm_variant *kind = swarm_instance_kinds(); strncmp(kind->name, "qap-", 4) != 0;
         ++kind, ++count) {
        REQUIRE(count < sizeof fewest / sizeof fewest[0]);
        struct swarm_instance *instance = make(kind->name, fewest[count], UINT32_MAX);
        REQUIRE_INT(instance->info.symmetric, ==, true);
    }
    REQUIRE_INT(count, ==, sizeof fewest / sizeof fewest[0]);
}

static void require_refusal(const char *kind, uint32_t n, const char *message)
{
    char *text = NULL;
    size_t size = 7;
    REQUIRE_INT(swarm_instance_generate(TEST_CONTEXT, kind, n, 1, &text, &size), ==, SWARM_ERROR_INVALID_ARGUMENT);
    REQUIRE(!text && size == 7);
    REQUIRE_TEXT(error_of(), message);
}

TEST(wrong_numbers_of_nodes_are_rejected_with_the_range)
{
    require_refusal("triangle", 5,
                    "found the kind of instance 'triangle', expected one of uniform, clustered, matrix, grid, circle, "
                    "drilling, rows, duplicates, "
                    "qap-uniform, qap-grid");
    require_refusal("uniform", 0, "kind uniform: found 0 nodes, expected 1 to 100000000");
    require_refusal("clustered", 99, "kind clustered: found 99 nodes, expected 100 to 100000000");
    require_refusal("matrix", 24770, "kind matrix: found 24770 nodes, expected 1 to 24769");
    require_refusal("grid", 20000001, "kind grid: found 20000001 nodes, expected 1 to 20000000");
    require_refusal("circle", UINT32_MAX, "kind circle: found 4294967295 nodes, expected 1 to 40000000");
    require_refusal("rows", 20000001, "kind rows: found 20000001 nodes, expected 1 to 20000000");
}

static bool same_points(const char *kind, uint32_t seed, uint32_t other)
{
    char *text = make_text(kind, 100, seed), *other_text = make_text(kind, 100, other);
    const bool same = strcmp(strstr(text, "_SECTION"), strstr(other_text, "_SECTION")) == 0;
    free(text);
    free(other_text);
    return same;
}

TEST(seeds_make_other_instances_and_repeat_after_10_to_the_9)
{
    static const char *const drawn[] = {"uniform", "clustered", "grid", "circle", "drilling", "rows", "duplicates"};
    for (size_t k = 0; k < sizeof drawn / sizeof drawn[0]; ++k) {
        REQUIRE(!same_points(drawn[k], 0, 1));
        REQUIRE(!same_points(drawn[k], 1, 2));
        REQUIRE(!same_points(drawn[k], 1, 999999999));
        REQUIRE(same_points(drawn[k], 1, 1000000001));
        REQUIRE(same_points(drawn[k], UINT32_MAX % 1000000000, UINT32_MAX));
    }
    REQUIRE(!same_points("matrix", 1, 2));
    REQUIRE(!same_points("matrix", 1, 1000000001));
}

/* The nodes by their site, row by row: sites[row * columns + column]. */
static uint32_t *grid_sites(const struct swarm_instance *instance, uint32_t columns)
{
    const uint32_t n = instance->info.node_count;
    uint32_t *sites = test_memory(n, sizeof *sites);
    memset(sites, 0xFF, n * sizeof *sites);
    for (uint32_t node = 0; node < n; ++node) {
        const uint32_t column = (uint32_t)instance->coordinates[node] / 100;
        const uint32_t row = (uint32_t)instance->coordinates[n + node] / 100;
        REQUIRE(column < columns && row < n / columns && sites[row * columns + column] == UINT32_MAX);
        REQUIRE(instance->coordinates[node] == 100 * column && instance->coordinates[n + node] == 100 * row);
        sites[row * columns + column] = node;
    }
    return sites;
}

/* Makes an optimal tour of a grid; `turned` exchanges rows and columns. The tour runs through each row between the
 * columns 1 and columns - 1, alternating left and right, and back along column 0. If the number of rows is odd, it
 * zigzags through the last two rows from right to left and enters column 0 by a diagonal. Needs rows > 1 and, if rows
 * is odd, an odd number of columns. */
static void walk_grid(const uint32_t *sites, uint32_t rows, uint32_t columns, bool turned, uint32_t *tour)
{
    const uint32_t plain = rows % 2 == 0 ? rows : rows - 2;
    uint32_t count = 0;
#define VISIT(row, column) tour[count++] = turned ? sites[(column)*rows + (row)] : sites[(row)*columns + (column)]
    for (uint32_t row = 0; row < plain; ++row) {
        for (uint32_t k = 1; k < columns; ++k) {
            VISIT(row, row % 2 == 0 ? k : columns - k);
        }
    }
    for (uint32_t k = columns - 1; k > 0 && plain < rows; --k) {
        const bool down = (columns - 1 - k) % 2 == 0;
        VISIT(down ? rows - 2 : rows - 1, k);
        VISIT(down ? rows - 1 : rows - 2, k);
    }
    for (uint32_t row = rows; row > 0; --row) {
        VISIT(row - 1, 0);
    }
#undef VISIT
    REQUIRE_INT(count, ==, rows * columns);
}

static void require_grid(uint32_t rows, uint32_t columns, int64_t optimum)
{
    const uint32_t n = rows * columns;
    struct swarm_instance *instance = make("grid", n, n);
    uint32_t *sites = grid_sites(instance, columns), *tour = test_memory(1, n * sizeof *tour);
    int64_t length = 0;
    REQUIRE_INT(stated_optimum(instance), ==, optimum);
    if (rows == 1) {
        memcpy(tour, sites, n * sizeof *tour);
    } else if (rows % 2 == 1 && columns % 2 == 0) {
        walk_grid(sites, columns, rows, true, tour);
    } else {
        walk_grid(sites, rows, columns, false, tour);
    }
    REQUIRE_OK(tsp_tour_measure(&env, instance, tour, n, &length));
    REQUIRE_INT(length, ==, optimum);
}

TEST(a_grid_is_as_square_as_it_can_be_and_a_tour_of_the_stated_length_exists)
{
    require_grid(1, 1, 0);
    require_grid(1, 2, 200);
    require_grid(1, 13, 2400);
    require_grid(2, 2, 400);
    require_grid(3, 3, 941);
    require_grid(3, 5, 1541);
    require_grid(3, 4, 1200);
    require_grid(4, 5, 2000);
    require_grid(9, 11, 9941);
    require_grid(100, 100, 1000000);
    require_grid(99, 101, 999941);
    require_grid(1, 10007, 2001200);
    if (test_paths(0, 1)) {
        require_grid(997, 1000, 99700000);
    }
}

TEST(no_tour_of_a_small_grid_or_circle_is_shorter_than_stated)
{
    for (uint32_t n = 1; n <= 10; ++n) {
        const uint32_t few = n < 10 ? n : 9;
        struct swarm_instance *grid = make("grid", n, 1), *circle = make("circle", few, 1);
        REQUIRE_INT(shortest_rest(grid, 1, 0), ==, stated_optimum(grid));
        REQUIRE_INT(shortest_rest(circle, 1, 0), ==, stated_optimum(circle));
        REQUIRE_INT(stated_optimum(circle), ==, few == 1 ? 0 : 100 * few);
    }
}

/* The nodes in their order along the circle. */
static uint32_t *circle_order(const struct swarm_instance *instance)
{
    const uint32_t n = instance->info.node_count;
    uint32_t *order = test_memory(n, sizeof *order);
    memset(order, 0xFF, n * sizeof *order);
    for (uint32_t node = 0; node < n; ++node) {
        const double turns = atan2(instance->coordinates[n + node], instance->coordinates[node]) / 6.283185307179586;
        const long long at = ((long long)floor(turns * n + 0.5) + n) % n;
        REQUIRE(order[at] == UINT32_MAX);
        order[at] = node;
    }
    return order;
}

TEST(neighbours_on_a_circle_are_100_apart_whatever_the_number_of_nodes)
{
    static const uint32_t counts[] = {2, 3, 4, 5, 6, 7, 8, 9, 100, 997, 1000, 10000, 99991, 131072, 1000000};
    const uint32_t most = test_paths(10000, 1000000);
    for (size_t k = 0; k < sizeof counts / sizeof counts[0] && counts[k] <= most; ++k) {
        const uint32_t n = counts[k];
        struct swarm_instance *instance = make("circle", n, n);
        uint32_t *order = circle_order(instance);
        for (uint32_t at = 0; at < n; ++at) {
            REQUIRE_INT(tsp_instance_distance(instance, order[at], order[(at + 1) % n]), ==, 100);
            REQUIRE(n < 4 || tsp_instance_distance(instance, order[at], order[(at + 2) % n]) >= 141);
        }
        REQUIRE_INT(stated_optimum(instance), ==, INT64_C(100) * n);
    }
}

enum { NODES = 2000, FAR = 16 };

struct nearest {
    uint32_t at[FAR]; /* [d] nodes whose nearest node is at distance d */
    uint32_t others;  /* number of nodes whose nearest node is farther */
    uint32_t sites;   /* number of sites that have a node */
    uint32_t crowd;   /* largest number of nodes at one site */
    uint32_t lines;   /* number of different values of y */
};

static struct nearest nearest_of(const char *kind)
{
    struct swarm_instance *instance = make(kind, NODES, 1);
    const double *x = instance->coordinates, *y = x + NODES;
    struct nearest found = {.others = 0};
    for (uint32_t a = 0; a < NODES; ++a) {
        int64_t nearest = INT64_MAX;
        uint32_t crowd = 0, before = 0, level = 0;
        for (uint32_t b = 0; b < NODES; ++b) {
            const bool same = x[a] == x[b] && y[a] == y[b];
            if (a != b && fabs(x[a] - x[b]) <= FAR && fabs(y[a] - y[b]) <= FAR) {
                const int64_t distance = tsp_instance_distance(instance, a, b);
                nearest = distance < nearest ? distance : nearest;
            }
            crowd += same;
            before += same && b < a;
            level += y[a] == y[b] && b < a;
        }
        ++*(nearest < FAR ? &found.at[nearest] : &found.others);
        found.sites += before == 0;
        found.lines += level == 0;
        found.crowd = crowd > found.crowd ? crowd : found.crowd;
    }
    return found;
}

TEST(boards_have_holes_at_one_or_two_steps_rows_few_y_and_duplicates_many_nodes_at_some_sites)
{
    const struct nearest holes = nearest_of("drilling"), rows = nearest_of("rows"), sites = nearest_of("duplicates");
    REQUIRE_INT(holes.sites, ==, NODES);
    REQUIRE_INT(holes.at[8], >, NODES / 3);
    REQUIRE_INT(holes.at[12], >, NODES / 4);
    REQUIRE_INT(holes.at[8] + holes.at[12] + holes.others, ==, NODES);
    REQUIRE_INT(holes.others, <, NODES / 50);
    REQUIRE_INT(rows.sites, ==, NODES);
    REQUIRE_INT(rows.lines, <, 60);
    REQUIRE_INT(rows.at[1], >, NODES / 4);
    REQUIRE_INT(sites.sites, ==, NODES / 20 + 1);
    REQUIRE_INT(sites.crowd, >, 60);
}

TEST_MAIN_ENV()
