/* team.h - host threads that share the items of a job.
 *
 * Any thread may do any item, so items must not depend on each other, and results must not depend on the thread.
 */
#ifndef SWARMCL_BASE_TEAM_H
#define SWARMCL_BASE_TEAM_H

#include <pthread.h>

#include "env.h"

struct base_team;

/* Processes one item. `thread` is below base_team_size(); items that run at the same time get different values, so it
 * can index scratch memory. The function must not use the env, which belongs to one thread. */
typedef void base_team_work(void *context, size_t item, unsigned thread);

/* Number of processors that the process may run on, at least 1. */
unsigned base_processors(void);

/* Starts a thread that calls work(context), on a stack large enough for drivers. False if the system refuses another
 * thread. */
bool base_thread_start(pthread_t *thread, void *work(void *), void *context);

/* Makes a team of `threads`, including the caller; 0: one thread per processor. The team is smaller if the system
 * refuses threads. The caller owns *team. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_team_create(struct base_env *env, unsigned threads, struct base_team **team);
void base_team_destroy(struct base_team **team);

/* Number of threads in the team; 1 if `team` is NULL: only the caller works. */
unsigned base_team_size(const struct base_team *team);

/* Processes the items 0 .. count - 1 and returns when all are done; the caller works too. `team` NULL: only the caller.
 */
void base_team_run(struct base_team *team, size_t count, base_team_work *work, void *context);

/* Do the same as base_team_run() in two steps; `team` is not NULL. begin() returns at once, so the caller can do other
 * work. end() makes the caller process unclaimed items and then waits for the other threads. */
void base_team_begin(struct base_team *team, size_t count, base_team_work *work, void *context);
void base_team_end(struct base_team *team);

#endif
