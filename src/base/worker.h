/* worker.h - work on a thread of its own, which is left behind where a driver does not return.
 *
 * Calls of drivers that may take long, or for ever, stand between base_driver_begin() and base_driver_end(). A thread
 * that is left behind in one never comes back from it: it sleeps, should the driver return. So nothing that it has is
 * used by two, and all of it stays for ever.
 */
#ifndef SWARMCL_BASE_WORKER_H
#define SWARMCL_BASE_WORKER_H

#include "env.h"

struct base_worker;

typedef enum swarm_status base_worker_work(void *context);

/* Begins the work, whose calls of drivers, on all of its threads, go by `env` or a fork of it. One at a time of an env.
 * *worker returns owned, for base_worker_end() or base_worker_leave(); NULL: there is no thread to be had.
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_worker_begin(struct base_env *env, base_worker_work *work, void *context,
                                    struct base_worker **worker);

/* Waits so many seconds for the end of the work; whether it is over. */
bool base_worker_wait(struct base_worker *worker, double seconds);

/* Waits for the end of the work. Returns its status. */
enum swarm_status base_worker_end(struct base_env *env, struct base_worker **worker);

/* Leaves the work behind, where it is in a driver and no call has begun or ended for `seconds`. Returns the word of the
 * call ("compiling the kernels"); NULL: it goes on. */
const char *base_worker_leave(struct base_env *env, struct base_worker **worker, double seconds);

/* Around a call; both do nothing where there is no worker. */
struct base_worker *base_driver_begin(const struct base_env *env, const char *word);
void base_driver_end(struct base_worker *worker);

#endif
