/* aco_choice_info - caches tau^alpha * eta^beta of every edge.
 * aco_choice_weights - turns each row of choice-info into what the selection draws from.
 * aco_choice_sums - running sums of each row of weights, for the stochastic trial.
 * aco_choice_starts - where a search in those sums begins.
 *
 * NDRange     device.c: aco_device_matrix() {stride, n}; aco_device_rows() one group per node
 * Required    ALPHA_WHOLE, BETA_WHOLE  the exponent when it is a whole number, otherwise -1
 *             SELECTION                a SELECTION_ of selection_rules.h
 *             ROW_GROUP_SIZE           work-items per row in the kernels that take a whole row; 1 on CPUs
 * Reads       trails[n][stride] uint, heuristic[n][stride] float, row_offsets[n] int; choice_info; weights; sums
 * Writes      choice_info[n][stride] float, 0 on the diagonal and in the padding;
 *             weights[n][stride]: selection_weight();
 *             sums[n][stride] ulong: the sum of the row's weights up to and with each node;
 *             starts[n][stride] uint: the first G of a row, see trial_steps.clh
 * Draws       nothing
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 4; integer weights: ours. Running sums once an iteration: Uchida,
 *             Ito and Nakano (2014), eq. 9
 */
#include "edge_math.h"
#include "parts.clh"
#include "row_group.clh"
#include "selection_rules.h"
#include "trial_steps.clh"

__kernel void aco_choice_info(
    __global const uint *restrict trails,     /* [n][stride] */
    __global const float *restrict heuristic, /* [n][stride] */
    __global const int *restrict row_offsets, /* [n] */
    __global float *restrict choice_info,     /* [n][stride] */
    const uint n, const uint stride,
    const long alpha_fixed, const long beta_fixed, /* exponents with 24 binary places, when not whole */
    const struct aco_parts parts)
{
    OWN(trails), OWN(heuristic), OWN(choice_info);
    const uint j = get_global_id(0);
    const uint i = get_global_id(1);
    if (i >= n) {
        return;
    }
    const size_t cell = (size_t)i * stride + j;
    const bool edge = j < n && j != i;
    /* computed off the edges too, and dropped: no branch in the way of vectors */
    const float choice = choice_of(trails[cell], heuristic[cell], ALPHA_WHOLE, alpha_fixed, BETA_WHOLE, beta_fixed,
                                   row_offsets[i]);
    choice_info[cell] = edge ? choice : 0.0f;
}

__attribute__((reqd_work_group_size(ROW_GROUP_SIZE, 1, 1)))
__kernel void aco_choice_weights(
    __global const float *restrict choice_info, /* [n][stride] */
    __global uint *restrict weights,            /* [n][stride] */
    const uint n, const uint stride,
    const struct aco_parts parts)
{
    OWN(choice_info), OWN(weights);
    const uint i = get_group_id(0);
    const uint item = get_local_id(0);
    __local ulong found[ROW_GROUP_SIZE + ROW_SEGMENT];
    __global const float *row = choice_info + (size_t)i * stride;
    __global uint *out = weights + (size_t)i * stride;
    uint largest = 0; /* bits of a float >= 0 order like the float */
    for (uint j = item; j < n; j += ROW_GROUP_SIZE) {
        largest = max(largest, float_bits(row[j]));
    }
    largest = row_max(found, item, largest);
    for (uint j = item; j < stride; j += ROW_GROUP_SIZE) {
        const uint bits = float_bits(row[j]);
        out[j] = bits == 0 ? 0u : selection_weight(SELECTION, bits, largest);
    }
}

__attribute__((reqd_work_group_size(ROW_GROUP_SIZE, 1, 1)))
__kernel void aco_choice_sums(
    __global const uint *restrict weights, /* [n][stride] */
    __global ulong *restrict sums,         /* [n][stride] */
    const uint n, const uint stride,
    const struct aco_parts parts)
{
    OWN(weights), OWN(sums);
    const uint i = get_group_id(0);
    const uint item = get_local_id(0);
    __global const uint *row = weights + (size_t)i * stride;
    __global ulong *out = sums + (size_t)i * stride;
    __local ulong found[ROW_GROUP_SIZE + ROW_SEGMENT];
    ulong before = 0; /* the sum of all turns before */
    for (uint first = 0; first < stride; first += 4 * ROW_GROUP_SIZE) {
        const uint j = first + 4 * item; /* rows are a multiple of 64 */
        const uint4 w = j < stride ? vload4(0, row + j) : (uint4)(0u);
        ulong4 sum = (ulong4)(w.x, 0, 0, 0);
        sum.y = sum.x + w.y;
        sum.z = sum.y + w.z;
        sum.w = sum.z + w.w;
        ulong of_turn;
        const ulong passed = before + row_sum_before(found, item, sum.w, &of_turn);
        if (j < stride) {
            vstore4(sum + passed, 0, out + j);
        }
        before += of_turn;
    }
}

__attribute__((reqd_work_group_size(ROW_GROUP_SIZE, 1, 1)))
__kernel void aco_choice_starts(
    __global const ulong *restrict sums, /* [n][stride] */
    __global uint *restrict starts,      /* [n][stride] */
    const uint n, const uint stride,
    const struct aco_parts parts)
{
    OWN(sums), OWN(starts);
    const uint i = get_group_id(0);
    const uint item = get_local_id(0);
    __global const ulong *row = sums + (size_t)i * stride;
    __global uint *out = starts + (size_t)i * stride;
    const uint bits = trial_start_bits(n), count = 1u << bits;
    const uint run = (count + ROW_GROUP_SIZE - 1) / ROW_GROUP_SIZE;
    const uint begin = min(item * run, count), end = min(begin + run, count);
    const ulong total = row[stride - 1];
    uint j = begin < end ? trial_search(row, 0, n - 1, trial_bound(begin, bits, total)) : 0;
    for (uint k = begin; k < end; ++k) {
        const ulong bound = trial_bound(k, bits, total);
        while (j + 1 < n && row[j] <= bound) { /* a node alone has no weight to pass any bound */
            ++j;
        }
        out[k] = j;
    }
}
