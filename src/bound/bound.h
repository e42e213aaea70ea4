/* bound.h - computes a bound for an instance in rounds of the ascent, until they gain little or a limit is met. */
#ifndef SWARMCL_BOUND_BOUND_H
#define SWARMCL_BOUND_BOUND_H

#include "ascent.h"

struct bound_limits {
    uint64_t evaluations; /* maximum number of evaluations; 0: until a round gains at most 0.01 % or 0.1 length units */
    int64_t enough;       /* a bound of at least this length is the last; INT64_MAX: no limit */
};

/* A bound that is being raised; must be zeroed before its first use. */
struct bound {
    struct bound_ascent ascent;
    uint32_t round;    /* evaluations of the next round, unless they are limited; 0: there has been no round */
    double evaluation; /* seconds per evaluation in the last round; 0: unknown */
    bool done;         /* True if the last round gained too little, a limit or the deadline is met, or n <= 3 */
    int64_t length;    /* the bound: no tour of the instance is shorter; INT64_MIN: none yet */
};

/* Runs another round from the best potentials: 50 evaluations at first, then twice as many each time; fewer near the
 * deadline. A limit of evaluations is one round, because one long round gains more than several short ones. The first
 * call builds the graph. `instance` is symmetric and outlives the bound. `means` is the same in all calls; its device
 * is not used for an instance with a joint. Without a deadline and cancellation the bound depends only on instance and
 * limits. Up to 3 nodes have one tour, whose length is the bound.
 * Errors: SWARM_ERROR_OUT_OF_MEMORY, those of the device. */
enum swarm_status bound_raise(const struct bound_means *means, const struct swarm_instance *instance,
                              const struct bound_limits *limits, struct bound *bound);
void bound_deinit(struct bound *bound);

/* Writes the best potentials by node, scaled by 2^bound->ascent.graph.shift, to potentials [nodes without the joint].
 * Writes nothing for an instance of up to 3 nodes. */
void bound_potentials(const struct bound *bound, int32_t *potentials);

/* Computes the bound that `potentials` prove: by node, scaled by 2^shift, [nodes without the joint]. Builds a new graph
 * and prices it on the host, so the result does not depend on how the potentials were found. Up to 3 nodes need no
 * potentials. SWARM_ERROR_VERIFICATION if `shift` differs from the instance's, or a potential is out of range. After
 * cancellation, the deadline or an error *length is INT64_MIN. */
enum swarm_status bound_check(const struct bound_means *means, const struct swarm_instance *instance, int shift,
                              const int32_t *potentials, int64_t *length);

#endif
