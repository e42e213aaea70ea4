/* worker.h - work on a thread of its own, which is left behind if a driver does not return.
 *
 * Calls of drivers that may take long or for ever stand between base_driver_begin() and base_driver_end(). A thread
 * that is left behind in a call never comes back: if the driver returns, the thread sleeps. So its memory has one user,
 * and is never freed. The driver is free again then: base_worker_hangs().
 */
#ifndef SWARMCL_BASE_WORKER_H
#define SWARMCL_BASE_WORKER_H

#include "env.h"

struct base_worker;

typedef enum swarm_status base_worker_work(void *context);

/* Begins the work. All its threads call drivers with `env` or a fork of it. An env has one worker at a time. *worker
 * returns owned, for base_worker_end() or base_worker_leave(); NULL: the system gives no thread.
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_worker_begin(struct base_env *env, base_worker_work *work, void *context,
                                    struct base_worker **worker);

/* Waits up to so many seconds for the work; returns whether it is over. */
bool base_worker_wait(struct base_worker *worker, double seconds);

/* Waits for the end of the work. Returns its status. */
enum swarm_status base_worker_end(struct base_env *env, struct base_worker **worker);

/* Abandons the work if it is in a driver and no call has begun or ended for `seconds`. `compiles`: the call is likely
 * to compile and to return. Returns the word of the call ("compiling the kernels"); NULL: the work continues. */
const char *base_worker_leave(struct base_env *env, struct base_worker **worker, double seconds, bool compiles);

/* True if a worker that was left is still in its driver: then the process must not end by exit(). */
bool base_worker_hangs(const struct base_env *env);

/* True if all workers of base_worker_hangs() were left while their drivers compiled. */
bool base_worker_compiles(const struct base_env *env);

/* Moves the workers that were left with `from` to `env`. */
void base_worker_inherit(struct base_env *env, struct base_env *from);

/* Stand around a call; without a worker they do nothing. */
struct base_worker *base_driver_begin(const struct base_env *env, const char *word);
void base_driver_end(struct base_worker *worker);

#endif
