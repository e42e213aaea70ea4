/* papers_lookback ROOT DEVICE REPEATS ANTS N - device time of the prefix sums of N weights for each of ANTS ants, by
 * one group per ant and by decoupled look-back (lookback.cl). ROOT: the source tree. One line of JSON on stdout. Exit
 * code 2: wrong arguments; 1: any other failure; SIGALRM: a group waited for a group that did not run. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "probe.h"

enum {
    TEAM = 128,    /* work-items per group, the default of the construction `work-group` */
    PATIENCE = 60, /* seconds until SIGALRM, for one kernel */
    CHECKED = 64   /* maximum number of rows that are compared with sequential sums */
};
enum { GROUP, LOOKBACK, KERNELS };
enum { WEIGHTS, SUMS, STATES, BUFFERS };

struct bench {
    struct probe probe;
    cl_program program;
    struct ocl_kernel kernels[KERNELS];
    struct ocl_buffer buffers[BUFFERS];
    uint32_t n, stride, rows;
    uint32_t *weights; /* [rows + stride] random; row r begins with number r; owned */
    uint64_t *row;     /* owned [stride] running sums of a row, read from the device */
    void *zeros;       /* owned zero bytes, as many as `states` has */
};

static enum swarm_status open_bench(struct bench *bench, const char *root, const char *device)
{
    static const char *const names[] = {"papers_scan_group", "papers_scan_lookback"};
    static char path[4096], options[4400]; /* static, because the probe borrows the path */
    snprintf(path, sizeof path, "%s/bench/papers/lookback.cl", root);
    snprintf(options, sizeof options,
             "-cl-std=CL1.2 -I %s -D TEAM_SIZE=%d -D TEAM_SEGMENT=16 -D TEAM_ANTS=1 -D TEAM_CODE=0", root, TEAM);
    TRY(probe_open(&bench->probe, path, device));
    TRY(probe_build(&bench->probe, options, &bench->program));
    for (int k = 0; k < KERNELS; ++k) {
        TRY(ocl_kernel_create(&bench->probe.session, bench->program, names[k], &bench->kernels[k]));
    }
    return SWARM_OK;
}

static enum swarm_status make_rows(struct bench *bench)
{
    static const char *const names[BUFFERS] = {"weights", "sums", "states"};
    const uint64_t cells = (uint64_t)bench->rows * bench->stride,
                   bytes[BUFFERS] = {cells * 4, cells * 8, 8 * (cells / (4 * TEAM) + bench->rows + bench->stride)};
    uint32_t word = 1;
    bench->weights = calloc((size_t)bench->rows + bench->stride, sizeof *bench->weights);
    bench->row = calloc(bench->stride, sizeof *bench->row);
    bench->zeros = calloc(1, (size_t)bytes[STATES]);
    TRY(bench->weights && bench->row && bench->zeros ? SWARM_OK : base_fail_memory(&bench->probe.env));
    for (uint32_t i = 0; i < bench->rows + bench->stride; ++i) {
        bench->weights[i] = word = word * 1664525u + 1013904223u;
    }
    for (int i = 0; i < BUFFERS; ++i) {
        bench->buffers[i] = (struct ocl_buffer){names[i], bytes[i], NULL};
        TRY(ocl_buffer_create(&bench->probe.session, &bench->buffers[i]));
    }
    for (uint64_t row = 0; row < bench->rows; ++row) {
        TRY(ocl_buffer_write(&bench->probe.session, &bench->buffers[WEIGHTS], row * bench->stride * 4,
                             bench->stride * 4, bench->weights + row));
    }
    return SWARM_OK;
}

/* Compares rows of sums, the first and the last among them, with sequential sums, and clears them afterwards. */
static enum swarm_status check(struct bench *bench)
{
    const uint64_t count = bench->rows < CHECKED ? bench->rows : CHECKED, bytes = bench->stride * sizeof *bench->row;
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t row = count > 1 ? i * (bench->rows - 1) / (count - 1) : 0;
        uint64_t sum = 0;
        TRY(ocl_buffer_read(&bench->probe.session, &bench->buffers[SUMS], row * bytes, bytes, bench->row));
        for (uint32_t j = 0; j < bench->n; ++j) {
            sum += bench->weights[row + j];
            if (bench->row[j] != sum) {
                return base_fail(&bench->probe.env, SWARM_ERROR_VERIFICATION,
                                 "row %" PRIu64 ", node %" PRIu32 ": found %" PRIu64 ", expected %" PRIu64, row, j,
                                 bench->row[j], sum);
            }
        }
        TRY(ocl_buffer_write(&bench->probe.session, &bench->buffers[SUMS], row * bytes, bytes, bench->zeros));
    }
    return SWARM_OK;
}

