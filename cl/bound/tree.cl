/* bound_reset - makes each vertex a component.
 * bound_weigh - lists all edges, and finds the least order of the edges of each vertex.
 * bound_which - finds the lowest edge of the least order that leaves a component.
 * bound_hook - joins each component to the other end of its lightest edge.
 * bound_filter - lists the remaining edges between components, and finds the least order that leaves each.
 * bound_finish - repeats bound_which, bound_hook and bound_filter until no edge remains, in one group.
 *
 * NDRange     device.c: bound_device_find(); items share vertices or edges in strides; bound_finish: one group
 * Required    RELAXED     1: words that other work-items change by atomics are read without (view.clh)
 *             GROUP_SIZE  work-items in a group, except in bound_finish
 * Reads       edges[edge_count] struct bound_edge, potentials[n]
 * Writes      words, live[2][capacity] struct live_edge, counts[BOUND_ROUNDS]
 * Draws       nothing
 * Checked by  test/kernel/bounds.c
 * After       Boruvka (1926); minima of pairs (weight, edge) in two passes of 32 bits: OpenCL 1.2 has no 64-bit
 *             atomics. The order of lists varies, without effect on the result.
 *
 * If two components choose each other, they choose the same edge, and longer circles do not exist, because all pairs
 * (order, number) differ. The lower vertex is then the root. Each round finds LEAST for the next one.
 */
#include "view.clh"

#ifndef GROUP_SIZE
#error "GROUP_SIZE is required"
#endif

/* An edge between components. */
struct live_edge {
    uint a, b; /* their roots */
    uint order, number;
} __attribute__((aligned(16)));

__kernel void bound_reset(__global uint *words, __global uint *counts, const uint n, const uint edge_count)
{
    for (uint v = (uint)get_global_id(0); v < n; v += (uint)get_global_size(0)) {
        LEAST(0)[v] = WHICH(0)[v] = CHOSEN[v] = SECONDS[v] = BOUND_NONE;
        HOOK[v] = v;
        DEGREES[v] = 0;
    }
    for (uint round = (uint)get_global_id(0); round < BOUND_ROUNDS; round += (uint)get_global_size(0)) {
        counts[round] = round == 0 ? edge_count : 0;
    }
}

__kernel void bound_weigh(__global uint *words, __global struct live_edge *live,
                          __global const struct bound_edge *edges, __global const int *potentials, const uint n,
                          const uint edge_count, const uint forced)
{
    for (uint e = (uint)get_global_id(0); e < edge_count; e += (uint)get_global_size(0)) {
        const struct bound_edge edge = edges[e];
        const uint order = edge_order(edge, e, forced, potentials);
        live[e].a = edge.a;
        live[e].b = edge.b;
        live[e].order = order;
        live[e].number = e;
        word_lower(LEAST(0) + edge.a, order);
        word_lower(LEAST(0) + edge.b, order);
    }
}

/* The part of work-item `item` of `items` in a round. */
struct share {
    uint item, items, n, capacity, round;
};

SHARED_INLINE void which(struct share share, __global uint *words, __global const struct live_edge *live,
                         __global const uint *counts)
{
    const uint n = share.n, round = share.round, count = counts[round];
    __global const struct live_edge *from = live + (round & 1) * (size_t)share.capacity;
    for (uint k = share.item; k < count; k += share.items) {
        const struct live_edge edge = from[k];
        if (LEAST(round)[edge.a] == edge.order) {
            word_lower(WHICH(round) + edge.a, edge.number);
        }
        if (LEAST(round)[edge.b] == edge.order) {
            word_lower(WHICH(round) + edge.b, edge.number);
        }
    }
}

