/* aco_reduce_best - finds the shortest and the longest tour of the iteration, and calls decide() of decide.h.
 * aco_keep_best - copies new best tours to their rows, and the neighbours of the best tour to the anchor.
 *
 * NDRange     colony_device.c: aco_device_reduce(), one group of REDUCE_GROUP_SIZE; then one work-item per position
 * Required    REDUCE_GROUP_SIZE  work-items in the group; 1 on CPUs
 *             DEPOSITORS         a DEPOSITORS_ of colony_rules.h
 *             RESTART            a RESTART_ of colony_rules.h
 *             LIMITS             1: trails stay between limits that follow the best tour
 *             SEARCHED           1: there is a local search
 * Reads       lengths[ants] long; tours[ants][n] uint
 * Writes      best[1], summaries[slot][colony], lengths and tours[n] of the rows that are kept, anchor[n][2] uint
 * Draws       nothing
 * Checked by  test/kernel/family.c
 * After       Angelo, Augusto and Barbosa (2013), section 4.3.3: a reduction within one group, lengths with their ants
 */
#include "decide.h"
#include "parts.clh"

#ifndef REDUCE_GROUP_SIZE
#error "REDUCE_GROUP_SIZE is required"
#endif

__attribute__((reqd_work_group_size(REDUCE_GROUP_SIZE, 1, 1)))
__kernel void aco_reduce_best(
    __global long *restrict lengths,        /* [ants + ROWS_KEPT] length of each tour */
    __global struct aco_best *best,         /* [1] record of the best tours */
    __global struct aco_summary *summaries, /* [slots][colonies] summary of each iteration and colony */
    const uint ants,
    const uint slot,        /* index of this iteration in summaries */
    const ulong iteration,  /* the first is 1 */
    const long target,      /* stop at this length or less; negative: no target */
    const ulong no_improve, /* stop after this many iterations without a better tour; 0: never */
    const uint n,
    const ulong restart_after, /* iterations without a better tour before RESTART_BRANCHING resets; 0: never */
    const ulong deposit_scale, const uint length_shift, const uint deposit_maximum,
    const ulong limit_factor, const uint floor_fraction, /* arguments of trail_maximum_of() and trail_minimum_of() */
    const struct aco_parts parts)
{
    OWN(lengths), OWN(best);
    const uint item = get_local_id(0);
    long shortest = LONG_MAX, longest = -1;
    uint winner = 0, worst = 0;
    for (uint ant = item; ant < ants; ant += REDUCE_GROUP_SIZE) { /* ants ascend, so the lowest wins ties */
        const long length = lengths[ant];
        winner = length < shortest ? ant : winner;
        shortest = min(length, shortest);
        worst = length > longest ? ant : worst;
        longest = max(length, longest);
    }
#if REDUCE_GROUP_SIZE > 1
    __local long item_shortest[REDUCE_GROUP_SIZE], item_longest[REDUCE_GROUP_SIZE];
    __local uint item_winner[REDUCE_GROUP_SIZE], item_worst[REDUCE_GROUP_SIZE];
    item_shortest[item] = shortest;
    item_winner[item] = winner;
    item_longest[item] = longest;
    item_worst[item] = worst;
    for (uint half_size = REDUCE_GROUP_SIZE / 2; half_size > 0; half_size >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_size) {
            const long other = item_shortest[item + half_size];
            const uint other_winner = item_winner[item + half_size];
            if (other < item_shortest[item] || (other == item_shortest[item] && other_winner < item_winner[item])) {
                item_shortest[item] = other;
                item_winner[item] = other_winner;
            }
            const long far = item_longest[item + half_size];
            const uint far_worst = item_worst[item + half_size];
            if (far > item_longest[item] || (far == item_longest[item] && far_worst < item_worst[item])) {
                item_longest[item] = far;
                item_worst[item] = far_worst;
            }
        }
    }
#endif
    if (item == 0) {
#if REDUCE_GROUP_SIZE > 1
        shortest = item_shortest[0]; /* safe without a barrier: this work-item wrote it last */
        winner = item_winner[0];
        worst = item_worst[0];
#endif
        struct decide_rules rules;
        rules.depositors = DEPOSITORS;
        rules.restart = RESTART;
        rules.limits = LIMITS;
        rules.searched = SEARCHED;
        rules.ants = ants;
        rules.n = n;
        rules.target = target;
        rules.no_improve = no_improve;
        rules.restart_after = restart_after;
        rules.deposit_scale = deposit_scale;
        rules.length_shift = length_shift;
        rules.deposit_maximum = deposit_maximum;
        rules.floor_fraction = floor_fraction;
        rules.limit_factor = limit_factor;
        const struct decide_found found = {shortest, lengths[ROW_POLISH(ants)], winner, worst};
        decide(best, &rules, found, iteration);
        const long kept = lengths[best->source];
        if (best->improved) {
            lengths[ROW_BEST(ants)] = lengths[ROW_POLISH(ants)] = kept;
        }
        if (best->restart_improved) {
            lengths[ROW_RESTART(ants)] = kept;
        }
        __global struct aco_summary *summary = summaries + (size_t)slot * get_global_size(2) + get_global_id(2);
        summary->iteration_length = shortest;
        summary->best_length = best->length;
        summary->ant = winner;
        summary->state = best->state;
        summary->improved = best->improved;
        summary->padding = 0;
    }
}

__kernel void aco_keep_best(
    __global uint *tours,                 /* [ants + ROWS_KEPT][n] tours of the ants, then kept tours */
    __global const struct aco_best *best, /* [1] record of the best tours */
    __global uint *restrict anchor,       /* [n][2] neighbours in the best tour */
    const uint n, const uint ants,
    const struct aco_parts parts)
{
    OWN(tours), OWN(best), OWN(anchor);
    const uint pos = get_global_id(0);
    if (pos < n && (best->improved || best->restart_improved)) {
        __global const uint *tour = tours + (size_t)best->source * n;
        const uint node = tour[pos];
        if (best->restart_improved) {
            tours[(size_t)ROW_RESTART(ants) * n + pos] = node;
        }
        if (best->improved) {
            tours[(size_t)ROW_BEST(ants) * n + pos] = node;
            tours[(size_t)ROW_POLISH(ants) * n + pos] = node;
            anchor[2 * (size_t)node] = tour[pos == 0 ? n - 1 : pos - 1];
            anchor[2 * (size_t)node + 1] = tour[pos + 1 == n ? 0 : pos + 1];
        }
    }
}
