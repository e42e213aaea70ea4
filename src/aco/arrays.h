/* arrays.h - what the sequential twin works on. */
#ifndef SWARMCL_ACO_ARRAYS_H
#define SWARMCL_ACO_ARRAYS_H

#include "lists/lists.h"

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

void aco_arrays_destroy(struct aco_arrays *arrays);

/* Bytes that aco_arrays_create() takes. */
uint64_t aco_arrays_bytes(const struct aco_settings *settings);

#endif
