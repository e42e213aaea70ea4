#include "improve.h"

#include <stdlib.h>
#include <string.h>

#include "array_words.h"
#include "base/memory.h"
#include "ocl/program.h"
#include "tsp/metric.h"

enum buffer { WORDS, COLONIES, NEAR, NEAR_LENGTH, EDGES };
_Static_assert(EDGES + 1 == MOSAIC_DEVICE_BUFFERS, "each has a row in the plan");

struct mosaic_device {
    struct base_env *env;
    const struct swarm_device *shown;
    const char *dump_path;
    const struct swarm_instance *instance;
    bool metric_on_device;
    uint32_t width, capacity, edge_stride, group;
    struct ocl_session *session;
    struct ocl_kernel improve;
    struct ocl_buffer buffers[MOSAIC_DEVICE_BUFFERS];
};

enum swarm_status mosaic_device_create(struct base_env *env, const struct swarm_device *shown, const char *dump_path,
                                       struct mosaic_device **made)
{
    struct mosaic_device *device = base_array(1, sizeof *device);
    if (!device) {
        return base_fail_memory(env);
    }
    *device = (struct mosaic_device){.env = env, .shown = shown, .dump_path = dump_path};
    *made = device;
    return SWARM_OK;
}

void mosaic_device_destroy(struct mosaic_device **device)
{
    if (!*device) {
        return;
    }
    ocl_kernel_release(&(*device)->improve);
    for (size_t i = 0; i < MOSAIC_DEVICE_BUFFERS; ++i) {
        ocl_buffer_release(&(*device)->buffers[i]);
    }
    free(*device);
    *device = NULL;
}

enum swarm_status mosaic_device_plan(struct mosaic_device *device, const struct swarm_instance *instance,
                                     uint32_t width, uint32_t capacity,
                                     struct swarm_plan_entry buffers[MOSAIC_DEVICE_BUFFERS])
{
    const struct swarm_device *shown = device->shown;
    const uint64_t n = instance->info.node_count, lists = n * width * 4, partners = instance->partners ? n * 4 : 0;
    const uint32_t dimensions = tsp_metrics[instance->info.metric].dimensions == 3 ? 4 : 2;
    device->instance = instance;
    device->width = width;
    device->capacity = capacity;
    device->metric_on_device = tsp_metrics[instance->info.metric].on_device && shown->fp64;
    device->edge_stride = device->metric_on_device ? dimensions : (uint32_t)n;
    device->group = shown->type == SWARM_DEVICE_CPU ? 1 : 32;
    device->buffers[WORDS] = (struct ocl_buffer){"colony_words", capacity * ARRAY_WORDS(n) * 4, NULL};
    device->buffers[COLONIES] = (struct ocl_buffer){"colonies", capacity * sizeof(struct mosaic_colony), NULL};
    device->buffers[NEAR] = (struct ocl_buffer){"candidates", lists + partners, NULL};
    device->buffers[NEAR_LENGTH] = (struct ocl_buffer){"candidate_lengths", lists, NULL};
    device->buffers[EDGES] = device->metric_on_device
                                 ? (struct ocl_buffer){"points", n * dimensions * sizeof(double), NULL}
                                 : (struct ocl_buffer){"distance", n * n * 4, NULL};
    for (size_t i = 0; i < MOSAIC_DEVICE_BUFFERS; ++i) {
        buffers[i] = (struct swarm_plan_entry){device->buffers[i].name, device->buffers[i].bytes};
    }
    return ocl_plan_check(device->env, shown, device->buffers, MOSAIC_DEVICE_BUFFERS);
}

enum swarm_status mosaic_device_build(struct mosaic_device *device, struct ocl_session *session)
{
    const struct ocl_source source = {.name = "mosaic/improve_array.cl"};
    const struct ocl_define defines[] = {
        {"METRIC", device->metric_on_device ? (int64_t)device->instance->info.metric : 0, NULL},
        {"JOINT", device->instance->joint, NULL},
        {"PARTNERS", device->instance->partners != NULL, NULL},
        {"ARRAY_GROUP_SIZE", device->group, NULL},
    };
    enum { DEFINES = sizeof defines / sizeof defines[0] };
    cl_program program = NULL;
    enum swarm_status status = SWARM_OK;
    device->session = session;
    if (device->dump_path) {
        char *text = NULL;
        TRY(ocl_program_text(device->session, &source, 1, defines, DEFINES, &text));
        status = ocl_program_dump(device->session, (const char *const *)&text, 1, device->dump_path);
        free(text);
        TRY(status);
    }
    TRY(ocl_program_build(device->session, &source, 1, defines, DEFINES, &program));
    TRY(ocl_kernel_create(device->session, program, "mosaic_improve_array", &device->improve));

fail:
    if (program) {
        clReleaseProgram(program);
    }
    return status;
}

