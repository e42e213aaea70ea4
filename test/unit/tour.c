/* Tours on the host: measuring, canonical form, nearest-neighbour tours, tour files. */
#include <math.h>

#include "../partners.h"
#include "tsp/tour.h"
#include "tsp/read/input.h"
#include "tsp/points.h"
#include "tsp_support.h"

static struct swarm_instance *square(void)
{
    static const double corners[] = {0, 0, 3, 4, 3, 0, 0, 4};
    return points_of(SWARM_METRIC_EUC_2D, 4, corners);
}

TEST(measuring)
{
    static const uint32_t around[] = {0, 2, 1, 3}, repeated[] = {0, 2, 2, 3}, beyond[] = {0, 2, 4, 3};
    struct swarm_instance *instance = square();
    int64_t length = -1;
    REQUIRE_FAILS(tsp_tour_measure(&env, instance, repeated, 4, &length), SWARM_ERROR_VERIFICATION,
                  "node 2 at position 2");
    REQUIRE_FAILS(tsp_tour_measure(&env, instance, beyond, 4, &length), SWARM_ERROR_VERIFICATION,
                  "node 4 at position 2");
    REQUIRE_INT(tsp_tour_measure(&env, instance, around, 3, &length), ==, SWARM_ERROR_VERIFICATION);
    REQUIRE_INT(length, ==, -1);
    REQUIRE_OK(tsp_tour_measure(&env, instance, around, 4, &length));
    REQUIRE_INT(length, ==, 14);
    static const double far[] = {0, 0, 2e9, 0, 0, 0, 2e9, 0};
    static const uint32_t order[] = {0, 1, 2, 3};
    REQUIRE_OK(tsp_tour_measure(&env, points_of(SWARM_METRIC_EUC_2D, 4, far), order, 4, &length));
    REQUIRE_INT(length, ==, INT64_C(8000000000));
}

TEST(equal_tours_have_one_canonical_form)
{
    static const uint32_t around[] = {0, 2, 4, 1, 5, 3};
    for (size_t shift = 0; shift < 6; ++shift) {
        uint32_t forward[6], backward[6], directed[6];
        for (size_t k = 0; k < 6; ++k) {
            forward[k] = directed[k] = around[(k + shift) % 6];
            backward[k] = around[(12 - k - shift) % 6];
        }
        tsp_tour_canonical(forward, 6, true);
        tsp_tour_canonical(backward, 6, true);
        tsp_tour_canonical(directed, 6, false);
        REQUIRE(memcmp(forward, around, sizeof around) == 0);
        REQUIRE(memcmp(backward, around, sizeof around) == 0);
        REQUIRE(memcmp(directed, around, sizeof around) == 0);
    }
    uint32_t against[] = {0, 3, 5, 1, 4, 2};
    tsp_tour_canonical(against, 6, false);
    REQUIRE_INT(against[1], ==, 3);
    uint32_t one[] = {0}, two[] = {1, 0};
    tsp_tour_canonical(one, 1, true);
    tsp_tour_canonical(two, 2, true);
    REQUIRE(one[0] == 0 && two[0] == 0 && two[1] == 1);
}

/* Makes the nearest-neighbour tour by its definition: an unvisited partner, otherwise the nearest unvisited node, the
 * lowest on ties. */
static void slow_nearest_neighbour(const struct swarm_instance *instance, uint32_t *tour)
{
    size_t n = instance->info.node_count;
    bool *visited = test_memory(n, sizeof *visited);
    tour[0] = instance->joint ? (uint32_t)n - 1 : 0;
    visited[tour[0]] = true;
    for (size_t step = 1; step < n; ++step) {
        const uint32_t from = tour[step - 1], partner = instance->partners ? instance->partners[from] : TSP_NO_NODE;
        uint32_t best = partner != TSP_NO_NODE && !visited[partner] ? partner : TSP_NO_NODE;
        const bool forced = best != TSP_NO_NODE;
        int64_t nearest = INT64_MAX;
        for (uint32_t j = 0; j < n && !forced; ++j) {
            const int64_t distance = visited[j] ? INT64_MAX : tsp_instance_distance(instance, from, j);
            if (distance < nearest) {
                nearest = distance;
                best = j;
            }
        }
        tour[step] = best;
        visited[best] = true;
    }
}

