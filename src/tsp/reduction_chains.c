/* Chains of the nodes that are neighbours in every tour of a reduction. */
#include <string.h>

#include "reduction_part.h"

static void link_nodes(struct tsp_reduction *reduction, uint32_t a, uint32_t b)
{
    const bool arcs = !reduction->caller->info.symmetric;
    uint32_t *from = reduction->links[a], *to = reduction->links[b];
    from[arcs || from[BEFORE] != TSP_NO_NODE ? AFTER : BEFORE] = b;
    to[!arcs && to[BEFORE] != TSP_NO_NODE ? AFTER : BEFORE] = a;
}

static unsigned degree(const struct tsp_reduction *reduction, uint32_t node)
{
    const uint32_t *links = reduction->links[node];
    return (links[BEFORE] != TSP_NO_NODE) + (links[AFTER] != TSP_NO_NODE);
}

static enum swarm_status add_fixed(struct tsp_reduction *reduction, struct base_env *env, uint32_t a, uint32_t b)
{
    const struct swarm_instance *instance = reduction->caller;
    const bool symmetric = instance->info.symmetric;
    uint32_t(*links)[2] = reduction->links;
    if (a == b) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "fixed edge %s-%s: expected two nodes", NAME(a), NAME(b));
    }
    if (links[a][AFTER] == b || (symmetric && links[a][BEFORE] == b)) {
        return SWARM_OK;
    }
    const bool out = links[a][AFTER] != TSP_NO_NODE;
    if (!symmetric && (out || links[b][BEFORE] != TSP_NO_NODE)) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "no tour has all fixed arcs: %s-%s and %s-%s both lead %s node %s",
                         NAME(out ? a : links[b][BEFORE]), NAME(out ? links[a][AFTER] : b), NAME(a), NAME(b),
                         out ? "out of" : "into", NAME(out ? a : b));
    }
    const uint32_t full = degree(reduction, a) == 2 ? a : b;
    if (symmetric && degree(reduction, full) == 2) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "no tour has all fixed edges: node %s has three, to nodes %s, %s and %s", NAME(full),
                         NAME(links[full][BEFORE]), NAME(links[full][AFTER]), NAME(full == a ? b : a));
    }
    link_nodes(reduction, a, b);
    return SWARM_OK;
}

/* Checks that a path can start (`side` AFTER: the edge after the node may be fixed) or end (BEFORE) at `node`. */
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

/* Closes the path: links its end to its start, or to the joint if one of them is free. */
static enum swarm_status close_path(struct tsp_reduction *reduction, struct base_env *env)
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
    link_nodes(reduction, end == TSP_NO_NODE ? joint : end, start == TSP_NO_NODE ? joint : start);
    return SWARM_OK;
}

/* Links the nodes of each site that no condition has linked. */
static void link_sites(struct tsp_reduction *reduction)
{
    const struct tsp_sites *sites = &reduction->sites;
    uint32_t *lasts = reduction->numbers; /* [sites->count] scratch: the last node linked, TSP_NO_NODE: none */
    memset(lasts, 0xff, sites->count * sizeof *lasts);
    for (uint32_t node = 0; sites->count > 0 && node < reduction->caller->info.node_count; ++node) {
        uint32_t *last = &lasts[sites->of[node]];
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

/* Makes the chain that starts at `node`, and returns its number of nodes. */
static size_t add_chain(struct tsp_reduction *reduction, uint32_t node)
{
    const uint32_t chain = (uint32_t)reduction->chain_count++;
    size_t length = 0;
    reduction->ends[chain][0] = node;
    for (uint32_t previous = TSP_NO_NODE, next; node != TSP_NO_NODE && reduction->chain_of[node] == TSP_NO_NODE;
         previous = node, node = next, ++length) {
        reduction->chain_of[node] = chain;
        reduction->ends[chain][1] = node;
        next = chain_next(reduction, node, previous);
    }
    return length;
}

/* Rejects a ring of `length` fixed edges through `node`. */
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

enum swarm_status tsp_reduction_find_chains(struct tsp_reduction *reduction, struct base_env *env)
{
    const size_t n = reduction->node_count;
    for (size_t i = 0; i < reduction->conditions.fixed_count; ++i) {
        const uint32_t *edge = reduction->conditions.fixed[i];
        TRY(add_fixed(reduction, env, edge[0], edge[1]));
    }
    TRY(close_path(reduction, env));
    link_sites(reduction);
    memset(reduction->chain_of, 0xff, n * sizeof *reduction->chain_of);
    for (int rings = 0; rings < 2; ++rings) { /* nodes without a chain after the first pass are in rings */
        for (uint32_t node = 0; node < n; ++node) {
            const bool is_end = reduction->caller->info.symmetric ? degree(reduction, node) < 2
                                                                  : reduction->links[node][BEFORE] == TSP_NO_NODE;
            if (reduction->chain_of[node] == TSP_NO_NODE && (is_end || rings)) {
                const size_t length = add_chain(reduction, node);
                TRY(rings && length < n ? refuse_ring(reduction, env, node, length) : SWARM_OK);
            }
        }
    }
    return SWARM_OK;
}
