/* problem_device.h - kernels and what all of them read of a problem: lists, partners, and what lengths come from. */
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

/* Lists buffers[count] in entries[count], of each of which there are `times`, and refuses what does not fit. */
enum swarm_status mosaic_plan_check(struct base_env *env, const struct swarm_device *device,
                                    const struct ocl_buffer *buffers, size_t count, size_t times,
                                    struct swarm_plan_entry *entries);

/* Builds the program of one source with METRIC, JOINT, PARTNERS and defines[count], which are few. *program returns
 * owned. `dump_path` not NULL: the source goes there, too. SWARM_ERROR_BUILD. */
enum swarm_status mosaic_problem_build(struct ocl_session *session, const struct swarm_instance *instance,
                                       const char *source, const struct ocl_define *defines, size_t count,
                                       const char *dump_path, cl_program *program);

/* A kernel and its buffers: its own, then those of the problem. */
enum { MOSAIC_BUFFERS_MOST = 8 };
struct mosaic_kernel {
    struct ocl_session *session; /* borrowed; NULL: there is no kernel */
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[MOSAIC_BUFFERS_MOST];
};

/* Creates the kernel `name` and the buffers, whose names and sizes are there, those of its own first, which its
 * arguments own[own_count] take, sends the problem, which must have lists, and gives what all kernels have of it:
 * lists, lengths, edges, n, width and the seed. Borrows session and program; release it in any case. Cost: O(n^2) where
 * the device looks lengths up. */
enum swarm_status mosaic_kernel_create(struct ocl_session *session, cl_program program, const char *name,
                                       const char *const *own, size_t own_count, const struct mosaic_problem *problem,
                                       uint64_t seed, struct mosaic_kernel *kernel);
void mosaic_kernel_release(struct mosaic_kernel *kernel);

#endif
