/* Adding a row of --construction or --deposit: a kernel file or defines for one, the functions of its struct, a line
 * here; of --evaluation: a kernel; of --selection: a number in cl/shared/selection_rules.h, a .clh for each
 * construction, a function in rows/reference.c. Trails are whole units, so that all deposits give the same ones in
 * whatever order ants arrive. */
#include "tables.h"

#include "deposit_edges.h"
#include "lists/construct.h"
#include "rows/construct.h"
#include "rows/deposit.h"
#include "rows/scan.h"
#include "selection_rules.h"
#include "table.h"

/* What a rule that tries needs besides weights. */
#define TRIES (ACO_BUFFER_BIT(SUMS) | ACO_BUFFER_BIT(STARTS))

/* Construction of each on GPUs: the faster one on an H200, bench/papers/baseline/nvidia-h200.json. Rules that look
 * at all nodes in every step want many work-items an ant, the others few without barriers: pr1002 takes roulette 2.7 ms
 * with work-group and 3.8 ms with lanes, hybrid 2.5 and 1.3 ms. */
#define SELECTION_ROWS(ROW)                                                                                            \
    ROW("roulette", "proportional, one draw on integer weights; a weight below 2^-32 of its row's largest is 0",       \
        "Dorigo, Maniezzo and Colorni 1996, eq. 4; Uchida, Ito and Nakano 2014, section 4.2.1",                        \
        .number = SELECTION_ROULETTE, .exact = true, .elsewhere = "work-group")                                        \
    ROW("race", "proportional up to 2^-24, every node draws an exponential number and the smallest wins",              \
        "Efraimidis and Spirakis 2006; Skinderowicz 2020", .number = SELECTION_RACE, .exact = true,                    \
        .elsewhere = "work-group")                                                                                     \
    ROW("i-roulette", "NOT proportional, every node draws a uniform number and the largest number times weight wins",  \
        "Cecilia et al. 2013, Algorithm 3", .number = SELECTION_I_ROULETTE, .elsewhere = "work-group")                 \
    ROW("tile-best", "NOT proportional, a race in each tile of 128 nodes, then the winner of largest weight",          \
        "Cecilia et al. 2013, section 3.2.2", .number = SELECTION_TILE_BEST, .elsewhere = "lanes")                     \
    ROW("compressed", "proportional, as roulette from an array of the unvisited nodes: other tours, as likely",        \
        "Uchida, Ito and Nakano 2014, section 4.2.2", .number = SELECTION_COMPRESSED, .exact = true,                   \
        .elsewhere = "lanes")                                                                                          \
    ROW("trial", "proportional, up to 8 draws from whole rows until a node is unvisited, then as roulette",            \
        "Uchida, Ito and Nakano 2014, section 4.2.3", .number = SELECTION_TRIAL, .exact = true, .elsewhere = "lanes",  \
        .buffers = TRIES)                                                                                              \
    ROW("hybrid", "proportional, as trial, from --compress-from on as compressed",                                     \
        "Uchida, Ito and Nakano 2014, section 4.2.4", .number = SELECTION_HYBRID, .exact = true, .elsewhere = "lanes", \
        .buffers = TRIES)

ACO_TABLE(selection, selections, SELECTION_ROWS)
ACO_WORDS(selection, SELECTION_ROWS, )

const struct aco_selection *aco_selection_of(int number)
{
    const struct aco_selection *row = aco_selections;
    while (row->number != number) {
        ++row;
    }
    return row;
}

/* Rules that look at whole rows. */
#define WHOLE_ROWS                                                             \
    (ACO_SELECTION_BIT(SELECTION_ROULETTE) | ACO_SELECTION_BIT(SELECTION_RACE) \
     | ACO_SELECTION_BIT(SELECTION_I_ROULETTE) | ACO_SELECTION_BIT(SELECTION_TILE_BEST))

