/* types.h - structs that host and kernels exchange. Members are sorted from large to small, and padding is explicit. */
#ifndef SWARMCL_ACO_TYPES_H
#define SWARMCL_ACO_TYPES_H

#include "cl/shared/cl_compat.h"

#define COLONY_RUNNING        0u
#define COLONY_REACHED_TARGET 1u
#define COLONY_STAGNATED      2u

/* Buffers of a colony. Host code, kernel arguments, the memory plan and JSON use these names. n: nodes; m: ants; K:
 * candidates; stride: n rounded up to 64; K rounded up to 16 for `candidates` and, on lists, all arrays but `distance`.
 * Launches for several colonies hold the arrays of ACO_PARTS once per colony.
 *
 * coordinates    [3][n]              metric_coordinate
 * distance       [n][stride]         int     length; on whole rows, and on candidate lists without points
 * heuristic      [n][stride]         float   1 / length; 2 for length 0
 * trails         [n][stride]         uint    units of `struct aco_settings`
 * points         [n][2 or 4]         metric_coordinate; for lists and the local search
 * candidates     [n][stride]         uint    node
 * second         [n][at most 128]    uint    node: the lists that ants use when all candidates are visited
 * search_lists   [n][16]             uint    node: for the local search
 * partners       [n]                 uint    node, or TSP_NO_NODE
 * anchor         [n][2]              uint    neighbours in the best tour; `no_anchor` is an empty one
 * search         [m][SEARCH_SCRATCH_WORDS]  uint  search_rules.h
 * laid           [2][shares][n][stride]     uint  deposits in trail units; even and odd iterations alternate
 * depositors     [depositors]        uint    row of `tours`
 * list_visited   [m][ceil(n / 32)]   uint    bits, where local memory is too small; m in whole groups
 * row_offsets    [n]                 int     power of two that scales a row
 * choice_info    [n][stride]         float   tau^alpha eta^beta 2^offset
 * weights        [n][stride]         uint    selection_weight(); on lists list_word()
 * sums           [n][stride]         ulong   running sums of weights, for trial rules
 * starts         [n][stride]         uint    node where the search for a draw begins, for trial rules
 * tours          [m + 3, and a group][n]    uint  node; rows after the ants: best, best since the restart, copy of the
 *                                            best, and rows for teams without an ant
 * lengths        [m + 3]             long
 * amounts        [depositors]        uint    deposit of each, in trail units
 * next           [n][m]              uint    node after each node; deposit `by-row`
 * directed       [n][stride]         uint    deposits from row to column; deposit `by-row`
 * scan_sums      [m][n], then a sum per chunk, level by level    ulong  running sums; `whole-scan`
 * scan_visited   [m][n]              uchar   `whole-scan`
 * scan_draws     [m][2]              ulong   sum before the ant, number drawn; `whole-scan`
 * keys           [2]                 uint    the seed
 * best           [1]                 struct aco_best
 * summaries      [256][colonies]     struct aco_summary */

/* The record of a colony. It stays on the device during the run. */
struct aco_best {
    int64_t length;             /* length of the best tour of the run */
    uint64_t iteration;         /* iteration that found the best tour; 0: before the first */
    int64_t restart_length;     /* length of the best tour since the restart; LENGTH_NONE: none */
    uint64_t restart_iteration; /* iteration that found the best tour since the restart */
    uint64_t restarted;         /* iteration of the last reset of trails; 0: none yet */
    uint32_t state;             /* a COLONY_ constant; the best changes only while COLONY_RUNNING */
    uint32_t ant;               /* ant with the shortest tour of the iteration, the lowest on ties */
    uint32_t worst;             /* ant with the longest tour, the lowest on ties */
    uint32_t improved;          /* 1 if this iteration improved the best tour */
    uint32_t restart_improved;  /* 1 if this iteration improved the best tour since the restart */
    uint32_t source;            /* row of `tours` with the new best tour */
    uint32_t depositor;         /* row of `tours` that deposits, for algorithms with one depositor */
    uint32_t reset;             /* 1 if all trails are reset at the end of this iteration */
    uint32_t trail_maximum;     /* upper limit of trails in units, for algorithms with limits */
    uint32_t trail_minimum;
    uint32_t counted;  /* this iteration's count of significant trails (RESTART_BRANCHING) or of edges of the
                        * worst tour that the best tour lacks (RESTART_ALIKE) */
    uint32_t restarts; /* number of resets of the trails so far */
};

/* ROW(ACO_BUFFER_..., name): the arrays that launches for several colonies hold once per colony. */
#define ACO_PARTS(ROW)                                                                                                 \
    ROW(TRAILS, trails) ROW(CHOICE_INFO, choice_info) ROW(WEIGHTS, weights) ROW(TOURS, tours) ROW(LENGTHS, lengths)    \
    ROW(AMOUNTS, amounts) ROW(DEPOSITORS, depositors) ROW(BEST, best) ROW(KEYS, keys) ROW(HEURISTIC, heuristic)        \
    ROW(CANDIDATES, candidates) ROW(ANCHOR, anchor) ROW(SEARCH, search) ROW(LAID, laid) ROW(SUMS, sums)                \
    ROW(STARTS, starts) ROW(NEXT, next) ROW(DIRECTED, directed) ROW(SCAN_SUMS, scan_sums)                              \
    ROW(SCAN_VISITED, scan_visited) ROW(SCAN_DRAWS, scan_draws) ROW(LIST_VISITED, visited_bits)

/* Bytes from one colony's array to the next; 0 if the colonies share the array. */
#define ACO_PART_MEMBER(buffer, name) uint64_t name;
struct aco_parts {
    ACO_PARTS(ACO_PART_MEMBER)
};

/* Summary of an iteration, read by the host. */
struct aco_summary {
    int64_t iteration_length; /* length of the shortest tour of the iteration */
    int64_t best_length;      /* length of the best tour after the iteration */
    uint32_t ant;             /* ant with the shortest tour, the lowest on ties */
    uint32_t state;
    uint32_t improved;
    uint32_t padding;
};

/* Neighbouring edges of a work-item of aco_choice_info, loaded and stored as a vector; 1 on CPUs. */
#define CHOICE_ELEMENTS(row_group) ((row_group) > 1 ? 4u : 1u)

#endif
