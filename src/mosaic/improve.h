/* improve.h - the improvers at work: all individuals of a population get better, a stretch at a time.
 *
 * A stretch is a number of nodes of its queue, the same for every individual, so that what a population has come to
 * after a number of them is defined however long the stretches were.
 */
#ifndef SWARMCL_MOSAIC_IMPROVE_H
#define SWARMCL_MOSAIC_IMPROVE_H

#include "ocl/device.h"
#include "ocl/session.h"
#include "population.h"

/* By threads of the host. */
void mosaic_improve_host(const struct mosaic_problem *problem, struct mosaic_population *population,
                         struct base_team *team, uint64_t seed, uint32_t budget);

/* Decides the kicks that an end has cut: tours that are longer than before, by the threshold or more, go back. Cost:
 * O(moves of a kick). */
void mosaic_improve_decide(const struct mosaic_problem *problem, struct mosaic_population *population);

/* By a device. */
struct mosaic_device;

/* *made returns owned. Nothing is opened or built yet. */
enum swarm_status mosaic_device_create(struct base_env *env, const struct swarm_device *shown, const char *dump_path,
                                       struct mosaic_device **made);
void mosaic_device_destroy(struct mosaic_device **device);

enum { MOSAIC_DEVICE_BUFFERS = 5 };

/* Lists the buffers for populations of `capacity` and refuses what does not fit. `buffers` gets their names and sizes.
 */
enum swarm_status mosaic_device_plan(struct mosaic_device *device, const struct swarm_instance *instance,
                                     uint32_t width, uint32_t capacity,
                                     struct swarm_plan_entry buffers[MOSAIC_DEVICE_BUFFERS]);
/* Borrows the session from here on. */
enum swarm_status mosaic_device_build(struct mosaic_device *device, struct ocl_session *session);
/* Creates the buffers but for those of populations, and copies the problem, which must outlive the device. */
enum swarm_status mosaic_device_prepare(struct mosaic_device *device, const struct mosaic_problem *problem,
                                        uint64_t seed);

/* The population goes to the device, is worked on there, and comes back. */
enum swarm_status mosaic_device_send(struct mosaic_device *device, const struct mosaic_population *population);
enum swarm_status mosaic_device_improve(struct mosaic_device *device, struct mosaic_population *population,
                                        uint32_t budget);
enum swarm_status mosaic_device_fetch(struct mosaic_device *device, struct mosaic_population *population);

#endif
