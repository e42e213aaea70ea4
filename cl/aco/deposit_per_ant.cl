/* aco_deposit_amounts - what each ant deposits on an edge.
 * aco_deposit_per_ant - lays the trail of one ant; launched once per ant, in order.
 *
 * NDRange     colony_device.c: aco_device_elements(), one work-item per ant; deposit.c: per_ant_enqueue(), one per edge
 * Required    SYMMETRIC  1: an edge is laid in both directions (TSP); 0: in one (ATSP)
 * Reads       lengths[ants] long; tours[ants][n] uint, amounts[ants] uint
 * Writes      amounts[ants] uint, in units; trails[n][stride] uint
 * Draws       nothing
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 9, which leaves out the closing edge; here it is laid too.
 *             No two work-items of a launch meet on a trail: a tour has each edge once (n = 2: see below).
 */
#include "edge_math.h"

__kernel void aco_deposit_amounts(
    __global const long *restrict lengths, /* [ants] */
    __global uint *restrict amounts,       /* [ants] */
    const uint ants,
    const ulong deposit_scale, const uint length_shift, const uint deposit_maximum)
{
    const uint ant = get_global_id(0);
    if (ant < ants) {
        amounts[ant] = deposit_amount(lengths[ant], deposit_scale, length_shift, deposit_maximum);
    }
}

__kernel void aco_deposit_per_ant(
    __global const uint *restrict tours,   /* [ants][n] */
    __global const uint *restrict amounts, /* [ants] */
    __global uint *restrict trails,        /* [n][stride] */
    const uint n, const uint stride,
    const uint ant)
{
    const uint pos = get_global_id(0);
    if (pos >= n || n < 2) {
        return;
    }
    __global const uint *tour = tours + (size_t)ant * n;
    const uint i = tour[pos];
    const uint j = tour[pos + 1 == n ? 0 : pos + 1];
    const uint amount = amounts[ant];
    trails[(size_t)i * stride + j] += amount;
#if SYMMETRIC
    /* with two nodes the way back is the second edge of the tour itself */
    if (n > 2) {
        trails[(size_t)j * stride + i] += amount;
    }
#endif
}
