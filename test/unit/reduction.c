/* Conditions on tours: the reduced instance has the same optimum as all permutations that meet the conditions. */
#include "tsp/reduction.h"
#include "tsp/tour.h"
#include "tsp_support.h"

enum { MOST_NODES = 9, MOST_FIXED = 12, MOST_REDUCED = 2 * MOST_NODES };

enum kind { PLANE, EXPLICIT, ARCS, DOUBLED, SITES, KINDS };

static const unsigned ways[KINDS] = {[DOUBLED] = TSP_DOUBLED, [SITES] = TSP_MERGED};

static struct swarm_instance *random_instance(enum kind kind, uint32_t n)
{
    double points[2 * MOST_NODES];
    if (kind != PLANE && kind != SITES) {
        return random_matrix(n, kind == EXPLICIT, 60);
    }
    for (uint32_t i = 0; i < 2 * n; ++i) {
        points[i] = kind == SITES ? random_below(3) : random_below(100);
    }
    return points_of(kind == SITES ? SWARM_METRIC_MAN_2D : SWARM_METRIC_EUC_2D, n, points);
}

/* True if the tour has every fixed edge and the given ends. */
static bool meets(const struct tsp_conditions *conditions, bool symmetric, const uint32_t *full, uint32_t n)
{
    const uint32_t edges = conditions->path ? n - 1 : n;
    for (size_t i = 0; i < conditions->fixed_count; ++i) {
        bool found = false;
        for (uint32_t k = 0; k < edges; ++k) {
            const uint32_t a = full[k], b = full[(k + 1) % n], *edge = conditions->fixed[i];
            found = found || (a != b && edge[0] == a && edge[1] == b)
                    || (symmetric && a != b && edge[0] == b && edge[1] == a);
        }
        if (!found) {
            return false;
        }
    }
    return !conditions->path
           || ((conditions->start == TSP_NO_NODE || full[0] == conditions->start)
               && (conditions->end == TSP_NO_NODE || full[n - 1] == conditions->end));
}

static int64_t length_of(const struct swarm_instance *instance, const uint32_t *full, uint32_t n, bool path)
{
    int64_t sum = 0;
    for (uint32_t k = 0; k < (path ? n - 1 : n); ++k) {
        sum += tsp_instance_distance(instance, full[k], full[(k + 1) % n]);
    }
    return sum;
}

/* State of a search through all permutations. */
struct search {
    const struct swarm_instance *instance;
    const struct tsp_conditions *conditions;
    const struct tsp_reduction *reduction;
    uint32_t n, tour[MOST_REDUCED];
    int64_t best; /* length of the shortest tour found; INT64_MAX: none */
    uint64_t count;
    bool doubled, merged;
};

static void swap(uint32_t *a, uint32_t *b)
{
    const uint32_t held = *a;
    *a = *b;
    *b = held;
}

/* Tries all tours of the original instance that start with the first `fixed` nodes. */
static void all_full(struct search *search, uint32_t fixed)
{
    if (fixed == search->n) {
        if (meets(search->conditions, search->instance->info.symmetric, search->tour, search->n)) {
            const int64_t length = length_of(search->instance, search->tour, search->n, search->conditions->path);
            search->best = length < search->best ? length : search->best;
            ++search->count;
        }
        return;
    }
    for (uint32_t k = fixed; k < search->n; ++k) {
        swap(&search->tour[fixed], &search->tour[k]);
        all_full(search, fixed + 1);
        swap(&search->tour[fixed], &search->tour[k]);
    }
}

/* Requires that a tour of the reduced instance expands to a valid one, longer by the offset, and that this reduces
 * back. */
