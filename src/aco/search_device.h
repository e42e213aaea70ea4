/* search_device.h - the local search of a colony on a device: shape, kernel, arguments, launches. Its rules stand in
 * local_search.h. */
#ifndef SWARMCL_ACO_SEARCH_DEVICE_H
#define SWARMCL_ACO_SEARCH_DEVICE_H

#include "colony_device.h"

/* Fills search_team, search_ants and search_code of the shape: one work-item an ant on CPUs, 32 elsewhere. */
void aco_search_choose(const struct swarm_device *device, const struct aco_settings *settings, struct aco_shape *shape);

/* The file below cl/, the kernel in it, and the SEARCH_ defines that it requires, at most 8: how many. Beside them it
 * requires METRIC, JOINT and SYMMETRIC. */
const char *aco_search_file(const struct aco_shape *shape);
const char *aco_search_kernel(const struct aco_shape *shape);
size_t aco_search_defines(const struct aco_settings *settings, const struct aco_shape *shape,
                          struct ocl_define defines[8]);

/* Words of ACO_BUFFER_SEARCH for every row that one call of aco_device_search() searches; cl/shared/search_rules.h says
 * what a kernel keeps there. */
uint64_t aco_search_words(const struct aco_settings *settings);

/* Sets the arguments that stay the same for the whole run. The anchor is argument SEARCH_ANCHOR_ARGUMENT. */
enum { SEARCH_ANCHOR_ARGUMENT = 5 };
enum swarm_status aco_search_set(struct aco_device_colony *colony);

/* Queues the whole search of rows row_begin .. row_end - 1 of tours and lengths, against the anchor as it is, in
 * launches as short as the pacer wants them. *interrupted as for run_engine_type.step. */
enum swarm_status aco_device_search(struct aco_device_colony *colony, uint32_t row_begin, uint32_t row_end,
                                    bool *interrupted);

#endif
