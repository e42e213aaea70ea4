/* run.h - a run, from parameters to a verified solution: a search or its islands with checkpoints, a bound, progress
 * and a watchdog. run_part.h has what the files of this room share. */
#ifndef SWARMCL_RUN_RUN_H
#define SWARMCL_RUN_RUN_H

#include "base/worker.h"
#include "islands/islands.h"

/* See swarm_check(); uses only env and params of the task. */
enum swarm_status run_check(const struct search_task *task);

/* See swarm_rehearse(). */
enum swarm_status run_rehearse(const struct search_task *task);

/* See swarm_solve(). */
enum swarm_status run_solve(const struct search_task *task, struct search_result **result);

/* Many runs of one problem. */
struct run_many {
    struct base_env *env;
    const struct ocl_device_list *devices; /* NULL: each thread of the host makes one run after another */
    const struct swarm_params *params;
    size_t count;
    const struct swarm_instance *const *instances; /* [count] */
    swarm_many_fn *done;
    void *user;
};

/* See swarm_solve_many(). */
enum swarm_status run_many_solve(const struct run_many *task, double seconds);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Parameters: params.c                                                                                               */

/* True if a run of these parameters needs no device. */
bool run_is_host_only(const struct swarm_params *params);

/* True if the parameters name neither a device nor an option of devices, so a problem may do without one. */
bool run_leaves_device_open(const struct swarm_params *params);

/* True if a small instance may be solved exactly when no algorithm is named: --profile and --dump-kernels need
 * kernels. */
bool run_may_solve(const struct swarm_params *params);

/* Seconds that a driver may take to list its devices before a run of these parameters continues without it; 0: the
 * default. */
double run_listing_seconds(const struct swarm_params *params);

/* True if `algorithm`, an option with the words `auto` and `exact`, is exact: named, or chosen because `count` items or
 * nodes are at most `most` and run_may_solve(). */
bool run_is_exact(const struct swarm_params *params, enum option algorithm, uint32_t count, uint32_t most);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Choices that all problems make alike: choose.c                                                                     */

/* Sets an option that the caller left open. */
#define RUN_CHOOSE(options, option, value)        \
    do {                                          \
        if (!(options)->given[OPTION_##option]) { \
            (options)->option = (value);          \
            (options)->set[OPTION_##option] = 1;  \
        }                                         \
    } while (0)

/* The threads of an engine on the host. */
unsigned run_threads(const struct search *search);

/* Begins ask(): allocates search->question, `size` bytes of 0, and fails if `input` is NULL; `missing` names it. */
enum swarm_status run_begin_question(struct search *search, size_t size, const void *input, const char *missing);

/* Frees the question, which may be NULL. */
void run_release_question(struct search *search);

/* Allocates scratch for report(), `count` words, owned, if the caller's progress gets solutions; otherwise NULL. */
enum swarm_status run_make_report(const struct search *search, size_t count, uint32_t **scratch);

/* Makes `solve` the algorithm of the search. Rejects more than `most` of what it orders: `count` of `nodes`. */
enum swarm_status run_choose_exact(struct search *search, search_solve_fn *solve, uint32_t count, uint32_t most,
                                   const char *nodes);

/* The devices of an engine that gives the same result on the host's threads: none if the only reason for a CPU device
 * is that the caller names none. */
struct search_devices run_devices_unless_cpu(const struct search *search, struct search_devices devices);

/* Sets the defaults of --iterations and --no-improve if nothing ends the run (0: no limit). `always`: --iterations has
 * its default even with --no-improve. */
void run_choose_ends(struct options *options, uint64_t iterations, uint64_t no_improve, bool always);

/* Islands and their migration; the default of --epoch is `epoch` iterations. */
void run_choose_islands(struct options *options, uint64_t epoch);

/* Fills in the request of all engines, without the target. */
void run_fill_request(struct search *search);

/* Rejects options of `owners`, algorithms other than the run's; clears their defaults. */
enum swarm_status run_check_owners(struct search *search, unsigned owners, const char *algorithm);

/* Rejects options that the sequential reference would ignore. */
enum swarm_status run_check_reference(const struct search *search);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The inputs that decide a result: state.c                                                                           */

enum { RUN_IDENTITY_MOST = 96 /* settings: more than the options and inputs of any problem */ };

/* Names and values that must be equal in a checkpoint and in the run that resumes it. */
struct run_identity {
    size_t count;
    bool failed;                                             /* memory ran out */
    struct base_checkpoint_setting shown[RUN_IDENTITY_MOST]; /* texts are owned */
};

/* The names of a problem's own settings end with this; no option's name does. */
#define RUN_OWN_END " of"

/* Adds a setting; takes ownership of `value`, NULL when memory ran out. */
void run_identity_add(struct run_identity *identity, const char *name, char *value);

/* Continues a CRC-32 over more bytes. */
unsigned long run_sum_bytes(unsigned long sum, const void *bytes, size_t size);

/* ------------------------------------------------------------------------------------------------------------------ */
/* A lower bound for all scores, which the problem raises on a thread next to the search: bound.c                     */

/* The bound changes no solution. It ends the run when the best score is as good as asked. */
struct run_bound {
    struct base_env env; /* of the thread; cancelled when the search is over */
    const struct search *search;
    struct base_worker *worker; /* NULL: there is no bound */
    double begun, deadline;     /* base_seconds() between which the problem may work */
    double share;               /* of the time since `begun` that the work may take; INFINITY: all of it */
    double waited;              /* seconds of that time without work */
    pthread_mutex_t lock;       /* guards the scores */
    int64_t best;               /* of the search; INT64_MAX: none */
    int64_t proven;             /* no score is less; INT64_MIN: nothing is proven */
    int64_t enough;             /* the worst score that ends the run */
};

/* For the problem: no score is less than `proven`; a score of at most `enough` ends the run. */
void run_bound_raise(struct run_bound *bound, int64_t proven, int64_t enough);

/* For the problem, between two rounds: waits until the share allows more work. False: the search is over. */
bool run_bound_continues(struct run_bound *bound);

#endif
