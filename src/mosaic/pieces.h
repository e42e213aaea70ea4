/* pieces.h - ants that work on one tour at the same time, each on a list of pieces of it.
 *
 * A launch: each individual is handed out jobs, dirty nodes and kicks. A device (device.h) or the host does them. Of
 * an individual's reports all moves are taken that fit together. In between its tour must not change.
 * cl/mosaic/piece_ant.h has the ant.
 */
#ifndef SWARMCL_MOSAIC_PIECES_H
#define SWARMCL_MOSAIC_PIECES_H

#include "base/team.h"
#include "merge.h"
#include "cl/mosaic/piece_types.h"

/* Ants of a launch, with a row each. */
struct mosaic_pieces {
    uint32_t count, capacity;
    struct piece_job *jobs;          /* [capacity] */
    struct piece_report *reports;    /* [capacity] */
    uint32_t (*ends)[PIECE_MOST][2]; /* [capacity] positions of a piece's first and last node, in the tour's order */
    uint32_t (*queues)[PIECE_QUEUE]; /* [capacity] nodes: those given, then those left over */
    struct base_arrays arrays;       /* all of them */
};

/* Zero `pieces` before, and release it in any case. Where its arrays.counts is set, the bytes are counted and nothing
 * is made. Errors: SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_pieces_init(struct base_env *env, uint32_t capacity, struct mosaic_pieces *pieces);
void mosaic_pieces_deinit(struct mosaic_pieces *pieces);

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

/* Nodes beyond which every launch has windows: reports of ten million without any took minutes to merge. */
enum { MOSAIC_PIECES_MANY = 1 << 20 };

/* Positions of a window in launch 1, 2, ... of a tour whose last launch had `reported` moves; 0: none. The merge
 * tries moves that interleave together, and over long ranges nearly all do: of a million nodes 38,000 reports took
 * it 8 s, with windows of 60,000 24,000 reports 0.1 s, and windows can be merged by several threads. In every eighth
 * launch there are four or one, for moves between nodes that are far apart in the tour; beyond MOSAIC_PIECES_MANY nodes
 * sixteen, and four where there is no window otherwise. */
uint32_t mosaic_pieces_window(uint32_t n, uint32_t launch, uint32_t reported);

/* Fills plan->looking and plan->kicking. Cost: O(n) while anything is dirty. */
void mosaic_pieces_count(struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                         const uint32_t *dirty);

/* Writes the plan's jobs for the tour to its rows; the rest of `pieces` stays as it is. Windows lie side by side from a
 * drawn position on. Each has ants with its dirty nodes, in the order of the tour, whose bits are cleared, then ants
 * that kick, each near its own share of the tour. An ant cuts in its window alone, so that reports of different windows
 * never conflict: they can be taken at the same time, and the merge tries few moves together. Nodes that a window may
 * have kept from a move are left over. Nodes for which there is no room stay dirty. Cost: O(n). */
void mosaic_pieces_fill(const struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                        uint32_t *dirty, struct mosaic_pieces *pieces);

/* Does all jobs by threads of the host. Individual c's tour is at words[c * stride]: ord, and behind it pos. */
void mosaic_pieces_run(const struct mosaic_problem *problem, const uint32_t *words, uint64_t stride, uint64_t seed,
                       struct base_team *team, struct mosaic_pieces *pieces);

/* The outcome of an individual's reports. */
struct mosaic_pieces_outcome {
    int64_t gain; /* by which the tour is shorter; negative only with a threshold */
    uint64_t kicks;
    uint32_t reported, taken; /* moves */
    uint32_t full;            /* ants whose list could take no more pieces */
    bool wrong; /* a defect, and the tour is as it was: a report is no move, or it claims another gain than its edges
                 * have, or the moves taken are no tour together */
};

/* Takes the reports of ants `first` .. first + count - 1, all of one individual and one window, as far as they fit
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
