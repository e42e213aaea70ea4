/* pieces_launch.h - launches of ants on pieces, one tour at a time: for tests and benches. */
#ifndef TEST_PIECES_LAUNCH_H
#define TEST_PIECES_LAUNCH_H

#include <stdlib.h>

#include "mosaic/pieces.h"

/* Appends jobs for a tour until the launch is full; returns their number. */
static inline uint32_t pieces_add(const struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                                  uint32_t *dirty, struct mosaic_pieces *pieces)
{
    struct mosaic_pieces_plan limited = *plan;
    limited.rows = pieces->capacity - pieces->count;
    limited.first = pieces->count;
    uint32_t *places = malloc(ARRAY_QUEUED_WORDS(n) * sizeof *places);
    if (!places) {
        abort();
    }
    mosaic_pieces_count(&limited, tour, n, dirty, places);
    mosaic_pieces_fill(&limited, tour, n, places, dirty, pieces);
    free(places);
    pieces->count += limited.looking + limited.kicking;
    return limited.looking + limited.kicking;
}

/* Applies the reports to a tour, and marks the nodes to process again. */
static inline struct mosaic_pieces_outcome pieces_collect(const struct mosaic_problem *problem,
                                                          struct mosaic_pieces *pieces, uint32_t first, uint32_t count,
                                                          struct mosaic_merge *merge, struct mosaic_tour *tour,
                                                          uint32_t *dirty)
{
    const struct mosaic_pieces_outcome outcome = mosaic_pieces_take(problem, pieces, first, count, merge, tour);
    if (!outcome.wrong) {
        mosaic_pieces_mark(pieces, first, count, dirty);
    }
    return outcome;
}

#endif
