/* aco_evaporate - every trail loses the fraction rho, down to the floor.
 *
 * NDRange     device.c: aco_device_matrix() {stride, n}, one work-item per trail
 * Required    nothing
 * Reads       trails[n][stride] uint
 * Writes      trails: between trail_floor and TRAIL_MAX
 * Draws       nothing
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 8; the floor: Belotti, CUDA Ant Colony Optimization per TSP
 *             simmetrico, section 3.1
 */
#include "edge_math.h"
#include "parts.clh"

__kernel void aco_evaporate(
    __global uint *restrict trails, /* [n][stride] trail of each edge, in units */
    const uint n, const uint stride,
    const uint keep,        /* (1 - rho) * 2^32 */
    const uint trail_floor, /* smallest trail, in units */
    const struct aco_parts parts)
{
    OWN(trails);
    const uint j = get_global_id(0);
    const uint i = get_global_id(1);
    if (j >= n || i >= n) {
        return;
    }
    const size_t cell = (size_t)i * stride + j;
    trails[cell] = trail_evaporated(trails[cell], keep, trail_floor);
}
