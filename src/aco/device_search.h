/* device_search.h - the local search of a colony on a device: shape, launches. Its rules stand in local_search.h. */
#ifndef SWARMCL_ACO_DEVICE_SEARCH_H
#define SWARMCL_ACO_DEVICE_SEARCH_H

#include "device.h"

/* Fills search_team, search_ants, search_code and search_local of the shape: one work-item an ant on CPUs, 32
 * elsewhere. */
void aco_search_choose(const struct swarm_device *device, const struct aco_settings *settings, struct aco_shape *shape);

/* Gives the kernel's arguments what no buffer or setting of the name is. */
enum swarm_status aco_search_set(struct aco_device_colony *colony);

/* Queues the whole search of rows row_begin .. row_end - 1 of tours and lengths, against the anchor as it is, in
 * launches as short as the pacer wants them. *interrupted as for run_engine_type.step. */
enum swarm_status aco_device_search(struct aco_device_colony *colony, uint32_t row_begin, uint32_t row_end,
                                    bool *interrupted);

/* The same of the copy of the best so far, without an anchor. */
enum swarm_status aco_device_polish(struct aco_device_colony *colony, bool *interrupted);

#endif
