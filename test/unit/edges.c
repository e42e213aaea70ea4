/* Counts of a population's edges, against a count of all tours, and the diversity that a move costs. */
#include "mosaic/edges.h"

#include <math.h>

#include "mosaic_support.h"

enum { NODES = 97, INDIVIDUALS = 41 };

static bool has_edge(const struct mosaic_tour *tour, uint32_t n, uint32_t u, uint32_t v)
{
    const uint32_t p = tour->pos[u];
    return tour->ord[(p + 1) % n] == v || tour->ord[(p + n - 1) % n] == v;
}

static uint32_t count_all(const struct mosaic_population *population, uint32_t u, uint32_t v)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < population->count; ++i) {
        const struct mosaic_tour tour = mosaic_population_tour(population, i);
        count += has_edge(&tour, population->n, u, v);
    }
    return count;
}

/* Requires the counts of a fresh count, and returns the number of edges that several individuals have. */
static uint32_t require_counts(const struct mosaic_edges *edges, const struct mosaic_population *population)
{
    uint32_t common = 0;
    for (uint32_t u = 0; u < population->n; ++u) {
        for (uint32_t slot = 0; slot < MOSAIC_EDGE_SLOTS; ++slot) {
            const uint32_t count = edges->count[u][slot];
            REQUIRE_INT(count, ==, count > 0 ? count_all(population, u, edges->other[u][slot]) : 0);
            common += count > 1;
        }
    }
    return common;
}

/* Reverses some nodes of individual i, and marks those whose neighbours change. */
static void change(struct mosaic_population *population, uint32_t i, struct mosaic_edges *edges)
{
    struct mosaic_tour tour = mosaic_population_tour(population, i);
    const uint32_t n = population->n, from = random_below(n - 10), count = 2 + random_below(8);
    uint32_t *touched = edges->touched + i * (size_t)ARRAY_QUEUED_WORDS(n);
    const uint32_t ends[4] = {tour.ord[(from + n - 1) % n], tour.ord[from], tour.ord[from + count - 1],
                              tour.ord[(from + count) % n]};
    memset(touched, 0, ARRAY_QUEUED_WORDS(n) * sizeof *touched);
    for (uint32_t k = 0; k < 4; ++k) {
        mosaic_mark(touched, ends[k]);
    }
    for (uint32_t k = 0; k < count / 2; ++k) {
        const uint32_t one = tour.ord[from + k];
        tour.ord[from + k] = tour.ord[from + count - 1 - k];
        tour.ord[from + count - 1 - k] = one;
    }
    for (uint32_t p = 0; p < n; ++p) {
        tour.pos[tour.ord[p]] = p;
    }
    population->changed[i] = true;
}

static void destroy_population(void *object)
{
    mosaic_population_deinit(object);
}

static void destroy_edges(void *object)
{
    mosaic_edges_deinit(object);
}

TEST(counts_follow_the_changes_of_a_population)
{
    static struct mosaic_population population; /* static: destroyed after the test */
    static struct mosaic_edges edges;
    test_defer(destroy_population, &population);
    test_defer(destroy_edges, &edges);
    REQUIRE_OK(mosaic_population_reserve(&env, NODES, INDIVIDUALS, &population));
    population.count = INDIVIDUALS;
    for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
        const struct mosaic_tour tour = mosaic_population_tour(&population, i);
        for (uint32_t p = 0; p < NODES; ++p) {
            tour.ord[p] = p;
            tour.pos[p] = p;
        }
    }
    REQUIRE_OK(mosaic_edges_init(&env, &population, NULL, &edges));
    REQUIRE_INT(require_counts(&edges, &population), ==, NODES);
    for (uint32_t round = 0; round < 20; ++round) {
        for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
            memcpy(population.kept + i * (size_t)2 * NODES, population.words + i * population.stride,
                   2 * NODES * sizeof *population.kept);
            population.changed[i] = false;
        }
        for (uint32_t i = round % 3; i < INDIVIDUALS; i += 3) {
            change(&population, i, &edges);
        }
        mosaic_edges_update(&edges, &population, NULL);
        REQUIRE_INT(require_counts(&edges, &population), >, NODES / 2);
    }
}

TEST(a_move_costs_the_entropy_of_its_edges)
{
    static struct mosaic_population population; /* static: destroyed after the test */
    static struct mosaic_edges edges;
    struct mosaic_merge merge = {0};
    test_defer(destroy_population, &population);
    test_defer(destroy_edges, &edges);
    REQUIRE_OK(mosaic_population_reserve(&env, NODES, INDIVIDUALS, &population));
    population.count = INDIVIDUALS;
    for (uint32_t i = 0; i < INDIVIDUALS; ++i) { /* individual 0 has the edges (9, 10) and (12, 13), all others not */
        const struct mosaic_tour tour = mosaic_population_tour(&population, i);
        for (uint32_t p = 0; p < NODES; ++p) {
            tour.ord[p] = i > 0 && p >= 10 && p <= 12 ? 22 - p : p;
            tour.pos[tour.ord[p]] = p;
        }
    }
    REQUIRE_OK(mosaic_edges_init(&env, &population, NULL, &edges));
    REQUIRE_OK(mosaic_merge_init(&env, NODES, 4, NODES, &merge));
    const struct mosaic_move move = {.first = 0, .count = 2};
    merge.cuts[0] = 9, merge.cuts[1] = 12;
    merge.added[0][0] = 9, merge.added[0][1] = 12, merge.added[1][0] = 10, merge.added[1][1] = 13;
    const struct mosaic_tour tour = mosaic_population_tour(&population, 0);
    const double many = INDIVIDUALS, most = INDIVIDUALS - 1;
    const double expected = 2 * (many * log(many) - most * log(most)) * 65536; /* 1 ln 1 is 0 */
    const double loss = (double)mosaic_edges_loss(&edges, &merge, &tour, &move);
    REQUIRE(fabs(loss - expected) < 8);
    mosaic_merge_deinit(&merge);
}

TEST_MAIN_ENV()
