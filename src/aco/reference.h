/* reference.h - the sequential twin: each step of Ant System in plain C, the oracle of the kernels and the colony that
 * runs without any driver (--device none). Shares the arithmetic of cl/shared with the kernels, and nothing else. */
#ifndef SWARMCL_ACO_REFERENCE_H
#define SWARMCL_ACO_REFERENCE_H

#include "lists.h"

#include "aco_types.h"

/* The colony's arrays, shaped and named as the device's buffers. */
struct aco_arrays {
    const struct swarm_instance *instance; /* borrowed; for partners, and distances where there is no matrix */
    struct aco_lists lists;
    int32_t *distance;    /* [n][stride]; NULL for ants on lists */
    float *heuristic;     /* [n][stride] */
    uint32_t *trails;     /* [n][stride] units */
    int32_t *row_offsets; /* [n] */
    float *choice_info;   /* [n][stride]; NULL for ants on lists */
    uint32_t *weights;    /* [n][stride] */
    uint64_t *sums;       /* [n][stride] of the weights, for rules that try; otherwise NULL */
    uint32_t *tours;      /* [ants + ROWS_KEPT][n] */
    int64_t *lengths;     /* [ants + ROWS_KEPT] */
    uint32_t *depositors; /* [depositors] rows of tours */
    uint32_t *amounts;    /* [depositors] units */
    uint32_t *laid;       /* [n][stride] what an iteration deposits; NULL where ants lay on the trails themselves */
    uint32_t *best_tour;  /* [n], row ROW_BEST of tours */
    uint32_t *polished;   /* [n], row ROW_POLISH of tours */
    uint32_t *anchor;     /* [n][2] both neighbours in the best so far, n: none; NULL without local search */
    uint32_t *open;       /* [n rounded up to 64] all ones where the ant at work has not been, scratch */
};

/* Allocates all arrays, zeroed; SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status aco_arrays_create(struct base_env *env, const struct aco_settings *settings,
                                    struct aco_arrays *arrays);

/* The same, filled for the first iteration: distances, lists, heuristic, trails and row_offsets; `tour` [n] of `length`
 * is the best so far. Borrows the instance. */
enum swarm_status aco_reference_open(struct base_env *env, const struct swarm_instance *instance,
                                     const struct aco_settings *settings, const uint32_t *tour, int64_t length,
                                     struct aco_arrays *arrays);
void aco_arrays_destroy(struct aco_arrays *arrays);

/* Bytes that aco_arrays_create() takes. */
uint64_t aco_arrays_bytes(const struct aco_settings *settings);

/* heuristic, trails and row_offsets from distance (Algorithm 3). */
void aco_reference_initialise(const struct aco_settings *settings, struct aco_arrays *arrays);

/* choice_info from trails and heuristic (Algorithm 4). */
void aco_reference_choice_info(const struct aco_settings *settings, struct aco_arrays *arrays);

/* weights from choice_info, and sums from weights. */
void aco_reference_choice_weights(const struct aco_settings *settings, struct aco_arrays *arrays);

/* The tour of one ant (Algorithm 5). iteration counts from 1. */
void aco_reference_construct(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t iteration,
                             uint32_t ant);

/* The node that a try of the stochastic trial comes to, visited or not: the first whose running sum passes the draw.
 * sums: [n], of the row's weights. */
uint32_t aco_reference_try(const uint64_t *sums, uint32_t n, uint64_t random);

/* lengths from tours (Algorithm 6). */
void aco_reference_evaluate(const struct aco_settings *settings, struct aco_arrays *arrays);

/* The shortest and the longest tour of the iteration, the lowest ant on ties; decides what follows (reduce_best.cl);
 * updates best and the tours that are kept, with their lengths and the anchor. */
struct aco_summary aco_reference_reduce(const struct aco_settings *settings, struct aco_arrays *arrays,
                                        uint64_t iteration, struct aco_best *best);

/* Algorithm 8. */
void aco_reference_evaporate(const struct aco_settings *settings, struct aco_arrays *arrays);

/* Algorithm 9 for one ant, on whole rows; amounts are there. */
void aco_reference_deposit(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t ant);

/* Lets every ant walk `tour` [n] of `length` and deposit on it: how a run takes the tour it starts from. */
void aco_reference_walk(const struct aco_settings *settings, struct aco_arrays *arrays, struct aco_best *best,
                        const uint32_t *tour, int64_t length);

#endif
