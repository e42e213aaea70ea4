/* types.h - structs that host and kernels exchange: members from large to small, padding explicit. */
#ifndef SWARMCL_ACO_TYPES_H
#define SWARMCL_ACO_TYPES_H

#include "cl/shared/cl_compat.h"

#define COLONY_RUNNING        0u
#define COLONY_REACHED_TARGET 1u
#define COLONY_STAGNATED      2u

/* Buffers of a colony. Host code, kernel arguments, the memory plan and JSON use these names. n: nodes; m: ants; K:
 * candidates; stride: n rounded up to 64, for heuristic, trails, weights and `laid` on lists K rounded up to 16.
 * Colonies that share launches have a part each of the arrays in ACO_PARTS.
 *
 * coordinates    [3][n]              metric_coordinate
 * distance       [n][stride]         int     length; on whole rows, and on lists without points
 * heuristic      [n][stride]         float   1 / length
 * trails         [n][stride]         uint    units of `struct aco_settings`
 * points         [n][2 or 4]         metric_coordinate; for lists and the local search
 * candidates     [n][stride]         uint    node
 * second         [n][16 to 128]      uint    node: the lists that ants use when all candidates are visited
 * search_lists   [n][16]             uint    node: for the local search
 * partners       [n]                 uint    node, or TSP_NO_NODE
 * anchor         [n][2]              uint    neighbours in the best tour; `no_anchor`: none
 * search         [m][SEARCH_SCRATCH_WORDS]  uint  search_rules.h
 * laid           [2][shares][n][stride]     uint  deposits in trail units; even and odd iterations alternate
 * depositors     [depositors]        uint    row of `tours`
 * list_visited   [m][n / 32]         uint    bits, where local memory is too small; m in whole groups
 * row_offsets    [n]                 int     power of two that scales a row
 * choice_info    [n][stride]         float   tau^alpha eta^beta 2^offset
 * weights        [n][stride]         uint    share of the row; on lists list_word()s
 * sums           [n][stride]         ulong   running sums of weights, for rules that try
 * starts         [n][stride]         uint    node where the search for a draw begins, for rules that try
 * tours          [m + 3, and a group][n]    uint  node; rows after the ants: best, best since the restart, copy of the
 *                                            best, and rows for teams without an ant
 * lengths        [m + 3]             long
 * amounts        [depositors]        uint    deposit of each, in trail units
 * next           [n][m]              uint    node after each node; deposit `by-row`
 * directed       [n][stride]         uint    deposits from row to column; deposit `by-row`
 * scan_sums      [m][n], then a level of chunks after the other  ulong  running sums; `whole-scan`
 * scan_visited   [m][n]              uchar   `whole-scan`
 * scan_draws     [m][2]              ulong   sum before the ant, number drawn; `whole-scan`
 * keys           [2]                 uint    the seed
 * best           [1]                 struct aco_best
 * summaries      [256][colonies]     struct aco_summary */

/* The record of a colony; on the device for the whole run. */
struct aco_best {
    int64_t length;             /* of the best tour */
    uint64_t iteration;         /* in which the best tour was found; 0: before the first */
    int64_t restart_length;     /* of the best tour since the restart; LENGTH_NONE: none */
    uint64_t restart_iteration; /* in which the best tour since the restart was found */
    uint64_t restarted;         /* iteration in which the trails restarted; 0: at the start */
    uint32_t state;             /* COLONY_...; if not RUNNING, the best no longer changes */
    uint32_t ant;               /* ant with the shortest tour of the iteration, the lowest on ties */
    uint32_t worst;             /* ant with the longest tour, the lowest on ties */
    uint32_t improved;          /* 1: this iteration improved the best tour */
    uint32_t restart_improved;  /* 1: this iteration improved the best tour since the restart */
    uint32_t source;            /* row of tours of the new best */
    uint32_t depositor;         /* row of tours that deposits, if there is one depositor */
    uint32_t reset;             /* 1: all trails restart at the end of this iteration */
    uint32_t trail_maximum;     /* units, for algorithms with limits */
    uint32_t trail_minimum;
    uint32_t counted;  /* since the last reduction; RESTART_BRANCHING: trails that count; RESTART_ALIKE: edges of the
                        * worst tour that the best tour does not have */
    uint32_t restarts; /* number of restarts */
};

/* ROW(ACO_BUFFER_..., name): the arrays of which each colony of a launch has a part. */
#define ACO_PARTS(ROW)                                                                                                 \
    ROW(TRAILS, trails) ROW(CHOICE_INFO, choice_info) ROW(WEIGHTS, weights) ROW(TOURS, tours) ROW(LENGTHS, lengths)    \
    ROW(AMOUNTS, amounts) ROW(DEPOSITORS, depositors) ROW(BEST, best) ROW(KEYS, keys) ROW(HEURISTIC, heuristic)        \
    ROW(CANDIDATES, candidates) ROW(ANCHOR, anchor) ROW(SEARCH, search) ROW(LAID, laid) ROW(SUMS, sums)                \
    ROW(STARTS, starts) ROW(NEXT, next) ROW(DIRECTED, directed) ROW(SCAN_SUMS, scan_sums)                              \
    ROW(SCAN_VISITED, scan_visited) ROW(SCAN_DRAWS, scan_draws) ROW(LIST_VISITED, visited_bits)

/* Bytes of a colony's part of an array; 0: the colonies share it. */
#define ACO_PART_MEMBER(buffer, name) uint64_t name;
struct aco_parts {
    ACO_PARTS(ACO_PART_MEMBER)
};

/* The summary of an iteration for the host. */
struct aco_summary {
    int64_t iteration_length; /* shortest tour of the iteration */
    int64_t best_length;      /* best tour after the iteration */
    uint32_t ant;             /* with the shortest tour, the lowest on ties */
    uint32_t state;
    uint32_t improved;
    uint32_t padding;
};

#endif
