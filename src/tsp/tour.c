#include "tour.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "candidates.h"
#include "metric.h"
#include "cl/shared/tsp_metric.h"

bool tsp_tour_is_permutation(const uint32_t *tour, uint32_t n, bool *seen)
{
    memset(seen, 0, n * sizeof *seen);
    for (uint32_t p = 0; p < n; ++p) {
        if (tour[p] >= n || seen[tour[p]]) {
            return false;
        }
        seen[tour[p]] = true;
    }
    return true;
}

enum swarm_status tsp_tour_check(struct base_env *env, const struct swarm_instance *instance, const uint32_t *tour,
                                 size_t count)
{
    if (count != instance->info.node_count) {
        return base_fail(env, SWARM_ERROR_VERIFICATION, "the tour is not a permutation: found %zu nodes, expected %lu",
                         count, (unsigned long)instance->info.node_count);
    }
    uint32_t *seen; /* [n] position + 1 of each node; 0: not seen yet */
    enum swarm_status status = BASE_MAKE(env, seen, count);
    for (size_t k = 0; k < count && status == SWARM_OK; ++k) {
        if (tour[k] >= count) {
            status = base_fail(env, SWARM_ERROR_VERIFICATION,
                               "the tour is not a permutation: found node %lu at position %zu, expected 0 to %zu",
                               (unsigned long)tour[k], k, count - 1);
        } else if (seen[tour[k]] != 0) {
            status =
                base_fail(env, SWARM_ERROR_VERIFICATION,
                          "the tour is not a permutation: found node %lu at position %zu and earlier at position %lu",
                          (unsigned long)tour[k], k, (unsigned long)seen[tour[k]] - 1);
        } else {
            seen[tour[k]] = (uint32_t)k + 1;
        }
    }
    free(seen);
    return status;
}

int64_t tsp_tour_length(const struct swarm_instance *instance, const uint32_t *tour, size_t count, bool path)
{
    int64_t length = 0;
    for (size_t k = path; k < count; ++k) {
        length += tsp_instance_distance(instance, tour[k > 0 ? k - 1 : count - 1], tour[k]);
    }
    return length;
}

enum swarm_status tsp_tour_measure(struct base_env *env, const struct swarm_instance *instance, const uint32_t *tour,
                                   size_t count, int64_t *length)
{
    TRY(tsp_tour_check(env, instance, tour, count));
    *length = tsp_tour_length(instance, tour, count, false);
    return SWARM_OK;
}

void tsp_tour_reverse(uint32_t *nodes, size_t count)
{
    for (size_t low = 0, high = count; low + 1 < high; ++low) {
        --high;
        uint32_t node = nodes[low];
        nodes[low] = nodes[high];
        nodes[high] = node;
    }
}

void tsp_tour_turn(uint32_t *tour, size_t count, uint32_t node)
{
    size_t first = 0;
    while (first < count && tour[first] != node) {
        ++first;
    }
    if (first > 0 && first < count) {
        tsp_tour_reverse(tour, first);
        tsp_tour_reverse(tour + first, count - first);
        tsp_tour_reverse(tour, count);
    }
}

void tsp_tour_canonical(uint32_t *tour, size_t count, bool symmetric)
{
    tsp_tour_turn(tour, count, 0);
    if (symmetric && count > 2 && tour[1] > tour[count - 1]) {
        tsp_tour_reverse(tour + 1, count - 1);
    }
}

enum swarm_status tsp_tour_pair(struct base_env *env, const struct swarm_instance *instance, uint32_t *tour)
{
    const uint32_t count = instance->info.node_count, *partners = instance->partners;
    if (!partners) {
        return SWARM_OK;
    }
    uint32_t *order;
    TRY(BASE_MAKE(env, order, 2 * (size_t)count));
    uint32_t *positions = order + count; /* position of each node in `order` */
    memcpy(order, tour, count * sizeof *order);
    for (uint32_t k = 0; k < count; ++k) {
        positions[order[k]] = k;
    }
    for (uint32_t k = 0, taken = 0; k < count; ++k) {
        const uint32_t partner = partners[order[k]];
        if (partner == TSP_NO_NODE) {
            tour[taken++] = order[k];
        } else if (positions[partner] > k) {
            tour[taken++] = order[k];
            tour[taken++] = partner;
        }
    }
    free(order);
    return SWARM_OK;
}

/* Nodes that are not yet in the nearest-neighbour tour, in any order, with their coordinates. */
struct unvisited {
    size_t count;
    uint32_t *nodes;
    uint32_t *positions; /* index of each node in `nodes`; UINT32_MAX: it is in the tour */
    double (*points)[3]; /* [count] points of `nodes`; NULL for EXPLICIT */
};

/* The index of the unvisited node nearest to `node`, whose coordinates are `from`. */
static size_t scan(const struct swarm_instance *instance, const struct unvisited *left, uint32_t node,
                   const double from[3])
{
    const enum swarm_metric metric = instance->info.metric;
    const int32_t *row = instance->matrix ? instance->matrix + (size_t)node * instance->info.node_count : NULL;
    const bool rooted = tsp_metrics[metric].rooted;
    const double tenth = metric == SWARM_METRIC_ATT ? 10.0 : 1.0;
    double limit = (double)INFINITY; /* larger squares are longer distances, so most nodes need no root */
    int32_t least = INT32_MAX;
    size_t best = 0;
    for (size_t k = 0; k < left->count; ++k) {
        const double *to = left->points ? left->points[k] : from;
        const double dx = from[0] - to[0], dy = from[1] - to[1], dz = from[2] - to[2];
        if (rooted && dx * dx + dy * dy + dz * dz > limit) {
            continue;
        }
        const int32_t distance = row ? row[left->nodes[k]] : tsp_metric_distance(metric, from, to);
        if (k == 0 || distance < least || (distance == least && left->nodes[k] < left->nodes[best])) {
            const double above = (double)distance + 1.0; /* the real distance is below `above` in these metrics */
            least = distance;
            best = k;
            limit = tenth * above * above;
        }
    }
    return best;
}

