/* prefetch.h - the host's search while kernels are compiled, in a run with a time limit. It makes the same iterations
 * as the device, and the device continues from its state: tours, schedules and documents equal those of a run that had
 * only the device. */
#ifndef SWARMCL_RUN_PREFETCH_H
#define SWARMCL_RUN_PREFETCH_H

#include "base/worker.h"
#include "run.h"

/* Iterates while `build` is at work; *stop: this has ended the run. */
enum swarm_status run_prefetch(struct run *run, struct base_worker *build, bool *stop);

/* After the build: gives the state to the run's engine, or the engine itself if the run `is_over`. */
void run_end_prefetch(struct run *run, bool is_over);

#endif
