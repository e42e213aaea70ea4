#include <stdlib.h>

#include "base/memory.h"
#include "reduction_part.h"
#include "tour.h"

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

enum swarm_status tsp_conditions_check(struct base_env *env, const struct swarm_instance *instance,
                                       const struct tsp_conditions *conditions, const uint32_t *full,
                                       enum swarm_status failure)
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
    return status == SWARM_OK ? tsp_conditions_check(env, instance, conditions, full, SWARM_ERROR_VERIFICATION)
                              : status;
}
