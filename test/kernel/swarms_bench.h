/* swarms_bench.h - seconds of an empty launch, many queued one after another as the iterations of a swarm are. */
#ifndef SWARMCL_TEST_KERNEL_SWARMS_BENCH_H
#define SWARMCL_TEST_KERNEL_SWARMS_BENCH_H

#include <stdio.h>
#include <stdlib.h>

#include "ocl/program.h"

#include "on_devices.h"

enum { STRETCHES = 9, GROUP = 32 };

static uint32_t launches = 20000; /* number of launches in a measurement */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static enum swarm_status time_launches(struct ocl_session *session, const struct ocl_kernel *kernel)
{
    const struct ocl_ndrange range = {{GROUP, 1}, {GROUP, 1}};
    double seconds[1 + STRETCHES]; /* the first measurement only warms up */
    for (int k = 0; k < 1 + STRETCHES; ++k) {
        const double begin = base_seconds(&env);
        for (uint32_t i = 0; i < launches; ++i) {
            TRY(ocl_kernel_enqueue(session, kernel, range));
        }
        TRY(ocl_session_finish(session));
        seconds[k] = (base_seconds(&env) - begin) / launches;
    }
    qsort(seconds + 1, STRETCHES, sizeof seconds[0], by_size);
    printf("{\"launches\": %u, \"stretches\": %d, \"seconds\": %.9g, \"median\": %.9g}\n", (unsigned)launches,
           STRETCHES, seconds[1], seconds[1 + STRETCHES / 2]);
    return SWARM_OK;
}

static int bench(size_t device)
{
    static const char source[] =
        "__kernel void empty(__global uint *words, const uint written)\n" /* has a buffer argument, like the library's
                                                                             kernels */
        "{\n"
        "    if (get_global_id(0) < written) {\n"
        "        words[get_global_id(0)] = written;\n"
        "    }\n"
        "}\n";
    const struct ocl_source text = {"empty.cl", source, sizeof source - 1};
    const uint32_t written = 0;
    struct ocl_session session = {.queue = NULL};
    struct ocl_kernel kernel = {0};
    struct ocl_buffer words = {"words", GROUP * sizeof(uint32_t), NULL};
    cl_program program = NULL;
    enum swarm_status status = ocl_session_open(&env, &devices, device, false, &session);
    launches = asked.small ? 10 : launches;
    TRY_OR(done, status);
    TRY_OR(done, ocl_program_build(&session, &text, 1, NULL, 0, &program));
    TRY_OR(done, ocl_kernel_create(&session, program, "empty", &kernel));
    TRY_OR(done, ocl_buffer_create(&session, &words));
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(words.memory), OCL_ARGUMENT(written)};
    TRY_OR(done, ocl_kernel_set(&session, &kernel, 0, arguments, 2));
    TRY_OR(done, time_launches(&session, &kernel));

done:
    ocl_buffer_release(&words);
    ocl_kernel_release(&kernel);
    if (program) {
        clReleaseProgram(program);
    }
    ocl_session_close(&session);
    return status != SWARM_OK;
}

#endif
