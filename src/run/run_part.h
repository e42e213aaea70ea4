/* run_part.h - the state of a run; only the files of this room include it. */
#ifndef SWARMCL_RUN_RUN_PART_H
#define SWARMCL_RUN_RUN_PART_H

#include "base/file.h"
#include "run.h"
#include "search/problem.h"

/* When to write the file of --checkpoint. A zeroed struct writes none.
 *
 * A file holds the state after an iteration and the results at that time. A run that ends inside an iteration, or by
 * its target, may have no state to continue from. Then the file has the last state and also the results at the end: a
 * run that is resumed to the same end returns these results. If a run ends before its first iteration, the file has
 * only the results, and a resumed run starts from the beginning. */
struct run_checkpoints {
    char *path;               /* owned name of the checkpoint file; NULL: the run writes no checkpoints */
    uint64_t every;           /* iterations from one file to the next; 0: `seconds` applies */
    double seconds;           /* seconds from one file to the next, if `every` is 0 */
    bool given;               /* the user gave EVERY; otherwise files may take at most FILE_SHARE of the time */
    double last;              /* time of base_seconds() when the last file was written */
    double cost;              /* seconds that it took to write the last file */
    double total;             /* seconds spent on all files and copies so far */
    double keeping;           /* seconds spent so far on copies of the state in memory */
    double copying;           /* seconds that it took to make the last copy of the state */
    double at;                /* time of base_seconds() at the last copy of the state */
    bool written;             /* true if this run has written the file */
    bool kept;                /* a copy of the state is in memory */
    atomic_bool copies_state; /* the copy in memory is incomplete: it is being replaced */
    struct base_file_lock lock;
};

/* Results at some point of a run, a section of its file. */
struct run_reached {
    uint64_t iterations, best_iteration;
    int64_t score, reported, built; /* best scores, as in struct search_result */
    int64_t scale;                  /* score that serves the engine as a unit, as in struct search */
    double seconds, best_seconds;   /* counted from the start of the first of the resumed runs */
    uint64_t stop_reason;
    struct search_counts counts;
};

/* The sections of a checkpoint file; first `reached`, then those of the search or of this process's islands. */
struct run_state {
    struct search_sections reached; /* results after the state's iteration, and at the end of the run */
    size_t count;                   /* number of `parts`: 1, or this process's islands */
    struct search_sections **parts; /* [count] borrowed states of the searches */
    struct search_sections *part;   /* the only part of a run without islands */
};

/* Calls the user's progress function: at improvements, and every tenth of a second in between, whatever the engine
 * does. The lock of callbacks (env.h) guards `last` and `called`. */
struct run_ticker {
    struct swarm_progress last; /* latest progress report, without its solution */
    double called;              /* base_seconds() at the last call of the function */
    bool reports;               /* True if the user gave a progress function */
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock; /* guards is_over, which ends the ticker's thread */
    pthread_cond_t ended;
    bool is_over;
};

/* The best solution, copied to memory that no driver writes. If a driver never returns, the run is abandoned, and the
 * copy is its result. */
struct run_watch {
    void *solution;                 /* [solution_size] owned copy of the best solution; NULL: no copies are made */
    struct search_improvement best; /* score and iteration of the copy; score INT64_MAX: no solution yet */
    size_t trace_count;
    atomic_bool has_summary; /* the device completed an iteration since the build */
    bool abandoned;          /* a driver call never returned; memory and engine of its device must not be freed */
};

/* The search on the host during the build, in a run with a time limit. It runs the iterations that the device would
 * run, and the device continues from its state: tours, schedules and documents equal those without prefetch. */
struct run_prefetch {
    struct base_env env;  /* env of the prefetch; cancelled when the kernels are ready */
    struct search search; /* shares the run's result; solution NULL: no prefetch */
    struct search_hooks hooks;
    bool has_state;                 /* True if `search.state` holds the state after the prefetch's last iteration */
    struct search_improvement best; /* best solution that the run had before the prefetch */
    size_t trace_count;             /* length of the run's trace before the prefetch */
};

