/* reference.h - the sequential reference of a colony: each step in plain C. Tests compare the kernels with it, and
 * --device none runs it. It shares arithmetic, the local search and decide.h with the kernels. */
#ifndef SWARMCL_ACO_REFERENCE_H
#define SWARMCL_ACO_REFERENCE_H

#include "base/memory.h"
#include "settings.h"

/* Arrays of a colony, named as the device's buffers (cl/aco/types.h); some shapes differ. */
struct aco_arrays {
    struct base_arrays all;                /* owns the arrays of this struct */
    const struct swarm_instance *instance; /* borrowed; provides partners, and distances if there is no matrix */
    struct aco_lists lists;
    int32_t *distance;    /* [n][stride] distance from a node to each node; NULL with candidate lists */
    float *heuristic;     /* [n][stride] heuristic of each edge: 1 / distance */
    uint32_t *trails;     /* [n][stride] trail of each edge in units of struct aco_settings */
    int32_t *row_offsets; /* [n] offset of each row's exponents: row_offset_of() in cl/aco/edge_math.h */
    float *choice_info;   /* [n][stride] trail^alpha * heuristic^beta, scaled by row; NULL with candidate lists */
    uint32_t *weights;    /* [n][stride] selection_weight() of each edge; with candidate lists list_word() */
    uint64_t *sums;       /* [n][stride] running sums of weights for trial rules; otherwise NULL */
    uint32_t *tours;      /* [ants + ROWS_KEPT][n] tours of the ants, then the rows ROW_BEST and so on */
    int64_t *lengths;     /* [ants + ROWS_KEPT] length of each row of tours[] */
    uint32_t *depositors; /* [settings.depositors] rows in tours[] of the tours that deposit */
    uint32_t *amounts;    /* [settings.depositors] units that each of these tours deposits on an edge */
    uint32_t *laid;       /* [n][stride] sums of deposits of an iteration; NULL if deposits go directly to the trails */
    uint32_t *best_tour;  /* [n] the best tour of the run: row ROW_BEST of tours[] */
    uint32_t *polished;   /* [n] copy of the best tour for the local search to improve: row ROW_POLISH of tours[] */
    uint32_t *anchor;     /* [n][2] neighbours of each node in the best tour; n: no best tour yet */
    uint32_t *open;       /* [matrix_stride] all ones for unvisited nodes; with local updates [ants][matrix_stride] */
};

/* Allocates all arrays except the lists, and zeroes them. Errors: SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status aco_arrays_create(struct base_env *env, const struct aco_settings *s, struct aco_arrays *arrays);
void aco_arrays_destroy(struct aco_arrays *arrays);

/* Bytes of all arrays and lists. */
uint64_t aco_arrays_bytes(const struct aco_settings *s);

static inline size_t aco_cell(const struct aco_settings *s, uint32_t i, uint32_t index)
{
    return (size_t)i * s->stride + index;
}

struct aco_start {
    const uint32_t *tour; /* [n] the starting tour; NULL: none */
    int64_t length;       /* length of the starting tour; LENGTH_NONE: there is no tour */
};

/* Calls aco_arrays_create(), then computes distances, lists, heuristic, trails and row_offsets, and makes the start
 * tour the best. After cancellation or `deadline` only the start tour is sure to be set. Borrows the instance. */
enum swarm_status aco_reference_open(struct base_env *env, const struct swarm_instance *instance,
                                     const struct aco_settings *s, struct aco_start start, double deadline,
                                     struct aco_arrays *arrays);

/* Finds the shortest and the longest tour of the iteration, the lowest ant on ties, and calls decide(). Updates `best`,
 * the rows of kept tours, their lengths, and the anchor. */
struct aco_summary aco_reference_reduce(const struct aco_settings *s, struct aco_arrays *arrays, uint64_t iteration,
                                        struct aco_best *best);

/* Computes weights from trails, with choice_info on whole rows (Algorithm 4), and sums for trial rules. */
void aco_reference_weights(const struct aco_settings *s, struct aco_arrays *arrays);

