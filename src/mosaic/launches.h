/* launches.h - a population's individuals improved by ants on pieces, launch after launch.
 *
 * Individuals stand in groups. While one group's ants are at work on the device, threads of the host take what those of
 * the last group have found, and hand out the next group's work. What an individual comes to depends on its own
 * launches alone, and how many it has had after a number of steps on the nodes and individuals, so that a run that is
 * cut after a number of them can be repeated anywhere.
 */
#ifndef SWARMCL_MOSAIC_LAUNCHES_H
#define SWARMCL_MOSAIC_LAUNCHES_H

#include "choices.h"
#include "device.h"

struct mosaic_launches;

/* Host memory, without that of the device's buffers. */
uint64_t mosaic_launches_bytes(uint32_t n, const struct mosaic_choices *choices);

/* The device's buffers, refused where they do not fit; those of both groups that are at work as one entry. */
enum swarm_status mosaic_launches_plan(struct run_engine *engine, const struct swarm_instance *instance,
                                       const struct mosaic_choices *choices);

/* Program and way are those of mosaic_device_build(); session NULL: threads of the host play the ants, too. The merges
 * of the crossovers are used. All is borrowed; *made returns owned, to be destroyed in any case.
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_launches_create(const struct mosaic_tools *tools, const struct mosaic_choices *choices,
                                         struct ocl_session *session, cl_program program, enum mosaic_way way,
                                         struct mosaic_launches **made);
void mosaic_launches_destroy(struct mosaic_launches **launches);

/* Begins generation `generation`, 0 or a later one, of population `number`, once mosaic_population_begin() has. */
void mosaic_launches_begin(struct mosaic_launches *launches, struct mosaic_population *population, uint32_t number,
                           uint32_t generation);

/* Of each individual: what lasts from one generation to the next. */
struct mosaic_launch_progress {
    uint32_t launches, reported; /* of its population; moves in the last one */
};
struct mosaic_launch_progress *mosaic_launches_progress(struct mosaic_launches *launches);

/* One group's ants. *done: mosaic_population_is_done(). SWARM_ERROR_VERIFICATION: a report is wrong. */
enum swarm_status mosaic_launches_step(struct mosaic_launches *launches, bool *done);

/* Takes what the last step has found; tours and lengths are whole afterwards. */
enum swarm_status mosaic_launches_end(struct mosaic_launches *launches);

#endif
