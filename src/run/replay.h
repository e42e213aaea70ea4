/* replay.h - the parameters of a run from what is known of one that is over. */
#ifndef SWARMCL_RUN_REPLAY_H
#define SWARMCL_RUN_REPLAY_H

#include "base/env.h"

struct swarm_params;

/* See swarm_params_replay(). */
enum swarm_status run_params_replay(struct base_env *env, struct swarm_params *params,
                                    const struct swarm_record *record);

/* The same for a run that goes on, whose end the parameters tell. */
enum swarm_status run_params_continue(struct base_env *env, struct swarm_params *params,
                                      const struct swarm_record *record);

#endif
