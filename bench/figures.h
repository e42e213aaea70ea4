/* figures.h - what is measured: the first table, of what the project has set itself to reach, and those of rows. */
#ifndef SWARMCL_BENCH_FIGURES_H
#define SWARMCL_BENCH_FIGURES_H

#include "measure.h"

/* figures.c: seconds per iteration of bench_pr1002, and of a large instance. */
void bench_iterations(struct bench *bench);
void bench_large(struct bench *bench);

/* golden.c: the tours of one fixed run on the twin and on every device in every construction; sets bench->failed
 * when they differ. */
void bench_golden(struct bench *bench);

/* files.c: reading an instance of 100,000 nodes, drawing its tour. */
void bench_files(struct bench *bench);

/* overhead.c: what the live line of the program costs. */
void bench_overhead(struct bench *bench);

/* designs.c: the best exact designs of the papers against what CUDA programs reach, and what the host adds. */
void bench_designs(struct bench *bench);

/* rows.c: the second and third table: device time of every row of every table, and of all kernels of a run. */
void bench_rows(struct bench *bench);

/* start.c: from the start of a process to its first iteration, the driver's cache being warm. */
void bench_start(struct bench *bench);

#endif
