/* overhead.c - the cost of the live line on a terminal: pairs of runs with and without the line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "problems.h"
#include "process.h"

#define OVERHEAD_PERCENT 1.0

/* Seconds of a run: short enough for many pairs, and long enough that start and end hardly count. */
#define RUN_SECONDS 1.2

enum { PAIRS = 15, QUICK_PAIRS = 1, QUICK_ITERATIONS = 20 };

/* The two instances: an iteration of att48 takes a millisecond, pr1002 improves often. */
static const struct overhead_problem {
    struct bench_problem problem;
    unsigned iterations; /* iterations of a first run, which shows how many take RUN_SECONDS */
} problems[] = {
    {{"att48", "uniform100", "uniform100", false}, 500},
    {{"pr1002", "uniform1000", "uniform100", false}, 10},
};

/* Seconds of the loop of one run, with the live line on a terminal or without a terminal; negative if the run
 * failed. */
static double loop_seconds(struct bench *bench, const struct bench_target *target, const struct overhead_problem *row,
                           unsigned iterations, bool live)
{
    char path[4096], count[24];
    snprintf(count, sizeof count, "%u", iterations);
    bench_problem_path(bench, &row->problem, path, sizeof path);
    const char *const argv[] = {bench->program,     "tsp", path,       "--algorithm",    "as",
                                "--iterations",     count, "--device", target->selector, "--json",
                                live ? NULL : "-q", NULL};
    char *document = bench_process_run(argv, live);
    double seconds = document ? bench_process_timing(document, "loop") : -1.0;
    if (seconds < 0) {
        bench_fail(bench, "%s: the program failed%s", path, live ? " on a terminal" : "");
    }
    free(document);
    return seconds;
}

/* Measures pairs in alternating order, so that a change of the machine's speed favours neither run. */
static void measure(struct bench *bench, const struct bench_target *target, const struct overhead_problem *row)
{
    const int pairs = bench->quick ? QUICK_PAIRS : PAIRS;
    struct bench_samples ratios = {.count = 0};
    struct bench_figure figure = {.unit = "times", .device = target->label};
    unsigned iterations = bench->quick ? QUICK_ITERATIONS : row->iterations;
    double trial = loop_seconds(bench, target, row, iterations, false); /* first run: only compiles */
    trial = trial < 0 ? trial : loop_seconds(bench, target, row, iterations, false);
    if (!bench->quick && trial > 0) {
        iterations = 1 + (unsigned)(RUN_SECONDS / trial * iterations);
    }
    for (int pair = 0; pair < pairs && trial >= 0; ++pair) {
        bool first = pair % 2 == 0;
        double a = loop_seconds(bench, target, row, iterations, first);
        double b = loop_seconds(bench, target, row, iterations, !first);
        if (a > 0 && b > 0) {
            bench_samples_add(&ratios, first ? a / b : b / a);
        }
    }
    snprintf(figure.what, sizeof figure.what, "%s, live line on a terminal against --quiet",
             bench_problem_name(bench, &row->problem));
    snprintf(figure.aim, sizeof figure.aim, "under %.0f %% more", OVERHEAD_PERCENT);
    if (ratios.count == 0) {
        bench_report_program_failed(bench, figure.what, figure.aim, target->label);
        return;
    }
    figure.median = bench_samples_median(&ratios);
    figure.value = bench_samples_minimum(&ratios);
    figure.samples = ratios.count;
    const double percent = 100.0 * (figure.median - 1.0);
    figure.verdict = bench->quick ? BENCH_NO_AIM : percent < OVERHEAD_PERCENT ? BENCH_REACHED : BENCH_MISSED;
    snprintf(figure.measured, sizeof figure.measured, "median of %zu pairs %+.2f %%, quartiles %+.2f and %+.2f %%",
             ratios.count, percent, 100.0 * (ratios.values[ratios.count / 4] - 1.0),
             100.0 * (ratios.values[3 * ratios.count / 4] - 1.0));
    bench_report_figure(&bench->report, &figure);
}

void bench_overhead(struct bench *bench)
{
    for (size_t i = 0; i < bench->target_count; ++i) {
        const struct bench_target *target = &bench->targets[i];
        for (size_t k = 0; k < sizeof problems / sizeof problems[0] && !target->device->simulator; ++k) {
            bench_note("overhead on %s", target->label);
            measure(bench, target, &problems[k]);
        }
    }
}
