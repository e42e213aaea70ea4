#include "bound.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "cl/bound/steps.h"

enum { ROUND = 50, ROUND_LEAST = 10, GAIN = 10000, PART = 10 /* of a unit */, FEW = 3 /* nodes, with one tour */ };

/* Seconds of an evaluation for a node before any was measured. */
#define GUESS 4e-7

/* The least integer that is no less than length / 2^shift. */
static int64_t rounded(int64_t length, int shift)
{
    const int64_t unit = shift > 0 ? (int64_t)1 << shift : 1;
    const int64_t whole = length / unit + (length > 0 && length % unit > 0);
    return shift < 0 ? whole * ((int64_t)1 << -shift) : whole;
}

/* A round that gains no more is the last. Of a doubled instance the length may be near 0. */
static int64_t least_gain(int64_t length, int shift)
{
    const int64_t share = (length > 0 ? length : -length) / GAIN, part = ((int64_t)1 << (shift > 0 ? shift : 0)) / PART;
    return share > part ? share : part;
}

/* The length of the only tour of few nodes. */
static int64_t only_tour(const struct swarm_instance *instance)
{
    const uint32_t n = instance->info.node_count;
    int64_t length = 0;
    for (uint32_t i = 0; i < n; ++i) {
        length += tsp_instance_distance(instance, i, (i + 1) % n);
    }
    return length;
}

static uint32_t evaluations_of(const struct base_env *env, const struct bound_limits *limits, const struct bound *bound)
{
    const double seconds = bound->evaluation > 0 ? bound->evaluation : GUESS * bound->graph.count;
    const double room = (limits->deadline - base_seconds(env)) / seconds - BOUND_PROOF;
    const uint64_t most =
        limits->evaluations > 0 ? limits->evaluations - bound->ascent.evaluations : (uint64_t)bound->round;
    return room >= (double)most ? (uint32_t)most : room >= ROUND_LEAST ? (uint32_t)room : 0;
}

enum swarm_status bound_raise(struct base_env *env, const struct swarm_instance *instance, struct base_team *team,
                              const struct bound_limits *limits, struct bound_device *device, struct bound *bound)
{
    if (bound->round == 0) {
        bound->length = INT64_MIN;
        bound->round = ROUND;
        if (instance->info.node_count <= FEW) {
            bound->done = true;
            bound->length = only_tour(instance);
            return SWARM_OK;
        }
        TRY(bound_graph_init(env, instance, team, limits->deadline, &bound->graph));
        TRY(bound_ascent_init(env, &bound->graph, &bound->ascent));
        bound->ascent.device = instance->joint ? NULL : device;
    }
    const uint32_t evaluations = base_interrupted(env, limits->deadline) ? 0 : evaluations_of(env, limits, bound);
    const int64_t before = bound->ascent.length;
    const double begin = base_seconds(env);
    if (evaluations == 0) {
        bound->done = true;
        return SWARM_OK;
    }
    TRY(bound_ascend(env, &bound->graph, &bound->ascent, evaluations, team, limits->deadline));
    const int64_t length = bound->ascent.length;
    bound->evaluation = (base_seconds(env) - begin) / evaluations;
    bound->round *= 2;
    bound->length = rounded(length, bound->graph.shift);
    bound->done =
        bound->length >= limits->enough || base_interrupted(env, limits->deadline)
        || (limits->evaluations > 0 ? bound->ascent.evaluations >= limits->evaluations
                                    : before != INT64_MIN && length - before <= least_gain(length, bound->graph.shift));
    return SWARM_OK;
}

void bound_deinit(struct bound *bound)
{
    bound_ascent_deinit(&bound->ascent);
    bound_graph_deinit(&bound->graph);
    *bound = (struct bound){0};
}

void bound_potentials(const struct bound *bound, int32_t *potentials)
{
    const struct bound_graph *graph = &bound->graph;
    memset(potentials, 0, graph->count * sizeof *potentials);
    for (uint32_t turn = 0; turn < graph->count && bound->ascent.best; ++turn) {
        potentials[graph->nodes[turn]] = bound->ascent.best[turn];
    }
}

enum swarm_status bound_check(struct base_env *env, const struct swarm_instance *instance,
                              const struct bound_means *means, int shift, const int32_t *potentials, int64_t *length)
{
    const struct bound_means until = {means->team, NULL, fmin(means->deadline, DBL_MAX)};
    struct bound bound = {0};
    struct bound_graph *graph = &bound.graph;
    int64_t exact = INT64_MIN;
    enum swarm_status status = SWARM_OK;
    *length = INT64_MIN;
    if (instance->info.node_count <= FEW) {
        *length = only_tour(instance);
        return SWARM_OK;
    }
    TRY_OR(done, bound_graph_init(env, instance, means->team, means->deadline, graph));
    TRY_OR(done, bound_ascent_init(env, graph, &bound.ascent));
    if (shift != graph->shift) {
        TRY_OR(done, base_fail(env, SWARM_ERROR_VERIFICATION, "scale: expected 2^%d, found 2^%d", graph->shift, shift));
    }
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        const int32_t potential = potentials[graph->nodes[turn]];
        if (potential < -BOUND_POTENTIAL_MOST || potential > BOUND_POTENTIAL_MOST) {
            TRY_OR(done, base_fail(env, SWARM_ERROR_VERIFICATION, "potential of node %lu: expected %d to %d, found %ld",
                                   (unsigned long)graph->nodes[turn] + 1, -BOUND_POTENTIAL_MOST, BOUND_POTENTIAL_MOST,
                                   (long)potential));
        }
        bound.ascent.kept[turn] = potential;
    }
    TRY_OR(done, bound_exact(env, graph, bound.ascent.kept, &bound.ascent.one, &until, &exact));
    *length = exact == INT64_MIN ? INT64_MIN : rounded(exact, graph->shift);

done:
    bound_deinit(&bound);
    return status;
}
