/* device.h - steps of a colony on a device whose ants walk on candidate lists; each only queues. */
#ifndef SWARMCL_ACO_LISTS_DEVICE_H
#define SWARMCL_ACO_LISTS_DEVICE_H

#include "aco/device.h"

/* heuristic, trails and row_offsets from candidates and edges. */
enum swarm_status aco_lists_initialise(struct aco_device_colony *colony);

/* weights from trails. */
enum swarm_status aco_lists_weights(struct aco_device_colony *colony);

#endif
