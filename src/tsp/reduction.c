#include "reduction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assignment.h"
#include "base/memory.h"
#include "tour.h"

enum { BEFORE, AFTER }; /* the two neighbours of a node; which is which counts for arcs alone */

/* Nodes are those of the caller's instance, and behind them the joint if there is one. All of them lie on chains, one
 * after the other in `order`; most chains are one node. */
struct tsp_reduction {
    const struct swarm_instance *caller;
    struct tsp_conditions conditions; /* `fixed` owned */
    struct swarm_instance *made;      /* owned; NULL: the caller's serves */
    bool joint;                       /* the caller's nodes have a joint behind them */
    bool doubled;
    int64_t offset;
    size_t node_count;    /* with the joint */
    size_t chain_count;   /* of an asymmetric instance its nodes, before they are doubled */
    uint32_t (*links)[2]; /* [node_count], TSP_NO_NODE: none */
    uint32_t *order;      /* [node_count] */
    uint32_t *chain_ends; /* [chain_count] places in `order` behind each chain */
    uint32_t *chain_of;   /* [node_count] */
    /* Of symmetric instances: */
    uint32_t *numbers; /* [node_count] in the reduction, TSP_NO_NODE for nodes in the midst of a chain */
    uint32_t *nodes;   /* [made's node count] whose numbers they are */
};

struct number {
    char text[16];
};

static struct number number_of(uint32_t node)
{
    struct number number;
    snprintf(number.text, sizeof number.text, "%lu", (unsigned long)node + 1);
    return number;
}

/* A node as its user knows it; text that lasts as long as the expression. */
#define NAME(node) (instance->names ? instance->names[node] : number_of(node).text)

/* ------------------------------------------------------------------------------------------------------------------ */
/* Conditions                                                                                                         */

static enum swarm_status check_fixed(struct base_env *env, const struct swarm_instance *instance,
                                     const struct tsp_conditions *conditions, const uint32_t *full,
                                     enum swarm_status failure)
{
    const uint32_t n = instance->info.node_count;
    const bool symmetric = instance->info.symmetric;
    uint32_t *places = base_array(n, sizeof *places);
    enum swarm_status status = SWARM_OK;
    if (!places) {
        return base_fail_memory(env);
    }
    for (uint32_t k = 0; k < n; ++k) {
        places[full[k]] = k;
    }
    for (size_t i = 0; i < conditions->fixed_count && status == SWARM_OK; ++i) {
        const uint32_t a = conditions->fixed[i][0], b = conditions->fixed[i][1];
        const bool wraps = !conditions->path;
        const bool forward = places[b] == (places[a] + 1) % n && (wraps || places[b] > 0);
        const bool backward = places[a] == (places[b] + 1) % n && (wraps || places[a] > 0);
        if (!forward && !(symmetric && backward)) {
            status = base_fail(env, failure, "the %s does not have the fixed %s %s-%s",
                               conditions->path ? "path" : "tour", symmetric ? "edge" : "arc", NAME(a), NAME(b));
        }
    }
    free(places);
    return status;
}

/* Checks that a permutation meets the conditions; `failure` with the first that it misses. */
static enum swarm_status check(struct base_env *env, const struct swarm_instance *instance,
                               const struct tsp_conditions *conditions, const uint32_t *full, enum swarm_status failure)
{
    const uint32_t last = full[instance->info.node_count - 1];
    if (conditions->path && conditions->start != TSP_NO_NODE && full[0] != conditions->start) {
        return base_fail(env, failure, "the path starts at node %s, expected node %s", NAME(full[0]),
                         NAME(conditions->start));
    }
    if (conditions->path && conditions->end != TSP_NO_NODE && last != conditions->end) {
        return base_fail(env, failure, "the path ends at node %s, expected node %s", NAME(last), NAME(conditions->end));
    }
    return conditions->fixed_count > 0 ? check_fixed(env, instance, conditions, full, failure) : SWARM_OK;
}

