/* piece_jobs.h - hands out the work of a launch of ants on pieces: dirty nodes and kicks of one tour. */
#ifndef SWARMCL_MOSAIC_PIECE_JOBS_H
#define SWARMCL_MOSAIC_PIECE_JOBS_H

#include "pieces.h"

/* How an individual's ants are to work. */
struct mosaic_pieces_plan {
    uint64_t seed;
    uint32_t individual; /* where its tour stands among those of the launch */
    uint32_t ant;        /* number of its first ant, from which their random numbers come */
    uint32_t iteration;  /* of the individual: with `ant` never the same again */
    uint32_t rows;       /* there is room for no more ants */
    uint32_t ants;       /* in all, if there are not more with dirty nodes; 0: nobody kicks */
    uint32_t chunk;      /* dirty nodes of an ant, 1 to PIECE_GIVEN */
    uint32_t window;     /* 0: no windows; otherwise positions of a window */
    uint32_t moves;      /* of an ant with dirty nodes */
    uint32_t kicks;      /* of any other ant */
    uint32_t kopt;       /* these three as in struct piece_job; 0: the defaults of ants, and no threshold */
    uint32_t beam;
    uint32_t threshold;
    uint32_t first;            /* row */
    uint32_t looking, kicking; /* ants with dirty nodes and, behind them, ants that kick; of these there may be fewer
                                * than were counted */
};

/* Positions of a window in launch 1, 2, ... of a tour whose last launch had `reported` moves; 0: none. The merge
 * tries moves that interleave together, and over long ranges nearly all do: of a million nodes 38,000 reports took
 * it 8 s, with windows of 60,000 24,000 reports 0.1 s, and windows can be merged by several threads. In every eighth
 * launch there are four or one, for moves between nodes that are far apart in the tour. */
uint32_t mosaic_pieces_window(uint32_t n, uint32_t launch, uint32_t reported);

/* Fills plan->looking and plan->kicking. Cost: O(n) while anything is dirty. */
void mosaic_pieces_count(struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                         const uint32_t *dirty);

/* Writes the plan's jobs for the tour to its rows; the rest of `pieces` stays as it is. Windows lie side by side from a
 * drawn position on. Each has ants with its dirty nodes, in the order of the tour, whose bits are cleared, then ants
 * that kick, each near its own share of the tour. An ant cuts in its window alone, so that reports of different windows
 * never conflict: they can be taken at the same time, and what the merge has to try together stays small. Nodes that a
 * window may have kept from a move are left over. What there is no room for stays dirty. Cost: O(n). */
void mosaic_pieces_fill(const struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                        uint32_t *dirty, struct mosaic_pieces *pieces);

#endif