static void require_stands_for_one(struct search *search, int64_t length)
{
    const struct swarm_instance *caller = search->instance;
    const uint32_t n = caller->info.node_count;
    uint32_t full[MOST_NODES], again[MOST_NODES], back[MOST_REDUCED];
    int64_t full_length = -1;
    tsp_reduction_expand(search->reduction, search->tour, full);
    REQUIRE_OK(tsp_conditions_measure(&env, caller, search->conditions, full, n, &full_length));
    REQUIRE(meets(search->conditions, caller->info.symmetric, full, n));
    REQUIRE_INT(full_length, ==, length_of(caller, full, n, search->conditions->path));
    REQUIRE_INT(full_length, ==, length + tsp_reduction_offset(search->reduction));
    REQUIRE_OK(tsp_reduction_reduce(search->reduction, &env, full, back));
    tsp_reduction_expand(search->reduction, back, again);
    REQUIRE(search->merged || memcmp(full, again, n * sizeof *full) == 0); /* nodes of a merged site may be reversed */
    REQUIRE_INT(length_of(caller, again, n, search->conditions->path), ==, full_length);
    REQUIRE_INT(length_of(tsp_reduction_instance(search->reduction), back, search->n, false), ==, length);
}

/* True for an edge between two entrances or between two exits. */
static bool is_forbidden(uint32_t n, uint32_t a, uint32_t b)
{
    return (a < n / 2) == (b < n / 2);
}

/* Tries all tours of the reduced instance in which partners are adjacent. Skips those with edges between two entrances
 * or two exits, which the shortest never has. */
static void all_reduced(struct search *search, uint32_t placed)
{
    const struct swarm_instance *made = tsp_reduction_instance(search->reduction);
    const uint32_t *partners = made->partners, n = search->n, *tour = search->tour;
    if (placed == n) {
        for (uint32_t k = 0; partners && k < n; ++k) {
            const uint32_t partner = partners[tour[k]];
            if (partner != TSP_NO_NODE && tour[(k + 1) % n] != partner && tour[(k + n - 1) % n] != partner) {
                return;
            }
        }
        if (search->doubled && is_forbidden(n, tour[n - 1], tour[0])) {
            return;
        }
        const int64_t length = length_of(made, tour, n, false);
        search->best = length < search->best ? length : search->best;
        ++search->count;
        require_stands_for_one(search, length);
        return;
    }
    const uint32_t last = tour[placed - 1], partner = partners ? partners[last] : TSP_NO_NODE;
    const bool forced = partner != TSP_NO_NODE && placed > 1 && tour[placed - 2] != partner && tour[0] != partner;
    for (uint32_t k = placed; k < n; ++k) {
        const uint32_t node = tour[k];
        if ((!forced || node == partner) && !(search->doubled && is_forbidden(n, last, node))) {
            swap(&search->tour[placed], &search->tour[k]);
            all_reduced(search, placed + 1);
            swap(&search->tour[placed], &search->tour[k]);
        }
    }
}

static struct search search_of(const struct swarm_instance *instance, const struct tsp_conditions *conditions,
                               const struct tsp_reduction *reduction)
{
    struct search search = {instance, conditions, reduction, 0, {0}, INT64_MAX, 0, false, false};
    search.n = (reduction ? tsp_reduction_instance(reduction) : instance)->info.node_count;
    REQUIRE_INT(search.n, <=, MOST_REDUCED);
    for (uint32_t k = 0; k < search.n; ++k) {
        search.tour[k] = k;
    }
    return search;
}

/* Compares the reduction with all permutations. Returns true if some tour meets the conditions. */
static bool require_best(const struct swarm_instance *instance, const struct tsp_conditions *conditions, enum kind kind)
{
    struct tsp_reduction *reduction = NULL;
    struct search full = search_of(instance, conditions, NULL);
    all_full(&full, 0);
    const enum swarm_status status = tsp_reduction_create(&env, instance, conditions, ways[kind], &reduction);
    REQUIRE_INT(status, ==, full.count > 0 ? SWARM_OK : SWARM_ERROR_INVALID_ARGUMENT);
    if (status == SWARM_OK) {
        struct search reduced = search_of(instance, conditions, reduction);
        reduced.doubled = kind == DOUBLED;
        reduced.merged = kind == SITES;
        all_reduced(&reduced, 1);
        REQUIRE_INT(reduced.best + tsp_reduction_offset(reduction), ==, full.best);
    } else {
        REQUIRE(strlen(error_of()) > 0);
    }
    tsp_reduction_destroy(&reduction);
    return full.count > 0;
}

