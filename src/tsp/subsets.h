/* subsets.h - shortest paths through all sets of a few nodes by dynamic programming (Held and Karp 1962; Bellman 1962).
 */
#ifndef SWARMCL_TSP_SUBSETS_H
#define SWARMCL_TSP_SUBSETS_H

#include "base/env.h"

/* Maximum number of nodes between the ends. 12 nodes take 2 ms, and each further node would double the time. */
enum { TSP_SUBSETS_NODES = 12 };

/* Shortest paths through all subsets of a few nodes. Bit k of a set is node k. Must be zeroed; then the caller sets
 * count and distances. */
struct tsp_subsets {
    uint32_t count; /* number of nodes between the ends; the first end has the number `count`, the last `count` + 1 */
    int64_t distances[TSP_SUBSETS_NODES + 2][TSP_SUBSETS_NODES + 2]; /* [from][to] length of each arc */
    int64_t *lengths; /* [2^count][count] length of the shortest path from the first end through a set to its node k */
};

/* Computes the lengths. Call tsp_subsets_deinit() also after SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_subsets_init(struct base_env *env, struct tsp_subsets *subsets);
void tsp_subsets_deinit(struct tsp_subsets *subsets);

/* The length of the shortest path from end to end through a set; *last: its last node before the end, `count` for the
 * empty set. Among equal paths the one with the lowest last node is used, on every device. */
int64_t tsp_subsets_length(const struct tsp_subsets *subsets, uint32_t set, uint32_t *last);

/* Writes the nodes of the shortest path through a set, without the ends. Returns their number. */
uint32_t tsp_subsets_path(const struct tsp_subsets *subsets, uint32_t set, uint32_t path[TSP_SUBSETS_NODES]);

#endif
