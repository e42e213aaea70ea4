/* decide.h - the decisions after an iteration: new best tours, the tour that deposits, limits and reset of trails, stop
 * conditions. aco_reduce_best and the sequential reference call decide(), so the end of a run does not depend on when
 * the host reads. Schedule of MAX-MIN Ant System: Stuetzle and Hoos (2000), section 3.3; ACOTSP. */
#ifndef SWARMCL_DECIDE_H
#define SWARMCL_DECIDE_H

#include "colony_rules.h"
#include "types.h"

#ifdef ON_DEVICE
#define DECIDE_SPACE __global
#else
#define DECIDE_SPACE
#endif

struct decide_rules {
    int32_t depositors, restart; /* constants DEPOSITORS_ and RESTART_ of colony_rules.h */
    bool limits, searched;
    uint32_t ants, n;
    int64_t target;         /* stop at this length or less; negative: no target */
    uint64_t no_improve;    /* stop after this many iterations without a better tour; 0: never */
    uint64_t restart_after; /* iterations without a better tour since the restart before RESTART_BRANCHING resets; 0: no resets */
    uint64_t deposit_scale; /* numerator of deposits: argument of deposit_amount() */
    uint32_t length_shift, deposit_maximum;
    uint32_t floor_fraction; /* lower / upper limit of trails: argument of trail_minimum_of() */
    uint64_t limit_factor;   /* upper limit of trails / deposit: argument of trail_maximum_of() */
};

/* Results of an iteration: the shortest length, its ant, and the ant with the longest tour; the lowest ant on ties.
 * `again`: length of the copy of the best tour after its local search. */
struct decide_found {
    int64_t shortest, again;
    uint32_t winner, worst;
};

/* True if all trails are reset after this iteration. */
SHARED_INLINE bool decide_restart(DECIDE_SPACE const struct aco_best *best, const struct decide_rules *rules,
                                  uint64_t iteration)
{
    const uint64_t found = best->restart_iteration > best->restarted ? best->restart_iteration : best->restarted;
    if (rules->restart_after > 0 && rules->restart == RESTART_BRANCHING) {
        return iteration % BRANCHING_PERIOD == 0 && best->counted <= BRANCHES_CONVERGED(rules->n)
               && iteration - found > rules->restart_after;
    }
    return rules->restart_after > 0 && rules->restart == RESTART_ALIKE && iteration - best->restarted > 1
           && (uint64_t)best->counted * 20u < rules->n;
}

/* The row of tours that deposits, for algorithms with one depositor. */
SHARED_INLINE uint32_t decide_depositor(DECIDE_SPACE const struct aco_best *best, const struct decide_rules *rules,
                                        uint64_t iteration)
{
    const uint32_t turn =
        colony_turn(iteration - best->restarted, iteration - best->restart_iteration, rules->searched);
    return rules->depositors != DEPOSITORS_SCHEDULED                     ? ROW_BEST(rules->ants)
           : turn == TURN_ITERATION                                      ? best->ant
           : turn == TURN_RESTART && best->restart_length != LENGTH_NONE ? ROW_RESTART(rules->ants)
                                                                         : ROW_BEST(rules->ants);
}

/* Updates the record of the colony after `iteration`; the first is 1. If best->improved the caller copies row
 * best->source to the best tour; if best->restart_improved to the best since the restart. */
SHARED_INLINE void decide(DECIDE_SPACE struct aco_best *best, const struct decide_rules *rules,
                          struct decide_found found, uint64_t iteration)
{
    const bool polished = found.again < best->length && found.again <= found.shortest;
    const int64_t length = polished ? found.again : found.shortest;
    const bool running = best->state == COLONY_RUNNING;
    best->source = polished ? ROW_POLISH(rules->ants) : found.winner;
    best->ant = found.winner;
    best->worst = found.worst;
    best->improved = running && length < best->length;
    best->restart_improved = running && length < best->restart_length;
    if (best->improved) {
        best->length = length;
        best->iteration = iteration;
    }
    if (best->restart_improved) {
        best->restart_length = length;
        best->restart_iteration = iteration;
    }
    if (running && best->length <= rules->target) {
        best->state = COLONY_REACHED_TARGET;
    } else if (running && rules->no_improve > 0 && iteration - best->iteration >= rules->no_improve) {
        best->state = COLONY_STAGNATED;
    }
    best->depositor = decide_depositor(best, rules, iteration);
    if (rules->limits) {
        const uint32_t amount =
            deposit_amount(best->length, rules->deposit_scale, rules->length_shift, rules->deposit_maximum);
        best->trail_maximum = trail_maximum_of(amount, rules->limit_factor);
        best->trail_minimum = trail_minimum_of(best->trail_maximum, rules->floor_fraction);
    }
    best->reset = running && decide_restart(best, rules, iteration);
    if (best->reset) {
        best->restart_length = LENGTH_NONE;
        best->restarted = iteration;
        ++best->restarts;
    }
    best->counted = 0;
}

#endif
