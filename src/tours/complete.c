/* complete.c - inserts the nodes that a tour lacks, each where it lengthens the tour least. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tours.h"

#define FIXED_GAIN ((int64_t)1 << 40) /* more than any insertion costs, so fixed edges come first */

struct frame {
    const struct swarm_instance *instance;
    struct tsp_conditions conditions; /* owned */
    uint32_t (*fixed)[2];             /* [node_count] nodes to which fixed edges lead; TSP_NO_NODE: none */
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

/* Inserts a node into the tour [count]. Time: O(count). */
static void insert(const struct frame *frame, uint32_t *tour, size_t count, uint32_t node)
{
    const bool path = frame->conditions.path;
    int64_t least = INT64_MAX;
    size_t best = count;
    for (size_t at = path ? 0 : 1; at <= count; ++at) {
        const uint32_t from = at > 0 ? tour[at - 1] : TSP_NO_NODE, to = at < count ? tour[at]
                                                                        : path     ? TSP_NO_NODE
                                                                                   : tour[0];
        const int64_t fixed = is_fixed(frame, from, node) + is_fixed(frame, node, to) - 4 * is_fixed(frame, from, to);
        const int64_t cost =
            distance(frame, from, node) + distance(frame, node, to) - distance(frame, from, to) - fixed * FIXED_GAIN;
        if (cost < least) {
            least = cost;
            best = at;
        }
    }
    memmove(tour + best + 1, tour + best, (count - best) * sizeof *tour);
    tour[best] = node;
}

/* Copies `tour` [count] to `full`, and adds the nodes that are missing. seen [node_count] is zeroed. */
static enum swarm_status complete(struct base_env *env, struct frame *frame, const uint32_t *tour, size_t count,
                                  uint32_t *full, bool *seen)
{
    const uint32_t n = frame->instance->info.node_count;
    const struct tsp_conditions *conditions = &frame->conditions;
    for (uint32_t node = 0; node < n; ++node) {
        frame->fixed[node][0] = frame->fixed[node][1] = TSP_NO_NODE;
    }
    for (size_t k = 0; k < conditions->fixed_count; ++k) {
        add_fixed(frame, conditions->fixed[k][0], conditions->fixed[k][1]);
        if (frame->instance->info.symmetric) {
            add_fixed(frame, conditions->fixed[k][1], conditions->fixed[k][0]);
        }
    }
    for (size_t k = 0; k < count; ++k) {
        if (tour[k] >= n || seen[tour[k]]) {
            return base_fail(env, SWARM_ERROR_VERIFICATION,
                             "found node %lu at position %zu of the tour, expected nodes of the instance, each once",
                             (unsigned long)tour[k], k);
        }
        seen[tour[k]] = true;
        full[k] = tour[k];
    }
    for (uint32_t node = 0; node < n; ++node) {
        TRY(base_check_reading(env, "the tour to start from"));
        if (!seen[node]) {
            insert(frame, full, count++, node);
        }
    }
    return SWARM_OK;
}

enum swarm_status swarm_tour_complete(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                      size_t count, uint32_t **full)
{
    struct base_env *env = base_env_of(context);
    if (!params || !params->instance || !tour || count == 0) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "found no %s",
                         !params || !params->instance ? "instance in the parameters" : "nodes in the tour");
    }
    struct frame frame = {.instance = params->instance};
    const size_t n = params->instance->info.node_count;
    bool *seen = NULL;
    enum swarm_status status = BASE_MAKE(env, *full, n);
    TRY_OR(done, status);
    TRY_OR(done, tours_conditions_read(env, &params->options, params->instance, &frame.conditions));
    TRY_OR(done, BASE_MAKE(env, frame.fixed, n));
    TRY_OR(done, BASE_MAKE(env, seen, n));
    status = complete(env, &frame, tour, count, *full, seen);

done:
    if (status != SWARM_OK) {
        free(*full);
        *full = NULL;
    }
    tours_conditions_deinit(&frame.conditions);
    free(frame.fixed);
    free(seen);
    return status;
}
