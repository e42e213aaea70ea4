/* files.c - seconds to read an instance of 100,000 nodes, and to draw a tour through it by `swarmcl render`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "figures.h"
#include "problems.h"
#include "process.h"

#define READ_SECONDS    0.1
#define PICTURE_SECONDS 1.0
#define PICTURE_BYTES   5e6

enum { PATH_SIZE = 4096, RUNS = 5, NODES = 100000, QUICK_NODES = 1000, STRIPS_PER_ROOT = 2 };

static const char host[] = "host, one core";

static void measure_reading(struct bench *bench, const char *name, const char *path)
{
    struct bench_samples samples = {.count = 0};
    struct bench_figure figure = {.unit = "s", .device = host};
    uint32_t nodes = 0;
    for (int run = 0; run < RUNS; ++run) {
        swarm_instance *instance = NULL;
        if (swarm_instance_read(bench->context, path, &instance) != SWARM_OK) {
            bench_fail(bench, "%s", swarm_context_error(bench->context));
            return;
        }
        bench_samples_add(&samples, swarm_instance_describe(instance)->read_seconds);
        nodes = swarm_instance_describe(instance)->node_count;
        swarm_instance_destroy(&instance);
    }
    figure.value = bench_samples_minimum(&samples);
    figure.median = bench_samples_median(&samples);
    figure.samples = samples.count;
    figure.verdict = figure.median <= READ_SECONDS ? BENCH_REACHED : BENCH_MISSED;
    snprintf(figure.what, sizeof figure.what, "%s, %u nodes, reading", name, (unsigned)nodes);
    snprintf(figure.aim, sizeof figure.aim, "at most %.1f s", READ_SECONDS);
    snprintf(figure.measured, sizeof figure.measured, "%.1f ms, median of %zu %.1f ms", 1e3 * figure.value,
             samples.count, 1e3 * figure.median);
    bench_report_figure(&bench->report, &figure);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Drawing                                                                                                            */

/* A node with its strip and its coordinate along the strip. */
struct place {
    uint32_t strip;
    double y;
    uint32_t node;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    if (p->strip != q->strip) {
        return p->strip < q->strip ? -1 : 1;
    }
    double order = p->strip % 2 == 0 ? p->y - q->y : q->y - p->y;
    return order < 0 ? -1 : order > 0 ? 1 : p->node < q->node ? -1 : 1;
}

/* Makes a tour that runs up and down strips of the map: quickly made. The caller owns the tour; NULL if memory runs
 * out. */
static uint32_t *strip_tour(const swarm_instance *instance)
{
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    const uint32_t n = info->node_count;
    uint32_t strips = 1;
    struct place *places = calloc(n, sizeof *places);
    uint32_t *tour = calloc(n, sizeof *tour);
    while (strips * strips * STRIPS_PER_ROOT < n) {
        ++strips;
    }
    const double width = (info->maximum[0] - info->minimum[0]) / strips + 1.0;
    for (uint32_t i = 0; places && tour && i < n; ++i) {
        double x = 0.0;
        swarm_instance_position(instance, i, &x, &places[i].y);
        places[i].node = i;
        places[i].strip = (uint32_t)((x - info->minimum[0]) / width);
    }
    if (places && tour) {
        qsort(places, n, sizeof *places, compare_places);
        for (uint32_t k = 0; k < n; ++k) {
            tour[k] = places[k].node;
        }
    }
    free(places);
    return tour;
}

/* Wall seconds of `swarmcl render` of a new picture; negative if it fails. */
static double draw_once(struct bench *bench, const char *const argv[], const char *picture_path, struct stat *entry)
{
    unlink(picture_path);
    const double start = swarm_context_seconds(bench->context);
    char *output = bench_process_run(argv, false);
    const double seconds = swarm_context_seconds(bench->context) - start;
    const bool drawn = output && stat(picture_path, entry) == 0 && entry->st_size > 0;
    free(output);
    return drawn ? seconds : -1.0;
}