enum swarm_status mosaic_device_send_edges(struct ocl_session *session, const struct ocl_buffer *edges,
                                           const struct mosaic_problem *problem, bool points)
{
    const uint32_t n = problem->n;
    enum swarm_status status = SWARM_OK;
    if (points) {
        return ocl_buffer_write(session, edges, 0, edges->bytes, problem->points);
    }
    int32_t *row = base_array(n, sizeof *row);
    if (!row) {
        return base_fail_memory(session->env);
    }
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            row[j] = mosaic_length(problem, i, j);
        }
        TRY(ocl_buffer_write(session, edges, (uint64_t)i * n * 4, (uint64_t)n * 4, row));
    }

fail:
    free(row);
    return status;
}

enum swarm_status mosaic_device_prepare(struct mosaic_device *device, const struct mosaic_problem *problem,
                                        uint64_t seed)
{
    struct ocl_buffer *buffers = device->buffers;
    struct ocl_session *session = device->session;
    const uint32_t zero = 0, low = (uint32_t)seed, high = (uint32_t)(seed >> 32);
    enum swarm_status status = SWARM_OK;
    for (size_t i = WORDS; i <= EDGES; ++i) {
        TRY(ocl_buffer_create(session, &buffers[i]));
    }
    const uint64_t lists = (uint64_t)problem->n * problem->width * 4;
    TRY(ocl_buffer_write(session, &buffers[NEAR], 0, lists, problem->near));
    if (problem->partners) {
        TRY(ocl_buffer_write(session, &buffers[NEAR], lists, (uint64_t)problem->n * 4, problem->partners));
    }
    TRY(ocl_buffer_write(session, &buffers[NEAR_LENGTH], 0, lists, problem->near_length));
    TRY(mosaic_device_send_edges(session, &buffers[EDGES], problem, device->metric_on_device));
    const struct ocl_argument arguments[] = {
        OCL_ARGUMENT(buffers[WORDS].memory),
        OCL_ARGUMENT(buffers[COLONIES].memory),
        OCL_ARGUMENT(buffers[NEAR].memory),
        OCL_ARGUMENT(buffers[NEAR_LENGTH].memory),
        OCL_ARGUMENT(buffers[EDGES].memory),
        OCL_ARGUMENT(device->edge_stride),
        OCL_ARGUMENT(problem->n),
        OCL_ARGUMENT(problem->width),
        OCL_ARGUMENT(zero),
        OCL_ARGUMENT(low),
        OCL_ARGUMENT(high),
        OCL_ARGUMENT(zero),
    };
    TRY(ocl_kernel_set(session, &device->improve, 0, arguments, sizeof arguments / sizeof arguments[0]));

fail:
    return status;
}

enum swarm_status mosaic_device_send(struct mosaic_device *device, const struct mosaic_population *population)
{
    enum swarm_status status = SWARM_OK;
    TRY(ocl_buffer_write(device->session, &device->buffers[WORDS], 0, population->count * population->stride * 4,
                         population->words));
    TRY(ocl_buffer_write(device->session, &device->buffers[COLONIES], 0,
                         population->count * sizeof(struct mosaic_colony), population->colonies));

fail:
    return status;
}

/* NDRange of mosaic_improve_array
 *   global = { colonies rounded up to whole groups }
 *   local  = { group }   1 on CPUs
 */
enum swarm_status mosaic_device_improve(struct mosaic_device *device, struct mosaic_population *population,
                                        uint32_t budget)
{
    enum { COUNT_ARGUMENT = 8, BUDGET_ARGUMENT = 11 };
    const struct ocl_ndrange range = {{ocl_round_up(population->count, device->group), 1}, {device->group, 1}};
    enum swarm_status status = SWARM_OK;
    TRY(ocl_kernel_set(device->session, &device->improve, COUNT_ARGUMENT, &OCL_ARGUMENT(population->count), 1));
    TRY(ocl_kernel_set(device->session, &device->improve, BUDGET_ARGUMENT, &OCL_ARGUMENT(budget), 1));
    TRY(ocl_kernel_enqueue(device->session, &device->improve, range));
    TRY(ocl_buffer_read(device->session, &device->buffers[COLONIES], 0,
                        population->count * sizeof(struct mosaic_colony), population->colonies));

fail:
    return status;
}

enum swarm_status mosaic_device_fetch(struct mosaic_device *device, struct mosaic_population *population)
{
    return ocl_buffer_read(device->session, &device->buffers[WORDS], 0, population->count * population->stride * 4,
                           population->words);
}
