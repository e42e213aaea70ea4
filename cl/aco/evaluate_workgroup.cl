/* aco_evaluate_workgroup - measures a tour per work-group, by a prefix sum.
 *
 * NDRange     colony_device.c: aco_device_evaluate(), one group of EVALUATE_GROUP_SIZE per ant
 * Required    EVALUATE_GROUP_SIZE  work-items in a group, any number >= 1
 * Reads       tours[ants][n] uint, distance[n][stride] int
 * Writes      lengths[ants] long
 * Draws       nothing
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 7; in long tours each work-item sums several edges before
 *             the prefix sum, as in their footnote 12
 */
#include "parts.clh"

#ifndef EVALUATE_GROUP_SIZE
#error "EVALUATE_GROUP_SIZE is required"
#endif

__attribute__((reqd_work_group_size(EVALUATE_GROUP_SIZE, 1, 1)))
__kernel void aco_evaluate_workgroup(
    __global const uint *restrict tours,   /* [ants][n] tour of each ant */
    __global const int *restrict distance, /* [n][stride] distance of each edge */
    __global long *restrict lengths,       /* [ants] length of each tour */
    const uint n, const uint stride, const uint ants,
    const struct aco_parts parts)
{
    OWN(tours), OWN(lengths);
    __local long delta[EVALUATE_GROUP_SIZE];
    const uint ant = get_group_id(0);
    const uint item = get_local_id(0);
    __global const uint *tour = tours + (size_t)ant * n;
    long sum = 0;
    for (uint pos = item; pos < n; pos += EVALUATE_GROUP_SIZE) {
        sum += distance[(size_t)tour[pos] * stride + tour[pos + 1 == n ? 0 : pos + 1]];
    }
    delta[item] = sum;
    for (uint distance_back = 1; distance_back < EVALUATE_GROUP_SIZE; distance_back <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        sum = delta[item] + (item >= distance_back ? delta[item - distance_back] : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        delta[item] = sum;
    }
    if (item == EVALUATE_GROUP_SIZE - 1) {
        lengths[ant] = sum;
    }
}
