/* colony_rules.h - the rules of ant algorithms by number, and the arithmetic of their trails and schedules. A row of
 * src/aco/algorithm.h has one number of each kind.
 *
 * After T. Stuetzle and H. H. Hoos (2000) for limits, schedule and restarts of MAX-MIN Ant System; M. Dorigo and L. M.
 * Gambardella (1997) for the local update; O. Cordon et al. (2000) for the worst ant. */
#ifndef SWARMCL_COLONY_RULES_H
#define SWARMCL_COLONY_RULES_H

#include "edge_math.h"

/* The tours that deposit. */
#define DEPOSITORS_ALL       0 /* every ant, 1 / L; with an elite weight e also the best tour, e / L */
#define DEPOSITORS_RANKED    1 /* the w - 1 shortest tours, (w - r) / L for rank r from 1, and the best tour, w / L */
#define DEPOSITORS_SCHEDULED 2 /* one: of the iteration, since the restart, or of all: colony_turn() */
#define DEPOSITORS_BEST      3 /* the best tour */

/* tau_0, from the nearest-neighbour length L: */
#define INITIAL_ANTS  0 /* m / L */
#define INITIAL_RHO   1 /* 1 / (rho L) */
#define INITIAL_NODES 2 /* 1 / (n L) */

/* When all trails restart. */
#define RESTART_NEVER     0
#define RESTART_BRANCHING 1 /* each row has only two trails that count, and the best since the restart is old */
#define RESTART_ALIKE     2 /* the worst tour of the iteration is nearly the best tour */

/* Rows of `tours` and `lengths` after those of the ants: the best tour, the best since the restart, and a copy of the
 * best that is searched again. Only a reduction changes the best itself, which launches after the end of a run do not.
 * */
#define ROW_BEST(ants)    (ants)
#define ROW_RESTART(ants) ((ants) + 1u)
#define ROW_POLISH(ants)  ((ants) + 2u)
#define ROWS_KEPT         3u
#define ROWS_ALL(ants)    ((ants) + ROWS_KEPT)

#define ADOPT_PLACES     4u                  /* shortest lists that adopt edges, in their last two places */
#define LENGTH_NONE      0x7fffffffffffffffL /* there is no tour */
#define BRANCHING_PERIOD 100u                /* iterations between two counts of branches */

/* Iterations between two searches of the best tour without an anchor, which find moves opened by changes near nodes
 * that kept their neighbours. */
#define POLISH_PERIOD 8u

/* Most trails that count in a converged colony: two per row, to the neighbours in its tour, and a part in 2^17 more
 * (ACOTSP: a factor of 1.00001). */
#define BRANCHES_CONVERGED(n) (2ul * (n) + ((n) >> 16))

/* True if a trail counts: it is above smallest + (largest - smallest) / 20 of its row. */
SHARED_INLINE bool trail_branches(uint32_t trail, uint32_t smallest, uint32_t largest)
{
    return trail > smallest + (largest - smallest) / 20u;
}

/* The largest trail: amount / rho, the limit if the best tour deposits in every iteration; factor = 2^16 / rho. */
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

/* tau <- (1 - xi) tau + xi tau_0; keep = (1 - xi) * 2^32, gain = xi * tau_0 in units. If gain rounds to 0, the floor
 * keeps the trail above 0, which choice_of() requires. */
SHARED_INLINE uint32_t trail_updated_locally(uint32_t trail, uint32_t keep, uint32_t gain)
{
    const uint32_t updated = (uint32_t)((uint64_t)trail * keep >> 32) + gain;
    return updated < TRAIL_FLOOR ? TRAIL_FLOOR : updated;
}

/* The tour that deposits in iteration `age` since the restart, from 1, by ACOTSP's schedule: that of the iteration, or
 * every 25 to 1 iterations the best since the restart; in the end the best of all if the best since the restart is more
 * than 50 iterations old. Without a local search every 25th iteration throughout. */
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

/* The reciprocal of choice-info, by which an ant on lists multiplies a random exponential number. The offset of
 * choice-info is LIST_OFFSET lower than that of whole rows. */
#define LIST_OFFSET 40

SHARED_INLINE uint32_t list_weight(float choice)
{
    const float least = 8.077935669463161e-28f; /* 2^-90 */
    return float_bits(power_reciprocal(choice < least ? least : choice));
}

/* The word of a candidate. With `links`, for at most LINK_NODES nodes, it holds the node in the low half and the upper
 * half of the weight, without sign, in the high half: precise to a part in 512, and half as much to load. Otherwise it
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

/* A candidate's key in the race of a step; the smallest wins. The low 5 bits are its place, so keys that differ by less
 * than a part in 2^18 are ties, which the nearer candidate wins. */
#define LIST_MOST       32u
#define LIST_NONE       0xffffffffu /* visited */
#define LIST_PLACE(key) ((key) & (LIST_MOST - 1u))

/* `exploit`: the largest choice-info wins, without a random number. */
SHARED_INLINE uint32_t list_key(float exponential, uint32_t weight, uint32_t place, bool exploit)
{
    float weight_value = float_from_bits(weight);
    float key = exploit ? weight_value : exponential * weight_value;
    return (float_bits(key) & ~(LIST_MOST - 1u)) | place;
}

#endif
