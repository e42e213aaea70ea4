/* rows.h - the second and third table: device time of every row of every table, and of all kernels of a run. */
#ifndef SWARMCL_BENCH_ROWS_H
#define SWARMCL_BENCH_ROWS_H

#include "measure.h"

void bench_rows(struct bench *bench);

#endif
