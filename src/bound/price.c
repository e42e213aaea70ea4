#include "price.h"

#include <math.h>
#include <stdlib.h>

enum { ITEM_NODES = 512 }; /* vertices per work item of a thread team */

struct pricing {
    const struct bound_graph *graph;
    const int32_t *potentials;
    struct bound_line line;
    struct bound_found *found; /* [count] edges found for each vertex */
};

struct query {
    const struct pricing *pricing;
    uint32_t vertex;
    struct bound_best best;
};

/* Adds the edge to a higher vertex to the results if it is lighter than the largest gap between its ends (line.h). */
static void test(struct query *query, uint32_t other)
{
    const struct pricing *pricing = query->pricing;
    const int64_t excess = (int64_t)bound_length(pricing->graph, query->vertex, other)
                           + pricing->potentials[query->vertex] + pricing->potentials[other]
                           - bound_bottleneck(&pricing->line, query->vertex, other);
    bound_best_take(&query->best, excess, other);
}

static void visit(struct query *query, size_t index)
{
    const struct pricing *pricing = query->pricing;
    const struct bound_graph *graph = pricing->graph;
    const struct tsp_subtree *subtree = &graph->tree.subtrees[index];
    if (subtree->end <= query->vertex + 1 || query->best.found.seen >= BOUND_SEEN
        || bound_least_excess(&pricing->line, pricing->potentials, query->vertex, index) >= 0) {
        return;
    }
    if (!subtree->leaf) {
        visit(query, 2 * index + 1);
        visit(query, 2 * index + 2);
        return;
    }
    for (uint32_t other = subtree->begin; other < subtree->end; ++other) {
        if (other > query->vertex) {
            test(query, other);
        }
    }
}

static void price_nodes(void *context, size_t item, unsigned thread)
{
    struct pricing *pricing = context;
    const uint32_t n = pricing->graph->count, begin = (uint32_t)item * ITEM_NODES;
    const uint32_t end = n - begin < ITEM_NODES ? n : begin + ITEM_NODES;
    (void)thread;
    for (uint32_t vertex = begin; vertex < end; ++vertex) {
        struct query query = {pricing, vertex, bound_best_none()};
        if (pricing->graph->has_tree) {
            visit(&query, 0);
        }
        for (uint32_t other = vertex + 1; other < n && !pricing->graph->has_tree && query.best.found.seen < BOUND_SEEN;
             ++other) {
            test(&query, other);
        }
        pricing->found[vertex] = query.best.found;
    }
}

enum swarm_status bound_price(const struct bound_means *means, struct bound_graph *graph, const int32_t *potentials,
                              struct bound_one_tree *one, struct bound_priced *priced)
{
    const uint32_t n = graph->count;
    struct pricing pricing = {.graph = graph, .potentials = potentials};
    const bool on_device = means->device && bound_device_prices(means->device); /* which makes the other levels */
    enum swarm_status status = SWARM_OK;
    *priced = (struct bound_priced){.complete = true};
    TRY_OR(done, BASE_MAKE(means->env, pricing.found, n));
    TRY_OR(done, bound_line_init(means, graph, potentials, one, on_device ? 0 : bound_level(n), &pricing.line));
    if (on_device) {
        TRY_OR(done, bound_device_price(means->device, &pricing.line, means->deadline, pricing.found));
    } else {
        base_team_run(means->team, ((size_t)n + ITEM_NODES - 1) / ITEM_NODES, price_nodes, &pricing);
    }
    for (uint32_t vertex = 0; vertex < n; ++vertex) {
        const struct bound_found *found = &pricing.found[vertex];
        for (uint32_t k = 0; k < BOUND_FOUND && found->nodes[k] != BOUND_NO_NODE; ++k, ++priced->count) {
            TRY_OR(done, bound_graph_add(means->env, graph, vertex, found->nodes[k]));
        }
        priced->complete = priced->complete && found->seen <= BOUND_FOUND;
    }

done:
    free(pricing.found);
    base_arrays_free(&pricing.line.arrays);
    return status;
}

/* Weight saved by taking the special node's second edge from the complete graph instead of the graph. */
static int64_t closer(const struct bound_graph *graph, const int32_t *potentials, const struct bound_one_tree *one)
{
    const uint32_t special = one->special;
    uint32_t neighbour = BOUND_NO_NODE;
    for (size_t e = 0; e < graph->edge_count && special != BOUND_NO_NODE; ++e) {
        const struct bound_edge *edge = &graph->edges[e];
        if (one->taken[e] && (edge->a == special || edge->b == special)) {
            neighbour = edge->a == special ? edge->b : edge->a;
        }
    }
    int64_t least = special != BOUND_NO_NODE ? one->seconds[special] : 0;
    const int64_t before = least;
    for (uint32_t other = 0; other < graph->count && special != BOUND_NO_NODE; ++other) {
        if (other != special && other != neighbour) {
            const int64_t weight =
                (int64_t)bound_length(graph, special, other) + potentials[special] + potentials[other];
            least = weight < least ? weight : least;
        }
    }
    return before - least;
}

static enum swarm_status find(const struct bound_means *means, const struct bound_graph *graph,
                              const int32_t *potentials, struct bound_one_tree *one)
{
    if (!means->device) {
        return bound_one_tree_find(means->env, graph, potentials, one);
    }
    TRY(bound_device_begin(means->device, graph, potentials));
    TRY(bound_device_find(means->device));
    return bound_device_tree(means->device, one);
}

enum swarm_status bound_exact(const struct bound_means *means, struct bound_graph *graph, const int32_t *potentials,
                              struct bound_one_tree *one, int64_t *length)
{
    struct bound_priced priced = {.count = 1};
    *length = INT64_MIN;
    while (!priced.complete) {
        TRY(priced.count > 0 ? find(means, graph, potentials, one) : SWARM_OK);
        if (means->deadline < (double)INFINITY && base_interrupted(means->env, means->deadline)) {
            return SWARM_OK;
        }
        TRY(bound_price(means, graph, potentials, one, &priced));
    }
    TRY(priced.count > 0 ? find(means, graph, potentials, one) : SWARM_OK);
    *length = one->length - closer(graph, potentials, one);
    return SWARM_OK;
}
