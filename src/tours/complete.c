/* complete.c - inserts the nodes that a tour lacks, each where it lengthens the tour least. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "tours.h"
#include "tsp/candidates.h"

enum {
    SCANNED = 1 << 25, /* largest product of new nodes and all nodes for which a new node tries all edges; takes 1 s */
    NEAREST = 10,      /* above SCANNED, nodes whose edges a new node tries: PER_QUADRANT each, then the nearest */
    PER_QUADRANT = 2
};

#define FIXED_GAIN ((int64_t)1 << 40) /* more than any insertion costs, so fixed edges come first */

struct frame {
    const struct swarm_instance *instance;
    struct tsp_conditions conditions; /* owned conditions that the tour must meet */
    uint32_t (*fixed)[2];             /* [node_count] nodes to which fixed edges lead; TSP_NO_NODE: none */
    uint32_t (*links)[2];             /* [node_count] nodes before and after; TSP_NO_NODE: an end of the path */
    uint32_t ends[2];                 /* first and last node; of a closed tour only the first is kept */
    bool *seen;                       /* [node_count] True for nodes of the tour */
    struct tsp_candidates near;       /* candidate lists of the nodes; nodes NULL: none */
};

/* An edge into which a node may be inserted. */
struct spot {
    int64_t cost;
    uint32_t from, to;
};

/* The distance from a to b; 0 if one is TSP_NO_NODE, which stands before the first node of a path and after the last.
 */
static int64_t distance(const struct frame *frame, uint32_t a, uint32_t b)
{
    return a == TSP_NO_NODE || b == TSP_NO_NODE ? 0 : tsp_instance_distance(frame->instance, a, b);
}

static int64_t is_fixed(const struct frame *frame, uint32_t a, uint32_t b)
{
    return a == TSP_NO_NODE   ? b == frame->conditions.start
           : b == TSP_NO_NODE ? a == frame->conditions.end
                              : frame->fixed[a][0] == b || frame->fixed[a][1] == b;
}

static void add_fixed(struct frame *frame, uint32_t a, uint32_t b)
{
    frame->fixed[a][frame->fixed[a][0] != TSP_NO_NODE] = b; /* a run refuses more than two */
}

/* Replaces *spot by the edge between two nodes if that costs less. */
static void try_edge(const struct frame *frame, uint32_t from, uint32_t node, uint32_t to, struct spot *spot)
{
    const int64_t fixed = is_fixed(frame, from, node) + is_fixed(frame, node, to) - 4 * is_fixed(frame, from, to);
    const int64_t cost =
        distance(frame, from, node) + distance(frame, node, to) - distance(frame, from, to) - fixed * FIXED_GAIN;
    if (cost < spot->cost) {
        *spot = (struct spot){cost, from, to};
    }
}

/* Finds the best of all edges. Time: O(n). */
static void try_all(const struct frame *frame, uint32_t node, struct spot *spot)
{
    const uint32_t end = frame->conditions.path ? TSP_NO_NODE : frame->ends[0];
    uint32_t at = frame->ends[0];
    if (frame->conditions.path) {
        try_edge(frame, TSP_NO_NODE, node, at, spot);
    }
    do {
        try_edge(frame, at, node, frame->links[at][1], spot);
        at = frame->links[at][1];
    } while (at != end);
}

static void try_edges_of(const struct frame *frame, uint32_t node, uint32_t other, struct spot *spot)
{
    if (other != TSP_NO_NODE && frame->seen[other]) {
        try_edge(frame, frame->links[other][0], node, other, spot);
        try_edge(frame, other, node, frame->links[other][1], spot);
    }
}

/* Finds the best of the edges at the nearest nodes, at nodes with a fixed edge to this one, and at the ends of a path.
 */
static void try_near(const struct frame *frame, uint32_t node, struct spot *spot)
{
    for (uint32_t k = 0; k < frame->near.length; ++k) {
        try_edges_of(frame, node, frame->near.nodes[(size_t)node * frame->near.length + k], spot);
    }
    for (int k = 0; k < 2; ++k) {
        try_edges_of(frame, node, frame->fixed[node][k], spot);
        try_edges_of(frame, node, frame->conditions.path ? frame->ends[k] : TSP_NO_NODE, spot);
    }
}

static void insert(struct frame *frame, uint32_t node, struct spot spot)
{
    const uint32_t around[2] = {spot.from, spot.to};
    for (int k = 0; k < 2; ++k) {
        frame->links[node][k] = around[k];
        if (around[k] == TSP_NO_NODE) {
            frame->ends[k] = node;
        } else {
            frame->links[around[k]][1 - k] = node;
        }
    }
    frame->seen[node] = true;
}