/* Draws conditions that a random tour meets: its ends, and some of its edges. `given`: 1 for a start, 2 for an end. */
static void draw_possible(uint32_t n, bool path, uint32_t given, struct tsp_conditions *conditions)
{
    uint32_t tour[MOST_NODES];
    random_order(tour, n);
    *conditions = (struct tsp_conditions){path, path && given & 1 ? tour[0] : TSP_NO_NODE,
                                          path && given & 2 ? tour[n - 1] : TSP_NO_NODE, 0, conditions->fixed};
    const uint32_t often = random_below(4); /* fixes each edge of the tour with probability `often` / 3 */
    for (uint32_t k = 0; k < (path ? n - 1 : n) && n > 1; ++k) {
        if (random_below(3) < often) {
            uint32_t *edge = conditions->fixed[conditions->fixed_count++];
            edge[0] = tour[k];
            edge[1] = tour[(k + 1) % n];
        }
    }
}

static void draw_any(uint32_t n, bool path, uint32_t given, struct tsp_conditions *conditions)
{
    *conditions = (struct tsp_conditions){path, path && given & 1 ? random_below(n) : TSP_NO_NODE,
                                          path && given & 2 ? random_below(n) : TSP_NO_NODE, random_below(n + 2),
                                          conditions->fixed};
    for (size_t i = 0; i < conditions->fixed_count; ++i) {
        conditions->fixed[i][0] = random_below(n);
        conditions->fixed[i][1] = random_below(n);
    }
}

/* Checks closed tours, and paths with no end given, either one, or both. */
static void go_through(enum kind kind, uint32_t n, uint32_t repeats, uint32_t *possible, uint32_t *impossible)
{
    uint32_t edges[MOST_FIXED][2];
    struct tsp_conditions conditions = {.fixed = edges};
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        for (uint32_t form = 0; form < 5; ++form) {
            for (uint32_t drawn = 0; drawn < 2; ++drawn) {
                struct swarm_instance *instance = random_instance(kind, n);
                (drawn ? draw_any : draw_possible)(n, form > 0, form - 1, &conditions);
                const bool found = require_best(instance, &conditions, kind);
                REQUIRE(found || drawn);
                ++*(found ? possible : impossible);
            }
        }
    }
}

TEST(the_best_tour_of_a_reduction_is_the_best_that_meets_the_conditions)
{
    const uint32_t repeats = test_paths(8, 40);
    for (enum kind kind = PLANE; kind < KINDS; ++kind) {
        uint32_t possible = 0, impossible = 0;
        for (uint32_t n = 1; n <= 6; ++n) {
            go_through(kind, n, repeats, &possible, &impossible);
        }
        go_through(kind, test_paths(7, 8), test_paths(1, 2), &possible, &impossible);
        REQUIRE_INT(possible, >, 25 * repeats);
        REQUIRE_INT(2 * impossible, >, 15 * repeats);
    }
}

static void destroy_reduction(void *object)
{
    struct tsp_reduction *reduction = object;
    tsp_reduction_destroy(&reduction);
}

/* Makes a reduction, which must succeed; it is destroyed after the test. */
static struct tsp_reduction *reduced(const struct swarm_instance *instance, struct tsp_conditions conditions,
                                     unsigned way)
{
    struct tsp_reduction *reduction = NULL;
    REQUIRE_OK(tsp_reduction_create(&env, instance, &conditions, way, &reduction));
    test_defer(destroy_reduction, reduction);
    return reduction;
}

static const struct tsp_conditions none = {false, TSP_NO_NODE, TSP_NO_NODE, 0, NULL};

