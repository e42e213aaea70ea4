/* The local search of the sequential reference, compared with a scan of all allowed moves, each made edge by edge. */
#include "aco/local_search.h"

#include <math.h>

#include "../partners.h"
#include "aco/reference.h"
#include "base/memory.h"
#include "tsp/instance.h"
#include "tsp/tour.h"
#include "tsp_support.h"

enum { MOST_SMALL = 40 };

/* An instance with the candidate lists of a --local-search, and a tour. */
struct sample {
    struct swarm_instance *instance;
    struct aco_settings settings;
    struct aco_lists lists;
    uint32_t *tour;
    int64_t length;
};

static void shuffle(struct sample *sample)
{
    const uint32_t n = sample->settings.n;
    random_order(sample->tour, n);
    REQUIRE_OK(tsp_tour_measure(&env, sample->instance, sample->tour, n, &sample->length));
}

/* Makes a sample of the instance, with a random tour. */
static struct sample sample_of(struct swarm_instance *instance, const char *row)
{
    struct sample sample = {.instance = instance};
    const uint32_t n = (uint32_t)instance->info.node_count;
    const struct search_request run = {.target = -1};
    const struct options options = {.ants = 1, .alpha = 1, .beta = 2, .rho = 0.5, .local_search = row};
    sample.settings = aco_settings_make(&options, &run, &instance->info, 1);
    REQUIRE_OK(aco_lists_init(&env, instance, &sample.settings, (double)INFINITY, &sample.lists));
    sample.tour = test_memory(n, sizeof *sample.tour);
    shuffle(&sample);
    return sample;
}

/* Searches, and requires a tour of the reported length, not longer than before, with all partners adjacent. */
static void search(struct sample *sample, const uint32_t *anchor)
{
    const int64_t before = sample->length;
    int64_t measured = 0;
    const struct aco_searcher by = {&env, sample->instance, &sample->settings, &sample->lists, NULL, NULL};
    REQUIRE_OK(aco_reference_search(&by, anchor, sample->tour, &sample->length));
    REQUIRE_OK(tsp_tour_measure(&env, sample->instance, sample->tour, sample->settings.n, &measured));
    REQUIRE_INT(sample->length, ==, measured);
    REQUIRE_INT(sample->length, <=, before);
    REQUIRE(has_partners(sample->instance, sample->tour));
}

struct edge {
    uint32_t from, to;
};

static bool same_edge(struct edge one, struct edge other, bool symmetric)
{
    return (one.from == other.from && one.to == other.to)
           || (symmetric && one.from == other.to && one.to == other.from);
}

/* The length of the tour without the edges `removed` and with `added` [count]; -1 if that is not a tour. Walks from
 * node 0 along the remaining edges, using each once. */
static int64_t length_after(const struct sample *sample, const struct edge *removed, const struct edge *added,
                            unsigned count)
{
    struct edge edges[MOST_SMALL];
    bool used[MOST_SMALL] = {false}, is_new[MOST_SMALL] = {false};
    const uint32_t n = sample->settings.n;
    const bool symmetric = sample->settings.symmetric;
    int64_t length = 0;
    uint32_t walked = 0, node = 0;
    for (uint32_t at = 0; at < n; ++at) {
        edges[at] = (struct edge){sample->tour[at], sample->tour[(at + 1) % n]};
    }
    for (unsigned k = 0; k < count; ++k) {
        uint32_t at = 0;
        while (at < n && (is_new[at] || !same_edge(edges[at], removed[k], symmetric))) {
            ++at;
        }
        if (at == n) {
            return -1;
        }
        is_new[at] = true;
        edges[at] = added[k];
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t k = 0; k < n && !more; ++k) {
            const bool forwards = edges[k].from == node, backwards = symmetric && edges[k].to == node;
            if (!used[k] && (forwards || backwards)) {
                used[k] = more = true;
                node = forwards ? edges[k].to : edges[k].from;
                length += tsp_instance_distance(sample->instance, edges[k].from, edges[k].to);
                ++walked;
                more = node != 0;
            }
        }
    }
    return node == 0 && walked == n ? length : -1;
}

/* The node after position `at`, or before it if `backwards`. */
static uint32_t neighbour(const struct sample *sample, uint32_t at, bool backwards)
{
    const uint32_t n = sample->settings.n;
    return sample->tour[backwards ? (at + n - 1) % n : (at + 1) % n];
}

