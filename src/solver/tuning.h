/* tuning.h - tuning files: the shapes that `swarmcl tune` found for a device, as text. The topic `tuning` of the
 * program's help states the format. */
#ifndef SWARMCL_SOLVER_TUNING_H
#define SWARMCL_SOLVER_TUNING_H

#include "base/env.h"

/* The parameters that a tuning file may hold: none of them changes a tour. */
enum solver_tuned_name {
    SOLVER_TUNED_CONSTRUCTION,
    SOLVER_TUNED_GROUP_SIZE,
    SOLVER_TUNED_ANTS_PER_GROUP,
    SOLVER_TUNED_EVALUATION,
    SOLVER_TUNED_DEPOSIT,
    SOLVER_TUNED_COUNT
};
extern const char *const solver_tuned_names[SOLVER_TUNED_COUNT];

/* What a file holds for instances of `low` to `high` nodes on a device. */
struct solver_tuned {
    uint32_t low, high;
    size_t line;                            /* of nodes=, from 1 */
    const char *device;                     /* its name; borrowed from the tuning */
    const char *driver;                     /* "" when the file does not say; borrowed */
    const char *values[SOLVER_TUNED_COUNT]; /* checked; NULL: not said, or "auto"; borrowed */
};

struct solver_tuning {
    size_t block_count;
    struct solver_tuned *blocks;
    size_t text_count;
    char **texts; /* what the blocks borrow */
};

/* The value of the parameter `name`; NULL without one, for other names and for a `tuned` that is NULL. */
const char *solver_tuned_value(const struct solver_tuned *tuned, const char *name);

/* Reads the file's text. `path` opens the messages. Errors: SWARM_ERROR_INPUT with path, line, what was found and what
 * was expected. */
enum swarm_status solver_tuning_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                      struct solver_tuning *tuning);

/* The same from a file. Errors: also those of base_file_read(). */
enum swarm_status solver_tuning_read(struct base_env *env, const char *path, struct solver_tuning *tuning);

void solver_tuning_deinit(struct solver_tuning *tuning);

/* The block for n nodes on a device; NULL when there is none, of which a warning tells. */
const struct solver_tuned *solver_tuning_find(struct base_env *env, const struct solver_tuning *tuning,
                                              const char *path, const struct swarm_device *device, uint32_t n);

#endif
