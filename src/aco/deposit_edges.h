/* deposit_edges.h - the row edges of --deposit, on whole rows and on lists: sums beside the trails, for all algorithms.
 */
#ifndef SWARMCL_ACO_DEPOSIT_EDGES_H
#define SWARMCL_ACO_DEPOSIT_EDGES_H

#include "shape.h"

/* As the member of struct aco_deposit. */
enum swarm_status aco_deposit_edges(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);

#endif
