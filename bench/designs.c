/* designs.c - compares the best exact designs of the papers with results of CUDA programs, and measures the host's
 * share of an iteration. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figures.h"
#include "problems.h"

/* Seconds until a run is abandoned. */
#define RUN_LIMIT        60.0

#define OVERHEAD_PERCENT 10.0

/* Milliseconds of --launch-ms, long enough for one launch of each kernel per iteration: the median of a kernel's
 * calls is then its time per iteration. */
#define WHOLE_LAUNCH_MS "10000"

enum { RUNS = 3, QUICK_ITERATIONS = 2 };

/* The quantity that a design measures. */
enum quantity {
    KERNELS,  /* device time: median over the iterations of all kernels whose names begin with `kernels` */
    RUN,      /* wall time of setup and iterations, without context and build */
    ITERATION /* wall time of an iteration */
};

enum kind { GPU, CPU };

/* The best exact rows: default shapes, with their fastest selection. */
static const struct design {
    enum kind kind;
    const char *problem;
    const char *what;
    enum quantity quantity;
    const char *kernels;
    unsigned iterations;
    double aim; /* seconds that a measurement should take */
    struct bench_setting settings[4];
} designs[] = {
    {GPU, "pr1002", "construction, hybrid", KERNELS, "aco_construct", 100, 1.5e-3, {{"selection", "hybrid"}}},
    {GPU, "pr1002", "construction, trial", KERNELS, "aco_construct", 100, 1.5e-3, {{"selection", "trial"}}},
    {GPU, "pr2392", "construction, hybrid", KERNELS, "aco_construct", 100, 10e-3, {{"selection", "hybrid"}}},
    {GPU, "pr2392", "construction, trial", KERNELS, "aco_construct", 100, 10e-3, {{"selection", "trial"}}},
    {GPU, "pr2392", "deposit of all tours", KERNELS, "aco_deposit", 100, 0.3e-3, {{"selection", "hybrid"}}},
    {GPU, "pr2392", "choice-info", KERNELS, "aco_choice_info", 100, 0.05e-3, {{"selection", "hybrid"}}},
    {GPU,
     "d2103",
     "10 iterations, all but context and build",
     RUN,
     "",
     10,
     0.15,
     {{"selection", "hybrid"}, {"beta", "3"}, {"rho", "0.8"}}},
    {GPU,
     "fl3795",
     "5 iterations, all but context and build",
     RUN,
     "",
     5,
     0.35,
     {{"selection", "hybrid"}, {"beta", "3"}, {"rho", "0.8"}}},
    {CPU, "pcb442", "one iteration, roulette", ITERATION, "", 20, 0.025, {{"selection", "roulette"}}},
    {CPU, "pcb442", "one iteration, hybrid", ITERATION, "", 20, 0.025, {{"selection", "hybrid"}}},
    {CPU, "pr1002", "one iteration, roulette", ITERATION, "", 5, 0.17, {{"selection", "roulette"}}},
    {CPU, "pr1002", "one iteration, hybrid", ITERATION, "", 5, 0.17, {{"selection", "hybrid"}}},
};

enum { FRAME = 1, SETTINGS = FRAME + 5 };

static void settings_of(const struct design *design, struct bench_setting *settings)
{
    settings[0] = (struct bench_setting){"launch-ms", WHOLE_LAUNCH_MS};
    memcpy(settings + FRAME, design->settings, sizeof design->settings);
    settings[FRAME + 4] = (struct bench_setting){NULL, NULL};
}

/* Seconds per iteration of all kernels whose names begin with `kernels`, from their medians. Fails the bench if there
 * is no such kernel. */
static double kernel_median(struct bench *bench, const swarm_result *result, const char *kernels)
{
    double seconds = 0;
    for (size_t i = 0; i < result->kernel_count; ++i) {
        const struct swarm_kernel_time *kernel = &result->kernels[i];
        if (strncmp(kernel->name, kernels, strlen(kernels)) == 0) {
            seconds += kernel->median_seconds * (double)kernel->calls / (double)result->iterations;
        }
    }
    if (!(seconds > 0)) {
        bench_fail(bench, "no kernel that begins with %s took any time", kernels);
        return (double)NAN;
    }
    return seconds;
}

static double all_kernels(const swarm_result *result)
{
    double seconds = 0;
    for (size_t i = 0; i < result->kernel_count; ++i) {
        /* kernels that ran once belong to the setup */
        seconds += result->kernels[i].calls > 1 ? result->kernels[i].seconds : 0;
    }
    return seconds;
}

/* Device or wall seconds of one run; not finite if the run failed. */
static double measure(struct bench *bench, const swarm_instance *instance, const struct bench_target *target,
                      const struct design *design)
{
    struct bench_setting settings[SETTINGS];
    swarm_result *result = NULL;
    double seconds = (double)NAN;
    settings_of(design, settings);
    enum swarm_status status =
        bench_solve(bench, instance, target, settings, bench->quick ? QUICK_ITERATIONS : design->iterations, RUN_LIMIT,
                    design->quantity == KERNELS, &result);
    if (status == SWARM_OK && result->iterations > 0) {
        seconds = design->quantity == KERNELS ? kernel_median(bench, result, design->kernels)
                  : design->quantity == RUN   ? result->timing.setup + result->timing.loop
                                              : result->timing.loop / (double)result->iterations;
    }
    swarm_result_destroy(&result);
    return seconds;
}

