/* aco_reduce_best - finds the shortest and the longest tour of the iteration, and decides what follows: whether there is a
 * new best, who deposits, the limits of trails, whether they start anew, whether the run ends.
 * aco_keep_best - copies tours away that are to be kept, and the neighbours of the best.
 *
 * NDRange     colony_device.c: aco_device_reduce(), one group of REDUCE_GROUP_SIZE; then one work-item per position
 * Required    REDUCE_GROUP_SIZE  work-items in the group; 1 on CPUs
 *             DEPOSITORS         a DEPOSITORS_ of colony_rules.h
 *             RESTART            a RESTART_ of it
 *             LIMITS             1: trails stay between limits that follow the best
 *             SEARCHED           1: tours went through a local search
 * Reads       lengths[ants] long; tours[ants][n] uint
 * Writes      best[1], summaries[slot][colony], lengths and tours[n] of the rows that are kept, anchor[n][2] uint
 * Draws       nothing
 * Checked by  test/kernel/family.c
 * After       Angelo, Augusto and Barbosa (2013), section 4.3.3: a reduction within one group, lengths with their ants.
 *             The stop conditions are met here, so that a run ends with the same tour however late the host looks; the
 *             schedule of MAX-MIN Ant System likewise (Stuetzle and Hoos 2000, section 3.3; ACOTSP).
 */
#include "colony_rules.h"
#include "parts.clh"

#ifndef REDUCE_GROUP_SIZE
#error "REDUCE_GROUP_SIZE is required"
#endif

/* Whether trails start anew after this iteration. */
SHARED_INLINE bool restarts(__global const struct aco_best *best, uint n, ulong iteration, ulong restart_after)
{
#if RESTART == RESTART_BRANCHING
    return restart_after > 0 && iteration % BRANCHING_PERIOD == 0 && best->counted <= BRANCHES_CONVERGED(n)
           && iteration - max(best->restart_iteration, best->restarted) > restart_after;
#elif RESTART == RESTART_ALIKE
    return restart_after > 0 && iteration - best->restarted > 1 && 20ul * best->counted < n;
#else
    return false;
#endif
}

__attribute__((reqd_work_group_size(REDUCE_GROUP_SIZE, 1, 1)))
__kernel void aco_reduce_best(
    __global long *restrict lengths,        /* [ants + ROWS_KEPT] */
    __global struct aco_best *best,         /* [1] */
    __global struct aco_summary *summaries, /* [slots][colonies] */
    const uint ants,
    const uint slot,        /* of this iteration in summaries */
    const ulong iteration,  /* from 1 */
    const long target,      /* stop at this length or below; below 0: never */
    const ulong no_improve, /* stop after this many iterations without a better tour; 0: never */
    const uint n,
    const ulong restart_after, /* iterations; 0: never */
    const ulong deposit_scale, const uint length_shift, const uint deposit_maximum,
    const ulong limit_factor, const uint floor_fraction, /* of trail_maximum_of() and trail_minimum_of() */
    const struct aco_parts parts)
{
    OWN(lengths), OWN(best);
    const uint item = get_local_id(0);
    long shortest = LONG_MAX, longest = -1;
    uint winner = 0, worst = 0;
    for (uint ant = item; ant < ants; ant += REDUCE_GROUP_SIZE) { /* ants ascend: the lowest wins ties */
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
        shortest = item_shortest[0]; /* its own last writes */
        winner = item_winner[0];
        worst = item_worst[0];
#endif
        /* the copy of the best so far may have been searched again */
        const long again = lengths[ROW_POLISH(ants)];
        const bool polished = again < best->length && again <= shortest;
        const long found = polished ? again : shortest;
        const bool running = best->state == COLONY_RUNNING;
        const bool improved = running && found < best->length;
        const bool restart_improved = running && found < best->restart_length;
        best->source = polished ? ROW_POLISH(ants) : winner;
        best->ant = winner;
        best->worst = worst;
        best->improved = improved;
        best->restart_improved = restart_improved;
        if (improved) {
            best->length = found;
            best->iteration = iteration;
            lengths[ROW_BEST(ants)] = lengths[ROW_POLISH(ants)] = found;
        }
        if (restart_improved) {
            best->restart_length = found;
            best->restart_iteration = iteration;
            lengths[ROW_RESTART(ants)] = found;
        }
        if (running && best->length <= target) {
            best->state = COLONY_REACHED_TARGET;
        } else if (running && no_improve > 0 && iteration - best->iteration >= no_improve) {
            best->state = COLONY_STAGNATED;
        }
        best->depositor = ROW_BEST(ants);
#if DEPOSITORS == DEPOSITORS_SCHEDULED
        const uint turn =
            colony_turn(iteration - best->restarted, iteration - best->restart_iteration, SEARCHED);
        best->depositor = turn == TURN_ITERATION ? winner
                          : turn == TURN_RESTART && best->restart_length != LENGTH_NONE ? ROW_RESTART(ants)
                                                                                         : ROW_BEST(ants);
#endif
#if LIMITS
        const uint amount = deposit_amount(best->length, deposit_scale, length_shift, deposit_maximum);
        best->trail_maximum = trail_maximum_of(amount, limit_factor);
        best->trail_minimum = trail_minimum_of(best->trail_maximum, floor_fraction);
#endif
        best->reset = running && restarts(best, n, iteration, restart_after);
        if (best->reset) {
            best->restart_length = LENGTH_NONE;
            best->restarted = iteration;
            ++best->restarts;
        }
        best->counted = 0;
        __global struct aco_summary *summary = summaries + (size_t)slot * get_global_size(2) + get_global_id(2);
        summary->iteration_length = shortest;
        summary->best_length = best->length;
        summary->ant = winner;
        summary->state = best->state;
        summary->improved = improved;
        summary->padding = 0;
    }
}

__kernel void aco_keep_best(
    __global uint *tours,                 /* [ants + ROWS_KEPT][n] */
    __global const struct aco_best *best, /* [1] */
    __global uint *restrict anchor,       /* [n][2] */
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
