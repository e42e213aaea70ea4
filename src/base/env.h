/* env.h - what every function of the library may need of its caller: error text, messages, clock, cancellation.
 *
 * One struct base_env lives in each swarm_context and is passed down; nothing of it is global.
 */
#ifndef SWARMCL_BASE_ENV_H
#define SWARMCL_BASE_ENV_H

#include <stdatomic.h>
#include <stdbool.h>

#include <swarmcl/swarmcl.h>

#include "text.h"

struct base_env {
    char *error; /* owned; NULL: none; BASE_NO_MEMORY_TEXT when even the text could not be allocated */
    swarm_log_fn *log;
    void *log_user;
    const struct base_env *root; /* whose clock and cancellation count; NULL: its own */
    double start;                /* base_clock_now() at creation */
    atomic_int cancelled;        /* set by swarm_context_cancel(); of a fork: what uses it alone is to end */
    struct base_worker *worker;  /* what drivers are used by now: worker.h; NULL: the thread of the env */
    bool hangs;                  /* a worker was left behind */
    bool is_warm;                /* caches of drivers have the kernels of the runs to come */
    struct swarm_ranks ranks;    /* of swarm_context_set_ranks(); count 0: none */
};

/* Runs `call` and returns its status when it is not SWARM_OK. */
#define TRY(call)                                    \
    do {                                             \
        const enum swarm_status try_status = (call); \
        if (try_status != SWARM_OK) {                \
            return try_status;                       \
        }                                            \
    } while (0)

/* Where something is to be released first: keeps the status in `status` and leaves for `label`, which is `done` where
 * success passes it, too, and `fail` where it does not. */
#define TRY_OR(label, call)       \
    do {                          \
        status = (call);          \
        if (status != SWARM_OK) { \
            goto label;           \
        }                         \
    } while (0)

/* Seconds of a clock that never goes back; only differences mean something. */
double base_clock_now(void);

/* The env of a context, which begins with it. */
struct base_env *base_env_of(swarm_context *context);

enum swarm_status base_env_init(struct base_env *env);
void base_env_deinit(struct base_env *env);

/* An env for another thread: it has a text of its own, no receiver of messages, and the clock and the cancellation of
 * `root`, which must outlive it. Release it with base_env_deinit(). */
void base_env_fork(struct base_env *env, const struct base_env *root);

/* Sets the error text and returns `status`, so that `return base_fail(env, ...)` reads well; SWARM_ERROR_OUT_OF_MEMORY
 * when there is no memory even for the text, which says so then. */
enum swarm_status base_fail(struct base_env *env, enum swarm_status status, const char *format, ...) BASE_PRINTF(3, 4);

/* Puts "text: " before the error text; returns as base_fail() does. */
enum swarm_status base_fail_in(struct base_env *env, enum swarm_status status, const char *format, ...)
    BASE_PRINTF(3, 4);

/* SWARM_ERROR_OUT_OF_MEMORY for host memory. */
enum swarm_status base_fail_memory(struct base_env *env);

/* A message that there is no memory for becomes a warning that says so. */
void base_log(struct base_env *env, enum swarm_log_level level, const char *format, ...) BASE_PRINTF(3, 4);

bool base_cancelled(const struct base_env *env);

/* Whether a run is to end: cancelled, or past `deadline` (of base_seconds(); INFINITY: none). */
bool base_interrupted(const struct base_env *env, double deadline);

/* Seconds since the env was made, or its clock restarted. */
void base_env_restart(struct base_env *env);
double base_seconds(const struct base_env *env);

#endif
