/* Candidate lists, heuristic and anchors of a colony. */
#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cl/aco/edge_math.h"
#include "bound/lists.h"

/* Copies the candidates to rows [n][stride], padded with the row's own node; NULL if memory ran out. */
static uint32_t *padded(const struct tsp_candidates *candidates, uint32_t stride)
{
    uint32_t *nodes = base_array((size_t)candidates->node_count * stride, sizeof *nodes);
    for (uint32_t i = 0; nodes && i < candidates->node_count; ++i) {
        uint32_t *row = nodes + (size_t)i * stride;
        memcpy(row, candidates->nodes + (size_t)i * candidates->length, candidates->length * sizeof *row);
        for (uint32_t k = candidates->length; k < stride; ++k) {
            row[k] = i;
        }
    }
    return nodes;
}

enum swarm_status aco_lists_init(struct base_env *env, const struct swarm_instance *instance,
                                 const struct aco_settings *settings, double deadline, struct aco_lists *lists)
{
    enum { KINDS = 3 };
    const uint32_t quarter = settings->search_length / 4;
    const uint32_t searched = settings->per_quadrant < quarter ? settings->per_quadrant : quarter;
    struct tsp_candidates kinds[KINDS] = {
        {.length = settings->candidates, .per_quadrant = settings->per_quadrant, .evaluations = settings->evaluations},
        {.length = settings->search_length, .per_quadrant = searched, .evaluations = settings->evaluations},
        {.length = settings->second_length},
    };
    const uint32_t strides[KINDS] = {settings->list_stride, settings->search_stride, settings->second_length};
    uint32_t **const nodes[KINDS] = {&lists->nodes, &lists->search, &lists->second};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, bound_candidates_init(env, instance, NULL, deadline, kinds, KINDS));
    for (int kind = 0; kind < KINDS; ++kind) {
        if (kinds[kind].length > 0 && kinds[kind].nodes) {
            *nodes[kind] = padded(&kinds[kind], strides[kind]);
            TRY_OR(done, *nodes[kind] ? SWARM_OK : base_fail_memory(env));
        }
    }

done:
    for (int kind = 0; kind < KINDS; ++kind) {
        tsp_candidates_deinit(&kinds[kind]);
    }
    return status;
}

void aco_lists_deinit(struct aco_lists *lists)
{
    free(lists->nodes);
    free(lists->search);
    free(lists->second);
    *lists = (struct aco_lists){0};
}

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
