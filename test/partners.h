/* partners.h - partners (src/tsp/instance.h) for tests: random ones, and checks that tours have all their edges. */
#ifndef SWARMCL_TEST_PARTNERS_H
#define SWARMCL_TEST_PARTNERS_H

#include <stdlib.h>

#include "base/memory.h"
#include "cl/shared/draw_sequence.h"
#include "tsp/instance.h"

/* Gives 2 * `pairs` random nodes partners, at most all nodes; `joint`: the joint, if there is one, is
 * among them. Returns false if
 * memory runs out. */
static inline bool partners_draw(struct swarm_instance *instance, struct draw_sequence *random, uint32_t pairs,
                                 bool joint)
{
    const uint32_t n = instance->info.node_count;
    uint32_t *nodes = base_array(n, sizeof *nodes);
    instance->partners = base_array(n, sizeof *instance->partners); /* swarm_instance_destroy() frees it */
    if (!nodes || !instance->partners) {
        free(nodes);
        return false;
    }
    for (uint32_t i = 0; i < n; ++i) {
        nodes[i] = i;
        instance->partners[i] = TSP_NO_NODE;
    }
    draw_sequence_shuffle(random, nodes, n);
    for (uint32_t i = 0; i < n && instance->joint && joint; ++i) { /* swaps the joint into the first pair */
        if (nodes[i] == n - 1) {
            nodes[i] = nodes[0];
            nodes[0] = n - 1;
        }
    }
    for (uint32_t k = 0; k < pairs && 2 * k + 1 < n; ++k) {
        instance->partners[nodes[2 * k]] = nodes[2 * k + 1];
        instance->partners[nodes[2 * k + 1]] = nodes[2 * k];
    }
    free(nodes);
    return true;
}

/* Gives partners to about one in `one_in` nodes; 1: to all, including the joint, except one of an odd number; 0: to
 * none. A failure ends the program. */
static inline void make_partners(struct swarm_instance *instance, uint32_t one_in)
{
    struct draw_sequence random = draw_sequence_of(2026, 0, instance->info.node_count, one_in);
    if (one_in > 0 && !partners_draw(instance, &random, instance->info.node_count / (2 * one_in), one_in == 1)) {
        abort();
    }
}

/* Moves every partner to the position after its node in `tour`. */
static inline void partners_put_together(const uint32_t *partners, uint32_t n, uint32_t *tour)
{
    for (uint32_t p = 0; p + 1 < n; ++p) {
        for (uint32_t q = p + 2; q < n && partners[tour[p]] != tour[p + 1]; ++q) {
            if (partners[tour[p]] == tour[q] && !(p == 0 && q == n - 1)) {
                const uint32_t moved = tour[p + 1];
                tour[p + 1] = tour[q];
                tour[q] = moved;
            }
        }
    }
}

/* Counts partner pairs that the closed tour [n], n >= 3, does not connect by an edge. */
static inline uint32_t partners_missed(const uint32_t *partners, const uint32_t *tour, uint32_t n)
{
    uint32_t with = 0, adjacent = 0;
    for (uint32_t p = 0; p < n; ++p) {
        with += partners[tour[p]] != TSP_NO_NODE;
        adjacent += 2 * (partners[tour[p]] == tour[p + 1 < n ? p + 1 : 0]);
    }
    return (with - adjacent) / 2;
}

/* True if all partners are neighbours in `tour` [n]. */
static inline bool has_partners(const struct swarm_instance *instance, const uint32_t *tour)
{
    const uint32_t n = instance->info.node_count;
    return !instance->partners || n < 3 || partners_missed(instance->partners, tour, n) == 0;
}

#endif
