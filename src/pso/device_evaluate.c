/* device_evaluate.c - values of given points, computed on a device. */
#include <stdlib.h>

#include "base/memory.h"
#include "device.h"
#include "reference.h"

enum swarm_status pso_evaluate_device(struct base_env *env, const struct pso_settings *s,
                                      const struct ocl_device_list *devices, size_t index, size_t count,
                                      const double *points, double *values)
{
    static const char *const kernels[] = {"pso/evaluate.cl", NULL};
    const struct pso_shape shape = {.lanes = 1, .group_size = 1};
    const size_t number = (size_t)s->precision / 8, n = s->dimensions;
    const size_t numbers_count = count * n > pso_constant_count(s) ? count * n : pso_constant_count(s);
    const uint32_t stride = (uint32_t)count;
    struct ocl_kernel kernel = {.handle = NULL};
    struct ocl_buffer positions = {"positions", (uint64_t)count * n * number, NULL};
    struct ocl_buffer constants = {"constants", (uint64_t)pso_constant_count(s) * number, NULL};
    struct ocl_buffer results = {"values", (uint64_t)count * number, NULL};
    cl_program program = NULL;
    enum swarm_status status = SWARM_OK;
    void *numbers = base_array(numbers_count, number);            /* of the positions, then of the values */
    struct ocl_session *session = base_array(1, sizeof *session); /* too large for small stacks */
    TRY_OR(done, session && numbers && count <= UINT32_MAX / n ? SWARM_OK : base_fail_memory(env));
    TRY_OR(done, ocl_session_open(env, devices, index, false, session));
    TRY_OR(done, pso_program_build(session, s, &shape, kernels, NULL, &program));
    TRY_OR(done, ocl_kernel_create(session, program, "pso_evaluate", &kernel));
    TRY_OR(done, ocl_buffer_create(session, &positions));
    TRY_OR(done, ocl_buffer_create(session, &constants));
    TRY_OR(done, ocl_buffer_create(session, &results));
    pso_reference_of(s->precision)->constants(s, INT64_MIN, numbers);
    TRY_OR(done, ocl_buffer_write(session, &constants, 0, constants.bytes, numbers));
    for (size_t k = 0; k < count * n; ++k) {
        pso_number_store(numbers, s->precision, (k % n) * count + k / n, points[k]);
    }
    TRY_OR(done, ocl_buffer_write(session, &positions, 0, positions.bytes, numbers));
    TRY_OR(done, OCL_GIVE(session, &kernel, OCL_NAMED("positions", positions.memory), OCL_VALUE(stride),
                          OCL_NAMED("constants", constants.memory), OCL_NAMED("values", results.memory)));
    TRY_OR(done, ocl_kernel_enqueue(session, &kernel, (struct ocl_ndrange){{count, 1}, {1, 1}}));
    TRY_OR(done, ocl_buffer_read(session, &results, 0, results.bytes, numbers));
    for (size_t k = 0; k < count; ++k) {
        values[k] = pso_number_load(numbers, s->precision, k);
    }

done:
    ocl_kernel_release(&kernel);
    if (program) {
        clReleaseProgram(program);
    }
    ocl_buffer_release(&positions);
    ocl_buffer_release(&constants);
    ocl_buffer_release(&results);
    if (session) {
        ocl_session_close(session);
    }
    free(session);
    free(numbers);
    return status;
}
