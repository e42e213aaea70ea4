/* rounds.h - the rounds of a plan that is one part, and the best plan after any of them. Compiled by the kernel
 * (cl/fleet/improve_many.cl) and by the host, whose engine (src/fleet/engine.c) makes the same rounds one at a time. */
#ifndef SWARMCL_FLEET_ROUNDS_H
#define SWARMCL_FLEET_ROUNDS_H

#include "search.h"

/* Level of a round, which counts from 0. */
SHARED_INLINE uint32_t fleet_level(VIEW_GLOBAL const struct fleet_job *job, uint32_t round)
{
    uint32_t level = 0;
    while (level + 1u < FLEET_LEVELS && round >= job->level_ends[level]) {
        ++level;
    }
    return level;
}

/* Makes up to `budget` rounds of the job, and updates it; best[n + R] is `next` of the best plan that a round found. */
SHARED_INLINE void fleet_run_rounds(struct fleet_search *s, VIEW_GLOBAL struct fleet_job *job,
                                    VIEW_GLOBAL uint32_t *best, uint32_t budget)
{
    const uint64_t seed = job->seed;
    const uint32_t end = job->end, nodes = job->n + job->routes;
    int64_t cost = job->cost, least = job->best;
    uint32_t round = job->round, found = job->found;
    s->own = job->own;
    for (uint32_t k = 0; k < budget && round < end; ++k) {
        s->rules.temperature = job->temperatures[fleet_level(job, round)];
        s->rules.round = ++round;
        s->own.moves = 0;
        s->own.change = 0;
        fleet_make_moves(s, seed);
        if (s->item == 0) {
            cost += s->own.change;
            s->board->worse = cost >= least;
            found = cost < least ? round : found;
            least = fleet_less(cost, least);
        }
        fleet_sync_board(s);
        for (uint32_t i = s->item; !s->board->worse && i < nodes; i += FLEET_ITEMS) {
            best[i] = s->next[i];
        }
        fleet_sync(s);
    }
    if (s->item == 0) {
        job->cost = cost;
        job->best = least;
        job->own = s->own;
        job->round = round;
        job->found = found;
    }
}

#endif
