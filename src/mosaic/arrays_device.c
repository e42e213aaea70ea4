#include "arrays_device.h"

#include <stdlib.h>

#include "base/memory.h"
#include "problem_device.h"

enum buffer { WORDS, INDIVIDUALS, PROBLEM };
_Static_assert(PROBLEM + MOSAIC_PROBLEM_BUFFERS == MOSAIC_ARRAYS_BUFFERS, "each has a row in the plan");

/* Arguments of the kernel. */
enum { COUNT = PROBLEM + MOSAIC_COUNT_ARGUMENT, BUDGET = PROBLEM + MOSAIC_PROBLEM_ARGUMENTS };

struct mosaic_arrays_device {
    struct ocl_session *session;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[MOSAIC_ARRAYS_BUFFERS];
};

void mosaic_arrays_device_plan(const struct swarm_instance *instance, const struct swarm_device *device, uint32_t width,
                               uint32_t individuals, struct ocl_buffer buffers[MOSAIC_ARRAYS_BUFFERS])
{
    const uint64_t words = ARRAY_WORDS(instance->info.node_count);
    buffers[WORDS] = (struct ocl_buffer){"individual_words", individuals * words * 4, NULL};
    buffers[INDIVIDUALS] = (struct ocl_buffer){"individuals", individuals * sizeof(struct mosaic_individual), NULL};
    mosaic_problem_plan(instance, device, width, buffers + PROBLEM);
}

/* Work-items of a group. */
static uint32_t group_of(const struct swarm_device *device)
{
    return device->type == SWARM_DEVICE_CPU ? 1 : 32;
}

enum swarm_status mosaic_arrays_device_build(struct ocl_session *session, const struct swarm_instance *instance,
                                             const char *dump_path, cl_program *program)
{
    const struct ocl_define group = {"ARRAY_GROUP_SIZE", group_of(session->device), NULL};
    return mosaic_problem_build(session, instance, "mosaic/improve_array.cl", &group, 1, dump_path, program);
}

enum swarm_status mosaic_arrays_device_create(struct ocl_session *session, cl_program program,
                                              const struct mosaic_problem *problem, uint32_t individuals, uint64_t seed,
                                              struct mosaic_arrays_device **made)
{
    struct mosaic_arrays_device *device = *made = base_array(1, sizeof *device);
    enum swarm_status status = SWARM_OK;
    if (!device) {
        return base_fail_memory(session->env);
    }
    struct ocl_buffer *buffers = device->buffers;
    device->session = session;
    mosaic_arrays_device_plan(problem->instance, session->device, problem->width, individuals, buffers);
    TRY(ocl_kernel_create(session, program, "mosaic_improve_array", &device->kernel));
    for (unsigned i = 0; i < PROBLEM; ++i) {
        TRY(ocl_buffer_create(session, &buffers[i]));
        TRY(ocl_kernel_set(session, &device->kernel, i, &OCL_ARGUMENT(buffers[i].memory), 1));
    }
    TRY(mosaic_problem_send(session, problem, buffers + PROBLEM));
    TRY(mosaic_problem_set(session, &device->kernel, PROBLEM, problem, buffers + PROBLEM, seed));
    return SWARM_OK;

fail:
    mosaic_arrays_device_destroy(made);
    return status;
}

void mosaic_arrays_device_destroy(struct mosaic_arrays_device **device)
{
    if (!*device) {
        return;
    }
    ocl_kernel_release(&(*device)->kernel);
    for (size_t i = 0; i < MOSAIC_ARRAYS_BUFFERS; ++i) {
        ocl_buffer_release(&(*device)->buffers[i]);
    }
    free(*device);
    *device = NULL;
}

static uint64_t bytes_of(const struct mosaic_population *population)
{
    return population->count * population->stride * sizeof *population->words;
}

enum swarm_status mosaic_arrays_device_send(struct mosaic_arrays_device *device,
                                            const struct mosaic_population *population)
{
    enum swarm_status status = SWARM_OK;
    TRY(ocl_buffer_write(device->session, &device->buffers[WORDS], 0, bytes_of(population), population->words));
    TRY(ocl_buffer_write(device->session, &device->buffers[INDIVIDUALS], 0,
                         population->count * sizeof *population->individuals, population->individuals));

fail:
    return status;
}

/* NDRange of mosaic_improve_array
 *   global = { individuals rounded up to whole groups }
 *   local  = { group }   1 on CPUs
 */
enum swarm_status mosaic_arrays_device_improve(struct mosaic_arrays_device *device,
                                               struct mosaic_population *population, uint32_t budget)
{
    const uint32_t group = group_of(device->session->device);
    const struct ocl_ndrange range = {{ocl_round_up(population->count, group), 1}, {group, 1}};
    enum swarm_status status = SWARM_OK;
    TRY(ocl_kernel_set(device->session, &device->kernel, COUNT, &OCL_ARGUMENT(population->count), 1));
    TRY(ocl_kernel_set(device->session, &device->kernel, BUDGET, &OCL_ARGUMENT(budget), 1));
    TRY(ocl_kernel_enqueue(device->session, &device->kernel, range));
    TRY(ocl_buffer_read(device->session, &device->buffers[INDIVIDUALS], 0,
                        population->count * sizeof *population->individuals, population->individuals));

fail:
    return status;
}

enum swarm_status mosaic_arrays_device_fetch(struct mosaic_arrays_device *device, struct mosaic_population *population)
{
    return ocl_buffer_read(device->session, &device->buffers[WORDS], 0, bytes_of(population), population->words);
}
