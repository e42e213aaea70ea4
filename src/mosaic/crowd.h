/* crowd.h - runs at the same time that share a device: the populations that wait are improved in one launch. */
#ifndef SWARMCL_MOSAIC_CROWD_H
#define SWARMCL_MOSAIC_CROWD_H

#include "ocl/device.h"
#include "population.h"

struct mosaic_crowd;

/* Opens the device at `index`, which must outlive the crowd, and builds the kernel. Launches are to take
 * `launch_seconds`. *crowd returns owned. Errors: of the driver. */
enum swarm_status mosaic_crowd_create(struct base_env *env, const struct ocl_device_list *devices, size_t index,
                                      double launch_seconds, struct mosaic_crowd **crowd);
void mosaic_crowd_destroy(struct mosaic_crowd **crowd);

/* Whether the device takes such a problem: all lengths are in memory, and no node has a partner. */
bool mosaic_crowd_takes(const struct mosaic_problem *problem);

/* A population that waits, and its run's. */
struct mosaic_waiting {
    const struct mosaic_problem *problem;
    struct mosaic_population *population;
    struct base_env *env;
    double deadline;
    uint64_t seed;
};

/* Improves a population as mosaic_arrays_improve() does after mosaic_population_queue(), until all are done; tours get
 * no positions. Called by the threads of the runs, each with its env, which wait or help. *interrupted: the env was,
 * when each individual had looked at *looked nodes. */
enum swarm_status mosaic_crowd_improve(struct mosaic_crowd *crowd, struct mosaic_waiting waiting, uint64_t *looked,
                                       bool *interrupted);

#endif
