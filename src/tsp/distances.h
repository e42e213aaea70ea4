/* distances.h - instances from real distances. */
#ifndef SWARMCL_TSP_DISTANCES_H
#define SWARMCL_TSP_DISTANCES_H

#include "instance.h"

#define TSP_FARTHEST 1e300 /* largest distance that a matrix may have */

/* The origin of distances, for messages. */
struct tsp_distances_source {
    const char *path;         /* opens messages; NULL: they open with the name of the instance */
    const size_t *lines;      /* [n] line of each row in the file; NULL: no file */
    const char *const *names; /* [n] names of the nodes; NULL: none */
};

/* Sets matrix, decimals, missing_edges (counting both directions), no_edge and lost_digits from `distances` [n][n],
 * which are 0 to TSP_FARTHEST, or INFINITY for no edge. Ignores the diagonal. Keeps as many decimals as the numbers
 * have and 31 bits hold, and logs a message about lost ones. SWARM_ERROR_INPUT if more than half of the finite
 * distances above 0 would become 0. */
enum swarm_status tsp_distances_scale(struct base_env *env, const struct tsp_distances_source *source,
                                      const double *distances, struct swarm_instance *instance);

/* See swarm_instance_from_distances(). Copies source->names. */
enum swarm_status tsp_distances_instance(struct base_env *env, const char *name, size_t node_count,
                                         const double *distances, const struct tsp_distances_source *source,
                                         struct swarm_instance **instance);

#endif
