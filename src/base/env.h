/* env.h - what every function may need of its caller: error text, messages, clock, cancellation.
 *
 * Each swarm_context holds one struct base_env and passes it down; nothing is global.
 */
#ifndef SWARMCL_BASE_ENV_H
#define SWARMCL_BASE_ENV_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <swarmcl/swarmcl.h>

#include "text.h"

/* Seconds that an iteration may take in all if its run ends meanwhile; 0: it is interrupted at once. */
struct base_patience {
    double begun;     /* base_seconds() at the beginning of the iteration */
    double late;      /* past the deadline, or when the run is satisfied */
    double cancelled; /* after a cancellation */
};

/* A fork is a second env for another thread of the same run; its root is the env that it was made from. */
struct base_env {
    char *error;                   /* owned; NULL: none; no_memory_text: not even memory for the text */
    enum swarm_spelling spelling;  /* of parameters in error texts and messages */
    swarm_log_fn *log;             /* NULL: messages are dropped */
    void *log_user;                /* first argument of `log` */
    const struct base_env *root;   /* the env whose clock and cancellation count; NULL: this one */
    const struct base_env *above;  /* env whose cancellation also cancels this one; NULL: none */
    _Atomic double start;          /* base_clock_now() at creation */
    pthread_mutex_t callbacks;     /* of the root: held during each call of `log` and of progress; recursive */
    atomic_int cancelled;          /* set by swarm_context_cancel(); of a fork: only the fork's users stop */
    double reads_until;            /* base_seconds() after which reading fails; 0: reading never fails or cancels */
    atomic_bool wants_state;       /* set by swarm_context_checkpoint(): the run writes its state soon */
    atomic_int satisfied;          /* enum swarm_stop_reason why the current run needs no more; 0: it goes on */
    struct base_worker *worker;    /* makes all calls of drivers (worker.h); NULL: the thread of the env does */
    struct base_worker *abandoned; /* list of abandoned workers (worker.h); NULL: none */
    double listing_seconds;        /* patience with a driver that lists its devices; 0: the default */
    bool is_on_host;               /* a warning has announced that the host searches instead of a device */
    bool is_warm;                  /* drivers have the kernels of the coming runs in their caches */
    struct swarm_ranks ranks;      /* of swarm_context_set_ranks(); count 0: none */
};

/* Runs `call` and returns its status unless it is SWARM_OK. */
#define TRY(call)                                    \
    do {                                             \
        const enum swarm_status try_status = (call); \
        if (try_status != SWARM_OK) {                \
            return try_status;                       \
        }                                            \
    } while (0)

/* Like TRY, but stores the status in `status` and jumps to `label`, which releases resources: `done` if the path of
 * success reaches it too, otherwise `fail`. */
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

/* Makes a fork of `root`, which must outlive it: it has an error text of its own, no log, and the clock and
 * cancellation of its root. Release it with base_env_deinit(). */
void base_env_fork(struct base_env *env, const struct base_env *root);

/* Makes an env for a separate run on another thread, with its own error text, clock and end, and without log or
 * progress. Cancelling `above`, which must outlive it, cancels it too. Release it with base_env_deinit(). */
void base_env_begin(struct base_env *env, const struct base_env *above);

/* Copies `text` and spells every --name in it as env->spelling says. `spelled` needs as much room as `text`: no
 * spelling is longer. For arguments of a message: base_fail() and base_log() spell only their formats, because
 * arguments may be the user's words. */
void base_spell(const struct base_env *env, const char *text, char *spelled);

/* Sets the error text and returns `status`. Without memory for the text it returns SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_fail(struct base_env *env, enum swarm_status status, const char *format, ...) BASE_PRINTF(3, 4);

/* Puts "text: " before the error text; returns as base_fail() does. */
enum swarm_status base_fail_in(struct base_env *env, enum swarm_status status, const char *format, ...)
    BASE_PRINTF(3, 4);

/* SWARM_ERROR_OUT_OF_MEMORY for host memory. */
enum swarm_status base_fail_memory(struct base_env *env);

/* SWARM_ERROR_INVALID_ARGUMENT for an argument of a public function that is NULL. */
enum swarm_status base_fail_null(swarm_context *context, const char *what);

/* True if the error text ends with that of base_fail_memory(): the host, not a device, has no memory. */
bool base_lacks_memory(const struct base_env *env);

/* Sends a message to env->log. Without memory for it, sends a warning that a message is lost. */
void base_log(struct base_env *env, enum swarm_log_level level, const char *format, ...) BASE_PRINTF(3, 4);

/* Enclose each call of the caller's functions (log, progress), so that threads make one at a time. A callback may cause
 * another one on the same thread. */
void base_callback_begin(struct base_env *env);
void base_callback_end(struct base_env *env);

bool base_cancelled(const struct base_env *env);
enum swarm_stop_reason base_satisfied(const struct base_env *env);

/* True if a run has to end: it was cancelled, is satisfied, or has passed `deadline` (of base_seconds(); INFINITY:
 * none). */
bool base_interrupted(const struct base_env *env, double deadline);

/* True if the current iteration has to end: its run has to, and its patience is over. */
bool base_cut(const struct base_env *env, double deadline, const struct base_patience *patience);

/* For loops that read the input `path`: fails with SWARM_ERROR_INPUT after env->reads_until or a cancellation. */
enum swarm_status base_check_reading(struct base_env *env, const char *path);

/* base_seconds(): since the env was made or base_env_restart(). */
void base_env_restart(struct base_env *env);
double base_seconds(const struct base_env *env);

#endif
