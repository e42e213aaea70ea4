/* worker.h - work on a thread of its own, which can be abandoned if a driver does not return.
 *
 * Calls of drivers that may take long or forever are enclosed in base_driver_begin() and base_driver_end(). When the
 * driver of an abandoned worker returns, the thread sleeps forever, so the driver is the last user of the worker's
 * memory, which is never freed.
 */
#ifndef SWARMCL_BASE_WORKER_H
#define SWARMCL_BASE_WORKER_H

#include "env.h"

struct base_worker;

typedef enum swarm_status base_worker_work(void *context);

/* Starts `work` on a new thread. All threads of the work call drivers with `env` or a fork of it. An env has at most
 * one worker at a time. The caller owns *worker, for base_worker_end() or base_worker_abandon(); NULL: the system
 * refuses another thread. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_worker_begin(struct base_env *env, base_worker_work *work, void *context,
                                    struct base_worker **worker);

/* Waits at most `seconds`. True if the work has ended. */
bool base_worker_wait(struct base_worker *worker, double seconds);

/* Waits for the end of the work. Returns its status. */
enum swarm_status base_worker_end(struct base_env *env, struct base_worker **worker);

/* Abandons the work if it is in a driver call and no such call has begun or ended for `seconds`. `compiles`: the call
 * probably compiles and will return. Returns the call's name ("compiling the kernels"); NULL: the work continues. */
const char *base_worker_abandon(struct base_env *env, struct base_worker **worker, double seconds, bool compiles);

/* True if an abandoned worker is still inside a driver call; then the process must not end by exit(). With `compiling`:
 * true only if all such workers were abandoned while their drivers compiled. */
bool base_worker_hangs(const struct base_env *env, bool compiling);

/* Moves the abandoned workers of `from` to `env`. */
void base_worker_inherit(struct base_env *env, struct base_env *from);

/* Enclose a driver call, so base_worker_abandon() can detect one that never returns. No effect without a worker. */
struct base_worker *base_driver_begin(const struct base_env *env, const char *call);
void base_driver_end(struct base_worker *worker);

#endif