#define CONSTRUCTION_ROWS(ROW)                                                                                         \
    ROW("work-item", "one ant per work-item, rows as vectors", "Angelo, Augusto and Barbosa 2013, Algorithm 5",        \
        .file = "aco/construct_workitem.cl", .kernels = {"aco_construct_workitem"}, .selections = ACO_SELECTION_ANY,   \
        .shares = true, .fit = aco_rows_fit_workitem, .set = aco_rows_set, .enqueue = aco_rows_walk)                   \
    ROW("work-group", "one ant per work-group of --group-size", "Angelo, Augusto and Barbosa 2013, section 4.2.2",     \
        .file = "aco/construct_team.cl", .kernels = {"aco_construct_team"}, .selections = ACO_SELECTION_ANY,           \
        .groups = true, .fit = aco_rows_fit_workgroup, .set = aco_rows_set, .enqueue = aco_rows_walk)                  \
    ROW("queen-worker", "as work-group, each worker with the visited bits of up to 32 nodes in a private word",        \
        "Cecilia et al. 2013, section 3.2.2 and Table 3", .file = "aco/construct_team.cl",                             \
        .kernels = {"aco_construct_team"}, .selections = WHOLE_ROWS,                                                   \
        .reason = "its workers keep visited bits of whole rows, and that rule has its own array of unvisited nodes "   \
                  "or looks nodes up",                                                                                 \
        .groups = true, .private_bits = true, .fit = aco_rows_fit_queen, .set = aco_rows_set,                          \
        .enqueue = aco_rows_walk)                                                                                      \
    ROW("lanes", "several ants per work-group with 32 work-items each, on NVIDIA GPUs without barriers by PTX",        \
        "Skinderowicz 2020, an ant per 32 lanes; several in a group: ours", .file = "aco/construct_team.cl",           \
        .kernels = {"aco_construct_team"}, .selections = ACO_SELECTION_ANY, .shares = true, .fit = aco_rows_fit_lanes, \
        .set = aco_rows_set, .enqueue = aco_rows_walk)                                                                 \
    ROW("whole-scan", "all ants together, one prefix sum over all weights a step",                                     \
        "Belotti, section 4.1, Figs 3 to 5", .file = "aco/whole_scan.cl",                                              \
        .kernels = {"aco_construct_scan_begin", "aco_construct_scan_weights", "aco_construct_scan_totals",             \
                    "aco_construct_scan_increments", "aco_construct_scan_draw", "aco_construct_scan_search"},          \
        .selections = ACO_SELECTION_BIT(SELECTION_ROULETTE), .reason = "a prefix sum draws as roulette does",          \
        .groups = true,                                                                                                \
        .buffers = ACO_BUFFER_BIT(SCAN_SUMS) | ACO_BUFFER_BIT(SCAN_VISITED) | ACO_BUFFER_BIT(SCAN_DRAWS),              \
        .fit = aco_scan_fit, .enqueue = aco_scan_enqueue)                                                              \
    ROW("list-item", "candidate lists, several ants per work-item, candidates as vectors of 16", "ours",               \
        .file = "aco/construct_list_workitem.cl", .kernels = {"aco_construct_list_workitem"},                          \
        .selections = ACO_SELECTION_ANY, .shares = true, .lists = true, .buffers = ACO_BUFFER_BIT(LIST_VISITED),       \
        .fit = aco_lists_fit_item, .set = aco_lists_set, .enqueue = aco_lists_walk)                                    \
    ROW("list-lanes", "candidate lists, 32 work-items an ant, on NVIDIA GPUs without barriers by PTX",                 \
        "Skinderowicz 2020, an ant per 32 lanes", .file = "aco/construct_list_lanes.cl",                               \
        .kernels = {"aco_construct_list_lanes"}, .selections = ACO_SELECTION_ANY, .shares = true, .lists = true,       \
        .buffers = ACO_BUFFER_BIT(LIST_VISITED), .fit = aco_lists_fit_lanes, .set = aco_lists_set,                     \
        .enqueue = aco_lists_walk)                                                                                     \
    ROW("list-together", "candidate lists, all ants in one work-group, trails changed after every step",               \
        "Dorigo and Gambardella 1997, eq. 5; all ants take a step before: ours",                                       \
        .file = "aco/construct_list_together.cl", .kernels = {"aco_construct_list_together"},                          \
        .selections = ACO_SELECTION_ANY, .shares = true, .lists = true, .local_update = true,                          \
        .buffers = ACO_BUFFER_BIT(LIST_VISITED), .fit = aco_lists_fit_together, .enqueue = aco_lists_walk_together)

ACO_TABLE(construction, constructions, CONSTRUCTION_ROWS)
ACO_WORDS(construction, CONSTRUCTION_ROWS,
          ACO_AUTO("work-item on CPUs, elsewhere work-group or lanes, by the selection"))

