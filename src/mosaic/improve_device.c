#include "improve.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ocl/program.h"
#include "problem_device.h"

enum buffer { WORDS, INDIVIDUALS, PROBLEM, NEAR = PROBLEM, NEAR_LENGTH, EDGES };
_Static_assert(PROBLEM + MOSAIC_PROBLEM_BUFFERS == MOSAIC_DEVICE_BUFFERS, "each has a row in the plan");

struct mosaic_device {
    struct base_env *env;
    const struct swarm_device *shown;
    const char *dump_path;
    const struct swarm_instance *instance;
    uint32_t width, capacity, group;
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
    const uint64_t n = instance->info.node_count;
    device->instance = instance;
    device->width = width;
    device->capacity = capacity;
    device->group = shown->type == SWARM_DEVICE_CPU ? 1 : 32;
    device->buffers[WORDS] = (struct ocl_buffer){"individual_words", capacity * ARRAY_WORDS(n) * 4, NULL};
    device->buffers[INDIVIDUALS] =
        (struct ocl_buffer){"individuals", capacity * sizeof(struct mosaic_individual), NULL};
    mosaic_problem_plan(instance, shown, width, device->buffers + PROBLEM);
    for (size_t i = 0; i < MOSAIC_DEVICE_BUFFERS; ++i) {
        buffers[i] = (struct swarm_plan_entry){device->buffers[i].name, device->buffers[i].bytes};
    }
    return ocl_plan_check(device->env, shown, device->buffers, MOSAIC_DEVICE_BUFFERS);
}

enum swarm_status mosaic_device_build(struct mosaic_device *device, struct ocl_session *session)
{
    const struct ocl_source source = {.name = "mosaic/improve_array.cl"};
    const struct ocl_define defines[] = {
        {"METRIC", mosaic_problem_metric(device->instance, device->shown), NULL},
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

enum swarm_status mosaic_device_prepare(struct mosaic_device *device, const struct mosaic_problem *problem,
                                        uint64_t seed)
{
    struct ocl_buffer *buffers = device->buffers;
    struct ocl_session *session = device->session;
    const uint32_t zero = 0, low = (uint32_t)seed, high = (uint32_t)(seed >> 32);
    enum swarm_status status = SWARM_OK;
    const uint32_t edge_stride = mosaic_problem_edge_stride(problem->instance, session->device);
    TRY(ocl_buffer_create(session, &buffers[WORDS]));
    TRY(ocl_buffer_create(session, &buffers[INDIVIDUALS]));
    TRY(mosaic_problem_send(session, problem, buffers + PROBLEM));
    const struct ocl_argument arguments[] = {
        OCL_ARGUMENT(buffers[WORDS].memory),
        OCL_ARGUMENT(buffers[INDIVIDUALS].memory),
        OCL_ARGUMENT(buffers[NEAR].memory),
        OCL_ARGUMENT(buffers[NEAR_LENGTH].memory),
        OCL_ARGUMENT(buffers[EDGES].memory),
        OCL_ARGUMENT(edge_stride),
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
    TRY(ocl_buffer_write(device->session, &device->buffers[INDIVIDUALS], 0,
                         population->count * sizeof(struct mosaic_individual), population->individuals));

fail:
    return status;
}

/* NDRange of mosaic_improve_array
 *   global = { individuals rounded up to whole groups }
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
    TRY(ocl_buffer_read(device->session, &device->buffers[INDIVIDUALS], 0,
                        population->count * sizeof(struct mosaic_individual), population->individuals));

fail:
    return status;
}

enum swarm_status mosaic_device_fetch(struct mosaic_device *device, struct mosaic_population *population)
{
    return ocl_buffer_read(device->session, &device->buffers[WORDS], 0, population->count * population->stride * 4,
                           population->words);
}
