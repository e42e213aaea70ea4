#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "problems.h"
#include "process.h"

#define START_SECONDS 1.0

enum { PATH_SIZE = 4096, RUNS = 2 /* the first warms the driver's cache */ };

static void measure(struct bench *bench, const struct bench_target *target)
{
    char path[PATH_SIZE];
    bench_problem_path(bench, &bench_pr1002, path, sizeof path);
    const char *const argv[] = {bench->program, "tsp", path,       "--algorithm",    "as", "--iterations", "1",
                                "--json",       "-q",  "--device", target->selector, NULL};
    char *document = NULL;
    double wall = 0;
    for (int run = 0; run < RUNS; ++run) {
        free(document);
        double start = swarm_context_seconds(bench->context);
        document = bench_process_run(argv, false);
        wall = swarm_context_seconds(bench->context) - start;
    }
    struct bench_figure figure = {.unit = "s", .verdict = BENCH_MISSED, .device = target->label};
    const char *name = bench_problem_name(bench, &bench_pr1002);
    bool aims = bench_is_cpu(target) && strcmp(name, bench_pr1002.name) == 0;
    snprintf(figure.what, sizeof figure.what, "%s, start of the program to the first iteration, warm", name);
    if (aims) {
        snprintf(figure.aim, sizeof figure.aim, "at most %.0f s", START_SECONDS);
    }
    double loop = document ? bench_process_timing(document, "loop") : -1.0;
    if (loop >= 0) {
        figure.value = figure.median = wall - loop;
        figure.samples = 1;
        figure.verdict = !aims ? BENCH_NO_AIM : figure.value <= START_SECONDS ? BENCH_REACHED : BENCH_MISSED;
        snprintf(figure.measured, sizeof figure.measured,
                 "%.3f s: read %.3f, context %.3f, build %.3f, setup %.3f, process %.3f", figure.value,
                 bench_process_timing(document, "read"), bench_process_timing(document, "context"),
                 bench_process_timing(document, "build"), bench_process_timing(document, "setup"),
                 figure.value - bench_process_timing(document, "read") - bench_process_timing(document, "context")
                     - bench_process_timing(document, "build") - bench_process_timing(document, "setup"));
    } else {
        snprintf(figure.measured, sizeof figure.measured, "the program failed");
        bench->failed = true;
    }
    bench_report_figure(&bench->report, &figure);
    free(document);
}

void bench_start(struct bench *bench)
{
    for (size_t i = 0; i < bench->target_count; ++i) {
        if (!bench->targets[i].device->simulator) {
            bench_note("start of a process on %s", bench->targets[i].label);
            measure(bench, &bench->targets[i]);
        }
    }
}
