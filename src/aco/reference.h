/* reference.h - the sequential twin of a colony: each step in plain C, the oracle of the kernels and the colony that
 * runs without any driver (--device none). Shares with the kernels their arithmetic, the local search and what follows
 * an iteration (cl/aco/decide.h). */
#ifndef SWARMCL_ACO_REFERENCE_H
#define SWARMCL_ACO_REFERENCE_H

#include "base/memory.h"
#include "lists.h"

/* The colony's arrays, shaped and named as the device's buffers. */
struct aco_arrays {
    struct base_arrays all;                /* owns the arrays below */
    const struct swarm_instance *instance; /* borrowed; for partners, and distances where there is no matrix */
    struct aco_lists lists;
    int32_t *distance;    /* [n][stride]; NULL for ants on lists */
    float *heuristic;     /* [n][stride] */
    uint32_t *trails;     /* [n][stride] units */
    int32_t *row_offsets; /* [n] */
    float *choice_info;   /* [n][stride]; NULL for ants on lists */
    uint32_t *weights;    /* [n][stride]; on lists list_word() */
    uint64_t *sums;       /* [n][stride] of the weights, for rules that try; otherwise NULL */
    uint32_t *tours;      /* [ants + ROWS_KEPT][n] */
    int64_t *lengths;     /* [ants + ROWS_KEPT] */
    uint32_t *depositors; /* [depositors] rows of tours */
    uint32_t *amounts;    /* [depositors] units */
    uint32_t *laid;       /* [n][stride] what an iteration deposits; NULL where ants lay on the trails themselves */
    uint32_t *best_tour;  /* [n], row ROW_BEST of tours */
    uint32_t *polished;   /* [n], row ROW_POLISH of tours */
    uint32_t *anchor;     /* [n][2] both neighbours in the best so far, n: none; NULL without local search */
    uint32_t *open;       /* [n rounded up to 64] all ones where the ant at work has not been; where all ants walk
                           * together [ants][...] */
};

/* Allocates all arrays but the lists, zeroed; SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status aco_arrays_create(struct base_env *env, const struct aco_settings *s, struct aco_arrays *arrays);
void aco_arrays_destroy(struct aco_arrays *arrays);

/* Bytes of arrays and lists. */
uint64_t aco_arrays_bytes(const struct aco_settings *s);

static inline size_t aco_cell(const struct aco_settings *s, uint32_t i, uint32_t place)
{
    return (size_t)i * s->stride + place;
}

/* The best so far before the first iteration, [n]. */
struct aco_start {
    const uint32_t *tour;
    int64_t length;
};

/* aco_arrays_create(), filled for the first iteration: distances, lists, heuristic, trails and row_offsets. After
 * cancellation or `deadline` only the start may be there. Borrows the instance. */
enum swarm_status aco_reference_open(struct base_env *env, const struct swarm_instance *instance,
                                     const struct aco_settings *s, struct aco_start start, double deadline,
                                     struct aco_arrays *arrays);

/* heuristic, trails and row_offsets from distances or lists (Algorithm 3); 0 behind the candidates of a list. */
void aco_reference_initialise(const struct aco_settings *s, struct aco_arrays *arrays);

/* The shortest and the longest tour of the iteration, the lowest ant on ties; decides what follows (reduce_best.cl);
 * updates best and the tours that are kept, with their lengths and the anchor. */
struct aco_summary aco_reference_reduce(const struct aco_settings *s, struct aco_arrays *arrays, uint64_t iteration,
                                        struct aco_best *best);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Tours: reference_construct.c                                                                                       */

/* On whole rows choice_info from trails and heuristic (Algorithm 4), then weights from it, and sums from weights. */
void aco_reference_choice_info(const struct aco_settings *s, struct aco_arrays *arrays);
void aco_reference_choice_weights(const struct aco_settings *s, struct aco_arrays *arrays);

/* On lists weights from trails. */
void aco_reference_list_weights(const struct aco_settings *s, struct aco_arrays *arrays);

/* What an ant loads of one candidate, from its trail: colony_rules.h, list_word(). */
uint32_t aco_reference_list_word(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t i,
                                 uint32_t place);

