/* run.h - a run, from parameters to a verified solution: a search or islands, with checkpoints, a bound, progress
 * reports and a watchdog. Declarations that only this room uses are in run_part.h. */
#ifndef SWARMCL_RUN_RUN_H
#define SWARMCL_RUN_RUN_H

#include "base/worker.h"
#include "islands/islands.h"

/* Implements swarm_check(); uses only `env` and `params` of the task. */
enum swarm_status run_check(const struct search_task *task);

/* Implements swarm_rehearse(). */
enum swarm_status run_rehearse(const struct search_task *task);

/* Implements swarm_solve(). */
enum swarm_status run_solve(const struct search_task *task, struct search_result **result);

/* A batch: many runs of one problem. */
struct run_many {
    struct base_env *env;
    const struct ocl_device_list *devices; /* NULL: runs use only the host, one per thread at a time */
    const struct swarm_params *params;
    size_t count;
    const void *const *inputs; /* [count] what to solve, of the kind that `params` takes, borrowed */
    swarm_many_fn *done;
    void *user;
};

/* Implements swarm_solve_inputs(). */
enum swarm_status run_many_solve(const struct run_many *task, double seconds);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Parameters: params.c                                                                                               */

/* True if a run with these parameters needs no device. */
bool run_is_host_only(const struct swarm_params *params);

/* True if the parameters name neither a device nor an option of devices, so the problem may choose to use none. */
bool run_leaves_device_open(const struct swarm_params *params);

/* True if small instances may be solved exactly when no algorithm is named. --profile and --dump-kernels prevent it,
 * because they need kernels. */
bool run_may_solve(const struct swarm_params *params);

/* Seconds that a driver may take to list its devices before a run with these parameters omits it; 0: the default. */
double run_listing_seconds(const struct swarm_params *params);

/* True if the option `algorithm` means the exact solver: named as `exact`, or `auto` with `count` items or nodes, at
 * most `most`, and run_may_solve(). */
bool run_is_exact(const struct swarm_params *params, enum option algorithm, uint32_t count, uint32_t most);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Choices that all problems make in the same manner: choose.c */

/* Sets an option that the user left open. */
#define RUN_CHOOSE(options, option, value)        \
    do {                                          \
        if (!(options)->given[OPTION_##option]) { \
            (options)->option = (value);          \
            (options)->set[OPTION_##option] = 1;  \
        }                                         \
    } while (0)

/* Number of host threads for an engine. */
unsigned run_threads(const struct search *search);

/* Starts ask(): allocates search->question, `size` zeroed bytes; fails if the parameters have no `input`. */
enum swarm_status run_begin_question(struct search *search, size_t size, const char *input);

/* Frees the question, which may be NULL. */
void run_release_question(struct search *search);

/* Allocates `count` words of scratch for report(), owned; NULL if progress reports have no solutions. */
enum swarm_status run_make_report(const struct search *search, size_t count, uint32_t **scratch);

/* Makes the exact solver `solve` the algorithm of the search. Fails if `count`, a number of `nodes`, exceeds `most`. */
enum swarm_status run_choose_exact(struct search *search, search_solve_fn *solve, uint32_t count, uint32_t most,
                                   const char *nodes);

/* The devices for an engine that would find the same result on host threads: none if the device is a CPU that was
 * chosen only because the user names no device. */
struct search_devices run_devices_unless_cpu(const struct search *search, struct search_devices devices);

/* Sets the defaults of --iterations and --no-improve (0: no limit) if the user gave no stop condition. `always`: sets
 * --iterations even if --no-improve is given. */
void run_choose_ends(struct options *options, uint64_t iterations, uint64_t no_improve, bool always);

/* Sets the defaults of the options of islands; --epoch becomes `epoch` iterations. */
void run_choose_islands(struct options *options, uint64_t epoch);

/* Fills in search->request from the options. Its target is --target as a score with `decimals`, rounded down; without
 * --target it is `target`. Rejects options that have no effect with --device none. */
enum swarm_status run_fill_request(struct search *search, int decimals, int64_t target);

/* Rejects options of `owners`, which are algorithms that the run does not use, and clears their defaults. */
enum swarm_status run_check_owners(struct search *search, unsigned owners, const char *algorithm);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The inputs that decide a result: state.c                                                                           */

enum { RUN_IDENTITY_MOST = 96 /* maximum number of settings in the identity of a run of any problem */ };

/* Names and values of settings that must be equal in a checkpoint and in the run that resumes it. */
struct run_identity {
    size_t count;
    bool failed;                                             /* True if memory ran out while settings were added */
    struct base_checkpoint_setting shown[RUN_IDENTITY_MOST]; /* [count] settings, with owned names and values */
};

/* Suffix of the names of a problem's own settings; no option's name ends with it. */
#define RUN_OWN_END " of"

/* Adds a setting; takes ownership of `value`, which is NULL if memory ran out. */
void run_identity_add(struct run_identity *identity, const char *name, char *value);

/* ------------------------------------------------------------------------------------------------------------------ */
/* A lower bound on all scores, which the problem raises on its own thread during the search: bound.c */

/* The bound changes no solution. It ends the run as soon as the best solution is proven to be good enough. */
struct run_bound {
    struct base_env env; /* env of the bound's thread; cancelled when the search ends */
    const struct search *search;
    struct base_worker *worker; /* thread that raises the bound; NULL: none */
    double begun, deadline;     /* base_seconds() at which the problem's work may start, and must end */
    double share;               /* allowed work time / time since `begun`; INFINITY: no limit */
    double waited;              /* seconds since `begun` in which the thread paused */
    pthread_mutex_t lock;       /* guards `best`, `proven` and `enough` */
    int64_t best;               /* best score of the search so far; INT64_MAX: no solution yet */
    int64_t proven;             /* lower bound on all scores; INT64_MIN: nothing is proven */
    int64_t enough;             /* a best score up to this one ends the run */
};

/* Called by the problem: all scores are at least `proven`, and a best score of at most `enough` ends the run. */
void run_bound_raise(struct run_bound *bound, int64_t proven, int64_t enough);

/* Pauses the problem between two rounds of work until `share` allows more. Returns false if the search is over. */
bool run_bound_continues(struct run_bound *bound);

#endif
