/* watch.h - for drivers that may not return, and for the host's work while a driver compiles. */
#ifndef SWARMCL_RUN_WATCH_H
#define SWARMCL_RUN_WATCH_H

#include "base/worker.h"
#include "run.h"

/* Does the work of a run on a worker, with the run as `context`. If a driver does not return soon after the end that
 * the clock or a cancellation sets, the work is left behind: run->is_left, and the best secured answer is the result.
 * SWARM_ERROR_OPENCL: there is none. `stop` is not NULL while kernels are compiled and the host searches, too; *stop:
 * that search has ended the run. */
enum swarm_status run_watch(struct run *run, base_worker_work *work, bool *stop);

/* ahead.c: the twin's iterations while `build` is at work. */
enum swarm_status run_search_ahead(struct run *run, struct base_worker *build, bool *stop);

/* After the build: the twin gives its state to the device's engine, or replaces it if the run `is_over`. Without a twin
 * it does nothing. */
void run_end_ahead(struct run *run, bool is_over);

#endif
