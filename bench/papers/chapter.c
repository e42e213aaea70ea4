/* papers_chapter SOURCE DEVICE REPEATS N... - device time of Algorithms 5 and 7 of Angelo, Augusto and Barbosa (2013)
 * as published and with other layouts of memory (chapter.cl), with N ants on N random nodes each. One JSON document on
 * stdout. Exit code 2: wrong arguments; 1: any other failure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"

/* Ants of a work-group; the chapter gives no number. One on CPUs, elsewhere a warp. */
static size_t ants_of_group(const struct swarm_device *device)
{
    return device->type == SWARM_DEVICE_CPU ? 1 : 32;
}

enum { CHOICE_INFO, VISITED, PROBABILITIES, TOURS, STATES, DISTANCE, LENGTHS, PARTIAL, BUFFERS };

/* The layouts of memory: as published, and two others. */
static const struct layout {
    const char *name, *options;
    bool coalesced, local;
} layouts[] = {{"published", "-cl-std=CL1.2 -D COALESCED=0 -D LOCAL=0", false, false},
               {"coalesced", "-cl-std=CL1.2 -D COALESCED=1 -D LOCAL=0", true, false},
               {"local", "-cl-std=CL1.2 -D COALESCED=1 -D LOCAL=1", true, true}};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

struct bench {
    struct probe probe;
    cl_program programs[LAYOUTS];
    struct ocl_kernel construct[LAYOUTS], evaluate[LAYOUTS];
    struct ocl_buffer buffers[BUFFERS];
    uint32_t n;
    uint32_t *words, *tours, *found; /* owned [n][n] each: random words, tours of layout 0, results of a layout */
    bool *seen;                      /* owned [n] True for nodes that the checked tour has visited */
};

static void free_size(struct bench *bench)
{
    for (int i = 0; i < BUFFERS; ++i) {
        ocl_buffer_release(&bench->buffers[i]);
    }
    free(bench->words);
    free(bench->tours);
    free(bench->found);
    free(bench->seen);
    bench->words = bench->tours = bench->found = NULL;
    bench->seen = NULL;
}

static int close_bench(struct bench *bench, enum swarm_status status)
{
    free_size(bench);
    for (int i = 0; i < LAYOUTS; ++i) {
        ocl_kernel_release(&bench->construct[i]);
        ocl_kernel_release(&bench->evaluate[i]);
        if (bench->programs[i]) {
            clReleaseProgram(bench->programs[i]);
        }
    }
    return probe_close(&bench->probe, "papers_chapter", status);
}

static enum swarm_status open_bench(struct bench *bench, const char *path, const char *device)
{
    TRY(probe_open(&bench->probe, path, device));
    for (int i = 0; i < LAYOUTS; ++i) {
        struct ocl_session *session = &bench->probe.session;
        TRY(probe_build(&bench->probe, layouts[i].options, &bench->programs[i]));
        TRY(ocl_kernel_create(session, bench->programs[i], "papers_construct", &bench->construct[i]));
        TRY(ocl_kernel_create(session, bench->programs[i], "papers_evaluate", &bench->evaluate[i]));
    }
    return SWARM_OK;
}

/* Returns numbers from 1 to 1000, the same on every machine. */
static uint32_t next_number(uint32_t *state)
{
    *state = *state * 1103515245u + 12345u;
    return 1 + (*state >> 16) % 1000;
}

