/* problems.h - the measured instances. */
#ifndef SWARMCL_BENCH_PROBLEMS_H
#define SWARMCL_BENCH_PROBLEMS_H

#include "measure.h"

/* The folder of TSPLIB files: `given`, $TSPLIB_DIR, or the folder next to the source tree; NULL: none has pr1002.tsp.
 * Returns owned. */
char *bench_tsplib_find(const char *given);

/* An instance by name, and the shipped one that replaces it without TSPLIB files or in quick runs. */
struct bench_problem {
    const char *name;
    const char *stand_in; /* NULL: left out */
    const char *quick;    /* NULL: left out */
    bool gpu_only;        /* takes too long on CPUs */
};

/* The instance of the figures. */
extern const struct bench_problem bench_pr1002;

/* The instances of the rows, small ones first; ends with a NULL name. */
extern const struct bench_problem bench_row_problems[];

/* The name of the measured instance; NULL: it is left out. */
const char *bench_problem_name(const struct bench *bench, const struct bench_problem *problem);

/* Its file: a TSPLIB file, or one shipped in instances/. */
void bench_problem_path(const struct bench *bench, const struct bench_problem *problem, char *path, size_t size);

/* Reads it; complains on stderr and returns NULL on failure. */
swarm_instance *bench_problem_read(struct bench *bench, const struct bench_problem *problem);

/* Reads the shipped instance called `name`, in the same way. */
swarm_instance *bench_shipped_read(struct bench *bench, const char *name);

/* The random uniform instance of the 8th DIMACS Implementation Challenge; E10k.0 for 10000, 10000. */
swarm_instance *bench_uniform_make(struct bench *bench, const char *name, uint32_t nodes, uint32_t seed);

#endif
