/* colony_rules.h - the rules of ant algorithms by number, and the arithmetic of their trails and schedules. A row of
 * src/aco/algorithm.h has one number of each kind.
 *
 * After T. Stuetzle and H. H. Hoos (2000) for limits, schedule and restarts of MAX-MIN Ant System; M. Dorigo and L. M.
 * Gambardella (1997) for the local update; O. Cordon et al. (2000) for the worst ant. */
#ifndef SWARMCL_COLONY_RULES_H
#define SWARMCL_COLONY_RULES_H

#include "edge_math.h"

/* Rules for the tours that deposit. L: length of the tour that deposits. */
#define DEPOSITORS_ALL       0 /* every ant deposits 1 / L; with an elite weight e the best tour adds e / L */
#define DEPOSITORS_RANKED    1 /* the w - 1 shortest tours deposit (w - r) / L, r = 1, 2, ...; the best tour w / L */
#define DEPOSITORS_SCHEDULED 2 /* one tour: the best of the iteration, since the restart, or of the run */
#define DEPOSITORS_BEST      3 /* only the best tour of the run deposits */

/* Rules for the initial trail tau_0. L: length of the nearest-neighbour tour; m: ants; n: nodes. */
#define INITIAL_ANTS  0 /* tau_0 = m / L */
#define INITIAL_RHO   1 /* tau_0 = 1 / (rho L) */
#define INITIAL_NODES 2 /* tau_0 = 1 / (n L) */

/* Rules for when all trails are reset. */
#define RESTART_NEVER     0
#define RESTART_BRANCHING 1 /* each row has about two significant trails, and the best since the restart is old */
#define RESTART_ALIKE     2 /* fewer than 1 in 20 edges of the previous iteration's worst tour are not in the best */

/* Rows of `tours` and `lengths` after the rows of the ants: the best tour, the best since the restart, and a copy of
 * the best that the local search tries to improve. Launches that are still queued when a run ends do not change the
 * best tour. */
#define ROW_BEST(ants)    (ants)
#define ROW_RESTART(ants) ((ants) + 1u)
#define ROW_POLISH(ants)  ((ants) + 2u)
#define ROWS_KEPT         3u
#define ROWS_ALL(ants)    ((ants) + ROWS_KEPT)

#define ADOPT_ENTRIES     4u                  /* minimum length of a list whose last two entries may be replaced */
#define LENGTH_NONE      0x7fffffffffffffffL /* value of a length if there is no tour */
#define BRANCHING_PERIOD 100u                /* number of iterations between two counts of significant trails */

/* Iterations between two local searches of the best tour that start from all its nodes. Other searches skip nodes that
 * have the same neighbours as in the best tour (the anchor). */
#define POLISH_PERIOD 8u

/* A colony has converged when it has at most this number of significant trails: two per row, for the neighbours in its
 * tour, and 1 more per 2^16 nodes (ACOTSP: a factor of 1.00001). */
#define BRANCHES_CONVERGED(n) (2ul * (n) + ((n) >> 16))

/* True if a trail is significant: above smallest + (largest - smallest) / 20 of its row. */
SHARED_INLINE bool trail_branches(uint32_t trail, uint32_t smallest, uint32_t largest)
{
    return trail > smallest + (largest - smallest) / 20u;
}

/* The upper limit of trails, amount / rho: what a trail approaches if the best tour deposits in every iteration. factor
 * = 2^16 / rho. */
SHARED_INLINE uint32_t trail_maximum_of(uint32_t amount, uint64_t factor)
{
    uint64_t most = (uint64_t)amount * factor >> 16;
    return most > TRAIL_MAX ? TRAIL_MAX : (uint32_t)most;
}

/* The lower limit of trails: maximum * fraction / 2^32, at least TRAIL_FLOOR. */
SHARED_INLINE uint32_t trail_minimum_of(uint32_t maximum, uint32_t fraction)
{
    uint32_t least = (uint32_t)((uint64_t)maximum * fraction >> 32);
    return least < TRAIL_FLOOR ? TRAIL_FLOOR : least;
}

/* Returns (1 - xi) tau + xi tau_0; keep = (1 - xi) * 2^32, gain = xi * tau_0 in units. The floor keeps a trail above 0,
 * which choice_of() requires, even if gain rounds to 0. */
SHARED_INLINE uint32_t trail_updated_locally(uint32_t trail, uint32_t keep, uint32_t gain)
{
    const uint32_t updated = (uint32_t)((uint64_t)trail * keep >> 32) + gain;
    return updated < TRAIL_FLOOR ? TRAIL_FLOOR : updated;
}

/* Selects the tour that deposits in iteration `age` after the restart (the first is 1), by ACOTSP's schedule. Every 25
 * iterations the best since the restart deposits, in other iterations the iteration's best. With a local search the
 * period shrinks to 1 from age 250 on, and then the best of the run deposits if the best since the restart is more than
 * 50 iterations old (`stale`). */
#define TURN_ITERATION 0
#define TURN_RESTART   1
#define TURN_BEST      2

SHARED_INLINE uint32_t colony_turn(uint64_t age, uint64_t stale, bool searched)
{
    uint32_t every = !searched || age < 25 ? 25 : age < 75 ? 5 : age < 125 ? 3 : age < 250 ? 2 : 1;
    if (age % every != 0) {
        return TURN_ITERATION;
    }
    return every == 1 && stale > 50 ? TURN_BEST : TURN_RESTART;
}

#define LIST_OFFSET 40 /* candidate lists scale choice-info by 2^-LIST_OFFSET relative to whole rows */

/* The bits of 1 / max(choice-info, 2^-90). An ant with lists multiplies a random exponential number by this weight. */
SHARED_INLINE uint32_t list_weight(float choice)
{
    const float least = 8.077935669463161e-28f; /* 2^-90, the smallest divisor */
    return float_bits(power_reciprocal(choice < least ? least : choice));
}

/* The word of a candidate in memory. With `links` (at most LINK_NODES nodes): the node in the low half, the upper half
 * of the weight without its sign in the high half. This halves the loads and is precise to 1 / 512. Otherwise the word
 * is the weight. */
#define LINK_NODES 65536u

SHARED_INLINE uint32_t list_word(uint32_t weight, uint32_t node, bool links)
{
    return links ? ((weight + 0x4000u) << 1 & 0xffff0000u) | node : weight;
}

SHARED_INLINE uint32_t word_weight(uint32_t word, bool links)
{
    return links ? (word & 0xffff0000u) >> 1 : word;
}

/* Key of a candidate in the race of a step; the smallest key wins. The low 5 bits are the candidate's index in its
 * list, so the nearer candidate wins if keys differ by less than a fraction of 2^-18. */
#define LIST_MOST       32u
#define LIST_NONE       0xffffffffu /* key of a visited candidate, after all other keys */
#define LIST_INDEX(key) ((key) & (LIST_MOST - 1u))

/* With `exploit` the candidate of largest choice-info wins, without a random number. */
SHARED_INLINE uint32_t list_key(float exponential, uint32_t weight, uint32_t index, bool exploit)
{
    float weight_value = float_from_bits(weight);
    float key = exploit ? weight_value : exponential * weight_value;
    return (float_bits(key) & ~(LIST_MOST - 1u)) | index;
}

#endif
