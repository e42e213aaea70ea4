/* bound.h - computes a bound for an instance in rounds of the ascent, until they gain little or a limit is met. */
#ifndef SWARMCL_BOUND_BOUND_H
#define SWARMCL_BOUND_BOUND_H

#include "ascent.h"

struct bound_limits {
    uint64_t evaluations; /* most 1-trees; 0: until a round gains at most 0.01 % or 0.1 units */
    int64_t enough;       /* stops at a bound of at least this length; INT64_MAX: no limit */
};

/* A bound that is being raised; must be zeroed before its first use. */
struct bound {
    struct bound_ascent ascent;
    uint32_t round;    /* evaluations of the next round; 0: there is no graph yet */
    double evaluation; /* seconds per evaluation in the last round; 0: unknown */
    bool done;         /* True if another round would gain too little, or a limit was met */
    int64_t length;    /* the bound: no tour of the instance is shorter; INT64_MIN: none yet */
};

/* Makes another round from the best potentials: 50 evaluations at first, then twice as many each time; fewer near the
 * deadline. A limit of evaluations is one round, because one long round gains more than several short ones. The first
 * call makes the graph. `instance` is symmetric and outlives the bound. `means` is the same in all calls; an instance
 * with a joint does not use its device. Unless the deadline stops it the bound depends only on instance and limits.
 * Errors: SWARM_ERROR_OUT_OF_MEMORY, those of the device. */
enum swarm_status bound_raise(const struct bound_means *means, const struct swarm_instance *instance,
                              const struct bound_limits *limits, struct bound *bound);
void bound_deinit(struct bound *bound);

/* The best potentials by node, scaled by 2^bound->ascent.graph.shift: potentials [nodes without the joint]. */
void bound_potentials(const struct bound *bound, int32_t *potentials);

/* Computes the bound that `potentials` prove: by node, scaled by 2^shift, [nodes without the joint]. Tests every pair
 * of nodes of a new graph on the host, so the result does not depend on how the potentials were found.
 * SWARM_ERROR_VERIFICATION for a shift other than the instance's, or a potential out of range. After cancellation or
 * the deadline *length is INT64_MIN. */
enum swarm_status bound_check(const struct bound_means *means, const struct swarm_instance *instance, int shift,
                              const int32_t *potentials, int64_t *length);

#endif