static uint32_t position_of(const struct sample *sample, uint32_t node)
{
    uint32_t at = 0;
    while (sample->tour[at] != node) {
        ++at;
    }
    return at;
}

static int64_t distance(const struct sample *sample, uint32_t i, uint32_t j)
{
    return tsp_instance_distance(sample->instance, i, j);
}

static struct edge arc(uint32_t from, uint32_t to)
{
    return (struct edge){from, to};
}

static void require_worse(const struct sample *sample, const struct edge *removed, const struct edge *added,
                          unsigned count)
{
    for (unsigned k = 0; k < count; ++k) {
        if (tsp_instance_fixed(sample->instance, removed[k].from, removed[k].to)) {
            return;
        }
    }
    const int64_t length = length_after(sample, removed, added, count);
    REQUIRE(length < 0 || length >= sample->length);
}

/* Tries to move segments of up to three nodes that end at the node a. */
static void scan_or_opt(const struct sample *sample, uint32_t at, bool backwards, uint32_t c)
{
    const uint32_t n = sample->settings.n, a = sample->tour[at], b = neighbour(sample, at, backwards);
    uint32_t first = at;
    for (uint32_t nodes = 1; nodes <= 3 && nodes + 2 <= n; ++nodes) {
        const uint32_t f = sample->tour[first], h = neighbour(sample, first, !backwards);
        if (f == c) {
            return; /* longer segments contain c as well */
        }
        for (int before = !sample->settings.symmetric; before < 2; ++before) {
            const uint32_t e = neighbour(sample, position_of(sample, c), backwards != before);
            const struct edge removed[] = {arc(a, b), arc(h, f), before ? arc(e, c) : arc(c, e)};
            const struct edge added[] = {arc(h, b), arc(a, c), arc(e, f)};
            if (e != f) {
                require_worse(sample, removed, added, 3);
            }
        }
        first = position_of(sample, h);
    }
}

static void scan_three_opt(const struct sample *sample, uint32_t at, bool backwards, uint32_t c)
{
    const uint32_t a = sample->tour[at], b = neighbour(sample, at, backwards);
    for (int e_before = !sample->settings.symmetric; e_before < 2; ++e_before) {
        const uint32_t e = neighbour(sample, position_of(sample, c), backwards != e_before);
        const struct edge second = e_before ? arc(e, c) : arc(c, e);
        const int64_t opened =
            distance(sample, a, b) - distance(sample, a, c) + distance(sample, second.from, second.to);
        for (uint32_t k = 0; k < 5 && k < sample->settings.search_length; ++k) {
            const uint32_t f = sample->lists.search[(size_t)e * sample->settings.search_stride + k];
            for (int h_before = !sample->settings.symmetric; h_before < 2; ++h_before) {
                const uint32_t h = neighbour(sample, position_of(sample, f), backwards != h_before);
                const struct edge removed[] = {arc(a, b), second, h_before ? arc(h, f) : arc(f, h)};
                const struct edge added[] = {arc(a, c), arc(e, f), arc(h, b)};
                if (opened - distance(sample, e, f) > 0) {
                    require_worse(sample, removed, added, 3);
                }
            }
        }
    }
}

/* Requires that no allowed move shortens the tour. */
static void require_searched(const struct sample *sample)
{
    const struct aco_local_search *row = sample->settings.local_search;
    const uint32_t n = sample->settings.n;
    for (uint32_t at = 0; at < n && n > 2; ++at) {
        for (int side = 0; side < (sample->settings.symmetric ? 2 : 1); ++side) {
            const uint32_t a = sample->tour[at], b = neighbour(sample, at, side);
            for (uint32_t k = 0; k < sample->settings.search_length; ++k) {
                const uint32_t c = sample->lists.search[(size_t)a * sample->settings.search_stride + k];
                const uint32_t e = neighbour(sample, position_of(sample, c), side);
                const struct edge removed[] = {arc(a, b), arc(c, e)}, added[] = {arc(a, c), arc(b, e)};
                if (distance(sample, a, b) <= distance(sample, a, c)) {
                    break;
                }
                if (row->two_opt && sample->settings.symmetric) {
                    require_worse(sample, removed, added, 2);
                }
                if (row->or_opt) {
                    scan_or_opt(sample, at, side, c);
                }
                if (row->three_opt) {
                    scan_three_opt(sample, at, side, c);
                }
            }
        }
    }
}

