/* problem_device.h - what kernels read of a problem: lists, partners, and what lengths come from. */
#ifndef SWARMCL_MOSAIC_PROBLEM_DEVICE_H
#define SWARMCL_MOSAIC_PROBLEM_DEVICE_H

#include "ocl/session.h"
#include "problem.h"

/* candidates [n][width], behind them partners [n] where there are any; candidate_lengths [n][width]; points or, where
 * the device does not know the metric, distance [n][n]. */
enum { MOSAIC_PROBLEM_BUFFERS = 3 };

/* METRIC_ of tsp_metric.h by which the device measures points; 0: it looks lengths up. */
int mosaic_problem_metric(const struct swarm_instance *instance, const struct swarm_device *device);

/* Elements from one node's points, or distances, to the next. */
uint32_t mosaic_problem_edge_stride(const struct swarm_instance *instance, const struct swarm_device *device);

/* Names and sizes; nothing is created. */
void mosaic_problem_plan(const struct swarm_instance *instance, const struct swarm_device *device, uint32_t width,
                         struct ocl_buffer buffers[MOSAIC_PROBLEM_BUFFERS]);

/* Creates and fills them. Cost: O(n^2) for distances. */
enum swarm_status mosaic_problem_send(struct ocl_session *session, const struct mosaic_problem *problem,
                                      struct ocl_buffer buffers[MOSAIC_PROBLEM_BUFFERS]);

#endif
