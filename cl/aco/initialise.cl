/* aco_initialise - computes distance, heuristic and trail of every pair of nodes.
 * aco_row_offsets - computes the power of two per node that keeps choice-info in the range of floats.
 *
 * NDRange     device.c: aco_device_matrix() {stride, n}, one work-item per pair; aco_device_rows() one group per node
 * Required    METRIC          0: `distance` was uploaded; otherwise a METRIC_ of tsp_metric.h, computed here
 *             LENGTHS         arithmetic, of tsp_metric.h; 0 with METRIC 0
 *             ROW_GROUP_SIZE  work-items per row in aco_row_offsets; 1 on CPUs
 *             BETA_WHOLE      beta if it is a whole number, otherwise -1
 *             JOINT           1: the last node is the joint of an open path, at distance 0 from all others; otherwise 0
 *             PARTNERS        partners.clh
 * Reads       coordinates[3][n] (METRIC > 0), partners[n] if PARTNERS
 * Writes      distance[n][stride] int, heuristic[n][stride] float (edge_math.h, heuristic_towards()),
 *             trails[n][stride] uint, row_offsets[n] int
 * Draws       nothing
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 3
 */
#include "edge_math.h"
#include "partners.clh"
#include "parts.clh"
#include "row_group.clh"
#include "cl/shared/tsp_metric.h"
#if METRIC == 0
typedef int metric_coordinate;
#endif

__kernel void aco_initialise(
    __global const metric_coordinate *restrict coordinates, /* [3][n] coordinates x, y, z of each node */
    __global int *restrict distance,                 /* [n][stride] distance of each edge */
    __global float *restrict heuristic,              /* [n][stride] heuristic of each edge */
    __global uint *restrict trails,                  /* [n][stride] trail of each edge, in units */
    const uint n, const uint stride,
    const uint trail_initial,               /* initial trail tau_0, in units */
    __global const uint *restrict partners, /* [n] partner of each node; NODE_NONE: none */
    const struct aco_parts parts)
{
    OWN(heuristic), OWN(trails);
    const uint j = get_global_id(0);
    const uint i = get_global_id(1);
    if (j >= stride || i >= n) {
        return;
    }
    const size_t cell = (size_t)i * stride + j;
    if (j >= n) {
        distance[cell] = 0;
        heuristic[cell] = 0.0f;
        trails[cell] = 0;
        return;
    }
#if METRIC > 0
    __global const metric_coordinate *x = coordinates, *y = x + n, *z = y + n;
#if JOINT
    const bool apart = i != j && i != n - 1 && j != n - 1;
#else
    const bool apart = i != j;
#endif
    const int d = apart ? metric_between(METRIC, x[i], y[i], z[i], x[j], y[j], z[j]) : 0;
    distance[cell] = d;
#else
    const int d = distance[cell];
#endif
    heuristic[cell] = heuristic_towards(d, (JOINT && j == n - 1) || is_fixed(partners, i, j));
    trails[cell] = trail_initial;
}

__attribute__((reqd_work_group_size(ROW_GROUP_SIZE, 1, 1)))
__kernel void aco_row_offsets(
    __global const float *restrict heuristic, /* [n][stride] heuristic of each edge */
    __global int *restrict row_offsets,       /* [n] exponent offset of each row (row_offset_of()) */
    const uint n, const uint stride,
    const int alpha_offset, /* exponent available for eta^beta: edge_math.h, row_offset_of() */
    const long beta_fixed,
    const struct aco_parts parts)
{
    OWN(heuristic);
    const uint i = get_group_id(0);
    const uint item = get_local_id(0);
    __local ulong found[ROW_GROUP_SIZE + ROW_SEGMENT];
    __global const float *row = heuristic + (size_t)i * stride;
    uint largest = 0;
    for (uint j = item; j < n; j += ROW_GROUP_SIZE) {
        const uint bits = j == i ? 0u : float_bits(row[j]);
        largest = max(largest, bits);
    }
    largest = row_max(found, item, largest);
    if (item == 0) {
        row_offsets[i] = row_offset_of(largest, BETA_WHOLE, beta_fixed, alpha_offset);
    }
}