/* Repeats the search until the tour stays the same, because a change may enable a move of a node that it does not
 * queue. Then no allowed move may shorten the tour. */
static void search_to_the_end(struct sample *sample)
{
    for (int64_t before = sample->length + 1; sample->length < before;) {
        before = sample->length;
        search(sample, NULL);
    }
    require_searched(sample);
}

static const char *const names[] = {"2opt", "oropt", "2opt+oropt", "3opt"};
enum { NAMES = sizeof names / sizeof names[0] };

/* Searches the instance by each local search that it allows. */
static void search_all_of(struct swarm_instance *instance)
{
    for (size_t row = 0; row < NAMES; ++row) {
        if (instance->info.symmetric || aco_local_search_find(names[row])->oriented) {
            struct sample sample = sample_of(instance, names[row]);
            search_to_the_end(&sample);
            aco_lists_deinit(&sample.lists);
        }
    }
}

TEST(no_move_of_the_rules_gains_once_a_search_finds_none)
{
    static const uint32_t spreads[] = {4, 1000, INT32_MAX}; /* distances are random numbers below these */
    for (int time = 0; time < 3 * (int)test_paths(6, 30); ++time) {
        for (uint32_t n = 1; n <= 12; ++n) {
            search_all_of(random_matrix(n, true, spreads[time % 3]));
            search_all_of(random_matrix(n, false, spreads[time % 3]));
        }
    }
    for (int time = 0; time < (int)test_paths(4, 20); ++time) {
        search_all_of(random_matrix(MOST_SMALL, true, 1000));
        search_all_of(random_matrix(MOST_SMALL, false, 1000));
    }
    for (uint32_t n = 1; n <= MOST_SMALL; ++n) {
        for (uint32_t places = 1; places <= 10; places += test_paths(9, 3)) {
            search_all_of(random_points(n, places));
        }
    }
}

TEST(edges_between_partners_are_kept_and_all_other_moves_are_made)
{
    static const uint32_t sizes[] = {2, 3, 4, 5, 6, 7, 8, 11, MOST_SMALL}, spreads[] = {4, 1000, 2147483647};
    const size_t cases = NAMES * 3 * test_paths(4, 20); /* of each size */
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] * cases; ++i) {
        const uint32_t n = sizes[i / cases], spread = spreads[i / NAMES % 3];
        struct sample sample = sample_of(random_matrix(n, true, spread), names[i % NAMES]);
        make_partners(sample.instance, 1 + (uint32_t)i / (NAMES * 3) % 3);
        REQUIRE_OK(tsp_tour_pair(&env, sample.instance, sample.tour));
        REQUIRE_OK(tsp_tour_measure(&env, sample.instance, sample.tour, n, &sample.length));
        search_to_the_end(&sample);
        aco_lists_deinit(&sample.lists);
    }
}

/* Only a move that reverses a part would shorten these tours. */
TEST(rows_for_asymmetric_instances_reverse_no_part)
{
    static const int32_t one_way[36] = {0, 1, 9, 9, 9, 9, 9, 0, 1, 9, 9, 9, 9, 9, 0, 1, 9, 9,
                                        9, 9, 9, 0, 1, 9, 9, 9, 9, 9, 0, 1, 1, 9, 9, 9, 9, 0};
    static const uint32_t backwards[6] = {5, 4, 3, 2, 1, 0};
    for (size_t row = 0; row < NAMES; ++row) {
        if (aco_local_search_find(names[row])->oriented) {
            struct sample sample = sample_of(matrix_of(false, 6, one_way), names[row]);
            memcpy(sample.tour, backwards, sizeof backwards);
            sample.length = 54;
            search_to_the_end(&sample);
            aco_lists_deinit(&sample.lists);
        }
    }
}

