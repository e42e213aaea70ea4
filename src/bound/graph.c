#include "graph.h"

#include <math.h>
#include <stdlib.h>

#include "bound_steps.h"
#include "tsp/candidates.h"
#include "tsp/metric.h"

enum { NEAREST = 5, SHIFT_LEAST = -2, SHIFT_MOST = 12 };

int32_t bound_length(const struct bound_graph *graph, uint32_t a, uint32_t b)
{
    return bound_scaled(graph->has_tree ? tsp_tree_distance(&graph->tree, a, b)
                                        : tsp_instance_distance(graph->instance, graph->nodes[a], graph->nodes[b]),
                        graph->shift);
}

/* A length that no allowed edge exceeds. */
static double longest(const struct bound_graph *graph)
{
    const struct swarm_instance *instance = graph->instance;
    const uint32_t n = instance->info.node_count;
    if (graph->has_tree) {
        const struct tsp_subtree *root = graph->tree.subtrees;
        const double *p = graph->tree.places[0];
        switch (instance->info.metric) {
        case SWARM_METRIC_GEO:
            return 20040.0; /* half of TSPLIB's equator, and rounding */
        case SWARM_METRIC_GREAT_CIRCLE:
            return 3.1416 * sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) + 1.0;
        default:
            return tsp_metric_distance(instance->info.metric, root->low, root->high);
        }
    }
    int32_t most = 0;
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            const int32_t length = tsp_instance_distance(instance, i, j);
            if (length > most && !(instance->doubled && (i < n / 2) == (j < n / 2))) {
                most = length;
            }
        }
    }
    return most;
}

enum swarm_status bound_graph_add(struct base_env *env, struct bound_graph *graph, uint32_t a, uint32_t b)
{
    struct bound_edge *grown =
        base_grown(graph->edges, &graph->edge_capacity, graph->edge_count + 1, sizeof *graph->edges);
    if (!grown) {
        return base_fail_memory(env);
    }
    graph->edges = grown;
    graph->edges[graph->edge_count++] = (struct bound_edge){a < b ? a : b, a < b ? b : a, bound_length(graph, a, b)};
    return SWARM_OK;
}

static enum swarm_status add_partners(struct base_env *env, struct bound_graph *graph)
{
    const uint32_t *partners = graph->instance->partners;
    graph->joint_partner = BOUND_NO_NODE;
    for (uint32_t turn = 0; partners && turn < graph->count; ++turn) {
        const uint32_t node = graph->nodes[turn], partner = partners[node];
        if (partner != TSP_NO_NODE && partner >= graph->count) {
            graph->joint_partner = turn;
        } else if (partner != TSP_NO_NODE && graph->turns[partner] > turn) {
            TRY(bound_graph_add(env, graph, turn, graph->turns[partner]));
        }
    }
    graph->forced = graph->edge_count;
    return SWARM_OK;
}

/* Whether the lists hold `other` beside `node`. */
static bool listed(const struct tsp_candidates lists[2], uint32_t node, uint32_t other, int last, uint32_t place)
{
    for (int kind = 0; kind <= last; ++kind) {
        const struct tsp_candidates *list = &lists[kind];
        const uint32_t end = kind < last ? list->length : place;
        for (uint32_t k = 0; k < end; ++k) {
            if (list->nodes[(size_t)node * list->length + k] == other) {
                return true;
            }
        }
    }
    return false;
}

/* Adds the edges of the lists of a node that no list before has. */
static enum swarm_status add_listed(struct base_env *env, struct bound_graph *graph,
                                    const struct tsp_candidates lists[2], uint32_t turn)
{
    const uint32_t node = graph->nodes[turn], *partners = graph->instance->partners;
    for (int kind = 0; kind < 2; ++kind) {
        for (uint32_t k = 0; k < lists[kind].length; ++k) {
            const uint32_t other = lists[kind].nodes[(size_t)node * lists[kind].length + k];
            const bool before = graph->turns[other] < turn && listed(lists, other, node, 1, lists[1].length);
            if (!before && !listed(lists, node, other, kind, k) && !(partners && partners[node] == other)) {
                TRY(bound_graph_add(env, graph, turn, graph->turns[other]));
            }
        }
    }
    return SWARM_OK;
}