/* Inserts the missing nodes, `left` of them. A node far from the tour, or whose near edges are all fixed, waits for the
 * next pass; if all of them wait, the first of them tries all edges. */
static enum swarm_status insert_missing(struct base_env *env, struct frame *frame, uint32_t left)
{
    const uint32_t n = frame->instance->info.node_count;
    if (frame->instance->coordinates && (uint64_t)left * n > SCANNED) {
        frame->near = (struct tsp_candidates){.length = NEAREST, .per_quadrant = PER_QUADRANT};
        TRY(tsp_candidates_init(env, frame->instance, NULL, (double)INFINITY, &frame->near, 1));
    }
    for (bool all = !frame->near.nodes; left > 0;) {
        const uint32_t before = left;
        for (uint32_t node = 0; node < n; ++node) {
            struct spot spot = {.cost = INT64_MAX};
            if (frame->seen[node]) {
                continue;
            }
            TRY(base_check_reading(env, "the starting tour"));
            (all ? try_all : try_near)(frame, node, &spot);
            if (all || spot.cost < FIXED_GAIN) {
                insert(frame, node, spot);
                --left;
                all = !frame->near.nodes;
            }
        }
        all = all || left == before;
    }
    return SWARM_OK;
}

static void read_fixed(struct frame *frame)
{
    const struct tsp_conditions *conditions = &frame->conditions;
    for (uint32_t node = 0; node < frame->instance->info.node_count; ++node) {
        frame->fixed[node][0] = frame->fixed[node][1] = TSP_NO_NODE;
    }
    for (size_t k = 0; k < conditions->fixed_count; ++k) {
        add_fixed(frame, conditions->fixed[k][0], conditions->fixed[k][1]);
        if (frame->instance->info.symmetric) {
            add_fixed(frame, conditions->fixed[k][1], conditions->fixed[k][0]);
        }
    }
}

/* Makes a tour `full` of all nodes from `tour` [count]. */
static enum swarm_status complete(struct base_env *env, struct frame *frame, const uint32_t *tour, size_t count,
                                  uint32_t *full)
{
    const uint32_t n = frame->instance->info.node_count;
    const bool path = frame->conditions.path;
    read_fixed(frame);
    for (size_t k = 0; k < count; ++k) {
        if (tour[k] >= n || frame->seen[tour[k]]) {
            return base_fail(env, SWARM_ERROR_VERIFICATION,
                             "found node %lu at position %zu of the tour, expected nodes of the instance, each once",
                             (unsigned long)tour[k], k);
        }
        frame->seen[tour[k]] = true;
        frame->links[tour[k]][0] = k > 0 ? tour[k - 1] : path ? TSP_NO_NODE : tour[count - 1];
        frame->links[tour[k]][1] = k + 1 < count ? tour[k + 1] : path ? TSP_NO_NODE : tour[0];
    }
    frame->ends[0] = tour[0];
    frame->ends[1] = tour[count - 1];
    TRY(insert_missing(env, frame, n - (uint32_t)count));
    uint32_t at = frame->ends[0];
    for (uint32_t k = 0; k < n; ++k) {
        full[k] = at;
        at = frame->links[at][1];
    }
    return SWARM_OK;
}

enum swarm_status swarm_tour_complete(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                      size_t count, uint32_t **full)
{
    struct base_env *env = base_env_of(context);
    const struct swarm_instance *instance = params_input(params, BY_TOURS);
    if (!instance || !tour || count == 0) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "found no %s",
                         !instance ? "instance in the parameters" : "nodes in the tour");
    }
    struct frame frame = {.instance = instance};
    const size_t n = instance->info.node_count;
    enum swarm_status status = BASE_MAKE(env, *full, n);
    TRY_OR(done, status);
    TRY_OR(done, tours_conditions_read(env, params, &frame.conditions));
    TRY_OR(done, BASE_MAKE(env, frame.fixed, n));
    TRY_OR(done, BASE_MAKE(env, frame.links, n));
    TRY_OR(done, BASE_MAKE(env, frame.seen, n));
    status = complete(env, &frame, tour, count, *full);

done:
    if (status != SWARM_OK) {
        free(*full);
        *full = NULL;
    }
    tours_conditions_deinit(&frame.conditions);
    free(frame.fixed);
    free(frame.links);
    free(frame.seen);
    tsp_candidates_deinit(&frame.near);
    return status;
}
