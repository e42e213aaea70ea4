/* reduction_chains.c - chains of nodes that must stand side by side. */
#include <string.h>

#include "reduction_part.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Links                                                                                                              */

static void link_edge(struct tsp_reduction *reduction, uint32_t a, uint32_t b)
{
    uint32_t *links = reduction->links[a];
    links[links[BEFORE] == TSP_NO_NODE ? BEFORE : AFTER] = b;
    links = reduction->links[b];
    links[links[BEFORE] == TSP_NO_NODE ? BEFORE : AFTER] = a;
}

static void link_arc(struct tsp_reduction *reduction, uint32_t from, uint32_t to)
{
    reduction->links[from][AFTER] = to;
    reduction->links[to][BEFORE] = from;
}

static enum swarm_status add_fixed(struct tsp_reduction *reduction, struct base_env *env, uint32_t a, uint32_t b)
{
    const struct swarm_instance *instance = reduction->caller;
    uint32_t(*links)[2] = reduction->links;
    if (a == b) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "fixed edge %s-%s: expected two nodes", NAME(a), NAME(b));
    }
    if (!instance->info.symmetric) {
        if (links[a][AFTER] == b) {
            return SWARM_OK;
        }
        if (links[a][AFTER] != TSP_NO_NODE) {
            return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                             "no tour has all fixed arcs: %s-%s and %s-%s both lead out of node %s", NAME(a),
                             NAME(links[a][AFTER]), NAME(a), NAME(b), NAME(a));
        }
        if (links[b][BEFORE] != TSP_NO_NODE) {
            return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                             "no tour has all fixed arcs: %s-%s and %s-%s both lead into node %s",
                             NAME(links[b][BEFORE]), NAME(b), NAME(a), NAME(b), NAME(b));
        }
        link_arc(reduction, a, b);
        return SWARM_OK;
    }
    if (links[a][BEFORE] == b || links[a][AFTER] == b) {
        return SWARM_OK;
    }
    const uint32_t full = degree(reduction, a) == 2 ? a : b;
    if (degree(reduction, full) == 2) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "no tour has all fixed edges: node %s has three, to nodes %s, %s and %s", NAME(full),
                         NAME(links[full][BEFORE]), NAME(links[full][AFTER]), NAME(full == a ? b : a));
    }
    link_edge(reduction, a, b);
    return SWARM_OK;
}

/* Checks that a path can begin (`side` AFTER: nodes behind it may be fixed) or end at `node`. */
static enum swarm_status check_end(const struct tsp_reduction *reduction, struct base_env *env, uint32_t node, int side)
{
    const struct swarm_instance *instance = reduction->caller;
    const uint32_t *links = reduction->links[node];
    const char *end = side == AFTER ? "start" : "end";
    if (instance->info.symmetric && degree(reduction, node) == 2) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "no path has all fixed edges: its %s, node %s, has two, to nodes %s and %s", end, NAME(node),
                         NAME(links[BEFORE]), NAME(links[AFTER]));
    }
    if (!instance->info.symmetric && links[1 - side] != TSP_NO_NODE) {
        return base_fail(
            env, SWARM_ERROR_INVALID_ARGUMENT, "no path has all fixed arcs: one leads %s its %s, node %s, %s node %s",
            side == AFTER ? "into" : "out of", end, NAME(node), side == AFTER ? "from" : "to", NAME(links[1 - side]));
    }
    return SWARM_OK;
}

/* Makes a closed tour of the path. */
static enum swarm_status add_path(struct tsp_reduction *reduction, struct base_env *env)
{
    const struct swarm_instance *instance = reduction->caller;
    const struct tsp_conditions *conditions = &reduction->conditions;
    const uint32_t joint = instance->info.node_count;
    const uint32_t start = conditions->start, end = conditions->end;
    if (!conditions->path || (start == TSP_NO_NODE && end == TSP_NO_NODE) || (start == end && joint == 1)) {
        return SWARM_OK;
    }
    if (start == end) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "node %s is to be start and end of the path: expected two nodes, as it visits %lu",
                         NAME(start), (unsigned long)joint);
    }
    TRY(start == TSP_NO_NODE ? SWARM_OK : check_end(reduction, env, start, AFTER));
    TRY(end == TSP_NO_NODE ? SWARM_OK : check_end(reduction, env, end, BEFORE));
    (instance->info.symmetric ? link_edge : link_arc)(reduction, end == TSP_NO_NODE ? joint : end,
                                                      start == TSP_NO_NODE ? joint : start);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Chains                                                                                                             */