struct run {
    struct search search;
    struct search_devices devices;
    struct search_hooks hooks;
    struct islands *islands; /* owned islands of the run; NULL: one search without islands */
    struct run_checkpoints checkpoints;
    struct run_state state;
    char *resume_path; /* owned checkpoint file; NULL: a new run */
    bool had_ended;    /* True if the run that is resumed had already ended */
    bool ended;        /* the run ended in some phase; the result has the reason */
    struct run_bound bound;
    struct run_ticker ticker;
    struct run_watch watch;
    struct run_prefetch prefetch;
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Islands and ranks: count.c                                                                                         */

/* Sets options.islands, the number of islands of the run. All ranks call it, even if `status` is an error; the first
 * error of a rank is returned on all. Errors: SWARM_ERROR_INVALID_ARGUMENT for fewer islands than devices or ranks, and
 * for options of migration with one island; errors of the selector. */
enum swarm_status run_count_islands(struct run *run, enum swarm_status status);

/* Deletes this rank's previous checkpoint. Called after all ranks have written the last one. */
void run_remove_older_checkpoint(const struct run *run);

/* ------------------------------------------------------------------------------------------------------------------ */
/* When to copy a state, and which one to resume: checkpoints.c */

/* Parses --checkpoint FILE[,EVERY]. Release it in any case. SWARM_ERROR_INVALID_ARGUMENT for a wrong value. */
enum swarm_status run_checkpoints_init(struct base_env *env, const struct options *options,
                                       struct run_checkpoints *checkpoints);
void run_checkpoints_deinit(struct run_checkpoints *checkpoints);

/* Locks the checkpoint file for this run, and sets the hooks. Errors: as of base_file_lock(). */
enum swarm_status run_checkpoints_begin(struct run *run);

/* Reads the state to resume, and lists the sections to write. */
enum swarm_status run_read_resumed(struct run *run);

/* Hook `keep`: copies the state to memory or, if `write`, to a file; called when the queue is collected. */
enum swarm_status run_keep_state(void *run, bool write);

/* Writes the last checkpoint. `torn`: the current state cannot be continued, so the file gets the last copy and the
 * results of the run. */
enum swarm_status run_end_checkpoints(struct run *run, bool torn);

/* Writes a checkpoint if the run ended without one: before its first iteration, or because the resumed run had ended.
 * `run` is a struct run. */
enum swarm_status run_leave_checkpoint(void *run);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The file: state.c                                                                                                  */

/* Prefix of the names of settings that a resumed run may change. */
#define RUN_FREE "told "

/* True if an option with this `value` (NULL: none) affects the result: replay.c. */
bool run_decides(const struct search_problem *problem, enum option option, const char *value);

/* The checkpoint file of this process: `path`, with the rank's number appended if there are several; and the name of a
 * rank's previous file. Owned; NULL if memory ran out. */
char *run_checkpoint_path(const struct base_env *env, const char *path);
char *run_checkpoint_path_before(const char *path);

/* Lists the sections of the run's state. */
void run_state_init(struct run *run);

/* Copies the results of `search`, the run's or the prefetch's, to the run's state: those after the state's iteration,
 * or with `at_end` those at the end. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_take(struct run *run, const struct search *search, bool at_end);

/* The results in a state, or with `at_end` those at the end; NULL: the state has none. */
const struct run_reached *run_state_reached(const struct run_state *state, bool at_end);

/* Restores the best solution, trace and counts of the run from its state. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_give(struct run *run, bool at_end);

/* Writes the state to the file. With several ranks keeps the old file as run_checkpoint_path_before(). Errors:
 * SWARM_ERROR_IO, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_write(struct run *run);

/* Reads the state in run->resume_path; the engine checks its own sections later. Errors: as of base_checkpoint_read(),
 * search_refuse_state(). */
enum swarm_status run_state_read(struct run *run);

/* The iteration of a rank's checkpoint file; -1: there is no such file, or it cannot be read. */
int64_t run_state_iteration(const struct run *run, const char *path);

/* Computes a checksum of all inputs that decide the result. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_identity_sum(const struct search *search, uint32_t *sum);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Bound, progress, watchdog and prefetch: bound.c, tick.c, watch.c, prefetch.c                                       */

/* Starts the bound's thread if the user asks for a bound. During a search on a GPU it may use a whole thread, otherwise
 * a share of the processors' time. Warns if --time is too short. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_bound_begin(struct run_bound *bound);

/* Ends the bound's thread after the search. Lets the bound rise for another moment unless the time is over or the run
 * `failed`. A failure of the bound is only a warning. */
void run_bound_end(struct run_bound *bound, bool failed);

/* Hook `found`: the best score is now `score`; `again`: the search returned to an earlier solution. */
void run_bound_compare(void *run, int64_t score, bool again);

/* The current bound as a length for the user; 0: nothing is proven. */
int64_t run_bound_length(struct run_bound *bound);

/* Starts the thread that repeats the latest report. Without a progress function nothing is reported; if no thread
 * starts, only the engine's reports are. */
void run_ticker_begin(struct run *run);

/* Hook `report`: calls the progress function at improvements and every 0.1 s. `search` has the solution. */
void run_report(void *run, const struct search *search, uint64_t iteration, bool improved);

/* Ends the thread. Afterwards no progress call is active. */
void run_ticker_end(struct run_ticker *ticker);

/* Hook `has_read`: copies the best solution from the search to the watch. */
void run_watch_copy(void *run, const struct search *search);

/* Runs `work` on a worker, with the run as `context`. If a driver does not return soon after the deadline or a
 * cancellation, abandons the work; the watch's best solution is the result, or SWARM_ERROR_OPENCL if there is none.
 * `builds`: the work compiles kernels, and the host searches meanwhile. */
enum swarm_status run_watch(struct run *run, base_worker_work *work, bool builds);

/* Iterates on the host until `build` is over; *stop: an iteration ended the run. */
enum swarm_status run_prefetch(struct run *run, struct base_worker *build, bool *stop);

/* Called after the build: gives the prefetch's state to the run's engine, or its engine to a run that `is_over`. */
void run_end_prefetch(struct run *run, bool is_over);

#endif
