/* problem.h - an instance as mosaic uses it: nodes numbered along a curve, candidate lists with lengths, exact lengths.
 *
 * src/mosaic and cl/mosaic use these numbers, so that neighbours share cache lines; `order` maps them to nodes. The
 * joint of an open path keeps the last number.
 */
#ifndef SWARMCL_MOSAIC_PROBLEM_H
#define SWARMCL_MOSAIC_PROBLEM_H

#include "base/memory.h"
#include "base/team.h"
#include "cl/mosaic/types.h"
#include "tsp/candidates.h"
#include "tsp/instance.h"
#include "tsp/metric.h"
#include "cl/shared/tsp_metric.h"

/* Nodes above which a run has time for one or two populations and needs most of the memory: threads share every start
 * and free its scratch, and no population is prefetched. */
enum { MOSAIC_MANY_NODES = 4000000 };

struct mosaic_penalty;
struct mosaic_problem {
    const struct swarm_instance *instance; /* borrowed instance, from which the problem is made */
    uint32_t n;
    uint32_t *order;      /* [n] node of the instance for each number, along a closed curve through the points; without
                             coordinates in the instance's order */
    uint32_t *number;     /* [n] number of each node of the instance: inverse of order[] */
    uint32_t width;       /* number of candidates per node */
    uint32_t *near;       /* [n][width] candidates by length, then by node, from bound_candidates_init(); without the
                             partner, because every tour has that edge */
    int32_t *near_length; /* [n][width] length of the edge to each candidate in near[] */
    uint32_t *partners;   /* [n] number of the partner; TSP_NO_NODE: none. NULL if no node has a partner */
    int metric;           /* a METRIC_ constant of tsp_metric.h; 0: lengths are read from the instance, as for GEO */
    bool joint;           /* True if number n - 1 is a joint, at distance 0 from all others */
    bool doubled; /* True if the instance is doubled; numbers are then in the instance's order, and those below n / 2
                     are entrances */
    uint32_t dimensions; /* doubles per point: 2 or 4 (x, y, z, 0), as in cl/shared/edges.clh; 0: no points */
    double *points;      /* [n][dimensions] coordinates of each number; NULL: lengths come from the instance */
    const struct mosaic_penalty *penalty; /* if metric is 0: adds to lengths (keep.c); NULL: none */
    int32_t *lengths;                     /* [n][n] length of each edge, for few nodes; NULL: lengths are computed */
    struct base_arrays arrays;            /* owns the arrays of this struct */
};

/* Derives the view that mosaic has of an instance. `lists` is as for bound_candidates_init(); its length is reduced to
 * n - 1, n - 2 with partners, n / 2 - 1 for a doubled instance. `problem` must be zeroed, and released in any case.
 * After cancellation or `deadline` (base_seconds(); INFINITY: none) `near` may be NULL; `order` is always there.
 * Errors: SWARM_ERROR_OUT_OF_MEMORY. Cost: O(n log n), O(n^2) for EXPLICIT and joined instances; for a million nodes
 * half a second in addition to tsp_candidates_init(). */
enum swarm_status mosaic_problem_init(struct base_env *env, const struct swarm_instance *instance,
                                      struct base_team *team, struct tsp_candidates lists, double deadline,
                                      struct mosaic_problem *problem);
void mosaic_problem_deinit(struct mosaic_problem *problem);

/* Sorts the list of a node by length; edges of equal length by node number. */
void mosaic_sort_list(const struct mosaic_problem *problem, uint32_t *near, int32_t *lengths);

/* Bytes of `lengths` for an instance; 0 if the problem has none. Points have them up to MOSAIC_SMALL_NODES, 4 MiB
 * (bench/mosaic/README.md); an instance with a matrix always, in the order of the curve. */
enum { MOSAIC_SMALL_NODES = 1024 };
uint64_t mosaic_lengths_bytes(const struct swarm_instance *instance);

/* Shares of the nodes, or of some of them, for threads: enough to balance the load. */
enum { MOSAIC_SHARES = 64 };

/* The first of `count` nodes in the share. */
static inline uint32_t mosaic_share(uint32_t count, size_t share)
{
    return (uint32_t)((uint64_t)count * share / MOSAIC_SHARES);
}

/* Doubles per point of an instance with points: 4 for three axes, for alignment. */
static inline uint32_t mosaic_dimensions(const struct swarm_instance *instance)
{
    return tsp_metrics[instance->info.metric].dimensions == 2 ? 2 : 4;
}

