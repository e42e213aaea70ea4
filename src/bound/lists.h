/* lists.h - candidate lists by the nearness of edges to a minimum 1-tree. */
#ifndef SWARMCL_BOUND_LISTS_H
#define SWARMCL_BOUND_LISTS_H

#include "ascent.h"
#include "tsp/candidates.h"

/* Steps of the ascent for lists of a --candidate-kind of n nodes; 0: by distance. */
uint32_t bound_list_evaluations(const char *kind, uint32_t n);

/* Makes `count` kinds of lists as tsp_candidates_init() does, for the same arguments. Those with `evaluations` have the
 * nodes of least alpha in place of the nearest: alpha of an edge is how much longer the minimum 1-tree is that has it
 * (Helsgaun, "An effective implementation of the Lin-Kernighan traveling salesman heuristic", 2000), under potentials
 * of so many steps of the ascent; ties go to the shorter edge, then by the order of the k-d tree. All pairs are looked
 * at. Such lists follow from the instance, their length and the evaluations, and are by distance, too. They are for
 * symmetric instances of 4 nodes or more that have no joint and are not doubled. Errors: SWARM_ERROR_OUT_OF_MEMORY.
 * Cost: docs/bound.md; O(n^2) without coordinates. */
enum swarm_status bound_candidates_init(struct base_env *env, const struct swarm_instance *instance,
                                        struct base_team *team, double deadline, struct tsp_candidates *candidates,
                                        size_t count);

#endif
