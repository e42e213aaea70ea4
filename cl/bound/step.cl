/* bound_direct - computes the directions of all vertices from their degrees in the 1-tree, and the sum of each group.
 * bound_prefix - computes the prefix sums of the directions.
 * bound_cross - counts the edges of the tree that leave each cell, and sums their lengths.
 * bound_scale - computes the scales of cells from these edges.
 * bound_cells - computes the moves of cells.
 * bound_move - moves the potentials.
 *
 * NDRange     device.c: bound_device_move(); in bound_direct and bound_prefix a group has `chunk` consecutive vertices;
 *             in the others items share vertices or cells in strides
 * Required    RELAXED     as in tree.cl, without effect
 *             GROUP_SIZE  work-items in a group
 * Reads       words, edges struct bound_edge, state[1] struct bound_state, scales[n], leaves[n], cells[cell_count]
 * Writes      directions[n], totals[groups], sums[n + 1], crossed[cell_count][3], cell_scales[cell_count],
 *             cell_moves[cell_count], potentials[n]
 * Draws       nothing
 * Checked by  test/kernel/bounds.c
 * After       cl/bound/steps.h
 *
 * A cell is a subtree of the k-d tree, and has the nodes from cells[cell].x to cells[cell].y - 1 (uint2). Its parent is
 * (cell - 1) / 2.
 */
#include "view.clh"

#ifndef GROUP_SIZE
#error "GROUP_SIZE is required"
#endif

/* Returns the sum of the values up to and including this work-item's. All work-items of the group call it, and
 * synchronise before they change `values`. */
SHARED_INLINE long sum_up_to(long value, __local long *values)
{
    const uint l = (uint)get_local_id(0);
    values[l] = value;
    for (uint reach = 1; reach < GROUP_SIZE; reach *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const long before = l >= reach ? values[l - reach] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        values[l] += before;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return values[l];
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void bound_direct(__global const uint *words, __global const struct bound_edge *edges,
                           __global const struct bound_state *state, __global int *directions, __global long *totals,
                           const uint n, const uint chunk, const uint is_first)
{
    __local long values[GROUP_SIZE];
    const uint begin = (uint)get_group_id(0) * chunk, end = min(n, begin + chunk), l = (uint)get_local_id(0);
    const uint e = state->edge;
    const uint a = e == BOUND_NONE ? BOUND_NONE : edges[e].a, b = e == BOUND_NONE ? BOUND_NONE : edges[e].b;
    long sum = 0;
    for (uint v = begin + l; v < end; v += GROUP_SIZE) {
        const int degree = (int)DEGREES[v] + (v == a || v == b);
        const int direction = bound_direction(is_first ? 0 : directions[v], degree, is_first);
        directions[v] = direction;
        sum += direction;
    }
    sum = sum_up_to(sum, values);
    if (l + 1 == GROUP_SIZE) {
        totals[get_group_id(0)] = sum;
    }
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void bound_prefix(__global const int *directions, __global const long *totals, __global long *sums,
                           const uint n, const uint chunk)
{
    __local long values[GROUP_SIZE];
    const uint group = (uint)get_group_id(0), begin = group * chunk, end = min(n, begin + chunk);
    const uint l = (uint)get_local_id(0);
    long sum = 0;
    for (uint k = l; k < group; k += GROUP_SIZE) {
        sum += totals[k];
    }
    sum_up_to(sum, values);
    sum = values[GROUP_SIZE - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (group == 0 && l == 0) {
        sums[0] = 0;
    }
    for (uint tile = begin; tile < end; tile += GROUP_SIZE) {
        const uint v = tile + l;
        const long mine = sum_up_to(v < end ? directions[v] : 0, values);
        if (v < end) {
            sums[v + 1] = sum + mine;
        }
        sum += values[GROUP_SIZE - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* Adds an edge to a cell. `crossed`: low and high word of the sum of lengths, and a count. */
SHARED_INLINE void cross(__global uint *crossed, uint cell, uint length)
{
    const uint before = atomic_add(crossed + 3 * (size_t)cell, length);
    if (before + length < before) {
        atomic_inc(crossed + 3 * (size_t)cell + 1);
    }
    atomic_inc(crossed + 3 * (size_t)cell + 2);
}

__kernel void bound_cross(__global const uint *words, __global const struct bound_edge *edges,
                          __global const uint *leaves, __global uint *crossed, const uint n)
{
    for (uint v = (uint)get_global_id(0); v < n; v += (uint)get_global_size(0)) {
        const uint e = CHOSEN[v];
        if (e != BOUND_NONE) {
            const struct bound_edge edge = edges[e];
            uint a = leaves[edge.a], b = leaves[edge.b];
            while (a != b) { /* the cell of the higher number is not an ancestor of the other, so the edge leaves it */
                const uint cell = max(a, b);
                cross(crossed, cell, (uint)edge.length);
                a = a == cell ? (a - 1) / 2 : a;
                b = b == cell ? (b - 1) / 2 : b;
            }
        }
    }
}

__kernel void bound_scale(__global uint *crossed, __global int *cell_scales, const uint cell_count)
{
    for (uint cell = (uint)get_global_id(0); cell < cell_count; cell += (uint)get_global_size(0)) {
        __global uint *of_cell = crossed + 3 * (size_t)cell;
        const long length = (long)((ulong)of_cell[1] << 32 | of_cell[0]);
        const int count = (int)of_cell[2];
        cell_scales[cell] = count > 0 ? bound_cell_scale(length, count) : 0;
        of_cell[0] = of_cell[1] = of_cell[2] = 0; /* cleared for the next launch */
    }
}

__kernel void bound_cells(__global const uint2 *cells, __global const int *cell_scales, __global const long *sums,
                          __global long *cell_moves, const uint cell_count, const int cell_step)
{
    for (uint cell = (uint)get_global_id(0); cell < cell_count; cell += (uint)get_global_size(0)) {
        const uint2 nodes = cells[cell];
        cell_moves[cell] = bound_cell_move(cell_scales[cell], sums[nodes.y] - sums[nodes.x], cell_step);
    }
}

__kernel void bound_move(__global const int *scales, __global const uint *leaves, __global const long *cell_moves,
                         __global const int *directions, __global int *potentials, const uint n, const uint cell_count,
                         const int node_step)
{
    for (uint v = (uint)get_global_id(0); v < n; v += (uint)get_global_size(0)) {
        long move = bound_node_move(scales[v], directions[v], node_step);
        if (cell_count > 0) {
            uint cell = leaves[v];
            move += cell_moves[cell];
            while (cell > 0) {
                cell = (cell - 1) / 2;
                move += cell_moves[cell];
            }
        }
        potentials[v] = bound_potential(potentials[v], move);
    }
}
