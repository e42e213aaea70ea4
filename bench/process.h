/* process.h - the program swarmcl as a process of its own. */
#ifndef SWARMCL_BENCH_PROCESS_H
#define SWARMCL_BENCH_PROCESS_H

#include <stdbool.h>

/* Runs a program to its end and returns its standard output, owned; NULL: it failed. With `terminal` its standard error
 * is a terminal, whose text is read and dropped; otherwise it is this process's. */
char *bench_process_run(const char *const argv[], bool terminal);

/* A number of the "timing" object of a document of --json, negative: there is none. */
double bench_process_timing(const char *document, const char *key);

#endif
