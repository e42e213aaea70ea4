/* checkpoint.h - what all runs have in common that keep their state in a file: --checkpoint FILE[,EVERY], when the next
 * one is due, and the settings that must be the same for a run to go on.
 */
#ifndef SWARMCL_SOLVER_CHECKPOINT_H
#define SWARMCL_SOLVER_CHECKPOINT_H

#include "base/checkpoint.h"
#include "params.h"

/* Zeroed: there are none. */
struct solver_checkpoints {
    char *path;     /* owned; NULL: none */
    uint64_t every; /* iterations; 0: by ... */
    double seconds; /* ... time */
    bool given;     /* EVERY was; otherwise they take a hundredth of the time at most */
    double last;    /* base_seconds() when the last one was written, and ... */
    double cost;    /* ... seconds that it took */
    double total;   /* seconds that all took */
    double keeping; /* of these, what states took that were kept without being written, and ... */
    double kept;    /* ... the last one of them */
};

/* Reads --checkpoint. Release it in any case. SWARM_ERROR_INVALID_ARGUMENT for a value that says nothing. */
enum swarm_status solver_checkpoints_init(struct base_env *env, const struct swarm_params *params,
                                          struct solver_checkpoints *checkpoints);
void solver_checkpoints_deinit(struct solver_checkpoints *checkpoints);

/* Whether one is to be written now that `iteration` is complete, the last time to ask having been `before`. */
bool solver_checkpoints_is_due(const struct base_env *env, const struct solver_checkpoints *checkpoints,
                               uint64_t before, uint64_t iteration);

/* The file of this process: `path`, with the number of the rank behind it where there are several. Returns owned; NULL
 * when memory ran out. */
char *solver_checkpoint_path(const struct base_env *env, const char *path);

/* The one that a rank has written before that of solver_checkpoint_path(): see islands_checkpoint.c. Owned and NULL as
 * there. */
char *solver_checkpoint_path_before(const char *path);

/* Whether a state is to be kept in memory that none is due of: where a run may be ended when it has none, what it wrote
 * last may be long ago. All take a two-hundredth of the time at most. */
bool solver_checkpoints_may_keep(const struct base_env *env, const struct solver_checkpoints *checkpoints);

/* One that was begun at `begun` is written. */
void solver_checkpoints_took(const struct base_env *env, struct solver_checkpoints *checkpoints, double begun);

/* A state that was begun at `begun` is kept. */
void solver_checkpoints_kept(const struct base_env *env, struct solver_checkpoints *checkpoints, double begun);

enum { SOLVER_CHECKPOINT_SETTINGS = 80 };

struct solver_checkpoint_settings {
    size_t count;
    bool failed; /* memory ran out */
    struct base_checkpoint_setting shown[SOLVER_CHECKPOINT_SETTINGS];
    char *texts[2 * SOLVER_CHECKPOINT_SETTINGS]; /* owned; names that are borrowed have NULL */
};

/* Adds one; takes `value`, NULL when memory ran out. `name` is borrowed. */
void solver_checkpoint_add(struct solver_checkpoint_settings *settings, const char *name, char *value);

/* The same with copies of both. */
void solver_checkpoint_add_copy(struct solver_checkpoint_settings *settings, const char *name, const char *value);

void solver_checkpoint_settings_deinit(struct solver_checkpoint_settings *settings);

#endif