TEST(nodes_of_a_site_become_one_unless_a_condition_names_them)
{
    static const double points[] = {7, 7, 1, 1, 7, 7, 3, 3, 1, 1, 7, 7, 7, 7};
    static const uint32_t tour[] = {0, 1, 2, 3}, expected[] = {0, 2, 6, 1, 4, 3, 5};
    uint32_t edge[][2] = {{3, 5}}, full[7], back[4];
    const struct tsp_conditions conditions = {false, TSP_NO_NODE, TSP_NO_NODE, 1, edge};
    struct tsp_reduction *reduction = reduced(points_of(SWARM_METRIC_EUC_2D, 7, points), conditions, TSP_MERGED);
    const struct swarm_instance *made = tsp_reduction_instance(reduction);
    static const uint32_t partners[] = {TSP_NO_NODE, TSP_NO_NODE, 3, 2};
    REQUIRE_INT(made->info.node_count, ==, 4);
    REQUIRE(memcmp(made->partners, partners, sizeof partners) == 0);
    tsp_reduction_expand(reduction, tour, full);
    REQUIRE(memcmp(full, expected, sizeof expected) == 0);
    REQUIRE_OK(tsp_reduction_reduce(reduction, &env, full, back));
    REQUIRE(memcmp(back, tour, sizeof tour) == 0);
}

TEST(without_conditions_nothing_is_copied_and_chains_of_a_plane_leave_their_ends_as_partners)
{
    for (enum kind kind = PLANE; kind < DOUBLED; ++kind) {
        struct swarm_instance *instance = random_instance(kind, 5);
        struct tsp_reduction *reduction = reduced(instance, none, TSP_MERGED);
        REQUIRE(tsp_reduction_instance(reduction) == instance);
        REQUIRE_INT(tsp_reduction_offset(reduction), ==, 0);
    }
    /* the reduced instance keeps coordinates, so a large one needs no n x n matrix; partners are mutual; the joint is
     * the last node */
    uint32_t edges[][2] = {{3, 1}, {1, 5}, {5, 8}, {0, 2}};
    struct swarm_instance *instance = random_instance(PLANE, 9);
    const struct tsp_conditions conditions = {true, 8, TSP_NO_NODE, 4, edges};
    const struct swarm_instance *made = tsp_reduction_instance(reduced(instance, conditions, 0));
    REQUIRE(made->coordinates && !made->matrix && made->joint);
    REQUIRE_INT(made->info.node_count, ==, 7); /* 0 2 3 4 6 7 and the joint; 1, 5 and 8 are between the joint and 3 */
    static const uint32_t partners[] = {1, 0, 6, TSP_NO_NODE, TSP_NO_NODE, TSP_NO_NODE, 2};
    REQUIRE(memcmp(made->partners, partners, sizeof partners) == 0);
    REQUIRE_INT(tsp_instance_distance(made, 2, 5), ==, tsp_instance_distance(instance, 3, 7));
}

TEST(a_tour_without_an_edge_between_partners_expands_to_no_permutation)
{
    uint32_t edges[][2] = {{0, 1}};
    static const uint32_t apart[] = {0, 2, 1, 3, 4};
    struct swarm_instance *instance = random_instance(PLANE, 5);
    const struct tsp_conditions conditions = {false, TSP_NO_NODE, TSP_NO_NODE, 1, edges};
    struct tsp_reduction *reduction = reduced(instance, conditions, 0);
    uint32_t full[5];
    int64_t length;
    tsp_reduction_expand(reduction, apart, full);
    REQUIRE_INT(tsp_conditions_measure(&env, instance, &conditions, full, 5, &length), ==, SWARM_ERROR_VERIFICATION);
    REQUIRE_INT(tsp_reduction_reduce(reduction, &env, apart, full), ==, SWARM_ERROR_INPUT);
    REQUIRE_TEXT(error_of(), "the tour does not have the fixed edge 1-2");
}

