/* aco_reduce_best - finds the shortest tour of the iteration and decides whether it is the best so far.
 * aco_keep_best - copies that tour away when it is.
 *
 * NDRange     colony_device.c: aco_device_reduce(), one group of REDUCE_GROUP_SIZE; then one work-item per position
 * Required    REDUCE_GROUP_SIZE  work-items in the group; 1 on CPUs
 * Reads       lengths[ants] long; tours[ants][n] uint
 * Writes      best[1], summaries[slot]; best_tour[n] uint
 * Draws       nothing
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), section 4.3.3: a reduction within one group, lengths with their ants.
 *             The stop conditions are met here, so that a run ends with the same tour however late the host looks.
 */
#include "aco_types.h"

#ifndef REDUCE_GROUP_SIZE
#error "REDUCE_GROUP_SIZE is required"
#endif

__attribute__((reqd_work_group_size(REDUCE_GROUP_SIZE, 1, 1)))
__kernel void aco_reduce_best(
    __global const long *restrict lengths,           /* [ants] */
    __global struct aco_best *best,         /* [1] */
    __global struct aco_summary *summaries, /* [slots] */
    const uint ants,
    const uint slot,       /* of this iteration in summaries */
    const ulong iteration, /* from 1 */
    const long target,     /* stop at this length or below; below 0: never */
    const ulong no_improve) /* stop after this many iterations without a better tour; 0: never */
{
    const uint item = get_local_id(0);
    long shortest = LONG_MAX;
    uint winner = 0;
    for (uint ant = item; ant < ants; ant += REDUCE_GROUP_SIZE) {
        if (lengths[ant] < shortest) { /* ants ascend: the lowest wins ties */
            shortest = lengths[ant];
            winner = ant;
        }
    }
#if REDUCE_GROUP_SIZE > 1
    __local long item_shortest[REDUCE_GROUP_SIZE];
    __local uint item_winner[REDUCE_GROUP_SIZE];
    item_shortest[item] = shortest;
    item_winner[item] = winner;
    for (uint half_size = REDUCE_GROUP_SIZE / 2; half_size > 0; half_size >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_size) {
            const long other = item_shortest[item + half_size];
            const uint other_winner = item_winner[item + half_size];
            if (other < item_shortest[item] || (other == item_shortest[item] && other_winner < item_winner[item])) {
                item_shortest[item] = other;
                item_winner[item] = other_winner;
            }
        }
    }
#endif
    if (item == 0) {
#if REDUCE_GROUP_SIZE > 1
        shortest = item_shortest[0]; /* its own last write */
        winner = item_winner[0];
#endif
        const bool running = best->state == COLONY_RUNNING;
        const bool improved = running && shortest < best->length;
        if (improved) {
            best->length = shortest;
            best->iteration = iteration;
            best->ant = winner;
        }
        best->improved = improved;
        if (running && best->length <= target) {
            best->state = COLONY_REACHED_TARGET;
        } else if (running && no_improve > 0 && iteration - best->iteration >= no_improve) {
            best->state = COLONY_STAGNATED;
        }
        summaries[slot].iteration_length = shortest;
        summaries[slot].best_length = best->length;
        summaries[slot].ant = winner;
        summaries[slot].state = best->state;
        summaries[slot].improved = improved;
        summaries[slot].padding = 0;
    }
}

__kernel void aco_keep_best(
    __global const uint *restrict tours,           /* [ants][n] */
    __global const struct aco_best *best, /* [1] */
    __global uint *restrict best_tour,             /* [n] */
    const uint n)
{
    const uint pos = get_global_id(0);
    if (pos < n && best->improved) {
        best_tour[pos] = tours[(size_t)best->ant * n + pos];
    }
}