/* Joins components along the order of the tree. */
static enum swarm_status join(struct base_env *env, struct bound_graph *graph)
{
    enum swarm_status status = SWARM_OK;
    uint32_t *parents = base_array(graph->count, sizeof *parents);
    if (!parents) {
        return base_fail_memory(env);
    }
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        parents[turn] = turn;
    }
    for (size_t e = 0; e < graph->edge_count; ++e) {
        parents[bound_root(parents, graph->edges[e].a)] = bound_root(parents, graph->edges[e].b);
    }
    for (uint32_t turn = 1; turn < graph->count && status == SWARM_OK; ++turn) {
        const uint32_t a = bound_root(parents, turn - 1), b = bound_root(parents, turn);
        if (a != b) {
            parents[a] = b;
            status = bound_graph_add(env, graph, turn - 1, turn);
        }
    }
    free(parents);
    return status;
}

static void set_scales(struct bound_graph *graph, const struct tsp_candidates *nearest)
{
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        int64_t sum = 0;
        for (uint32_t k = 0; k < nearest->length; ++k) {
            const uint32_t other = nearest->nodes[(size_t)graph->nodes[turn] * nearest->length + k];
            sum += bound_length(graph, turn, graph->turns[other]);
        }
        sum /= nearest->length;
        graph->scales[turn] = sum > 0 ? (int32_t)sum : 1;
    }
}

enum swarm_status bound_graph_init(struct base_env *env, const struct swarm_instance *instance, struct base_team *team,
                                   double deadline, struct bound_graph *graph)
{
    struct tsp_candidates lists[2] = {{.length = NEAREST}, {.length = 4, .per_quadrant = 1}};
    enum swarm_status status = SWARM_OK;
    graph->instance = instance;
    graph->has_tree = instance->info.metric != SWARM_METRIC_EXPLICIT;
    graph->count = instance->info.node_count - instance->joint;
    graph->nodes = base_array(graph->count, sizeof *graph->nodes);
    graph->turns = base_array(graph->count, sizeof *graph->turns);
    graph->scales = base_array(graph->count, sizeof *graph->scales);
    if (!graph->nodes || !graph->turns || !graph->scales) {
        return base_fail_memory(env);
    }
    if (graph->has_tree) {
        TRY(tsp_tree_init(env, instance, deadline, &graph->tree));
    }
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        graph->nodes[turn] = graph->has_tree ? graph->tree.order[turn] : turn;
        graph->turns[graph->nodes[turn]] = turn;
    }
    const double most = longest(graph);
    graph->shift = SHIFT_MOST;
    while (graph->shift > SHIFT_LEAST && most >= ldexp(BOUND_LENGTH_MOST, -graph->shift)) {
        --graph->shift;
    }
    TRY_OR(done, tsp_candidates_of(env, instance, graph->has_tree ? &graph->tree : NULL, graph->count, team, deadline,
                                   lists, 2));
    if (base_interrupted(env, deadline)) {
        goto done;
    }
    set_scales(graph, &lists[0]);
    TRY_OR(done, add_partners(env, graph));
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        TRY_OR(done, add_listed(env, graph, lists, turn));
    }
    status = join(env, graph);

done:
    tsp_candidates_deinit(&lists[0]);
    tsp_candidates_deinit(&lists[1]);
    return status;
}

void bound_graph_deinit(struct bound_graph *graph)
{
    tsp_tree_deinit(&graph->tree);
    free(graph->nodes);
    free(graph->turns);
    free(graph->scales);
    free(graph->edges);
    *graph = (struct bound_graph){0};
}
