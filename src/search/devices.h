/* devices.h - the devices of a search. */
#ifndef SWARMCL_SEARCH_DEVICES_H
#define SWARMCL_SEARCH_DEVICES_H

#include "engine.h"

/* True if no device is named, so a run that needs none does not load a driver. */
bool search_leaves_device_open(const struct swarm_params *params);

/* Finds the devices of `devices->list` that the options choose. For `auto` they are in the order to try them; otherwise
 * all are used, each as often as it is named, and more than one is refused unless `several`. devices->indices returns
 * owned. Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_NO_DEVICE. */
enum swarm_status search_devices_find(struct base_env *env, const struct options *options, bool several,
                                      struct search_devices *devices);

/* Plans and opens the device at `index` of the list for `user`. */
typedef enum swarm_status search_try_fn(void *user, size_t index);

/* Tries the devices that the options choose: `auto` takes the next if one does not open or cannot hold the search; an
 * explicit choice fails. With `devices` NULL, for the host, tries index 0. */
enum swarm_status search_devices_try(struct base_env *env, const struct ocl_device_list *devices,
                                     const struct options *options, search_try_fn *try_device, void *user);

#endif