static void add_design(struct bench *bench, const swarm_instance *instance, const struct bench_target *target,
                       const struct design *design, const char *name)
{
    struct bench_samples samples = {.count = 0};
    struct bench_figure figure = {.unit = "s", .device = target->label};
    char best[32], aim[32];
    measure(bench, instance, target, design); /* first run: only compiles */
    for (int run = 0; run < (bench->quick ? 1 : RUNS); ++run) {
        const double seconds = measure(bench, instance, target, design);
        if (isfinite(seconds)) {
            bench_samples_add(&samples, seconds);
        }
    }
    snprintf(figure.what, sizeof figure.what, "%s, %s", name, design->what);
    figure.value = bench_samples_minimum(&samples);
    figure.median = bench_samples_median(&samples);
    figure.samples = samples.count;
    if (strcmp(name, design->problem) == 0) { /* false if another instance replaces a missing one */
        snprintf(figure.aim, sizeof figure.aim, "at most %s", bench_seconds_text(design->aim, aim, sizeof aim));
        figure.verdict = figure.median <= design->aim ? BENCH_REACHED : BENCH_MISSED;
    }
    if (samples.count == 0) {
        bench_report_missing(bench, figure.what, figure.aim, target);
        return;
    }
    snprintf(figure.measured, sizeof figure.measured, "median of %zu %s%s", samples.count,
             bench_seconds_text(figure.median, best, sizeof best),
             design->quantity == KERNELS ? ", each the median of its iterations" : "");
    bench_report_figure(&bench->report, &figure);
}

/* Adds the fraction of an iteration's wall time (of a run without profiling) that is spent outside its kernels (event
 * times of a profiled run). */
static void add_overhead(struct bench *bench, const swarm_instance *instance, const struct bench_target *target,
                         const char *name)
{
    static const struct design plain = {CPU, "pr1002", "", ITERATION, "", 100, 0, {{"selection", "hybrid"}}};
    static const struct design on_cpu = {CPU, "pr1002", "", ITERATION, "", 10, 0, {{"selection", "hybrid"}}};
    const struct design *design = bench_is_cpu(target) ? &on_cpu : &plain;
    struct bench_samples shares = {.count = 0};
    struct bench_figure figure = {.unit = "times", .device = target->label};
    struct bench_setting settings[SETTINGS];
    settings_of(design, settings);
    measure(bench, instance, target, design);
    for (int run = 0; run < (bench->quick ? 1 : RUNS); ++run) {
        swarm_result *result = NULL;
        const double wall = measure(bench, instance, target, design);
        const uint64_t iterations = bench->quick ? QUICK_ITERATIONS : design->iterations;
        if (bench_solve(bench, instance, target, settings, iterations, RUN_LIMIT, true, &result) == SWARM_OK
            && result->iterations > 0 && isfinite(wall)) {
            bench_samples_add(&shares, 1.0 - all_kernels(result) / (double)result->iterations / wall);
        }
        swarm_result_destroy(&result);
    }
    figure.value = bench_samples_minimum(&shares);
    figure.median = bench_samples_median(&shares);
    figure.samples = shares.count;
    snprintf(figure.what, sizeof figure.what, "%s, hybrid, what the host adds to an iteration", name);
    if (strcmp(name, design->problem) == 0) {
        snprintf(figure.aim, sizeof figure.aim, "under %.0f %%", OVERHEAD_PERCENT);
        figure.verdict = 100.0 * figure.median < OVERHEAD_PERCENT ? BENCH_REACHED : BENCH_MISSED;
    }
    if (shares.count == 0) {
        bench_report_missing(bench, figure.what, figure.aim, target);
        return;
    }
    snprintf(figure.measured, sizeof figure.measured, "median of %zu: %.1f %%", shares.count, 100.0 * figure.median);
    bench_report_figure(&bench->report, &figure);
}

/* Returns a problem; a stand-in replaces it if TSPLIB files are missing. */
static struct bench_problem problem_of(const char *name)
{
    return (struct bench_problem){name, "uniform1000", "uniform100", false};
}

void bench_designs(struct bench *bench)
{
    for (size_t t = 0; t < bench->target_count; ++t) {
        const struct bench_target *target = &bench->targets[t];
        const enum kind kind = bench_is_cpu(target) ? CPU : GPU;
        if (target->device->simulator) {
            continue;
        }
        bench_note("designs on %s", target->label);
        for (size_t i = 0; i < sizeof designs / sizeof designs[0]; ++i) {
            const struct bench_problem problem = problem_of(designs[i].problem);
            const char *name = bench_problem_name(bench, &problem);
            swarm_instance *instance = designs[i].kind == kind ? bench_problem_read(bench, &problem) : NULL;
            if (instance) {
                add_design(bench, instance, target, &designs[i], name);
            }
            swarm_instance_destroy(&instance);
        }
        const struct bench_problem problem = problem_of("pr1002");
        swarm_instance *instance = bench_problem_read(bench, &problem);
        if (instance) {
            add_overhead(bench, instance, target, bench_problem_name(bench, &problem));
        }
        swarm_instance_destroy(&instance);
    }
}
