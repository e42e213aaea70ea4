/* batcher.h - shares a device among runs: one launch improves the populations of all runs that wait. */
#ifndef SWARMCL_MOSAIC_BATCHER_H
#define SWARMCL_MOSAIC_BATCHER_H

#include "device.h"

struct mosaic_batcher;

/* Opens the device at `index` of `devices`, which must outlive the batcher, and builds the kernel. `launch_seconds`:
 * wanted time per launch. `many`: how to build it, the mapping to try first. The caller owns *batcher. Errors:
 * SWARM_ERROR_OUT_OF_MEMORY, those of the driver. */
enum swarm_status mosaic_batcher_create(struct base_env *env, const struct ocl_device_list *devices, size_t index,
                                        struct mosaic_many many, double launch_seconds,
                                        struct mosaic_batcher **batcher);
void mosaic_batcher_destroy(struct mosaic_batcher **batcher);

/* True if the batcher supports the problem: few nodes, none with a partner, and points of its metric if it has one. */
bool mosaic_batcher_takes(const struct mosaic_batcher *batcher, const struct mosaic_problem *problem);

/* A population to improve. */
struct mosaic_batch_item {
    const struct mosaic_problem *problem;
    struct mosaic_population *population;
    uint32_t first; /* first individual to improve; those before it have no kicks and no nodes to examine */
    struct base_env *env;
    double deadline;
    uint64_t seed;
};

/* Improves a population completely, like mosaic_population_queue() and mosaic_arrays_improve(), but may leave `pos` of
 * its tours unset. The threads of all runs call this function, each with its env, and wait or work for others.
 * *interrupted: true if the run was cut; the population is then unchanged unless all of it was improved before. */
enum swarm_status mosaic_batcher_improve(struct mosaic_batcher *batcher, struct mosaic_batch_item item,
                                         bool *interrupted);

#endif
