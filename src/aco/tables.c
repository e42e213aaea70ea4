/* The tables of designs. Published designs that no default uses are in papers/rows.h. In addition to its row
 *   a construction or deposit needs a kernel file or defines for one, and the functions of its struct
 *   an evaluation needs a kernel
 *   a selection needs a number in selection_rules.h, a .clh per construction, and a function in reference_construct.c
 * Trails are whole units, so all deposits give the same trails in any order of ants. */
#include <string.h>

#include "algorithm.h"
#include "cl/aco/colony_rules.h"
#include "local_search.h"
#include "papers/rows.h"
#include "cl/aco/selection_rules.h"

/* Finds the row whose first member is `name`; NULL if there is none. rows: [count] of `size` bytes each. */
static const void *find_row(const void *rows, size_t count, size_t size, const char *name)
{
    for (size_t i = 0; i < count; ++i) {
        const void *row = (const char *)rows + i * size;
        if (strcmp(*(const char *const *)row, name) == 0) {
            return row;
        }
    }
    return NULL;
}

/* Defines the table, its length, and the function that finds rows, from ROWS(ROW) with ROW(name, help, source,
 * members...) per row. */
#define ACO_AS_ROW(word, help, source, ...) {.name = word, __VA_ARGS__},
#define ACO_TABLE(kind, table, ROWS)                                                   \
    const struct aco_##kind aco_##table[] = {ROWS(ACO_AS_ROW)};                        \
    const size_t aco_##kind##_count = sizeof aco_##table / sizeof aco_##table[0];      \
    const struct aco_##kind *aco_##kind##_find(const char *name)                       \
    {                                                                                  \
        return find_row(aco_##table, aco_##kind##_count, sizeof aco_##table[0], name); \
    }

/* The option's words, after `first`, which may be empty; the last has a NULL name. */
#define ACO_AUTO(help)                       {"auto", help, ""},
#define ACO_AS_WORD(name, help, source, ...) {name, help, source},
#define ACO_WORDS(kind, ROWS, first) \
    const struct swarm_variant aco_##kind##_words[] = {first ROWS(ACO_AS_WORD){NULL, NULL, NULL}};

ACO_TABLE(algorithm, algorithms, ACO_ALGORITHM_ROWS)

#define LOCAL_SEARCH_ROWS(ROW)                                                                             \
    ROW("none", "tours stay as the ants built them", "", .oriented = true)                                 \
    ROW("2opt", "two edges for two others", "Croes 1958; candidate lists: Bentley 1992", .two_opt = true)  \
    ROW("oropt", "up to three nodes in a row move elsewhere", "Or 1976", .or_opt = true, .oriented = true) \
    ROW("2opt+oropt", "both", "Bentley 1992", .two_opt = true, .or_opt = true)                             \
    ROW("3opt", "also three edges for three others; every new edge except the last gains",                 \
        "Lin and Kernighan 1973 to depth 3; Johnson and McGeoch 1997", .two_opt = true, .or_opt = true,    \
        .three_opt = true, .oriented = true)

ACO_TABLE(local_search, local_searches, LOCAL_SEARCH_ROWS)
ACO_WORDS(local_search, LOCAL_SEARCH_ROWS, ACO_AUTO("3opt; none with `--algorithm as`"))

/* `elsewhere` is the faster construction on an H200 (bench/papers/baseline/nvidia-h200.json). Rules that read all nodes
 * in every step are faster with many work-items per ant, the others with few and no barriers. On pr1002 roulette takes
 * 2.7 ms with work-group and 3.8 ms with lanes, hybrid 2.5 ms and 1.3 ms. */
#define SELECTION_ROWS(ROW)                                                                                      \
    ROW("roulette", "proportional, one draw on integer weights; a weight below 2^-32 of its row's largest is 0", \
        "Dorigo, Maniezzo and Colorni 1996, eq. 4; Uchida, Ito and Nakano 2014, section 4.2.1",                  \
        .number = SELECTION_ROULETTE, .exact = true, .elsewhere = "work-group")                                  \
    ROW("race", "proportional up to 2^-24, every node draws an exponential number and the smallest wins",        \
        "Efraimidis and Spirakis 2006; Skinderowicz 2020", .number = SELECTION_RACE, .exact = true,              \
        .elsewhere = "work-group")                                                                               \
    PAPER_SELECTION_ROWS(ROW)

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

#define CONSTRUCTION_ROWS(ROW)                                                                                         \
    ROW("work-item", "one ant per work-item, rows as vectors", "Angelo, Augusto and Barbosa 2013, Algorithm 5",        \
        .file = "aco/construct_workitem.cl", .kernels = {"aco_construct_workitem"}, .selections = ACO_SELECTION_ANY,   \
        .shares = true, .fit = aco_rows_fit_workitem, .set = aco_rows_set, .enqueue = aco_walk)                        \
    ROW("work-group", "one ant per work-group of --group-size", "Angelo, Augusto and Barbosa 2013, section 4.2.2",     \
        .file = "aco/construct_team.cl", .kernels = {"aco_construct_team"}, .selections = ACO_SELECTION_ANY,           \
        .groups = true, .fit = aco_rows_fit_workgroup, .set = aco_rows_set, .enqueue = aco_walk)                       \
    ROW("lanes", "several ants per work-group with 32 work-items each, without barriers by sub-groups or PTX",         \
        "Skinderowicz 2020, an ant per 32 lanes; several in a group: ours", .file = "aco/construct_team.cl",           \
        .kernels = {"aco_construct_team"}, .selections = ACO_SELECTION_ANY, .shares = true, .fit = aco_rows_fit_lanes, \
        .set = aco_rows_set, .enqueue = aco_walk)                                                                      \
    PAPER_CONSTRUCTION_ROWS(ROW)                                                                                       \
    ROW("list-item", "candidate lists, several ants per work-item, candidates as vectors of 16", "ours",               \
        .file = "aco/construct_list_workitem.cl", .kernels = {"aco_construct_list_workitem"},                          \
        .selections = ACO_SELECTION_ANY, .shares = true, .lists = true, .buffers = ACO_BUFFER_BIT(LIST_VISITED),       \
        .fit = aco_lists_fit_item, .set = aco_lists_set, .enqueue = aco_walk)                                          \
    ROW("list-lanes", "candidate lists, 32 work-items per ant, without barriers by sub-groups or PTX",                 \
        "Skinderowicz 2020, an ant per 32 lanes", .file = "aco/construct_list_lanes.cl",                               \
        .kernels = {"aco_construct_list_lanes"}, .selections = ACO_SELECTION_ANY, .shares = true, .lists = true,       \
        .buffers = ACO_BUFFER_BIT(LIST_VISITED), .fit = aco_lists_fit_lanes, .set = aco_lists_set,                     \
        .enqueue = aco_walk)                                                                                           \
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
    ROW("atomic", "one work-item per edge of every ant, integer atomics",                                             \
        "Cecilia et al. 2013, Fig. 4 and Table 4, version 2", .file = "aco/deposit_atomic.cl",                        \
        .kernels = {"aco_deposit_atomic"}, .enqueue = aco_rows_atomic)                                                \
    ROW("by-row", "one work-group per node sums its row in local memory, then symmetrise and evaporate",              \
        "Uchida, Ito and Nakano 2014, sections 4.3.1 and 4.3.2", .file = "aco/deposit_by_row.cl",                     \
        .kernels = {"aco_deposit_next", "aco_deposit_rows", "aco_deposit_symmetrise"}, .evaporates = true,            \
        .buffers = ACO_BUFFER_BIT(NEXT) | ACO_BUFFER_BIT(DIRECTED), .set = aco_rows_set_by_row,                       \
        .enqueue = aco_rows_by_row)                                                                                   \
    ROW("edges", "one work-item per edge of every tour that deposits, on lists on CPUs one per core; all algorithms", \
        "Stuetzle and Hoos 2000, for the limits; sums in a separate array: ours", .file = "aco/deposit_edges.cl",      \
        .kernels = {"aco_deposit_lay", "aco_deposit_settle", "aco_deposit_worst", "aco_deposit_mutate"},              \
        .any_algorithm = true, .evaporates = true, .buffers = ACO_BUFFER_BIT(LAID), .enqueue = aco_deposit_edges)     \
    PAPER_DEPOSIT_ROWS(ROW)

ACO_TABLE(deposit, deposits, DEPOSIT_ROWS)
ACO_WORDS(deposit, DEPOSIT_ROWS, ACO_AUTO("edges; as on whole rows: by-row on CPUs, atomic elsewhere"))
