#include "graph.h"

#include <math.h>
#include <stdlib.h>

#include "cl/bound/steps.h"
#include "tsp/candidates.h"
#include "tsp/metric.h"

enum {
    NEAREST = 5,   /* edges from a vertex to its nearest vertices */
    QUADRANTS = 4, /* edges from a vertex, one to the nearest vertex of each quadrant, then to the nearest others */
    ENTRIES = NEAREST + QUADRANTS,
    ITEM_NODES = 2048, /* vertices per work item of a thread team */
    SHIFT_LEAST = -2,
    SHIFT_MOST = 12
};

int32_t bound_length(const struct bound_graph *graph, uint32_t a, uint32_t b)
{
    return bound_scaled(graph->has_tree ? tsp_tree_distance(&graph->tree, a, b)
                                        : tsp_instance_distance(graph->instance, graph->nodes[a], graph->nodes[b]),
                        graph->shift);
}

/* An upper limit for the lengths of allowed edges, not scaled. */
static double longest(const struct bound_graph *graph)
{
    const struct swarm_instance *instance = graph->instance;
    const uint32_t n = instance->info.node_count;
    if (graph->has_tree) {
        const struct tsp_subtree *root = graph->tree.subtrees;
        const double *p = graph->tree.sorted[0];
        switch (instance->info.metric) {
        case SWARM_METRIC_GEO:
            return 20040.0; /* half of the equator in TSPLIB's metric, rounded up */
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

static enum swarm_status add_partners(struct base_env *env, struct bound_graph *graph)
{
    const uint32_t *partners = graph->instance->partners;
    graph->joint_partner = BOUND_NO_NODE;
    for (uint32_t vertex = 0; partners && vertex < graph->count; ++vertex) {
        const uint32_t node = graph->nodes[vertex], partner = partners[node];
        if (partner != TSP_NO_NODE && partner >= graph->count) {
            graph->joint_partner = vertex;
        } else if (partner != TSP_NO_NODE && graph->vertices[partner] > vertex) {
            TRY(bound_graph_add(env, graph, vertex, graph->vertices[partner]));
        }
    }
    graph->forced = graph->edge_count;
    return SWARM_OK;
}

void bound_unite(atomic_uint *parents, uint32_t a, uint32_t b)
{
    for (;;) {
        a = bound_root(parents, a);
        b = bound_root(parents, b);
        uint32_t high = a > b ? a : b;
        if (a == b
            || atomic_compare_exchange_weak_explicit(parents + high, &high, a < b ? a : b, memory_order_relaxed,
                                                     memory_order_relaxed)) {
            return;
        }
    }
}

/* Candidate lists that become edges, in work items of ITEM_NODES vertices. */
struct listing {
    struct bound_graph *graph;
    const struct tsp_candidates *lists; /* [2] candidate lists: nearest nodes, and nearest nodes in each quadrant */
    uint32_t (*rows)[ENTRIES];          /* [count] vertices of both lists, then BOUND_NO_NODE */
    size_t *starts;                     /* [items + 1] number of edges before the work item */
    atomic_uint *parents;               /* [count] forest of the components (bound_unite()) */
    bool writes;                        /* True if take_item() writes the edges and unites their ends */
};

/* Fills rows and scales of a work item. */
static void gather(void *context, size_t item, unsigned thread)
{
    struct listing *listing = context;
    const struct bound_graph *graph = listing->graph;
    const uint32_t begin = (uint32_t)item * ITEM_NODES;
    (void)thread;
    for (uint32_t vertex = begin; vertex < graph->count && vertex - begin < ITEM_NODES; ++vertex) {
        uint32_t *row = listing->rows[vertex], *const end = row + ENTRIES;
        int64_t sum = 0;
        atomic_init(listing->parents + vertex, vertex);
        for (int kind = 0; kind < 2; ++kind) {
            const struct tsp_candidates *list = &listing->lists[kind];
            for (uint32_t k = 0; k < list->length; ++k) {
                *row = graph->vertices[list->nodes[(size_t)graph->nodes[vertex] * list->length + k]];
                sum += kind == 0 ? bound_length(graph, vertex, *row) : 0;
                ++row;
            }
        }
        while (row < end) {
            *row++ = BOUND_NO_NODE;
        }
        sum /= listing->lists[0].length;
        graph->scales[vertex] = sum > 0 ? (int32_t)sum : 1;
    }
}

static bool holds(const uint32_t *row, uint32_t count, uint32_t vertex)
{
    for (uint32_t k = 0; k < count; ++k) {
        if (row[k] == vertex) {
            return true;
        }
    }
    return false;
}

/* Counts the edges of the nodes of a work item, each edge once and no forced ones; or writes them and
 * unites their ends. */
static void take_item(void *context, size_t item, unsigned thread)
{
    const struct listing *listing = context;
    const struct bound_graph *graph = listing->graph;
    const uint32_t *partners = graph->instance->partners, begin = (uint32_t)item * ITEM_NODES;
    struct bound_edge *edges = listing->writes ? graph->edges + listing->starts[item] : NULL;
    size_t count = 0;
    (void)thread;
    for (uint32_t vertex = begin; vertex < graph->count && vertex - begin < ITEM_NODES; ++vertex) {
        const uint32_t *row = listing->rows[vertex];
        for (uint32_t k = 0; k < ENTRIES && row[k] != BOUND_NO_NODE; ++k) {
            const bool before = row[k] < vertex && holds(listing->rows[row[k]], ENTRIES, vertex);
            const bool forced = partners && partners[graph->nodes[vertex]] == graph->nodes[row[k]];
            if (before || forced || holds(row, k, row[k])) {
                continue;
            }
            if (edges) {
                edges[count] = edge_of(graph, vertex, row[k]);
                bound_unite(listing->parents, vertex, row[k]);
            }
            ++count;
        }
    }
    if (!edges) {
        listing->starts[item + 1] = count;
    }
}

/* Joins the components by edges between neighbours in the order of the k-d tree. */
static enum swarm_status join(struct base_env *env, struct bound_graph *graph, atomic_uint *parents)
{
    for (uint32_t vertex = 1; vertex < graph->count; ++vertex) {
        if (bound_root(parents, vertex - 1) != bound_root(parents, vertex)) {
            bound_unite(parents, vertex - 1, vertex);
            TRY(bound_graph_add(env, graph, vertex - 1, vertex));
        }
    }
    return SWARM_OK;
}

/* Adds each edge of the lists once, joins the components, sets the scales, and releases the lists. */
static enum swarm_status add_lists(const struct bound_means *means, struct bound_graph *graph,
                                   struct tsp_candidates lists[2])
{
    const size_t items = ((size_t)graph->count + ITEM_NODES - 1) / ITEM_NODES;
    struct base_arrays work = {0};
    struct listing listing = {graph,
                              lists,
                              base_arrays_add(&work, graph->count, sizeof *listing.rows),
                              base_arrays_add(&work, items + 1, sizeof *listing.starts),
                              base_arrays_add(&work, graph->count, sizeof *listing.parents),
                              false};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, work.failed ? base_fail_memory(means->env) : SWARM_OK);
    base_team_run(means->team, items, gather, &listing);
    tsp_candidates_deinit(&lists[0]);
    tsp_candidates_deinit(&lists[1]);
    base_team_run(means->team, items, take_item, &listing);
    listing.starts[0] = graph->edge_count;
    for (size_t item = 0; item < items; ++item) {
        listing.starts[item + 1] += listing.starts[item];
    }
    TRY_OR(done, reserve(means->env, graph, listing.starts[items] - graph->edge_count));
    listing.writes = true;
    base_team_run(means->team, items, take_item, &listing);
    graph->edge_count = listing.starts[items];
    for (size_t e = 0; e < graph->forced; ++e) {
        bound_unite(listing.parents, graph->edges[e].a, graph->edges[e].b);
    }
    status = join(means->env, graph, listing.parents);

done:
    base_arrays_free(&work);
    return status;
}

enum swarm_status bound_graph_init(const struct bound_means *means, const struct swarm_instance *instance,
                                   struct bound_graph *graph)
{
    struct base_env *env = means->env;
    struct tsp_candidates lists[2] = {{.length = NEAREST}, {.length = QUADRANTS, .per_quadrant = 1}};
    enum swarm_status status = SWARM_OK;
    graph->instance = instance;
    graph->has_tree = instance->info.metric != SWARM_METRIC_EXPLICIT;
    graph->count = instance->info.node_count - instance->joint;
    TRY(BASE_MAKE(env, graph->nodes, graph->count));
    TRY(BASE_MAKE(env, graph->vertices, graph->count));
    TRY(BASE_MAKE(env, graph->scales, graph->count));
    TRY(graph->has_tree ? tsp_tree_init(env, instance, means->team, means->deadline, &graph->tree) : SWARM_OK);
    for (uint32_t vertex = 0; vertex < graph->count; ++vertex) {
        graph->nodes[vertex] = graph->has_tree ? graph->tree.order[vertex] : vertex;
        graph->vertices[graph->nodes[vertex]] = vertex;
    }
    const double most = longest(graph);
    graph->shift = SHIFT_MOST;
    while (graph->shift > SHIFT_LEAST && most >= ldexp(BOUND_LENGTH_MOST, -graph->shift)) {
        --graph->shift;
    }
    const struct tsp_listed listed = {instance, graph->has_tree ? &graph->tree : NULL, graph->count};
    TRY_OR(done, tsp_candidates_of(env, listed, means->team, means->deadline, lists, 2));
    if (base_interrupted(env, means->deadline)) {
        goto done;
    }
    TRY_OR(done, add_partners(env, graph));
    status = add_lists(means, graph, lists);

done:
    tsp_candidates_deinit(&lists[0]);
    tsp_candidates_deinit(&lists[1]);
    return status;
}

void bound_graph_deinit(struct bound_graph *graph)
{
    tsp_tree_deinit(&graph->tree);
    free(graph->nodes);
    free(graph->vertices);
    free(graph->scales);
    free(graph->edges);
    *graph = (struct bound_graph){0};
}
