/* orient.h - the problem "orient": the tour or path of the greatest score within a limit of its length. */
#ifndef SWARMCL_ORIENT_ORIENT_H
#define SWARMCL_ORIENT_ORIENT_H

#include "search/problem.h"

extern const struct search_problem orient_problem;

/* The best known score of closed tours through node 0 of an instance of OPLib, within the limit of the options or of
 * the instance. Cost: O(n). */
struct swarm_reference orient_reference(const struct swarm_instance *instance, const struct swarm_params *params);

/* The scores [node_count] of the parameters, else of the instance; NULL: there are none. */
const uint32_t *orient_scores(const struct swarm_instance *instance, const struct swarm_params *params);

#endif
