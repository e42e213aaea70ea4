#include "problem_device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tsp/metric.h"

enum buffer { NEAR, NEAR_LENGTH, EDGES };
_Static_assert(EDGES + 1 == MOSAIC_PROBLEM_BUFFERS, "each has a row in the plan");

/* METRIC_ of tsp_metric.h by which the device measures points; 0: it looks lengths up. */
static int metric_of(const struct swarm_instance *instance, const struct swarm_device *device)
{
    return tsp_metrics[instance->info.metric].on_device && device->fp64 ? (int)instance->info.metric : 0;
}

/* Elements from one node's points, or distances, to the next. */
static uint32_t edge_stride_of(const struct swarm_instance *instance, const struct swarm_device *device)
{
    return metric_of(instance, device) == 0                     ? (uint32_t)instance->info.node_count
           : tsp_metrics[instance->info.metric].dimensions == 3 ? 4
                                                                : 2;
}

void mosaic_problem_plan(const struct swarm_instance *instance, const struct swarm_device *device, uint32_t width,
                         struct ocl_buffer buffers[MOSAIC_PROBLEM_BUFFERS])
{
    const uint64_t n = instance->info.node_count, lists = n * width * 4, partners = instance->partners ? n * 4 : 0;
    const uint64_t edges = n * edge_stride_of(instance, device);
    buffers[NEAR] = (struct ocl_buffer){"candidates", lists + partners, NULL};
    buffers[NEAR_LENGTH] = (struct ocl_buffer){"candidate_lengths", lists, NULL};
    buffers[EDGES] = metric_of(instance, device) != 0 ? (struct ocl_buffer){"points", edges * sizeof(double), NULL}
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

/* Creates and fills the buffers. */
static enum swarm_status send_problem(struct ocl_session *session, const struct mosaic_problem *problem,
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
    TRY(metric_of(problem->instance, session->device) != 0
            ? ocl_buffer_write(session, &buffers[EDGES], 0, buffers[EDGES].bytes, problem->points)
            : send_distances(session, problem, &buffers[EDGES]));

fail:
    return status;
}

enum swarm_status mosaic_plan_check(struct base_env *env, const struct swarm_device *device,
                                    const struct ocl_buffer *buffers, size_t count, size_t times,
                                    struct swarm_plan_entry *entries)
{
    struct ocl_buffer all[32];
    for (size_t i = 0; i < times * count; ++i) {
        all[i] = buffers[i % count];
        entries[i % count] = (struct swarm_plan_entry){all[i].name, times * all[i].bytes};
    }
    return ocl_plan_check(env, device, all, times * count);
}

enum swarm_status mosaic_problem_build(struct ocl_session *session, const struct swarm_instance *instance,
                                       const char *source, const struct ocl_define *defines, size_t count,
                                       const char *dump_path, cl_program *program)
{
    const struct ocl_source file = {.name = source};
    struct ocl_define all[16] = {
        {"METRIC", metric_of(instance, session->device), NULL},
        {"JOINT", instance->joint, NULL},
        {"PARTNERS", instance->partners != NULL, NULL},
    };
    char *text = NULL;
    enum swarm_status status = SWARM_OK;
    memcpy(all + 3, defines, count * sizeof *defines);
    if (dump_path) {
        TRY(ocl_program_text(session, &file, 1, all, 3 + count, &text));
        TRY(ocl_program_dump(session, (const char *const *)&text, 1, dump_path));
    }
    TRY(ocl_program_build(session, &file, 1, all, 3 + count, program));

fail:
    free(text);
    return status;
}

enum swarm_status mosaic_kernel_create(struct ocl_session *session, cl_program program, const char *name,
                                       const char *const *own, size_t own_count, const struct mosaic_problem *problem,
                                       uint64_t seed, struct mosaic_kernel *kernel)
{
    struct ocl_buffer *buffers = kernel->buffers, *shared = buffers + own_count;
    const uint32_t key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32);
    const uint32_t edge_stride = edge_stride_of(problem->instance, session->device);
    enum swarm_status status = SWARM_OK;
    kernel->session = session;
    TRY(ocl_kernel_create(session, program, name, &kernel->kernel));
    for (size_t i = 0; i < own_count; ++i) {
        TRY(ocl_buffer_create(session, &buffers[i]));
        TRY(OCL_GIVE(session, &kernel->kernel, OCL_NAMED(own[i], buffers[i].memory)));
    }
    TRY(send_problem(session, problem, shared));
    TRY(OCL_GIVE(session, &kernel->kernel, OCL_NAMED("near_nodes", shared[NEAR].memory),
                 OCL_NAMED("near_length", shared[NEAR_LENGTH].memory), OCL_NAMED("edge_elements", shared[EDGES].memory),
                 OCL_VALUE(edge_stride), OCL_NAMED("n", problem->n), OCL_NAMED("width", problem->width),
                 OCL_VALUE(key_0), OCL_VALUE(key_1)));

fail:
    return status;
}

void mosaic_kernel_release(struct mosaic_kernel *kernel)
{
    ocl_kernel_release(&kernel->kernel);
    for (size_t i = 0; i < MOSAIC_BUFFERS_MOST; ++i) {
        ocl_buffer_release(&kernel->buffers[i]);
    }
    *kernel = (struct mosaic_kernel){.session = NULL};
}
