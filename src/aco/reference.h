/* reference.h - the sequential reference of a colony: each step in plain C, the oracle of the kernels, and the colony
 * that runs without a driver (--device none). It shares arithmetic, the local search and decide.h with the kernels. */
#ifndef SWARMCL_ACO_REFERENCE_H
#define SWARMCL_ACO_REFERENCE_H

#include "base/memory.h"
#include "settings.h"

/* The colony's arrays, with the shapes and names of the device's buffers. */
struct aco_arrays {
    struct base_arrays all;                /* owns the arrays below */
    const struct swarm_instance *instance; /* borrowed: partners, and distances without a matrix */
    struct aco_lists lists;
    int32_t *distance;    /* [n][stride]; NULL for ants on lists */
    float *heuristic;     /* [n][stride] */
    uint32_t *trails;     /* [n][stride] units */
    int32_t *row_offsets; /* [n] */
    float *choice_info;   /* [n][stride]; NULL for ants on lists */
    uint32_t *weights;    /* [n][stride]; on lists list_word()s */
    uint64_t *sums;       /* [n][stride] running sums of weights; NULL except for rules that try */
    uint32_t *tours;      /* [ants + ROWS_KEPT][n] */
    int64_t *lengths;     /* [ants + ROWS_KEPT] */
    uint32_t *depositors; /* [depositors] rows of tours */
    uint32_t *amounts;    /* [depositors] units */
    uint32_t *laid;       /* [n][stride] deposits of an iteration; NULL if ants deposit directly on the trails */
    uint32_t *best_tour;  /* [n], row ROW_BEST of tours */
    uint32_t *polished;   /* [n], row ROW_POLISH of tours */
    uint32_t *anchor;     /* [n][2] both neighbours in the best tour; n: none */
    uint32_t *open; /* [matrix_stride] all ones for each unvisited node; [ants][matrix_stride] for local updates */
};

/* Allocates all arrays except the lists, zeroed. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status aco_arrays_create(struct base_env *env, const struct aco_settings *s, struct aco_arrays *arrays);
void aco_arrays_destroy(struct aco_arrays *arrays);

/* Bytes of arrays and lists. */
uint64_t aco_arrays_bytes(const struct aco_settings *s);

static inline size_t aco_cell(const struct aco_settings *s, uint32_t i, uint32_t place)
{
    return (size_t)i * s->stride + place;
}

struct aco_start {
    const uint32_t *tour; /* [n] */
    int64_t length;
};

/* aco_arrays_create(), then distances, lists, heuristic, trails, row_offsets and the start tour as the best. After
 * cancellation or `deadline` all but the start may be missing. Borrows the instance. */
enum swarm_status aco_reference_open(struct base_env *env, const struct swarm_instance *instance,
                                     const struct aco_settings *s, struct aco_start start, double deadline,
                                     struct aco_arrays *arrays);

/* heuristic, trails and row_offsets from distances or lists (Algorithm 3); 0 after the candidates of a list. */
void aco_reference_initialise(const struct aco_settings *s, struct aco_arrays *arrays);

/* Finds the shortest and the longest tour of the iteration, the lowest ant on ties, and calls decide(). Updates `best`
 * and the tours that are kept, with their lengths and the anchor. */
struct aco_summary aco_reference_reduce(const struct aco_settings *s, struct aco_arrays *arrays, uint64_t iteration,
                                        struct aco_best *best);

/* weights from trails; on whole rows through choice_info (Algorithm 4), with sums for rules that try. */
void aco_reference_weights(const struct aco_settings *s, struct aco_arrays *arrays);

/* On whole rows: weights and sums from choice_info. */
void aco_reference_choice_weights(const struct aco_settings *s, struct aco_arrays *arrays);

/* list_word() of a candidate, from its trail. */
uint32_t aco_reference_list_word(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t i,
                                 uint32_t place);

/* The place of node j in the row of i: j itself on whole rows, settings.width if a list does not have j. */
uint32_t aco_reference_place(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t i, uint32_t j);

/* Builds and measures the tour of one ant (Algorithms 5 and 6). iteration counts from 1. On lists, in step s from 1 to
 * n - 1, the unvisited among an ant's `candidates` candidates race: the smallest list_key() wins, where place k draws
 * word s % 4 of draw k, step s / 4, of DRAW_LIST. If word s % 4 of draw 0, step s / 4, of DRAW_EXPLOIT is below
 * settings.exploit, the largest weight wins without a race. If all candidates are visited, the ant goes to the nearest
 * unvisited node, the lowest on ties. */
void aco_reference_construct(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t iteration, uint32_t ant);

/* Takes steps step_begin .. step_end - 1 of all ants, for algorithms with a local update, with the draws above; the
 * last call measures the tours. All ants take a step on the same weights. Then trail_updated_locally() changes trails
 * and weights of the edges taken, ant by ant, in both directions if the instance is symmetric; closing edges come last.
 * Dorigo and Gambardella (1997, eq. 5) update after each ant's step, so that later ants of the same step see it. */
void aco_reference_construct_together(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t iteration,
                                      uint32_t step_begin, uint32_t step_end);

/* The node of a try of the stochastic trial, visited or not: the first whose running sum exceeds the draw. sums: [n] */
uint32_t aco_reference_try(const uint64_t *sums, uint32_t n, uint64_t random);

/* lengths from tours (Algorithm 6). */
void aco_reference_evaluate(const struct aco_settings *s, struct aco_arrays *arrays);

struct aco_searcher {
    struct base_env *env;
    const struct swarm_instance *instance;
    const struct aco_settings *settings;
    const struct aco_lists *lists;
    bool (*interrupted)(const void *user); /* called every 1,024 rounds; NULL: never */
    const void *user;
};

/* Improves `tour` [n] and *length in place by settings->local_search. anchor: [n][2], NULL: none, so that every node is
 * queued. An interruption leaves a valid tour. SWARM_ERROR_OUT_OF_MEMORY leaves the tour unchanged. */
enum swarm_status aco_reference_search(const struct aco_searcher *by, const uint32_t *anchor, uint32_t *tour,
                                       int64_t *length);

/* Adds the trails that count to best->counted: aco_branches. */
void aco_reference_branches(const struct aco_settings *s, const struct aco_arrays *arrays, struct aco_best *best);

/* depositors and amounts from lengths and the decisions of the reduction. */
void aco_reference_amounts(const struct aco_settings *s, struct aco_arrays *arrays, const struct aco_best *best);

/* Ant System on whole rows: Algorithm 8, and Algorithm 9 for one ant with amounts. */
void aco_reference_evaporate(const struct aco_settings *s, struct aco_arrays *arrays);
void aco_reference_deposit(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t ant);

/* All steps after a reduction: amounts, evaporation and deposit. `iteration` 0: for the start tour. */
void aco_reference_update(const struct aco_settings *s, struct aco_arrays *arrays, struct aco_best *best,
                          uint64_t iteration);

/* Every ant walks `tour` [n] of `length` and deposits on it. */
void aco_reference_walk(const struct aco_settings *s, struct aco_arrays *arrays, struct aco_best *best,
                        const uint32_t *tour, int64_t length);

#endif
