#include <stdlib.h>
#include <string.h>

#include "assignment.h"
#include "base/memory.h"
#include "reduction_part.h"
#include "tour.h"

/* Fails because no tour meets the conditions. Uses the variable `env`; NAME() in the arguments uses `instance`. */
#define REFUSE(...) base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, __VA_ARGS__)

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
        return REFUSE("fixed edge %s-%s: expected two nodes", NAME(a), NAME(b));
    }
    if (links[a][AFTER] == b || (symmetric && links[a][BEFORE] == b)) {
        return SWARM_OK;
    }
    const bool out = links[a][AFTER] != TSP_NO_NODE;
    if (!symmetric && (out || links[b][BEFORE] != TSP_NO_NODE)) {
        return REFUSE("no tour has all fixed arcs: %s-%s and %s-%s both lead %s node %s",
                      NAME(out ? a : links[b][BEFORE]), NAME(out ? links[a][AFTER] : b), NAME(a), NAME(b),
                      out ? "out of" : "into", NAME(out ? a : b));
    }
    const uint32_t full = degree(reduction, a) == 2 ? a : b;
    if (symmetric && degree(reduction, full) == 2) {
        return REFUSE("no tour has all fixed edges: node %s has three, to nodes %s, %s and %s", NAME(full),
                      NAME(links[full][BEFORE]), NAME(links[full][AFTER]), NAME(full == a ? b : a));
    }
    link_nodes(reduction, a, b);
    return SWARM_OK;
}

/* Checks that a path can start at `node` (`side` AFTER: the edge after the node may be fixed) or end there (BEFORE). */
static enum swarm_status check_end(const struct tsp_reduction *reduction, struct base_env *env, uint32_t node, int side)
{
    const struct swarm_instance *instance = reduction->caller;
    const uint32_t *links = reduction->links[node];
    const char *end = side == AFTER ? "start" : "end";
    if (instance->info.symmetric && degree(reduction, node) == 2) {
        return REFUSE("no path has all fixed edges: its %s, node %s, has two, to nodes %s and %s", end, NAME(node),
                      NAME(links[BEFORE]), NAME(links[AFTER]));
    }
    if (!instance->info.symmetric && links[1 - side] != TSP_NO_NODE) {
        return REFUSE("no path has all fixed arcs: one leads %s its %s, node %s, %s node %s",
                      side == AFTER ? "into" : "out of", end, NAME(node), side == AFTER ? "from" : "to",
                      NAME(links[1 - side]));
    }
    return SWARM_OK;
}

