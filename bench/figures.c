#include "figures.h"

#include <stdio.h>
#include <string.h>

#include "problems.h"

/* Seconds until a run is abandoned. */
#define RUN_LIMIT   30.0
#define LARGE_LIMIT 90.0

/* Aims in seconds per iteration: of a CPU device, of the reference, of a GPU. REFERENCE_RATIO is the time of the
 * reference divided by the device's in consecutive runs, because the speed of a shared machine varies. */
#define CPU_SECONDS       0.25
#define REFERENCE_SECONDS 1.0
#define REFERENCE_RATIO   2.5
#define GPU_SECONDS       0.010

enum { CPU_ITERATIONS = 5, REFERENCE_ITERATIONS = 2, GPU_ITERATIONS = 100, RUNS = 5, QUICK_RUNS = 2 };
enum { LARGE_NODES = 10000, QUICK_NODES = 1000, LARGE_ANTS = 64 };

/* The instance that bench_iterations() measures. */
struct standard {
    const char *name;
    swarm_instance *instance;
    bool aims; /* true if the aims apply to this instance */
};

static int run_count(const struct bench *bench)
{
    return bench->quick ? QUICK_RUNS : RUNS;
}

/* Adds the wall seconds per iteration of one run. Returns false if the run failed or completed no iteration. */
static bool sample(struct bench *bench, const struct standard *standard, const struct bench_target *target,
                   uint64_t iterations, struct bench_samples *samples)
{
    swarm_result *result = NULL;
    enum swarm_status status =
        bench_solve(bench, standard->instance, target, NULL, iterations, RUN_LIMIT, false, &result);
    bool measured = status == SWARM_OK && result->iterations > 0;
    if (measured && samples) {
        bench_samples_add(samples, result->timing.loop / (double)result->iterations);
    }
    swarm_result_destroy(&result);
    return measured;
}

/* Adds a figure in seconds and its aim; 0: no aim. */
static void add_seconds(struct bench *bench, const struct bench_target *target, const char *what, double aim,
                        const struct bench_samples *samples)
{
    char minimum[32], median[32], aim_text[32];
    struct bench_figure figure = {
        .unit = "s",
        .value = bench_samples_minimum(samples),
        .median = bench_samples_median(samples),
        .samples = samples->count,
        .device = target->label,
    };
    figure.verdict = aim <= 0 ? BENCH_NO_AIM : figure.value <= aim ? BENCH_REACHED : BENCH_MISSED;
    bench_seconds_text(figure.value, minimum, sizeof minimum);
    bench_seconds_text(figure.median, median, sizeof median);
    bench_seconds_text(aim, aim_text, sizeof aim_text);
    snprintf(figure.what, sizeof figure.what, "%s", what);
    snprintf(figure.aim, sizeof figure.aim, "%s%s", aim > 0 ? "at most " : "", aim > 0 ? aim_text : "");
    snprintf(figure.measured, sizeof figure.measured, "%s, median of %zu %s", minimum, samples->count, median);
    bench_report_figure(&bench->report, &figure);
}

/* Samples of alternating runs; a pair with an interrupted run adds no sample. */
struct alternation {
    struct bench_samples device, reference, ratio;
};

static struct alternation alternate(struct bench *bench, const struct standard *standard,
                                    const struct bench_target *target)
{
    struct alternation times = {.ratio = {.count = 0}};
    if (!sample(bench, standard, target, 1, NULL)) { /* first run: only compiles */
        return times;
    }
    sample(bench, standard, &bench->reference, 1, NULL);
    for (int run = 0; run < run_count(bench); ++run) {
        struct bench_samples device = {.count = 0}, reference = {.count = 0};
        if (sample(bench, standard, target, CPU_ITERATIONS, &device)
            && sample(bench, standard, &bench->reference, REFERENCE_ITERATIONS, &reference)) {
            bench_samples_add(&times.device, device.values[0]);
            bench_samples_add(&times.reference, reference.values[0]);
            bench_samples_add(&times.ratio, reference.values[0] / device.values[0]);
        }
    }
    return times;
}

static void add_ratio(struct bench *bench, const struct standard *standard, const struct bench_target *target,
                      const struct bench_samples *ratio)
{
    struct bench_figure figure = {
        .unit = "times",
        .value = ratio->values[ratio->count - 1],
        .median = bench_samples_median(ratio),
        .samples = ratio->count,
        .device = target->label,
    };
    figure.verdict = !standard->aims ? BENCH_NO_AIM : figure.median >= REFERENCE_RATIO ? BENCH_REACHED : BENCH_MISSED;
    snprintf(figure.what, sizeof figure.what, "%s, twin / device", standard->name);
    if (standard->aims) {
        snprintf(figure.aim, sizeof figure.aim, "at least %.1f times", REFERENCE_RATIO);
    }
    snprintf(figure.measured, sizeof figure.measured, "median of %zu pairs %.2f, %.2f to %.2f", ratio->count,
             figure.median, ratio->values[0], figure.value);
    bench_report_figure(&bench->report, &figure);
}

