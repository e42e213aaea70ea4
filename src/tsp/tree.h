/* tree.h - the nodes of an instance in a k-d tree (Bentley 1975), whose order puts near nodes near each other. */
#ifndef SWARMCL_TSP_TREE_H
#define SWARMCL_TSP_TREE_H

#include <math.h>

#include "base/memory.h"
#include "base/team.h"
#include "cl/shared/tsp_metric.h"
#include "instance.h"

enum { TSP_TREE_LEAF = 8 }; /* maximum number of nodes per leaf */

/* A subtree: nodes order[begin .. end). Children of subtree t are 2t + 1 and 2t + 2; a leaf has none. */
struct tsp_subtree {
    double low[3], high[3]; /* lowest and highest coordinates of the subtree's points */
    uint32_t begin, end;
    uint32_t least; /* lowest number of a node in the subtree */
    bool leaf;
};

struct tsp_tree {
    const struct swarm_instance *instance;
    uint32_t count;            /* number of nodes, without the joint */
    const double *points;      /* [3][node_count]; distances grow with the differences of these coordinates */
    struct base_arrays arrays; /* owns the arrays below, and `points` if they differ from the coordinates */
    uint32_t *order;           /* [count] the nodes, in the order of the leaves */
    double (*sorted)[3];       /* [count] the points in `order` */
    struct tsp_subtree *subtrees;
    const struct base_env *env; /* env of the clock and the cancellation */
    double deadline;            /* base_seconds() at which tsp_tree_init() gives up; INFINITY: none */
    bool sphere;                /* True for GEO and GREAT_CIRCLE */
    bool embedded;              /* True if `points` are not the instance's coordinates */
};

/* Builds the tree of an instance with coordinates; `tree` must be zeroed, and released in any case. After cancellation
 * or `deadline` (base_seconds(); INFINITY: none) it may be incomplete. Nodes of a site are ordered by number, so the
 * tree is balanced and depends only on the instance. `team` NULL: only the caller's thread works. Cost: O(n log n), 0.6
 * s for a million nodes. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status tsp_tree_init(struct base_env *env, const struct swarm_instance *instance, struct base_team *team,
                                double deadline, struct tsp_tree *tree);
void tsp_tree_deinit(struct tsp_tree *tree);

/* Number of subtrees for `n` nodes, including unused ones. */
size_t tsp_subtree_count(uint32_t n);

/* Distance between the nodes order[a] and order[b]. */
static inline int32_t tsp_tree_distance(const struct tsp_tree *tree, uint32_t a, uint32_t b)
{
    const double *p = tree->sorted[a], *q = tree->sorted[b];
    return tree->embedded ? tsp_instance_distance(tree->instance, tree->order[a], tree->order[b])
                          : metric_between((int)tree->instance->info.metric, p[0], p[1], p[2], q[0], q[1], q[2]);
}

/* Distance from `x` to the interval from `low` to `high`. */
static inline double tsp_tree_outside(double x, double low, double high)
{
    return x < low ? low - x : x > high ? x - high : 0.0;
}

/* A lower limit for the distances from `point` to the nodes of a subtree. Distances grow with each difference of
 * coordinates, also after rounding; on spheres they are at least the chord, minus the possible rounding. */
static inline int32_t tsp_tree_nearest(const struct tsp_tree *tree, const double point[3],
                                       const struct tsp_subtree *subtree)
{
    const enum swarm_metric metric = tree->instance->info.metric;
    double apart[3];
    for (int axis = 0; axis < 3; ++axis) {
        apart[axis] = tsp_tree_outside(point[axis], subtree->low[axis], subtree->high[axis]);
    }
    if (!tree->sphere) {
        return metric_distance((int)metric, apart[0], apart[1], apart[2]);
    }
    const double chord = sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
    /* an arc is no shorter than its chord */
    const double least = (metric == SWARM_METRIC_GEO ? 6378.388 : 1.0) * chord * (1.0 - 1e-9) - 2.0;
    return least > 0 ? (int32_t)least : 0;
}

#endif
