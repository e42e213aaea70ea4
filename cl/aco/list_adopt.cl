/* aco_list_adopt - adds edges of the tour that deposited to the candidate lists.
 *
 * NDRange     device.c: aco_device_elements(), one work-item per node
 * Required    METRIC, JOINT  edges.clh
 *             LENGTHS        edges.clh
 *             PARTNERS       partners.clh
 * Reads       tours[rows][n] uint, best[1], edges; partners[n] if PARTNERS
 * Writes      candidates[n][stride] uint, heuristic[n][stride] float, trails[n][stride] uint: entries width - 1 and
 *             width - 2
 * Draws       nothing
 * Checked by  test/kernel/family.c
 * After       ours. A best tour on rl5915 has 33 edges that no list of 16 candidates has, and ants that follow it leave
 *             their lists 80 times. Gap of 16 ants after 32 iterations: 3.4 %, with adoption 2.6 %. Skinderowicz (2022)
 *             copies parts of tours instead
 */
#include "colony_rules.h"
#include "cl/shared/edges.clh"
#include "partners.clh"
#include "parts.clh"

struct adopt_row {
    __global uint *list;
    __global float *heuristic;
    __global uint *trails;
    uint node, width;
};

/* Puts node j on a list that lacks it: as last entry, or as the last but one if `other` is the last. */
SHARED_INLINE void adopt(struct adopt_row row, const struct edges *edges, __global const uint *partners, uint j,
                         uint other)
{
    uint index = 0, largest = 0;
    for (uint k = 0; k < row.width; ++k) {
        index = row.list[k] == j ? k : index;
        largest = max(largest, row.trails[k]);
    }
    if (row.list[index] == j) {
        return;
    }
    index = row.list[row.width - 1] == other ? row.width - 2 : row.width - 1;
    row.list[index] = j;
    row.trails[index] = largest;
    const bool undrawn = (JOINT && j == edges->n - 1) || is_fixed(partners, row.node, j);
    row.heuristic[index] = heuristic_towards(edge_length(edges, row.node, j), undrawn);
}

__kernel void aco_list_adopt(
    __global const uint *restrict tours,  /* [rows][n] tours of the ants, then kept tours */
    __global const struct aco_best *best, /* [1] record of the best tours */
    __global uint *candidates,            /* [n][stride] candidate list of each node */
    __global float *heuristic,            /* [n][stride] heuristic of each edge */
    __global uint *trails,                /* [n][stride] trail of each edge, in units */
    EDGES_PARAMETERS,
    const uint n, const uint stride,
    const uint width,
    __global const uint *restrict partners, /* [n] partner of each node; NODE_NONE: none */
    const struct aco_parts parts)
{
    OWN(tours), OWN(best), OWN(candidates), OWN(heuristic), OWN(trails);
    const uint pos = get_global_id(0);
    if (pos >= n) {
        return;
    }
    const struct edges edges = EDGES_VIEW(n);
    __global const uint *tour = tours + (size_t)best->depositor * n;
    const uint node = tour[pos];
    const uint before = tour[pos == 0 ? n - 1 : pos - 1], after = tour[pos + 1 == n ? 0 : pos + 1];
    const size_t first = (size_t)node * stride;
    const struct adopt_row row = {candidates + first, heuristic + first, trails + first, node, width};
    adopt(row, &edges, partners, before, after);
    adopt(row, &edges, partners, after, before);
}
