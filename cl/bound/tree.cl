/* bound_reset - makes each vertex a component.
 * bound_weigh - lists all edges, and finds the lowest edge_order() of each vertex's edges.
 * bound_which - finds the edge of lowest edge_order(), then lowest number, that leaves each component.
 * bound_hook - joins each component to the other end of its lightest edge.
 * bound_filter - lists the remaining edges between components, and finds the lowest edge_order() out of each component.
 * bound_finish - repeats bound_which, bound_hook and bound_filter until no edge remains, in one group.
 *
 * NDRange     device.c: bound_device_find(); items share vertices or edges in strides; bound_finish: one group
 * Required    RELAXED     1: words that other work-items change by atomics are read without atomics (view.clh)
 *             GROUP_SIZE  work-items in a group, except in bound_finish
 * Reads       edges[edge_count] struct bound_edge, potentials[n]
 * Writes      words, live[2][capacity] struct live_edge, counts[BOUND_ROUNDS]
 * Draws       nothing
 * Checked by  test/kernel/bounds.c
 * After       Boruvka (1926); minima of pairs (weight, edge) in two passes of 32 bits: OpenCL 1.2 has no 64-bit
 *             atomics. The order of lists varies, without effect on the result.
 *
 * If two components choose each other, they choose the same edge, and the lower vertex is then the root. Longer cycles
 * do not exist, because all pairs (order, number) differ. Each round finds LEAST for the next one.
 */
#include "view.clh"

#ifndef GROUP_SIZE
#error "GROUP_SIZE is required"
#endif

/* A live edge: its ends are in different components. */
struct live_edge {
    uint a, b; /* roots of the components that the edge joins */
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

/* The words that work-item `item` of `items` handles in a round. */
struct slice {
    uint item, items, n, capacity, round;
};

SHARED_INLINE void which(struct slice slice, __global uint *words, __global const struct live_edge *live,
                         __global const uint *counts)
{
    const uint n = slice.n, round = slice.round, count = counts[round];
    __global const struct live_edge *from = live + (round & 1) * (size_t)slice.capacity;
    for (uint k = slice.item; k < count; k += slice.items) {
        const struct live_edge edge = from[k];
        if (LEAST(round)[edge.a] == edge.order) {
            word_lower(WHICH(round) + edge.a, edge.number);
        }
        if (LEAST(round)[edge.b] == edge.order) {
            word_lower(WHICH(round) + edge.b, edge.number);
        }
    }
}

SHARED_INLINE void hook(struct slice slice, __global uint *words, __global const struct live_edge *live,
                        __global const uint *counts, __global const struct bound_edge *edges)
{
    const uint n = slice.n, round = slice.round, count = counts[round];
    __global const struct live_edge *from = live + (round & 1) * (size_t)slice.capacity;
    for (uint k = slice.item; k < count; k += slice.items) {
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

/* Returns the root of a vertex, and halves the path to it. */
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

/* Removes edges within components. All work-items of all groups call it. `kept`: number of edges that the group
 * keeps, and index of its first edge in the list. */
SHARED_INLINE void filter(struct slice slice, __global uint *words, __global struct live_edge *live,
                          __global uint *counts, __local uint kept[2])
{
    const uint n = slice.n, round = slice.round, count = counts[round], l = (uint)get_local_id(0);
    __global const struct live_edge *from = live + (round & 1) * (size_t)slice.capacity;
    __global struct live_edge *to = live + ((round + 1) & 1) * (size_t)slice.capacity;
    for (uint begin = slice.item - l; begin < count; begin += slice.items) {
        struct live_edge edge = {0, 0, 0, 0};
        uint index = 0;
        if (l == 0) {
            kept[0] = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (begin + l < count) {
            edge = from[begin + l];
            edge.a = root_of(HOOK, edge.a);
            edge.b = root_of(HOOK, edge.b);
            if (edge.a != edge.b) {
                index = atomic_inc(&kept[0]);
                word_lower(LEAST(round + 1) + edge.a, edge.order);
                word_lower(LEAST(round + 1) + edge.b, edge.order);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == 0) {
            kept[1] = atomic_add(counts + round + 1, kept[0]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (edge.a != edge.b) {
            to[kept[1] + index] = edge;
        }
    }
}

#define SLICE {(uint)get_global_id(0), (uint)get_global_size(0), n, capacity, round}

__kernel void bound_which(__global uint *words, __global const struct live_edge *live, __global const uint *counts,
                          const uint n, const uint capacity, const uint round)
{
    const struct slice slice = SLICE;
    which(slice, words, live, counts);
}

__kernel void bound_hook(__global uint *words, __global const struct live_edge *live, __global const uint *counts,
                         __global const struct bound_edge *edges, const uint n, const uint capacity, const uint round)
{
    const struct slice slice = SLICE;
    hook(slice, words, live, counts, edges);
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void bound_filter(__global uint *words, __global struct live_edge *live, __global uint *counts, const uint n,
                           const uint capacity, const uint round)
{
    __local uint kept[2];
    const struct slice slice = SLICE;
    filter(slice, words, live, counts, kept);
}

__kernel void bound_finish(__global uint *words, __global struct live_edge *live, __global uint *counts,
                           __global const struct bound_edge *edges, const uint n, const uint capacity,
                           const uint round) /* number of the round with which this launch begins */
{
    __local uint kept[2];
    struct slice slice = SLICE;
    for (; counts[slice.round] > 0; ++slice.round) {
        which(slice, words, live, counts);
        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
        hook(slice, words, live, counts, edges);
        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
        filter(slice, words, live, counts, kept);
        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    }
}
