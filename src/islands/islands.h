/* islands.h - several searches that run at the same time and exchange their best solutions.
 *
 * An island is a search with a seed of its own. Island 0 has the run's seed, so a run of one island equals a run
 * without islands. All start from the same solution, if the problem has a starting solution. An epoch is `--epoch`
 * iterations of every island, fewer at the end of the run or after an island has reached the target. A migration
 * follows: the islands exchange scores, and an island adopts the solution of its donor (islands_donor()) if that is
 * better than its own best. An island that reaches the target ends its epoch, and the run ends at the migration. With
 * --no-improve the run ends at the migration at which no island has found or adopted a better solution for that many
 * iterations. A time limit or cancellation ends the epoch early; solutions found until then count, and no island adopts
 * another.
 *
 * With a fixed number of islands, devices and ranks do not affect the result. Islands 0 .. N - 1 are assigned to ranks
 * in blocks: rank r of R has floor(r N / R) .. floor((r + 1) N / R) - 1. A rank assigns them to its devices in turn.
 *
 * Ranks exchange by two gathers: first the records of all islands (with errors, and reasons to end); then the
 * solutions, if an island adopts one or one improves the best so far. With `--trail-share` a third gather has the
 * trails of all islands at the end of the epoch. Each island replaces a fraction of its own trails before it adopts a
 * solution, in integers, so the order of islands has no effect. */
#ifndef SWARMCL_ISLANDS_ISLANDS_H
#define SWARMCL_ISLANDS_ISLANDS_H

#include "search/search.h"

/* Rules for an island's donor, the island from which it adopts solutions. */
enum islands_migration {
    ISLANDS_RING,     /* the previous island; for the first the last */
    ISLANDS_COMPLETE, /* the island with the best score; ties go to the lowest */
    ISLANDS_APART     /* islands have no donor, so there are no migrations */
};

/* The donor that `island` adopts a solution from, given all best scores [count]; itself if none is better. */
uint32_t islands_donor(enum islands_migration migration, const int64_t *scores, uint32_t count, uint32_t island);

uint64_t islands_seed(uint64_t seed, uint32_t island);

struct islands;

/* Makes options.islands islands of a search; `search` and `devices` must outlive them. After islands_open() the search
 * has the engine of the first. The caller owns *islands, also after a failure. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status islands_create(struct search *search, struct search_devices *devices, struct islands **islands);
void islands_destroy(struct islands **islands);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The phases in order. Collective calls of the ranks: islands_prepare(), islands_iterate(), islands_agree()          */

/* Plans and opens the engines: on the named devices in turn, otherwise on the first device that fits them all. A second
 * call replaces the engines after search_use_host(). */
enum swarm_status islands_open(struct islands *islands);

/* Copies the starting solution of the search to every island. `about`: checksum of the search's question. */
enum swarm_status islands_start(struct islands *islands, uint32_t about);

/* Compiles the kernels. If that fails, moves the islands to the host, unless the search needs its devices. */
enum swarm_status islands_build(struct islands *islands);

/* Fills the engines, and makes the best of their starting solutions the best of the search. */
enum swarm_status islands_prepare(struct islands *islands);

/* Iterates to the end; returns at once if `status` is a failure on any rank. *torn: there is no state to continue
 * from. */
enum swarm_status islands_iterate(struct islands *islands, enum swarm_status status, bool *torn);

/* Ends a phase: returns `status`, or the failure of another rank. `over`: the run that this rank resumes had already
 * ended. After the first failure the function returns `status` without a gather. */
enum swarm_status islands_agree(struct islands *islands, enum swarm_status status, bool over);

/* True if the search ends before its first iteration: the resumed run had ended, the start reaches the target, or a
 * rank is out of time. Sets the reason in the result. */
bool islands_are_over(const struct islands *islands);

/* Writes the results of all islands to `result`. */
enum swarm_status islands_describe(const struct islands *islands, struct search_result *result);

/* ------------------------------------------------------------------------------------------------------------------ */
/* States: make.c                                                                                                     */

/* Lists the sections of the islands of this process, each with its island's number. *sections [*count], borrowed. */
void islands_list_states(struct islands *islands, struct search_sections ***sections, size_t *count);

/* Restores each island's counts from its state: those of the state or, with `at_end`, those at the end of the run.
 * SWARM_ERROR_INPUT. */
enum swarm_status islands_take_states(struct islands *islands, bool at_end);

/* Fills the states of the islands of this process; `at_end`: only their counts at the end. */
enum swarm_status islands_save(struct islands *islands, bool at_end);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ranks: gather.c                                                                                                    */

/* Error of a rank; first member of the data that islands_gather() collects. */
struct islands_report {
    int32_t status;
    char text[1020];
};

/* Collects `size` bytes of every rank, which start with its report, in `all` [ranks][size]. Fills in this rank's report
 * from `status`, and returns the error of the lowest rank that has one. SWARM_ERROR_IO. */
enum swarm_status islands_gather(struct base_env *env, struct islands_report *own, size_t size, void *all,
                                 enum swarm_status status);

/* Number of the lowest island on rank `rank` of `ranks`. */
uint32_t islands_first(uint32_t rank, uint32_t ranks, uint32_t islands);

#endif
