/* run_part.h - a run at work, shared by the files of this room. */
#ifndef SWARMCL_RUN_RUN_PART_H
#define SWARMCL_RUN_RUN_PART_H

#include "base/file.h"
#include "run.h"
#include "search/problem.h"

/* When to write the file of --checkpoint. Zeroed: there is none.
 *
 * A file holds the state after an iteration and the results at that time. A run that ends within an iteration, or by
 * its target, may have no state to continue from. Then the file has the last state and also the results at the end: a
 * run that is resumed to the same end has these results. If a run ends before its first iteration, the file has only
 * that end, and a resumed run starts anew. */
struct run_checkpoints {
    char *path;               /* owned; NULL: none */
    uint64_t every;           /* iterations between two files; 0: `seconds` decide */
    double seconds;           /* between two files */
    bool given;               /* EVERY was given; otherwise checkpoints take at most a hundredth of the time */
    double last;              /* base_seconds() at the last file */
    double cost;              /* seconds that the last file took */
    double total;             /* seconds of all files and kept states */
    double keeping;           /* seconds of the states that were only kept in memory */
    double copying;           /* seconds that copying the last state took */
    double at;                /* base_seconds() when the last state was copied */
    bool written;             /* this run has written the file */
    bool kept;                /* there is a state in memory */
    atomic_bool copies_state; /* the state in memory is being replaced */
    struct base_file_lock lock;
};

/* The progress of a run, a section of its file. */
struct run_reached {
    uint64_t iterations, best_iteration;
    int64_t score, reported, built; /* as in struct search_result */
    int64_t scale;                  /* as in struct search */
    double seconds, best_seconds;   /* since the start of the first run */
    uint64_t stop_reason;
    uint64_t nan_count; /* the engine's */
};

/* The sections of a file, zeroed at first. Those of the search, or of the islands of this process, come next. */
struct run_state {
    struct search_sections reached; /* the progress at the state, then at the end of the run */
    size_t count;                   /* 1, or the islands of this process */
    struct search_sections **parts; /* [count] borrowed */
    struct search_sections *part;   /* the only one of a run without islands */
};

/* Calls of the caller's progress function: at improvements, and every tenth of a second in between, whatever the engine
 * does. The lock of callbacks (env.h) guards `last` and `called`. */
struct run_ticker {
    struct swarm_progress last; /* the latest report, without a solution */
    double called;              /* base_seconds() at the last call */
    bool reports;               /* the caller has a progress function */
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock; /* guards is_over */
    pthread_cond_t ended;
    bool is_over;
};

/* The best solution in memory that no driver writes. If a driver does not return, the run is abandoned, and this is its
 * result. */
struct run_watch {
    void *solution;                 /* [solution_size] owned */
    struct search_improvement best; /* a score of INT64_MAX: no solution yet */
    size_t trace_count;
    atomic_bool has_summary; /* the engine has completed an iteration since the build */
    bool abandoned;          /* a driver call never returned; memory and engine of its device must not be freed */
};

/* The host's search during the build, in a run with a time limit. It makes the same iterations as the device, and the
 * device continues from its state: tours, schedules and documents equal those of a run without prefetch. */
struct run_prefetch {
    struct base_env env;  /* cancelled when the kernels are built */
    struct search search; /* shares the run's result; without a solution there is no prefetch */
    struct search_hooks hooks;
    bool has_state;                 /* `search.state` is of its last iteration */
    struct search_improvement best; /* the run's best before the prefetch */
    size_t trace_count;             /* the length of the run's trace before the prefetch */
};

