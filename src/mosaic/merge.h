/* merge.h - many moves of one tour at once: which of them are a tour together, and the tour they make.
 *
 * A move of a tour removes edges and adds as many. A cut is a removed edge, named by the position before it. An arc
 * lies between two neighbouring cuts and stays as it is, turned round or not. Added edges join ends of
 * arcs.
 */
#ifndef SWARMCL_MOSAIC_MERGE_H
#define SWARMCL_MOSAIC_MERGE_H

#include "base/memory.h"
#include "problem.h"

/* A move in the pools of a merge. */
struct mosaic_move {
    int64_t gain;    /* length of the removed edges less the added ones, exactly; may be negative */
    uint32_t number; /* the move's own; decides between equal gains: the lower first */
    uint32_t first;  /* of its cuts in cuts[], and of its added edges in added[] */
    uint32_t count;  /* of cuts, and of added edges; at least 1 */
};

/* Moves of one tour, and scratch. Whoever fills it appends to the pools and to moves[], within the capacities,
 * and counts the entries.
 *
 * Of the set of moves that is looked at, arc i lies between cuts i - 1 and i in ascending order; arc 0 goes on over the
 * tour's end. The ends of arc i are 2 i, its first position, and 2 i + 1, the last; they are one node where the arc is.
 */
struct mosaic_merge {
    uint32_t n;
    uint32_t cut_capacity, move_capacity;
    uint32_t cut_count, move_count;
    uint32_t *cuts;            /* [cut_capacity] positions p of removed edges (p, p + 1 mod n) */
    uint32_t (*added)[2];      /* [cut_capacity] positions whose nodes are joined */
    struct mosaic_move *moves; /* [move_capacity] */
    uint32_t *taken;           /* [move_capacity] after mosaic_merge_apply(): numbers of the moves taken */
    uint32_t taken_count;
    bool wrong; /* after mosaic_merge_apply(): the chosen moves were no tour, so it took nothing: the caller's `tested`
                 * did not hold, or a defect */

    uint32_t *sorted; /* [cut_capacity] the cuts of the set: arc i ends at sorted[i] */
    uint32_t arc_count;
    uint32_t *spare;     /* [cut_capacity] for sorting, as is sorted[] once a set is numbered by arc_of[] */
    uint32_t *match;     /* [2 cut_capacity] the end that an added edge joins to this end */
    uint32_t *arc_of;    /* [n] the arc that ends at a position, where sorted[] says the same; anything elsewhere */
    uint32_t *owner;     /* [n] the move that cuts here; NONE between calls */
    uint32_t *moved;     /* [n or cut_capacity] nodes on their way to other positions; of cuts a move or a place */
    uint32_t *component; /* [move_capacity] leads to the one that stands for the component; NONE: dropped */
    uint32_t *left;      /* [move_capacity] cuts of the component not yet passed by the sweep */
    uint32_t *stack;     /* [move_capacity] components the sweep is within; then members of the component tried */
    uint32_t *next;      /* [move_capacity] of the same component */
    uint32_t *head;      /* [move_capacity] first of the component */
    uint32_t *chosen;    /* [move_capacity] moves taken */
    uint32_t chosen_count;
    uint32_t made, pending;    /* of these the first ones, whose tour is at hand; cuts of the others */
    bool *open;                /* [move_capacity] the sweep has come to it */
    struct base_arrays arrays; /* all of them */
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

/* For tours of n nodes, 3 to 2^30, and less than 2^31 cuts. Release `merge` in any case. SWARM_ERROR_OUT_OF_MEMORY.
 * Memory: mosaic_merge_bytes(). */
enum swarm_status mosaic_merge_init(struct base_env *env, uint32_t n, uint32_t move_capacity, uint32_t cut_capacity,
                                    struct mosaic_merge *merge);
void mosaic_merge_deinit(struct mosaic_merge *merge);
uint64_t mosaic_merge_bytes(uint32_t n, uint32_t move_capacity, uint32_t cut_capacity);

/* The cycles into which the move alone takes the tour: 1 is a tour; 0: cuts and added edges do not fit together. The
 * move's edges must be in the pools, itself need not be in moves[]. cycle_of[count] gets the cycle, from 0, of each
 * arc; neither it nor the arcs are defined where 0 is returned. Cost: O(count log n). */
uint32_t mosaic_merge_cycles(struct mosaic_merge *merge, const struct mosaic_move *move, uint32_t *cycle_of);

/* Takes a set of moves that are a tour together: by gain, none that shares a cut with one taken before; those whose
 * cuts interleave, directly or through others, are tried together and, where that is no tour, by halves. `tested`:
 * every move is known to be a tour alone. Rewrites tour->ord and tour->pos except in the longest arc, subtracts the
 * gains from tour->length and returns their sum. The moves of the merge are sorted, and used up: both counts are 0
 * afterwards. Cost: a test takes the cuts of its moves, and a 32nd of all cuts that interleave; tests are log2(moves)
 * deep. Then the nodes moved. */
int64_t mosaic_merge_apply(struct mosaic_merge *merge, bool tested, struct mosaic_tour *tour);

#endif
