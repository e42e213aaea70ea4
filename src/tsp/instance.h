/* instance.h - a travelling-salesman instance in memory.
 *
 * `swarm_instance` of the public header is this struct. No n x n memory unless the instance is EXPLICIT.
 */
#ifndef SWARMCL_TSP_INSTANCE_H
#define SWARMCL_TSP_INSTANCE_H

#include "base/env.h"

#define TSP_NO_NODE UINT32_MAX

struct swarm_instance {
    struct swarm_instance_info info; /* strings owned by the instance; optimum filled in at the end of reading */
    double *coordinates;        /* [3][node_count]: all x, all y, all z, as the metric wants them; NULL for EXPLICIT */
    int32_t *matrix;            /* [node_count][node_count], row i from i, diagonal 0; NULL unless EXPLICIT */
    uint32_t (*fixed_edges)[2]; /* [info.fixed_edge_count], nodes from 0; NULL when there are none */
    double *positions; /* [2][node_count]: all x, all y, for drawing; NULL: the coordinates serve, or none do */
    char **names;      /* [node_count] into one block of memory, which starts at names[0]; NULL: no names */
    bool joint;        /* the last node is at distance 0 from all others: tsp_instance_select() */
    /* [node_count] who must stand beside each node in every tour, one at most, TSP_NO_NODE for none; NULL: for nobody.
     * Mutual: partners[partners[i]] == i. Symmetric instances of a reduction (reduction.h) only; the joint may have
     * one, too. Lengths are what they are: an edge between partners has its own like any other. */
    uint32_t *partners;
    bool doubled; /* of a reduction: the first half are entrances, the other exits; no edge within a half is taken */
};

/* The coordinates of a node; not of an EXPLICIT instance. */
void tsp_instance_point(const struct swarm_instance *instance, uint32_t node, double point[3]);

/* Distance from i to j; 0 for i == j. */
int32_t tsp_instance_distance(const struct swarm_instance *instance, uint32_t i, uint32_t j);

/* Whether every tour has the edge between i and j: they are partners. */
bool tsp_instance_fixed(const struct swarm_instance *instance, uint32_t i, uint32_t j);

/* Who must be next on a walk to `current` from `previous` (TSP_NO_NODE: it began there): the partner, unless it comes
 * from there. TSP_NO_NODE: whoever has not been visited. A walk that obeys from its first step on is a tour with all
 * partners side by side: nobody else comes between, so that a partner was visited directly before or not yet. */
uint32_t tsp_instance_forced(const struct swarm_instance *instance, uint32_t current, uint32_t previous);

/* Writes row i, the distances from node i to all nodes, to row[node_count]. */
void tsp_instance_row(const struct swarm_instance *instance, uint32_t i, int32_t *row);

/* Fills info->optimum_known, _proven and optimum from the table instances/optima.csv that is built in, matched by name,
 * type and dimension. */
void tsp_optima_find(struct swarm_instance_info *info);

/* Checks what must hold for every instance, however it was made (finite coordinates, no edge past 2^31 - 1, no
 * negative weight, symmetry where claimed), and fills in the derived fields of info. `place` opens the message. */
enum swarm_status tsp_instance_finish(struct base_env *env, struct swarm_instance *instance, const char *place);

/* One of `node_count` nodes whose coordinates or, of EXPLICIT, matrix are 0: `fields` are copied, except name
 * (NULL: ""), comment and node_count. *instance returns owned. Errors: SWARM_ERROR_INPUT for a count that is not 1 to
 * 2147483647; SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_instance_create(struct base_env *env, const char *name, struct swarm_instance_info fields,
                                      size_t node_count, struct swarm_instance **instance);

/* The least and the largest of `values` [count], of which there is one. */
void tsp_instance_extent(const double *values, size_t count, double *minimum, double *maximum);

/* The ways to make one from memory; see swarm_instance_from_coordinates() and _from_matrix(). */
enum swarm_status tsp_instance_from_coordinates(struct base_env *env, const char *name, enum swarm_metric metric,
                                                size_t node_count, const double *coordinates,
                                                struct swarm_instance **instance);
enum swarm_status tsp_instance_from_matrix(struct base_env *env, const char *name, bool symmetric, size_t node_count,
                                           const int32_t *distances, struct swarm_instance **instance);

/* Gives the nodes copies of `names` [node_count]. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_instance_set_names(struct base_env *env, struct swarm_instance *instance,
                                         const char *const *names);

/* See swarm_instance_position(). */
bool tsp_instance_position(const struct swarm_instance *instance, uint32_t i, double *x, double *y);

/* A copy that has the `count` nodes of `nodes` alone, in that order; NULL: the first ones. `joint`: also one more, the
 * joint, at distance 0 from all others: the closed tours through it are the open paths of the others. Carries no names,
 * positions or optimum, and no fixed edges. *selected returns owned. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_instance_select(struct base_env *env, const struct swarm_instance *instance,
                                      const uint32_t *nodes, size_t count, bool joint,
                                      struct swarm_instance **selected);

void tsp_instance_destroy(struct swarm_instance **instance);

#endif
