/* instance.h - customers, depot and vehicles in memory. The public header's `swarm_fleet` is this struct. */
#ifndef SWARMCL_FLEET_INSTANCE_H
#define SWARMCL_FLEET_INSTANCE_H

#include "base/env.h"
#include "base/memory.h"
#include "base/scanner.h"
#include "tsp/instance.h"

/* Node 0 is the depot, node k is customer k. Times, service and limits are in units of lengths. */
struct swarm_fleet {
    struct swarm_fleet_info info;
    struct swarm_instance *nodes; /* owned symmetric instance with the lengths of all edges */
    int64_t *demand;              /* [nodes] load of each customer; 0 for the depot */
    int32_t *early, *late;     /* [nodes] first and last time at which service may begin; for the depot the horizon */
    int32_t *service;          /* [nodes] duration of service; 0 for the depot */
    int64_t *price;            /* [nodes] cost of leaving a customer out; 0: the customer must be served */
    struct base_arrays arrays; /* owns the arrays of this struct */
};

/* Largest time: without windows `late` of every node. Sums of a time, a service and a length stay below 2^31. */
enum { FLEET_TIME_MOST = 1 << 29 };

/* Checks whether any plan can serve the fleet, and fails with all reasons in one message: a demand above the capacity,
 * more demand than all vehicles carry, a window that closes before the earliest arrival, a return after the depot's
 * window, a route above the limit. Errors: SWARM_ERROR_INPUT. O(n), or O(n^2) if a direct trip to a customer is too
 * long, because rounded lengths may break the triangle inequality. */
enum swarm_status fleet_check_possible(struct base_env *env, const struct swarm_fleet *fleet, const char *origin);

/* CRC-32 of everything that decides which plans are possible and what they cost. */
unsigned long fleet_sum(const struct swarm_fleet *fleet);

/* Reads the text of a solution; `path` opens messages. As swarm_routes_read(). */
enum swarm_status fleet_routes_parse(struct base_env *env, const struct swarm_fleet *fleet, const char *path,
                                     struct base_word text, uint32_t **customers, size_t *count);

/* Implements swarm_routes_measure(). *routes is one block of memory. */
enum swarm_status fleet_routes_measure(struct base_env *env, const struct swarm_fleet *fleet, const uint32_t *customers,
                                       size_t count, struct swarm_routes **routes);

#endif
