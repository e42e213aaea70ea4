#include "problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

const struct bench_problem bench_pr1002 = {"pr1002", "uniform1000", "uniform100", false};

const struct bench_problem bench_row_problems[] = {
    {"d198", "circle200", "uniform100", false},
    {"pcb442", NULL, NULL, false},
    {"pr1002", "uniform1000", NULL, false},
    {"pr2392", NULL, NULL, true},
    {NULL, NULL, NULL, false},
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Files                                                                                                              */

static bool has_pr1002(const char *folder)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/pr1002.tsp", folder);
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
    }
    return file != NULL;
}

char *bench_tsplib_find(const char *given)
{
    const char *environment = getenv("TSPLIB_DIR");
    const char *folder = given                         ? given
                         : environment && *environment ? environment
                                                       : BENCH_SOURCE_ROOT "/../shared/tsplib";
    return has_pr1002(folder) ? strdup(folder) : NULL;
}

const char *bench_problem_name(const struct bench *bench, const struct bench_problem *problem)
{
    return bench->quick ? problem->quick : bench->tsplib ? problem->name : problem->stand_in;
}

void bench_problem_path(const struct bench *bench, const struct bench_problem *problem, char *path, size_t size)
{
    bool shipped = bench->quick || !bench->tsplib;
    snprintf(path, size, "%s/%s.tsp", shipped ? BENCH_SOURCE_ROOT "/instances" : bench->tsplib,
             bench_problem_name(bench, problem));
}

static swarm_instance *read_path(struct bench *bench, const char *path)
{
    swarm_instance *instance = NULL;
    if (swarm_instance_read(bench->context, path, &instance) != SWARM_OK) {
        bench_fail(bench, "%s", swarm_context_error(bench->context));
        return NULL;
    }
    return instance;
}

swarm_instance *bench_problem_read(struct bench *bench, const struct bench_problem *problem)
{
    char path[PATH_SIZE];
    bench_problem_path(bench, problem, path, sizeof path);
    return read_path(bench, path);
}

swarm_instance *bench_shipped_read(struct bench *bench, const char *name)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/instances/%s.tsp", BENCH_SOURCE_ROOT, name);
    return read_path(bench, path);
}

swarm_instance *bench_uniform_make(struct bench *bench, const char *name, uint32_t nodes, uint32_t seed)
{
    swarm_instance *instance = NULL;
    char *text = NULL;
    size_t size = 0;
    if (swarm_instance_generate(bench->context, "uniform", nodes, seed, &text, &size) != SWARM_OK
        || swarm_instance_parse(bench->context, text, size, name, &instance) != SWARM_OK) {
        bench_fail(bench, "%s: %s", name, swarm_context_error(bench->context));
    }
    swarm_free(text);
    return instance;
}
