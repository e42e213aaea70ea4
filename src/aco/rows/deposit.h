/* deposit.h - the rows of --deposit on whole rows: what every ant of Ant System lays, added to the trails. */
#ifndef SWARMCL_ACO_ROWS_DEPOSIT_H
#define SWARMCL_ACO_ROWS_DEPOSIT_H

#include "aco/shape.h"

/* As the members of struct aco_deposit. Rows that are `tiled` need the first. */
enum swarm_status aco_rows_set_tile(struct aco_device_colony *colony);
enum swarm_status aco_rows_per_ant(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);
enum swarm_status aco_rows_atomic(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);
enum swarm_status aco_rows_gather(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);
enum swarm_status aco_rows_set_by_row(struct aco_device_colony *colony);
enum swarm_status aco_rows_by_row(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);

#endif