struct run {
    struct search search;
    struct search_devices devices;
    struct search_hooks hooks;
    struct islands *islands; /* owned; NULL: there is one search */
    struct run_checkpoints checkpoints;
    struct run_state state;
    char *resume_path; /* owned; NULL: the run starts anew */
    bool had_ended;    /* the run that it resumes had ended already */
    bool ended;        /* a phase has ended the run; its reason is in the result */
    struct run_bound bound;
    struct run_ticker ticker;
    struct run_watch watch;
    struct run_prefetch prefetch;
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Islands and ranks: count.c                                                                                         */

/* Decides how many islands the run has: options.islands. A collective call of all ranks, also after an error, `status`:
 * the first error of a rank is the error of all. Errors: SWARM_ERROR_INVALID_ARGUMENT for fewer islands than devices or
 * ranks, and for options of migration with one island; errors of the selector. */
enum swarm_status run_count_islands(struct run *run, enum swarm_status status);

/* Removes the file before the last one, after all ranks have written the last one. */
void run_remove_older_checkpoint(const struct run *run);

/* ------------------------------------------------------------------------------------------------------------------ */
/* When to keep a state, and which one to resume: checkpoints.c                                                       */

/* Reads --checkpoint FILE[,EVERY]. Release it in any case. SWARM_ERROR_INVALID_ARGUMENT for a wrong value. */
enum swarm_status run_checkpoints_init(struct base_env *env, const struct options *options,
                                       struct run_checkpoints *checkpoints);
void run_checkpoints_deinit(struct run_checkpoints *checkpoints);

/* Makes the run the only writer of its file, and sets the hooks. Errors: as base_file_lock(). */
enum swarm_status run_checkpoints_begin(struct run *run);

/* Reads the state of a resumed run, and lists the sections to write. */
enum swarm_status run_read_resumed(struct run *run);

/* A hook: keeps the state of the search or of the islands in memory, or writes it; the queue was collected. */
enum swarm_status run_keep_state(void *run, bool write);

/* Writes the last checkpoint. `torn`: no run could continue from the present state; the last kept state is written with
 * the results of the run. */
enum swarm_status run_end_checkpoints(struct run *run, bool torn);

/* Writes a checkpoint if the run has ended without one, before its first iteration or at its resumption. `run` is a
 * struct run. */
enum swarm_status run_leave_checkpoint(void *run);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The file: state.c                                                                                                  */

/* Begins the names of settings that a resumed run may change. */
#define RUN_FREE "told "

/* True if an option with this value (NULL: none) decides the result: replay.c. */
bool run_decides(const struct search_problem *problem, enum option option, const char *value);

/* The file of this process: `path`, with the rank's number appended if there are several; and the file that a rank had
 * before the one at `path`. Owned; NULL when memory ran out. */
char *run_checkpoint_path(const struct base_env *env, const char *path);
char *run_checkpoint_path_before(const char *path);

/* Lists the sections of the run's state. */
void run_state_init(struct run *run);

/* Copies the progress of `search`, which is the run's or the prefetch's, into the run's state: the part that belongs to
 * the state, or the part for the end. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_take(struct run *run, const struct search *search, bool at_end);

/* The progress in a state; NULL: it has none, or no end. */
const struct run_reached *run_state_reached(const struct run_state *state, bool at_end);

/* Restores the run's best, trace and counts from its state. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_give(struct run *run, bool at_end);

/* Writes the state. A rank's older file becomes run_checkpoint_path_before(). Errors: SWARM_ERROR_IO,
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_write(struct run *run);

/* Reads the state at run->resume_path; the engine checks its own part later. Errors: as base_checkpoint_read(),
 * search_refuse_state(). */
enum swarm_status run_state_read(struct run *run);

/* The iteration of a rank's file; -1: there is no such file. */
int64_t run_state_iteration(const struct run *run, const char *path);

/* A checksum of all inputs that decide the result. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_identity_sum(const struct search *search, uint32_t *sum);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Bound, progress, watchdog and prefetch: bound.c, tick.c, watch.c, prefetch.c                                       */

/* Makes a bound that has no thread yet; release it with run_bound_deinit(). */
void run_bound_init(struct run_bound *bound, const struct search *search);
void run_bound_deinit(struct run_bound *bound);

/* Starts the bound of a run that asks for one. Next to a GPU it may use a whole thread, elsewhere a share of the
 * processors' time. Warns if there is no time for it. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_bound_begin(struct run_bound *bound);

/* Ends the thread after the search. Unless the time is over or the run `failed`, the bound may improve for a moment. A
 * failure of the bound is a warning. */
void run_bound_end(struct run_bound *bound, bool failed);

/* A hook: the search has found a solution of this score, or (`again`) gone back to it. */
void run_bound_compare(void *run, int64_t score, bool again);

/* The bound so far as a length for the caller; 0: nothing is proven. */
int64_t run_bound_length(struct run_bound *bound);

/* Starts the thread that repeats the latest report. Without a progress function nothing is reported; without a thread
 * only what the engine reports. */
void run_ticker_begin(struct run *run);

/* A hook: calls the progress function after an improvement or a while without one. `search` has the solution. */
void run_report(void *run, const struct search *search, uint64_t iteration, bool improved);

/* Ends the thread; no call is in progress after it. */
void run_ticker_end(struct run_ticker *ticker);

/* A hook: copies the best so far from the search to the watch. */
void run_watch_copy(void *run, const struct search *search);

/* Does the work of a run on a worker, with the run as `context`. If a driver does not return soon after the deadline or
 * a cancellation, the work is abandoned, and the best solution of the watch is the result. SWARM_ERROR_OPENCL: there is
 * none. `builds`: the work compiles kernels, and the host searches until they are built. */
enum swarm_status run_watch(struct run *run, base_worker_work *work, bool builds);

/* Iterates until `build` is over; *stop: this has ended the run. */
enum swarm_status run_prefetch(struct run *run, struct base_worker *build, bool *stop);

/* After the build: gives the state to the run's engine, or the engine itself if the run `is_over`. */
void run_end_prefetch(struct run *run, bool is_over);

#endif
