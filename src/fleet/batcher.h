/* batcher.h - shares a device among the runs of a batch: a launch makes rounds of all plans that wait. */
#ifndef SWARMCL_FLEET_BATCHER_H
#define SWARMCL_FLEET_BATCHER_H

#include "ocl/program.h"
#include "space.h"

struct fleet_batcher;

/* Opens the device at `index` of `devices`, which must outlive the batcher, and builds the kernel for fleets with these
 * features. `launch_seconds`: wanted time of a launch. The caller owns *batcher. Errors: SWARM_ERROR_OUT_OF_MEMORY,
 * those of the driver. */
enum swarm_status fleet_batcher_create(struct base_env *env, const struct ocl_device_list *devices, size_t index,
                                       uint32_t features, double launch_seconds, struct fleet_batcher **batcher);
void fleet_batcher_destroy(struct fleet_batcher **batcher);

/* Words of a plan in a launch: the plan, then room for `next` of the best plan [n + R]. Even, see FLEET_WORDS(). */
#define FLEET_BATCH_WORDS(n, R) (FLEET_WORDS(n, R) + ((uint64_t)(n) + (R) + 1) / 2 * 2)

struct fleet_batch_item {
    const struct fleet_space *space; /* of the features of the batcher, with a matrix of lengths */
    uint32_t *words;                 /* [count][FLEET_BATCH_WORDS] plans, each cut into one part */
    struct fleet_job *jobs;          /* [count] without indices and sizes, which the batcher sets */
    uint32_t count;                  /* number of plans */
    struct base_env *env;
    double deadline;
};

/* Makes rounds of plans up to the `end` of their jobs. If the run is interrupted, they have fewer rounds, but these are
 * complete. The threads of all runs call this function, and wait or work for others. */
enum swarm_status fleet_batcher_search(struct fleet_batcher *batcher, const struct fleet_batch_item *item);

#endif