#define EVALUATION_ROWS(ROW)                                                                    \
    ROW("work-item", "one tour per work-item", "Angelo, Augusto and Barbosa 2013, Algorithm 6", \
        .file = "aco/evaluate_workitem.cl", .kernel = "aco_evaluate_workitem")                  \
    ROW("work-group", "one tour per work-group of --group-size, by a prefix sum",               \
        "Angelo, Augusto and Barbosa 2013, Algorithm 7", .file = "aco/evaluate_workgroup.cl",   \
        .kernel = "aco_evaluate_workgroup", .groups = true)

ACO_TABLE(evaluation, evaluations, EVALUATION_ROWS)
ACO_WORDS(evaluation, EVALUATION_ROWS, ACO_AUTO("work-item on CPUs, work-group elsewhere"))

#define DEPOSIT_ROWS(ROW)                                                                                             \
    ROW("per-ant", "one launch per ant, one work-item per edge, no atomics",                                          \
        "Angelo, Augusto and Barbosa 2013, Algorithm 9", .file = "aco/deposit_per_ant.cl",                            \
        .kernels = {"aco_deposit_per_ant"}, .enqueue = aco_rows_per_ant)                                              \
    ROW("atomic", "one work-item per edge of every ant, integer atomics",                                             \
        "Cecilia et al. 2013, Fig. 4 and Table 4, version 2", .file = "aco/deposit_atomic.cl",                        \
        .kernels = {"aco_deposit_atomic"}, .enqueue = aco_rows_atomic)                                                \
    ROW("atomic-tiled", "the same, tours through local memory",                                                       \
        "Cecilia et al. 2013, section 3.3, Table 4, version 1", .file = "aco/deposit_atomic.cl",                      \
        .kernels = {"aco_deposit_atomic_tiled"}, .tiled = true, .set = aco_rows_set_tile, .enqueue = aco_rows_atomic) \
    ROW("gather", "one work-item per trail searches all tours, no atomics; n^4 loads, for small n",                   \
        "Cecilia et al. 2013, Fig. 5 and Table 4, version 5", .file = "aco/deposit_gather.cl",                        \
        .kernels = {"aco_deposit_gather"}, .enqueue = aco_rows_gather)                                                \
    ROW("gather-tiled", "the same, tours through local memory; n^4 loads",                                            \
        "Cecilia et al. 2013, section 3.3, Table 4, version 4", .file = "aco/deposit_gather.cl",                      \
        .kernels = {"aco_deposit_gather_tiled"}, .tiled = true, .set = aco_rows_set_tile, .enqueue = aco_rows_gather) \
    ROW("gather-symmetric", "the same per pair of nodes, TSP only; n^4 / 2 loads",                                    \
        "Cecilia et al. 2013, section 3.3, Table 4, version 3", .file = "aco/deposit_gather.cl",                      \
        .kernels = {"aco_deposit_gather_symmetric"}, .symmetric_only = true, .tiled = true, .set = aco_rows_set_tile, \
        .enqueue = aco_rows_gather)                                                                                   \
    ROW("by-row", "one work-group per node sums its row in local memory, then symmetrise",                            \
        "Uchida, Ito and Nakano 2014, sections 4.3.1 and 4.3.2", .file = "aco/deposit_by_row.cl",                     \
        .kernels = {"aco_deposit_next", "aco_deposit_rows", "aco_deposit_symmetrise"},                                \
        .buffers = ACO_BUFFER_BIT(NEXT) | ACO_BUFFER_BIT(DIRECTED), .set = aco_rows_set_by_row,                       \
        .enqueue = aco_rows_by_row)                                                                                   \
    ROW("edges", "one work-item per edge of every tour that deposits, on lists on CPUs one per core; all algorithms", \
        "Stuetzle and Hoos 2000, for the limits; sums beside the trails: ours", .file = "aco/deposit_edges.cl",       \
        .kernels = {"aco_deposit_lay", "aco_deposit_settle", "aco_deposit_worst", "aco_deposit_mutate"},              \
        .any_algorithm = true, .buffers = ACO_BUFFER_BIT(LAID), .enqueue = aco_deposit_edges)

ACO_TABLE(deposit, deposits, DEPOSIT_ROWS)
ACO_WORDS(deposit, DEPOSIT_ROWS, ACO_AUTO("edges, but for as on whole rows: by-row on CPUs, atomic elsewhere"))