/* Creates the buffers of n ants on n nodes. */
static enum swarm_status open_size(struct bench *bench, uint32_t n, size_t group)
{
    const size_t cells = (size_t)n * n;
    const size_t bytes[BUFFERS] = {4 * cells, cells, 4 * cells, 4 * cells, 4 * n, 4 * cells, 4 * n, 4 * group * n};
    uint32_t state = n;
    free_size(bench);
    bench->n = n;
    bench->words = malloc(4 * cells);
    bench->tours = malloc(4 * cells);
    bench->found = malloc(4 * cells);
    bench->seen = malloc(n * sizeof *bench->seen);
    if (!bench->words || !bench->tours || !bench->found || !bench->seen) {
        return base_fail_memory(&bench->probe.env);
    }
    for (int i = 0; i < BUFFERS; ++i) {
        bench->buffers[i] = (struct ocl_buffer){"chapter", bytes[i], NULL};
        TRY(ocl_buffer_create(&bench->probe.session, &bench->buffers[i]));
    }
    for (size_t k = 0; k < cells; ++k) {
        bench->words[k] = next_number(&state);
    }
    TRY(ocl_buffer_write(&bench->probe.session, &bench->buffers[DISTANCE], 0, 4 * cells, bench->words));
    TRY(ocl_buffer_write(&bench->probe.session, &bench->buffers[STATES], 0, 4 * n, bench->words));
    for (size_t k = 0; k < cells; ++k) {
        const float choice = 1.0f / (float)bench->words[k];
        memcpy(&bench->words[k], &choice, sizeof choice);
    }
    return ocl_buffer_write(&bench->probe.session, &bench->buffers[CHOICE_INFO], 0, 4 * cells, bench->words);
}

/* Reads the tours into `tours` [ants][n] and checks that each is a permutation. */
static enum swarm_status read_tours(struct bench *bench, bool coalesced, uint32_t *tours)
{
    const uint32_t n = bench->n;
    TRY(ocl_buffer_read(&bench->probe.session, &bench->buffers[TOURS], 0, 4 * (size_t)n * n, bench->words));
    for (uint32_t ant = 0; ant < n; ++ant) {
        memset(bench->seen, 0, n * sizeof *bench->seen);
        for (uint32_t pos = 0; pos < n; ++pos) {
            const uint32_t node = bench->words[coalesced ? (size_t)pos * n + ant : (size_t)ant * n + pos];
            if (node >= n || bench->seen[node]) {
                return base_fail(&bench->probe.env, SWARM_ERROR_VERIFICATION, "ant %u visits node %u twice",
                                 (unsigned)ant, (unsigned)node);
            }
            bench->seen[node] = true;
            tours[(size_t)ant * n + pos] = node;
        }
    }
    return SWARM_OK;
}

static enum swarm_status construct(struct bench *bench, int layout, unsigned repeats, double *seconds)
{
    const uint32_t n = bench->n;
    const size_t ants = ants_of_group(bench->probe.session.device);
    const size_t local = layouts[layout].local ? 4 * ants * ((n + 31) / 32) : 4;
    const struct ocl_buffer *buffers = bench->buffers;
    const struct ocl_argument arguments[] = {
        OCL_ARGUMENT(buffers[CHOICE_INFO].memory),
        OCL_ARGUMENT(buffers[VISITED].memory),
        OCL_ARGUMENT(buffers[PROBABILITIES].memory),
        OCL_ARGUMENT(buffers[TOURS].memory),
        OCL_ARGUMENT(buffers[STATES].memory),
        OCL_ARGUMENT(n),
        OCL_ARGUMENT(n),
        {local, NULL},
    };
    const struct ocl_ndrange range = {{ocl_round_up(n, ants), 1}, {ants, 1}};
    const struct ocl_kernel *kernel = &bench->construct[layout];
    TRY(ocl_kernel_set(&bench->probe.session, kernel, 0, arguments, sizeof arguments / sizeof arguments[0]));
    TRY(probe_run(&bench->probe, kernel, range, repeats, seconds));
    TRY(read_tours(bench, layouts[layout].coalesced, layout == 0 ? bench->tours : bench->found));
    return layout == 0 || memcmp(bench->tours, bench->found, 4 * (size_t)n * n) == 0
               ? SWARM_OK
               : base_fail(&bench->probe.env, SWARM_ERROR_VERIFICATION, "%s: other tours than as published",
                           layouts[layout].name);
}

