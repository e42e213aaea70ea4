/* instance.h - a travelling-salesman instance in memory.
 *
 * The public header's `swarm_instance` is this struct. Only an EXPLICIT instance has n x n memory.
 */
#ifndef SWARMCL_TSP_INSTANCE_H
#define SWARMCL_TSP_INSTANCE_H

#include "base/env.h"

#define TSP_NO_NODE UINT32_MAX

struct swarm_instance {
    struct swarm_instance_info info; /* description of the instance, which owns its strings */
    double *coordinates;             /* [3][node_count]: all x, all y, all z of the metric; NULL for EXPLICIT */
    int32_t *matrix;                 /* [node_count][node_count]; row i: distances from node i; NULL unless EXPLICIT */
    uint32_t (*fixed_edges)[2];      /* [info.fixed_edge_count] nodes from 0; NULL: none */
    double *positions;         /* [2][node_count], or [3][node_count] in space: all x, then all y (then all z), for
                                  drawing; NULL: drawings use the coordinates */
    char **names;              /* [node_count] strings in a block of memory that begins at names[0]; NULL: none */
    uint32_t *scores;          /* [node_count] scores of orienteering; NULL: none */
    struct swarm_table *table; /* table that the instance was read from; owns no text; NULL: none */
    const char **table_texts;  /* [1 + node_count] table->titles, then table->cells, in a block of memory that begins at
                                  table_texts[0]; NULL: none */
    bool joint; /* True if the last node is a joint, at distance 0 from all others: tsp_instance_select() */
    /* [node_count] node that must be a neighbour of each node in every tour, TSP_NO_NODE: none; NULL: no node has one.
     * Partners are mutual: partners[partners[i]] == i. Only symmetric instances of a reduction (reduction.h) have
     * partners; the joint may have one, too. An edge between partners has its own length like any other. */
    uint32_t *partners;
    bool doubled; /* True if a reduction doubled the nodes: tours use no edge between two entrances (the first half) or
                     two exits */
};

/* Copies the coordinates of a node to `point`. Not for EXPLICIT instances. */
void tsp_instance_point(const struct swarm_instance *instance, uint32_t node, double point[3]);

/* Distance from i to j; 0 for i == j. */
int32_t tsp_instance_distance(const struct swarm_instance *instance, uint32_t i, uint32_t j);

/* True if i and j are partners, so every tour contains the edge between them. */
bool tsp_instance_fixed(const struct swarm_instance *instance, uint32_t i, uint32_t j);

/* The node that must follow `current` on a walk from `previous` (TSP_NO_NODE: `current` is the first node): the
 * partner, unless the partner is `previous`. TSP_NO_NODE: any unvisited node may follow. A walk that always follows
 * this function is a tour in which all partners are neighbours. */
uint32_t tsp_instance_forced(const struct swarm_instance *instance, uint32_t current, uint32_t previous);

/* True if the instance has no edge from i to j. */
static inline bool tsp_instance_is_missing(const struct swarm_instance *instance, uint32_t i, uint32_t j)
{
    return instance->info.no_edge > 0 && tsp_instance_distance(instance, i, j) == instance->info.no_edge;
}

/* Writes row i, the distances from node i to all nodes, to row[node_count]. */
void tsp_instance_row(const struct swarm_instance *instance, uint32_t i, int32_t *row);

/* Checks the rules for all instances: coordinates are finite, edges at most 2^31 - 1, weights not negative, the matrix
 * symmetric if info.symmetric, the sum of scores at most 2^31 - 1. Sets the diagonal of a matrix to 0, and has_scores,
 * has_positions and the optimum of info. Warns about coordinates that hardly suit the metric. `origin` opens messages.
 */
enum swarm_status tsp_instance_finish(struct base_env *env, struct swarm_instance *instance, const char *origin);

/* Creates an instance of `node_count` nodes with coordinates of 0, or a matrix of 0 if EXPLICIT. Copies `fields`,
 * except name (NULL: ""), comment and node_count, and starts to measure read_seconds. The caller owns *instance.
 * Errors: SWARM_ERROR_INPUT for a count outside 1 to 2147483647; SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_instance_create(struct base_env *env, const char *name, struct swarm_instance_info fields,
                                      size_t node_count, struct swarm_instance **instance);

/* Finishes a new instance: stores it with its read_seconds in *instance, or destroys it if `status` is a failure.
 * Returns `status`. */
enum swarm_status tsp_instance_end(struct swarm_instance *made, enum swarm_status status,
                                   struct swarm_instance **instance);

/* True if a coordinate of the metric is not a whole number. */
bool tsp_instance_has_fraction(const struct swarm_instance *instance);

/* Finds the smallest and the largest of `values` [count]; count is at least 1. */
void tsp_instance_extent(const double *values, size_t count, double *minimum, double *maximum);

/* Copies `names` [node_count] to the nodes. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_instance_set_names(struct base_env *env, struct swarm_instance *instance,
                                         const char *const *names);

/* Copies `scores` [node_count] to the nodes. Errors: SWARM_ERROR_INPUT for a sum above 2^31 - 1, with the scores set;
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_instance_set_scores(struct base_env *env, struct swarm_instance *instance,
                                          const uint32_t *scores);

/* Copies only the `count` nodes of `nodes`, in that order; NULL: the first nodes. `joint` adds a last node, the joint,
 * at distance 0 from all others: closed tours through the joint are open paths of the others. The copy has no names,
 * positions, scores, partners, optimum or fixed edges. The caller owns *selected. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_instance_select(struct base_env *env, const struct swarm_instance *instance,
                                      const uint32_t *nodes, size_t count, bool joint,
                                      struct swarm_instance **selected);

#endif
