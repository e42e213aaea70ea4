/* aco_choice_info - computes tau^alpha * eta^beta of every edge.
 * aco_choice_weights - computes the weights of the selection from each row of choice-info.
 *
 * NDRange     colony_device.c: choice_range(); device.c: aco_device_rows() one group per node
 * Required    ALPHA_WHOLE, BETA_WHOLE  the exponent if it is a whole number, otherwise -1
 *             SELECTION                a SELECTION_ of selection_rules.h
 *             ROW_GROUP_SIZE           work-items per row of aco_choice_weights; 1 on CPUs
 * Reads       trails[n][stride] uint, heuristic[n][stride] float, row_offsets[n] int; choice_info
 * Writes      choice_info[n][stride] float, 0 on the diagonal and in the padding;
 *             weights[n][stride]: selection_weight()
 * Draws       nothing
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 4; integer weights: ours
 */
#include "edge_math.h"
#include "parts.clh"
#include "row_group.clh"
#include "selection_rules.h"

/* Choice-info of an edge; 0 if it is none. The diagonal and the padding are computed, too, because a branch would
 * prevent vectorisation. */
SHARED_INLINE float choice_or_zero(uint trail, float eta, struct choice_exponents exponents, int offset, bool edge)
{
    const float choice = choice_of(trail, eta, exponents, offset);
    return edge ? choice : 0.0f;
}

__kernel void aco_choice_info(
    __global const uint *restrict trails,     /* [n][stride] trail of each edge */
    __global const float *restrict heuristic, /* [n][stride] heuristic of each edge */
    __global const int *restrict row_offsets, /* [n] exponent offset of each row (row_offset_of()) */
    __global float *restrict choice_info,     /* [n][stride] choice-info of each edge */
    const uint n, const uint stride,
    const long alpha_fixed, const long beta_fixed, /* times 2^24, unless whole */
    const struct aco_parts parts)
{
    OWN(trails), OWN(heuristic), OWN(choice_info);
    const uint j = CHOICE_ELEMENTS(ROW_GROUP_SIZE) * get_global_id(0);
    const uint i = get_global_id(1);
    if (i >= n) {
        return;
    }
    const size_t cell = (size_t)i * stride + j;
    const struct choice_exponents exponents = {ALPHA_WHOLE, BETA_WHOLE, alpha_fixed, beta_fixed};
    const int offset = row_offsets[i];
#if ROW_GROUP_SIZE > 1 /* H200, pr2392: 0.021 ms, with one edge of a work-item 0.031 ms */
    const uint4 trail = vload4(0, trails + cell);
    const float4 eta = vload4(0, heuristic + cell);
    const float4 choice =
        (float4)(choice_or_zero(trail.x, eta.x, exponents, offset, j < n && j != i),
                 choice_or_zero(trail.y, eta.y, exponents, offset, j + 1 < n && j + 1 != i),
                 choice_or_zero(trail.z, eta.z, exponents, offset, j + 2 < n && j + 2 != i),
                 choice_or_zero(trail.w, eta.w, exponents, offset, j + 3 < n && j + 3 != i));
    vstore4(choice, 0, choice_info + cell);
#else
    choice_info[cell] = choice_or_zero(trails[cell], heuristic[cell], exponents, offset, j < n && j != i);
#endif
}

__attribute__((reqd_work_group_size(ROW_GROUP_SIZE, 1, 1)))
__kernel void aco_choice_weights(
    __global const float *restrict choice_info, /* [n][stride] choice-info of each edge */
    __global uint *restrict weights,            /* [n][stride] selection weight of each edge */
    const uint n, const uint stride,
    const struct aco_parts parts)
{
    OWN(choice_info), OWN(weights);
    const uint i = get_group_id(0);
    const uint item = get_local_id(0);
    __local ulong found[ROW_GROUP_SIZE + ROW_SEGMENT];
    __global const float *row = choice_info + (size_t)i * stride;
    __global uint *out = weights + (size_t)i * stride;
    uint largest = 0; /* a float as bits: non-negative floats sort like their bits */
    for (uint j = item; j < n; j += ROW_GROUP_SIZE) {
        largest = max(largest, float_bits(row[j]));
    }
    largest = row_max(found, item, largest);
    for (uint j = item; j < stride; j += ROW_GROUP_SIZE) {
        const uint bits = float_bits(row[j]);
        out[j] = bits == 0 ? 0u : selection_weight(SELECTION, bits, largest);
    }
}
