#include "lists.h"

#include <stdlib.h>

#include "bound_steps.h"

enum { ITEM_NODES = 512 };

struct listing {
    const struct base_env *env; /* for its clock */
    double deadline;
    atomic_bool late; /* lists are missing */
    const struct bound_graph *graph;
    const int32_t *potentials;
    struct bound_line line;
    struct tsp_candidates *candidates;
    struct entry *entries; /* [threads][length] */
};

struct entry {
    int64_t alpha;
    int32_t length;
    uint32_t node;
};

struct query {
    const struct listing *listing;
    uint32_t turn, count;
    struct entry *entries; /* in order */
};

static bool is_before(const struct entry *a, const struct entry *b)
{
    return a->alpha != b->alpha     ? a->alpha < b->alpha
           : a->length != b->length ? a->length < b->length
                                    : a->node < b->node;
}

static void take(struct query *query, uint32_t turn)
{
    const struct listing *listing = query->listing;
    const uint32_t wanted = listing->candidates->length;
    const int32_t length = bound_length(listing->graph, query->turn, turn);
    const int64_t weight = (int64_t)length + listing->potentials[query->turn] + listing->potentials[turn];
    const int64_t excess = weight - bound_bottleneck(&listing->line, query->turn, turn);
    const struct entry entry = {excess > 0 ? excess : 0, length, listing->graph->nodes[turn]};
    if (turn == query->turn || (query->count == wanted && !is_before(&entry, &query->entries[wanted - 1]))) {
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
    if (query->count == listing->candidates->length && least > query->entries[query->count - 1].alpha) {
        return;
    }
    if (subtree->leaf) {
        for (uint32_t turn = subtree->begin; turn < subtree->end; ++turn) {
            take(query, turn);
        }
        return;
    }
    const size_t left = 2 * index + 1, right = left + 1;
    const int64_t of_left = bound_least_excess(&listing->line, listing->potentials, query->turn, left);
    const int64_t of_right = bound_least_excess(&listing->line, listing->potentials, query->turn, right);
    const bool has_left = query->turn < listing->graph->tree.subtrees[left].end;
    const bool holds = query->turn >= subtree->begin && query->turn < subtree->end;
    const bool left_first = holds ? has_left : of_left <= of_right; /* its own side first: gaps end there */
    visit(query, left_first ? left : right, left_first ? of_left : of_right);
    visit(query, left_first ? right : left, left_first ? of_right : of_left);
}

static void list_nodes(void *context, size_t item, unsigned thread)
{
    struct listing *listing = context;
    const uint32_t n = listing->graph->count, length = listing->candidates->length;
    const uint32_t begin = (uint32_t)item * ITEM_NODES, end = n - begin < ITEM_NODES ? n : begin + ITEM_NODES;
    if (base_interrupted(listing->env, listing->deadline)) {
        atomic_store(&listing->late, true);
        return;
    }
    for (uint32_t turn = begin; turn < end; ++turn) {
        struct query query = {listing, turn, 0, listing->entries + (size_t)thread * length};
        if (listing->graph->has_tree) {
            visit(&query, 0, 0);
        }
        for (uint32_t other = 0; other < n && !listing->graph->has_tree; ++other) {
            take(&query, other);
        }
        for (uint32_t k = 0; k < length; ++k) {
            listing->candidates->nodes[(size_t)listing->graph->nodes[turn] * length + k] = query.entries[k].node;
        }
    }
}

enum swarm_status bound_lists_init(struct base_env *env, const struct swarm_instance *instance, struct base_team *team,
                                   uint32_t evaluations, double deadline, struct tsp_candidates *candidates)
{
    const uint32_t n = instance->info.node_count;
    struct bound_graph graph = {0};
    struct bound_ascent ascent = {0};
    struct listing listing = {.env = env, .deadline = deadline, .graph = &graph, .candidates = candidates};
    enum swarm_status status = SWARM_OK;
    candidates->node_count = n;
    candidates->length = candidates->length < n - 1 ? candidates->length : n - 1;
    TRY_OR(done, bound_graph_init(env, instance, team, deadline, &graph));
    TRY_OR(done, bound_ascent_init(env, &graph, &ascent));
    if (base_interrupted(env, deadline)) {
        goto done;
    }
    TRY_OR(done, bound_ascend(env, &graph, &ascent, evaluations, BOUND_ONE, team, deadline));
    listing.potentials = ascent.best;
    TRY_OR(done, bound_line_init(env, &graph, ascent.best, &ascent.one, &listing.line));
    listing.entries = base_array((size_t)base_team_size(team) * candidates->length, sizeof *listing.entries);
    candidates->nodes = base_array((size_t)n * candidates->length, sizeof *candidates->nodes);
    if (!listing.entries || !candidates->nodes) {
        TRY_OR(done, base_fail_memory(env));
    }
    base_team_run(team, ((size_t)n + ITEM_NODES - 1) / ITEM_NODES, list_nodes, &listing);

done:
    if (atomic_load(&listing.late)) {
        tsp_candidates_deinit(candidates);
    }
    free(listing.entries);
    bound_line_deinit(&listing.line);
    bound_ascent_deinit(&ascent);
    bound_graph_deinit(&graph);
    return status;
}
