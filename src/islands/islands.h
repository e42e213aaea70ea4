/* islands.h - several whole searches at the same time that exchange their best solutions.
 *
 * An island is a search with a seed of its own. Island 0 has the run's seed, so a run of one island equals a run
 * without islands. All begin with the same solution, if the problem has one to start from. An epoch is `--epoch`
 * iterations of every island, fewer at the end of the run or after an island has reached the target. A migration
 * follows: the islands exchange scores, and an island takes the solution of its donor (islands_donor()) if it is better
 * than its own best. An island that reaches the target ends its epoch, and the run ends at the migration. With
 * --no-improve the run ends at the migration at which no island has found or taken a better solution for that many
 * iterations. A time limit and cancellation cut the epoch; the solutions found until then count, and no island takes
 * another.
 *
 * The result does not depend on the devices or ranks, or on their number. Islands 0 .. N - 1 are assigned to ranks in
 * blocks: rank r of R has floor(r N / R) .. floor((r + 1) N / R) - 1. A rank assigns them to its devices in turn.
 *
 * Ranks exchange by two gathers: first the records of all islands (with errors, and reasons to end); then the
 * solutions, if an island takes one or one is better than all so far. With `--trail-share` a third one has the trails
 * of all islands as the epoch left them. Each island replaces a share of its own trails before it takes a solution, in
 * integers, so the order of islands has no effect.
 */
#ifndef SWARMCL_ISLANDS_ISLANDS_H
#define SWARMCL_ISLANDS_ISLANDS_H

#include "search/search.h"

/* The donor of an island. */
enum islands_migration {
    ISLANDS_RING,     /* island k takes from k - 1, the first from the last */
    ISLANDS_COMPLETE, /* from the best of the others; ties go to the lowest */
    ISLANDS_APART     /* none */
};

/* The island whose solution `island` takes, from the best scores [count] of all; `island` itself: none. */
uint32_t islands_donor(enum islands_migration migration, const int64_t *scores, uint32_t count, uint32_t island);

uint64_t islands_seed(uint64_t seed, uint32_t island);

struct islands;

/* Makes the islands of a search: options.islands. `search` and `devices` must outlive them; search->engine is the first
 * island's after islands_open(). *islands returns owned, also after a failure. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status islands_create(struct search *search, struct search_devices *devices, struct islands **islands);
void islands_destroy(struct islands **islands);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The phases in order, all collective calls of the ranks except the first three                                      */

/* Plans and opens the engines: in turn on the named devices, otherwise on the first device that holds them all. */
enum swarm_status islands_open(struct islands *islands);

/* Gives every island the solution from which the search starts. `about`: checksum of the search's question. */
enum swarm_status islands_start(struct islands *islands, uint32_t about);

/* Compiles the kernels. If that fails the islands move to the host unless the search needs its devices. */
enum swarm_status islands_build(struct islands *islands);

/* Fills the engines, and makes the best of their starts the search's. */
enum swarm_status islands_prepare(struct islands *islands);

/* Iterates to the end; does not begin if `status` of any rank is a failure. *torn: there is no state to continue from.
 */
enum swarm_status islands_iterate(struct islands *islands, enum swarm_status status, bool *torn);

/* After a phase: `status` unless another rank has failed. `over`: this rank's resumed run had ended. After the first
 * failure it returns its argument without a gather. */
enum swarm_status islands_agree(struct islands *islands, enum swarm_status status, bool over);

/* True if the search is over before its first iteration: by a checkpoint, by the start, or by the clock of any rank.
 * Sets the reason. */
bool islands_are_over(const struct islands *islands);

/* Fills in the results of all islands. */
enum swarm_status islands_describe(const struct islands *islands, struct search_result *result);

/* ------------------------------------------------------------------------------------------------------------------ */
/* States: make.c                                                                                                     */

/* Lists the sections of all islands here, each with its island's number. *sections [*count], borrowed. */
void islands_list_states(struct islands *islands, struct search_sections ***sections, size_t *count);

/* Takes the counts of states that were read, of a search after `iterations`, or at its end. SWARM_ERROR_INPUT. */
enum swarm_status islands_take_states(struct islands *islands, bool at_end);

/* Fills the states of all islands here; `at_end` only their progress at the end. */
enum swarm_status islands_save(struct islands *islands, bool at_end);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ranks: gather.c                                                                                                    */

/* A rank's error; the first member of what ranks gather. */
struct islands_report {
    int32_t status;
    char text[1020];
};

/* Gathers every rank's `size` bytes, which begin with its report, into `all` [ranks][size]. Fills in the report, and
 * returns the first error of all. SWARM_ERROR_IO. */
enum swarm_status islands_gather(struct base_env *env, struct islands_report *own, size_t size, void *all,
                                 enum swarm_status status);

/* The lowest island of rank `rank` of `ranks`. */
uint32_t islands_first(uint32_t rank, uint32_t ranks, uint32_t islands);

#endif
