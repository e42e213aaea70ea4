/* aco_deposit_atomic - lays the trails of all ants, an atomic addition for every edge and direction.
 * aco_deposit_atomic_tiled - the same; a group takes its part of a tour through local memory.
 *
 * NDRange     rows/deposit.c: aco_rows_atomic(), one work-item per position and ant
 * Required    SYMMETRIC  1: an edge is laid in both directions (TSP); 0: in one (ATSP)
 * Local       aco_deposit_atomic_tiled: a group's nodes and the next one, local size + 1 words
 * Reads       tours[ants][n] uint, amounts[ants] uint
 * Writes      trails[n][stride] uint
 * Draws       nothing
 * Checked by  test/kernel/deposits.c
 * After       Cecilia et al. (2013), section 3.3, Fig. 4 and Table 4: versions 2 and 1. Whole
 *             units add up to the same trails in any order. Nobody uses what the additions return, so that a driver
 *             can take the instruction that returns nothing.
 */
#include "cl/shared/cl_compat.h"
#include "parts.clh"

SHARED_INLINE void deposit_atomic_edge(volatile __global uint *trails, uint n, uint stride, uint i, uint j,
                                       uint amount)
{
    atomic_add(&trails[(size_t)i * stride + j], amount);
#if SYMMETRIC
    /* with two nodes the way back is the second edge of the tour itself */
    if (n > 2) {
        atomic_add(&trails[(size_t)j * stride + i], amount);
    }
#endif
}

__kernel void aco_deposit_atomic(
    __global const uint *restrict tours,   /* [ants][n] */
    __global const uint *restrict amounts, /* [ants] */
    volatile __global uint *trails,        /* [n][stride] */
    const uint n, const uint stride,
    const uint ant_begin,
    const struct aco_parts parts)
{
    OWN(tours), OWN(amounts), OWN(trails);
    const uint pos = get_global_id(0);
    const uint ant = ant_begin + get_global_id(1);
    if (pos >= n || n < 2) {
        return;
    }
    __global const uint *tour = tours + (size_t)ant * n;
    deposit_atomic_edge(trails, n, stride, tour[pos], tour[pos + 1 == n ? 0 : pos + 1], amounts[ant]);
}

__kernel void aco_deposit_atomic_tiled(
    __global const uint *restrict tours,   /* [ants][n] */
    __global const uint *restrict amounts, /* [ants] */
    volatile __global uint *trails,        /* [n][stride] */
    const uint n, const uint stride,
    const uint ant_begin,
    __local uint *tile, /* [local size + 1] */
    const struct aco_parts parts)
{
    OWN(tours), OWN(amounts), OWN(trails);
    const uint item = get_local_id(0);
    const uint items = get_local_size(0);
    const uint pos = get_global_id(0);
    const uint ant = ant_begin + get_global_id(1);
    __global const uint *tour = tours + (size_t)ant * n;
    if (pos < n) {
        tile[item] = tour[pos];
        if (item + 1 == items || pos + 1 == n) { /* the tile's last edge leads to the next tile, or home */
            tile[item + 1] = tour[pos + 1 == n ? 0 : pos + 1];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (pos < n && n > 1) {
        deposit_atomic_edge(trails, n, stride, tile[item], tile[item + 1], amounts[ant]);
    }
}
