/* watch.h - the watchdog of a run: a driver that does not return does not stop the run from ending. */
#ifndef SWARMCL_RUN_WATCH_H
#define SWARMCL_RUN_WATCH_H

#include "base/worker.h"
#include "run.h"

/* Copies the best so far from the search. */
void run_watch_copy(struct run_watch *watch, const struct search *search);

/* Does the work of a run on a worker, with the run as `context`. If a driver does not return soon after the end that
 * the clock or a cancellation sets, the work is abandoned: watch.left, and the best solution of the watch is the
 * result. SWARM_ERROR_OPENCL: there is none. `builds`: while the work compiles kernels the host searches (prefetch.h).
 */
enum swarm_status run_watch(struct run *run, base_worker_work *work, bool builds);

#endif
