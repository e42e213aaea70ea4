/* pricing.h - the largest gap between positions on a line, and the best edges of a vertex, on host and device.
 *
 * Define BOUND_GLOBAL, the address space of arrays, before including.
 */
#ifndef SWARMCL_BOUND_PRICING_H
#define SWARMCL_BOUND_PRICING_H

#include "types.h"

/* floor(log2(count)) for count > 0. */
SHARED_INLINE uint32_t bound_level(uint32_t count)
{
#ifdef ON_DEVICE
    return 31 - clz(count);
#else
    uint32_t level = 0;
    while (count >> (level + 1)) {
        ++level;
    }
    return level;
#endif
}

/* The largest gap between two positions; INT32_MIN if they are equal. gaps[level][n]: largest of the 2^level gaps from
 * a position on. */
SHARED_INLINE int32_t bound_largest_gap(BOUND_GLOBAL const int32_t *gaps, uint32_t n, uint32_t first, uint32_t last)
{
    if (first == last) {
        return -0x7fffffff - 1;
    }
    const uint32_t level = bound_level(last - first);
    BOUND_GLOBAL const int32_t *from = gaps + (size_t)level * n;
    const int32_t a = from[first], b = from[last - (1u << level)];
    return a > b ? a : b;
}

/* The best edges of a vertex so far. excess: weight minus the largest gap between the ends: negative; 0: no edge. */
struct bound_best {
    struct bound_found found;
    int64_t excess[BOUND_FOUND];
};

SHARED_INLINE struct bound_best bound_best_none(void)
{
    struct bound_best best;
    for (int32_t k = 0; k < BOUND_FOUND; ++k) {
        best.found.nodes[k] = BOUND_NONE;
        best.excess[k] = 0;
    }
    best.found.seen = 0;
    return best;
}

/* Counts an edge of negative excess in `seen`, and keeps it if it is among the best BOUND_FOUND, earlier edges first on
 * ties; ignores other edges. */
SHARED_INLINE void bound_best_take(struct bound_best *best, int64_t excess, uint32_t node)
{
    if (excess >= 0) {
        return;
    }
    ++best->found.seen;
    for (int32_t k = BOUND_FOUND - 1; k >= 0; --k) {
        if (excess < best->excess[k]) {
            if (k + 1 < BOUND_FOUND) {
                best->excess[k + 1] = best->excess[k];
                best->found.nodes[k + 1] = best->found.nodes[k];
            }
            best->excess[k] = excess;
            best->found.nodes[k] = node;
        }
    }
}

#endif