/* Prints the mean ms of a kernel with `items` weights per work-item, and lowers *least to it. */
static enum swarm_status measure(struct bench *bench, int which, uint32_t items, unsigned repeats, double *least)
{
    const uint32_t tiles = which == LOOKBACK ? (bench->stride + TEAM * items - 1) / (TEAM * items) : 1;
    const struct ocl_ndrange range = {{(size_t)tiles * bench->rows * TEAM, 1}, {TEAM, 1}};
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(bench->buffers[WEIGHTS].memory),
                                             OCL_ARGUMENT(bench->buffers[SUMS].memory), OCL_ARGUMENT(bench->stride),
                                             OCL_ARGUMENT(items), OCL_ARGUMENT(bench->buffers[STATES].memory)};
    double seconds = 0;
    TRY(ocl_buffer_write(&bench->probe.session, &bench->buffers[STATES], 0, bench->buffers[STATES].bytes,
                         bench->zeros));
    TRY(ocl_kernel_set(&bench->probe.session, &bench->kernels[which], 0, arguments, which == LOOKBACK ? 5 : 4));
    alarm(PATIENCE);
    TRY(probe_run(&bench->probe, &bench->kernels[which], range, repeats, &seconds));
    alarm(0);
    printf(", \"%s of %" PRIu32 ", ms\": %.4g", which == LOOKBACK ? "look-back" : "group", TEAM * items, 1e3 * seconds);
    *least = seconds < *least ? seconds : *least;
    return check(bench);
}

int main(int argc, char **argv)
{
    struct bench bench = {.program = NULL};
    enum swarm_status status = SWARM_OK;
    double least[KERNELS] = {1e9, 1e9};
    const unsigned repeats = argc == 6 ? (unsigned)atoi(argv[3]) : 0;
    bench.rows = argc == 6 ? (uint32_t)atoi(argv[4]) : 0;
    bench.n = argc == 6 ? (uint32_t)atoi(argv[5]) : 0;
    bench.stride = (bench.n + 63) / 64 * 64;
    const uint32_t run = (bench.stride / 4 + TEAM - 1) / TEAM * 4;
    if (repeats == 0 || bench.rows == 0 || bench.n <= 512) {
        fprintf(stderr, "usage: papers_lookback ROOT DEVICE REPEATS ANTS N, more than 512\n");
        return 2;
    }
    TRY_OR(done, open_bench(&bench, argv[1], argv[2]));
    TRY_OR(done, make_rows(&bench));
    printf("{\"aim\": \"ratio of look-back to group below 1\", \"device\": \"%s\", \"n\": %" PRIu32
           ", \"ants\": %" PRIu32,
           bench.probe.session.device->name, bench.n, bench.rows);
    for (uint32_t items = 4; items < run; items *= 2) {
        TRY_OR(done, measure(&bench, GROUP, items, repeats, &least[GROUP]));
        TRY_OR(done, measure(&bench, LOOKBACK, items, repeats, &least[LOOKBACK]));
    }
    TRY_OR(done, measure(&bench, GROUP, run, repeats, &least[GROUP])); /* one tile per row, as in the construction */
    printf(", \"ratio\": %.3g}\n", least[LOOKBACK] / least[GROUP]);

done:
    for (int i = 0; i < BUFFERS; ++i) {
        ocl_buffer_release(&bench.buffers[i]);
    }
    for (int k = 0; k < KERNELS; ++k) {
        ocl_kernel_release(&bench.kernels[k]);
    }
    if (bench.program) {
        clReleaseProgram(bench.program);
    }
    free(bench.weights);
    free(bench.row);
    free(bench.zeros);
    return probe_close(&bench.probe, "papers_lookback", status);
}
