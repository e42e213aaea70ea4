/* bound.h - the bound of an instance: rounds of the ascent until they gain little, or until a limit. */
#ifndef SWARMCL_BOUND_BOUND_H
#define SWARMCL_BOUND_BOUND_H

#include "ascent.h"

struct bound_limits {
    uint64_t evaluations; /* 1-trees; 0: until a round gains at most 0.01 % or .1 units */
    int64_t enough;       /* stops with a bound of at least this; INT64_MAX: none */
};

/* A bound that is being raised; zeroed at first. */
struct bound {
    struct bound_ascent ascent;
    uint32_t round;    /* evaluations of the next round; 0: there is no graph yet */
    double evaluation; /* seconds of an evaluation in the last round; 0: unknown */
    bool done;         /* another round gains too little, or a limit was met */
    int64_t length;    /* no tour of the instance is shorter; INT64_MIN: none yet */
};

/* Makes one more round from the best potentials: 50 evaluations at first, then twice as many each time; fewer if the
 * deadline is near. A limit of evaluations is one round, which gains more than several rounds of as many together. The
 * first call makes the graph. `instance` is symmetric and outlives the bound. The means are the same in all calls; an
 * instance with a joint does not use the device. Unless the deadline interferes the bound depends only on the instance
 * and the limits. Errors: SWARM_ERROR_OUT_OF_MEMORY, those of the device. */
enum swarm_status bound_raise(const struct bound_means *means, const struct swarm_instance *instance,
                              const struct bound_limits *limits, struct bound *bound);
void bound_deinit(struct bound *bound);

/* The best potentials by node, scaled by 2^bound->ascent.graph.shift: potentials [nodes without a joint]. */
void bound_potentials(const struct bound *bound, int32_t *potentials);

/* The bound that potentials prove, which are by node, scaled by 2^shift: potentials [nodes without a joint]. Tests
 * every pair of nodes of a new graph, on the host, so it does not depend on how the potentials were found.
 * SWARM_ERROR_VERIFICATION for a shift other than the instance's, or a potential out of range. After cancellation or
 * the deadline *length is INT64_MIN. */
enum swarm_status bound_check(const struct bound_means *means, const struct swarm_instance *instance, int shift,
                              const int32_t *potentials, int64_t *length);

#endif
