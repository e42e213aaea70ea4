/* pieces.h - launches of ants that work on one tour at the same time, each with its own list of pieces of the tour.
 *
 * A launch gives each individual's dirty nodes and kicks to ants as jobs. A device (device.h) or the host runs the
 * ants. Then a merge applies as many of their reports as together leave a tour. During a launch the tour must not
 * change. cl/mosaic/piece_ant.h describes the ant.
 */
#ifndef SWARMCL_MOSAIC_PIECES_H
#define SWARMCL_MOSAIC_PIECES_H

#include "base/team.h"
#include "merge.h"
#include "cl/mosaic/piece_types.h"

/* The ants of a launch, a row for each. */
struct mosaic_pieces {
    uint32_t count, capacity;        /* number of ants; number of rows that the arrays have */
    struct piece_job *jobs;          /* [capacity] job that the host writes for each ant */
    struct piece_report *reports;    /* [capacity] report that each ant writes */
    uint32_t (*ends)[PIECE_MOST][2]; /* [capacity] positions of each piece's first and last node, in tour order */
    uint32_t (*queues)[PIECE_QUEUE]; /* [capacity] the job's nodes, then nodes to examine again */
    struct base_arrays arrays;       /* owns the arrays of this struct */
};

/* Allocates the rows. `pieces` must be zeroed, except that pieces->arrays.counts may be true to count only the bytes.
 * Release `pieces` in any case.
 * Errors: SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_pieces_init(struct base_env *env, uint32_t capacity, struct mosaic_pieces *pieces);
void mosaic_pieces_deinit(struct mosaic_pieces *pieces);

/* The launch of one individual. */
struct mosaic_pieces_plan {
    uint64_t seed;
    uint32_t individual; /* index of its tour among those of the launch */
    uint32_t ant;        /* number of its first ant; (ant, iteration) selects random numbers */
    uint32_t iteration;  /* number of the launch for the random numbers; never repeated for an ant */
    uint32_t rows;       /* rows that the arrays have for this launch: its maximum number of ants */
    uint32_t ants;       /* ants wanted in all, with dirty nodes or kicking; 0: no ant kicks */
    uint32_t chunk;      /* dirty nodes per ant, from 1 to PIECE_GIVEN */
    uint32_t window;     /* positions per window; 0: no windows */
    uint32_t moves;      /* maximum number of moves per ant with dirty nodes */
    uint32_t kicks;      /* number of kicks that an ant without dirty nodes makes */
    uint32_t kopt;       /* up to `threshold`, members of struct piece_job; 0: the ants' default, no threshold */
    uint32_t beam;
    uint32_t threshold;
    uint32_t first;            /* row of the individual's first ant in struct mosaic_pieces */
    uint32_t looking, kicking; /* ants with dirty nodes, then ants that kick; the caller may lower `kicking` */
};

/* Nodes above which every launch has windows: merging reports of ten million nodes without windows took minutes. */
enum { MOSAIC_PIECES_MANY = 1 << 20 };

/* Positions per window in launch 1, 2, ... of a tour whose last launch reported `reported` moves; 0: no windows. The
 * merge tests moves that interleave together, and over long ranges nearly all do: on a million nodes it took 8 s for
 * 38,000 reports, with windows of 60,000 positions 0.1 s for 24,000. Threads can merge windows at the same time. Every
 * eighth launch has a few wide windows, for moves between distant positions. */
uint32_t mosaic_pieces_window(uint32_t n, uint32_t launch, uint32_t reported);

/* Sets plan->looking and plan->kicking. places[ARRAY_QUEUED_WORDS(n)] receives a bit for each position, set if its node
 * is dirty. Cost: O(n / 32), and O(1) per dirty node. */
void mosaic_pieces_count(struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                         const uint32_t *dirty, uint32_t *places);

/* Writes the plan's jobs to its rows. Windows cover the tour from a random position on. A window has ants for its dirty
 * nodes, in the order of the tour, whose bits are cleared, then ants that kick, each near its own section of the tour.
 * An ant cuts only in its window, so reports of different windows never conflict. Nodes whose moves a window may have
 * barred are reported to be examined again. Nodes for which no row is free stay dirty. `places` is from
 * mosaic_pieces_count(). Cost: as there, and O(1) per ant. */
void mosaic_pieces_fill(const struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                        const uint32_t *places, uint32_t *dirty, struct mosaic_pieces *pieces);

/* Runs all ants on host threads. Individual c's tour is at words[c * stride]: ord, then pos. */
void mosaic_pieces_run(const struct mosaic_problem *problem, const uint32_t *words, uint64_t stride, uint64_t seed,
                       struct base_team *team, struct mosaic_pieces *pieces);

struct mosaic_pieces_outcome {
    int64_t gain; /* reduction of the length; negative only with a threshold */
    uint64_t kicks;
    uint32_t reported, taken; /* number of moves that the ants reported, and that the merge applied */
    bool wrong; /* True after a defect, with an unchanged tour: a report is not a move, its gain is wrong, or the chosen
                   moves give no tour */
};

/* Applies the reports of ants `first` .. first + count - 1, all of one individual and one window, by
 * mosaic_merge_apply(). Omits moves for which the merge has no room. Several threads may call this for different
 * windows of at most half the tour, each with its own merge and its own copy of *tour, whose `length` is then not the
 * tour's. mosaic_pieces_mark() needs the rows of `ends` afterwards. */
struct mosaic_pieces_outcome mosaic_pieces_take(const struct mosaic_problem *problem, struct mosaic_pieces *pieces,
                                                uint32_t first, uint32_t count, struct mosaic_merge *merge,
                                                struct mosaic_tour *tour);

/* Marks nodes as dirty after mosaic_pieces_take() for all windows of an individual: nodes to examine again of ants that
 * did not kick or whose report was applied; the nodes of rejected reports of ants that did not kick; and the ends of
 * pieces of these reports and of applied reports with PIECE_LOST. */
void mosaic_pieces_mark(const struct mosaic_pieces *pieces, uint32_t first, uint32_t count, uint32_t *dirty);

#endif
