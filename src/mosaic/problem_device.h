/* problem_device.h - what kernels read of a problem: lists, partners, and what lengths come from. */
#ifndef SWARMCL_MOSAIC_PROBLEM_DEVICE_H
#define SWARMCL_MOSAIC_PROBLEM_DEVICE_H

#include "ocl/program.h"
#include "problem.h"

/* candidates [n][width], behind them partners [n] where there are any; candidate_lengths [n][width]; points or, where
 * the device does not know the metric, distance [n][n]. */
enum { MOSAIC_PROBLEM_BUFFERS = 3 };

/* Names and sizes; nothing is created. */
void mosaic_problem_plan(const struct swarm_instance *instance, const struct swarm_device *device, uint32_t width,
                         struct ocl_buffer buffers[MOSAIC_PROBLEM_BUFFERS]);

/* Creates and fills them. Cost: O(n^2) for distances. */
enum swarm_status mosaic_problem_send(struct ocl_session *session, const struct mosaic_problem *problem,
                                      struct ocl_buffer buffers[MOSAIC_PROBLEM_BUFFERS]);

/* Lists buffers[count] in entries[count], of each of which there are `times`, and refuses what does not fit. */
enum swarm_status mosaic_plan_check(struct base_env *env, const struct swarm_device *device,
                                    const struct ocl_buffer *buffers, size_t count, size_t times,
                                    struct swarm_plan_entry *entries);

/* Builds the program of one source with METRIC, JOINT, PARTNERS and defines[count], which are few. *program returns
 * owned. `dump_path` not NULL: the source goes there, too. SWARM_ERROR_BUILD. */
enum swarm_status mosaic_problem_build(struct ocl_session *session, const struct swarm_instance *instance,
                                       const char *source, const struct ocl_define *defines, size_t count,
                                       const char *dump_path, cl_program *program);

/* Sets the arguments from `first` on that every kernel has: the buffers, the stride of edges, n, width, a count, which
 * is 0 for now, and the seed's two words. */
enum { MOSAIC_COUNT_ARGUMENT = 6, MOSAIC_PROBLEM_ARGUMENTS = 9 };
enum swarm_status mosaic_problem_set(struct ocl_session *session, const struct ocl_kernel *kernel, unsigned first,
                                     const struct mosaic_problem *problem,
                                     const struct ocl_buffer buffers[MOSAIC_PROBLEM_BUFFERS], uint64_t seed);

#endif
