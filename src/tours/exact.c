/* exact.c - the shortest tour of a few nodes by dynamic programming over sets of nodes (Held and Karp 1962; Bellman
 * 1962). */
#include <stdlib.h>

#include "base/memory.h"
#include "tours.h"
#include "tsp/tour.h"

/* Longer than any tour: partners are this much closer, so every shortest tour has them side by side. */
#define PARTNER_GAIN ((int64_t)1 << 40)

enum { NODES_MOST = TOURS_EXACT_NODES + 1 }; /* with the joint of an open path */

struct table {
    uint32_t n;
    int64_t distances[NODES_MOST][NODES_MOST];
    /* [2^(n-1)][n-1] length of the shortest path from node 0 through the nodes of a set that ends at a node of the set;
     * node k is bit k - 1 of a set and column k - 1 */
    int64_t *lengths;
};

static int64_t *length_of(const struct table *table, uint32_t set, uint32_t last)
{
    return table->lengths + (size_t)set * (table->n - 1) + last - 1;
}

static void fill_distances(const struct swarm_instance *instance, struct table *table)
{
    table->n = (uint32_t)instance->info.node_count;
    for (uint32_t i = 0; i < table->n; ++i) {
        for (uint32_t j = 0; j < table->n; ++j) {
            const int64_t gain = tsp_instance_fixed(instance, i, j) ? PARTNER_GAIN : 0;
            table->distances[i][j] = tsp_instance_distance(instance, i, j) - gain;
        }
    }
}

/* The node visited before `last` on the shortest path through `set`; 0 if the set has no other node. The first one of
 * equal length, so every device and compiler finds the same tour. */
static uint32_t previous_of(const struct table *table, uint32_t set, uint32_t last, int64_t *length)
{
    const uint32_t others = set & ~(1u << (last - 1));
    uint32_t best = 0;
    *length = table->distances[0][last];
    for (uint32_t k = 1; k < table->n; ++k) {
        if (others >> (k - 1) & 1u) {
            const int64_t through = *length_of(table, others, k) + table->distances[k][last];
            if (best == 0 || through < *length) {
                best = k;
                *length = through;
            }
        }
    }
    return best;
}

static void fill_lengths(const struct table *table)
{
    for (uint32_t set = 1; set < 1u << (table->n - 1); ++set) {
        for (uint32_t last = 1; last < table->n; ++last) {
            if (set >> (last - 1) & 1u) {
                previous_of(table, set, last, length_of(table, set, last));
            }
        }
    }
}

/* Writes the shortest tour backwards from its last node. */
static void read_tour(const struct table *table, uint32_t *tour)
{
    uint32_t set = (1u << (table->n - 1)) - 1, last = 1;
    int64_t ignored;
    for (uint32_t k = 2; k < table->n; ++k) {
        const int64_t closed = *length_of(table, set, k) + table->distances[k][0];
        last = closed < *length_of(table, set, last) + table->distances[last][0] ? k : last;
    }
    tour[0] = 0;
    for (uint32_t place = table->n - 1; place > 0; --place) {
        const uint32_t before = previous_of(table, set, last, &ignored);
        tour[place] = last;
        set &= ~(1u << (last - 1));
        last = before;
    }
}

enum swarm_status tours_solve(const struct search *search, void *solution, int64_t *score)
{
    const struct swarm_instance *instance = ((const struct tours_question *)search->question)->instance;
    struct table table;
    fill_distances(instance, &table);
    if (table.n == 1) {
        *(uint32_t *)solution = 0;
    } else {
        table.lengths = base_array((size_t)(table.n - 1) << (table.n - 1), sizeof *table.lengths);
        if (!table.lengths) {
            return base_fail_memory(search->env);
        }
        fill_lengths(&table);
        read_tour(&table, solution);
        free(table.lengths);
    }
    return tsp_tour_measure(search->env, instance, solution, table.n, score);
}
