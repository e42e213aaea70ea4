/* lists.h - candidate lists by the nearness of edges to a minimum 1-tree. */
#ifndef SWARMCL_BOUND_LISTS_H
#define SWARMCL_BOUND_LISTS_H

#include "ascent.h"
#include "tsp/candidates.h"

/* Makes lists of candidates->length nodes by alpha, then length, then number: alpha of an edge is how much longer the
 * minimum 1-tree is that has it (Helsgaun, "An effective implementation of the Lin-Kernighan traveling salesman
 * heuristic", 2000), under potentials of `evaluations` steps of the ascent. Over all pairs: nothing is left out. The
 * lists follow from the instance, the length and the evaluations. For symmetric instances of 4 nodes or more without
 * a joint, that are not doubled. `candidates` must be zeroed except for the length; after cancellation or `deadline`
 * it has no nodes. SWARM_ERROR_OUT_OF_MEMORY. Cost: evaluations, docs/bound.md, and O(n log n); O(n^2) without
 * coordinates. */
enum swarm_status bound_lists_init(struct base_env *env, const struct swarm_instance *instance, struct base_team *team,
                                   uint32_t evaluations, double deadline, struct tsp_candidates *candidates);

#endif