static void require_nearest(struct swarm_instance *instance)
{
    const size_t n = instance->info.node_count;
    uint32_t *expected = test_memory(n, sizeof *expected), *tour = test_memory(n, sizeof *tour);
    int64_t length = 0, measured = 0;
    slow_nearest_neighbour(instance, expected);
    REQUIRE_OK(tsp_tour_nearest_neighbour(&env, instance, (double)INFINITY, tour, &length));
    REQUIRE(memcmp(tour, expected, n * sizeof *tour) == 0);
    REQUIRE_OK(tsp_tour_measure(&env, instance, tour, n, &measured));
    REQUIRE_INT(length, ==, measured);
}

TEST(nearest_neighbour_takes_the_lowest_of_equals)
{
    /* Coordinates from a small grid, so most steps have ties. */
    double points[3 * 90];
    for (int metric = SWARM_METRIC_EUC_2D; metric < SWARM_METRIC_GREAT_CIRCLE; ++metric) {
        for (size_t n = 1; n <= 90; n = 2 * n + 1) {
            for (size_t k = 0; k < 3 * n; ++k) {
                points[k] = random_below(16) * (metric == SWARM_METRIC_ATT ? 3.0 : 0.75);
            }
            require_nearest(points_of((enum swarm_metric)metric, n, points));
        }
    }
    require_nearest(random_matrix(40, false, 8));
}

TEST(nearest_neighbour_is_complete_when_the_run_was_cancelled_and_a_tour_after_the_deadline)
{
    struct swarm_instance *instance = parse_good("TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\n"
                                                 "NODE_COORD_SECTION\n1 0 0\n2 9 0\n3 1 0\n4 3 0\n");
    atomic_store(&env.cancelled, 1);
    require_nearest(instance); /* 1 3 4 2, which is not the order of the nodes */
    atomic_store(&env.cancelled, 0);
    instance = square();
    uint32_t tour[4];
    int64_t length = 0;
    REQUIRE_OK(tsp_tour_nearest_neighbour(&env, instance, 0.0, tour, &length));
    REQUIRE_INT(length, ==, identity_length(instance));
}

static void require_partners(uint32_t nodes, bool joint, uint32_t one_in)
{
    struct swarm_instance *instance = random_points(nodes, 1024);
    instance = joint ? joined(instance) : instance;
    make_partners(instance, one_in);
    const size_t n = instance->info.node_count;
    uint32_t *tour = test_memory(n, sizeof *tour);
    int64_t length = 0;
    REQUIRE_OK(tsp_tour_nearest_neighbour(&env, instance, 0.0, tour, NULL));
    REQUIRE_OK(tsp_tour_measure(&env, instance, tour, n, &length));
    REQUIRE(has_partners(instance, tour));
    REQUIRE_OK(tsp_tour_nearest_neighbour(&env, instance, (double)INFINITY, tour, NULL));
    REQUIRE(has_partners(instance, tour));
    require_nearest(instance);
}

TEST(partners_are_neighbours_even_if_other_nodes_are_nearer)
{
    static const uint32_t sizes[] = {1, 2, 3, 8, 9, 90, 300};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        for (int joint = 0; joint < 2; ++joint) {
            for (uint32_t one_in = 0; one_in <= 3; ++one_in) {
                require_partners(sizes[i], joint, one_in);
            }
        }
    }
    require_partners(4096, false, 3); /* with this many nodes, lists of the nearest nodes are used */
}

/* Parses a tour file. `count` NULL: the tour must have all nodes. */
static enum swarm_status parse(const char *text, uint32_t **tour, size_t *count)
{
    return tsp_tour_file_parse(&env, (struct tsp_text){"t.tour", text, strlen(text)}, square(), false, tour, count);
}

