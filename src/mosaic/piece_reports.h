/* piece_reports.h - what becomes of the reports of ants on pieces: those of one tour that fit together are taken. */
#ifndef SWARMCL_MOSAIC_PIECE_REPORTS_H
#define SWARMCL_MOSAIC_PIECE_REPORTS_H

#include "merge.h"
#include "pieces.h"

/* What became of an individual's reports. */
struct mosaic_pieces_outcome {
    int64_t gain; /* by which the tour is shorter; negative only with a threshold */
    uint64_t kicks;
    uint32_t reported, taken; /* moves */
    uint32_t full;            /* ants whose list could take no more pieces */
    bool wrong; /* a report is no move, or its gain is not what its edges say, or those taken are no tour together:
                 * a defect, and the tour is as it was */
};

/* Takes those of the reports of ants `first` .. first + count - 1, all of one individual and one window, that fit
 * together, by mosaic_merge_apply(). Moves that the merge has no room for are not taken. Several threads may do this
 * for different windows of at most half the tour each, with a merge each and a copy of *tour each, whose `length` alone
 * is then not the tour's. The rows of `ends` are for mosaic_pieces_mark() afterwards. */
struct mosaic_pieces_outcome mosaic_pieces_take(const struct mosaic_problem *problem, struct mosaic_pieces *pieces,
                                                uint32_t first, uint32_t count, struct mosaic_merge *merge,
                                                struct mosaic_tour *tour);

/* Sets bits of nodes to be looked at again, once all of an individual's reports have been through mosaic_pieces_take():
 * those left over by who has no kicks or is taken, and, where a report of who has no kicks is not taken, the nodes
 * given and the ends of pieces. */
void mosaic_pieces_mark(const struct mosaic_pieces *pieces, uint32_t first, uint32_t count, uint32_t *dirty);

#endif
