/* bound_seconds - finds the lowest bound_order() of each leaf's edges that are not in the tree.
 * bound_sum - sums the weights of a group's tree edges, and finds its leaf with the heaviest second edge.
 * bound_settle - finds the length of the 1-tree and its special node, and compares the length with the longest.
 * bound_close - finds the special node's second edge, and keeps the potentials if they are the best.
 *
 * NDRange     device.c: bound_device_find(); items share vertices or edges in strides; bound_settle: one group
 * Required    RELAXED     1: words that other work-items change by atomics are read without atomics (view.clh)
 *             GROUP_SIZE  work-items in a group
 * Reads       words, edges[edge_count] struct bound_edge, potentials[n]
 * Writes      words, parts[groups] struct bound_part, state[1] struct bound_state, kept[n]
 * Draws       nothing
 * Checked by  test/kernel/bounds.c
 * After       Held and Karp (1970); Volgenant and Jonker (1982): the special node is a leaf of the tree, so its
 *             tree edge is its lightest.
 */
#include "view.clh"

#ifndef GROUP_SIZE
#error "GROUP_SIZE is required"
#endif

__kernel void bound_seconds(__global uint *words, __global const struct bound_edge *edges,
                            __global const int *potentials, const uint n, const uint edge_count)
{
    for (uint e = (uint)get_global_id(0); e < edge_count; e += (uint)get_global_size(0)) {
        const struct bound_edge edge = edges[e];
        const bool by_a = DEGREES[edge.a] == 1 && FIRST[edge.a] != e, by_b = DEGREES[edge.b] == 1 && FIRST[edge.b] != e;
        const uint order = by_a || by_b ? bound_order(edge_weight(edge, potentials)) : BOUND_NONE;
        if (by_a) {
            word_lower(SECONDS + edge.a, order);
        }
        if (by_b) {
            word_lower(SECONDS + edge.b, order);
        }
    }
}

/* Adds the lengths of two results, and keeps the special node with the heavier second edge, the lower node on ties. */
SHARED_INLINE struct bound_part part_of_both(struct bound_part one, struct bound_part other)
{
    const bool better = other.special != BOUND_NONE
                        && (one.special == BOUND_NONE || other.second > one.second
                            || (other.second == one.second && other.special < one.special));
    one.length += other.length;
    one.special = better ? other.special : one.special;
    one.second = better ? other.second : one.second;
    return one;
}

/* Combines the results of a group. All work-items call it; the first one gets the result. */
SHARED_INLINE struct bound_part part_of_group(struct bound_part mine, __local struct bound_part *parts)
{
    const uint l = (uint)get_local_id(0);
    parts[l] = mine;
    for (uint half_size = GROUP_SIZE / 2; half_size > 0; half_size >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < half_size) {
            parts[l] = part_of_both(parts[l], parts[l + half_size]);
        }
    }
    return parts[l];
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void bound_sum(__global const uint *words, __global const struct bound_edge *edges,
                        __global const int *potentials, __global struct bound_part *parts, const uint n)
{
    __local struct bound_part of_items[GROUP_SIZE];
    struct bound_part mine = {0, BOUND_NONE, BOUND_NONE};
    for (uint v = (uint)get_global_id(0); v < n; v += (uint)get_global_size(0)) {
        const uint e = CHOSEN[v], second = SECONDS[v];
        const struct bound_part node = {(e == BOUND_NONE ? 0 : (long)edge_weight(edges[e], potentials))
                                            - 2 * (long)potentials[v],
                                        second == BOUND_NONE ? BOUND_NONE : v, second};
        mine = part_of_both(mine, node);
    }
    mine = part_of_group(mine, of_items);
    if (get_local_id(0) == 0) {
        parts[get_group_id(0)] = mine;
    }
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void bound_settle(__global const struct bound_part *parts, __global struct bound_state *state,
                           const uint groups)
{
    __local struct bound_part of_items[GROUP_SIZE];
    struct bound_part mine = {0, BOUND_NONE, BOUND_NONE};
    for (uint k = (uint)get_local_id(0); k < groups; k += GROUP_SIZE) {
        mine = part_of_both(mine, parts[k]);
    }
    mine = part_of_group(mine, of_items);
    if (get_local_id(0) == 0) {
        const long length = mine.length + (mine.special == BOUND_NONE ? 0 : (long)(int)bound_order((int)mine.second));
        state->length = length;
        state->special = mine.special;
        state->second = mine.second;
        state->edge = BOUND_NONE;
        state->improved = length > state->kept_length;
        state->kept_length = max(state->kept_length, length);
    }
}

__kernel void bound_close(__global const uint *words, __global const struct bound_edge *edges,
                          __global const int *potentials, __global int *kept, __global struct bound_state *state,
                          const uint n, const uint edge_count)
{
    const uint special = state->special, second = state->second, improved = state->improved;
    for (uint e = (uint)get_global_id(0); e < edge_count && special != BOUND_NONE; e += (uint)get_global_size(0)) {
        const struct bound_edge edge = edges[e];
        if ((edge.a == special || edge.b == special) && FIRST[special] != e
            && bound_order(edge_weight(edge, potentials)) == second) {
            atomic_min(&state->edge, e);
        }
    }
    for (uint v = (uint)get_global_id(0); v < n && improved; v += (uint)get_global_size(0)) {
        kept[v] = potentials[v];
    }
}
