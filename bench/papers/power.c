/* papers_power SOURCE DEVICE REPEATS N... - device time of choice-info with exact and with fast powers (power.cl) on
 * matrices of N x N, N rounded up to whole rows of 64 as in the product. One JSON document on stdout. For Fig. 6 of
 * Cecilia et al. (2013). Exit code 2: wrong arguments; 1: any other failure. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "probe.h"

#define ALPHA 1.0f
#define BETA  2.0f

enum { GROUP = 256 };

/* Largest difference between the two results. native_powr() has no guaranteed accuracy, so this only detects kernels
 * that do nothing. */
#define TOLERANCE 0.05f

enum { TRAILS, HEURISTIC, CHOICE_INFO, BUFFERS };

struct bench {
    struct probe probe;
    cl_program program;
    struct ocl_kernel exact, fast;
    struct ocl_buffer buffers[BUFFERS];
    float *values; /* [count] elements of the largest matrix */
};

static enum swarm_status open_bench(struct bench *bench, const char *path, const char *device)
{
    TRY(probe_open(&bench->probe, path, device));
    TRY(probe_build(&bench->probe, "-cl-std=CL1.2", &bench->program));
    TRY(ocl_kernel_create(&bench->probe.session, bench->program, "papers_power_exact", &bench->exact));
    return ocl_kernel_create(&bench->probe.session, bench->program, "papers_power_fast", &bench->fast);
}

static int close_bench(struct bench *bench, enum swarm_status status)
{
    for (int i = 0; i < BUFFERS; ++i) {
        ocl_buffer_release(&bench->buffers[i]);
    }
    ocl_kernel_release(&bench->exact);
    ocl_kernel_release(&bench->fast);
    if (bench->program) {
        clReleaseProgram(bench->program);
    }
    free(bench->values);
    return probe_close(&bench->probe, "papers_power", status);
}

/* Mean seconds of `repeats` runs; *checked: one element of the result. */
static enum swarm_status measure(struct bench *bench, const struct ocl_kernel *kernel, size_t count, unsigned repeats,
                                 double *seconds, float *checked)
{
    struct ocl_session *session = &bench->probe.session;
    const float alpha = ALPHA, beta = BETA;
    const struct ocl_argument arguments[] = {
        OCL_ARGUMENT(bench->buffers[TRAILS].memory),
        OCL_ARGUMENT(bench->buffers[HEURISTIC].memory),
        OCL_ARGUMENT(bench->buffers[CHOICE_INFO].memory),
        OCL_ARGUMENT(alpha),
        OCL_ARGUMENT(beta),
    };
    TRY(ocl_kernel_set(session, kernel, 0, arguments, sizeof arguments / sizeof arguments[0]));
    TRY(probe_run(&bench->probe, kernel, (struct ocl_ndrange){{count, 1}, {GROUP, 1}}, repeats, seconds));
    return ocl_buffer_read(session, &bench->buffers[CHOICE_INFO], (count - 1) * sizeof *checked, sizeof *checked,
                           checked);
}

/* Measures one size and prints its line of the document. */
static enum swarm_status measure_size(struct bench *bench, unsigned long n, unsigned repeats, bool last)
{
    static const char *const names[BUFFERS] = {"trails", "heuristic", "choice_info"};
    const size_t count = n * ((n + 63) / 64 * 64);
    const size_t padded = ocl_round_up(count, GROUP);
    const float trail = 3.0f, heuristic = 0.01f;
    double exact = 0.0, fast = 0.0;
    float checked[2] = {0};
    free(bench->values);
    bench->values = malloc(padded * sizeof *bench->values);
    if (!bench->values) {
        return base_fail_memory(&bench->probe.env);
    }
    for (int i = 0; i < BUFFERS; ++i) {
        ocl_buffer_release(&bench->buffers[i]);
        bench->buffers[i] = (struct ocl_buffer){names[i], padded * sizeof *bench->values, NULL};
        TRY(ocl_buffer_create(&bench->probe.session, &bench->buffers[i]));
        for (size_t k = 0; k < padded; ++k) {
            bench->values[k] = (i == HEURISTIC ? heuristic : trail) * (1.0f + (float)(k % 64) / 64.0f);
        }
        TRY(ocl_buffer_write(&bench->probe.session, &bench->buffers[i], 0, bench->buffers[i].bytes, bench->values));
    }
    TRY(measure(bench, &bench->exact, padded, repeats, &exact, &checked[0]));
    TRY(measure(bench, &bench->fast, padded, repeats, &fast, &checked[1]));
    const float expected = powf(trail * (1.0f + 63.0f / 64.0f), ALPHA) * powf(heuristic * (1.0f + 63.0f / 64.0f), BETA);
    for (int i = 0; i < 2; ++i) {
        if (!(fabsf(checked[i] / expected - 1.0f) < TOLERANCE)) {
            return base_fail(&bench->probe.env, SWARM_ERROR_VERIFICATION, "%s power: %g instead of %g",
                             i ? "fast" : "exact", (double)checked[i], (double)expected);
        }
    }
    printf("    {\"n\": %lu, \"edges\": %zu, \"exact\": %.9g, \"fast\": %.9g}%s\n", n, padded, exact, fast,
           last ? "" : ",");
    return SWARM_OK;
}

int main(int argc, char **argv)
{
    unsigned long repeats = argc > 4 ? strtoul(argv[3], NULL, 10) : 0;
    if (repeats == 0) {
        fprintf(stderr, "usage: papers_power SOURCE DEVICE REPEATS N...\n");
        return 2;
    }
    struct bench bench = {.program = NULL};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, open_bench(&bench, argv[1], argv[2]));
    printf("{\n  \"alpha\": %g, \"beta\": %g,\n  \"device\": \"%s\",\n  \"rows\": [\n", (double)ALPHA, (double)BETA,
           bench.probe.session.device->name);
    for (int i = 4; i < argc; ++i) {
        TRY_OR(done, measure_size(&bench, strtoul(argv[i], NULL, 10), (unsigned)repeats, i + 1 == argc));
    }
    printf("  ]\n}\n");

done:
    return close_bench(&bench, status);
}
