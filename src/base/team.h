/* team.h - host threads that share the items of a job.
 *
 * Which thread does an item is not defined, so that items must not depend on each other, nor results on threads.
 */
#ifndef SWARMCL_BASE_TEAM_H
#define SWARMCL_BASE_TEAM_H

#include "env.h"

struct base_team;

/* Does one item. `thread` is below base_team_size(), and no two items have the same one at the same time: it numbers
 * scratch memory. Must not use the env: neither it nor its error text is for several threads. */
typedef void base_team_work(void *context, size_t item, unsigned thread);

/* Processors that the process may run on, at least 1. */
unsigned base_processors(void);

/* `threads` of them, the caller included; 0: one for each processor. Fewer where the system gives no more.
 * *team returns owned. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_team_create(struct base_env *env, unsigned threads, struct base_team **team);
void base_team_destroy(struct base_team **team);

/* A team NULL is the caller alone. */
unsigned base_team_size(const struct base_team *team);

/* Does items 0 .. count - 1 and returns when all are done; the caller works too. */
void base_team_run(struct base_team *team, size_t count, base_team_work *work, void *context);

#endif
