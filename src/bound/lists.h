/* lists.h - candidate lists of the edges that are nearest to a minimum 1-tree. */
#ifndef SWARMCL_BOUND_LISTS_H
#define SWARMCL_BOUND_LISTS_H

#include "ascent.h"
#include "tsp/candidates.h"

/* Evaluations of the ascent for lists of `kind`, the word of --candidate-kind or NULL, with n nodes; 0: lists by
 * distance. */
uint32_t bound_list_evaluations(const char *kind, uint32_t n);

/* Makes `count` kinds of lists as tsp_candidates_init() does, with the same arguments. Lists with `evaluations` hold,
 * for each node, the nodes of smallest alpha. Alpha of an edge is the length that a minimum 1-tree gains if it must
 * contain the edge (Helsgaun, "An effective implementation of the Lin-Kernighan traveling salesman heuristic", 2000),
 * under the potentials of the ascent after `evaluations`. Ties go to the shorter edge, then to the lower vertex. These
 * lists, too, are sorted by distance. They depend only on the instance, their length and `evaluations`, which is the
 * same for all kinds. Only for symmetric instances of at least 4 nodes without a joint that are not doubled. Errors:
 * SWARM_ERROR_OUT_OF_MEMORY. Cost: docs/bound.md; O(n^2) without coordinates. */
enum swarm_status bound_candidates_init(struct base_env *env, const struct swarm_instance *instance,
                                        struct base_team *team, double deadline, struct tsp_candidates *candidates,
                                        size_t count);

#endif
