/* process.h - runs swarmcl as a process. */
#ifndef SWARMCL_BENCH_PROCESS_H
#define SWARMCL_BENCH_PROCESS_H

#include <stdbool.h>

/* Runs a program to its end and returns its standard output, owned by the caller, or NULL if the program failed.
 * `terminal`: the program's standard error is a terminal whose text is dropped. Otherwise the program writes to the
 * standard error of the benchmark. */
char *bench_process_run(const char *const argv[], bool terminal);

/* A number in the "timing" object of a document of --json; negative: it is missing. */
double bench_process_timing(const char *document, const char *key);

#endif
