/* run.h - a search at work, from parameters to a verified answer. It uses problems and algorithms only by problem.h and
 * engine.h. */
#ifndef SWARMCL_RUN_RUN_H
#define SWARMCL_RUN_RUN_H

#include "checkpoints.h"
#include "search/engine.h"
#include "options/params.h"

struct run_ahead;
struct run_bound;
struct run_islands;
struct run_ticker;

/* A result under construction, with its memory. It begins with the public struct, to which the caller points. */
struct run_result {
    struct swarm_result shown;
    struct run_improvement best; /* so far; a score of INT64_MAX: none */
    int64_t told;                /* the best that engines have told; answers may be better, but targets ignore that */
    int64_t built;               /* the best that an iteration has built; INT64_MAX: none */
    uint64_t nan_count;          /* of all engines */
    size_t trace_capacity;
    struct swarm_trace_point *trace;
    struct swarm_setting *settings; /* values owned */
    struct swarm_plan_entry plan[RUN_PLAN_ENTRIES];
    struct swarm_kernel_time *kernels;
    struct swarm_island *islands; /* [shown.island_count] */
    /* the answer; the problem fills it */
    struct swarm_tour tour;
    struct swarm_position position;
    struct swarm_assignment assignment;
    void *owned[3]; /* the answer's arrays */
};

struct run_task {
    struct base_env *env;
    const struct ocl_device_list *devices; /* NULL: the host alone; must outlive the result */
    double discovery_seconds;              /* for listing them, part of timing.context */
    const struct swarm_params *params;
    unsigned threads;            /* of the host, for an engine; 0: as the options say */
    void *shared;                /* of all runs of a batch (problem.h); NULL: nothing is */
    swarm_progress_fn *progress; /* may be NULL */
    void *progress_user;
};

/* A run at work, or one of its islands. */
struct run {
    const struct run_task *task;
    struct run_task host_task; /* the task without devices; `task` points here once run_use_host() has succeeded */
    struct base_env *env;
    const struct run_problem *problem;
    struct options options; /* with the run's choices */
    void *question;         /* the problem's, owned */
    struct run_request request;
    size_t answer_size; /* bytes */
    void *answer;       /* [answer_size] the best so far, owned */
    /* Finds the best answer [answer_size] and its score on the host; the problem sets it for small instances. NULL: the
     * run searches. */
    enum swarm_status (*solve)(const struct run *run, void *answer, int64_t *score);
    int64_t scale;               /* the score that serves the engine as unit */
    bool starts_anew;            /* the answer to start from is void: the engine's own replaces it */
    struct run_engine *engine;   /* with islands the first one's here */
    struct run_islands *islands; /* owned; NULL: there is one search */
    struct run_bound *bound;     /* of all islands; NULL: there is none */
    enum swarm_status (*save_islands)(struct run_islands *islands, bool at_end);
    size_t *named; /* [named_count] devices that the caller names, owned; NULL: the run chooses */
    size_t named_count;
    struct run_result *result;
    struct run_ticker *ticker; /* NULL: the run reports no progress */
    struct run_checkpoints checkpoints;
    struct run_checkpoint state; /* for checkpoints; no sections unless the run reads or writes them */
    char *resume_path;           /* owned; NULL: the run starts anew */
    bool leaves_state;           /* it, or the run that it is an island of, has checkpoints */
    bool kept;                   /* there is a state */
    atomic_bool copies_state;    /* the state in memory is being replaced */
    bool is_over;                /* the run it resumes had ended already */
    bool goes_on;                /* `state` is the state after the iterations so far */
    struct run_ahead *ahead;     /* the twin while kernels are compiled; NULL: there is none */
    struct {
        void *answer; /* [answer_size] owned */
        struct run_improvement best;
        size_t trace_count;
    } secured;           /* watch.h; best.score INT64_MAX: no answer yet */
    atomic_bool heard;   /* a summary has come */
    bool is_left;        /* a driver has not returned: its memory is never freed, ... */
    bool engine_is_left; /* ... nor is the engine */
};

/* The twin of a run, and its own env and answer. */
struct run_ahead {
    struct base_env env; /* cancelled when the kernels are there */
    struct run_task task;
    struct run run;              /* shares the run's result, not its answer */
    struct run_improvement best; /* the run's best before the twin, ... */
    size_t trace_count;          /* ... and the length of its trace */
};