/* The place of node j in the row of i, on whole rows j itself; settings.width when it has none. */
uint32_t aco_reference_place(const struct aco_settings *s, const struct aco_arrays *arrays, uint32_t i, uint32_t j);

/* The tour of one ant (Algorithm 5), on lists its length, too. iteration counts from 1.
 *
 * On lists, in step s, 1 to n - 1, an ant at a node races over the unvisited of its first `candidates` candidates,
 * place k drawing word s % 4 of draw k, step s / 4, of DRAW_LIST: the smallest list_key() wins. With settings.exploit >
 * 0 it takes the largest weight instead, without a race, when word s % 4 of draw 0, step s / 4, of DRAW_EXPLOIT is
 * below exploit. When all candidates are visited it goes to the nearest unvisited node, the lowest on ties. */
void aco_reference_construct(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t iteration, uint32_t ant);

/* The tours of all ants, for algorithms with a local update: all ants take step s, on the weights as they are, then
 * trails and weights of the edges they took are changed by trail_updated_locally(), ant after ant, in both directions
 * where the instance is symmetric; the closing edges last, all together. Draws are those of above. Dorigo and
 * Gambardella (1997, eq. 5) update after every single ant's step, so that a later ant of the same step sees it: the
 * only difference. Takes the steps from step_begin up to step_end, in turn. */
void aco_reference_construct_together(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t iteration,
                                      uint32_t step_begin, uint32_t step_end);

/* The node that a try of the stochastic trial comes to, visited or not: the first whose running sum passes the draw.
 * sums: [n], of the row's weights. */
uint32_t aco_reference_try(const uint64_t *sums, uint32_t n, uint64_t random);

/* lengths from tours (Algorithm 6). */
void aco_reference_evaluate(const struct aco_settings *s, struct aco_arrays *arrays);

struct aco_searcher {
    struct base_env *env;
    const struct swarm_instance *instance;
    const struct aco_settings *settings;
    const struct aco_lists *lists;
    bool (*interrupted)(const void *user); /* called about every thousand rounds; NULL: never */
    const void *user;
};

/* Improves tour [n] of *length in place by settings->local_search, over lists->search. `anchor` [n][2]: both neighbours
 * of every node in the anchor, or n where there is none; NULL: no anchor, every node is looked at. Ends early, with a
 * tour and its length, when interrupted. SWARM_ERROR_OUT_OF_MEMORY leaves the tour as it was. Rules: local_search.h. */
enum swarm_status aco_reference_search(const struct aco_searcher *by, const uint32_t *anchor, uint32_t *tour,
                                       int64_t *length);

/* ------------------------------------------------------------------------------------------------------------------ */
/* What follows the tours: reference_trails.c                                                                         */

/* best->counted: trails that count, over all rows (aco_branches). Before every BRANCHING_PERIOD-th reduction of an
 * algorithm with RESTART_BRANCHING. */
void aco_reference_branches(const struct aco_settings *s, const struct aco_arrays *arrays, struct aco_best *best);

/* depositors and amounts from lengths and what the reduction decided. */
void aco_reference_amounts(const struct aco_settings *s, struct aco_arrays *arrays, const struct aco_best *best);

/* On whole rows, where all ants lay on the trails themselves: Algorithm 8, and Algorithm 9 for one ant; amounts are
 * there. */
void aco_reference_evaporate(const struct aco_settings *s, struct aco_arrays *arrays);
void aco_reference_deposit(const struct aco_settings *s, struct aco_arrays *arrays, uint32_t ant);

/* All that follows a reduction: amounts, evaporation and deposit of the settings' algorithm. `iteration` 0: of the tour
 * that a run starts from. */
void aco_reference_update(const struct aco_settings *s, struct aco_arrays *arrays, struct aco_best *best,
                          uint64_t iteration);

/* Lets every ant walk `tour` [n] of `length` and deposit on it: how a run takes the tour it starts from. */
void aco_reference_walk(const struct aco_settings *s, struct aco_arrays *arrays, struct aco_best *best,
                        const uint32_t *tour, int64_t length);

#endif
