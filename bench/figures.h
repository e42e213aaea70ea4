/* figures.h - the parts of the benchmark: the first table with the aims of the project, and the tables of rows. */
#ifndef SWARMCL_BENCH_FIGURES_H
#define SWARMCL_BENCH_FIGURES_H

#include "measure.h"

/* figures.c: seconds per iteration on bench_pr1002, and on a large instance. */
void bench_iterations(struct bench *bench);
void bench_large(struct bench *bench);

/* golden.c: compares the tours of one fixed run by the reference and by every device in every construction; sets
 * bench->failed if they differ. */
void bench_golden(struct bench *bench);

/* files.c: seconds to read an instance of 100,000 nodes, and to draw its tour. */
void bench_files(struct bench *bench);

/* overhead.c: the cost of the program's live line. */
void bench_overhead(struct bench *bench);

/* designs.c: the best exact designs of the papers compared with results of CUDA programs, and the host's share. */
void bench_designs(struct bench *bench);

/* rows.c: the second and third table: device time of every row of every table, and of all kernels of a default run. */
void bench_rows(struct bench *bench);

/* start.c: seconds from the start of a process to its first iteration, with a warm driver cache. */
void bench_start(struct bench *bench);

#endif
