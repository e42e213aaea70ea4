#include "bound.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "cl/bound/steps.h"

enum {
    FIRST_ROUND = 50,     /* evaluations in the first round of an ascent */
    ROUND_LEAST = 10,     /* minimum evaluations of a round that the deadline shortens; fewer are not worth a proof */
    GAIN_DIVISOR = 10000, /* a round that gains at most length / GAIN_DIVISOR is the last */
    UNIT_DIVISOR = 10,    /* a round that gains at most a unit of length / UNIT_DIVISOR is the last */
    FEW = 3               /* maximum number of nodes of instances with only one tour */
};

#define FIRST_SECONDS 4e-7 /* estimated seconds of an evaluation per node, before the first measurement */

/* Returns length / 2^shift, rounded up. */
static int64_t rounded(int64_t length, int shift)
{
    const int64_t unit = shift > 0 ? (int64_t)1 << shift : 1;
    const int64_t whole = length / unit + (length > 0 && length % unit > 0);
    return shift < 0 ? whole * ((int64_t)1 << -shift) : whole;
}

/* A round that gains at most this is the last. The length of a doubled instance may be near 0, so the
 * limit is at least a fraction of the unit. */
static int64_t least_gain(int64_t length, int shift)
{
    const int64_t share = (length > 0 ? length : -length) / GAIN_DIVISOR;
    const int64_t part = ((int64_t)1 << (shift > 0 ? shift : 0)) / UNIT_DIVISOR;
    return share > part ? share : part;
}

/* The length of the only tour of up to FEW nodes. */
static int64_t only_tour(const struct swarm_instance *instance)
{
    const uint32_t n = instance->info.node_count;
    int64_t length = 0;
    for (uint32_t i = 0; i < n; ++i) {
        length += tsp_instance_distance(instance, i, (i + 1) % n);
    }
    return length;
}

/* The number of evaluations of the next round; 0 if there is no time for ROUND_LEAST evaluations, or for as many as the
 * limit allows. */
static uint32_t evaluations_of(const struct bound_means *means, const struct bound_limits *limits,
                               const struct bound *bound)
{
    const double seconds = bound->evaluation > 0 ? bound->evaluation : FIRST_SECONDS * bound->ascent.graph.count;
    const double room = (means->deadline - base_seconds(means->env)) / seconds - BOUND_PROOF;
    const uint64_t most =
        limits->evaluations > 0 ? limits->evaluations - bound->ascent.evaluations : (uint64_t)bound->round;
    return base_interrupted(means->env, means->deadline) ? 0
           : room >= (double)most                        ? (uint32_t)most
           : room >= ROUND_LEAST                         ? (uint32_t)room
                                                         : 0;
}

enum swarm_status bound_raise(const struct bound_means *means, const struct swarm_instance *instance,
                              const struct bound_limits *limits, struct bound *bound)
{
    const struct bound_means own = {means->env, means->team, instance->joint ? NULL : means->device, means->deadline};
    if (bound->round == 0) {
        bound->length = INT64_MIN;
        bound->round = FIRST_ROUND;
        if (instance->info.node_count <= FEW) {
            bound->done = true;
            bound->length = only_tour(instance);
            return SWARM_OK;
        }
        TRY(bound_ascent_init(&own, instance, &bound->ascent));
    }
    const int shift = bound->ascent.graph.shift;
    const uint32_t evaluations = evaluations_of(&own, limits, bound);
    const int64_t before = bound->ascent.length;
    const double begin = base_seconds(own.env);
    if (evaluations == 0) {
        bound->done = true;
        return SWARM_OK;
    }
    TRY(bound_ascend(&own, &bound->ascent, evaluations));
    const int64_t length = bound->ascent.length;
    bound->evaluation = (base_seconds(own.env) - begin) / evaluations;
    bound->round *= 2;
    bound->length = rounded(length, shift);
    bound->done = bound->length >= limits->enough || base_interrupted(own.env, own.deadline)
                  || (limits->evaluations > 0 ? bound->ascent.evaluations >= limits->evaluations
                                              : before != INT64_MIN && length - before <= least_gain(length, shift));
    return SWARM_OK;
}

void bound_deinit(struct bound *bound)
{
    bound_ascent_deinit(&bound->ascent);
    *bound = (struct bound){0};
}

void bound_potentials(const struct bound *bound, int32_t *potentials)
{
    const struct bound_graph *graph = &bound->ascent.graph;
    memset(potentials, 0, graph->count * sizeof *potentials);
    for (uint32_t vertex = 0; vertex < graph->count && bound->ascent.best; ++vertex) {
        potentials[graph->nodes[vertex]] = bound->ascent.best[vertex];
    }
}

enum swarm_status bound_check(const struct bound_means *means, const struct swarm_instance *instance, int shift,
                              const int32_t *potentials, int64_t *length)
{
    /* bound_exact() ignores cancellation unless the deadline is finite */
    const struct bound_means until = {means->env, means->team, NULL, fmin(means->deadline, DBL_MAX)};
    struct bound_ascent ascent = {.length = 0};
    struct bound_graph *graph = &ascent.graph;
    int64_t exact = INT64_MIN;
    enum swarm_status status = SWARM_OK;
    if (instance->info.node_count <= FEW) {
        *length = only_tour(instance);
        return SWARM_OK;
    }
    TRY_OR(done, bound_ascent_init(means, instance, &ascent));
    if (shift != graph->shift) {
        TRY_OR(done,
               base_fail(until.env, SWARM_ERROR_VERIFICATION, "scale: found 2^%d, expected 2^%d", shift, graph->shift));
    }
    for (uint32_t vertex = 0; vertex < graph->count; ++vertex) {
        const int32_t potential = potentials[graph->nodes[vertex]];
        if (potential < -BOUND_POTENTIAL_MOST || potential > BOUND_POTENTIAL_MOST) {
            TRY_OR(done,
                   base_fail(until.env, SWARM_ERROR_VERIFICATION, "potential of node %lu: found %ld, expected %d to %d",
                             (unsigned long)graph->nodes[vertex] + 1, (long)potential, -BOUND_POTENTIAL_MOST,
                             BOUND_POTENTIAL_MOST));
        }
        ascent.kept[vertex] = potential;
    }
    TRY_OR(done, bound_exact(&until, graph, ascent.kept, &ascent.one, &exact));

done:
    *length = exact == INT64_MIN ? INT64_MIN : rounded(exact, graph->shift);
    bound_ascent_deinit(&ascent);
    return status;
}
