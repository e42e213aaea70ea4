/* aco_deposit_atomic_tiled - does the same as aco_deposit_atomic, with a group's nodes of a tour in local memory.
 *
 * NDRange     deposit.c: aco_rows_atomic(), one work-item per position and ant
 * Required    SYMMETRIC  1: a deposit goes to both directions of an edge (TSP); 0: to one (ATSP)
 * Local       a group's nodes and the next one, local size + 1 words
 * Reads       tours[ants][n] uint, amounts[ants] uint
 * Writes      trails[n][stride] uint
 * Draws       nothing
 * Checked by  test/kernel/deposits.c
 * After       Cecilia et al. (2013), section 3.3 and Table 4: version 1
 */
#include "cl/aco/atomic_edge.clh"
#include "cl/aco/parts.clh"

__kernel void aco_deposit_atomic_tiled(
    __global const uint *restrict tours,   /* [ants][n] tour of each ant */
    __global const uint *restrict amounts, /* [ants] units that the tour deposits on an edge */
    volatile __global uint *trails,        /* [n][stride] trail of each edge */
    const uint n, const uint stride,
    const uint ant_begin,
    __local uint *tile, /* [local size + 1] nodes of a part of the tour */
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
        if (item + 1 == items || pos + 1 == n) { /* the tile's last edge leads to the next tile or closes the tour */
            tile[item + 1] = tour[pos + 1 == n ? 0 : pos + 1];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (pos < n && n > 1) {
        deposit_atomic_edge(trails, n, stride, tile[item], tile[item + 1], amounts[ant]);
    }
}