/* Closes the path: links its end to its start. If only one of them is given, links it to the joint; if neither is
 * given, links nothing. */
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
        return REFUSE("node %s is both start and end of the path: expected two nodes, because the path visits %lu",
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
    uint32_t *lasts = reduction->numbers; /* [sites->count] scratch: last node linked, TSP_NO_NODE: none */
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

/* Makes the chain that starts at `node`. Returns its number of nodes. */
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

/* Refuses a closed chain of `length` fixed edges through `node`. */
static enum swarm_status refuse_cycle(const struct tsp_reduction *reduction, struct base_env *env, uint32_t node,
                                      size_t length)
{
    const struct swarm_instance *instance = reduction->caller;
    const struct tsp_conditions *conditions = &reduction->conditions;
    const uint32_t start = conditions->start, end = conditions->end;
    const unsigned long n = instance->info.node_count;
    const char *fixed = instance->info.symmetric ? "edges" : "arcs";
    if (start != TSP_NO_NODE && end != TSP_NO_NODE && reduction->chain_of[start] == reduction->chain_of[node]) {
        return REFUSE("no path has all fixed %s: they lead from its start, node %s, to its end, node %s, by way of "
                      "%zu of %lu nodes",
                      fixed, NAME(start), NAME(end), length, n);
    }
    return REFUSE("no %s has all fixed %s: those at node %s form a cycle of %zu of %lu nodes",
                  conditions->path ? "path" : "tour", fixed, NAME(node), length, n);
}

static enum swarm_status find_chains(struct tsp_reduction *reduction, struct base_env *env)
{
    const size_t n = reduction->node_count;
    for (size_t i = 0; i < reduction->conditions.fixed_count; ++i) {
        const uint32_t *edge = reduction->conditions.fixed[i];
        TRY(add_fixed(reduction, env, edge[0], edge[1]));
    }
    TRY(close_path(reduction, env));
    link_sites(reduction);
    memset(reduction->chain_of, 0xff, n * sizeof *reduction->chain_of);
    for (int closed = 0; closed < 2; ++closed) { /* nodes without a chain after the first pass are in closed chains */
        for (uint32_t node = 0; node < n; ++node) {
            const bool is_end = reduction->caller->info.symmetric ? degree(reduction, node) < 2
                                                                  : reduction->links[node][BEFORE] == TSP_NO_NODE;
            if (reduction->chain_of[node] == TSP_NO_NODE && (is_end || closed)) {
                const size_t length = add_chain(reduction, node);
                TRY(closed && length < n ? refuse_cycle(reduction, env, node, length) : SWARM_OK);
            }
        }
    }
    return SWARM_OK;
}

/* Makes nodes from the ends of chains, in the caller's order; the two ends of a chain are partners. A site becomes its
 * lowest node. */
static enum swarm_status make_edges(struct tsp_reduction *reduction, struct base_env *env)
{
    uint32_t count = 0, *partners;
    bool chained = false;
    for (uint32_t node = 0; node < reduction->node_count; ++node) {
        const uint32_t *ends = reduction->ends[reduction->chain_of[node]];
        const bool merged = reduction->merged[node], is_end = ends[0] == node || (ends[1] == node && !merged);
        chained = chained || (ends[0] != ends[1] && !merged);
        reduction->numbers[node] = is_end ? count : TSP_NO_NODE;
        if (is_end) {
            reduction->nodes[count++] = node;
        }
    }
    if (count == reduction->node_count && !chained && !reduction->joint) {
        return SWARM_OK;
    }
    TRY(tsp_instance_select(env, reduction->caller, reduction->nodes, count - reduction->joint, reduction->joint,
                            &reduction->made));
    if (!chained) {
        return SWARM_OK;
    }
    TRY(BASE_MAKE(env, partners, count));
    reduction->made->partners = partners;
    for (uint32_t number = 0; number < count; ++number) {
        const uint32_t node = reduction->nodes[number], *ends = reduction->ends[reduction->chain_of[node]];
        partners[number] =
            ends[0] == ends[1] || reduction->merged[node] ? TSP_NO_NODE : reduction->numbers[ends[ends[0] == node]];
    }
    return SWARM_OK;
}

/* Length of the arc from the last node of one chain to the first node of another; 0 if one is the joint. */
static int32_t arc_between(const struct tsp_reduction *reduction, uint32_t from, uint32_t to)
{
    const uint32_t last = reduction->ends[from][1], first = reduction->ends[to][0];
    const uint32_t joint = reduction->caller->info.node_count;
    return from == to || last == joint || first == joint ? 0 : tsp_instance_distance(reduction->caller, last, first);
}

static enum swarm_status create_matrix(struct tsp_reduction *reduction, struct base_env *env, size_t count)
{
    const struct swarm_instance_info *info = &reduction->caller->info;
    const struct swarm_instance_info fields = {
        .metric = SWARM_METRIC_EXPLICIT,
        .symmetric = reduction->doubled,
        .format = info->format,
        .decimals = info->decimals,
        .no_edge = reduction->doubled ? 0 : info->no_edge, /* potentials change the distances */
        .unit = info->unit,
    };
    TRY(base_require_memory(env, "the distances of the reduced instance", count, count * sizeof(int32_t)));
    return tsp_instance_create(env, info->name, fields, count, &reduction->made);
}

/* Makes a node from each chain. */
static enum swarm_status make_arcs(struct tsp_reduction *reduction, struct base_env *env)
{
    const uint32_t count = (uint32_t)reduction->chain_count;
    const uint32_t *last = reduction->ends[reduction->chain_of[reduction->node_count - 1]];
    TRY(create_matrix(reduction, env, count));
    reduction->made->joint = reduction->joint && last[0] == last[1];
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < count; ++j) {
            reduction->made->matrix[(size_t)i * count + j] = arc_between(reduction, i, j);
        }
    }
    return SWARM_OK;
}