/* Frees the question. */
void run_forget(struct run *run);

/* See swarm_check(); uses only env and params of the task. */
enum swarm_status run_check(const struct run_task *task);

/* See swarm_rehearse(). */
enum swarm_status run_rehearse(const struct run_task *task);

/* See swarm_solve(). */
enum swarm_status run_solve(const struct run_task *task, struct run_result **result);

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

/* The parameters of a problem. SWARM_ERROR_INVALID_ARGUMENT for an unknown one. */
enum swarm_status run_params_create(struct base_env *env, const char *problem, struct swarm_params **params);

/* Whether a run of these parameters needs no device. */
bool run_is_host_only(const struct swarm_params *params);

/* Whether neither the device nor a part of its work is named, so that a problem may do without one. */
bool run_leaves_device_open(const struct swarm_params *params);

/* Whether no device is named, so a run that needs none does not load a driver. */
bool run_leaves_driver_out(const struct swarm_params *params);

/* Whether a small instance may be solved on the host where no algorithm is named: neither the times nor the source of
 * kernels are asked for. */
bool run_may_solve(const struct swarm_params *params);

/* Seconds for a driver to list its devices before a run of these parameters goes without; 0: the default. */
double run_listing_seconds(const struct swarm_params *params);

/* Whether `algorithm`, an option with the words `auto` and `exact`, is exact: named, or chosen because `count` items or
 * nodes are at most `most` and run_may_solve(). */
bool run_is_exact(const struct swarm_params *params, enum option algorithm, uint32_t count, uint32_t most);

/* Writes the choices of the run's engine to `options`. */
void run_describe_engine(const struct run *run, struct options *options);

enum swarm_status run_result_create(struct base_env *env, struct run_result **result);

/* Fills in the value of every option, the memory plan and the kernel times of the engine. */
enum swarm_status run_result_describe(const struct run *run);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Choices that are alike in all problems: choose.c */

/* Begins ask(): makes run->question of `size` bytes, which are 0, and refuses parameters without `input`; `missing`
 * names it. */
enum swarm_status run_begin_question(struct run *run, size_t size, const void *input, const char *missing);

/* Makes scratch for tell() if the caller's progress gets answers: `count` words, owned. */
enum swarm_status run_make_told(const struct run *run, size_t count, uint32_t **told);

/* Lets `solve` take the place of a search, and refuses more than `most` of what it orders: `count`, named `nodes`. */
enum swarm_status run_choose_exact(struct run *run,
                                   enum swarm_status (*solve)(const struct run *run, void *answer, int64_t *score),
                                   uint32_t count, uint32_t most, const char *nodes);

/* Sets a limit if nothing ends the run: so many iterations, or so many in a row without a better answer (0: no limit).
 * `always`: the iterations count beside --no-improve, too. */
void run_choose_ends(struct options *options, uint64_t iterations, uint64_t no_improve, bool always);

/* Islands and their meetings; an epoch has `epoch` iterations unless given. */
void run_choose_islands(struct options *options, uint64_t epoch);

/* Fills in the request of all engines, without the target. */
void run_fill_request(struct run *run);

/* Refuses options of `owners`, which the run's algorithm is not, and takes their values away. */
enum swarm_status run_check_owners(struct run *run, unsigned owners, const char *algorithm);

/* Refuses options that the sequential twin would ignore. */
enum swarm_status run_check_twin(struct base_env *env, const struct options *options, bool profile);

/* The devices that the options choose. For `auto` they are in the order to try them; otherwise all are used, each as
 * often as it is named, and more than one is refused unless `several`. *indices returns owned. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_NO_DEVICE. */
enum swarm_status run_devices_find(struct base_env *env, const struct ocl_device_list *devices,
                                   const struct options *options, bool several, size_t **indices, size_t *count);

/* The devices of an engine: all that the caller names, otherwise the device at *index. Borrows *index. The second
 * function returns none for a CPU that the caller leaves open: an engine with the same result on the host's threads
 * needs no compiler there. */
struct run_devices run_devices_of(const struct run *run, const size_t *index);
struct run_devices run_devices_unless_cpu(const struct run *run, const size_t *index);

