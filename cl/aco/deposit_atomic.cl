/* aco_deposit_atomic - deposits of all ants by an atomic addition per edge and direction.
 *
 * NDRange     deposit.c: aco_rows_atomic(), one work-item per position and ant
 * Required    SYMMETRIC  1: a deposit goes to both directions of an edge (TSP); 0: to one (ATSP)
 * Reads       tours[ants][n] uint, amounts[ants] uint
 * Writes      trails[n][stride] uint
 * Draws       nothing
 * Checked by  test/kernel/deposits.c
 * After       Cecilia et al. (2013), section 3.3, Fig. 4 and Table 4: version 2
 */
#include "atomic_edge.clh"
#include "parts.clh"

__kernel void aco_deposit_atomic(
    __global const uint *restrict tours,   /* [ants][n] tour of each ant */
    __global const uint *restrict amounts, /* [ants] units that the tour deposits on an edge */
    volatile __global uint *trails,        /* [n][stride] trail of each edge */
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
