/* replay.h - a run that is over becomes the parameters of one that does the same. */
#ifndef SWARMCL_SOLVER_REPLAY_H
#define SWARMCL_SOLVER_REPLAY_H

#include "params.h"

/* See swarm_params_replay(). */
enum swarm_status solver_params_replay(struct base_env *env, struct swarm_params *params,
                                       const struct swarm_record *record);

/* The same for a run that is to go on: its end is left to what is set. */
enum swarm_status solver_params_continue(struct base_env *env, struct swarm_params *params,
                                         const struct swarm_record *record);

/* Whether the tour follows from this parameter when it has this value, NULL for none. */
bool solver_replay_decides(const struct swarm_param *row, const char *value);

#endif
