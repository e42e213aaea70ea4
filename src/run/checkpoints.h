/* checkpoints.h - when a run writes checkpoints, and the files' names: --checkpoint FILE[,EVERY]; and a state, which
 * such a file holds: state.c.
 *
 * A file holds the state after an iteration and what was known then. Where a run has ended within an iteration, or by
 * its target, there may be no state to go on from at the end: the file keeps the last one, and beside it what the run
 * came to, which is the result of one that is resumed to the same end. Where a run has ended before its first iteration
 * the file tells of its end alone, and a run that is resumed begins anew.
 */
#ifndef SWARMCL_RUN_CHECKPOINTS_H
#define SWARMCL_RUN_CHECKPOINTS_H

#include "base/file.h"
#include "engine.h"

struct run;

/* Zeroed: there are none. */
struct run_checkpoints {
    char *path;     /* owned; NULL: none */
    uint64_t every; /* iterations; 0: by ... */
    double seconds; /* ... time */
    bool given;     /* EVERY was; otherwise they take a hundredth of the time at most */
    double last;    /* base_seconds() when the last one was written, and ... */
    double cost;    /* ... seconds that it took */
    double total;   /* seconds that all took */
    double keeping; /* of these, what states took that were kept without being written, and ... */
    double kept;    /* ... the last one of them */
    bool written;   /* there is a file of this run */
    struct base_file_lock lock;
};

/* Reads --checkpoint. Release it in any case. SWARM_ERROR_INVALID_ARGUMENT for a value that says nothing. */
enum swarm_status run_checkpoints_init(struct base_env *env, const struct options *options,
                                       struct run_checkpoints *checkpoints);

/* From now on the run is the one writer of the file. Errors: those of base_file_lock(). */
enum swarm_status run_checkpoints_lock(struct base_env *env, struct run_checkpoints *checkpoints);
void run_checkpoints_deinit(struct run_checkpoints *checkpoints);

/* What is due now that `iteration` is complete, the last time to ask having been `before`: a file, or a state that is
 * kept in memory, as a run may be ended when it has none, and the last file may be old by then. States take a
 * two-hundredth of the time at most. */
enum run_due { RUN_DUE_NOTHING, RUN_DUE_STATE, RUN_DUE_FILE };
enum run_due run_checkpoints_due(const struct base_env *env, const struct run_checkpoints *checkpoints, uint64_t before,
                                 uint64_t iteration);

/* The file of this process: `path`, with the number of the rank behind it where there are several. Returns owned; NULL
 * when memory ran out. */
char *run_checkpoint_path(const struct base_env *env, const char *path);

/* The path of a rank's checkpoint before the one of run_checkpoint_path(): islands_count.c. Owned and NULL as there. */
char *run_checkpoint_path_before(const char *path);

/* ------------------------------------------------------------------------------------------------------------------ */
/* States: state.c                                                                                                    */

/* What a run has come to. */
struct run_reached {
    uint64_t iterations, best_iteration;
    int64_t score, told, built;   /* as in struct run_result */
    int64_t scale;                /* as in struct run */
    double seconds, best_seconds; /* since the start of the first run */
    uint64_t stop_reason;
    uint64_t nan_count; /* of the engine */
};

/* Zeroed at first; release it in any case. */
struct run_checkpoint {
    struct run_sections reached; /* what the run had come to with the state, and what at its end */
    struct run_sections engine;
    size_t island_count;           /* 0: there is one search; otherwise in its place ... */
    struct run_sections **islands; /* ... [island_count] those of the islands of this process, borrowed */
};

/* What a result follows from: names and values that must be the same for a run to go on. */
enum { RUN_IDENTITY_MOST = 96 };

struct run_identity {
    size_t count;
    bool failed;                                             /* memory ran out */
    struct base_checkpoint_setting shown[RUN_IDENTITY_MOST]; /* texts are owned */
};

/* Names of settings that are a problem's own end so, which those of no option do; what may differ when a run goes on
 * begins so. */
#define RUN_OWN_END " of"
#define RUN_TOLD    "told "

/* Adds one; takes `value`, NULL when memory ran out. */
void run_identity_add(struct run_identity *identity, const char *name, char *value);

/* A CRC-32 that goes on over more bytes. */
unsigned long run_sum_bytes(unsigned long sum, const void *bytes, size_t size);

void run_state_init(const struct run *run, struct run_checkpoint *state);

/* Takes what the run has come to into its state: with the state, or at the end. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_take(struct run *run, bool at_end);

/* What a state tells; NULL where it tells of none, or of no end. */
const struct run_reached *run_state_reached(const struct run_checkpoint *state, bool at_end);

/* Gives that to the run: its best, trace, counts, and what the engine has done. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_give(struct run *run, bool at_end);

/* Writes the state; of a rank, the file that is there becomes run_checkpoint_path_before(). Errors: SWARM_ERROR_IO,
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_state_write(struct run *run);

/* Reads the one of run->resume_path; the engine has checked nothing of its own yet. Errors: as
 * base_checkpoint_read(), run_state_refuse(). */
enum swarm_status run_state_read(struct run *run);

/* SWARM_ERROR_INPUT for an impossible state. */
enum swarm_status run_state_refuse(const struct run *run);

/* The iteration that the file of a rank tells of; -1 when there is no such file. */
int64_t run_state_iteration(const struct run *run, const char *path);

/* A checksum of everything that decides the result. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_identity_sum(const struct run *run, uint32_t *sum);

#endif
