/* islands.h - several whole searches side by side that exchange their best answers.
 *
 * An island is an engine with a seed of its own. Island 0 has the run's seed, so a run of one island equals a run
 * without islands. All begin with the same answer, if the problem has one to start from. An epoch is `--epoch`
 * iterations of every island, fewer at the end of the run or after an island has reached the target. Then all meet:
 * they exchange scores, and an island takes the answer of its donor (run_migration_donor()) if it is better than its
 * own best. An island that reaches the target ends its epoch, and the run ends at the meeting. With --no-improve the
 * run ends at the meeting at which no island has found or taken a better answer for so many iterations. A time limit
 * and cancellation cut the epoch; the answers found by then count, and no island takes another.
 *
 * The result does not depend on the devices or ranks, or on their number. Islands 0 .. N - 1 lie on ranks in blocks:
 * rank r of R has floor(r N / R) .. floor((r + 1) N / R) - 1. They lie on a rank's devices in turn.
 *
 * A meeting of ranks is two gathers: first the records of all islands (with errors, and reasons to end); then the
 * answers, if an island takes one or one is better than all so far. With `--trail-share` a third one has the trails of
 * all islands as the epoch left them. Each island replaces a share of its own before it takes an answer, in integers,
 * so that no order of islands matters.
 */
#ifndef SWARMCL_RUN_ISLANDS_H
#define SWARMCL_RUN_ISLANDS_H

#include "run.h"

/* The donor of an island. */
enum run_migration {
    RUN_MIGRATION_RING,     /* island k takes from k - 1, the first from the last */
    RUN_MIGRATION_COMPLETE, /* from the best of the others; ties go to the lowest */
    RUN_MIGRATION_NONE      /* none */
};

/* The island whose answer `island` takes, from the best scores [count] of all; `island` itself: none. */
uint32_t run_migration_donor(enum run_migration topology, const int64_t *scores, uint32_t count, uint32_t island);

uint64_t run_island_seed(uint64_t seed, uint32_t island);

/* Decides how many islands the run has: options.islands. A collective call of all ranks, also after an error, `status`:
 * the first error of a rank is the error of all. Errors: SWARM_ERROR_INVALID_ARGUMENT for fewer islands than devices or
 * ranks, and for options of meetings with one island; errors of the selector. */
enum swarm_status run_islands_count(struct run *run, enum swarm_status status);

/* The search of a run with several islands, from opening devices to the best answer and the last checkpoint. With ranks
 * a collective call. run->islands returns owned. */
enum swarm_status run_islands_search(void *run);

/* Fills in the results of all islands. */
enum swarm_status run_islands_describe(const struct run_islands *islands, struct run_result *result);

/* Removes the checkpoint before the last; all ranks have written the last one. */
void run_ranks_forget_checkpoint(const struct run *run);

void run_islands_destroy(struct run_islands *islands);

#endif
