/* islands.h - several whole colonies that search side by side and tell each other their best tours.
 *
 * An island is an engine (run/engine.h) with a seed of its own: island 0 has that of the run, so that a run of one
 * island is a run without islands. All begin with the same tour. An epoch is `--epoch` iterations of every island,
 * fewer at the end of the run or where one has reached the target; then all meet: lengths are told, and an island takes
 * the tour of its donor (solver_topology_donor()) when that is shorter than the best it has had. An island that reaches
 * the target ends its epoch, and the run ends at the meeting. With --no-improve it ends at the meeting at which no
 * island has found or taken a better tour for so many iterations. A limit of time and cancellation cut the epoch; what
 * the islands had found by then counts, and nothing is taken any more.
 *
 * Nothing of this depends on which device or rank an island lives on, or on how many there are: islands 0 .. N - 1 lie
 * on ranks in blocks, rank r of R has floor(r N / R) .. floor((r + 1) N / R) - 1, and on a rank's devices in turn.
 *
 * Meetings of ranks are two gathers: records of all islands (with why a rank has to end, or has failed), then, where an
 * island takes a tour or one is shorter than all so far, tours. With `--meeting asynchronous` islands do not wait: each
 * tells its best behind every epoch and takes what has been told by then, so that runs cannot be repeated.
 */
#ifndef SWARMCL_SOLVER_ISLANDS_H
#define SWARMCL_SOLVER_ISLANDS_H

#include "tsp_run.h"

/* The islands of this process, and what is known of all others. */
struct solver_islands;

/* The island whose tour `island` takes, given the lengths [count] of the best of each; `island` itself: none. */
uint32_t solver_topology_donor(enum solver_topology topology, const int64_t *lengths, uint32_t count, uint32_t island);

/* The seed of an island. */
uint64_t solver_island_seed(uint64_t seed, uint32_t island);

/* Decides how many islands the run has: chosen.islands. With ranks a collective call, which `status` comes to, too: the
 * first error of all ranks is that of all. Errors: SWARM_ERROR_INVALID_ARGUMENT for fewer than devices or ranks, and
 * for options of meetings where nobody meets; those of the selector. */
enum swarm_status solver_islands_count(struct solver_tsp_run *run, enum swarm_status status);

/* The search of a run with several islands, from opening devices to the best tour and the last checkpoint. With ranks a
 * collective call. run->islands returns owned. */
enum swarm_status solver_islands_search(struct solver_tsp_run *run);

/* Fills the states of all islands here. */
enum swarm_status solver_islands_save(struct solver_islands *islands);

/* Fills in what each of all islands came to. */
enum swarm_status solver_islands_describe(const struct solver_islands *islands, struct solver_result *result);

void solver_islands_destroy(struct solver_islands **islands);

#endif
