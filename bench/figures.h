/* figures.h - the parts of the benchmark: the first table, for the aims of the project, and the tables of rows. */
#ifndef SWARMCL_BENCH_FIGURES_H
#define SWARMCL_BENCH_FIGURES_H

#include "measure.h"

/* figures.c: seconds per iteration of bench_pr1002, and of a large instance. */
void bench_iterations(struct bench *bench);
void bench_large(struct bench *bench);

/* golden.c: the tours of one fixed run on the twin and on every device in every construction; sets bench->failed if
 * they differ. */
void bench_golden(struct bench *bench);

/* files.c: reading an instance of 100,000 nodes, drawing its tour. */
void bench_files(struct bench *bench);

/* overhead.c: the cost of the program's live line. */
void bench_overhead(struct bench *bench);

/* designs.c: the best exact designs of the papers next to the results of CUDA programs, and the host's share. */
void bench_designs(struct bench *bench);

/* rows.c: the second and third table: device time of every row of every table, and of all kernels of a run. */
void bench_rows(struct bench *bench);

/* start.c: from the start of a process to its first iteration, with a warm cache of the driver. */
void bench_start(struct bench *bench);

#endif
