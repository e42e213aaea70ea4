#include "sites.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Sites are used only if more than node_count / NODES_PER_PAIR pairs of nodes share one. Measured on 100,000 nodes, one
 * site of many nodes: without merging, the bound was 0.35 % lower with 130 nodes (8,385 pairs), 0.015 % with 100. */
enum { NODES_PER_PAIR = 50, PREFETCH = 16 }; /* PREFETCH: nodes between a prefetch of a slot and its use */

/* Hash table of the first node at each site: open addressing, at most half full. */
struct table {
    const struct swarm_instance *instance;
    uint32_t *first; /* [mask + 1] first node at the site of each slot; TSP_NO_NODE: the slot is empty */
    size_t mask;
};

/* The hash value of a point; -0 and 0 have the same. */
static size_t hash_of(const double point[3])
{
    uint64_t hash = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double value = point[axis] + 0.0;
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (size_t)hash;
}

/* Returns the lowest node at the site of `node`; adds `node` to the table if it is the first. Call it in node order. */
static uint32_t first_at(struct table *table, uint32_t node)
{
    double point[3], other[3];
    tsp_instance_point(table->instance, node, point);
    for (size_t slot = hash_of(point);; ++slot) {
        uint32_t *first = &table->first[slot & table->mask];
        if (*first == TSP_NO_NODE) {
            return *first = node;
        }
        tsp_instance_point(table->instance, *first, other);
        if (point[0] == other[0] && point[1] == other[1] && point[2] == other[2]) {
            return *first;
        }
    }
}

/* Fills the arrays of `sites`. Returns the number of pairs of nodes that share a site. */
static uint64_t number_sites(struct table *table, struct tsp_sites *sites)
{
    const uint32_t n = table->instance->info.node_count;
    double soon[3];
    uint64_t pairs = 0;
    for (uint32_t node = 0; node < n; ++node) {
        tsp_instance_point(table->instance, node + PREFETCH < n ? node + PREFETCH : node, soon);
        __builtin_prefetch(&table->first[hash_of(soon) & table->mask], 1); /* slots are scattered in memory */
        const uint32_t first = node + 1 == n && table->instance->joint ? node : first_at(table, node);
        if (first == node) {
            sites->firsts[sites->count] = node;
            sites->of[node] = sites->count++;
        }
        sites->of[node] = sites->of[first];
        pairs += sites->nodes[sites->of[node]]++;
    }
    return pairs;
}

enum swarm_status tsp_sites_find(struct base_env *env, const struct swarm_instance *instance, struct tsp_sites *sites)
{
    const uint32_t n = instance->info.node_count;
    struct table table = {.instance = instance, .mask = 1};
    if (!instance->coordinates) {
        return SWARM_OK;
    }
    while (table.mask < 2 * (size_t)n) {
        table.mask *= 2;
    }
    TRY(BASE_MAKE(env, sites->of, n));
    TRY(BASE_MAKE(env, sites->firsts, n));
    TRY(BASE_MAKE(env, sites->nodes, n));
    TRY(BASE_MAKE(env, table.first, table.mask));
    memset(table.first, 0xff, table.mask * sizeof *table.first);
    --table.mask;
    if (number_sites(&table, sites) <= n / NODES_PER_PAIR) {
        tsp_sites_deinit(sites);
    }
    free(table.first);
    return SWARM_OK;
}

void tsp_sites_deinit(struct tsp_sites *sites)
{
    free(sites->of);
    free(sites->firsts);
    free(sites->nodes);
    *sites = (struct tsp_sites){0};
}
