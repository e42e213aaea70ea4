/* rows.h - published designs that no default uses, for tables.c. */
#ifndef SWARMCL_ACO_PAPERS_ROWS_H
#define SWARMCL_ACO_PAPERS_ROWS_H

#include "aco/shape.h"
#include "cl/aco/selection_rules.h"

/* Buffers of trial rules, in addition to weights. */
#define TRIES (ACO_BUFFER_BIT(SUMS) | ACO_BUFFER_BIT(STARTS))

#define PAPER_SELECTION_ROWS(ROW)                                                                                      \
    ROW("i-roulette", "NOT proportional, every node draws a uniform number and the largest number times weight wins",  \
        "All-In-Roulette, Fu, Lei and Zhou 2010; Cecilia et al. 2013, Algorithm 3", .number = SELECTION_I_ROULETTE,    \
        .elsewhere = "work-group")                                                                                     \
    ROW("tile-best", "NOT proportional, a race in each tile of 128 nodes, then the winner of largest weight",          \
        "Cecilia et al. 2013, section 3.2.2", .number = SELECTION_TILE_BEST, .elsewhere = "lanes")                     \
    ROW("compressed", "proportional, like roulette on an array of the unvisited nodes: other tours, equally likely",   \
        "Uchida, Ito and Nakano 2014, section 4.2.2", .number = SELECTION_COMPRESSED, .exact = true,                   \
        .elsewhere = "lanes")                                                                                          \
    ROW("trial", "proportional, --trial-limit draws from whole rows until a node is unvisited, then like roulette",    \
        "Uchida, Ito and Nakano 2014, section 4.2.3", .number = SELECTION_TRIAL, .exact = true, .elsewhere = "lanes",  \
        .buffers = TRIES)                                                                                              \
    ROW("hybrid", "proportional, like trial, from --compress-from on like compressed",                                 \
        "Uchida, Ito and Nakano 2014, section 4.2.4", .number = SELECTION_HYBRID, .exact = true, .elsewhere = "lanes", \
        .buffers = TRIES)

/* Selections that read whole rows. */
#define WHOLE_ROWS                                                             \
    (ACO_SELECTION_BIT(SELECTION_ROULETTE) | ACO_SELECTION_BIT(SELECTION_RACE) \
     | ACO_SELECTION_BIT(SELECTION_I_ROULETTE) | ACO_SELECTION_BIT(SELECTION_TILE_BEST))

/* Selections that search running sums. */
#define SEARCHED_RULES                                                               \
    (ACO_SELECTION_BIT(SELECTION_ROULETTE) | ACO_SELECTION_BIT(SELECTION_COMPRESSED) \
     | ACO_SELECTION_BIT(SELECTION_TRIAL) | ACO_SELECTION_BIT(SELECTION_HYBRID))

