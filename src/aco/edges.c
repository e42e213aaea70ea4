#include "edges.h"

#include "edge_math.h"

float aco_heuristic(const struct swarm_instance *instance, uint32_t i, uint32_t j, int32_t distance)
{
    const bool to_joint = instance->joint && j + 1 == instance->info.node_count;
    return heuristic_towards(distance, to_joint || tsp_instance_fixed(instance, i, j));
}

void aco_anchor_fill(uint32_t n, const uint32_t *tour, uint32_t *anchor)
{
    for (uint32_t pos = 0; pos < n; ++pos) {
        uint32_t *both = anchor + 2 * (size_t)(tour ? tour[pos] : pos);
        both[0] = tour ? tour[pos == 0 ? n - 1 : pos - 1] : n;
        both[1] = tour ? tour[pos + 1 == n ? 0 : pos + 1] : n;
    }
}
