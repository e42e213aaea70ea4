/* replay.h - a run that is over becomes the parameters of one that does the same. */
#ifndef SWARMCL_SOLVER_REPLAY_H
#define SWARMCL_SOLVER_REPLAY_H

#include "params.h"

/* See swarm_params_replay(). */
enum swarm_status solver_params_replay(struct base_env *env, struct swarm_params *params,
                                       const struct swarm_record *record);

#endif
