/* exact.h - the engine of instances that are small enough to be solved exactly on the host. */
#ifndef SWARMCL_RUN_EXACT_H
#define SWARMCL_RUN_EXACT_H

#include "run.h"

/* Makes the engine for a run whose `solve` is set. Iteration 1 finds the best answer and ends the run: by its target if
 * the answer reaches it, otherwise as proven. Neither a time limit nor the answers that a caller gives change it.
 * *engine returns owned. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_exact_create(struct run *run, struct run_engine **engine);

#endif
