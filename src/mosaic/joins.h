/* joins.h - a move that splits a tour into several becomes one that leaves a tour. */
#ifndef SWARMCL_MOSAIC_JOINS_H
#define SWARMCL_MOSAIC_JOINS_H

#include "merge.h"

/* Measured: docs/mosaic.md. */
enum {
    SUBTOUR_CUTS_MOST = 4000, /* cuts of a move whose subtours are joined */
    JOINS_MOST = 150,         /* joins of those */
    MOVE_CUTS_MOST = SUBTOUR_CUTS_MOST + 2 * JOINS_MOST
};

/* The move, the tour that it is of, and scratch. */
struct mosaic_joins {
    const struct mosaic_problem *problem;
    struct mosaic_merge *merge; /* borrowed: the move's edges are the last in its pools */
    const struct mosaic_tour *tour;
    uint32_t smallest;  /* subtour of the move that is joined */
    uint32_t *cycle_of; /* [MOVE_CUTS_MOST] borrowed scratch */
    uint32_t *size_of;  /* [JOINS_MOST + 1] nodes of each subtour; likewise */
};

/* Makes a tour of a move that splits one into several: the smallest is joined to another by the best 2-opt move over
 * candidate lists, again and again, as long as the whole still gains. The pools have room for MOVE_CUTS_MOST cuts of
 * the move. False: it makes none, and is to be dropped. Cost: O(width) for each node of a subtour that is looked at. */
bool mosaic_joins_make(struct mosaic_joins *joins, struct mosaic_move *move);

#endif