#define PAPER_CONSTRUCTION_ROWS(ROW)                                                                                 \
    ROW("32-ary", "like work-group, all work-items search together for a draw, and tries come one after another",    \
        "Uchida, Ito and Nakano 2014, sections 4.2.1 and 4.2.3", .file = "aco/construct_team.cl",                    \
        .kernels = {"aco_construct_team"}, .selections = SEARCHED_RULES,                                             \
        .reason = "it searches running sums, this rule has none", .groups = true, .together = true,                  \
        .fit = aco_rows_fit_workgroup, .set = aco_rows_set, .enqueue = aco_walk)                                     \
    ROW("queen-worker", "like work-group, with the visited bits of up to 32 nodes in a private word of each worker", \
        "Cecilia et al. 2013, section 3.2.2 and Table 3", .file = "aco/construct_team.cl",                           \
        .kernels = {"aco_construct_team"}, .selections = WHOLE_ROWS,                                                 \
        .reason = "its workers keep visited bits of whole rows, and that rule has its own array of unvisited nodes " \
                  "or looks nodes up",                                                                               \
        .groups = true, .private_bits = true, .fit = aco_rows_fit_queen, .set = aco_rows_set, .enqueue = aco_walk)   \
    ROW("queen-loop", "like queen-worker, one worker draws in a loop", "Cecilia et al. 2013, section 3.2.3",         \
        .file = "aco/construct_team.cl", .kernels = {"aco_construct_team"}, .groups = true, .private_bits = true,    \
        .serial = true, .selections = ACO_SELECTION_BIT(SELECTION_ROULETTE), .reason = "it supports only roulette",  \
        .fit = aco_rows_fit_queen, .set = aco_rows_set, .enqueue = aco_walk)                                         \
    ROW("whole-scan", "all ants together, with one prefix sum over all weights in a step",                           \
        "Belotti, section 4.1, Figs 3 to 5", .file = "aco/papers/whole_scan.cl",                                     \
        .kernels = {"aco_construct_scan_begin", "aco_construct_scan_weights", "aco_construct_scan_totals",           \
                    "aco_construct_scan_increments", "aco_construct_scan_draw", "aco_construct_scan_search"},        \
        .selections = ACO_SELECTION_BIT(SELECTION_ROULETTE), .reason = "it supports only roulette", .groups = true,  \
        .buffers = ACO_BUFFER_BIT(SCAN_SUMS) | ACO_BUFFER_BIT(SCAN_VISITED) | ACO_BUFFER_BIT(SCAN_DRAWS),            \
        .fit = aco_scan_fit, .enqueue = aco_scan_enqueue)                                                            \
    ROW("colony", "like work-item, one colony per work-group, whose ants beyond --ants-per-group take turns",        \
        "Bai et al. 2009", .file = "aco/construct_workitem.cl", .kernels = {"aco_construct_workitem"},               \
        .selections = ACO_SELECTION_ANY, .shares = true, .fit = aco_rows_fit_colony, .set = aco_rows_set,            \
        .enqueue = aco_rows_walk_colony)

#define PAPER_DEPOSIT_ROWS(ROW)                                                                                       \
    ROW("per-ant", "one launch per ant, one work-item per edge, no atomics",                                          \
        "Angelo, Augusto and Barbosa 2013, Algorithm 9", .file = "aco/papers/deposit_per_ant.cl",                     \
        .kernels = {"aco_deposit_per_ant"}, .enqueue = aco_rows_per_ant)                                              \
    ROW("atomic-tiled", "like atomic, tours through local memory",                                                    \
        "Cecilia et al. 2013, section 3.3, Table 4, version 1", .file = "aco/papers/deposit_atomic_tiled.cl",         \
        .kernels = {"aco_deposit_atomic_tiled"}, .tiled = true, .set = aco_rows_set_tile, .enqueue = aco_rows_atomic) \
    ROW("gather", "one work-item per trail searches all tours, no atomics; n^4 loads, for small n",                   \
        "Cecilia et al. 2013, Fig. 5 and Table 4, version 5", .file = "aco/papers/deposit_gather.cl",                 \
        .kernels = {"aco_deposit_gather"}, .enqueue = aco_rows_gather)                                                \
    ROW("gather-tiled", "the same, tours through local memory; n^4 loads",                                            \
        "Cecilia et al. 2013, section 3.3, Table 4, version 4", .file = "aco/papers/deposit_gather.cl",               \
        .kernels = {"aco_deposit_gather_tiled"}, .tiled = true, .set = aco_rows_set_tile, .enqueue = aco_rows_gather) \
    ROW("gather-symmetric", "the same per pair of nodes, TSP only; n^4 / 2 loads",                                    \
        "Cecilia et al. 2013, section 3.3, Table 4, version 3", .file = "aco/papers/deposit_gather.cl",               \
        .kernels = {"aco_deposit_gather_symmetric"}, .symmetric_only = true, .tiled = true, .set = aco_rows_set_tile, \
        .enqueue = aco_rows_gather)

#endif
