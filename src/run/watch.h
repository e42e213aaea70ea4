/* watch.h - a run whose driver may not return, and what the host does while the driver compiles. */
#ifndef SWARMCL_RUN_WATCH_H
#define SWARMCL_RUN_WATCH_H

#include "base/worker.h"
#include "run.h"

/* Does the work of a run, `context` of which is the run, on a worker. Where a driver has not returned some time after
 * the end that the clock or a cancellation has set, the work is left behind: run->is_left, and the best that was
 * secured is the answer. SWARM_ERROR_OPENCL: there is none. `stop`: not NULL while kernels are compiled, when the host
 * searches, too; *stop: it has ended the run. */
enum swarm_status run_watch(struct run *run, base_worker_work *work, bool *stop);

/* ahead.c: the twin's iterations while `build` is at work. */
enum swarm_status run_search_ahead(struct run *run, struct base_worker *build, bool *stop);

/* Behind the build: the twin gives its state to the engine of the device, or takes its place where the run `is_over`.
 * Harmless where there was no twin. */
void run_end_ahead(struct run *run, bool is_over);

#endif
