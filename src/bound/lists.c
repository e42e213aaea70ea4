#include "lists.h"

#include <stdlib.h>
#include <string.h>

enum {
    ITEM_NODES = 512,   /* vertices per work item of a thread team */
    NODES_LEAST = 5,    /* instances with fewer nodes have no lists by alpha */
    MANY_NODES = 200000 /* nodes from which the ascent runs fewer evaluations, because they take longer */
};

uint32_t bound_list_evaluations(const char *kind, uint32_t n)
{
    return !kind || strcmp(kind, "alpha") != 0 || n < NODES_LEAST ? 0 : n < MANY_NODES ? 50 : 30;
}

struct entry {
    int64_t alpha;
    int32_t length; /* length of the edge, scaled */
    uint32_t vertex;
};

struct listing {
    const struct bound_means *means;
    atomic_bool late; /* True after cancellation or the deadline; no list is then returned */
    struct bound_ascent ascent;
    const struct bound_graph *graph; /* graph whose edges the ascent uses */
    const int32_t *potentials;       /* [count] best potentials of `ascent` */
    struct bound_line line;
    uint32_t length; /* number of entries in the longest list */
    struct tsp_candidates *candidates;
    size_t count;
    struct entry *entries; /* [threads][length] entries of the list that each thread makes */
};

struct query {
    const struct listing *listing;
    uint32_t vertex, count;
    struct entry *entries; /* [count] nodes of smallest alpha so far, in ascending order */
};

static bool is_before(const struct entry *a, const struct entry *b)
{
    return a->alpha != b->alpha     ? a->alpha < b->alpha
           : a->length != b->length ? a->length < b->length
                                    : a->vertex < b->vertex;
}

static void take(struct query *query, uint32_t vertex)
{
    const struct listing *listing = query->listing;
    const uint32_t wanted = listing->length;
    const int32_t length = bound_length(listing->graph, query->vertex, vertex);
    const int64_t weight = (int64_t)length + listing->potentials[query->vertex] + listing->potentials[vertex];
    const int64_t excess = weight - bound_bottleneck(&listing->line, query->vertex, vertex);
    const struct entry entry = {excess > 0 ? excess : 0, length, vertex};
    if (vertex == query->vertex || (query->count == wanted && !is_before(&entry, &query->entries[wanted - 1]))) {
        return;
    }
    uint32_t at = query->count < wanted ? query->count++ : wanted - 1;
    for (; at > 0 && is_before(&entry, &query->entries[at - 1]); --at) {
        query->entries[at] = query->entries[at - 1];
    }
    query->entries[at] = entry;
}

static void visit(struct query *query, size_t index, int64_t least)
{
    const struct listing *listing = query->listing;
    const struct tsp_subtree *subtree = &listing->graph->tree.subtrees[index];
    if (query->count == listing->length && least > query->entries[query->count - 1].alpha) {
        return;
    }
    if (subtree->leaf) {
        for (uint32_t vertex = subtree->begin; vertex < subtree->end; ++vertex) {
            take(query, vertex);
        }
        return;
    }
    const size_t left = 2 * index + 1, right = left + 1;
    const int64_t of_left = bound_least_excess(&listing->line, listing->potentials, query->vertex, left);
    const int64_t of_right = bound_least_excess(&listing->line, listing->potentials, query->vertex, right);
    const bool has_left = query->vertex < listing->graph->tree.subtrees[left].end;
    const bool holds = query->vertex >= subtree->begin && query->vertex < subtree->end;
    const bool left_first = holds ? has_left : of_left <= of_right; /* smallest gaps are on the vertex's own side */
    visit(query, left_first ? left : right, left_first ? of_left : of_right);
    visit(query, left_first ? right : left, left_first ? of_right : of_left);
}