static void require_refused(const struct swarm_instance *instance, struct tsp_conditions conditions, const char *reason)
{
    struct tsp_reduction *reduction = NULL;
    REQUIRE_INT(tsp_reduction_create(&env, instance, &conditions, 0, &reduction), ==, SWARM_ERROR_INVALID_ARGUMENT);
    REQUIRE_TEXT(error_of(), reason);
}

TEST(impossible_conditions_are_rejected_with_the_reason)
{
    const uint32_t any = TSP_NO_NODE;
    uint32_t ring[][2] = {{0, 1}, {1, 2}, {2, 0}}, claw[][2] = {{0, 1}, {1, 2}, {1, 3}}, loop[][2] = {{1, 1}};
    uint32_t out[][2] = {{0, 1}, {0, 2}}, in[][2] = {{0, 2}, {1, 2}}, one[][2] = {{0, 1}}, back[][2] = {{0, 1}, {1, 0}};
    const struct {
        enum kind kind;
        struct tsp_conditions conditions;
        const char *reason;
    } rows[] = {
        {PLANE,
         {false, any, any, 3, ring},
         "no tour has all fixed edges: those at node 1 form a cycle of 3 of 5 nodes"},
        {PLANE, {false, any, any, 3, claw}, "no tour has all fixed edges: node 2 has three, to nodes 1, 3 and 4"},
        {PLANE, {true, 1, any, 2, ring}, "no path has all fixed edges: its start, node 2, has two, to nodes 1 and 3"},
        {PLANE,
         {true, 0, 2, 2, ring},
         "no path has all fixed edges: they lead from its start, node 1, to its end, node 3, by way of 3 of 5 nodes"},
        {PLANE,
         {true, 3, 3, 0, NULL},
         "node 4 is both start and end of the path: expected two nodes, because the path visits 5"},
        {PLANE, {false, any, any, 1, loop}, "fixed edge 2-2: expected two nodes"},
        {ARCS, {false, any, any, 2, out}, "no tour has all fixed arcs: 1-2 and 1-3 both lead out of node 1"},
        {ARCS, {false, any, any, 2, in}, "no tour has all fixed arcs: 1-3 and 2-3 both lead into node 3"},
        {ARCS, {false, any, any, 2, back}, "no tour has all fixed arcs: those at node 1 form a cycle of 2 of 5 nodes"},
        {ARCS, {true, 1, any, 1, one}, "no path has all fixed arcs: one leads into its start, node 2, from node 1"},
        {ARCS, {true, any, 0, 1, one}, "no path has all fixed arcs: one leads out of its end, node 1, to node 2"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        require_refused(random_instance(rows[k].kind, 5), rows[k].conditions, rows[k].reason);
    }
}

static void require_doubled(const int32_t matrix[4], int32_t there, int32_t back, int64_t offset)
{
    struct tsp_reduction *reduction = reduced(matrix_of(false, 2, matrix), none, TSP_DOUBLED);
    const struct swarm_instance *doubled = tsp_reduction_instance(reduction);
    REQUIRE(doubled->doubled && doubled->info.symmetric);
    REQUIRE_INT(tsp_instance_distance(doubled, 2, 1), ==, there);
    REQUIRE_INT(tsp_instance_distance(doubled, 0, 3), ==, back);
    REQUIRE_INT(tsp_instance_distance(doubled, 1, 3), ==, 0);
    REQUIRE_INT(tsp_instance_distance(doubled, 2, 3), ==, INT32_MAX);
    REQUIRE_INT(tsp_reduction_offset(reduction), ==, offset);
}

TEST(long_arcs_are_doubled_and_very_asymmetric_ones_replaced_by_reduced_lengths_of_an_assignment)
{
    require_doubled((const int32_t[]){0, INT32_MAX - 1, INT32_MAX, 0}, INT32_MAX - 1, INT32_MAX, 0);
    require_doubled((const int32_t[]){0, 1, INT32_MAX, 0}, 0, 0, (int64_t)INT32_MAX + 1);
}

TEST_MAIN_ENV()
