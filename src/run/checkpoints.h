/* checkpoints.h - when a run writes checkpoints, and the files' names: --checkpoint FILE[,EVERY]; and the state in such
 * a file: state.c.
 *
 * A file holds the state after an iteration and the results at that time. A run that ends within an iteration, or by
 * its target, may have no state to continue from. Then the file keeps the last state and, beside it, the results at the
 * end: a run that is resumed to the same end has these results. If a run ends before its first iteration, the file
 * holds only that end, and a resumed run starts anew.
 */
#ifndef SWARMCL_RUN_CHECKPOINTS_H
#define SWARMCL_RUN_CHECKPOINTS_H

#include "base/file.h"
#include "search/search.h"

struct run;

/* Zeroed: there are none. */
struct run_checkpoints {
    char *path;               /* owned; NULL: none */
    uint64_t every;           /* iterations; 0: use ... */
    double seconds;           /* ... seconds */
    bool given;               /* EVERY was given; otherwise checkpoints take at most a hundredth of the time */
    double last;              /* base_seconds() at the last checkpoint, and ... */
    double cost;              /* ... its seconds */
    double total;             /* seconds of all checkpoints and kept states */
    double keeping;           /* of these, seconds of states that were only kept in memory */
    double copying;           /* seconds that copying the last state took */
    double at;                /* base_seconds() when it was copied */
    bool written;             /* this run has written the file */
    bool kept;                /* there is a state */
    atomic_bool copies_state; /* the state in memory is being replaced */
    struct base_file_lock lock;
};

/* Reads --checkpoint. Release it in any case. SWARM_ERROR_INVALID_ARGUMENT for a wrong value. */
enum swarm_status run_checkpoints_init(struct base_env *env, const struct options *options,
                                       struct run_checkpoints *checkpoints);

/* Makes the run the only writer of the file. Errors: as base_file_lock(). */
enum swarm_status run_checkpoints_lock(struct base_env *env, struct run_checkpoints *checkpoints);
void run_checkpoints_deinit(struct run_checkpoints *checkpoints);

/* What is due after `span`. A state that is only kept in memory is for a run that ends within an iteration: then the
 * file gets this state. Short iterations are completed at the end of the run, so their states are kept seldom.
 * `deadline`: of the run. A file is also due where the caller asked for one. Rank 0 looks at the clock for all ranks.
 */
enum search_due run_checkpoints_due(struct base_env *env, const struct run_checkpoints *checkpoints,
                                    const struct search_span *span, double deadline);

/* How long an iteration of about `seconds` may continue after the end of the run, so that the run ends with a state;
 * it begins now. */
struct base_patience run_checkpoints_patience(const struct base_env *env, const struct run_checkpoints *checkpoints,
                                              double seconds);

/* The file of this process: `path`, with the rank's number behind it if there are several. Returns owned; NULL when
 * memory ran out. */
char *run_checkpoint_path(const struct base_env *env, const char *path);

/* The path of a rank's checkpoint before the one at `path`: count.c. Owned and NULL as above. */
char *run_checkpoint_path_before(const char *path);

/* ------------------------------------------------------------------------------------------------------------------ */
/* States: state.c                                                                                                    */

/* The progress of a run. */
struct run_reached {
    uint64_t iterations, best_iteration;
    int64_t score, reported, built; /* as in struct search_result */
    int64_t scale;                  /* as in struct search */
    double seconds, best_seconds;   /* since the start of the first run */
    uint64_t stop_reason;
    uint64_t nan_count; /* the engine's */
};

/* Zeroed at first. The sections of the search, or of the islands of this process, follow in the file. */
struct run_checkpoint {
    struct search_sections reached;   /* with the state, and at the end of the run */
    size_t island_count;              /* 0: there is one search */
    struct search_sections **islands; /* [island_count] borrowed */
};

/* True if an option with this value (NULL: none) decides the result. */
bool run_decides(const struct search_problem *problem, enum option option, const char *value);

/* The inputs that decide a result: names and values that must not change for a run to go on. */
enum { RUN_IDENTITY_MOST = 96 };

struct run_identity {
    size_t count;
    bool failed;                                             /* memory ran out */
    struct base_checkpoint_setting shown[RUN_IDENTITY_MOST]; /* texts are owned */
};

/* RUN_OWN_END ends the names of a problem's own settings, and no option's. RUN_FREE begins the names of settings that
 * a resumed run may change. */
#define RUN_OWN_END " of"
#define RUN_FREE    "told "

/* Adds a setting; takes ownership of `value`, NULL when memory ran out. */
void run_identity_add(struct run_identity *identity, const char *name, char *value);

/* Continues a CRC-32 over more bytes. */
unsigned long run_sum_bytes(unsigned long sum, const void *bytes, size_t size);

/* Lists the sections of the run's state. */
void run_state_init(struct run *run);

/* Copies the run's progress into its state: the part beside the state of `search`, which is the run's or the host's
 * during the build, or the part for the end. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_take(struct run *run, const struct search *search, bool at_end);

/* The progress in a state; NULL: it has none, or no end. */
const struct run_reached *run_state_reached(const struct run_checkpoint *state, bool at_end);

/* Restores the run from it: best, trace, counts, and the engine's work. SWARM_ERROR_OUT_OF_MEMORY. */
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
/* A run's use of both: keep.c                                                                                        */

/* Reads the state of a resumed run, and makes room for the states to write. */
enum swarm_status run_read_resumed(struct run *run);

/* Keeps the state of the search or of the islands for run_end_checkpoints(), or writes it; the queue was collected. */
enum swarm_status run_keep_state(struct run *run, bool write);

/* Writes the last checkpoint. `torn`: no run could continue from the present state; the last kept state is written with
 * the results of the run. */
enum swarm_status run_end_checkpoints(struct run *run, bool torn);

/* Writes a checkpoint if the run has ended without one, before its first iteration or at its resumption. */
enum swarm_status run_leave_checkpoint(struct run *run);

#endif