/* Plans and opens the device at `index` of the list for `user`. */
typedef enum swarm_status run_try_fn(void *user, size_t index);

/* Tries the devices that the options choose: `auto` goes on to the next if one does not open or cannot hold the run; an
 * explicit choice fails. With devices NULL, for the host, tries index 0. */
enum swarm_status run_devices_try(struct base_env *env, const struct ocl_device_list *devices,
                                  const struct options *options, run_try_fn *try_device, void *user);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The steps of a run in order; islands use those of a single engine: run.c */

/* Makes, plans and opens the engine of a run on a device; the second on all that the caller names, or on the first that
 * holds it. */
enum swarm_status run_try_device(void *run, size_t index);
enum swarm_status run_open(struct run *run);

/* After a device has failed with `status`: takes the devices away from a run that names none, so the host can search.
 * Logs a line that says so, as a warning the first time. Returns `status` if the run needs the device, and SWARM_OK for
 * SWARM_OK. */
enum swarm_status run_use_host(struct run *run, enum swarm_status status);

/* Makes the engine for a run whose `solve` is set (exact.c). Iteration 1 finds the best answer and ends the run: by its
 * target if the answer reaches it, otherwise as proven. Neither a time limit nor the answers that a caller gives change
 * it. *engine returns owned. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_exact_create(struct run *run, struct run_engine **engine);

/* Reads the state of a resumed run, and makes room for the states to write. */
enum swarm_status run_read_resumed(struct run *run);

/* Finds the best answer to start from; gives the engine its unit. */
enum swarm_status run_start(struct run *run);
void run_settle(struct run *run);

/* Fills the engine, and writes the first checkpoint, which shows at once if writing works. */
enum swarm_status run_prepare(struct run *run);

/* Takes the summaries that are complete, or with `all` the whole queue; *stop is set at the first that ends the run. */
enum swarm_status run_collect(struct run *run, bool all, bool *stop);

/* Reads the best answer, which may be better than the summaries told. */
enum swarm_status run_read_answer(struct run *run);

/* Seconds since `*since`, which becomes now: measures the phases. */
double run_lap(const struct base_env *env, double *since);

/* Whether the run is to end: cancelled, satisfied, or past its deadline; and which of these (bound.c). */
bool run_is_interrupted(const struct run *run);
enum swarm_stop_reason run_interruption(const struct run *run);

/* Whether an answer of this score reaches the target. */
bool run_has_reached(const struct run *run, int64_t score);

/* Records the engine's best before its first iteration. */
enum swarm_status run_take_prepared(struct run *run, const struct run_improvement *prepared);

/* Iterates up to `last` and reads the best answer. *stop: a summary has ended the run; *interrupted: cancelled or out
 * of time before `last` was complete. */
enum swarm_status run_advance(struct run *run, uint64_t last, bool *stop, bool *interrupted);

/* The last iteration that the run may make. */
uint64_t run_limit(const struct run *run);

/* Makes an earlier answer the best again, with so much of the trace. */
void run_go_back(struct run *run, const struct run_improvement *best, size_t trace_count);

/* Copies the best so far to memory that no driver writes. If the run is left behind, this copy is its answer. */
void run_secure(struct run *run);

/* Calls the task's progress function after an improvement or a while without one: tick.c */
void run_tell(struct run *run, uint64_t iteration, bool improved);

/* Keeps the state of the engine or of the islands for run_end_checkpoints(), or writes it; the queue was collected. */
enum swarm_status run_keep_state(struct run *run, bool write);

/* Writes the last checkpoint. `torn`: no run could continue from the present state; the last kept state is written with
 * the results of the run. */
enum swarm_status run_end_checkpoints(struct run *run, bool torn);

/* Appends an improvement to the trace and makes it the best. */
enum swarm_status run_improve(struct run *run, const struct run_improvement *improvement);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The bound beside the search, NULL: there is none; see bound.h: bound.c */

/* The run has found an answer of this score, or (`again`) gone back to it. */
void run_bound_hear(struct run_bound *bound, int64_t score, bool again);

/* The bound so far as a length for the caller; 0: nothing is proven. */
int64_t run_bound_length(const struct run *run);

#endif
