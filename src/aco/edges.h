/* edges.h - what the device's host side and the twin have to know of single edges. */
#ifndef SWARMCL_ACO_EDGES_H
#define SWARMCL_ACO_EDGES_H

#include "tsp/instance.h"

/* eta of the edge from i to j, of this length: heuristic_towards(), the least for the joint and a partner. */
float aco_heuristic(const struct swarm_instance *instance, uint32_t i, uint32_t j, int32_t distance);

/* Fills anchor [n][2] with the nodes before and after every node of `tour` [n]; with n each when `tour` is NULL. */
void aco_anchor_fill(uint32_t n, const uint32_t *tour, uint32_t *anchor);

#endif
