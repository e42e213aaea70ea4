/* device.h - steps of a colony on a device that looks at whole rows; each only queues. */
#ifndef SWARMCL_ACO_ROWS_DEVICE_H
#define SWARMCL_ACO_ROWS_DEVICE_H

#include "aco/device.h"

/* heuristic, trails and row_offsets, and distances where the device computes them. */
enum swarm_status aco_rows_initialise(struct aco_device_colony *colony);

/* choice_info and weights from trails, and what rules that try need. */
enum swarm_status aco_rows_weights(struct aco_device_colony *colony);

/* lengths from tours. */
enum swarm_status aco_rows_evaluate(struct aco_device_colony *colony);

#endif