static void measure_cpu(struct bench *bench, const struct standard *standard, const struct bench_target *target,
                        struct bench_samples *reference)
{
    char what[BENCH_TEXT_SIZE];
    snprintf(what, sizeof what, "%s, one iteration", standard->name);
    struct alternation times = alternate(bench, standard, target);
    if (times.device.count == 0) {
        bench_report_missing(bench, what, "", target);
        return;
    }
    add_seconds(bench, target, what, standard->aims ? CPU_SECONDS : 0, &times.device);
    add_ratio(bench, standard, target, &times.ratio);
    if (reference->count == 0) {
        *reference = times.reference;
    }
}

static void measure_gpu(struct bench *bench, const struct standard *standard, const struct bench_target *target)
{
    char what[BENCH_TEXT_SIZE];
    struct bench_samples samples = {.count = 0};
    bool aims = standard->aims && target->device->type == SWARM_DEVICE_GPU;
    snprintf(what, sizeof what, "%s, one iteration of %d, deposit per ant", standard->name, GPU_ITERATIONS);
    sample(bench, standard, target, 1, NULL);
    for (int run = 0; run < run_count(bench); ++run) {
        sample(bench, standard, target, GPU_ITERATIONS, &samples);
    }
    if (samples.count == 0) {
        bench_report_missing(bench, what, "", target);
        return;
    }
    add_seconds(bench, target, what, aims ? GPU_SECONDS : 0, &samples);
}

void bench_iterations(struct bench *bench)
{
    struct standard standard = {.name = bench_problem_name(bench, &bench_pr1002)};
    struct bench_samples reference = {.count = 0};
    char what[BENCH_TEXT_SIZE];
    standard.aims = strcmp(standard.name, bench_pr1002.name) == 0;
    standard.instance = bench_problem_read(bench, &bench_pr1002);
    if (!standard.instance) {
        return;
    }
    for (size_t i = 0; i < bench->target_count; ++i) {
        const struct bench_target *target = &bench->targets[i];
        if (target->device->simulator) {
            continue;
        }
        bench_note("%s on %s", standard.name, target->label);
        if (bench_is_cpu(target)) {
            measure_cpu(bench, &standard, target, &reference);
        } else {
            measure_gpu(bench, &standard, target);
        }
    }
    if (reference.count == 0
        && sample(bench, &standard, &bench->reference, 1, NULL)) { /* no CPU device has measured the reference */
        for (int run = 0; run < run_count(bench); ++run) {
            sample(bench, &standard, &bench->reference, REFERENCE_ITERATIONS, &reference);
        }
    }
    snprintf(what, sizeof what, "%s, one iteration", standard.name);
    if (reference.count > 0) {
        add_seconds(bench, &bench->reference, what, standard.aims ? REFERENCE_SECONDS : 0, &reference);
    } else {
        bench_report_missing(bench, what, "", &bench->reference);
    }
    swarm_instance_destroy(&standard.instance);
}

void bench_large(struct bench *bench)
{
    const uint32_t nodes = bench->quick ? QUICK_NODES : LARGE_NODES;
    const char *name = bench->quick ? "E1k.0" : "E10k.0";
    char ants[24];
    snprintf(ants, sizeof ants, "%d", LARGE_ANTS);
    const struct bench_setting settings[] = {{"ants", ants}, {NULL, NULL}};
    swarm_instance *instance = bench_uniform_make(bench, name, nodes, nodes);
    for (size_t i = 0; instance && i < bench->target_count; ++i) {
        const struct bench_target *target = &bench->targets[i];
        char what[BENCH_TEXT_SIZE], seconds[32];
        swarm_result *result = NULL;
        if (target->device->simulator) {
            continue;
        }
        bench_note("%s on %s", name, target->label);
        snprintf(what, sizeof what, "n = %u (%s), %d ants, one iteration", (unsigned)nodes, name, LARGE_ANTS);
        enum swarm_status status = bench_solve(bench, instance, target, settings, 1, LARGE_LIMIT, false, &result);
        if (status != SWARM_OK) {
            bench_report_missing(bench, what, "runs", target);
            continue;
        }
        struct bench_figure figure = {.unit = "s", .samples = 1, .device = target->label};
        bool complete = result->iterations == 1;
        figure.verdict = complete ? BENCH_REACHED : BENCH_MISSED;
        figure.value = figure.median = result->timing.loop;
        bench_seconds_text(figure.value, seconds, sizeof seconds);
        snprintf(figure.what, sizeof figure.what, "%s", what);
        snprintf(figure.aim, sizeof figure.aim, "runs");
        snprintf(figure.measured, sizeof figure.measured, "%s %s, plan %.2f GiB",
                 complete ? "runs," : "did not end within", seconds,
                 (double)result->plan_bytes / (1024.0 * 1024 * 1024));
        bench_report_figure(&bench->report, &figure);
        swarm_result_destroy(&result);
    }
    swarm_instance_destroy(&instance);
}