/* Requires that the tour is the first `expected` of these nodes. */
static void require_nodes(const char *text, size_t *count, size_t expected)
{
    static const uint32_t nodes[] = {2, 1, 3, 0};
    uint32_t *tour = NULL;
    if (parse(text, &tour, count) != SWARM_OK) {
        fprintf(stderr, "%s: %s\n", test_name, error_of());
        exit(1);
    }
    REQUIRE(memcmp(tour, nodes, expected * sizeof *nodes) == 0);
    free(tour);
}

static void require_tour(const char *text)
{
    require_nodes(text, NULL, 4);
}

TEST(tour_files_as_they_come)
{
    require_tour(
        "NAME : other.opt.tour\nCOMMENT : x : y\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n3\n2\n4\n1\n-1\nEOF\n");
    require_tour("TYPE: TOUR\r\nTOUR_SECTION\r\n 3 2 4\r\n 1 -1\r\nEOF\r\n");
    require_tour("TOUR_SECTION\n3 2 4 1");
    require_tour("TOUR_SECTION :\n3 2 4 1\nEOF\nrest\n");
    require_tour("TOUR_SECTION\n3 2 4 1\n-3\nEOF\n");
    require_tour("LENGTH : 14\nTOUR_SECTION\n3 2 4 1 -1\n-1\nEOF\n");
}

static void require_some(const char *text, size_t expected)
{
    size_t count = 0;
    require_nodes(text, &count, expected);
    REQUIRE_INT(count, ==, expected);
}

static void require_not_some(const char *text, enum swarm_status expected, const char *part)
{
    uint32_t *tour = NULL;
    size_t count = 0;
    REQUIRE_FAILS(parse(text, &tour, &count), expected, part);
    REQUIRE(!tour && count == 0);
}

TEST(tours_of_some_nodes)
{
    const enum swarm_status wrong = SWARM_ERROR_VERIFICATION;
    require_some("DIMENSION: 2\nTOUR_SECTION\n3\n2\n-1\nEOF\n", 2);
    require_some("TOUR_SECTION\n3 2 4", 3);
    require_some("TOUR_SECTION\n3 -3\nEOF\n", 1);
    require_some("DIMENSION: 4\nTOUR_SECTION\n3 2 4 1 -1\n", 4);
    require_not_some("DIMENSION: 5\nTOUR_SECTION\n1 -1\n", wrong,
                     "t.tour:1: found \"5\", expected DIMENSION 4 or less, because the instance has 4 nodes");
    require_not_some("DIMENSION: 3\nTOUR_SECTION\n1\n2\n-1\n", wrong,
                     "t.tour:5: found \"-1\", expected 3 nodes, as DIMENSION says (2 read)");
    require_not_some("DIMENSION: 1\nTOUR_SECTION\n1 2 -1\n", wrong, "1 nodes, as DIMENSION says (2 read)");
    require_not_some("TOUR_SECTION\n-1\n", wrong, "t.tour:2: found \"-1\", expected a node");
    require_not_some("TOUR_SECTION\n1 2 1 -1\n", wrong, "found \"1\", expected a node that the tour has not");
    require_not_some("TOUR_SECTION\n1 5 -1\n", wrong, "found \"5\", expected a node from 1 to 4");
    require_not_some("DIMENSION: 0\nTOUR_SECTION\n-1\n", SWARM_ERROR_INPUT, "expected a DIMENSION of 1 or more");
    require_not_some("TOUR_SECTION\n1 x\n", SWARM_ERROR_INPUT, "found \"x\"");
}