int32_t mosaic_penalised_length(const struct mosaic_problem *problem, uint32_t i, uint32_t j); /* keep.c */
static inline int32_t mosaic_length_found(const struct mosaic_problem *problem, uint32_t i, uint32_t j)
{
    if (problem->metric == 0) {
        return problem->penalty ? mosaic_penalised_length(problem, i, j)
                                : tsp_instance_distance(problem->instance, problem->order[i], problem->order[j]);
    }
    if (problem->joint && (i == problem->n - 1 || j == problem->n - 1)) {
        return 0;
    }
    const double *a = problem->points + (size_t)i * problem->dimensions;
    const double *b = problem->points + (size_t)j * problem->dimensions;
    return problem->dimensions == 2 ? metric_between(problem->metric, a[0], a[1], 0.0, b[0], b[1], 0.0)
                                    : metric_between(problem->metric, a[0], a[1], a[2], b[0], b[1], b[2]);
}

/* The exact length of an edge: tsp_instance_distance() of its nodes. */
static inline int32_t mosaic_length(const struct mosaic_problem *problem, uint32_t i, uint32_t j)
{
    return problem->lengths ? problem->lengths[(size_t)i * problem->n + j] : mosaic_length_found(problem, i, j);
}

/* True if every tour must contain the edge, because its nodes are partners. */
static inline bool mosaic_is_fixed(const struct mosaic_problem *problem, uint32_t i, uint32_t j)
{
    return problem->partners && problem->partners[i] == j;
}

/* True if no tour may contain the edge. */
static inline bool mosaic_is_forbidden(const struct mosaic_problem *problem, uint32_t i, uint32_t j)
{
    return problem->doubled && (i < problem->n / 2) == (j < problem->n / 2);
}

/* cl/shared/problem_view.h for the host. */
#define VIEW_GLOBAL
#define VIEW_EDGES           const struct mosaic_problem *
#define VIEW_LENGTH(e, i, j) mosaic_length(e, i, j)
#define VIEW_PARTNERS(v)     ((v)->partners != NULL)
#define VIEW_ARCS(v)         ((v)->edges->doubled)
#include "cl/shared/problem_view.h"

static inline struct problem_view mosaic_view(const struct mosaic_problem *problem)
{
    return (struct problem_view){problem->near, problem->near_length, problem->partners,
                                 problem,       problem->n,           problem->width};
}

/* Sets of nodes as arrays of bits, one per node. */
static inline bool mosaic_is_marked(const uint32_t *bits, uint32_t node)
{
    return bits[node / 32] >> node % 32 & 1;
}

static inline void mosaic_mark(uint32_t *bits, uint32_t node)
{
    bits[node / 32] |= UINT32_C(1) << node % 32;
}

struct mosaic_tour {
    uint32_t *ord; /* [n] node at each position of the tour */
    uint32_t *pos; /* [n] position of each node: pos[ord[p]] == p */
    int64_t length;
};

/* The length of the tour ord[n]. The threads of `team` share the work; NULL: only the caller's thread works. */
int64_t mosaic_tour_measure(const struct mosaic_problem *problem, struct base_team *team, const uint32_t *ord);

/* Computes pos and length from ord. The threads of `team` share the work; NULL: only the caller's thread works. */
void mosaic_tour_settle(const struct mosaic_problem *problem, struct base_team *team, struct mosaic_tour *tour);

/* Makes and measures a tour of the instance's nodes in the order of the curve, except that partners are neighbours. The
 * threads of `team` share the work. SWARM_ERROR_OUT_OF_MEMORY. Cost: O(n). */
enum swarm_status mosaic_curve_tour(struct base_env *env, struct base_team *team, const struct swarm_instance *instance,
                                    uint32_t *tour, int64_t *length);

struct mosaic_keyed {
    uint64_t key;
    uint32_t a, b; /* data of the caller that are moved with the key */
};

/* Sorts items[count] by key, stably, with spare[count] as scratch. Returns the array with the result: `items` or
 * `spare`. Cost: a pass per 11 bits of the longest key, shared by the threads of `team`. */
struct mosaic_keyed *mosaic_sort(struct base_team *team, struct mosaic_keyed *items, struct mosaic_keyed *spare,
                                 size_t count);

#endif
