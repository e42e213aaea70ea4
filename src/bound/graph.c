#include "graph.h"

#include <math.h>
#include <stdlib.h>

#include "cl/bound/steps.h"
#include "tsp/candidates.h"
#include "tsp/metric.h"

enum {
    NEAREST = 5,
    QUADRANTS = 4,
    ENTRIES = NEAREST + QUADRANTS,
    ITEM_NODES = 2048,
    SHIFT_LEAST = -2,
    SHIFT_MOST = 12
};

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

static struct bound_edge edge_of(const struct bound_graph *graph, uint32_t a, uint32_t b)
{
    return (struct bound_edge){a < b ? a : b, a < b ? b : a, bound_length(graph, a, b)};
}

/* Room for more edges. */
static enum swarm_status reserve(struct base_env *env, struct bound_graph *graph, size_t count)
{
    return BASE_GROW(env, graph->edges, &graph->edge_capacity, graph->edge_count + count);
}

enum swarm_status bound_graph_add(struct base_env *env, struct bound_graph *graph, uint32_t a, uint32_t b)
{
    TRY(reserve(env, graph, 1));
    graph->edges[graph->edge_count++] = edge_of(graph, a, b);
    return SWARM_OK;
}

enum swarm_status bound_graph_join(struct base_env *env, struct bound_graph *graph, uint32_t *parents, uint32_t a,
                                   uint32_t b)
{
    const uint32_t of_a = bound_root(parents, a), of_b = bound_root(parents, b);
    if (of_a == of_b) {
        return SWARM_OK;
    }
    parents[of_a] = of_b;
    return bound_graph_add(env, graph, a, b);
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

/* The lists of nodes as edges, in items of ITEM_NODES nodes. */
struct listing {
    struct bound_graph *graph;
    const struct tsp_candidates *lists; /* [2] */
    uint32_t (*rows)[ENTRIES];          /* [count] turns, BOUND_NO_NODE behind the last */
    size_t *starts;                     /* [items + 1] edges before those of an item */
};

/* Gathers rows, and the mean length to the nearest. */
static void gather(void *context, size_t item, unsigned thread)
{
    struct listing *listing = context;
    const struct bound_graph *graph = listing->graph;
    const uint32_t begin = (uint32_t)item * ITEM_NODES;
    (void)thread;
    for (uint32_t turn = begin; turn < graph->count && turn - begin < ITEM_NODES; ++turn) {
        uint32_t *row = listing->rows[turn], *const end = row + ENTRIES;
        int64_t sum = 0;
        for (int kind = 0; kind < 2; ++kind) {
            const struct tsp_candidates *list = &listing->lists[kind];
            for (uint32_t k = 0; k < list->length; ++k) {
                *row = graph->turns[list->nodes[(size_t)graph->nodes[turn] * list->length + k]];
                sum += kind == 0 ? bound_length(graph, turn, *row) : 0;
                ++row;
            }
        }
        while (row < end) {
            *row++ = BOUND_NO_NODE;
        }
        sum /= listing->lists[0].length;
        graph->scales[turn] = sum > 0 ? (int32_t)sum : 1;
    }
}

static bool holds(const uint32_t *row, uint32_t count, uint32_t turn)
{
    for (uint32_t k = 0; k < count; ++k) {
        if (row[k] == turn) {
            return true;
        }
    }
    return false;
}

/* The edges of an item that no row before has, written to `edges` unless NULL; returns their number. */
static size_t take_item(const struct listing *listing, size_t item, struct bound_edge *edges)
{
    const struct bound_graph *graph = listing->graph;
    const uint32_t *partners = graph->instance->partners, begin = (uint32_t)item * ITEM_NODES;
    size_t count = 0;
    for (uint32_t turn = begin; turn < graph->count && turn - begin < ITEM_NODES; ++turn) {
        const uint32_t *row = listing->rows[turn];
        for (uint32_t k = 0; k < ENTRIES && row[k] != BOUND_NO_NODE; ++k) {
            const bool before = row[k] < turn && holds(listing->rows[row[k]], ENTRIES, turn);
            const bool forced = partners && partners[graph->nodes[turn]] == graph->nodes[row[k]];
            if (before || forced || holds(row, k, row[k])) {
                continue;
            }
            if (edges) {
                edges[count] = edge_of(graph, turn, row[k]);
            }
            ++count;
        }
    }
    return count;
}

static void count_item(void *context, size_t item, unsigned thread)
{
    struct listing *listing = context;
    (void)thread;
    listing->starts[item + 1] = take_item(listing, item, NULL);
}

static void write_item(void *context, size_t item, unsigned thread)
{
    struct listing *listing = context;
    (void)thread;
    take_item(listing, item, listing->graph->edges + listing->starts[item]);
}

/* Adds the edges of the lists, each once, and sets the scales. Releases the lists. */
static enum swarm_status add_lists(struct base_env *env, struct bound_graph *graph, struct tsp_candidates lists[2],
                                   struct base_team *team)
{
    const size_t items = ((size_t)graph->count + ITEM_NODES - 1) / ITEM_NODES;
    struct base_arrays work = {0};
    struct listing listing = {graph, lists, base_arrays_add(&work, graph->count, sizeof *listing.rows),
                              base_arrays_add(&work, items + 1, sizeof *listing.starts)};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, work.failed ? base_fail_memory(env) : SWARM_OK);
    base_team_run(team, items, gather, &listing);
    tsp_candidates_deinit(&lists[0]);
    tsp_candidates_deinit(&lists[1]);
    base_team_run(team, items, count_item, &listing);
    listing.starts[0] = graph->edge_count;
    for (size_t item = 0; item < items; ++item) {
        listing.starts[item + 1] += listing.starts[item];
    }
    TRY_OR(done, reserve(env, graph, listing.starts[items] - graph->edge_count));
    base_team_run(team, items, write_item, &listing);
    graph->edge_count = listing.starts[items];

done:
    base_arrays_free(&work);
    return status;
}

