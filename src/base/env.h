/* env.h - the parts of the caller that every function may need: error text, messages, clock, cancellation.
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

/* How long an iteration may take in all where its run ends meanwhile, in seconds; 0: it is cut at once. */
struct base_patience {
    double begun;     /* base_seconds() at the beginning of the iteration */
    double late;      /* past the deadline, or when the run is satisfied */
    double cancelled; /* after a cancellation */
};

struct base_env {
    char *error;                  /* owned; NULL: none; BASE_NO_MEMORY_TEXT: no memory even for the text */
    enum swarm_spelling spelling; /* of parameters in error texts and messages */
    swarm_log_fn *log;
    void *log_user;
    const struct base_env *root;  /* the env with the clock and the cancellation; NULL: this one */
    const struct base_env *above; /* whose cancellation ends this one's work, too; NULL: none */
    _Atomic double start;         /* base_clock_now() at creation */
    pthread_mutex_t callbacks;    /* held during each call of `log` and of progress; recursive; the root's counts */
    atomic_int cancelled;         /* set by swarm_context_cancel(); in a fork: its own users are to end */
    double reads_until;           /* seconds after which reading fails, also when cancelled; 0: it never does */
    atomic_bool wants_state;      /* set by swarm_context_checkpoint(): the run is to write its state */
    atomic_int satisfied;         /* why the run under way has found enough, enum swarm_stop_reason; 0: it has not */
    struct base_worker *worker;   /* runs all calls of drivers (worker.h); NULL: the thread of the env does */
    struct base_worker *left;     /* workers that were left in a driver (worker.h); NULL: none */
    double listing_seconds;       /* patience with a driver that lists its devices; 0: the default */
    bool is_on_host;              /* a warning has said that the host searches instead of a device */
    bool is_warm;                 /* caches of drivers have the kernels of the runs to come */
    struct swarm_ranks ranks;     /* of swarm_context_set_ranks(); count 0: none */
};

/* Runs `call` and returns its status unless it is SWARM_OK. */
#define TRY(call)                                    \
    do {                                             \
        const enum swarm_status try_status = (call); \
        if (try_status != SWARM_OK) {                \
            return try_status;                       \
        }                                            \
    } while (0)

/* Like TRY, but keeps the status in `status` and goes to `label`, which releases. A label that success passes, too, is
 * called `done`, others `fail`. */
#define TRY_OR(label, call)       \
    do {                          \
        status = (call);          \
        if (status != SWARM_OK) { \
            goto label;           \
        }                         \
    } while (0)

/* Seconds of a clock that never goes back; only differences mean something. */
double base_clock_now(void);

/* The time of pthread_cond_timedwait() that is `seconds` from now. */
struct timespec base_clock_after(double seconds);

/* The env of a context, which begins with it. */
struct base_env *base_env_of(swarm_context *context);

enum swarm_status base_env_init(struct base_env *env);
void base_env_deinit(struct base_env *env);

/* An env for another thread: it has its own text, no receiver of messages, and the clock and the cancellation of
 * `root`, which must outlive it. Release it with base_env_deinit(). */
void base_env_fork(struct base_env *env, const struct base_env *root);

/* An env for a run of its own on another thread: its own text, clock and end, no receiver of messages or progress. It
 * is cancelled with `above`, which must outlive it. Release it with base_env_deinit(). */
void base_env_begin(struct base_env *env, const struct base_env *above);

/* Copies `text` and spells every --name in it as the env does. `spelled` has room for all of `text`: no spelling is
 * longer. For pieces that a message inserts: base_fail() and base_log() spell their formats, but not the arguments,
 * which may be the user's. */
void base_spell(const struct base_env *env, const char *text, char *spelled);

/* Sets the error text and returns `status`, so that `return base_fail(env, ...)` reads well. Without memory for the
 * text it returns SWARM_ERROR_OUT_OF_MEMORY, and the text says so. */
enum swarm_status base_fail(struct base_env *env, enum swarm_status status, const char *format, ...) BASE_PRINTF(3, 4);

/* Puts "text: " before the error text; returns as base_fail() does. */
enum swarm_status base_fail_in(struct base_env *env, enum swarm_status status, const char *format, ...)
    BASE_PRINTF(3, 4);

/* SWARM_ERROR_OUT_OF_MEMORY for host memory. */
enum swarm_status base_fail_memory(struct base_env *env);

/* SWARM_ERROR_INVALID_ARGUMENT for an argument of a public function that is NULL. */
enum swarm_status base_fail_null(swarm_context *context, const char *what);

/* True if the error text ends with that of base_fail_memory(): the host has no memory, whatever a device has. */
bool base_lacks_memory(const struct base_env *env);

/* Without memory for the message it sends a warning that says so. */
void base_log(struct base_env *env, enum swarm_log_level level, const char *format, ...) BASE_PRINTF(3, 4);

/* Threads of the library call the caller's functions (messages, progress) one at a time, between these two. A callback
 * may cause another one on the same thread. */
void base_callback_begin(struct base_env *env);
void base_callback_end(struct base_env *env);

bool base_cancelled(const struct base_env *env);
enum swarm_stop_reason base_satisfied(const struct base_env *env);

/* Whether a run is to end: it was cancelled, it is satisfied, or `deadline` is over (of base_seconds(); INFINITY:
 * none). */
bool base_interrupted(const struct base_env *env, double deadline);

/* The same for an iteration under way, which has some patience. */
bool base_cut(const struct base_env *env, double deadline, const struct base_patience *patience);

/* For loops that read the input `path`: fails with SWARM_ERROR_INPUT after env->reads_until. */
enum swarm_status base_check_reading(struct base_env *env, const char *path);

/* Seconds since the env was made or its clock was restarted. */
void base_env_restart(struct base_env *env);
double base_seconds(const struct base_env *env);

#endif
