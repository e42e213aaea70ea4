/* bound.h - the bound of an instance: rounds of the ascent until they gain little, or to a limit. */
#ifndef SWARMCL_BOUND_BOUND_H
#define SWARMCL_BOUND_BOUND_H

#include "ascent.h"

struct bound_limits {
    uint64_t evaluations; /* 1-trees; 0: rounds until one gains 0.01 % or .1 units at most */
    double deadline;      /* of base_seconds(); INFINITY: none */
    int64_t enough;       /* ends with a bound of this or more; INT64_MAX: none */
};

/* A bound that is being raised; zeroed at first. */
struct bound {
    struct bound_graph graph;
    struct bound_ascent ascent;
    uint32_t round;    /* evaluations of the next round; 0: there is no graph yet */
    double evaluation; /* seconds, of the last round; 0: none yet */
    bool done;         /* another round is not worth its time, or a limit was met */
    int64_t length;    /* no tour of the instance is shorter; INT64_MIN: none yet */
};

/* Makes one round more: 50 evaluations at first, then twice as many each time, from the best potentials on. A count of
 * evaluations is one round, which beats several of as many together. Rounds shrink to what the deadline leaves. The
 * first call makes the graph. `instance` is symmetric, and outlives the bound. With limits other than the deadline the
 * bound depends on the instance alone. `device` (NULL: none) makes the evaluations and prices, the same in all calls,
 * except in an instance with a joint. bound->done tells the end. Errors: SWARM_ERROR_OUT_OF_MEMORY, the device's. */
enum swarm_status bound_raise(struct base_env *env, const struct swarm_instance *instance, struct base_team *team,
                              const struct bound_limits *limits, struct bound_device *device, struct bound *bound);
void bound_deinit(struct bound *bound);

/* The best potentials, scaled by 2^bound->graph.shift, by node: potentials [nodes without a joint]. */
void bound_potentials(const struct bound *bound, int32_t *potentials);

/* The bound that potentials of the nodes of the instance prove, scaled by 2^shift: potentials [nodes without a
 * joint]. Independent of the way they were found: the graph is new, and every pair is tested, on the host.
 * SWARM_ERROR_VERIFICATION for a shift other than the instance's, or a potential out of range. *length INT64_MIN after
 * cancellation or the deadline. */
enum swarm_status bound_check(struct base_env *env, const struct swarm_instance *instance,
                              const struct bound_means *means, int shift, const int32_t *potentials, int64_t *length);

#endif
