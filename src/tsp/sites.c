#include "sites.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"

/* Sites are used only if more than node_count / NODES_PER_PAIR pairs of nodes share one. Measured on 100,000 nodes, one
 * site of many nodes: without merging, the bound was 0.35 % lower with 130 nodes (8,385 pairs), 0.015 % with 100. */
enum { NODES_PER_PAIR = 50, PREFETCH = 16, ITEM_NODES = 1 << 14 }; /* nodes from a prefetch to its use; per item */
enum { SHARED_NODES = 200000 }; /* nodes from which threads share the work: starting them takes time */

/* Hash table of one node at each site: open addressing, at most half full. */
struct table {
    const struct swarm_instance *instance;
    uint32_t count;    /* number of nodes without the joint */
    atomic_uint *node; /* [mask + 1] 1 + node that entered each slot first; 0: the slot is empty */
    size_t mask;
    atomic_uint *others; /* [count] number of other nodes at the site of a node in the table */
    atomic_ullong pairs; /* pairs of nodes that share a site */
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

/* Returns the first node that entered the site of `node`, which enters now. */
static uint32_t enter(struct table *table, uint32_t node)
{
    double point[3], other[3];
    tsp_instance_point(table->instance, node + PREFETCH < table->count ? node + PREFETCH : node, point);
    __builtin_prefetch(&table->node[hash_of(point) & table->mask], 1); /* slots are scattered in memory */
    tsp_instance_point(table->instance, node, point);
    for (size_t slot = hash_of(point);; ++slot) {
        unsigned first = 0;
        if (atomic_compare_exchange_strong_explicit(&table->node[slot & table->mask], &first, node + 1,
                                                    memory_order_relaxed, memory_order_relaxed)) {
            return node;
        }
        tsp_instance_point(table->instance, --first, other);
        if (point[0] == other[0] && point[1] == other[1] && point[2] == other[2]) {
            return first;
        }
    }
}

/* Counts pairs: a site's nodes find 0, 1, 2 and so on before them, in whatever order they enter. */
static void count_pairs(void *context, size_t item, unsigned thread)
{
    struct table *table = context;
    uint64_t pairs = 0;
    (void)thread;
    for (uint32_t node = (uint32_t)item * ITEM_NODES; node < table->count && node / ITEM_NODES == item; ++node) {
        const uint32_t first = enter(table, node);
        pairs += first == node ? 0 : 1 + atomic_fetch_add(&table->others[first], 1);
    }
    atomic_fetch_add(&table->pairs, pairs);
}

/* Fills the arrays of `sites`. Nodes enter in the order of their numbers. */
static enum swarm_status number_sites(struct base_env *env, struct table *table, struct tsp_sites *sites)
{
    const uint32_t n = table->instance->info.node_count;
    TRY(BASE_MAKE(env, sites->of, n));
    TRY(BASE_MAKE(env, sites->firsts, n));
    TRY(BASE_MAKE(env, sites->nodes, n));
    memset(table->node, 0, (table->mask + 1) * sizeof *table->node);
    for (uint32_t node = 0; node < n; ++node) {
        const uint32_t first = node < table->count ? enter(table, node) : node;
        if (first == node) {
            sites->firsts[sites->count] = node;
            sites->of[node] = sites->count++;
        }
        sites->of[node] = sites->of[first];
        ++sites->nodes[sites->of[node]];
    }
    return SWARM_OK;
}

enum swarm_status tsp_sites_find(struct base_env *env, const struct swarm_instance *instance, struct tsp_sites *sites)
{
    const uint32_t n = instance->info.node_count;
    struct table table = {.instance = instance, .count = n - instance->joint, .mask = 1};
    struct base_team *team = NULL;
    enum swarm_status status = SWARM_OK;
    if (!instance->coordinates) {
        return SWARM_OK;
    }
    while (table.mask < 2 * (size_t)n) {
        table.mask *= 2;
    }
    TRY_OR(done, BASE_MAKE(env, table.node, table.mask));
    TRY_OR(done, BASE_MAKE(env, table.others, n));
    TRY_OR(done, n < SHARED_NODES ? SWARM_OK : base_team_create(env, 0, &team));
    --table.mask;
    base_team_run(team, ((size_t)table.count + ITEM_NODES - 1) / ITEM_NODES, count_pairs, &table);
    status = atomic_load(&table.pairs) > n / NODES_PER_PAIR ? number_sites(env, &table, sites) : SWARM_OK;

done:
    base_team_destroy(&team);
    free(table.node);
    free(table.others);
    return status;
}

void tsp_sites_deinit(struct tsp_sites *sites)
{
    free(sites->of);
    free(sites->firsts);
    free(sites->nodes);
    *sites = (struct tsp_sites){0};
}
