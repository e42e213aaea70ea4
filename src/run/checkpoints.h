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
#include "search/engine.h"

struct run;

/* Zeroed: there are none. */
struct run_checkpoints {
    char *path;     /* owned; NULL: none */
    uint64_t every; /* iterations; 0: use ... */
    double seconds; /* ... seconds */
    bool given;     /* EVERY was given; otherwise checkpoints take at most a hundredth of the time */
    double last;    /* base_seconds() at the last checkpoint, and ... */
    double cost;    /* ... its seconds */
    double total;   /* seconds of all checkpoints and kept states */
    double keeping; /* of these, seconds of states that were only kept in memory */
    double copying; /* seconds that copying the last state took */
    double at;      /* base_seconds() when it was copied */
    bool written;   /* this run has written the file */
    struct base_file_lock lock;
};

/* Reads --checkpoint. Release it in any case. SWARM_ERROR_INVALID_ARGUMENT for a wrong value. */
enum swarm_status run_checkpoints_init(struct base_env *env, const struct options *options,
                                       struct run_checkpoints *checkpoints);

/* Makes the run the only writer of the file. Errors: as base_file_lock(). */
enum swarm_status run_checkpoints_lock(struct base_env *env, struct run_checkpoints *checkpoints);
void run_checkpoints_deinit(struct run_checkpoints *checkpoints);

/* What is due after `iteration`; the last question was after `before`. A state that is only kept in memory is for a run
 * that ends within an iteration: then the file gets this state. `seconds`: the time that such an iteration, or epoch,
 * may take. Short ones are completed at the end of the run, so their states are kept seldom. `deadline`: of the run. A
 * file is also due where the caller asked for one. */
enum run_due { RUN_DUE_NOTHING, RUN_DUE_STATE, RUN_DUE_FILE };
enum run_due run_checkpoints_due(struct base_env *env, const struct run_checkpoints *checkpoints, uint64_t before,
                                 uint64_t iteration, double seconds, double deadline);

/* How long an iteration of about `seconds` may continue after the end of the run, so that the run ends with a state;
 * it begins now. */
struct base_patience run_checkpoints_patience(const struct base_env *env, const struct run_checkpoints *checkpoints,
                                              double seconds);

/* Takes the caller's wish for a file, if there is one: swarm_context_checkpoint(). */
bool run_checkpoints_wanted(struct base_env *env);

/* The file of this process: `path`, with the rank's number behind it if there are several. Returns owned; NULL when
 * memory ran out. */
char *run_checkpoint_path(const struct base_env *env, const char *path);

/* The path of a rank's checkpoint before the one at `path`: islands_count.c. Owned and NULL as above. */
char *run_checkpoint_path_before(const char *path);

/* ------------------------------------------------------------------------------------------------------------------ */
/* States: state.c                                                                                                    */

/* The progress of a run. */
struct run_reached {
    uint64_t iterations, best_iteration;
    int64_t score, told, built;   /* as in struct run_result */
    int64_t scale;                /* as in struct run */
    double seconds, best_seconds; /* since the start of the first run */
    uint64_t stop_reason;
    uint64_t nan_count; /* the engine's */
};

/* Zeroed at first; release it in any case. */
struct run_checkpoint {
    struct run_sections reached; /* with the state, and at the end of the run */
    struct run_sections engine;
    size_t island_count;           /* 0: there is one search; otherwise islands replace it: ... */
    struct run_sections **islands; /* ... [island_count] the sections of this process's islands, borrowed */
};

/* The inputs that decide a result: names and values that must not change for a run to go on. */
enum { RUN_IDENTITY_MOST = 96 };

struct run_identity {
    size_t count;
    bool failed;                                             /* memory ran out */
    struct base_checkpoint_setting shown[RUN_IDENTITY_MOST]; /* texts are owned */
};

/* RUN_OWN_END ends the names of a problem's own settings, and no option's. RUN_TOLD begins the names of settings that
 * may change when a run continues. */
#define RUN_OWN_END " of"
#define RUN_TOLD    "told "

/* Adds a setting; takes ownership of `value`, NULL when memory ran out. */
void run_identity_add(struct run_identity *identity, const char *name, char *value);

/* Continues a CRC-32 over more bytes. */
unsigned long run_sum_bytes(unsigned long sum, const void *bytes, size_t size);

void run_state_init(const struct run *run, struct run_checkpoint *state);

/* Copies the run's progress into its state: the part beside the state, or the part for the end.
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_take(struct run *run, bool at_end);

/* The progress in a state; NULL: it has none, or no end. */
const struct run_reached *run_state_reached(const struct run_checkpoint *state, bool at_end);

/* Restores the run from it: best, trace, counts, and the engine's work. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_give(struct run *run, bool at_end);

/* Writes the state. A rank's older file becomes run_checkpoint_path_before(). Errors: SWARM_ERROR_IO,
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_write(struct run *run);

/* Reads the state at run->resume_path; the engine checks its own part later. Errors: as base_checkpoint_read(),
 * run_state_refuse(). */
enum swarm_status run_state_read(struct run *run);

/* SWARM_ERROR_INPUT for an impossible state. */
enum swarm_status run_state_refuse(const struct run *run);

/* The iteration of a rank's file; -1: there is no such file. */
int64_t run_state_iteration(const struct run *run, const char *path);

/* A checksum of all inputs that decide the result. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_identity_sum(const struct run *run, uint32_t *sum);

#endif