TEST(a_tour_that_is_its_own_anchor_does_not_change_nor_does_one_without_local_search)
{
    for (int none = 0; none < 2; ++none) {
        uint32_t anchor[2 * MOST_SMALL], before[MOST_SMALL];
        struct sample sample = sample_of(random_points(MOST_SMALL, 1000), none ? "none" : "3opt");
        const int64_t length = sample.length;
        aco_anchor_fill(MOST_SMALL, sample.tour, anchor);
        memcpy(before, sample.tour, sizeof before);
        search(&sample, none ? NULL : anchor);
        REQUIRE_INT(sample.length, ==, length);
        REQUIRE(memcmp(before, sample.tour, sizeof before) == 0);
        aco_lists_deinit(&sample.lists);
    }
}

TEST(a_searched_tour_is_improved_after_a_change)
{
    for (int time = 0; time < 50; ++time) {
        uint32_t anchor[2 * MOST_SMALL];
        struct sample sample = sample_of(random_points(MOST_SMALL, 1000), "3opt");
        search(&sample, NULL);
        const int64_t best = sample.length;
        aco_anchor_fill(MOST_SMALL, sample.tour, anchor);
        const uint32_t node = sample.tour[3];
        sample.tour[3] = sample.tour[20];
        sample.tour[20] = node;
        REQUIRE_OK(tsp_tour_measure(&env, sample.instance, sample.tour, MOST_SMALL, &sample.length));
        const int64_t changed = sample.length;
        search(&sample, anchor);
        REQUIRE(changed == best || sample.length < changed);
        aco_lists_deinit(&sample.lists);
    }
}

TEST(an_anchor_without_neighbours_queues_all_nodes)
{
    uint32_t anchor[2 * MOST_SMALL], start[MOST_SMALL], without[MOST_SMALL];
    struct sample sample = sample_of(random_points(MOST_SMALL, 1000), "2opt+oropt");
    for (uint32_t k = 0; k < 2 * MOST_SMALL; ++k) {
        anchor[k] = MOST_SMALL;
    }
    memcpy(start, sample.tour, sizeof start);
    const int64_t length = sample.length;
    search(&sample, NULL);
    memcpy(without, sample.tour, sizeof without);
    memcpy(sample.tour, start, sizeof start);
    sample.length = length;
    search(&sample, anchor);
    REQUIRE(memcmp(without, sample.tour, sizeof without) == 0);
    aco_lists_deinit(&sample.lists);
}

static bool at_the_second(const void *user)
{
    return ++*(int *)(intptr_t)user == 2;
}

TEST(an_interrupted_search_returns_a_tour_and_its_length)
{
    int asked = 0;
    int64_t measured = 0;
    struct sample sample = sample_of(random_points(15000, 100000), "2opt+oropt");
    const int64_t before = sample.length;
    const struct aco_searcher by = {&env, sample.instance, &sample.settings, &sample.lists, at_the_second, &asked};
    REQUIRE_OK(aco_reference_search(&by, NULL, sample.tour, &sample.length));
    REQUIRE_INT(asked, ==, 2);
    REQUIRE_OK(tsp_tour_measure(&env, sample.instance, sample.tour, 15000, &measured));
    REQUIRE_INT(sample.length, ==, measured);
    REQUIRE_INT(sample.length, <, before);
    aco_lists_deinit(&sample.lists);
}

/* Returns the mean excess in percent over optimal tours of 1,000 random points in a square of area A, which have length
 * 0.7313 sqrt(n A) (Johnson and McGeoch 1997). Starts from nearest-neighbour tours. */
static double percent_above(const char *row, int tours)
{
    const uint32_t n = 1000, size = 100000;
    double sum = 0;
    for (int tour = 0; tour < tours; ++tour) {
        struct sample sample = sample_of(random_points(n, size), row);
        REQUIRE_OK(tsp_tour_nearest_neighbour(&env, sample.instance, (double)INFINITY, sample.tour, &sample.length));
        search(&sample, NULL);
        sum += (double)sample.length / (0.7313 * size * sqrt(n));
        aco_lists_deinit(&sample.lists);
    }
    return 100 * (sum / tours - 1);
}

TEST(rows_with_more_moves_have_better_tours)
{
    const double two = percent_above("2opt", 10), both = percent_above("2opt+oropt", 10),
                 three = percent_above("3opt", 10);
    REQUIRE(two < 9);
    REQUIRE(both < 6);
    REQUIRE(three < 4);
    REQUIRE(three < both && both < two);
}

TEST_MAIN_ENV()