static void measure_picture(struct bench *bench, uint32_t nodes, const char *instance_path, const char *tour_path,
                            const char *picture_path)
{
    const char *const argv[] = {bench->program, "render", instance_path, tour_path, "-o", picture_path, "-q", NULL};
    struct bench_samples samples = {.count = 0};
    struct bench_figure figure = {.unit = "s", .device = host};
    struct stat entry = {.st_size = 0};
    snprintf(figure.what, sizeof figure.what, "SVG of %u nodes, reading and process included", (unsigned)nodes);
    snprintf(figure.aim, sizeof figure.aim, "under %.0f s, under %.0f MB", PICTURE_SECONDS, 1e-6 * PICTURE_BYTES);
    for (int run = 0; run < RUNS; ++run) {
        const double seconds = draw_once(bench, argv, picture_path, &entry);
        if (seconds < 0) {
            bench_report_program_failed(bench, figure.what, figure.aim, host);
            return;
        }
        bench_samples_add(&samples, seconds);
    }
    figure.value = bench_samples_minimum(&samples);
    figure.median = bench_samples_median(&samples);
    figure.samples = samples.count;
    figure.verdict =
        figure.median < PICTURE_SECONDS && (double)entry.st_size < PICTURE_BYTES ? BENCH_REACHED : BENCH_MISSED;
    snprintf(figure.measured, sizeof figure.measured, "%.3f s, median of %zu %.3f s, %.2f MB", figure.value,
             samples.count, figure.median, 1e-6 * (double)entry.st_size);
    bench_report_figure(&bench->report, &figure);
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Measures a generated instance, whose files are in the temporary folder `folder`. */
static void measure_generated(struct bench *bench, const char *folder)
{
    const uint32_t nodes = bench->quick ? QUICK_NODES : NODES;
    char instance_path[PATH_SIZE], tour_path[PATH_SIZE], picture_path[PATH_SIZE];
    char *text = NULL;
    size_t size = 0;
    swarm_instance *instance = NULL;
    uint32_t *tour = NULL;
    snprintf(instance_path, sizeof instance_path, "%s/uniform.tsp", folder);
    snprintf(tour_path, sizeof tour_path, "%s/uniform.tour", folder);
    snprintf(picture_path, sizeof picture_path, "%s/uniform.svg", folder);
    if (swarm_instance_generate(bench->context, "uniform", nodes, nodes, &text, &size) == SWARM_OK
        && swarm_file_replace(bench->context, instance_path, text, size) == SWARM_OK
        && swarm_instance_parse(bench->context, text, size, "uniform", &instance) == SWARM_OK
        && (tour = strip_tour(instance))
        && swarm_tour_write(bench->context, tour_path, "strips", NULL, NULL, tour, nodes) == SWARM_OK) {
        measure_reading(bench, bench->quick ? "E1k.0" : "E100k.0", instance_path);
        measure_picture(bench, nodes, instance_path, tour_path, picture_path);
    } else {
        bench_fail(bench, "uniform: %s", swarm_context_error(bench->context));
    }
    swarm_free(text);
    free(tour);
    swarm_instance_destroy(&instance);
    unlink(instance_path);
    unlink(tour_path);
    unlink(picture_path);
}

void bench_files(struct bench *bench)
{
    const char *temporary = getenv("TMPDIR");
    char folder[1024], path[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s/swarmcl-bench-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    bench_note("files");
    if (!mkdtemp(folder)) {
        bench_fail(bench, "%s: cannot be made", folder);
        return;
    }
    measure_generated(bench, folder);
    rmdir(folder);
    snprintf(path, sizeof path, "%s/usa115475.tsp", bench->tsplib ? bench->tsplib : "");
    if (!bench->quick && access(path, R_OK) == 0) {
        measure_reading(bench, "usa115475", path);
    }
}
