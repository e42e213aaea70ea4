/* tour.h - checking, measuring and building tours on the host. */
#ifndef SWARMCL_TSP_TOUR_H
#define SWARMCL_TSP_TOUR_H

#include "base/team.h"
#include "instance.h"

/* Whether `tour` [n] holds every node once. `seen` [n] is scratch. */
bool tsp_tour_is_one(const uint32_t *tour, uint32_t n, bool *seen);

/* The length of a tour that is known to be one. The threads of `team` share the work; NULL: the caller alone. */
int64_t tsp_tour_length(const struct swarm_instance *instance, struct base_team *team, const uint32_t *tour);

/* See swarm_tour_length(). */
enum swarm_status tsp_tour_measure(struct base_env *env, const struct swarm_instance *instance, const uint32_t *tour,
                                   size_t count, int64_t *length);

/* See swarm_path_length(). */
enum swarm_status tsp_path_measure(struct base_env *env, const struct swarm_instance *instance, const uint32_t *path,
                                   size_t count, int64_t *length);

/* Turns the tour so that `node` comes first, and its nodes into the other order. */
void tsp_tour_turn(uint32_t *tour, size_t count, uint32_t node);
void tsp_tour_reverse(uint32_t *nodes, size_t count);

/* Turns the tour so that node 0 comes first; for a symmetric instance also reverses it so that its second node is
 * smaller than its last. Equal tours become equal arrays. */
void tsp_tour_canonical(uint32_t *tour, size_t count, bool symmetric);

/* Puts each node's partner behind it, from the first node on. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_tour_pair(struct base_env *env, const struct swarm_instance *instance, uint32_t *tour);

/* The nearest-neighbour tour from node 0 to tour[node_count]; ties go to the lowest node; *length may be NULL. In a
 * joined instance the joint comes first; partners stand side by side. O(n^2) time. When `deadline` (base_seconds();
 * INFINITY: none) is over, or one second after env was seen to be cancelled, it appends the remaining nodes in order,
 * each with its partner behind it. */
enum swarm_status tsp_tour_nearest_neighbour(struct base_env *env, const struct swarm_instance *instance,
                                             double deadline, uint32_t *tour, int64_t *length);

#endif
