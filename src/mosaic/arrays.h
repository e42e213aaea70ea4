/* arrays.h - tours on arrays: all individuals of a population get better, a stretch at a time, by threads of the host
 * or by work-items of a device.
 *
 * A stretch is a number of nodes of its queue, the same for every individual, so that what a population has come to
 * after a number of them is defined however long the stretches were.
 */
#ifndef SWARMCL_MOSAIC_ARRAYS_H
#define SWARMCL_MOSAIC_ARRAYS_H

#include "population.h"
#include "problem_device.h"

void mosaic_arrays_improve(const struct mosaic_problem *problem, struct mosaic_population *population,
                           struct base_team *team, uint64_t seed, uint32_t budget);

/* Decides the kicks that an end has cut: tours that are longer than before, by the threshold or more, go back. Cost:
 * O(moves of a kick). */
void mosaic_arrays_decide(const struct mosaic_problem *problem, struct mosaic_population *population);

enum { MOSAIC_ARRAYS_BUFFERS = 5 };

/* Names and sizes of its buffers for populations of up to `individuals`. */
void mosaic_arrays_device_plan(const struct swarm_instance *instance, const struct swarm_device *device, uint32_t width,
                               uint32_t individuals, struct ocl_buffer buffers[MOSAIC_ARRAYS_BUFFERS]);

/* Builds the kernel: mosaic_problem_build(). */
enum swarm_status mosaic_arrays_device_build(struct ocl_session *session, const struct swarm_instance *instance,
                                             const char *dump_path, cl_program *program);

/* mosaic_kernel_create() of it. */
enum swarm_status mosaic_arrays_device_create(struct ocl_session *session, cl_program program,
                                              const struct mosaic_problem *problem, uint32_t individuals, uint64_t seed,
                                              struct mosaic_kernel *device);

/* The population goes to the device, is worked on there, `budget` nodes of each queue a time, and comes back. */
enum swarm_status mosaic_arrays_device_send(struct mosaic_kernel *device, const struct mosaic_population *population);
enum swarm_status mosaic_arrays_device_improve(struct mosaic_kernel *device, struct mosaic_population *population,
                                               uint32_t budget);
enum swarm_status mosaic_arrays_device_fetch(struct mosaic_kernel *device, struct mosaic_population *population);

#endif
