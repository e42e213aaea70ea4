/* piece_lanes.h - the 32 lanes of an ant on pieces, and how they exchange values.
 *
 * Two ways with the same results:
 *   PIECE_TEAM undefined  one work-item, or a thread of the host, runs all lanes in turn: loops over arrays of 32
 *   PIECE_TEAM defined    a work-item for each lane; they exchange values by local memory and barriers, by sub-groups
 *                         or by PTX (cl/aco/team.clh)
 *
 *     LANED(int32_t, value);        a variable of each lane
 *     for (LANES(s)) {              in each lane; `lane` is its number
 *         MY(value) = ...
 *     }
 *     for (LANES_BELOW(s, 2u)) {    only in the lowest ones
 *         ...
 *     }
 *     lanes_votes(s, value)         code outside of such loops runs once, or equally in all lanes
 *
 * A lane sees memory that others wrote only after lanes_sync(), which is needed between writing and reading, and
 * between reading and writing again. ROLLED precedes short loops: unrolled, they need more registers and fill the
 * instruction cache. Functions that take the variable of each lane have LANED_OF(type, name) among their parameters.
 */
#ifndef SWARMCL_PIECE_LANES_H
#define SWARMCL_PIECE_LANES_H

#include "piece_types.h"

/* PIECE_SHORT 1: all gains, also of open moves and kicks, are below 2^PIECE_SHORT_BITS; same results with fewer
 * registers. */
#ifndef PIECE_SHORT
#define PIECE_SHORT 0
#endif

#if PIECE_SHORT
#define PIECE_SUM int32_t
#else
#define PIECE_SUM int64_t
#endif

struct piece_search;

SHARED_INLINE uint32_t lanes_ones(uint32_t bits)
{
#ifdef ON_DEVICE
    return popcount(bits);
#else
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    return ((bits + (bits >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
#endif
}

#ifdef PIECE_TEAM

#define ROLLED               _Pragma("unroll 1")
#define LANED(type, name)    type name
#define LANED_OF(type, name) const type name
#define MY(name)             name
#define LANES(s)                               \
    uint32_t lane = (s)->lane, lanes_once = 0; \
    lanes_once == 0;                           \
    (void)lane, ++lanes_once
#define LANES_BELOW(s, count)                                     \
    uint32_t lane = (s)->lane, lanes_once = (s)->lane >= (count); \
    lanes_once == 0;                                              \
    (void)lane, ++lanes_once

#define LANES_MEMBERS \
    uint32_t lane;    \
    __local struct team *team;

#define lanes_sync(s)         team_sync()
#define lanes_votes(s, votes) team_votes((s)->team, (s)->lane, (votes) != 0)

/* The largest of the lanes' values, which must not be negative; *owner: the lowest lane that has it. */
#define lanes_largest(s, values, owner) lanes_largest_of((s)->team, (s)->lane, values, owner)

SHARED_INLINE PIECE_SUM lanes_largest_of(__local struct team *team, uint32_t lane, PIECE_SUM value, uint32_t *owner)
{
#if PIECE_SHORT /* one minimum finds both value and lane */
    const uint32_t mine = ~((uint32_t)value << 5 | (31u - lane));
#if TEAM_CODE == TEAM_CODE_LOCAL
    const uint32_t least = (uint32_t)team_min(team, lane, mine);
#else
    const uint32_t least = lane_min(team, mine);
#endif
    *owner = 31u - (~least & 31u);
    return (PIECE_SUM)(~least >> 5);
#else
    const int64_t largest = (int64_t)~team_min(team, lane, ~(uint64_t)value);
    const uint32_t owners = team_votes(team, lane, value == largest);
    *owner = 31u - clz(owners & -owners);
    return largest;
#endif
}

#else

#define ROLLED
#define LANED(type, name)    type name[PIECE_LANES]
#define LANED_OF(type, name) const type *name
#define MY(name)             name[lane]
#define LANES(s)        \
    uint32_t lane = 0;  \
    lane < PIECE_LANES; \
    ++lane
#define LANES_BELOW(s, count) \
    uint32_t lane = 0;        \
    lane < (count);           \
    ++lane
#define LANES_MEMBERS

#define lanes_sync(s)                   ((void)(s))
#define lanes_votes(s, votes)           lanes_votes_of(votes)
#define lanes_largest(s, values, owner) lanes_largest_of(values, owner)

SHARED_INLINE uint32_t lanes_votes_of(const uint32_t *votes)
{
    uint32_t bits = 0;
    for (uint32_t lane = 0; lane < PIECE_LANES; ++lane) {
        bits |= (uint32_t)(votes[lane] != 0) << lane;
    }
    return bits;
}

SHARED_INLINE PIECE_SUM lanes_largest_of(const PIECE_SUM *values, uint32_t *owner)
{
    *owner = 0;
    for (uint32_t lane = 1; lane < PIECE_LANES; ++lane) {
        *owner = values[lane] > values[*owner] ? lane : *owner;
    }
    return values[*owner];
}

#endif

#endif