/* Parses a tour file of "square", with `comments`; its nodes are called A, "B C" (on two lines), D and 4. */
static enum swarm_status parse_named(const char *comments, bool strict)
{
    static const double corners[] = {0, 0, 3, 4, 3, 0, 0, 4};
    static const char *const names[] = {"A", "B\r\nC ", "D", "4"};
    struct swarm_instance *instance = NULL;
    uint32_t *tour = NULL;
    char text[400];
    test_warning[0] = '\0';
    REQUIRE_OK(tsp_points_instance(&env, "square", SWARM_SURFACE_PLANE, 4, corners, &instance));
    kept(instance);
    REQUIRE_OK(tsp_instance_set_names(&env, instance, names));
    snprintf(text, sizeof text, "%sTOUR_SECTION\n1 3 2 4 -1\n", comments);
    const enum swarm_status status =
        tsp_tour_file_parse(&env, (struct tsp_text){"t.tour", text, strlen(text)}, instance, strict, &tour, NULL);
    REQUIRE((status == SWARM_OK) == (tour != NULL));
    free(tour);
    return status;
}

/* Requires that a strict reader fails with `part` in its message, and the other reader too, unless `warns`: it then
 * only logs `part`. `part` NULL: both succeed. */
static void require_comments(const char *comments, const char *part, bool warns)
{
    const enum swarm_status expected = part ? SWARM_ERROR_VERIFICATION : SWARM_OK;
    REQUIRE_INT(parse_named(comments, true), ==, expected);
    REQUIRE(!part || strstr(error_of(), part) != NULL);
    REQUIRE_INT(parse_named(comments, false), ==, warns ? SWARM_OK : expected);
    REQUIRE(warns ? strstr(test_warning, part) != NULL : !*test_warning);
}

TEST(comments_of_another_table_are_rejected)
{
    env.log = keep_warning;
    require_comments("COMMENT : 1 A\nCOMMENT : 3 D\nCOMMENT : 2 B C\nCOMMENT : 4 4\n", NULL, false);
    require_comments("COMMENT : 1 A\nCOMMENT : 3 D\nCOMMENT : 2 B  C\nCOMMENT : 4 D\n",
                     "t.tour:4: found \"D\", expected \"4\", the name of node 4 in \"square\"", false);
    require_comments("COMMENT : 1 A\nCOMMENT : 3 D\nCOMMENT : 2 BC\nCOMMENT : 4 4\n", "t.tour:3: found \"BC\"", false);
    require_comments("COMMENT : 3 trials, by another program\n", NULL, false);
    require_comments("COMMENT : length 14, swarmcl 0.2.0\nCOMMENT : 3 A\n", "t.tour:2: found \"A\", expected \"D\"",
                     false);
    require_comments("COMMENT : length 14.000, swarmcl 0.2.0\n", NULL, false);
    require_comments("COMMENT : length 14.1 m, gap 2 %, swarmcl 0.2.0\n", "t.tour:1: found length 14.1, expected 14",
                     true);
    require_comments("COMMENT : length 10 of the open path from the first node to the last, swarmcl 0.2.0\n", NULL,
                     false);
    require_comments("COMMENT : length 11 of the open path from the first node to the last, swarmcl 0.2.0\n",
                     "found length 11, expected 10", true);
    require_comments("COMMENT : length 9 of another program\nCOMMENT : length, swarmcl\n", NULL, false);
    env.log = NULL;
}

TEST(written_tours_are_read_again)
{
    static const uint32_t tour[] = {2, 1, 3, 0};
    static const char expected[] = "NAME : square\nCOMMENT : one\nCOMMENT : two\nTYPE : TOUR\nDIMENSION : 4\n"
                                   "TOUR_SECTION\n3\n2\n4\n1\n-1\nEOF\n";
    const char *path = test_file("tour");
    char *text = NULL;
    size_t size = 0;
    REQUIRE_OK(swarm_tour_write(TEST_CONTEXT, path, "square", "one\ntwo", NULL, tour, 4));
    REQUIRE_OK(base_file_read(&env, path, &text, &size));
    REQUIRE_TEXT(text, expected);
    require_tour(text);
    free(text);
    REQUIRE_FAILS(swarm_tour_write(TEST_CONTEXT, "no/such/folder/t.tour", "square", NULL, NULL, tour, 4),
                  SWARM_ERROR_IO, "no/such/folder/t.tour");
}

TEST_MAIN_ENV()