enum swarm_status tsp_conditions_measure(struct base_env *env, const struct swarm_instance *instance,
                                         const struct tsp_conditions *conditions, const uint32_t *full, size_t count,
                                         int64_t *length)
{
    const enum swarm_status status =
        (conditions->path ? tsp_path_measure : tsp_tour_measure)(env, instance, full, count, length);
    return status == SWARM_OK ? check(env, instance, conditions, full, SWARM_ERROR_VERIFICATION) : status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Links                                                                                                              */

static unsigned degree(const struct tsp_reduction *reduction, uint32_t node)
{
    const uint32_t *links = reduction->links[node];
    return (links[BEFORE] != TSP_NO_NODE) + (links[AFTER] != TSP_NO_NODE);
}

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

/* One that the caller fixes. */
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

/* Whether a path can begin (`side` AFTER: what is behind it may be fixed) or end at `node`. */
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

/* What makes a closed tour of the path. */
static enum swarm_status add_path(struct tsp_reduction *reduction, struct base_env *env)
{
    const struct swarm_instance *instance = reduction->caller;
    const struct tsp_conditions *conditions = &reduction->conditions;
    const uint32_t joint = instance->info.node_count;
    const uint32_t start = conditions->start, end = conditions->end;
    enum swarm_status status = SWARM_OK;
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

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Chains                                                                                                             */

/* Follows the links from `first`, which is not visited, on the side AFTER or, where that is free, the other one.
 * Returns the place behind the chain. */
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

/* A ring of fixed edges is a tour if it has all nodes; else there is none. */
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
    for (size_t ring = 0; ring < 2; ++ring) { /* what is left after all chains are rings */
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

static uint32_t chain_begin(const struct tsp_reduction *reduction, uint32_t chain)
{
    return chain > 0 ? reduction->chain_ends[chain - 1] : 0;
}

static uint32_t first_of(const struct tsp_reduction *reduction, uint32_t chain)
{
    return reduction->order[chain_begin(reduction, chain)];
}

static uint32_t last_of(const struct tsp_reduction *reduction, uint32_t chain)
{
    return reduction->order[reduction->chain_ends[chain] - 1];
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances                                                                                                          */

/* The ends of chains, in the order of the caller, as partners. */
static enum swarm_status make_edges(struct tsp_reduction *reduction, struct base_env *env)
{
    const struct swarm_instance *instance = reduction->caller;
    uint32_t count = 0;
    bool chained = false;
    enum swarm_status status = SWARM_OK;
    for (uint32_t node = 0; node < reduction->node_count; ++node) {
        const uint32_t chain = reduction->chain_of[node];
        const bool is_end = first_of(reduction, chain) == node || last_of(reduction, chain) == node;
        chained = chained || first_of(reduction, chain) != last_of(reduction, chain);
        reduction->numbers[node] = is_end ? count : TSP_NO_NODE;
        if (is_end) {
            reduction->nodes[count++] = node;
        }
    }
    if (!chained && !reduction->joint) {
        return SWARM_OK;
    }
    TRY(tsp_instance_select(env, instance, reduction->nodes, count - reduction->joint, reduction->joint,
                            &reduction->made));
    if (!chained) {
        return SWARM_OK;
    }
    uint32_t *partners = base_array(count, sizeof *partners);
    if (!partners) {
        return base_fail_memory(env);
    }
    reduction->made->partners = partners;
    memset(partners, 0xff, count * sizeof *partners);
    for (uint32_t chain = 0; chain < reduction->chain_count; ++chain) {
        const uint32_t first = first_of(reduction, chain), last = last_of(reduction, chain);
        if (first != last) {
            partners[reduction->numbers[first]] = reduction->numbers[last];
            partners[reduction->numbers[last]] = reduction->numbers[first];
        }
    }

fail:
    return status;
}

/* From the last node of one chain to the first of another. */
static int32_t arc_between(const struct tsp_reduction *reduction, uint32_t from, uint32_t to)
{
    const uint32_t last = last_of(reduction, from), first = first_of(reduction, to);
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
        .unit = info->unit,
    };
    enum swarm_status status = SWARM_OK;
    TRY(tsp_instance_create(env, info->name, fields, count, &reduction->made));
    TRY(base_require_memory(env, "distances between chains of fixed arcs", count, count * sizeof(int32_t)));
    reduction->made->matrix = base_array(count * count, sizeof *reduction->made->matrix);
    status = reduction->made->matrix ? SWARM_OK : base_fail_memory(env);

fail:
    return status;
}

/* Chains as nodes. */
static enum swarm_status make_arcs(struct tsp_reduction *reduction, struct base_env *env)
{
    const uint32_t count = (uint32_t)reduction->chain_count;
    enum swarm_status status = SWARM_OK;
    TRY(create_matrix(reduction, env, count));
    reduction->made->joint = reduction->joint && degree(reduction, (uint32_t)reduction->node_count - 1) == 0;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < count; ++j) {
            reduction->made->matrix[(size_t)i * count + j] = arc_between(reduction, i, j);
        }
    }

fail:
    return status;
}

/* Where arcs and those that lead back differ by more than so much of both, they are told by what they are dearer than
 * in an assignment: docs/mosaic.md, Arcs. */
#define ARBITRARY 0.15

/* By how much arcs and those that lead back differ: 0 of an instance that could be symmetric, 1 where one of them is 0,
 * a third of arbitrary ones. */
static double asymmetry_of(const int32_t *arcs, size_t stride, uint32_t count)
{
    int64_t differences = 0, sums = 0;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            const int64_t there = arcs[i * stride + j], back = arcs[j * stride + i];
            differences += there > back ? there - back : back - there;
            sums += there + back;
        }
    }
    return sums > 0 ? (double)differences / (double)sums : 0.0;
}

