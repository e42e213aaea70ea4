/* env.h - state that every function may need: error text, messages, clock, cancellation. Each swarm_context holds one
 * struct base_env and passes it down; nothing is global. */
#ifndef SWARMCL_BASE_ENV_H
#define SWARMCL_BASE_ENV_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <swarmcl/swarmcl.h>

#include "text.h"

/* Seconds that an iteration may take from its start if its run has to end; 0: the iteration stops at once. */
struct base_patience {
    double begun;     /* base_seconds() when the iteration started */
    double late;      /* seconds that the iteration may take if the deadline has passed or the run needs no more */
    double cancelled; /* seconds that the iteration may take if the run was cancelled */
};

/* A fork is an env for another thread of the same run; its root is the env of the run, which is not a fork. */
struct base_env {
    char *error;                   /* owned, or the static text about lacking memory; NULL: no error */
    enum swarm_spelling spelling;  /* how messages write parameters (swarm_context_set_spelling()) */
    swarm_log_fn *log;             /* receives all messages; NULL: messages are dropped */
    void *log_user;                /* first argument of `log` */
    const struct base_env *root;   /* env whose clock and cancellation this fork uses; NULL: this env is not a fork */
    const struct base_env *above;  /* env whose cancellation also cancels this one; NULL: none */
    _Atomic double start;          /* base_clock_now() at second 0 of the env's clock */
    pthread_mutex_t callbacks;     /* only in a root: held while `log` or the progress function runs; recursive */
    atomic_int cancelled;          /* set by swarm_context_cancel(); in a fork: stops only the fork's users */
    double reads_until;            /* base_seconds() at which reading fails; 0: nothing stops reading */
    atomic_bool wants_state;       /* set by swarm_context_checkpoint(): the run soon writes a checkpoint */
    atomic_int holds;              /* only in a root: preparations that must complete (base_hold) */
    atomic_int satisfied;          /* enum swarm_stop_reason that ends the current run; 0: the run continues */
    struct base_worker *worker;    /* thread for all calls of drivers (worker.h); NULL: the calling thread */
    struct base_worker *abandoned; /* list of abandoned workers (worker.h); NULL: none */
    double listing_seconds;        /* seconds that a driver may take to list its devices; 0: the default */
    bool is_on_host;               /* a warning was logged that the host searches instead of a device */
    bool is_warm;                  /* drivers already cache the kernels of the coming runs */
    struct swarm_ranks ranks;      /* ranks of swarm_context_set_ranks(); count 0: no ranks */
};

/* Runs `call` and returns its status unless it is SWARM_OK. */
#define TRY(call)                                    \
    do {                                             \
        const enum swarm_status try_status = (call); \
        if (try_status != SWARM_OK) {                \
            return try_status;                       \
        }                                            \
    } while (0)

/* Like TRY, but stores the status in `status` and jumps to `label`, where resources are released. `label` is `done` if
 * the successful path reaches it too, otherwise `fail`. */
#define TRY_OR(label, call)       \
    do {                          \
        status = (call);          \
        if (status != SWARM_OK) { \
            goto label;           \
        }                         \
    } while (0)

/* Seconds of a monotonic clock; only differences have a meaning. */
double base_clock_now(void);

/* The time `seconds` from now, for pthread_cond_timedwait(). */
struct timespec base_clock_after(double seconds);

/* The env of a context, which is its first member. */
struct base_env *base_env_of(swarm_context *context);

enum swarm_status base_env_init(struct base_env *env);
void base_env_deinit(struct base_env *env);

/* Makes a fork of `root`, which must outlive it. The fork has its own error text, no log, and the clock and
 * cancellation of its root. Release it with base_env_deinit(). */
void base_env_fork(struct base_env *env, const struct base_env *root);

/* Makes an env for a separate run on another thread, with its own error text, clock and stop reason, and without log or
 * progress. Cancelling `above`, which must outlive the new env, cancels it too. Release it with base_env_deinit(). */
void base_env_begin(struct base_env *env, const struct base_env *above);

/* Copies `text` and rewrites every --name in it to env->spelling. `spelled` needs as much room as `text`: no spelling
 * is longer. base_fail() and base_log() rewrite only their formats, because arguments may be the user's words; callers
 * use base_spell() for other arguments. */
void base_spell(const struct base_env *env, const char *text, char *spelled);

/* Sets the error text and returns `status`. Without memory for the text it returns SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_fail(struct base_env *env, enum swarm_status status, const char *format, ...) BASE_PRINTF(3, 4);

/* Puts the formatted text and ": " before the error text; returns as base_fail() does. */
enum swarm_status base_fail_in(struct base_env *env, enum swarm_status status, const char *format, ...)
    BASE_PRINTF(3, 4);

/* Fails with SWARM_ERROR_OUT_OF_MEMORY: the host, not a device, lacks memory. */
enum swarm_status base_fail_memory(struct base_env *env);

/* Fails with SWARM_ERROR_INVALID_ARGUMENT: the argument `what` of a public function is NULL. */
enum swarm_status base_fail_null(swarm_context *context, const char *what);

/* True if the error text ends with the text of base_fail_memory(): the host, not a device, lacks memory. */
bool base_lacks_memory(const struct base_env *env);

/* Sends a message to env->log. If memory for the text runs out, sends a warning that a message is lost. */
void base_log(struct base_env *env, enum swarm_log_level level, const char *format, ...) BASE_PRINTF(3, 4);

/* Enclose each call of the user's functions (log, progress), so only one thread calls them at a time. A callback may
 * cause another callback on the same thread. */
void base_callback_begin(struct base_env *env);
void base_callback_end(struct base_env *env);

bool base_cancelled(const struct base_env *env);
enum swarm_stop_reason base_satisfied(const struct base_env *env);

/* True if a run has to end: it was cancelled, its env is `satisfied`, or base_seconds() has passed `deadline`
 * (INFINITY: none). */
bool base_ended(const struct base_env *env, double deadline);

/* Until base_release() no work of the root and its forks is interrupted, because a run must have a first solution. The
 * watchdog of drivers still sees the end of the run. */
void base_hold(struct base_env *env);
void base_release(struct base_env *env);

/* True if the work in progress has to end: its run has to, and nothing holds it. */
bool base_interrupted(const struct base_env *env, double deadline);

/* True if the current iteration has to end: its run has to end, and the iteration has used up its `patience`. */
bool base_cut(const struct base_env *env, double deadline, const struct base_patience *patience);

/* Loops that read the input `path` call this: fails with SWARM_ERROR_INPUT after env->reads_until or a cancellation. */
enum swarm_status base_check_reading(struct base_env *env, const char *path);

/* Seconds since `start` of the root, or of an env that is not a fork. */
double base_seconds(const struct base_env *env);

#endif