/* Computes the lengths of the tours in the first layout, where each tour has its own row. */
static enum swarm_status evaluate(struct bench *bench, int layout, size_t group, unsigned repeats, double *seconds)
{
    const uint32_t n = bench->n;
    const struct ocl_buffer *buffers = bench->buffers;
    const struct ocl_argument arguments[] = {
        OCL_ARGUMENT(buffers[DISTANCE].memory),
        OCL_ARGUMENT(buffers[TOURS].memory),
        OCL_ARGUMENT(buffers[LENGTHS].memory),
        OCL_ARGUMENT(buffers[PARTIAL].memory),
        OCL_ARGUMENT(n),
        {layouts[layout].local ? 4 * group : 4, NULL},
    };
    const struct ocl_kernel *kernel = &bench->evaluate[layout];
    TRY(ocl_kernel_set(&bench->probe.session, kernel, 0, arguments, sizeof arguments / sizeof arguments[0]));
    TRY(probe_run(&bench->probe, kernel, (struct ocl_ndrange){{group * n, 1}, {group, 1}}, repeats, seconds));
    TRY(ocl_buffer_read(&bench->probe.session, &buffers[LENGTHS], 0, 4 * (size_t)n, bench->found));
    TRY(ocl_buffer_read(&bench->probe.session, &buffers[DISTANCE], 0, 4 * (size_t)n * n, bench->words));
    for (uint32_t ant = 0; ant < n; ++ant) {
        const uint32_t *tour = bench->tours + (size_t)ant * n;
        uint32_t length = 0;
        for (uint32_t pos = 0; pos < n; ++pos) {
            length += bench->words[(size_t)tour[pos] * n + tour[pos + 1 == n ? 0 : pos + 1]];
        }
        if (length != bench->found[ant]) {
            return base_fail(&bench->probe.env, SWARM_ERROR_VERIFICATION, "ant %u: length %u instead of %u",
                             (unsigned)ant, (unsigned)bench->found[ant], (unsigned)length);
        }
    }
    return SWARM_OK;
}

/* Measures one size and prints its row of the JSON document. */
static enum swarm_status measure_size(struct bench *bench, uint32_t n, unsigned repeats, bool last)
{
    const size_t most = bench->probe.session.device->max_group_size, group = n < most ? n : most;
    double seconds[LAYOUTS], evaluated[2];
    TRY(open_size(bench, n, group));
    TRY(construct(bench, 0, repeats, &seconds[0]));
    TRY(evaluate(bench, 0, group, repeats, &evaluated[0]));
    TRY(evaluate(bench, LAYOUTS - 1, group, repeats, &evaluated[1]));
    for (int layout = 1; layout < LAYOUTS; ++layout) {
        TRY(construct(bench, layout, repeats, &seconds[layout]));
    }
    printf("    {\"n\": %u, \"published\": %.9g, \"coalesced\": %.9g, \"local\": %.9g, \"evaluate_items\": %zu, "
           "\"evaluate_global\": %.9g, \"evaluate_local\": %.9g}%s\n",
           (unsigned)n, seconds[0], seconds[1], seconds[2], group, evaluated[0], evaluated[1], last ? "" : ",");
    return SWARM_OK;
}

int main(int argc, char **argv)
{
    const unsigned long repeats = argc > 4 ? strtoul(argv[3], NULL, 10) : 0;
    if (repeats == 0) {
        fprintf(stderr, "usage: papers_chapter SOURCE DEVICE REPEATS N...\n");
        return 2;
    }
    struct bench bench = {.n = 0};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, open_bench(&bench, argv[1], argv[2]));
    printf("{\n  \"device\": \"%s\",\n  \"rows\": [\n", bench.probe.session.device->name);
    for (int i = 4; i < argc; ++i) {
        TRY_OR(done, measure_size(&bench, (uint32_t)strtoul(argv[i], NULL, 10), (unsigned)repeats, i + 1 == argc));
    }
    printf("  ]\n}\n");

done:
    return close_bench(&bench, status);
}
