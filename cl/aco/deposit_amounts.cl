/* aco_deposit_amounts - what each ant deposits on an edge, for every row of --deposit.
 *
 * NDRange     colony_device.c: aco_device_elements(), one work-item per ant
 * Required    nothing
 * Reads       lengths[ants] long
 * Writes      amounts[ants] uint, in units
 * Draws       nothing
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 9: 1 / L, here a whole number of units
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