SHARED_INLINE void hook(struct share share, __global uint *words, __global const struct live_edge *live,
                        __global const uint *counts, __global const struct bound_edge *edges)
{
    const uint n = share.n, round = share.round, count = counts[round];
    __global const struct live_edge *from = live + (round & 1) * (size_t)share.capacity;
    for (uint k = share.item; k < count; k += share.items) {
        const struct live_edge edge = from[k];
        const uint a = edge.a, b = edge.b, e = edge.number;
        const bool by_a = WHICH(round)[a] == e, by_b = WHICH(round)[b] == e;
        LEAST(round + 1)[a] = LEAST(round + 1)[b] = BOUND_NONE;
        WHICH(round + 1)[a] = WHICH(round + 1)[b] = BOUND_NONE;
        if (round == 0 && by_a) {
            FIRST[a] = e;
        }
        if (round == 0 && by_b) {
            FIRST[b] = e;
        }
        if (by_a || by_b) {
            const bool a_joins = by_a && !(by_b && a < b);
            const uint joins = a_joins ? a : b;
            HOOK[joins] = a_joins ? b : a;
            CHOSEN[joins] = e;
            atomic_inc(DEGREES + edges[e].a);
            atomic_inc(DEGREES + edges[e].b);
        }
    }
}

/* The root of a vertex. Halves the path to it. */
SHARED_INLINE uint root_of(volatile __global uint *hooks, uint node)
{
    uint up = word_read(hooks + node);
    while (up != node) {
        const uint over = word_read(hooks + up);
        if (over != up) {
#if RELAXED
            hooks[node] = over;
#else
            atomic_xchg(hooks + node, over);
#endif
        }
        node = over;
        up = word_read(hooks + node);
    }
    return node;
}

/* All work-items of all groups call it. `places`: number of edges that the group keeps, and where the first goes. */
SHARED_INLINE void filter(struct share share, __global uint *words, __global struct live_edge *live,
                          __global uint *counts, __local uint places[2])
{
    const uint n = share.n, round = share.round, count = counts[round], l = (uint)get_local_id(0);
    __global const struct live_edge *from = live + (round & 1) * (size_t)share.capacity;
    __global struct live_edge *to = live + ((round + 1) & 1) * (size_t)share.capacity;
    for (uint begin = share.item - l; begin < count; begin += share.items) {
        struct live_edge edge = {0, 0, 0, 0};
        uint place = 0;
        if (l == 0) {
            places[0] = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (begin + l < count) {
            edge = from[begin + l];
            edge.a = root_of(HOOK, edge.a);
            edge.b = root_of(HOOK, edge.b);
            if (edge.a != edge.b) {
                place = atomic_inc(&places[0]);
                word_lower(LEAST(round + 1) + edge.a, edge.order);
                word_lower(LEAST(round + 1) + edge.b, edge.order);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == 0) {
            places[1] = atomic_add(counts + round + 1, places[0]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (edge.a != edge.b) {
            to[places[1] + place] = edge;
        }
    }
}

#define SHARE {(uint)get_global_id(0), (uint)get_global_size(0), n, capacity, round}

__kernel void bound_which(__global uint *words, __global const struct live_edge *live, __global const uint *counts,
                          const uint n, const uint capacity, const uint round)
{
    const struct share share = SHARE;
    which(share, words, live, counts);
}

__kernel void bound_hook(__global uint *words, __global const struct live_edge *live, __global const uint *counts,
                         __global const struct bound_edge *edges, const uint n, const uint capacity, const uint round)
{
    const struct share share = SHARE;
    hook(share, words, live, counts, edges);
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void bound_filter(__global uint *words, __global struct live_edge *live, __global uint *counts, const uint n,
                           const uint capacity, const uint round)
{
    __local uint places[2];
    const struct share share = SHARE;
    filter(share, words, live, counts, places);
}

__kernel void bound_finish(__global uint *words, __global struct live_edge *live, __global uint *counts,
                           __global const struct bound_edge *edges, const uint n, const uint capacity,
                           const uint round) /* the first */
{
    __local uint places[2];
    struct share share = SHARE;
    for (; counts[share.round] > 0; ++share.round) {
        which(share, words, live, counts);
        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
        hook(share, words, live, counts, edges);
        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
        filter(share, words, live, counts, places);
        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    }
}