/* Follows the links from the unvisited node `first` on the side AFTER, or on the other if that is free. Returns the
 * place behind the chain. */
static size_t walk_chain(struct tsp_reduction *reduction, uint32_t first, uint32_t chain, size_t place)
{
    const bool arcs = !reduction->caller->info.symmetric;
    uint32_t node = first, next = reduction->links[first][AFTER];
    if (next == TSP_NO_NODE && !arcs) {
        next = reduction->links[first][BEFORE];
    }
    for (;;) {
        reduction->order[place++] = node;
        reduction->chain_of[node] = chain;
        if (next == TSP_NO_NODE || reduction->chain_of[next] != TSP_NO_NODE) {
            return place;
        }
        const uint32_t *links = reduction->links[next];
        const uint32_t beyond = arcs || links[BEFORE] == node ? links[AFTER] : links[BEFORE];
        node = next;
        next = beyond;
    }
}

/* Refuses a ring of fixed edges unless it has all nodes. */
static enum swarm_status refuse_ring(const struct tsp_reduction *reduction, struct base_env *env, uint32_t node,
                                     size_t length)
{
    const struct swarm_instance *instance = reduction->caller;
    const struct tsp_conditions *conditions = &reduction->conditions;
    const uint32_t start = conditions->start, end = conditions->end;
    const unsigned long n = instance->info.node_count;
    const char *fixed = instance->info.symmetric ? "edges" : "arcs";
    if (start != TSP_NO_NODE && end != TSP_NO_NODE && reduction->chain_of[start] == reduction->chain_of[node]) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "no path has all fixed %s: they lead from its start, node %s, to its end, node %s, by way of "
                         "%zu of %lu nodes",
                         fixed, NAME(start), NAME(end), length, n);
    }
    return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                     "no %s has all fixed %s: those at node %s make a ring of %zu of %lu nodes",
                     conditions->path ? "path" : "tour", fixed, NAME(node), length, n);
}

static enum swarm_status find_chains(struct tsp_reduction *reduction, struct base_env *env)
{
    const size_t n = reduction->node_count;
    const bool arcs = !reduction->caller->info.symmetric;
    size_t place = 0;
    uint32_t count = 0;
    memset(reduction->chain_of, 0xff, n * sizeof *reduction->chain_of);
    for (size_t ring = 0; ring < 2; ++ring) { /* after all chains the rest are rings */
        for (uint32_t node = 0; node < n; ++node) {
            const bool is_end = arcs ? reduction->links[node][BEFORE] == TSP_NO_NODE : degree(reduction, node) < 2;
            if (reduction->chain_of[node] != TSP_NO_NODE || (!is_end && ring == 0)) {
                continue;
            }
            const size_t behind = walk_chain(reduction, node, count, place);
            if (ring && behind - place < n) {
                return refuse_ring(reduction, env, node, behind - place);
            }
            place = behind;
            reduction->chain_ends[count++] = (uint32_t)place;
        }
    }
    reduction->chain_count = count;
    return SWARM_OK;
}

/* Links the nodes of each place that no condition has linked. */
static void add_places(struct tsp_reduction *reduction)
{
    const struct tsp_sites *places = &reduction->places;
    uint32_t *lasts = reduction->numbers; /* [places->count] work: the last node linked, TSP_NO_NODE: none */
    memset(lasts, 0xff, places->count * sizeof *lasts);
    for (uint32_t node = 0; places->count > 0 && node < reduction->caller->info.node_count; ++node) {
        uint32_t *last = &lasts[places->of[node]];
        reduction->merged[node] = degree(reduction, node) == 0;
        if (!reduction->merged[node]) {
            continue;
        }
        if (*last != TSP_NO_NODE) {
            reduction->links[*last][AFTER] = node;
            reduction->links[node][BEFORE] = *last;
        }
        *last = node;
    }
}

enum swarm_status tsp_reduction_find_chains(struct tsp_reduction *reduction, struct base_env *env)
{
    for (size_t i = 0; i < reduction->conditions.fixed_count; ++i) {
        const uint32_t *edge = reduction->conditions.fixed[i];
        TRY(add_fixed(reduction, env, edge[0], edge[1]));
    }
    TRY(add_path(reduction, env));
    add_places(reduction);
    return find_chains(reduction, env);
}
