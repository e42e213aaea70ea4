/* types.h - structs that host and kernels exchange: members from large to small, padding explicit. */
#ifndef SWARMCL_ACO_TYPES_H
#define SWARMCL_ACO_TYPES_H

#include "cl/shared/cl_compat.h"

#define COLONY_RUNNING        0u
#define COLONY_REACHED_TARGET 1u
#define COLONY_STAGNATED      2u

/* What a colony knows of itself; lives on the device for the whole run. */
struct aco_best {
    int64_t length;             /* of the best so far */
    uint64_t iteration;         /* in which it was found; 0: before the first */
    int64_t restart_length;     /* of the best since the restart; LENGTH_NONE: none yet */
    uint64_t restart_iteration; /* in which that was found */
    uint64_t restarted;         /* iteration in which the trails were set anew; 0: at the start */
    uint32_t state;             /* COLONY_...; once it is not RUNNING, nothing changes any more */
    uint32_t ant;               /* with the shortest tour of the iteration, the lowest on ties */
    uint32_t worst;             /* with the longest, the lowest on ties */
    uint32_t improved;          /* 1 when this iteration improved the best */
    uint32_t restart_improved;  /* 1 when it improved that since the restart */
    uint32_t source;            /* row of tours that the new best of either kind comes from */
    uint32_t depositor;         /* row of tours that deposits, where but one does */
    uint32_t reset;             /* 1: all trails start anew at the end of this iteration */
    uint32_t trail_maximum;     /* units, for algorithms with limits */
    uint32_t trail_minimum;
    uint32_t counted;  /* RESTART_BRANCHING: trails that count, over all rows; RESTART_ALIKE: edges of the worst tour
                        * that the best does not have; since the last reduction */
    uint32_t restarts; /* how often so far */
};

/* ROW(ACO_BUFFER_..., name): the arrays of which each colony of a launch has a part of its own. */
#define ACO_PARTS(ROW)                                                                                                 \
    ROW(TRAILS, trails) ROW(CHOICE_INFO, choice_info) ROW(WEIGHTS, weights) ROW(TOURS, tours) ROW(LENGTHS, lengths)    \
    ROW(AMOUNTS, amounts) ROW(DEPOSITORS, depositors) ROW(BEST, best) ROW(KEYS, keys) ROW(HEURISTIC, heuristic)        \
    ROW(CANDIDATES, candidates) ROW(ANCHOR, anchor) ROW(SEARCH, search) ROW(LAID, laid) ROW(SUMS, sums)                \
    ROW(STARTS, starts) ROW(NEXT, next) ROW(DIRECTED, directed) ROW(SCAN_SUMS, scan_sums)                              \
    ROW(SCAN_VISITED, scan_visited) ROW(SCAN_DRAWS, scan_draws) ROW(LIST_VISITED, visited_bits)

/* Bytes of the part of an array; 0: the colonies share it. */
#define ACO_PART_MEMBER(buffer, name) uint64_t name;
struct aco_parts {
    ACO_PARTS(ACO_PART_MEMBER)
};

/* What one iteration tells the host. */
struct aco_summary {
    int64_t iteration_length; /* shortest tour of the iteration */
    int64_t best_length;      /* best so far after it */
    uint32_t ant;             /* that built the iteration's shortest, the lowest on ties */
    uint32_t state;
    uint32_t improved;
    uint32_t padding;
};

#endif
