#include "problem_device.h"

#include <stdlib.h>

#include "base/memory.h"
#include "tsp/metric.h"

enum buffer { NEAR, NEAR_LENGTH, EDGES };
_Static_assert(EDGES + 1 == MOSAIC_PROBLEM_BUFFERS, "each has a row in the plan");

int mosaic_problem_metric(const struct swarm_instance *instance, const struct swarm_device *device)
{
    return tsp_metrics[instance->info.metric].on_device && device->fp64 ? (int)instance->info.metric : 0;
}

uint32_t mosaic_problem_edge_stride(const struct swarm_instance *instance, const struct swarm_device *device)
{
    return mosaic_problem_metric(instance, device) == 0         ? (uint32_t)instance->info.node_count
           : tsp_metrics[instance->info.metric].dimensions == 3 ? 4
                                                                : 2;
}

void mosaic_problem_plan(const struct swarm_instance *instance, const struct swarm_device *device, uint32_t width,
                         struct ocl_buffer buffers[MOSAIC_PROBLEM_BUFFERS])
{
    const uint64_t n = instance->info.node_count, lists = n * width * 4, partners = instance->partners ? n * 4 : 0;
    const uint64_t edges = n * mosaic_problem_edge_stride(instance, device);
    buffers[NEAR] = (struct ocl_buffer){"candidates", lists + partners, NULL};
    buffers[NEAR_LENGTH] = (struct ocl_buffer){"candidate_lengths", lists, NULL};
    buffers[EDGES] = mosaic_problem_metric(instance, device) != 0
                         ? (struct ocl_buffer){"points", edges * sizeof(double), NULL}
                         : (struct ocl_buffer){"distance", edges * 4, NULL};
}

static enum swarm_status send_distances(struct ocl_session *session, const struct mosaic_problem *problem,
                                        const struct ocl_buffer *distance)
{
    const uint32_t n = problem->n;
    enum swarm_status status = SWARM_OK;
    int32_t *row = base_array(n, sizeof *row);
    if (!row) {
        return base_fail_memory(session->env);
    }
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            row[j] = mosaic_length(problem, i, j);
        }
        TRY(ocl_buffer_write(session, distance, (uint64_t)i * n * 4, (uint64_t)n * 4, row));
    }

fail:
    free(row);
    return status;
}

enum swarm_status mosaic_problem_send(struct ocl_session *session, const struct mosaic_problem *problem,
                                      struct ocl_buffer buffers[MOSAIC_PROBLEM_BUFFERS])
{
    const uint64_t n = problem->n, lists = n * problem->width * 4;
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < MOSAIC_PROBLEM_BUFFERS; ++i) {
        TRY(ocl_buffer_create(session, &buffers[i]));
    }
    TRY(ocl_buffer_write(session, &buffers[NEAR], 0, lists, problem->near));
    if (problem->partners) {
        TRY(ocl_buffer_write(session, &buffers[NEAR], lists, n * 4, problem->partners));
    }
    TRY(ocl_buffer_write(session, &buffers[NEAR_LENGTH], 0, lists, problem->near_length));
    TRY(mosaic_problem_metric(problem->instance, session->device) != 0
            ? ocl_buffer_write(session, &buffers[EDGES], 0, buffers[EDGES].bytes, problem->points)
            : send_distances(session, problem, &buffers[EDGES]));

fail:
    return status;
}