/* Takes the potentials of an assignment from all arcs, in both halves of the doubled matrix, unless there is no room
 * for what is left. All tours become shorter by the same. */
static enum swarm_status take_potentials(struct base_env *env, int32_t *matrix, uint32_t count)
{
    const size_t all = 2 * (size_t)count;
    int32_t *arcs = matrix + count * all;
    int64_t *rows = base_array(all, sizeof *rows), *columns = rows ? rows + count : NULL, longest = 0;
    enum swarm_status status = SWARM_OK;
    if (!rows) {
        return base_fail_memory(env);
    }
    TRY(tsp_assignment_potentials(env, arcs, all, count, rows, columns));
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < count; ++j) {
            const int64_t left = i != j ? arcs[i * all + j] - rows[i] - columns[j] : 0;
            longest = left > longest ? left : longest;
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

fail:
    free(rows);
    return status;
}

/* Chains as entrances and exits. What no tour may have is as long as can be, so that it ends every list by length. */
static enum swarm_status make_doubled(struct tsp_reduction *reduction, struct base_env *env)
{
    const uint32_t count = (uint32_t)reduction->chain_count;
    const size_t all = 2 * (size_t)count;
    enum swarm_status status = SWARM_OK;
    TRY(create_matrix(reduction, env, all));
    int32_t *matrix = reduction->made->matrix;
    uint32_t *partners = base_array(all, sizeof *partners);
    if (!partners) {
        return base_fail_memory(env);
    }
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
    TRY(asymmetry_of(matrix + count * all, all, count) > ARBITRARY ? take_potentials(env, matrix, count) : SWARM_OK);

fail:
    return status;
}

/* A tour that has every partner beside its own is as good as any to tell the offset by. */
static enum swarm_status find_offset(struct tsp_reduction *reduction, struct base_env *env)
{
    const struct swarm_instance *instance = tsp_reduction_instance(reduction);
    const uint32_t n = instance->info.node_count;
    uint32_t *tour = base_array(n, sizeof *tour);
    uint32_t *full = base_array(reduction->caller->info.node_count, sizeof *full);
    int64_t length = 0, full_length = 0;
    enum swarm_status status = SWARM_OK;
    if (!tour || !full) {
        status = base_fail_memory(env);
        goto fail;
    }
    for (uint32_t node = 0; node < n; ++node) {
        tour[node] = node;
    }
    TRY(tsp_tour_pair(env, instance, tour));
    tsp_reduction_expand(reduction, tour, full);
    TRY(tsp_tour_measure(env, instance, tour, n, &length));
    TRY(tsp_conditions_measure(env, reduction->caller, &reduction->conditions, full, reduction->caller->info.node_count,
                               &full_length));
    reduction->offset = full_length - length;

fail:
    free(tour);
    free(full);
    return status;
}

static enum swarm_status reduce_instance(struct tsp_reduction *reduction, struct base_env *env)
{
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < reduction->conditions.fixed_count; ++i) {
        const uint32_t *edge = reduction->conditions.fixed[i];
        TRY(add_fixed(reduction, env, edge[0], edge[1]));
    }
    TRY(add_path(reduction, env));
    TRY(find_chains(reduction, env));
    if (reduction->caller->info.symmetric) {
        TRY(make_edges(reduction, env));
    } else if (reduction->doubled) {
        TRY(make_doubled(reduction, env));
    } else if (reduction->joint || reduction->chain_count < reduction->node_count) {
        TRY(make_arcs(reduction, env));
    }
    TRY(reduction->made ? find_offset(reduction, env) : SWARM_OK);

