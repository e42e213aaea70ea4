/* Converts tours between a reduction and its caller, and checks the conditions. */
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
    uint32_t *next;
    enum swarm_status status = SWARM_OK;
    TRY(BASE_MAKE(env, next, n));
    for (uint32_t k = 0; k < n; ++k) {
        next[full[k]] = k + 1 < n ? full[k + 1] : conditions->path ? TSP_NO_NODE : full[0];
    }
    for (size_t i = 0; i < conditions->fixed_count && status == SWARM_OK; ++i) {
        const uint32_t a = conditions->fixed[i][0], b = conditions->fixed[i][1];
        if (next[a] != b && !(symmetric && next[b] == a)) {
            status = base_fail(env, failure, "the %s does not have the fixed %s %s-%s",
                               conditions->path ? "path" : "tour", symmetric ? "edge" : "arc", NAME(a), NAME(b));
        }
    }
    free(next);
    return status;
}

/* Checks that a permutation meets the conditions. Returns `failure` and reports the first violated one. */
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
    TRY(tsp_tour_check(env, instance, full, count));
    *length = tsp_tour_length(instance, full, count, conditions->path);
    return check(env, instance, conditions, full, SWARM_ERROR_VERIFICATION);
}

/* The caller's tour while it grows, without the joint. */
struct expansion {
    const struct tsp_reduction *reduction;
    uint32_t *full;
    size_t count, joint_at; /* nodes so far; the joint is before full[joint_at] */
};

static void put_chain(struct expansion *expansion, uint32_t chain, bool forward)
{
    const struct tsp_reduction *reduction = expansion->reduction;
    const uint32_t last = reduction->ends[chain][forward];
    uint32_t node = reduction->ends[chain][!forward], previous = TSP_NO_NODE;
    for (bool done = false; !done;) {
        const uint32_t next = chain_next(reduction, node, previous);
        if (node == reduction->caller->info.node_count) {
            expansion->joint_at = expansion->count;
        } else {
            expansion->full[expansion->count++] = node;
        }
        done = node == last;
        previous = node;
        node = next;
    }
}

/* Writes each chain whose two ends are neighbours, in the direction of the ends. If all nodes form a single chain, it
 * may be closed: it is written forwards, because chain_next() follows a closed chain only forwards. */
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
            put_chain(expansion, chain, node == reduction->ends[chain][0] || reduction->chain_count == 1);
            k += !single;
        }
    }
}

/* Writes the chains in the order of their entrances. Reads a doubled tour backwards if its exits precede their
 * entrances. */
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

/* Brings the tour to its canonical form: tsp_tour_canonical(), or a path from its start to its end. */
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
    const bool backwards = start != TSP_NO_NODE ? full[0] != start || (!joint && full[n - 1] != end)
                           : end != TSP_NO_NODE ? full[n - 1] != end
                                                : full[0] > full[n - 1];
    if (symmetric && backwards) { /* without a joint the path starts at its start already */
        tsp_tour_reverse(full + !joint, n - !joint);
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

/* Writes the nodes for one node of the caller to tour[at]. Returns the new end of the tour. */
static size_t put_reduced(const struct tsp_reduction *reduction, uint32_t node, uint32_t *tour, size_t at)
{
    const uint32_t chain = reduction->chain_of[node];
    if (reduction->caller->info.symmetric) {
        if (reduction->numbers[node] != TSP_NO_NODE) {
            tour[at++] = reduction->numbers[node];
        }
    } else if (reduction->ends[chain][0] == node) {
        tour[at++] = chain;
        if (reduction->doubled) {
            tour[at++] = (uint32_t)reduction->chain_count + chain;
        }
    }
    return at;
}

enum swarm_status tsp_reduction_reduce(const struct tsp_reduction *reduction, struct base_env *env,
                                       const uint32_t *full, uint32_t *tour)
{
    const uint32_t n = reduction->caller->info.node_count;
    size_t at = 0;
    TRY(check(env, reduction->caller, &reduction->conditions, full, SWARM_ERROR_INPUT));
    if (!reduction->made) {
        memcpy(tour, full, n * sizeof *tour);
        return SWARM_OK;
    }
    if (reduction->joint) {
        at = put_reduced(reduction, n, tour, at);
    }
    for (uint32_t k = 0; k < n; ++k) {
        at = put_reduced(reduction, full[k], tour, at);
    }
    return SWARM_OK;
}
