/* swarms_launches [DEVICE [LAUNCHES]] - wall seconds of an empty launch, queued one after another like iterations: the
 * least and the median of some stretches of LAUNCHES. One JSON document on stdout. Exit code 1: it failed; 2: no such
 * device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "ocl/program.h"
#include "ocl/selector.h"
#include "ocl/session.h"

enum { STRETCHES = 9, LAUNCHES = 20000, GROUP = 32 };

/* The kernel may write, so that no driver drops the launch. */
static const char source[] = "__kernel void swarms_empty(__global uint *words, const uint written)\n"
                             "{\n"
                             "    if (get_global_id(0) < written) {\n"
                             "        words[get_global_id(0)] = written;\n"
                             "    }\n"
                             "}\n";

struct bench {
    struct base_env env;
    struct ocl_device_list devices;
    struct ocl_session session;
    struct ocl_kernel kernel;
    struct ocl_buffer words;
};

static enum swarm_status open_bench(struct bench *bench, const char *selector)
{
    const struct ocl_source text = {"swarms/empty.cl", source, sizeof source - 1};
    const uint32_t written = 0;
    size_t index = 0, count = 0;
    cl_program program = NULL;
    TRY(ocl_device_list_init(&bench->env, &bench->devices));
    struct ocl_choice choice = {bench->devices.devices, bench->devices.count};
    TRY(ocl_selector_find(&bench->env, choice, NULL, selector, &index, 1, &count));
    if (count != 1) {
        return base_fail(&bench->env, SWARM_ERROR_INVALID_ARGUMENT, "%s: selects %zu devices", selector, count);
    }
    TRY(ocl_session_open(&bench->env, &bench->devices, index, false, &bench->session));
    TRY(ocl_program_build(&bench->session, &text, 1, NULL, 0, &program));
    const enum swarm_status status = ocl_kernel_create(&bench->session, program, "swarms_empty", &bench->kernel);
    clReleaseProgram(program);
    TRY(status);
    bench->words = (struct ocl_buffer){"words", GROUP * sizeof(uint32_t), NULL};
    TRY(ocl_buffer_create(&bench->session, &bench->words));
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(bench->words.memory), OCL_ARGUMENT(written)};
    return ocl_kernel_set(&bench->session, &bench->kernel, 0, arguments, 2);
}

static enum swarm_status measure(struct bench *bench, unsigned launches, double *seconds)
{
    const struct ocl_ndrange range = {{GROUP, 1}, {GROUP, 1}};
    TRY(ocl_session_finish(&bench->session));
    const double begin = base_seconds(&bench->env);
    for (unsigned i = 0; i < launches; ++i) {
        TRY(ocl_kernel_enqueue(&bench->session, &bench->kernel, range));
    }
    TRY(ocl_session_finish(&bench->session));
    *seconds = (base_seconds(&bench->env) - begin) / launches;
    return SWARM_OK;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int count, char **words)
{
    struct bench bench;
    double seconds[1 + STRETCHES]; /* the first warms up */
    const unsigned launches = count > 2 ? (unsigned)atoi(words[2]) : LAUNCHES;
    memset(&bench, 0, sizeof bench);
    base_env_init(&bench.env);
    enum swarm_status status = open_bench(&bench, count > 1 ? words[1] : "gpu");
    for (int i = 0; i < 1 + STRETCHES && status == SWARM_OK; ++i) {
        status = measure(&bench, launches > 0 ? launches : 1, &seconds[i]);
    }
    if (status == SWARM_OK) {
        qsort(seconds + 1, STRETCHES, sizeof seconds[0], compare);
        printf("{\"launches\": %u, \"stretches\": %d, \"seconds\": %.9g, \"median\": %.9g}\n", launches, STRETCHES,
               seconds[1], seconds[1 + STRETCHES / 2]);
    } else {
        fprintf(stderr, "swarms_launches: %s\n", bench.env.error ? bench.env.error : "failed");
    }
    ocl_buffer_release(&bench.words);
    ocl_kernel_release(&bench.kernel);
    ocl_session_close(&bench.session);
    ocl_device_list_deinit(&bench.devices);
    base_env_deinit(&bench.env);
    return status == SWARM_OK ? 0 : status == SWARM_ERROR_INVALID_ARGUMENT || status == SWARM_ERROR_NO_DEVICE ? 2 : 1;
}
