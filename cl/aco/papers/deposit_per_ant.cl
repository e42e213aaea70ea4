/* aco_deposit_per_ant - adds the deposits of one ant; launched once per ant.
 *
 * NDRange     papers/deposit.c: aco_rows_per_ant(), one work-item per edge
 * Required    SYMMETRIC  1: a deposit goes to both directions of an edge (TSP); 0: to one (ATSP)
 * Reads       tours[ants][n] uint, amounts[ants] uint
 * Writes      trails[n][stride] uint
 * Draws       nothing
 * Checked by  test/kernel/deposits.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 9. Work-items of a launch change different trails, because
 *             a tour has each edge once
 */
#include "cl/aco/parts.clh"

__kernel void aco_deposit_per_ant(
    __global const uint *restrict tours,   /* [ants][n] tour of each ant */
    __global const uint *restrict amounts, /* [ants] units that the tour deposits on an edge */
    __global uint *restrict trails,        /* [n][stride] trail of each edge */
    const uint n, const uint stride,
    const uint ant,
    const struct aco_parts parts)
{
    OWN(tours), OWN(amounts), OWN(trails);
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
    /* the tour of two nodes contains both directions of the edge */
    if (n > 2) {
        trails[(size_t)j * stride + i] += amount;
    }
#endif
}
