#include "places.h"

#include <stdlib.h>
#include <string.h>

/* Nodes share their places from nodes / PAIRS_PART pairs in one place on. With one place of 130 in 100,000 nodes the
 * bound was 0.35 % lower before. */
enum { PAIRS_PART = 50 };

static bool same_place(const struct bound_graph *graph, uint32_t a, uint32_t b)
{
    const double *p = graph->tree.places[a], *q = graph->tree.places[b];
    return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

/* A node and its place. */
struct spot {
    const double *place;
    uint32_t turn;
};

static int by_place(const void *left, const void *right)
{
    const struct spot *a = left, *b = right;
    for (int axis = 0; axis < 3; ++axis) {
        if (a->place[axis] != b->place[axis]) {
            return a->place[axis] < b->place[axis] ? -1 : 1;
        }
    }
    return a->turn < b->turn ? -1 : a->turn > b->turn;
}

/* The nodes with an edge to another in their place, by place: spots [count], which the edges join in `parents`; returns
 * their number. */
static uint32_t find_spots(const struct bound_graph *graph, struct spot *spots, uint32_t *parents)
{
    uint32_t count = 0;
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        parents[turn] = turn;
    }
    for (size_t e = 0; e < graph->edge_count; ++e) {
        const struct bound_edge *edge = &graph->edges[e];
        if (edge->length == 0 && same_place(graph, edge->a, edge->b)) {
            spots[edge->a].place = graph->tree.places[edge->a];
            spots[edge->b].place = graph->tree.places[edge->b];
            parents[bound_root(parents, edge->a)] = bound_root(parents, edge->b);
        }
    }
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        if (spots[turn].place) {
            spots[count++] = (struct spot){spots[turn].place, turn};
        }
    }
    qsort(spots, count, sizeof *spots, by_place);
    return count;
}

/* Pairs of nodes in one place, of sorted nodes. */
static uint64_t count_pairs(const struct bound_graph *graph, const struct spot *spots, uint32_t count)
{
    uint64_t pairs = 0;
    for (uint32_t k = 1, before = 0; k < count; ++k) {
        before = same_place(graph, spots[k - 1].turn, spots[k].turn) ? before + 1 : 0;
        pairs += before;
    }
    return pairs;
}

/* Numbers the places of sorted nodes, and joins the components of each. */
static enum swarm_status join_places(struct base_env *env, struct bound_graph *graph, const struct spot *spots,
                                     uint32_t count, uint32_t *parents, struct bound_places *places)
{
    places->of = base_array(graph->count, sizeof *places->of);
    places->nodes = base_array(graph->count, sizeof *places->nodes);
    if (!places->of || !places->nodes) {
        return base_fail_memory(env);
    }
    memset(places->of, 0xFF, graph->count * sizeof *places->of);
    for (uint32_t k = 0; k < count; ++k) {
        places->count += k == 0 || !same_place(graph, spots[k - 1].turn, spots[k].turn);
        places->of[spots[k].turn] = places->count - 1;
        if (places->nodes[places->count - 1]++ > 0) {
            TRY(bound_graph_join(env, graph, parents, spots[k - 1].turn, spots[k].turn));
        }
    }
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        if (places->of[turn] == BOUND_NO_NODE) {
            places->of[turn] = places->count;
            places->nodes[places->count++] = 1;
        }
    }
    return SWARM_OK;
}

enum swarm_status bound_places_find(struct base_env *env, struct bound_graph *graph, struct bound_places *places)
{
    enum swarm_status status = SWARM_OK;
    if (!graph->has_tree || graph->instance->partners || graph->instance->joint) {
        return SWARM_OK;
    }
    struct spot *spots = base_array(graph->count, sizeof *spots);
    uint32_t *parents = base_array(graph->count, sizeof *parents);
    if (!spots || !parents) {
        TRY_OR(done, base_fail_memory(env));
    }
    const uint32_t count = find_spots(graph, spots, parents);
    if (count_pairs(graph, spots, count) > graph->count / PAIRS_PART) {
        status = join_places(env, graph, spots, count, parents, places);
    }

done:
    free(spots);
    free(parents);
    return status;
}

void bound_places_deinit(struct bound_places *places)
{
    free(places->of);
    free(places->nodes);
    *places = (struct bound_places){0};
}

enum swarm_status bound_places_instance(struct base_env *env, const struct bound_graph *graph,
                                        const struct bound_places *places, struct swarm_instance **instance)
{
    const struct swarm_instance *all = graph->instance;
    const size_t n = all->info.node_count, count = places->count;
    const struct swarm_instance_info fields = {
        .metric = all->info.metric, .symmetric = true, .format = "", .unit = "", .decimals = all->info.decimals};
    TRY(tsp_instance_create(env, "", fields, count, instance));
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        for (size_t axis = 0; axis < 3; ++axis) {
            (*instance)->coordinates[axis * count + places->of[turn]] = all->coordinates[axis * n + graph->nodes[turn]];
        }
    }
    return tsp_instance_finish(env, *instance, "places");
}

/* Lowers the potential of a place with several nodes so far that an edge to `other` is not lighter than those within;
 * whether it was higher. */
static bool lower(const struct bound_graph *of_places, const struct bound_places *places, int32_t *potentials,
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
                         const struct bound_places *places, uint32_t n, int32_t *potentials)
{
    for (bool fell = true; fell;) {
        fell = false;
        for (size_t e = 0; e < of_places->edge_count; ++e) {
            const struct bound_edge *edge = &of_places->edges[e];
            fell |= lower(of_places, places, place_potentials, edge->a, edge->b, edge->length);
            fell |= lower(of_places, places, place_potentials, edge->b, edge->a, edge->length);
        }
    }
    for (uint32_t turn = 0; turn < n; ++turn) {
        potentials[turn] = place_potentials[of_places->turns[places->of[turn]]];
    }
}
