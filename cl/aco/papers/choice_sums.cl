/* aco_choice_sums - computes running sums of each row of weights, for the stochastic trial.
 * aco_choice_starts - computes start nodes of searches in those sums.
 *
 * NDRange     device.c: aco_device_rows() one group per node
 * Required    ROW_GROUP_SIZE  work-items per row; 1 on CPUs
 * Reads       weights[n][stride] uint; sums
 * Writes      sums[n][stride] ulong: the sum of the row's weights up to and including each node;
 *             starts[n][stride] uint: the first G of a row, see trial_steps.clh
 * Draws       nothing
 * Checked by  test/kernel/kernels.c
 * After       Uchida, Ito and Nakano (2014), eq. 9
 */
#include "cl/aco/parts.clh"
#include "cl/aco/row_group.clh"
#include "trial_steps.clh"

__attribute__((reqd_work_group_size(ROW_GROUP_SIZE, 1, 1)))
__kernel void aco_choice_sums(
    __global const uint *restrict weights, /* [n][stride] selection weight of each edge */
    __global ulong *restrict sums,         /* [n][stride] running sums of each row of weights */
    const uint n, const uint stride,
    const struct aco_parts parts)
{
    OWN(weights), OWN(sums);
    const uint i = get_group_id(0);
    const uint item = get_local_id(0);
    __global const uint *row = weights + (size_t)i * stride;
    __global ulong *out = sums + (size_t)i * stride;
    __local ulong found[ROW_GROUP_SIZE + ROW_SEGMENT];
    ulong before = 0; /* sum of all chunks before this one */
    for (uint first = 0; first < stride; first += 4 * ROW_GROUP_SIZE) {
        const uint j = first + 4 * item; /* j is in bounds, because rows are multiples of 64 */
        const uint4 w = j < stride ? vload4(0, row + j) : (uint4)(0u);
        ulong4 sum = (ulong4)(w.x, 0, 0, 0);
        sum.y = sum.x + w.y;
        sum.z = sum.y + w.z;
        sum.w = sum.z + w.w;
        ulong of_chunk;
        const ulong passed = before + row_sum_before(found, item, sum.w, &of_chunk);
        if (j < stride) {
            vstore4(sum + passed, 0, out + j);
        }
        before += of_chunk;
    }
}

__attribute__((reqd_work_group_size(ROW_GROUP_SIZE, 1, 1)))
__kernel void aco_choice_starts(
    __global const ulong *restrict sums, /* [n][stride] running sums of each row of weights */
    __global uint *restrict starts,      /* [n][stride] start nodes of searches in `sums` (trial_steps.clh) */
    const uint n, const uint stride,
    const struct aco_parts parts)
{
    OWN(sums), OWN(starts);
    const uint i = get_group_id(0);
    __global const ulong *row = sums + (size_t)i * stride;
    __global uint *out = starts + (size_t)i * stride;
    const uint bits = trial_start_bits(n), count = 1u << bits;
    const ulong total = row[stride - 1];
#if ROW_GROUP_SIZE > 1
    for (uint k = get_local_id(0); k < count; k += ROW_GROUP_SIZE) { /* neighbours search the same cache lines */
        out[k] = trial_search(row, 0, n - 1, trial_bound(k, bits, total));
    }
#else
    uint j = 0;
    for (uint k = 0; k < count; ++k) {
        const ulong bound = trial_bound(k, bits, total);
        while (j + 1 < n && row[j] <= bound) { /* in a row without weights the loop ends at the last node */
            ++j;
        }
        out[k] = j;
    }
#endif
}
