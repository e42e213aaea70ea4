/* islands.h - several whole searches side by side that tell each other their best answers.
 *
 * An island is an engine with a seed of its own: island 0 has the run's, so that a run of one island is a run
 * without islands. All begin with the same answer, if the problem has one to start from. An epoch is `--epoch`
 * iterations of every island, fewer at the end of the run or where one has reached the target. Then all meet: scores
 * are told, and an island takes the answer of its donor (run_migration_donor()) when that is better than the best it
 * has had. An island that reaches the target ends its epoch, and the run ends at the meeting. With --no-improve it ends
 * at the meeting at which no island has found or taken anything better for so many iterations. A limit of time and
 * cancellation cut the epoch; the answers found by then count, and nothing is taken any more.
 *
 * Nothing of this depends on the device or rank that an island lives on, or on their number: islands 0 .. N - 1 lie on
 * ranks in blocks, rank r of R has floor(r N / R) .. floor((r + 1) N / R) - 1, and on a rank's devices in turn.
 *
 * Meetings of ranks are two gathers: records of all islands (with why a rank has to end, or has failed), then, where an
 * island takes an answer or one is better than all so far, answers. With `--meeting asynchronous` islands do not wait:
 * each tells its best behind every epoch and takes what has been told by then, so that runs cannot be repeated.
 */
#ifndef SWARMCL_RUN_ISLANDS_H
#define SWARMCL_RUN_ISLANDS_H

#include "run.h"

/* Whose answer an island takes. */
enum run_migration {
    RUN_MIGRATION_RING,     /* island k takes from k - 1, the first from the last */
    RUN_MIGRATION_COMPLETE, /* from the best of all others, the lowest of equals */
    RUN_MIGRATION_NONE      /* from nobody */
};

/* The island whose answer `island` takes, given the scores [count] of the best of each; `island` itself: none. */
uint32_t run_migration_donor(enum run_migration topology, const int64_t *scores, uint32_t count, uint32_t island);

uint64_t run_island_seed(uint64_t seed, uint32_t island);

/* Decides how many islands the run has: options.islands. With ranks a collective call, which `status` comes to, too:
 * the first error of a rank is the error of all. Errors: SWARM_ERROR_INVALID_ARGUMENT for fewer than devices or ranks,
 * and for options of meetings where nobody meets; those of the selector. */
enum swarm_status run_islands_count(struct run *run, enum swarm_status status);

/* The search of a run with several islands, from opening devices to the best answer and the last checkpoint. With ranks
 * a collective call. run->islands returns owned. */
enum swarm_status run_islands_search(void *run);

/* Fills in what each of all islands came to. */
enum swarm_status run_islands_describe(const struct run_islands *islands, struct run_result *result);

/* All ranks have written the last checkpoint: the one before it is removed. */
void run_ranks_forget_checkpoint(const struct run *run);

void run_islands_destroy(struct run_islands *islands);

#endif
