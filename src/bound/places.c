#include "places.h"

#include <stdlib.h>

/* Adds edges to the first node of a place where its edges do not join its nodes. */
static enum swarm_status join_places(struct base_env *env, struct bound_graph *graph, const struct tsp_places *places,
                                     uint32_t *parents)
{
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        parents[turn] = turn;
    }
    for (size_t e = 0; e < graph->edge_count; ++e) {
        const uint32_t a = graph->edges[e].a, b = graph->edges[e].b;
        if (places->of[graph->nodes[a]] == places->of[graph->nodes[b]]) {
            parents[bound_root(parents, a)] = bound_root(parents, b);
        }
    }
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        const uint32_t first = places->firsts[places->of[graph->nodes[turn]]];
        TRY(bound_graph_join(env, graph, parents, graph->turns[first], turn));
    }
    return SWARM_OK;
}

enum swarm_status bound_places_find(struct base_env *env, struct bound_graph *graph, struct tsp_places *places)
{
    if (graph->instance->partners || graph->instance->joint || graph->edge_count == 0) {
        return SWARM_OK;
    }
    TRY(tsp_places_find(env, graph->instance, places));
    uint32_t *parents = base_array(graph->count, sizeof *parents);
    const enum swarm_status status = !parents            ? base_fail_memory(env)
                                     : places->count > 0 ? join_places(env, graph, places, parents)
                                                         : SWARM_OK;
    free(parents);
    return status;
}

/* Lowers the potential of a place with several nodes so far that an edge to `other` is not lighter than those within;
 * whether it was higher. */
static bool lower(const struct bound_graph *of_places, const struct tsp_places *places, int32_t *potentials,
                  uint32_t turn, uint32_t other, int32_t length)
{
    const int64_t most = (int64_t)potentials[other] + length;
    if (places->nodes[of_places->nodes[turn]] == 1 || potentials[turn] <= most) {
        return false;
    }
    potentials[turn] = (int32_t)most;
    return true;
}

void bound_places_expand(const struct bound_graph *of_places, int32_t *place_potentials,
                         const struct tsp_places *places, const struct bound_graph *graph, int32_t *potentials)
{
    for (bool fell = true; fell;) {
        fell = false;
        for (size_t e = 0; e < of_places->edge_count; ++e) {
            const struct bound_edge *edge = &of_places->edges[e];
            fell |= lower(of_places, places, place_potentials, edge->a, edge->b, edge->length);
            fell |= lower(of_places, places, place_potentials, edge->b, edge->a, edge->length);
        }
    }
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        potentials[turn] = place_potentials[of_places->turns[places->of[graph->nodes[turn]]]];
    }
}
