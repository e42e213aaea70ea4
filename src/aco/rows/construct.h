/* construct.h - the rows of --construction whose ants look at whole rows, each ant for itself. */
#ifndef SWARMCL_ACO_ROWS_CONSTRUCT_H
#define SWARMCL_ACO_ROWS_CONSTRUCT_H

#include "aco/shape.h"

/* As the members of struct aco_construction: work-item, work-group, queen-worker and lanes. */
enum swarm_status aco_rows_fit_workitem(const struct aco_fit *to, struct aco_shape *shape);
enum swarm_status aco_rows_fit_workgroup(const struct aco_fit *to, struct aco_shape *shape);
enum swarm_status aco_rows_fit_queen(const struct aco_fit *to, struct aco_shape *shape);
enum swarm_status aco_rows_fit_lanes(const struct aco_fit *to, struct aco_shape *shape);
enum swarm_status aco_rows_set(struct aco_device_colony *colony);
enum swarm_status aco_rows_walk(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);

#endif
