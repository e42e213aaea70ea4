/* aco_evaluate_workitem - measures a tour per work-item.
 *
 * NDRange     colony_device.c: aco_device_evaluate(), one work-item per ant
 * Required    nothing
 * Reads       tours[ants][n] uint, distance[n][stride] int
 * Writes      lengths[ants] long
 * Draws       nothing
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 6
 */
#include "parts.clh"

__kernel void aco_evaluate_workitem(
    __global const uint *restrict tours,   /* [ants][n] tour of each ant */
    __global const int *restrict distance, /* [n][stride] distance of each edge */
    __global long *restrict lengths,       /* [ants] length of each tour */
    const uint n, const uint stride, const uint ants,
    const struct aco_parts parts)
{
    OWN(tours), OWN(lengths);
    const uint ant = get_global_id(0);
    if (ant >= ants) {
        return;
    }
    __global const uint *tour = tours + (size_t)ant * n;
    const uint first = tour[0];
    uint from = first;
    long length = 0;
    for (uint pos = 1; pos < n; ++pos) {
        const uint to = tour[pos];
        length += distance[(size_t)from * stride + to];
        from = to;
    }
    lengths[ant] = length + distance[(size_t)from * stride + first];
}