/* Writes the first entries as a list, sorted by distance, then by node. */
static void write_list(const struct listing *listing, uint32_t vertex, const struct entry *entries,
                       struct tsp_candidates *candidates)
{
    const struct bound_graph *graph = listing->graph;
    const uint32_t node = graph->nodes[vertex], length = candidates->length;
    uint32_t *list = candidates->nodes + (size_t)node * length;
    for (uint32_t k = 0; k < length; ++k) {
        const uint32_t other = graph->nodes[entries[k].vertex];
        const int32_t distance = tsp_instance_distance(graph->instance, node, other);
        uint32_t at = k;
        for (; at > 0; --at) {
            const int32_t before = tsp_instance_distance(graph->instance, node, list[at - 1]);
            if (before < distance || (before == distance && list[at - 1] < other)) {
                break;
            }
            list[at] = list[at - 1];
        }
        list[at] = other;
    }
}

static void list_nodes(void *context, size_t item, unsigned thread)
{
    struct listing *listing = context;
    const uint32_t n = listing->graph->count;
    const uint32_t begin = (uint32_t)item * ITEM_NODES, end = n - begin < ITEM_NODES ? n : begin + ITEM_NODES;
    if (base_interrupted(listing->means->env, listing->means->deadline)) {
        atomic_store(&listing->late, true);
        return;
    }
    for (uint32_t vertex = begin; vertex < end; ++vertex) {
        struct query query = {listing, vertex, 0, listing->entries + (size_t)thread * listing->length};
        if (listing->graph->has_tree) {
            visit(&query, 0, 0);
        }
        for (uint32_t other = 0; other < n && !listing->graph->has_tree; ++other) {
            take(&query, other);
        }
        for (size_t each = 0; each < listing->count; ++each) {
            if (listing->candidates[each].evaluations > 0) {
                write_list(listing, vertex, query.entries, &listing->candidates[each]);
            }
        }
    }
}

/* Makes the lists of the nodes of smallest alpha. */
static enum swarm_status list_by_alpha(const struct bound_means *means, const struct swarm_instance *instance,
                                       uint32_t evaluations, struct listing *listing)
{
    struct bound_ascent *ascent = &listing->ascent;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, bound_ascent_init(means, instance, ascent));
    if (base_interrupted(means->env, means->deadline)) {
        atomic_store(&listing->late, true);
        goto done;
    }
    TRY_OR(done, bound_ascend(means, ascent, evaluations));
    listing->graph = &ascent->graph;
    listing->potentials = ascent->best;
    TRY_OR(done, bound_line_init(means, &ascent->graph, ascent->best, &ascent->one, bound_level(ascent->graph.count),
                                 &listing->line));
    TRY_OR(done, BASE_MAKE(means->env, listing->entries, (size_t)base_team_size(means->team) * listing->length));
    base_team_run(means->team, ((size_t)ascent->graph.count + ITEM_NODES - 1) / ITEM_NODES, list_nodes, listing);

done:
    free(listing->entries);
    base_arrays_free(&listing->line.arrays);
    bound_ascent_deinit(ascent);
    return status;
}

enum swarm_status bound_candidates_init(struct base_env *env, const struct swarm_instance *instance,
                                        struct base_team *team, double deadline, struct tsp_candidates *candidates,
                                        size_t count)
{
    const uint32_t n = instance->info.node_count;
    const struct bound_means means = {env, team, NULL, deadline};
    struct listing listing = {.means = &means, .candidates = candidates, .count = count};
    uint32_t evaluations = 0;
    for (size_t each = 0; each < count; ++each) {
        struct tsp_candidates *kind = &candidates[each];
        kind->length = kind->length < n - 1 ? kind->length : n - 1;
        evaluations = kind->evaluations > 0 ? kind->evaluations : evaluations;
    }
    if (evaluations == 0) {
        return tsp_candidates_init(env, instance, team, deadline, candidates, count);
    }
    for (size_t each = 0; each < count; ++each) {
        struct tsp_candidates *kind = &candidates[each];
        if (kind->evaluations == 0) {
            TRY(tsp_candidates_init(env, instance, team, deadline, kind, 1));
            continue;
        }
        kind->node_count = n;
        listing.length = kind->length > listing.length ? kind->length : listing.length;
        TRY(BASE_MAKE(env, kind->nodes, (size_t)n * kind->length));
    }
    TRY(list_by_alpha(&means, instance, evaluations, &listing));
    for (size_t each = 0; each < count && atomic_load(&listing.late); ++each) {
        tsp_candidates_deinit(&candidates[each]);
    }
    return SWARM_OK;
}