/* Asymmetry, by asymmetry_of(), above which the reduced lengths of an assignment replace the lengths of arcs. */
#define ASYMMETRIC 0.15

/* Sum of the differences between the two arcs of each pair, divided by the sum of their lengths: 0 if all pairs are
 * equal, 1 if one direction is always 0, a third for random lengths. Skips pairs with a length of `no_edge`, which
 * would outweigh all others. */
static double asymmetry_of(const int32_t *arcs, size_t stride, uint32_t count, int32_t no_edge)
{
    int64_t differences = 0, sums = 0;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            const int64_t there = arcs[i * stride + j], back = arcs[j * stride + i];
            const bool missing = no_edge > 0 && (there == no_edge || back == no_edge);
            differences += missing ? 0 : there > back ? there - back : back - there;
            sums += missing ? 0 : there + back;
        }
    }
    return sums > 0 ? (double)differences / (double)sums : 0.0;
}

/* Subtracts the potentials of an assignment from all arcs, in both halves of the doubled matrix, unless a reduced
 * length would not fit. All tours become shorter by the same length. */
static enum swarm_status take_potentials(struct base_env *env, int32_t *matrix, uint32_t count)
{
    const size_t all = 2 * (size_t)count;
    int32_t *arcs = matrix + count * all;
    int64_t *rows, longest = 0;
    enum swarm_status status = SWARM_OK;
    TRY(BASE_MAKE(env, rows, all));
    int64_t *columns = rows + count;
    TRY_OR(done, tsp_assignment_potentials(env, arcs, all, count, rows, columns));
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < count; ++j) {
            const int64_t reduced = i != j ? arcs[i * all + j] - rows[i] - columns[j] : 0;
            longest = reduced > longest ? reduced : longest;
        }
    }
    for (uint32_t i = 0; i < count && longest < INT32_MAX; ++i) {
        for (uint32_t j = 0; j < count; ++j) {
            if (i != j) {
                arcs[i * all + j] -= (int32_t)(rows[i] + columns[j]);
                matrix[j * all + count + i] = arcs[i * all + j];
            }
        }
    }

done:
    free(rows);
    return status;
}

/* Makes an entrance and an exit from each chain. Forbidden edges get the longest length, so they are last in every list
 * sorted by length. */
static enum swarm_status make_doubled(struct tsp_reduction *reduction, struct base_env *env)
{
    const uint32_t count = (uint32_t)reduction->chain_count;
    const size_t all = 2 * (size_t)count;
    TRY(create_matrix(reduction, env, all));
    int32_t *matrix = reduction->made->matrix;
    uint32_t *partners;
    TRY(BASE_MAKE(env, partners, all));
    reduction->made->partners = partners;
    reduction->made->doubled = true;
    for (uint32_t i = 0; i < count; ++i) {
        partners[i] = count + i;
        partners[count + i] = i;
        for (uint32_t j = 0; j < count; ++j) {
            matrix[i * all + j] = matrix[(count + i) * all + count + j] = i == j ? 0 : INT32_MAX;
            matrix[(count + i) * all + j] = matrix[j * all + count + i] = arc_between(reduction, i, j);
        }
    }
    const double asymmetry = asymmetry_of(matrix + count * all, all, count, reduction->caller->info.no_edge);
    return asymmetry > ASYMMETRIC ? take_potentials(env, matrix, count) : SWARM_OK;
}

/* Computes the offset by measuring one tour in both instances. The offset is the same for all tours in which partners
 * are neighbours. */
