#include <stdlib.h>

#include "base/memory.h"
#include "device_part.h"
#include "reference.h"

/* What pso_evaluate works on. */
struct evaluation {
    struct ocl_session session;
    struct ocl_kernel kernel;
    struct ocl_buffer positions, constants, values;
    void *numbers; /* of the positions, then of the values */
};

static void evaluation_deinit(struct evaluation *evaluation)
{
    ocl_kernel_release(&evaluation->kernel);
    ocl_buffer_release(&evaluation->positions);
    ocl_buffer_release(&evaluation->constants);
    ocl_buffer_release(&evaluation->values);
    ocl_session_close(&evaluation->session);
    free(evaluation->numbers);
}

static enum swarm_status open_evaluation(struct base_env *env, const struct pso_settings *s,
                                         const struct ocl_device_list *devices, size_t index,
                                         struct evaluation *evaluation)
{
    struct pso_program parts = {.text = NULL};
    cl_program program = NULL;
    enum swarm_status status = SWARM_OK;
    TRY(ocl_session_open(env, devices, index, false, &evaluation->session));
    TRY(pso_program_start(env, s, 1, &parts));
    pso_program_define(&parts, "GROUP_SIZE", 1, NULL);
    pso_program_add_file(&parts, "pso/evaluate.cl");
    TRY(pso_program_build(&evaluation->session, s->objective, &parts, NULL, &program));
    TRY(ocl_kernel_create(&evaluation->session, program, "pso_evaluate", &evaluation->kernel));

fail:
    if (program) {
        clReleaseProgram(program);
    }
    free(parts.text);
    return status;
}

enum swarm_status pso_evaluate_device(struct base_env *env, const struct pso_settings *s,
                                      const struct ocl_device_list *devices, size_t index, size_t count,
                                      const double *points, double *values)
{
    const size_t number = (size_t)s->precision / 8, n = s->dimensions;
    const uint32_t stride = (uint32_t)count;
    struct evaluation evaluation = {
        .positions = {"positions", (uint64_t)count * n * number, NULL},
        .constants = {"constants", (CONSTANT_COUNT + CONSTANT_ROWS * (uint64_t)n) * number, NULL},
        .values = {"values", (uint64_t)count * number, NULL},
    };
    enum swarm_status status = SWARM_OK;
    evaluation.numbers =
        base_array(count > CONSTANT_COUNT + CONSTANT_ROWS ? count : CONSTANT_COUNT + CONSTANT_ROWS, n * number);
    if (!evaluation.numbers || count > UINT32_MAX / n) {
        free(evaluation.numbers);
        return base_fail_memory(env);
    }
    TRY(open_evaluation(env, s, devices, index, &evaluation));
    TRY(ocl_buffer_create(&evaluation.session, &evaluation.positions));
    TRY(ocl_buffer_create(&evaluation.session, &evaluation.constants));
    TRY(ocl_buffer_create(&evaluation.session, &evaluation.values));
    pso_reference_of(s->precision)->constants(s, INT64_MIN, evaluation.numbers);
    TRY(ocl_buffer_write(&evaluation.session, &evaluation.constants, 0, evaluation.constants.bytes,
                         evaluation.numbers));
    for (size_t k = 0; k < count * n; ++k) {
        pso_number_store(evaluation.numbers, s->precision, (k % n) * count + k / n, points[k]);
    }
    TRY(ocl_buffer_write(&evaluation.session, &evaluation.positions, 0, evaluation.positions.bytes,
                         evaluation.numbers));
    TRY(OCL_GIVE(&evaluation.session, &evaluation.kernel, OCL_NAMED("positions", evaluation.positions.memory),
                 OCL_VALUE(stride), OCL_NAMED("constants", evaluation.constants.memory),
                 OCL_NAMED("values", evaluation.values.memory)));
    TRY(ocl_kernel_enqueue(&evaluation.session, &evaluation.kernel, (struct ocl_ndrange){{count, 1}, {1, 1}}));
    TRY(ocl_buffer_read(&evaluation.session, &evaluation.values, 0, evaluation.values.bytes, evaluation.numbers));
    for (size_t k = 0; k < count; ++k) {
        values[k] = pso_number_load(evaluation.numbers, s->precision, k);
    }

fail:
    evaluation_deinit(&evaluation);
    return status;
}
