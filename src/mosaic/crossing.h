/* crossing.h - the scratch memory of a crossover, as crossover.c, children.c and blocks.c share it. */
#ifndef SWARMCL_MOSAIC_CROSSING_H
#define SWARMCL_MOSAIC_CROSSING_H

#include <stdatomic.h>

#include "merge.h"
#include "cl/shared/draw_sequence.h"

#define NONE UINT32_MAX

/* Edges that only tour A has, and edges that only B has. In a path they alternate: even steps are edges of A. */
enum kind { OF_A, OF_B, KINDS };

/* An alternating cycle as a move of A. Its first edge is from A. */
struct cycle {
    int64_t gain;
    uint64_t key;   /* hash of the edges; hashes of several cycles are added */
    uint32_t first; /* index in path[] of the cycle's first node; a cycle has 2 * count nodes */
    uint32_t count; /* number of edges of A in the cycle, and of edges of B */
};

/* Sets of cycles that meet the other cycles seldom (blocks.c). Arrays of words are in memory that only tracing needs.
 */
struct mosaic_blocks {
    uint32_t (*meetings)[2]; /* [n] a cycle that is met, and the index of the next meeting of the same cycle, NONE:
                                none. In neighbours[OF_B]; more than n meetings are omitted */
    uint32_t meeting_count;
    uint32_t *first;  /* [merge.move_capacity] first meeting of each cycle; NONE: none */
    uint32_t *degree; /* [merge.move_capacity] meetings of each cycle */
    uint32_t *inside; /* [merge.move_capacity] meetings of each cycle with cycles of the set; 0 outside of near[] */
    uint32_t *until;  /* [merge.move_capacity] step up to which the cycle stays where it is */
    uint8_t *state;   /* [merge.move_capacity] bits IS_NEAR and IS_IN; 0 outside of near[] */
    uint32_t *near;   /* [merge.move_capacity] cycles that are in the set, or meet or met it */
    uint32_t near_count;
    uint32_t *chosen; /* [merge.move_capacity] the best set */
    uint32_t chosen_count;
};

struct mosaic_crossover {
    const struct mosaic_problem *problem;
    struct mosaic_merge merge;        /* merge of the crossover; a helper's holds the moves that the helper made */
    struct base_arrays arrays;        /* owns the arrays of this struct */
    uint32_t (*neighbours[KINDS])[2]; /* [n] neighbours by edges that are neither on the path nor in a cycle */
    uint8_t *degree[KINDS];   /* [n] number of neighbours of each node in neighbours[kind]; 0 between crossovers */
    uint8_t *lacks;           /* [n + 1] 1 at p: B lacks the edge of A that ends at position p, or at 0 for n */
    uint32_t *left_at[KINDS]; /* [n] step at which the path leaves a listed node by an edge of the kind; NONE: never */
    uint32_t *through[KINDS]; /* [n] up to two cycles through a listed node; NONE: no such cycle */
    uint32_t *path;           /* [2n + 1] nodes of the path; from `listed` on, nodes of the cycles */
    uint32_t listed;      /* index in path[] where the cycles begin; an edge is in the path or a cycle, so both fit */
    struct cycle *cycles; /* [merge.move_capacity] the alternating cycles of A and B */
    uint32_t cycle_count;
    uint32_t *nodes; /* [n] nodes with edges of both kinds; later nodes at cuts */
    uint32_t node_count;
    const struct mosaic_tour *tour, *other; /* tours A and B of the current crossover */
    uint32_t *dropped; /* [mosaic_crossover_dropped(n)] hashes of cycles of A that failed; NULL: not recorded */
    uint64_t *failed;  /* [mosaic_crossover_dropped(n)] keys of cycles that failed in this crossover, by share; 0: none.
                          Copied to dropped[] later */
    atomic_uint shared; /* number of shares that threads have begun to process */
    uint32_t refused;   /* index of the first cycle whose move did not fit the merge's pools; NONE: all moves fit */
    struct mosaic_patching patching;
    struct mosaic_blocks blocks;
};

static inline bool crossing_lacks(const struct mosaic_tour *other, uint32_t n, uint32_t u, uint32_t v)
{
    const uint32_t pu = other->pos[u], pv = other->pos[v], apart = pu < pv ? pv - pu : pu - pv;
    return apart != 1 && apart != n - 1;
}

/* The word for a cycle's key in dropped[]. */
static inline uint32_t crossing_mark(uint64_t key)
{
    return (uint32_t)(key >> 32) | 1;
}

/* Does the steps of mosaic_cross() up to the trace on one thread. In crossover.c. */
void mosaic_crossing_trace(struct mosaic_crossover *crossover, const struct mosaic_tour *a, const struct mosaic_tour *b,
                           struct draw_stream stream, uint32_t *dropped);

/* Appends the edges of a cycle to the move, which is last in the helper's pools. In crossover.c. */
void mosaic_crossing_append(const struct mosaic_crossover *crossover, const struct cycle *cycle,
                            struct mosaic_crossover *helper, struct mosaic_move *move);

/* Lists where the cycles of the crossover meet: at a node of both, or at the two ends of a path of common edges. */
void mosaic_blocks_begin(struct mosaic_crossover *crossover);

/* Finds the set of cycles around `center` that meets the other cycles least often, and returns their number. The set is
 * blocks.chosen[]. Tabu search of Block2 (Nagata and Kobayashi 2013, section 3.3). Cost: O(cycles near the center) per
 * step. In blocks.c. */
uint32_t mosaic_blocks_search(struct mosaic_crossover *crossover, uint32_t center, struct draw_sequence *random);

#endif
