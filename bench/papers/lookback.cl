/* papers_scan_group - prefix sums of a row by one group, tile by tile; with one tile as in the construction `work-group`.
 * papers_scan_lookback - one group per tile: a tile publishes its sum, then adds up the sums of earlier tiles until it
 *                        meets one whose prefix sum is complete (decoupled look-back).
 *
 * NDRange     lookback.c: one group of TEAM_SIZE per row; one group per tile of every row
 * Required    TEAM_SIZE, TEAM_ANTS, TEAM_CODE, TEAM_SEGMENT  team.clh
 * Reads       weights[rows][stride] uint; a tile has TEAM_SIZE * items of them, `items` a multiple of 4
 * Writes      sums[rows][stride] ulong, inclusive; states[1 + tiles of all rows] ulong, 0 at first; states[0] counts groups
 * Draws       nothing
 * Checked by  bench/papers/lookback.c
 * After       Merrill and Garland (2016), section 4, with a window of WINDOW tiles
 *
 * Look-back ends only if groups that have started make progress while others wait for them, which OpenCL does not
 * promise. Tickets number the tiles, so a group waits only for groups that have started.
 */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#include "cl/aco/team.clh"

#define WINDOW 32 /* at most TEAM_SIZE */

/* A state: 48 bits of a sum, 14 of the launch, and SUM or PREFIX. States of other launches count as absent, so no launch
 * has to clear them. */
#define SUM                       1u
#define PREFIX                    2u
#define STATE(sum, launch, kind)  ((ulong)(sum) << 16 | ((launch) & 0x3fffu) << 2 | (kind))
#define IS_ABSENT(state, launch)  (((uint)(state) >> 2 & 0x3fffu) != ((launch) & 0x3fffu) || ((state) & 3u) == 0)

/* Adds the weights [begin, end), a multiple of 4 of them, to `sum`, and writes every sum unless `sums` is NULL. */
ulong scan(__global const uint *row, __global ulong *sums, uint begin, uint end, ulong sum)
{
    for (uint j = begin; j < end; j += 4) {
        const uint4 w = vload4(0, row + j);
        const ulong x = sum + w.x, y = x + w.y, z = y + w.z;
        sum = z + w.w;
        if (sums) {
            vstore4((ulong4)(x, y, z, sum), 0, sums + j);
        }
    }
    return sum;
}

TEAM_KERNEL __kernel void papers_scan_group(
    __global const uint *restrict weights, /* [rows][stride] weights to add up */
    __global ulong *restrict sums,         /* [rows][stride] running sums of each row */
    const uint stride, const uint items)
{
    __local struct team team;
    const size_t row = get_group_id(0) * (size_t)stride;
    ulong passed = 0, total;
    for (uint first = 0; first < stride; first += TEAM_SIZE * items) {
        const uint begin = min(first + team_item() * items, stride), end = min(begin + items, stride);
        const ulong before = team_sum_before(&team, team_item(), scan(weights + row, NULL, begin, end, 0), &total);
        scan(weights + row, sums + row, begin, end, passed + before);
        passed += total;
    }
}

TEAM_KERNEL __kernel void papers_scan_lookback(
    __global const uint *restrict weights, /* [rows][stride] weights to add up */
    __global ulong *restrict sums,         /* [rows][stride] running sums of each row */
    const uint stride, const uint items,
    volatile __global ulong *states) /* [1 + tiles of all rows] counter of groups, then state of each tile */
{
    __local struct team team;
    __local ulong window[WINDOW];
    __local uint taken;
    const uint item = team_item(), tiles = (stride + TEAM_SIZE * items - 1) / (TEAM_SIZE * items);
    if (item == 0) {
        taken = (uint)atom_inc(&states[0]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint launch = taken / get_num_groups(0), number = taken % get_num_groups(0), tile = number % tiles;
    volatile __global ulong *own = states + 1 + number;
    const size_t row = number / tiles * (size_t)stride;
    const uint begin = min((tile * TEAM_SIZE + item) * items, stride), end = min(begin + items, stride);
    ulong total, passed = 0;
    const ulong before = team_sum_before(&team, item, scan(weights + row, NULL, begin, end, 0), &total);
    if (item == 0) {
        atom_xchg(own, STATE(total, launch, tile == 0 ? PREFIX : SUM));
    }
    bool done = tile == 0;
    for (uint left = tile; !done; left -= WINDOW) { /* `left` tiles are unread, and the first of them is a PREFIX */
        if (item < WINDOW && item < left) {
            do {
                window[item] = own[(int)(left - tile - 1 - item)];
            } while (IS_ABSENT(window[item], launch));
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < WINDOW && k < left && !done; ++k) {
            passed += window[k] >> 16;
            done = (window[k] & 3u) == PREFIX;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0 && tile > 0) {
        atom_xchg(own, STATE(passed + total, launch, PREFIX));
    }
    scan(weights + row, sums + row, begin, end, passed + before);
}
