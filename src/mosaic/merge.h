/* merge.h - moves of a tour: their subtours, the patching of a move that has several, and the merge of many moves.
 *
 * A move removes edges of a tour and adds as many. A cut is a removed edge, named by the position before it. An arc
 * lies between two neighbouring cuts; the move keeps it, possibly reversed. Added edges join ends of arcs.
 */
#ifndef SWARMCL_MOSAIC_MERGE_H
#define SWARMCL_MOSAIC_MERGE_H

#include "base/memory.h"
#include "problem.h"

/* A move in the pools of a merge. */
struct mosaic_move {
    int64_t gain;    /* length of the removed edges minus length of the added edges; may be negative */
    uint32_t number; /* the caller's number; orders moves of equal gain */
    uint32_t first;  /* index of its first cut in cuts[] and first added edge in added[] */
    uint32_t count;  /* number of cuts, and of added edges; at least 1 */
};

/* Moves of one tour, and scratch. Callers append to cuts[], added[] and moves[] within the capacities, and raise
 * cut_count and move_count.
 *
 * Functions work on a set of moves with the cuts sorted[0 .. arc_count - 1], ascending. Arc i lies between cuts i - 1
 * and i; arc 0 continues over the end of the tour. Side 2 i is the position before cut i, side 2 i + 1 the one after.
 */
struct mosaic_merge {
    uint32_t n;
    uint32_t cut_capacity, move_capacity;
    uint32_t cut_count, move_count;
    uint32_t *cuts;            /* [cut_capacity] positions p of removed edges (p, p + 1 mod n) */
    uint32_t (*added)[2];      /* [cut_capacity] positions of the two nodes that an added edge joins */
    struct mosaic_move *moves; /* [move_capacity] moves to merge; mosaic_merge_apply() sorts them */
    uint32_t *taken; /* [move_capacity] numbers (during a call indices) of the moves that mosaic_merge_apply() chose */
    uint32_t taken_count;
    bool wrong; /* True after a defect: the moves that mosaic_merge_apply() chose give no tour, so it applied none */

    uint32_t *sorted;
    uint32_t arc_count;
    uint32_t *spare;     /* [cut_capacity] scratch memory for sorting and other uses */
    uint32_t *match;     /* [2 cut_capacity] side joined to a side by an added edge; UINT32_MAX: none yet */
    uint32_t *arc_of;    /* [n] index of the cut at a position; valid only if sorted[] has the cut at that index */
    uint32_t *owner;     /* [n] 1 + index of the move that cuts here; 0: none, as always between calls */
    uint32_t *moved;     /* [n or cut_capacity] nodes that change their positions; also scratch per cut */
    uint32_t *component; /* [move_capacity] union-find forest of moves that interleave; UINT32_MAX: dropped */
    uint32_t *left;      /* [move_capacity] cuts of the component that the sweep has not passed */
    uint32_t *stack;     /* [move_capacity] components that the sweep is in; later the members of a component */
    uint32_t *next;      /* [move_capacity] next move of the same component; UINT32_MAX: none */
    uint32_t *head;      /* [move_capacity] first move of the component; UINT32_MAX: none */
    uint32_t made;       /* moves in taken[] that the numbering of the cuts already includes */
    uint32_t pending;    /* cuts of the moves in taken[] from `made` on */
    bool *open;          /* [move_capacity] True if the sweep has entered the component */
    struct base_arrays arrays; /* owns the arrays above */
};

static inline uint32_t mosaic_arc_start(const struct mosaic_merge *merge, uint32_t arc)
{
    return position_after(merge->sorted[arc > 0 ? arc - 1 : merge->arc_count - 1], merge->n);
}

static inline uint32_t mosaic_arc_length(const struct mosaic_merge *merge, uint32_t arc)
{
    return arc > 0 ? merge->sorted[arc] - merge->sorted[arc - 1]
                   : merge->n - merge->sorted[merge->arc_count - 1] + merge->sorted[0];
}

/* Initialises a merge for tours of n nodes, 3 to 2^30, and fewer than 2^31 cuts. Release `merge` in any case.
 * SWARM_ERROR_OUT_OF_MEMORY. Memory: mosaic_merge_bytes(). */
enum swarm_status mosaic_merge_init(struct base_env *env, uint32_t n, uint32_t move_capacity, uint32_t cut_capacity,
                                    struct mosaic_merge *merge);
void mosaic_merge_deinit(struct mosaic_merge *merge);
uint64_t mosaic_merge_bytes(uint32_t n, uint32_t move_capacity, uint32_t cut_capacity);

/* Returns the number of subtours that `move` gives: 1 is a tour; 0 if cuts and added edges do not fit together. The
 * move's edges must be in the pools; the move itself need not be in moves[]. subtour_of[move->count] gets the subtour
 * of each arc, from 0. After 0 neither subtour_of nor the arcs are defined. Cost: O(count log n). */
uint32_t mosaic_merge_subtours(struct mosaic_merge *merge, const struct mosaic_move *move, uint32_t *subtour_of);

/* Applies moves that together give a tour; each must also give one by itself. Considers moves by gain, and drops a move
 * that shares a cut with one considered before. Tests moves whose cuts interleave, directly or through others,
 * together; if they give no tour, tests each half. Rewrites tour->ord and tour->pos except in the longest arc,
 * subtracts the gains from tour->length and returns their sum. Sorts moves[] and empties the pools. Cost: a test takes
 * time for the cuts of its moves and 1 / 32 of all cuts that interleave; tests are log2(moves) deep. Then time for the
 * nodes moved. */
int64_t mosaic_merge_apply(struct mosaic_merge *merge, struct mosaic_tour *tour);

/* Limits of patching, measured in bench/mosaic/README.md. */
enum {
    SUBTOUR_CUTS_MOST = 4000, /* maximum number of cuts of a move to patch; limits the time of a crossover */
    PATCHES_MOST = 150,       /* maximum number of patches per move, which has one more subtour */
    MOVE_CUTS_MOST = SUBTOUR_CUTS_MOST + 2 * PATCHES_MOST /* maximum cuts of a patched move; a patch adds two */
};

/* A move to patch, and scratch. */
struct mosaic_patching {
    const struct mosaic_problem *problem;
    struct mosaic_merge *merge; /* borrowed; the move's edges are the last in its pools */
    const struct mosaic_tour *tour;
    uint32_t smallest;    /* number of the subtour with the fewest nodes */
    uint32_t *subtour_of; /* [MOVE_CUTS_MOST] subtour of each arc */
    uint32_t *size_of;    /* [PATCHES_MOST + 1] nodes of each subtour */
};

/* Changes a move that gives several subtours to one that gives a tour (patching: Karp 1979): joins the smallest subtour
 * to another by the best 2-opt move over candidate lists, and repeats this while the whole move gains. The pools must
 * have room for MOVE_CUTS_MOST cuts of the move. Returns false if the move gives no tour; the caller drops it. Cost:
 * O(width) per node of a subtour that is searched. In patch.c. */
bool mosaic_patch(struct mosaic_patching *patching, struct mosaic_move *move);

#endif