static void remove_at(struct unvisited *left, size_t position)
{
    size_t last = --left->count;
    left->positions[left->nodes[last]] = (uint32_t)position;
    left->positions[left->nodes[position]] = UINT32_MAX;
    left->nodes[position] = left->nodes[last];
    if (left->points) {
        memmove(left->points[position], left->points[last], sizeof *left->points);
    }
}

/* Makes all nodes unvisited, node k at index k. Returns false if memory ran out. */
static bool unvisited_init(struct unvisited *left, const struct swarm_instance *instance)
{
    const size_t count = left->count = instance->info.node_count;
    left->nodes = base_array(count, 2 * sizeof *left->nodes);
    left->points = instance->matrix ? NULL : base_array(count, sizeof *left->points);
    if (!left->nodes || (!left->points && !instance->matrix)) {
        return false;
    }
    left->positions = left->nodes + count;
    for (size_t k = 0; k < count; ++k) {
        left->nodes[k] = left->positions[k] = (uint32_t)k;
        for (size_t axis = 0; axis < 3 && left->points; ++axis) {
            left->points[k][axis] = instance->coordinates[axis * count + k];
        }
    }
    return true;
}

enum {
    LISTED_NODES = 4096, /* minimum nodes for lists of the nearest: 100,000 nodes take 0.4 s, without lists 4 s */
    LISTED_LENGTH = 16   /* nodes per list; if all nodes of a list are visited, a scan is needed */
};

/* The index of the first unvisited node of a list; UINT32_MAX if there is none. */
static uint32_t listed_position(const struct unvisited *left, const struct tsp_candidates *lists, uint32_t node)
{
    const uint32_t *list = lists->nodes + (size_t)node * lists->length;
    for (uint32_t k = 0; k < lists->length; ++k) {
        if (left->positions[list[k]] != UINT32_MAX) {
            return left->positions[list[k]];
        }
    }
    return UINT32_MAX;
}

/* Appends the unvisited nodes in order, each followed by its partner, which is unvisited too. */
static void fill_up(const struct swarm_instance *instance, const struct unvisited *left, uint32_t *tour)
{
    for (uint32_t node = 0; node < instance->info.node_count; ++node) {
        const uint32_t partner = tsp_instance_forced(instance, node, TSP_NO_NODE);
        if (left->positions[node] != UINT32_MAX && partner > node) { /* otherwise the node follows its partner */
            *tour++ = node;
            if (partner != TSP_NO_NODE) {
                *tour++ = partner;
            }
        }
    }
}

/* Seconds for the nearest-neighbour tour of a cancelled run, which still needs a tour. */
#define CANCEL_GRACE 1.0

enum swarm_status tsp_tour_nearest_neighbour(struct base_env *env, const struct swarm_instance *instance,
                                             double deadline, uint32_t *tour, int64_t *length)
{
    const size_t count = instance->info.node_count;
    const bool has_lists = count >= LISTED_NODES && !instance->matrix && !instance->joint;
    struct unvisited left = {.count = 0};
    /* lists are sorted by (distance, number): their first unvisited node is the nearest of all */
    struct tsp_candidates lists = {.length = LISTED_LENGTH};
    size_t position = instance->joint ? count - 1 : 0, step = 0; /* nodes are in order at first */
    enum swarm_status status;
    TRY_OR(done, unvisited_init(&left, instance) ? SWARM_OK : base_fail_memory(env));
    TRY_OR(done, has_lists ? tsp_candidates_init(env, instance, NULL, deadline, &lists, 1) : SWARM_OK);
    for (bool ends = false, cancelled = false; !ends; ++step) {
        const uint32_t node = left.nodes[position];
        double from[3] = {0.0, 0.0, 0.0};
        if (left.points) {
            memcpy(from, left.points[position], sizeof from);
        }
        tour[step] = node;
        remove_at(&left, position);
        if (!cancelled && base_cancelled(env)) {
            cancelled = true;
            deadline = fmin(deadline, base_seconds(env) + CANCEL_GRACE);
        }
        const uint32_t forced = tsp_instance_forced(instance, node, step > 0 ? tour[step - 1] : TSP_NO_NODE);
        const bool joint = instance->joint && step == 0;
        ends = forced == TSP_NO_NODE && !joint && (left.count == 0 || base_seconds(env) >= deadline);
        const uint32_t listed = lists.nodes ? listed_position(&left, &lists, node) : UINT32_MAX;
        position = forced != TSP_NO_NODE  ? left.positions[forced]
                   : joint || ends        ? 0
                   : listed != UINT32_MAX ? listed
                                          : scan(instance, &left, node, from);
    }
    fill_up(instance, &left, tour + step);
    if (length) {
        *length = tsp_tour_length(instance, tour, count, false);
    }

done:
    tsp_candidates_deinit(&lists);
    free(left.nodes);
    free(left.points);
    return status;
}