fail:
    return status;
}

static enum swarm_status allocate(struct tsp_reduction *made, struct base_env *env,
                                  const struct tsp_conditions *conditions)
{
    const size_t n = made->node_count;
    uint32_t(*fixed)[2] = base_array(conditions->fixed_count, sizeof *fixed);
    made->conditions.fixed = fixed;
    made->links = base_array(n, sizeof *made->links);
    made->order = base_array(n, sizeof *made->order);
    made->chain_ends = base_array(n, sizeof *made->chain_ends);
    made->chain_of = base_array(n, sizeof *made->chain_of);
    made->numbers = base_array(n, sizeof *made->numbers);
    made->nodes = base_array(n, sizeof *made->nodes);
    if (!fixed || !made->links || !made->order || !made->chain_ends || !made->chain_of || !made->numbers
        || !made->nodes) {
        return base_fail_memory(env);
    }
    if (conditions->fixed_count > 0) {
        memcpy(fixed, conditions->fixed, conditions->fixed_count * sizeof *fixed);
    }
    memset(made->links, 0xff, n * sizeof *made->links);
    return SWARM_OK;
}

enum swarm_status tsp_reduction_create(struct base_env *env, const struct swarm_instance *instance,
                                       const struct tsp_conditions *conditions, bool doubled,
                                       struct tsp_reduction **reduction)
{
    const bool both = conditions->start != TSP_NO_NODE && conditions->end != TSP_NO_NODE;
    struct tsp_reduction *made = base_array(1, sizeof *made);
    enum swarm_status status = SWARM_OK;
    if (!made) {
        return base_fail_memory(env);
    }
    made->caller = instance;
    made->conditions = *conditions;
    made->conditions.fixed = NULL;
    made->joint = conditions->path && !both;
    made->doubled = doubled && !instance->info.symmetric;
    made->node_count = (size_t)instance->info.node_count + made->joint;
    if (conditions->path || conditions->fixed_count > 0 || made->doubled) {
        TRY(allocate(made, env, conditions));
        TRY(reduce_instance(made, env));
    }
    *reduction = made;
    return SWARM_OK;

fail:
    tsp_reduction_destroy(&made);
    return status;
}

void tsp_reduction_destroy(struct tsp_reduction **reduction)
{
    struct tsp_reduction *gone = *reduction;
    *reduction = NULL;
    if (!gone) {
        return;
    }
    tsp_instance_destroy(&gone->made);
    free((void *)gone->conditions.fixed);
    free(gone->links);
    free(gone->order);
    free(gone->chain_ends);
    free(gone->chain_of);
    free(gone->numbers);
    free(gone->nodes);
    free(gone);
}

const struct swarm_instance *tsp_reduction_instance(const struct tsp_reduction *reduction)
{
    return reduction->made ? reduction->made : reduction->caller;
}

