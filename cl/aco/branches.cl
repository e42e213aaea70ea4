/* aco_branches - counts the significant trails (trail_branches()) of all rows.
 *
 * NDRange     device.c: aco_device_elements(), one work-item per row
 * Required    nothing
 * Reads       trails[n][stride] uint
 * Writes      best[1].counted, which the last reduction set to 0
 * Draws       nothing
 * Checked by  test/kernel/family.c
 * After       Gambardella and Dorigo (1995), the lambda-branching factor; lambda = 1 / 20 as in ACOTSP
 */
#include "colony_rules.h"
#include "parts.clh"

__kernel void aco_branches(
    __global const uint *restrict trails, /* [n][stride] trail of each edge, in units */
    __global struct aco_best *best,       /* [1] record of the best tours */
    const uint n, const uint stride,
    const uint width, /* number of trails per row */
    const uint whole, /* 1: rows hold all nodes; the trail from a node to itself is skipped */
    const struct aco_parts parts)
{
    OWN(trails), OWN(best);
    const uint i = get_global_id(0);
    if (i >= n) {
        return;
    }
    __global const uint *row = trails + (size_t)i * stride;
    const uint skipped = whole ? i : width;
    uint smallest = ~0u, largest = 0, count = 0;
    for (uint k = 0; k < width; ++k) {
        if (k != skipped) {
            smallest = min(smallest, row[k]);
            largest = max(largest, row[k]);
        }
    }
    for (uint k = 0; k < width; ++k) {
        count += k != skipped && trail_branches(row[k], smallest, largest);
    }
    atomic_add(&best->counted, count);
}
