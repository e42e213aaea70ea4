/* reduction_tours.c - tours of a reduction and of its instance, and checks of the conditions. */
#include <stdlib.h>
#include <string.h>

#include "reduction_part.h"
#include "tour.h"

static enum swarm_status check_fixed(struct base_env *env, const struct swarm_instance *instance,
                                     const struct tsp_conditions *conditions, const uint32_t *full,
                                     enum swarm_status failure)
{
    const uint32_t n = instance->info.node_count;
    const bool symmetric = instance->info.symmetric;
    uint32_t *places;
    enum swarm_status status = SWARM_OK;
    TRY(BASE_MAKE(env, places, n));
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

/* Checks that a permutation meets the conditions; returns `failure` with the first one that it misses. */
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
    TRY((conditions->path ? tsp_path_measure : tsp_tour_measure)(env, instance, full, count, length));
    return check(env, instance, conditions, full, SWARM_ERROR_VERIFICATION);
}

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

/* Writes each chain where its two ends stand side by side, in that direction. */
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

/* Writes the chains of a doubled tour forwards or backwards: an exit stands after its entrance or before it. */
static void expand_arcs(struct expansion *expansion, const uint32_t *tour)
{
    const bool doubled = expansion->reduction->doubled;
    const size_t count = expansion->reduction->chain_count, all = doubled ? 2 * count : count;
    size_t at = 0;
    while (doubled && tour[at] != 0) {
        ++at;
    }
    const size_t step = doubled && tour[(at + 1) % all] != count ? all - 1 : 1;
    for (size_t k = 0; k < all; ++k, at = (at + step) % all) {
        if (tour[at] < count) {
            put_chain(expansion, tour[at], true);
        }
    }
}

/* Brings the tour to its canonical form. */
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

/* Appends the nodes for one node of the caller; returns the place behind them. */
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
    return SWARM_OK;
}