int64_t tsp_reduction_offset(const struct tsp_reduction *reduction)
{
    return reduction->offset;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Tours                                                                                                              */

/* The caller's tour as it grows, without the joint. */
struct expansion {
    const struct tsp_reduction *reduction;
    uint32_t *full;
    size_t count, joint_at; /* the joint lies before full[joint_at] */
};

static void put_chain(struct expansion *expansion, uint32_t chain, bool forward)
{
    const struct tsp_reduction *reduction = expansion->reduction;
    const uint32_t begin = chain_begin(reduction, chain), end = reduction->chain_ends[chain];
    for (uint32_t k = begin; k < end; ++k) {
        const uint32_t node = reduction->order[forward ? k : end - 1 - (k - begin)];
        if (node == reduction->caller->info.node_count) {
            expansion->joint_at = expansion->count;
        } else {
            expansion->full[expansion->count++] = node;
        }
    }
}

/* Chains in either direction, each where both its ends stand beside each other. */
static void expand_edges(struct expansion *expansion, const uint32_t *tour)
{
    const struct tsp_reduction *reduction = expansion->reduction;
    const size_t count = reduction->made->info.node_count;
    const uint32_t *partners = reduction->made->partners;
    const size_t begin = partners && count > 2 && partners[tour[0]] == tour[count - 1] ? count - 1 : 0;
    for (size_t k = 0; k < count; ++k) {
        const uint32_t number = tour[(begin + k) % count];
        const uint32_t node = reduction->nodes[number], chain = reduction->chain_of[node];
        const bool single = !partners || partners[number] == TSP_NO_NODE;
        if (single || partners[number] == tour[(begin + k + 1) % count]) {
            put_chain(expansion, chain, node == first_of(reduction, chain));
            k += !single;
        }
    }
}

static void expand_arcs(struct expansion *expansion, const uint32_t *tour)
{
    const uint32_t count = (uint32_t)expansion->reduction->chain_count;
    for (uint32_t k = 0; k < count; ++k) {
        put_chain(expansion, tour[k], true);
    }
}

/* Either way round, as an exit follows its entrance or comes before it. */
static void expand_doubled(struct expansion *expansion, const uint32_t *tour)
{
    const uint32_t count = (uint32_t)expansion->reduction->chain_count;
    const size_t all = 2 * (size_t)count;
    size_t at = 0;
    while (tour[at] != 0) {
        ++at;
    }
    const size_t step = tour[(at + 1) % all] == count ? 1 : all - 1;
    for (size_t k = 0; k < all; ++k, at = (at + step) % all) {
        if (tour[at] < count) {
            put_chain(expansion, tour[at], true);
        }
    }
}

/* Brings the tour to the form in which it is told. */
static void settle(const struct expansion *expansion)
{
    const struct tsp_conditions *conditions = &expansion->reduction->conditions;
    const uint32_t start = conditions->start, end = conditions->end;
    const size_t n = expansion->reduction->caller->info.node_count;
    const bool symmetric = expansion->reduction->caller->info.symmetric, joint = expansion->reduction->joint;
    uint32_t *full = expansion->full;
    if (!conditions->path) {
        tsp_tour_canonical(full, n, symmetric);
        return;
    }
    tsp_tour_turn(full, n, joint ? full[expansion->joint_at % n] : start);
    if (symmetric && start == TSP_NO_NODE && end == TSP_NO_NODE) {
        tsp_path_canonical(full, n, symmetric);
    } else if (symmetric && !joint && full[n - 1] != end) {
        tsp_tour_reverse(full + 1, n - 1);
    } else if (symmetric && joint && (start != TSP_NO_NODE ? full[0] != start : full[n - 1] != end)) {
        tsp_tour_reverse(full, n);
    }
}

void tsp_reduction_expand(const struct tsp_reduction *reduction, const uint32_t *tour, uint32_t *full)
{
    const size_t n = reduction->caller->info.node_count;
    struct expansion expansion = {.reduction = reduction, .full = full};
    if (!reduction->made) {
        memcpy(full, tour, n * sizeof *tour);
        expansion.count = n;
    } else if (reduction->doubled) {
        expand_doubled(&expansion, tour);
    } else if (reduction->caller->info.symmetric) {
        expand_edges(&expansion, tour);
    } else {
        expand_arcs(&expansion, tour);
    }
    for (size_t k = expansion.count; k < n; ++k) {
        full[k] = TSP_NO_NODE;
    }
    settle(&expansion);
}

/* Appends what stands for a node of the caller; returns the place behind it. */
static size_t put_reduced(const struct tsp_reduction *reduction, uint32_t node, uint32_t *tour, size_t place)
{
    const uint32_t chain = reduction->chain_of[node];
    if (reduction->caller->info.symmetric) {
        if (reduction->numbers[node] != TSP_NO_NODE) {
            tour[place++] = reduction->numbers[node];
        }
    } else if (first_of(reduction, chain) == node) {
        tour[place++] = chain;
        if (reduction->doubled) {
            tour[place++] = (uint32_t)reduction->chain_count + chain;
        }
    }
    return place;
}

enum swarm_status tsp_reduction_reduce(const struct tsp_reduction *reduction, struct base_env *env,
                                       const uint32_t *full, uint32_t *tour)
{
    const uint32_t n = reduction->caller->info.node_count;
    size_t place = 0;
    enum swarm_status status = SWARM_OK;
    TRY(check(env, reduction->caller, &reduction->conditions, full, SWARM_ERROR_INPUT));
    if (!reduction->made) {
        memcpy(tour, full, n * sizeof *tour);
        return SWARM_OK;
    }
    if (reduction->joint) {
        place = put_reduced(reduction, n, tour, place);
    }
    for (uint32_t k = 0; k < n; ++k) {
        place = put_reduced(reduction, full[k], tour, place);
    }

fail:
    return status;
}
