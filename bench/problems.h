/* problems.h - the instances that the benchmark measures. */
#ifndef SWARMCL_BENCH_PROBLEMS_H
#define SWARMCL_BENCH_PROBLEMS_H

#include "measure.h"

/* The folder of TSPLIB files: `given`, $TSPLIB_DIR, or the folder next to the source tree; NULL if none contains
 * pr1002.tsp. The caller owns the text. */
char *bench_tsplib_find(const char *given);

/* An instance by name, and the shipped instances that replace it. */
struct bench_problem {
    const char *name;
    const char *stand_in; /* replaces it without TSPLIB files; NULL: it is left out */
    const char *quick;    /* replaces it in quick runs; NULL: it is left out */
    bool gpu_only;        /* True if the instance takes too long on CPUs */
};

/* The instance that figures.c and start.c measure. */
extern const struct bench_problem bench_pr1002;

/* The instances that rows.c measures, small ones first; the last row has a NULL name. */
extern const struct bench_problem bench_row_problems[];

/* The name of the instance to measure; NULL if it is left out. */
const char *bench_problem_name(const struct bench *bench, const struct bench_problem *problem);

/* The path of the instance: a TSPLIB file, or one in instances/. */
void bench_problem_path(const struct bench *bench, const struct bench_problem *problem, char *path, size_t size);

/* Reads the instance. On failure prints an error and returns NULL. */
swarm_instance *bench_problem_read(struct bench *bench, const struct bench_problem *problem);

/* Reads the shipped instance called `name`. On failure prints an error and returns NULL. */
swarm_instance *bench_shipped_read(struct bench *bench, const char *name);

/* Makes the random uniform instance of the 8th DIMACS Implementation Challenge with this number of nodes and seed;
 * 10000, 10000: E10k.0. */
swarm_instance *bench_uniform_make(struct bench *bench, const char *name, uint32_t nodes, uint32_t seed);

#endif
