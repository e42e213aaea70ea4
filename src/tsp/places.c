#include "places.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* With one place of 130 in 100,000 nodes, 8,385 pairs, a bound of separate nodes was 0.35 % lower; with one of 100,
 * 0.015 %. */
enum { PAIRS_PART = 50 };

/* A table of the first nodes of places, open, at most half full. */
struct table {
    const struct swarm_instance *instance;
    uint32_t *first; /* [mask + 1] TSP_NO_NODE: none */
    size_t mask;
};

/* Zeros of both signs are one place. */
static size_t slot_of(const double point[3])
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

/* The lowest node in the place of `node`, which is entered if there is none. */
static uint32_t first_at(struct table *table, uint32_t node)
{
    double point[3], other[3];
    tsp_instance_point(table->instance, node, point);
    for (size_t slot = slot_of(point);; ++slot) {
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

/* Fills the arrays; returns the pairs of nodes that share a place. */
static uint64_t number_places(struct table *table, struct tsp_places *places)
{
    const struct swarm_instance *instance = table->instance;
    const uint32_t n = instance->info.node_count;
    uint64_t pairs = 0;
    for (uint32_t node = 0; node < n; ++node) {
        const uint32_t first = node + 1 == n && instance->joint ? node : first_at(table, node);
        if (first == node) {
            places->firsts[places->count] = node;
            places->of[node] = places->count++;
        }
        places->of[node] = places->of[first];
        pairs += places->nodes[places->of[node]]++;
    }
    return pairs;
}

enum swarm_status tsp_places_find(struct base_env *env, const struct swarm_instance *instance,
                                  struct tsp_places *places)
{
    const uint32_t n = instance->info.node_count;
    struct table table = {.instance = instance, .mask = 1};
    if (!instance->coordinates) {
        return SWARM_OK;
    }
    while (table.mask < 2 * (size_t)n) {
        table.mask *= 2;
    }
    TRY(BASE_MAKE(env, places->of, n));
    TRY(BASE_MAKE(env, places->firsts, n));
    TRY(BASE_MAKE(env, places->nodes, n));
    TRY(BASE_MAKE(env, table.first, table.mask));
    memset(table.first, 0xff, table.mask * sizeof *table.first);
    --table.mask;
    if (number_places(&table, places) <= n / PAIRS_PART) {
        tsp_places_deinit(places);
    }
    free(table.first);
    return SWARM_OK;
}

void tsp_places_deinit(struct tsp_places *places)
{
    free(places->of);
    free(places->firsts);
    free(places->nodes);
    *places = (struct tsp_places){0};
}
