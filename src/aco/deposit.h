/* deposit.h - how much of a deposit fits a launch. A unit of the pacer is an edge that is laid or looked at. */
#ifndef SWARMCL_ACO_DEPOSIT_H
#define SWARMCL_ACO_DEPOSIT_H

#include "device.h"

/* How many of `count` lines of `items` work-items and `units` each go into one launch: enough to fill the device, and
 * not more than the pacer wants otherwise. */
uint32_t aco_deposit_lines(const struct aco_device_colony *colony, uint32_t count, size_t items, double units);

#endif
