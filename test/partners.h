/* partners.h - partners (src/tsp/instance.h) for tests: random ones, and a check of tours. */
#ifndef TEST_PARTNERS_H
#define TEST_PARTNERS_H

#include <stdlib.h>

#include "base/memory.h"
#include "cl/shared/philox.h"
#include "tsp/instance.h"

/* Takes two nodes at a time out of a random order that begins with the last node; of so many pairs the last become
 * partners. 1: all do, and where the number of nodes is odd one is left over; more: the last node has none. 0: no
 * partners at all. */
static void make_partners(struct swarm_instance *instance, uint32_t one_in)
{
    const uint32_t n = (uint32_t)instance->info.node_count;
    if (one_in == 0) {
        return;
    }
    uint32_t *order = base_array(n, sizeof *order);
    instance->partners = base_array(n, sizeof *instance->partners);
    for (uint32_t k = 0; k < n; ++k) {
        order[k] = n - 1 - k;
        instance->partners[k] = TSP_NO_NODE;
    }
    for (uint32_t left = n; left > 2; --left) {
        const struct philox_block counter = {left, one_in, 0, 0};
        const uint32_t k = 1 + philox4x32(counter, 2026, 9).w0 % (left - 1), last = order[left - 1];
        order[left - 1] = order[k];
        order[k] = last;
    }
    for (uint32_t k = 2 * (one_in - 1); k + 1 < n; k += 2 * one_in) {
        instance->partners[order[k]] = order[k + 1];
        instance->partners[order[k + 1]] = order[k];
    }
    free(order);
}

/* Whether all partners are neighbours in `tour` [n]. */
static bool has_partners(const struct swarm_instance *instance, const uint32_t *tour)
{
    const size_t n = instance->info.node_count;
    for (size_t k = 0; k < n && instance->partners; ++k) {
        const uint32_t partner = instance->partners[tour[k]];
        if (partner != TSP_NO_NODE && tour[(k + 1) % n] != partner && tour[(k + n - 1) % n] != partner) {
            return false;
        }
    }
    return true;
}

#endif
