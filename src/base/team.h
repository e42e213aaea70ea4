/* team.h - host threads that share the items of a job.
 *
 * Any thread may do any item, so items must not depend on each other, and results must not depend on the thread.
 */
#ifndef SWARMCL_BASE_TEAM_H
#define SWARMCL_BASE_TEAM_H

#include <pthread.h>

#include "env.h"

struct base_team;

/* Does one item. `thread` is below base_team_size(), and items that run at the same time have different ones, so it can
 * index scratch memory. Must not use the env, which belongs to one thread. */
typedef void base_team_work(void *context, size_t item, unsigned thread);

/* Processors that the process may run on, at least 1. */
unsigned base_processors(void);

/* Starts a thread that returns work(context), with a stack that is large enough for drivers. False if the system gives
 * no more threads. */
bool base_thread_start(pthread_t *thread, void *work(void *), void *context);

/* Makes a team of `threads`, including the caller; 0: one for each processor. It has fewer if the system gives no more.
 * *team returns owned. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_team_create(struct base_env *env, unsigned threads, struct base_team **team);
void base_team_destroy(struct base_team **team);

/* 1 if `team` is NULL: only the caller works. */
unsigned base_team_size(const struct base_team *team);

/* Does items 0 .. count - 1 and returns when all are done; the caller works too. */
void base_team_run(struct base_team *team, size_t count, base_team_work *work, void *context);

/* The same in two steps: begin() returns at once, so the caller can do other work meanwhile. In end() the caller does
 * items that no other thread has begun, and waits for the others. */
void base_team_begin(struct base_team *team, size_t count, base_team_work *work, void *context);
void base_team_end(struct base_team *team);

#endif