/* Without candidate lists: computes weights from choice_info, and running sums of rows if a rule needs them. */
void aco_reference_choice_weights(const struct aco_settings *s, struct aco_arrays *arrays);

/* list_word() of the candidate at `index`, from its trail. */
uint32_t aco_reference_list_word(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t i,
                                 uint32_t index);

/* The index of node j in the row of i: j on whole rows; settings.width if the list lacks j. */
uint32_t aco_reference_index(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t i, uint32_t j);

/* Builds and measures the tour of one ant (Algorithms 5 and 6); the first iteration is 1. With candidate lists, in step
 * s = 1 .. n - 1, the unvisited candidates race: the smallest list_key() wins, where candidate k draws word s % 4 of
 * draw k, step s / 4, of DRAW_LIST. If word s % 4 of draw 0, step s / 4, of DRAW_EXPLOIT is below settings.exploit, the
 * largest choice-info wins. If all candidates are visited, the nearest unvisited node is next, the lowest on ties. */
void aco_reference_construct(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t iteration, uint32_t ant);

/* Performs steps step_begin .. step_end - 1 of all ants for algorithms with a local update, with the draws of
 * aco_reference_construct(); the last call also measures the tours. All ants step on the same weights. Then
 * trail_updated_locally() changes trails and weights of the edges used, ant by ant, in both directions if the instance
 * is symmetric; closing edges come last. Dorigo and Gambardella (1997, eq. 5) instead update after each ant's step,
 * so later ants see the change. */
void aco_reference_construct_together(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t iteration,
                                      uint32_t step_begin, uint32_t step_end);

/* The node that a stochastic trial selects, visited or not: the first whose running sum exceeds the draw. sums: [n] */
uint32_t aco_reference_try(const uint64_t *sums, uint32_t n, uint64_t random);

/* Computes the lengths of all ants' tours (Algorithm 6). */
void aco_reference_evaluate(const struct aco_settings *s, struct aco_arrays *arrays);

struct aco_searcher {
    struct base_env *env;
    const struct swarm_instance *instance;
    const struct aco_settings *settings;
    const struct aco_lists *lists;
    bool (*interrupted)(const void *user); /* called every 1,024 rounds; true ends the search. NULL: never ends early */
    const void *user;
};

/* Improves `tour` [n] and *length by settings->local_search. anchor: [n][2]; NULL queues every node. After an
 * interruption the tour is valid; after SWARM_ERROR_OUT_OF_MEMORY it is unchanged. */
enum swarm_status aco_reference_search(const struct aco_searcher *by, const uint32_t *anchor, uint32_t *tour,
                                       int64_t *length);

/* Adds the number of significant trails to best->counted, like aco_branches. */
void aco_reference_branches(const struct aco_settings *s, const struct aco_arrays *arrays, struct aco_best *best);

/* Computes which ants deposit, and how much, from the lengths and from what the reduction wrote to `best`. */
void aco_reference_amounts(const struct aco_settings *s, struct aco_arrays *arrays, const struct aco_best *best);

/* For Ant System on whole rows: aco_reference_evaporate() evaporates trails (Algorithm 8), aco_reference_deposit() adds
 * the amount of one ant to the edges of its tour (Algorithm 9). */
void aco_reference_evaporate(const struct aco_settings *s, struct aco_arrays *arrays);
void aco_reference_deposit(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t ant);

/* All steps after a reduction: amounts, evaporation, deposit, then the worst ant's edges, mutations and adoptions if
 * the algorithm has them. `iteration` = 0: deposits on the start tour. */
void aco_reference_update(const struct aco_settings *s, struct aco_arrays *arrays, struct aco_best *best,
                          uint64_t iteration);

/* Gives every ant `tour` [n] of `length`, then updates the trails as in iteration 0. */
void aco_reference_walk(const struct aco_settings *s, struct aco_arrays *arrays, struct aco_best *best,
                        const uint32_t *tour, int64_t length);

#endif
