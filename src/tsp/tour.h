/* tour.h - checks, measures and makes tours on the host. */
#ifndef SWARMCL_TSP_TOUR_H
#define SWARMCL_TSP_TOUR_H

#include "instance.h"

/* True if `tour` [n] has every node once. `seen` [n] is scratch. */
bool tsp_tour_is_permutation(const uint32_t *tour, uint32_t n, bool *seen);

/* The length of `count` valid nodes as a path or a closed tour. */
int64_t tsp_tour_length(const struct swarm_instance *instance, const uint32_t *tour, size_t count, bool path);

/* Refuses a tour that is not a permutation of the nodes. SWARM_ERROR_VERIFICATION, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_tour_check(struct base_env *env, const struct swarm_instance *instance, const uint32_t *tour,
                                 size_t count);

/* Checks the tour as tsp_tour_check() does, and measures it as a closed tour. Accepts missing edges. */
enum swarm_status tsp_tour_measure(struct base_env *env, const struct swarm_instance *instance, const uint32_t *tour,
                                   size_t count, int64_t *length);

/* tsp_tour_turn(): rotates the tour until `node` is first, or not at all if the tour lacks it. tsp_tour_reverse():
 * reverses the order of nodes. */
void tsp_tour_turn(uint32_t *tour, size_t count, uint32_t node);
void tsp_tour_reverse(uint32_t *nodes, size_t count);

/* Makes equal tours equal arrays: rotates the tour until node 0 is first and, for a symmetric instance, reverses it if
 * its second node is greater than its last. */
void tsp_tour_canonical(uint32_t *tour, size_t count, bool symmetric);

/* Moves the partner of each node to the position after the node, for the earlier node of each pair.
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_tour_pair(struct base_env *env, const struct swarm_instance *instance, uint32_t *tour);

/* Writes the nearest-neighbour tour from node 0 to tour[node_count]; ties go to the lowest node; *length may be NULL.
 * In a joined instance the joint is first, then its partner or node 0. Partners are neighbours. Cost: O(n^2); for
 * points without a joint candidate lists save most of it. After `deadline` (base_seconds(); INFINITY: none), or one
 * second after env was cancelled, appends the remaining nodes in order, each followed by its partner.
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_tour_nearest_neighbour(struct base_env *env, const struct swarm_instance *instance,
                                             double deadline, uint32_t *tour, int64_t *length);

#endif
