#include "missing.h"

#include <stdlib.h>

#include "base/memory.h"
#include "reduction_part.h"
#include "tour.h"

/* Edges from a node, to a node, or in either direction. */
enum direction { OUT, IN, EITHER };

static bool has_edge(const struct swarm_instance *instance, uint32_t from, uint32_t to, enum direction direction)
{
    return (direction != IN && !tsp_instance_is_missing(instance, from, to))
           || (direction != OUT && !tsp_instance_is_missing(instance, to, from));
}

/* Counts the edges at a node, up to 2. */
static unsigned count_edges(const struct swarm_instance *instance, uint32_t node, enum direction direction)
{
    unsigned count = 0;
    for (uint32_t other = 0; other < instance->info.node_count && count < 2; ++other) {
        count += other != node && has_edge(instance, node, other, direction);
    }
    return count;
}

static enum swarm_status check_degrees(struct base_env *env, const struct swarm_instance *instance,
                                       enum direction direction)
{
    static const char *const words[] = {" to another node", " from another node", ""};
    const uint32_t n = instance->info.node_count;
    const bool symmetric = instance->info.symmetric, path = direction == EITHER;
    const unsigned least = symmetric && !path && n > 2 ? 2 : 1;
    for (uint32_t node = 0; node < n && n > 1; ++node) {
        const unsigned count = count_edges(instance, node, direction);
        if (count < least) {
            return base_fail(env, SWARM_ERROR_INPUT,
                             "instance \"%s\": found %s edge%s at node %s, expected %u or more, as a %s needs",
                             instance->info.name, count > 0 ? "one" : "no", symmetric ? "" : words[direction],
                             NAME(node), least, path ? "path" : "closed tour");
        }
    }
    return SWARM_OK;
}

/* Refuses nodes that no edges in this direction connect with node 0. */
static enum swarm_status check_connection(struct base_env *env, const struct swarm_instance *instance,
                                          enum direction direction)
{
    const uint32_t n = instance->info.node_count;
    uint32_t *queue, found = 1;
    bool *reached = NULL;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, BASE_MAKE(env, queue, n));
    TRY_OR(done, BASE_MAKE(env, reached, n));
    reached[0] = true;
    for (uint32_t next = 0; next < found; ++next) {
        for (uint32_t node = 0; node < n; ++node) {
            if (!reached[node] && has_edge(instance, queue[next], node, direction)) {
                reached[node] = true;
                queue[found++] = node;
            }
        }
    }
    for (uint32_t node = 0; status == SWARM_OK && node < n; ++node) {
        if (!reached[node]) {
            status =
                base_fail(env, SWARM_ERROR_INPUT,
                          "instance \"%s\": found no edges that lead from node %s to node %s, expected a connection",
                          instance->info.name, NAME(direction == IN ? node : 0), NAME(direction == IN ? 0 : node));
        }
    }
done:
    free(queue);
    free(reached);
    return status;
}

enum swarm_status tsp_missing_check(struct base_env *env, const struct swarm_instance *instance,
                                    const struct tsp_conditions *conditions)
{
    const bool symmetric = instance->info.symmetric;
    const enum direction first = conditions->path ? EITHER : OUT, last = conditions->path ? EITHER
                                                                         : symmetric      ? OUT
                                                                                          : IN;
    if (instance->info.no_edge == 0) {
        return SWARM_OK;
    }
    for (size_t k = 0; k < conditions->fixed_count; ++k) {
        const uint32_t from = conditions->fixed[k][0], to = conditions->fixed[k][1];
        if (tsp_instance_is_missing(instance, from, to)) {
            return base_fail(env, SWARM_ERROR_INPUT, "fixed %s %s-%s: the matrix has no such edge",
                             symmetric ? "edge" : "arc", NAME(from), NAME(to));
        }
    }
    for (enum direction direction = first; direction <= last; ++direction) {
        TRY(check_degrees(env, instance, direction));
    }
    for (enum direction direction = first; direction <= last; ++direction) {
        TRY(check_connection(env, instance, direction));
    }
    return SWARM_OK;
}

enum swarm_status tsp_missing_refuse(struct base_env *env, const struct swarm_instance *instance, bool path,
                                     const uint32_t *tour, size_t count, enum swarm_status failure, const char *what)
{
    for (size_t k = 0; instance->info.no_edge > 0 && k + path < count; ++k) {
        const uint32_t from = tour[k], to = tour[k + 1 < count ? k + 1 : 0];
        if (tsp_instance_is_missing(instance, from, to)) {
            return base_fail(env, failure, "%s node %s to node %s", what, NAME(from), NAME(to));
        }
    }
    return SWARM_OK;
}

/* Measures a closed tour or an open path. SWARM_ERROR_VERIFICATION for a missing edge. */
static enum swarm_status measure(swarm_context *context, const struct swarm_instance *instance, bool path,
                                 const uint32_t *tour, size_t count, int64_t *length)
{
    struct base_env *env = base_env_of(context);
    TRY(tsp_tour_check(env, instance, tour, count));
    TRY(tsp_missing_refuse(env, instance, path, tour, count, SWARM_ERROR_VERIFICATION,
                           path ? "the path uses the missing edge from" : "the tour uses the missing edge from"));
    *length = tsp_tour_length(instance, tour, count, path);
    return SWARM_OK;
}

enum swarm_status swarm_tour_length(swarm_context *context, const swarm_instance *instance, const uint32_t *tour,
                                    size_t count, int64_t *length)
{
    return measure(context, instance, false, tour, count, length);
}

enum swarm_status swarm_path_length(swarm_context *context, const swarm_instance *instance, const uint32_t *path,
                                    size_t count, int64_t *length)
{
    return measure(context, instance, true, path, count, length);
}