/* Joins components along the order of the tree. */
static enum swarm_status join(struct base_env *env, struct bound_graph *graph)
{
    enum swarm_status status = SWARM_OK;
    uint32_t *parents;
    TRY(BASE_MAKE(env, parents, graph->count));
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        parents[turn] = turn;
    }
    for (size_t e = 0; e < graph->edge_count; ++e) {
        parents[bound_root(parents, graph->edges[e].a)] = bound_root(parents, graph->edges[e].b);
    }
    for (uint32_t turn = 1; turn < graph->count && status == SWARM_OK; ++turn) {
        status = bound_graph_join(env, graph, parents, turn - 1, turn);
    }
    free(parents);
    return status;
}

enum swarm_status bound_graph_init(struct base_env *env, const struct swarm_instance *instance, struct base_team *team,
                                   double deadline, struct bound_graph *graph)
{
    struct tsp_candidates lists[2] = {{.length = NEAREST}, {.length = QUADRANTS, .per_quadrant = 1}};
    enum swarm_status status = SWARM_OK;
    graph->instance = instance;
    graph->has_tree = instance->info.metric != SWARM_METRIC_EXPLICIT;
    graph->count = instance->info.node_count - instance->joint;
    TRY(BASE_MAKE(env, graph->nodes, graph->count));
    TRY(BASE_MAKE(env, graph->turns, graph->count));
    TRY(BASE_MAKE(env, graph->scales, graph->count));
    TRY(graph->has_tree ? tsp_tree_init(env, instance, team, deadline, &graph->tree) : SWARM_OK);
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        graph->nodes[turn] = graph->has_tree ? graph->tree.order[turn] : turn;
        graph->turns[graph->nodes[turn]] = turn;
    }
    const double most = longest(graph);
    graph->shift = SHIFT_MOST;
    while (graph->shift > SHIFT_LEAST && most >= ldexp(BOUND_LENGTH_MOST, -graph->shift)) {
        --graph->shift;
    }
    const struct tsp_listed listed = {instance, graph->has_tree ? &graph->tree : NULL, graph->count};
    TRY_OR(done, tsp_candidates_of(env, listed, team, deadline, lists, 2));
    if (base_interrupted(env, deadline)) {
        goto done;
    }
    TRY_OR(done, add_partners(env, graph));
    TRY_OR(done, add_lists(env, graph, lists, team));
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