static enum swarm_status find_offset(struct tsp_reduction *reduction, struct base_env *env)
{
    const struct swarm_instance *instance = tsp_reduction_instance(reduction);
    const uint32_t n = instance->info.node_count;
    uint32_t *tour, *full = NULL;
    int64_t length = 0, full_length = 0;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, BASE_MAKE(env, tour, n));
    TRY_OR(done, BASE_MAKE(env, full, reduction->caller->info.node_count));
    for (uint32_t node = 0; node < n; ++node) {
        tour[node] = node;
    }
    TRY_OR(done, tsp_tour_pair(env, instance, tour));
    tsp_reduction_expand(reduction, tour, full);
    TRY_OR(done, tsp_tour_measure(env, instance, tour, n, &length));
    TRY_OR(done, tsp_conditions_measure(env, reduction->caller, &reduction->conditions, full,
                                        reduction->caller->info.node_count, &full_length));
    reduction->offset = full_length - length;

done:
    free(tour);
    free(full);
    return status;
}

static enum swarm_status reduce_instance(struct tsp_reduction *reduction, struct base_env *env)
{
    TRY(find_chains(reduction, env));
    if (reduction->caller->info.symmetric) {
        TRY(make_edges(reduction, env));
    } else if (reduction->doubled) {
        TRY(make_doubled(reduction, env));
    } else if (reduction->joint || reduction->chain_count < reduction->node_count) {
        TRY(make_arcs(reduction, env));
    }
    return reduction->made ? find_offset(reduction, env) : SWARM_OK;
}

static enum swarm_status allocate(struct tsp_reduction *made, struct base_env *env,
                                  const struct tsp_conditions *conditions)
{
    const size_t n = made->node_count;
    struct base_arrays *arrays = &made->arrays;
    made->conditions.fixed = base_arrays_add(arrays, conditions->fixed_count, sizeof *made->conditions.fixed);
    made->links = base_arrays_add(arrays, n, sizeof *made->links);
    made->ends = base_arrays_add(arrays, n, sizeof *made->ends);
    made->chain_of = base_arrays_add(arrays, n, sizeof *made->chain_of);
    made->numbers = base_arrays_add(arrays, n, sizeof *made->numbers);
    made->nodes = base_arrays_add(arrays, n, sizeof *made->nodes);
    made->merged = base_arrays_add(arrays, n, sizeof *made->merged);
    TRY(arrays->failed ? base_fail_memory(env) : SWARM_OK);
    if (conditions->fixed_count > 0) {
        memcpy(made->conditions.fixed, conditions->fixed, conditions->fixed_count * sizeof *conditions->fixed);
    }
    memset(made->links, 0xff, n * sizeof *made->links);
    return SWARM_OK;
}

enum swarm_status tsp_reduction_create(struct base_env *env, const struct swarm_instance *instance,
                                       const struct tsp_conditions *conditions, unsigned ways,
                                       struct tsp_reduction **reduction)
{
    const bool both = conditions->start != TSP_NO_NODE && conditions->end != TSP_NO_NODE;
    struct tsp_reduction *made;
    enum swarm_status status = SWARM_OK;
    TRY(BASE_MAKE(env, made, 1));
    made->caller = instance;
    made->conditions = *conditions;
    made->joint = conditions->path && !both;
    made->doubled = (ways & TSP_DOUBLED) && !instance->info.symmetric;
    made->node_count = (size_t)instance->info.node_count + made->joint;
    if ((ways & TSP_MERGED) && instance->info.symmetric) {
        TRY_OR(fail, tsp_sites_find(env, instance, &made->sites));
    }
    if (conditions->path || conditions->fixed_count > 0 || made->doubled || made->sites.count > 0) {
        TRY_OR(fail, allocate(made, env, conditions));
        TRY_OR(fail, reduce_instance(made, env));
    }
    *reduction = made;
    return SWARM_OK;

fail:
    tsp_reduction_destroy(&made);
    return status;
}

void tsp_reduction_destroy(struct tsp_reduction **reduction)
{
    struct tsp_reduction *freed = *reduction;
    *reduction = NULL;
    if (!freed) {
        return;
    }
    swarm_instance_destroy(&freed->made);
    tsp_sites_deinit(&freed->sites);
    base_arrays_free(&freed->arrays);
    free(freed);
}

const struct swarm_instance *tsp_reduction_instance(const struct tsp_reduction *reduction)
{
    return reduction->made ? reduction->made : reduction->caller;
}

int64_t tsp_reduction_offset(const struct tsp_reduction *reduction)
{
    return reduction->offset;
}
