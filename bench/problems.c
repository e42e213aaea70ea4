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
        bench_note("%s", swarm_context_error(bench->context));
        bench->failed = true;
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* Random uniform instances                                                                                           */

/* Knuth's subtractive generator with lags 55 and 24 (The Art of Computer Programming 2, 3.2.2), as in
 * instances/generate.py. */
enum { LAG = 55, SHORT_LAG = 24, WARM_UP = 165, MODULUS = 1000000000 };

struct subtractive {
    int32_t state[LAG];
    unsigned p, q;
};

static int32_t next(struct subtractive *random)
{
    random->p = (random->p + LAG - 1) % LAG;
    random->q = (random->q + LAG - 1) % LAG;
    int32_t value = random->state[random->p] - random->state[random->q];
    value += value < 0 ? MODULUS : 0;
    random->state[random->p] = value;
    return value;
}

static void seed(struct subtractive *random, int32_t key)
{
    int32_t previous = key, current = 1;
    *random = (struct subtractive){.state = {key}, .p = 0, .q = SHORT_LAG};
    for (unsigned k = 1; k < LAG; ++k) {
        random->state[21 * k % LAG] = current;
        int32_t difference = previous - current;
        previous = current;
        current = difference < 0 ? difference + MODULUS : difference;
    }
    for (unsigned i = 0; i < WARM_UP; ++i) {
        next(random);
    }
}

swarm_instance *bench_uniform_make(struct bench *bench, const char *name, uint32_t nodes, int32_t key)
{
    swarm_instance *instance = NULL;
    struct subtractive random;
    double *coordinates = calloc(2 * (size_t)nodes, sizeof *coordinates);
    seed(&random, key);
    for (size_t i = 0; coordinates && i < 2 * (size_t)nodes; ++i) {
        coordinates[i] = next(&random) / 1000;
    }
    if (!coordinates
        || swarm_instance_from_coordinates(bench->context, name, SWARM_METRIC_EUC_2D, nodes, coordinates, &instance)
               != SWARM_OK) {
        bench_note("%s: %s", name, coordinates ? swarm_context_error(bench->context) : "out of memory");
        bench->failed = true;
    }
    free(coordinates);
    return instance;
}
