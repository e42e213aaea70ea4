#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "figures.h"
#include "problems.h"

#define START_SECONDS 1.0

enum { PATH_SIZE = 4096, RUNS = 2 /* the first warms the driver's cache */ };

extern char **environ;

/* All that can be read from `from`; returns owned, NULL without memory. */
static char *read_all(int from)
{
    size_t size = 0, capacity = 65536;
    char *text = malloc(capacity);
    while (text) {
        if (capacity - size < 2) {
            capacity *= 2;
            char *grown = realloc(text, capacity);
            if (!grown) {
                free(text);
                return NULL;
            }
            text = grown;
        }
        ssize_t got = read(from, text + size, capacity - size - 1);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            text[size] = '\0';
            break;
        }
        size += (size_t)got;
    }
    return text;
}

/* Runs a program to its end and returns its standard output, owned; NULL when it failed. */
static char *run_program(const char *const argv[])
{
    int ends[2], state = 0;
    pid_t child = 0;
    posix_spawn_file_actions_t actions;
    if (pipe(ends) != 0) {
        return NULL;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    int code = posix_spawn(&child, argv[0], &actions, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    char *text = code == 0 ? read_all(ends[0]) : NULL;
    close(ends[0]);
    if (code != 0) {
        bench_note("%s: %s", argv[0], strerror(code));
        return NULL;
    }
    pid_t ended;
    do {
        ended = waitpid(child, &state, 0);
    } while (ended < 0 && errno == EINTR);
    if (ended != child || !WIFEXITED(state) || WEXITSTATUS(state) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* A number of the document's "timing" object, negative when it is not there. */
static double timing_of(const char *document, const char *key)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *timing = strstr(document, "\"timing\":");
    const char *value = timing ? strstr(timing, quoted) : NULL;
    return value ? strtod(value + strlen(quoted), NULL) : -1.0;
}

static void measure(struct bench *bench, const struct bench_target *target)
{
    char path[PATH_SIZE];
    bench_problem_path(bench, &bench_pr1002, path, sizeof path);
    const char *const argv[] = {bench->program, "tsp", path,       "--iterations",   "1",
                                "--json",       "-q",  "--device", target->selector, NULL};
    char *document = NULL;
    double wall = 0;
    for (int run = 0; run < RUNS; ++run) {
        free(document);
        double start = swarm_context_seconds(bench->context);
        document = run_program(argv);
        wall = swarm_context_seconds(bench->context) - start;
    }
    struct bench_figure figure = {.unit = "s", .verdict = BENCH_MISSED, .device = target->label};
    const char *name = bench_problem_name(bench, &bench_pr1002);
    bool aims = bench_is_cpu(target) && strcmp(name, bench_pr1002.name) == 0;
    snprintf(figure.what, sizeof figure.what, "%s, start of the program to the first iteration, warm", name);
    if (aims) {
        snprintf(figure.aim, sizeof figure.aim, "at most %.0f s", START_SECONDS);
    }
    double loop = document ? timing_of(document, "loop") : -1.0;
    if (loop >= 0) {
        figure.value = figure.median = wall - loop;
        figure.samples = 1;
        figure.verdict = !aims ? BENCH_NO_AIM : figure.value <= START_SECONDS ? BENCH_REACHED : BENCH_MISSED;
        snprintf(figure.measured, sizeof figure.measured,
                 "%.3f s: read %.3f, context %.3f, build %.3f, setup %.3f, process %.3f", figure.value,
                 timing_of(document, "read"), timing_of(document, "context"), timing_of(document, "build"),
                 timing_of(document, "setup"),
                 figure.value - timing_of(document, "read") - timing_of(document, "context")
                     - timing_of(document, "build") - timing_of(document, "setup"));
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
