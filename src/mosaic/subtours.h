/* subtours.h - makes a tour of a move that splits one into several: the smallest is joined to another by the best 2-opt
 * move over candidate lists, again and again, as long as the whole still gains.
 */
#ifndef SWARMCL_MOSAIC_SUBTOURS_H
#define SWARMCL_MOSAIC_SUBTOURS_H

#include "merge.h"

enum {
    MOSAIC_CYCLE_CUTS_MOST = 4000, /* cuts of a move whose subtours are joined */
    MOSAIC_JOINS_MOST = 150,       /* joins of those */
    MOSAIC_MOVE_CUTS_MOST = MOSAIC_CYCLE_CUTS_MOST + 2 * MOSAIC_JOINS_MOST
};

/* Problem and merge are the caller's; the rest is scratch. */
struct mosaic_subtours {
    const struct mosaic_problem *problem;
    struct mosaic_merge *merge;
    const struct mosaic_tour *tour;
    const struct mosaic_arcs *arcs; /* of the move */
    uint32_t smallest;              /* subtour */
    uint32_t cycle_of[MOSAIC_MOVE_CUTS_MOST];
    uint32_t size_of[MOSAIC_JOINS_MOST + 1]; /* nodes of each subtour */
};

/* Adds joins to the move, the last in the merge's pools, until it makes one tour. False: it makes none that gains, and
 * is to be dropped. Cost: O(width) for each node of a subtour that is joined. */
bool mosaic_subtours_join(struct mosaic_subtours *subtours, const struct mosaic_tour *tour, struct mosaic_move *move);

#endif
