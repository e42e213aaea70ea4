#include "price.h"

#include <math.h>
#include <stdlib.h>

enum { KEPT = 4, SEEN_MOST = 64, ITEM_NODES = 512 };

/* What a subtree of the k-d tree has. */
struct range {
    uint32_t first, last; /* places on the line */
    int32_t potential;    /* the least */
};

struct pricing {
    const struct bound_graph *graph;
    const int32_t *potentials;
    struct base_arrays arrays;
    uint32_t *places;        /* [count] on the line */
    int32_t **gaps;          /* [level][count]: the largest of 2^level gaps from a place on */
    struct range *ranges;    /* [subtrees] */
    uint32_t (*found)[KEPT]; /* [count] ends of better edges, BOUND_NO_NODE behind the last */
    atomic_bool dropped;     /* there are more */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* The line                                                                                                           */

/* Appends the nodes of one set to those of another at each merge; the gap between them is the weight of the edge. */
static enum swarm_status make_line(struct base_env *env, struct pricing *pricing, const struct bound_one_tree *one)
{
    const struct bound_graph *graph = pricing->graph;
    const uint32_t n = graph->count;
    struct base_arrays work = {0};
    uint32_t *parents = base_arrays_add(&work, n, sizeof *parents), *heads = base_arrays_add(&work, n, sizeof *heads);
    uint32_t *tails = base_arrays_add(&work, n, sizeof *tails), *next = base_arrays_add(&work, n, sizeof *next);
    int32_t *behind = base_arrays_add(&work, n, sizeof *behind);
    if (!work.failed) {
        for (uint32_t turn = 0; turn < n; ++turn) {
            parents[turn] = heads[turn] = tails[turn] = turn;
            next[turn] = BOUND_NO_NODE;
        }
        for (uint32_t k = 0; k + 1 < n; ++k) {
            const uint32_t e = one->edges[k];
            const uint32_t a = bound_root(parents, graph->edges[e].a), b = bound_root(parents, graph->edges[e].b);
            behind[tails[a]] = e < graph->forced ? INT32_MIN : one->weights[e];
            next[tails[a]] = heads[b];
            tails[a] = tails[b];
            parents[b] = a;
        }
        uint32_t place = 0;
        for (uint32_t turn = heads[bound_root(parents, 0)]; turn != BOUND_NO_NODE; turn = next[turn]) {
            pricing->places[turn] = place;
            pricing->gaps[0][place++] = behind[turn];
        }
    }
    const enum swarm_status status = work.failed ? base_fail_memory(env) : SWARM_OK;
    base_arrays_free(&work);
    return status;
}

static int level_of(uint32_t length)
{
    int level = 0;
    while (length >> (level + 1)) {
        ++level;
    }
    return level;
}

static void make_gaps(struct pricing *pricing)
{
    const uint32_t n = pricing->graph->count;
    for (int level = 1; level <= level_of(n); ++level) {
        const int32_t *below = pricing->gaps[level - 1];
        const uint32_t half = 1u << (level - 1);
        for (uint32_t place = 0; place + 2 * half <= n; ++place) {
            pricing->gaps[level][place] = below[place] > below[place + half] ? below[place] : below[place + half];
        }
    }
}

/* The largest gap between two places. */
static int32_t largest_gap(const struct pricing *pricing, uint32_t first, uint32_t last)
{
    if (first == last) {
        return INT32_MIN;
    }
    const int level = level_of(last - first);
    const int32_t a = pricing->gaps[level][first], b = pricing->gaps[level][last - (1u << level)];
    return a > b ? a : b;
}

static void make_range(struct pricing *pricing, size_t index)
{
    const struct tsp_subtree *subtree = &pricing->graph->tree.subtrees[index];
    struct range range = {UINT32_MAX, 0, INT32_MAX};
    for (uint32_t turn = subtree->begin; turn < subtree->end && subtree->leaf; ++turn) {
        const uint32_t place = pricing->places[turn];
        range.first = place < range.first ? place : range.first;
        range.last = place > range.last ? place : range.last;
        range.potential = pricing->potentials[turn] < range.potential ? pricing->potentials[turn] : range.potential;
    }
    for (size_t child = 2 * index + 1; child < 2 * index + 3 && !subtree->leaf; ++child) {
        make_range(pricing, child);
        const struct range *part = &pricing->ranges[child];
        range.first = part->first < range.first ? part->first : range.first;
        range.last = part->last > range.last ? part->last : range.last;
        range.potential = part->potential < range.potential ? part->potential : range.potential;
    }
    pricing->ranges[index] = range;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The nodes                                                                                                          */

struct query {
    struct pricing *pricing;
    uint32_t turn, place;
    uint32_t seen, kept;
    int64_t excess[KEPT]; /* in order, the best first */
};

/* The edge to a node with a higher number. */
static void test(struct query *query, uint32_t other)
{
    struct pricing *pricing = query->pricing;
    const uint32_t there = pricing->places[other];
    const bool before = query->place < there;
    const int64_t weight = (int64_t)bound_length(pricing->graph, query->turn, other) + pricing->potentials[query->turn]
                           + pricing->potentials[other];
    const int64_t excess = weight - largest_gap(pricing, before ? query->place : there, before ? there : query->place);
    if (excess >= 0) {
        return;
    }
    if (++query->seen > KEPT) {
        atomic_store(&pricing->dropped, true);
    }
    uint32_t at = query->kept < KEPT ? query->kept++ : KEPT, *found = pricing->found[query->turn];
    for (; at > 0 && query->excess[at - 1] > excess; --at) {
        if (at < KEPT) {
            query->excess[at] = query->excess[at - 1];
            found[at] = found[at - 1];
        }
    }
    if (at < KEPT) {
        query->excess[at] = excess;
        found[at] = other;
    }
}

static void visit(struct query *query, size_t index)
{
    const struct pricing *pricing = query->pricing;
    const struct bound_graph *graph = pricing->graph;
    const struct tsp_subtree *subtree = &graph->tree.subtrees[index];
    const struct range *range = &pricing->ranges[index];
    if (subtree->end <= query->turn + 1 || query->seen >= SEEN_MOST) {
        return;
    }
    const int64_t least =
        (int64_t)bound_scaled(graph, tsp_tree_nearest(&graph->tree, graph->tree.places[query->turn], subtree))
        + pricing->potentials[query->turn] + range->potential;
    const uint32_t first = query->place < range->first ? query->place : range->first;
    const uint32_t last = query->place > range->last ? query->place : range->last;
    if (least >= largest_gap(pricing, first, last)) {
        return;
    }
    if (!subtree->leaf) {
        visit(query, 2 * index + 1);
        visit(query, 2 * index + 2);
        return;
    }
    for (uint32_t other = subtree->begin; other < subtree->end; ++other) {
        if (other > query->turn) {
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
    for (uint32_t turn = begin; turn < end; ++turn) {
        struct query query = {.pricing = pricing, .turn = turn, .place = pricing->places[turn]};
        if (pricing->graph->has_tree) {
            visit(&query, 0);
        }
        for (uint32_t other = turn + 1; other < n && !pricing->graph->has_tree && query.seen < SEEN_MOST; ++other) {
            test(&query, other);
        }
        if (query.kept < KEPT) {
            pricing->found[turn][query.kept] = BOUND_NO_NODE;
        }
    }
}

enum swarm_status bound_price(struct base_env *env, struct bound_graph *graph, const int32_t *potentials,
                              const struct bound_one_tree *one, struct base_team *team, size_t *count, bool *complete)
{
    const uint32_t n = graph->count;
    const int levels = level_of(n) + 1;
    struct pricing pricing = {.graph = graph, .potentials = potentials};
    struct base_arrays *arrays = &pricing.arrays;
    enum swarm_status status = SWARM_OK;
    *count = 0;
    pricing.places = base_arrays_add(arrays, n, sizeof *pricing.places);
    pricing.gaps = base_arrays_add(arrays, (size_t)levels, sizeof *pricing.gaps);
    int32_t *gaps = base_arrays_add(arrays, n * (size_t)levels, sizeof *gaps);
    pricing.ranges = base_arrays_add(arrays, tsp_subtree_count(n), sizeof *pricing.ranges);
    pricing.found = base_arrays_add(arrays, n, sizeof *pricing.found);
    if (arrays->failed) {
        TRY_OR(done, base_fail_memory(env));
    }
    for (int level = 0; level < levels; ++level) {
        pricing.gaps[level] = gaps + (size_t)level * n;
    }
    TRY_OR(done, make_line(env, &pricing, one));
    make_gaps(&pricing);
    if (graph->has_tree) {
        make_range(&pricing, 0);
    }
    base_team_run(team, ((size_t)n + ITEM_NODES - 1) / ITEM_NODES, price_nodes, &pricing);
    for (uint32_t turn = 0; turn < n; ++turn) {
        for (uint32_t k = 0; k < KEPT && pricing.found[turn][k] != BOUND_NO_NODE; ++k, ++*count) {
            TRY_OR(done, bound_graph_add(env, graph, turn, pricing.found[turn][k]));
        }
    }
    *complete = !atomic_load(&pricing.dropped);

done:
    base_arrays_free(arrays);
    return status;
}

/* What the second edge of the special node in the complete graph is lighter than that in the graph. */
static int64_t closer(const struct bound_graph *graph, const int32_t *potentials, const struct bound_one_tree *one)
{
    const uint32_t special = one->special;
    uint32_t neighbour = BOUND_NO_NODE;
    for (uint32_t k = 0; k + 1 < graph->count && special != BOUND_NO_NODE; ++k) {
        const struct bound_edge *edge = &graph->edges[one->edges[k]];
        neighbour = edge->a == special ? edge->b : edge->b == special ? edge->a : neighbour;
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

enum swarm_status bound_exact(struct base_env *env, struct bound_graph *graph, const int32_t *potentials,
                              struct bound_one_tree *one, struct base_team *team, double deadline, int64_t *length)
{
    bool complete = false;
    *length = INT64_MIN;
    while (!complete) {
        size_t count = 0;
        if (deadline < (double)INFINITY && base_interrupted(env, deadline)) {
            return SWARM_OK;
        }
        TRY(bound_price(env, graph, potentials, one, team, &count, &complete));
        if (count > 0) {
            TRY(bound_one_tree_find(env, graph, potentials, one));
        }
    }
    *length = one->length - closer(graph, potentials, one);
    return SWARM_OK;
}
