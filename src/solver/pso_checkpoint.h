/* pso_checkpoint.h - the state of a swarm in a file, with the settings that it belongs to. */
#ifndef SWARMCL_SOLVER_PSO_CHECKPOINT_H
#define SWARMCL_SOLVER_PSO_CHECKPOINT_H

#include "pso_request.h"

/* Writes the state, which is complete after state->iteration. Errors: SWARM_ERROR_IO, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status solver_pso_checkpoint_write(struct base_env *env, const struct solver_pso_request *request,
                                              const struct pso_state *state);

/* Reads request->resume_path into `state`, which is initialised. Errors: those of base_checkpoint_read(); also
 * SWARM_ERROR_INPUT for a state that no run can have. */
enum swarm_status solver_pso_checkpoint_read(struct base_env *env, const struct solver_pso_request *request,
                                             struct pso_state *state);

#endif
