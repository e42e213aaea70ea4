/* start.c - seconds from the start of the program to its first iteration, with a warm driver cache. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "problems.h"
#include "process.h"

#define START_SECONDS 1.0

enum { PATH_SIZE = 4096, RUNS = 2 /* the first run warms the driver's cache */ };

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
    struct bench_figure figure = {.unit = "s", .samples = 1, .device = target->label};
    const char *name = bench_problem_name(bench, &bench_pr1002);
    bool aims = bench_is_cpu(target) && strcmp(name, bench_pr1002.name) == 0;
    snprintf(figure.what, sizeof figure.what, "%s, start of the program to the first iteration, warm", name);
    if (aims) {
        snprintf(figure.aim, sizeof figure.aim, "at most %.0f s", START_SECONDS);
    }
    static const char *const keys[] = {"loop", "read", "context", "build", "setup"};
    double seconds[sizeof keys / sizeof keys[0]];
    bool whole = document != NULL;
    double process = wall;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && whole; ++i) {
        seconds[i] = bench_process_timing(document, keys[i]);
        whole = seconds[i] >= 0;
        process -= seconds[i];
    }
    free(document);
    if (!whole) {
        bench_report_program_failed(bench, figure.what, figure.aim, target->label);
        return;
    }
    figure.value = figure.median = wall - seconds[0];
    figure.verdict = !aims ? BENCH_NO_AIM : figure.value <= START_SECONDS ? BENCH_REACHED : BENCH_MISSED;
    snprintf(figure.measured, sizeof figure.measured,
             "%.3f s: read %.3f, context %.3f, build %.3f, setup %.3f, process %.3f", figure.value, seconds[1],
             seconds[2], seconds[3], seconds[4], process);
    bench_report_figure(&bench->report, &figure);
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
