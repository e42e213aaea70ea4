/* pieces.h - ants that work on one tour at the same time, each on a list of pieces of it.
 *
 * A launch: each individual is handed out jobs (piece_jobs.h), a device (pieces_device.h) or the host does them, and
 * what fits together of an individual's reports is taken (piece_reports.h). In between its tour must not change.
 * cl/shared/piece_ant.h: what an ant does.
 */
#ifndef SWARMCL_MOSAIC_PIECES_H
#define SWARMCL_MOSAIC_PIECES_H

#include "base/memory.h"
#include "base/team.h"
#include "piece_types.h"
#include "problem.h"

/* Ants of a launch, with a row each. */
struct mosaic_pieces {
    uint32_t count, capacity;
    struct piece_job *jobs;          /* [capacity] */
    struct piece_report *reports;    /* [capacity] */
    uint32_t (*ends)[PIECE_MOST][2]; /* [capacity] positions of a piece's first and last node, in the tour's order */
    uint32_t (*queues)[PIECE_QUEUE]; /* [capacity] nodes: those given, then those left over */
    struct base_arrays arrays;       /* all of them */
};

/* `pieces` must be zeroed; release it in any case. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_pieces_init(struct base_env *env, uint32_t capacity, struct mosaic_pieces *pieces);
void mosaic_pieces_deinit(struct mosaic_pieces *pieces);
uint64_t mosaic_pieces_bytes(uint32_t capacity);

/* Does all jobs by threads of the host. Individual c's tour is at words[c * stride]: ord, and behind it pos. */
void mosaic_pieces_run(const struct mosaic_problem *problem, const uint32_t *words, uint64_t stride, uint64_t seed,
                       struct base_team *team, struct mosaic_pieces *pieces);

#endif
