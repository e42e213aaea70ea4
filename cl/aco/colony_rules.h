/* colony_rules.h - what the ant algorithms differ in, by number, and the arithmetic of their trails and schedules.
 * One row of src/aco/algorithm.h names one number of each kind.
 *
 * After T. Stuetzle and H. H. Hoos (2000) for limits, schedule and restarts of MAX-MIN Ant System; M. Dorigo and L. M.
 * Gambardella (1997) for the local update; O. Cordon et al. (2000) for the worst ant.
 */
#ifndef SWARMCL_COLONY_RULES_H
#define SWARMCL_COLONY_RULES_H

#include "edge_math.h"

/* Whose tours are deposited. */
#define DEPOSITORS_ALL       0 /* every ant, 1 / L each; with an elite weight e also the best so far, e / L */
#define DEPOSITORS_RANKED    1 /* the w - 1 shortest tours, (w - r) / L for rank r from 1, and the best so far, w / L */
#define DEPOSITORS_SCHEDULED 2 /* one: of the iteration, since the restart, or of all, by colony_turn() */
#define DEPOSITORS_BEST      3 /* the best so far */

/* tau_0, from the nearest-neighbour length L: */
#define INITIAL_ANTS  0 /* m / L */
#define INITIAL_RHO   1 /* 1 / (rho L) */
#define INITIAL_NODES 2 /* 1 / (n L) */

/* When all trails start anew. */
#define RESTART_NEVER     0
#define RESTART_BRANCHING 1 /* every row has but two trails left that count, and the best since the restart is old */
#define RESTART_ALIKE     2 /* the worst tour of the iteration is nearly the best so far */

/* Rows of `tours` and `lengths` behind those of the ants: the best so far, the best since the restart, and a copy of
 * the best that is searched again. The best itself changes only in a reduction: launches queued behind the end of a run
 * must leave it as it is. */
#define ROW_BEST(ants)    (ants)
#define ROW_RESTART(ants) ((ants) + 1u)
#define ROW_POLISH(ants)  ((ants) + 2u)
#define ROWS_KEPT         3u
#define ROWS_ALL(ants)    ((ants) + ROWS_KEPT)

/* Lists with at least so many places adopt the edges of the tour that deposits: the last two places. */
#define ADOPT_PLACES 4u

/* No tour yet. */
#define LENGTH_NONE 0x7fffffffffffffffL

/* Iterations between two searches of the best so far without an anchor: a change near a node that keeps its neighbours
 * can open moves that a search by the anchor does not look for. */
#define POLISH_PERIOD 8u

/* Iterations between two counts of branches. */
#define BRANCHING_PERIOD 100u

/* The most trails of a row that count in a colony that has converged: one to each neighbour of its only tour. The sum
 * over all rows may exceed that by a part in 2^17 (ACOTSP: a factor of 1.00001). */
#define BRANCHES_CONVERGED(n) (2ul * (n) + ((n) >> 16))

/* Whether a trail counts: above smallest + (largest - smallest) / 20 of its row. */
SHARED_INLINE bool trail_branches(uint32_t trail, uint32_t smallest, uint32_t largest)
{
    return trail > smallest + (largest - smallest) / 20u;
}

/* The largest trail: the limit of the best so far, laid in every iteration, amount / rho; factor = 2^16 / rho. */
SHARED_INLINE uint32_t trail_maximum_of(uint32_t amount, uint64_t factor)
{
    uint64_t most = (uint64_t)amount * factor >> 16;
    return most > TRAIL_MAX ? TRAIL_MAX : (uint32_t)most;
}

/* The least trail: `fraction` / 2^32 of the largest. */
SHARED_INLINE uint32_t trail_minimum_of(uint32_t maximum, uint32_t fraction)
{
    uint32_t least = (uint32_t)((uint64_t)maximum * fraction >> 32);
    return least < TRAIL_FLOOR ? TRAIL_FLOOR : least;
}

/* tau <- (1 - xi) tau + xi tau_0; keep = (1 - xi) * 2^32, gain = xi * tau_0 in units, 0 where that is less than half a
 * unit: then rounding down in each step would end at no trail at all, which choice_of() cannot tell. */
SHARED_INLINE uint32_t trail_updated_locally(uint32_t trail, uint32_t keep, uint32_t gain)
{
    const uint32_t updated = (uint32_t)((uint64_t)trail * keep >> 32) + gain;
    return updated < TRAIL_FLOOR ? TRAIL_FLOOR : updated;
}

/* Who deposits in an iteration that is number `age` since the restart, from 1: TURN_ITERATION, or every so many
 * iterations the best since the restart; towards the end the best of all, when the best of the restart is `stale`, 50
 * iterations old. Without local search every 25th iteration. ACOTSP's schedule. */
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

/* What an ant on lists divides the random exponential number of a candidate by is choice-info; this is its reciprocal,
 * for choice-info made with an offset that is LIST_OFFSET lower than a whole row's. */
#define LIST_OFFSET 40

SHARED_INLINE uint32_t list_weight(float choice)
{
    const float least = 8.077935669463161e-28f; /* 2^-90 */
    return float_bits(power_reciprocal(choice < least ? least : choice));
}

/* What an ant loads of a candidate. Where no node has a number of more than 16 bits it is one word, the node in the low
 * half and the upper half of the weight, which has no sign, in the high half: a weight within a part in 512 of
 * list_weight(), and half as much to load. With more nodes it is list_weight(), beside the candidates. `links`: which.
 */
#define LINK_NODES 65536u

SHARED_INLINE uint32_t list_word(uint32_t weight, uint32_t node, bool links)
{
    return links ? ((weight + 0x4000u) << 1 & 0xffff0000u) | node : weight;
}

SHARED_INLINE uint32_t word_weight(uint32_t word, bool links)
{
    return links ? (word & 0xffff0000u) >> 1 : word;
}

/* A candidate's number in the race of a step: the smallest wins. The low 5 bits are its place in the list, so that a
 * minimum tells both: keys that differ by less than a part in 2^18 are ties, which the nearer candidate wins. */
#define LIST_MOST       32u
#define LIST_NONE       0xffffffffu /* visited */
#define LIST_PLACE(key) ((key) & (LIST_MOST - 1u))

/* `exploit`: no number is drawn, the largest choice-info wins. */
SHARED_INLINE uint32_t list_key(float exponential, uint32_t weight, uint32_t place, bool exploit)
{
    float weight_value = float_from_bits(weight);
    float key = exploit ? weight_value : exponential * weight_value;
    return (float_bits(key) & ~(LIST_MOST - 1u)) | place;
}

#endif
