/* aco_deposit_amounts - lists the tours that deposit, and the amount that each adds to an edge.
 *
 * NDRange     device.c: aco_device_elements(), one work-item per ant and one more
 * Required    DEPOSITORS  a DEPOSITORS_ of colony_rules.h
 * Reads       lengths[ants + ROWS_KEPT] long, best[1]
 * Writes      depositors[depositors] uint, rows of tours; amounts[depositors] uint, in units
 * Draws       nothing
 * Checked by  test/kernel/family.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 9: 1 / L, here a whole number of units; weights of the
 *             elitist and the rank-based Ant System: Dorigo, Maniezzo and Colorni (1996), Bullnheimer, Hartl and
 *             Strauss (1999)
 */
#include "colony_rules.h"
#include "parts.clh"

__kernel void aco_deposit_amounts(
    __global const long *restrict lengths,     /* [ants + ROWS_KEPT] length of each tour */
    __global const struct aco_best *best,      /* [1] record of the best tours */
    __global uint *restrict depositors,        /* [depositors] row of each tour that deposits */
    __global uint *restrict amounts,           /* [depositors] units that the tour deposits on an edge */
    const uint ants,
    const ulong deposit_scale, const uint length_shift, const uint deposit_maximum,
    const uint elite, const uint ranks, /* elite and rank weights; 0 if the algorithm has none */
    const struct aco_parts parts)
{
    OWN(lengths), OWN(best), OWN(depositors), OWN(amounts);
    const uint ant = get_global_id(0);
#define AMOUNT(row) deposit_amount(lengths[row], deposit_scale, length_shift, deposit_maximum)
#if DEPOSITORS == DEPOSITORS_ALL
    if (ant < ants || (ant == ants && elite > 0)) { /* row `ants` holds the best tour */
        depositors[ant] = ant;
        amounts[ant] = AMOUNT(ant) * (ant < ants ? 1 : elite);
    }
#elif DEPOSITORS == DEPOSITORS_RANKED
    if (ant < ants) {
        uint rank = 0;
        for (uint other = 0; other < ants && rank < ranks; ++other) {
            rank += lengths[other] < lengths[ant] || (lengths[other] == lengths[ant] && other < ant);
        }
        if (rank + 1 < ranks) {
            depositors[rank] = ant;
            amounts[rank] = AMOUNT(ant) * (ranks - 1 - rank);
        }
    }
    if (ant == ants) {
        for (uint rank = ants; rank + 1 < ranks; ++rank) { /* there are fewer ants than ranks */
            depositors[rank] = ROW_BEST(ants);
            amounts[rank] = 0;
        }
        depositors[ranks - 1] = ROW_BEST(ants);
        amounts[ranks - 1] = AMOUNT(ROW_BEST(ants)) * ranks;
    }
#else
    if (ant == 0) {
        const uint row = best->depositor;
        depositors[0] = row;
        amounts[0] = AMOUNT(row);
    }
#endif
#undef AMOUNT
}
