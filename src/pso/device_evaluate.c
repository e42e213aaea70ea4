/* device_evaluate.c - evaluates the objective at given points on a device. */
#include <stdlib.h>

#include "base/memory.h"
#include "device.h"

enum { POSITIONS, CONSTANTS, VALUES, DATA, BUFFERS };
static const char *const names[BUFFERS] = {"positions", "constants", "values", "data_numbers"};

struct evaluation {
    struct ocl_session session;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[BUFFERS];
    cl_program program;
    void *numbers; /* the host's copy of the constants, later of the data, of the positions, and of the values */
};

static enum swarm_status prepare(struct evaluation *e, const struct pso_settings *s, size_t count)
{
    static const char *const kernels[] = {"pso/evaluate.cl", NULL};
    const struct pso_shape shape = {.lanes = 1, .group_size = 1};
    const size_t counts[BUFFERS] = {count * s->dimensions, pso_constant_count(s), count, s->data_count};
    const size_t number = (size_t)s->precision / 8;
    for (int i = 0; i < BUFFERS; ++i) {
        e->buffers[i] = (struct ocl_buffer){names[i], counts[i] * number, NULL};
    }
    e->numbers = base_array(counts[POSITIONS] + counts[CONSTANTS] + counts[DATA], number);
    TRY(e->numbers ? SWARM_OK : base_fail_memory(e->session.env));
    TRY(pso_program_build(&e->session, s, &shape, kernels, NULL, &e->program));
    TRY(ocl_kernel_create(&e->session, e->program, "pso_evaluate", &e->kernel));
    return ocl_kernel_take_buffers(&e->session, &e->kernel, names, e->buffers, BUFFERS);
}

static enum swarm_status evaluate(struct evaluation *e, const struct pso_settings *s, struct pso_evaluation wanted)
{
    const struct pso_reference *reference = pso_reference_of(s->precision);
    const uint32_t stride = (uint32_t)wanted.count, ranks = wanted.violations;
    const uint32_t key_0 = (uint32_t)wanted.seed, key_1 = (uint32_t)(wanted.seed >> 32);
    const uint32_t data_count = s->data_count;
    const struct ocl_buffer *buffers = e->buffers;
    reference->constants(s, INT64_MIN, e->numbers);
    TRY(ocl_buffer_write(&e->session, &buffers[CONSTANTS], 0, buffers[CONSTANTS].bytes, e->numbers));
    for (size_t k = 0; k < data_count; ++k) {
        pso_number_store(e->numbers, s->precision, k, s->data[k]);
    }
    TRY(data_count > 0 ? ocl_buffer_write(&e->session, &buffers[DATA], 0, buffers[DATA].bytes, e->numbers) : SWARM_OK);
    for (size_t k = 0; k < wanted.count * s->dimensions; ++k) {
        pso_number_store(e->numbers, s->precision, (k % s->dimensions) * stride + k / s->dimensions, wanted.points[k]);
    }
    TRY(ocl_buffer_write(&e->session, &buffers[POSITIONS], 0, buffers[POSITIONS].bytes, e->numbers));
    TRY(OCL_GIVE(&e->session, &e->kernel, OCL_VALUE(stride), OCL_VALUE(ranks), OCL_VALUE(key_0), OCL_VALUE(key_1),
                 OCL_VALUE(data_count)));
    TRY(ocl_kernel_enqueue(&e->session, &e->kernel, (struct ocl_ndrange){{stride, 1}, {1, 1}}));
    TRY(ocl_buffer_read(&e->session, &buffers[VALUES], 0, buffers[VALUES].bytes, e->numbers));
    for (size_t k = 0; k < wanted.count; ++k) {
        const double value = pso_number_load(e->numbers, s->precision, k);
        wanted.values[k] = wanted.violations ? reference->violation(value) : value;
    }
    return SWARM_OK;
}

enum swarm_status pso_evaluate_device(struct base_env *env, const struct pso_settings *s, struct search_devices devices,
                                      struct pso_evaluation wanted)
{
    struct evaluation *e = base_array(1, sizeof *e); /* allocated because a session is too large for small stacks */
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, e && wanted.count <= UINT32_MAX / s->dimensions ? SWARM_OK : base_fail_memory(env));
    TRY_OR(done, ocl_session_open(env, devices.list, devices.indices[0], false, &e->session));
    TRY_OR(done, prepare(e, s, wanted.count));
    TRY_OR(done, evaluate(e, s, wanted));

done:
    if (e) {
        ocl_kernels_release(&e->kernel, 1, e->buffers, BUFFERS, &e->program);
        ocl_session_close(&e->session);
        free(e->numbers);
        free(e);
    }
    return status;
}
