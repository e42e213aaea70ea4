/* run.h - a run, from parameters to a verified solution: a search or its islands, and what surrounds them. */
#ifndef SWARMCL_RUN_RUN_H
#define SWARMCL_RUN_RUN_H

#include "bound.h"
#include "checkpoints.h"
#include "islands/islands.h"
#include "tick.h"

/* The best solution that the host has, in memory that no driver writes. If the run is abandoned, it is the result. */
struct run_watch {
    void *solution;                 /* [solution_size] owned */
    struct search_improvement best; /* its score is INT64_MAX: no solution yet */
    size_t trace_count;
    atomic_bool has_summary; /* the engine has completed an iteration since the build */
    bool left;               /* a driver has not returned: the memory and engine on its device are never freed */
};

/* The host's search during the build. */
struct run_prefetch {
    struct base_env env;  /* cancelled when the kernels are there */
    struct search search; /* shares the run's result; without a solution there is no prefetch */
    struct search_hooks hooks;
    bool has_state;                 /* `search.state` is of its last iteration */
    struct search_improvement best; /* the run's best before, ... */
    size_t trace_count;             /* ... and the length of its trace */
};

struct run {
    struct search search;
    struct search_devices devices;
    struct search_hooks hooks;
    struct islands *islands; /* owned; NULL: there is one search */
    struct run_checkpoints checkpoints;
    struct run_checkpoint state;
    char *resume_path; /* owned; NULL: the run starts anew */
    bool is_over;      /* the run that it resumes had ended already */
    bool ended;        /* a phase has ended it, with its reason in the result */
    struct run_bound bound;
    struct run_ticker ticker;
    struct run_watch watch;
    struct run_prefetch prefetch;
};

/* See swarm_check(); uses only env and params of the task. */
enum swarm_status run_check(const struct search_task *task);

/* See swarm_rehearse(). */
enum swarm_status run_rehearse(const struct search_task *task);

/* See swarm_solve(). */
enum swarm_status run_solve(const struct search_task *task, struct search_result **result);

/* Many runs of one problem. */
struct run_many {
    struct base_env *env;
    const struct ocl_device_list *devices; /* NULL: the host's threads, a run each; else one run after another */
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

/* True if neither the device nor a part of its work is named, so a problem may do without one. */
bool run_leaves_device_open(const struct swarm_params *params);

/* True if a small instance may be solved on the host where no algorithm is named: neither the times nor the source of
 * kernels are asked for. */
bool run_may_solve(const struct swarm_params *params);

/* Seconds for a driver to list its devices before a run of these parameters goes without; 0: the default. */
double run_listing_seconds(const struct swarm_params *params);

/* True if `algorithm`, an option with the words `auto` and `exact`, is exact: named, or chosen because `count` items or
 * nodes are at most `most` and run_may_solve(). */
bool run_is_exact(const struct swarm_params *params, enum option algorithm, uint32_t count, uint32_t most);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Choices that are alike in all problems: choose.c */

/* Sets an option that the caller left open. */
#define RUN_CHOOSE(options, option, value)        \
    do {                                          \
        if (!(options)->given[OPTION_##option]) { \
            (options)->option = (value);          \
            (options)->set[OPTION_##option] = 1;  \
        }                                         \
    } while (0)

/* The threads of an engine on the host; 0: one for each processor. */
unsigned run_threads(const struct search *search);

/* Begins ask(): makes search->question of `size` bytes, which are 0, and refuses parameters without `input`; `missing`
 * names it. */
enum swarm_status run_begin_question(struct search *search, size_t size, const void *input, const char *missing);

/* Frees the question, which may be NULL. */
void run_release_question(struct search *search);

/* Makes scratch for report() if the caller's progress gets solutions: `count` words, owned. */
enum swarm_status run_make_report(const struct search *search, size_t count, uint32_t **scratch);

/* Lets `solve` take the place of a search, and refuses more than `most` of what it orders: `count`, named `nodes`. */
enum swarm_status run_choose_exact(struct search *search,
                                   enum swarm_status (*solve)(const struct search *search, void *solution,
                                                              int64_t *score),
                                   uint32_t count, uint32_t most, const char *nodes);

/* The devices of an engine: none in place of a CPU that the caller leaves open, where an engine with the same result on
 * the host's threads needs no compiler. */
struct search_devices run_devices_unless_cpu(const struct search *search, struct search_devices devices);

/* Sets a limit if nothing ends the run: so many iterations, or so many in a row without a better solution (0: no
 * limit). `always`: the iterations count in addition to --no-improve. */
void run_choose_ends(struct options *options, uint64_t iterations, uint64_t no_improve, bool always);

/* Islands and their meetings; an epoch has `epoch` iterations unless given. */
void run_choose_islands(struct options *options, uint64_t epoch);

/* Fills in the request of all engines, without the target. */
void run_fill_request(struct search *search);

/* Refuses options of `owners`, which the run's algorithm is not, and takes their values away. */
enum swarm_status run_check_owners(struct search *search, unsigned owners, const char *algorithm);

/* Refuses options that the sequential twin would ignore. */
enum swarm_status run_check_reference(struct base_env *env, const struct options *options, bool profile);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Islands and ranks: count.c                                                                                         */

/* Decides how many islands the run has: options.islands. A collective call of all ranks, also after an error, `status`:
 * the first error of a rank is the error of all. Errors: SWARM_ERROR_INVALID_ARGUMENT for fewer islands than devices or
 * ranks, and for options of meetings with one island; errors of the selector. */
enum swarm_status run_count_islands(struct run *run, enum swarm_status status);

/* Removes the checkpoint before the last; all ranks have written the last one. */
void run_remove_older_checkpoint(const struct run *run);

#endif
