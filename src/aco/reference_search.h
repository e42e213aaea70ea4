/* reference_search.h - the sequential twin of the local search; the rules stand in local_search.h. */
#ifndef SWARMCL_ACO_REFERENCE_SEARCH_H
#define SWARMCL_ACO_REFERENCE_SEARCH_H

#include "lists/lists.h"

/* Improves tour [n] of *length in place by settings->local_search, over lists->search. `anchor` [n][2]: both neighbours
 * of every node in the anchor, or n where there is none; NULL: no anchor, every node is looked at. Ends early, with a
 * tour and its length, when `interrupted` (may be NULL) says so of `user`, asked about every thousand rounds.
 * SWARM_ERROR_OUT_OF_MEMORY leaves the tour as it was. */
enum swarm_status aco_reference_search(struct base_env *env, const struct swarm_instance *instance,
                                       const struct aco_settings *settings, const struct aco_lists *lists,
                                       const uint32_t *anchor, uint32_t *tour, int64_t *length,
                                       bool (*interrupted)(const void *user), const void *user);

#endif
