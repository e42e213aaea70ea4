/* launches.h - a population's individuals improved by ants on pieces, launch after launch.
 *
 * Individuals stand in groups. While one group's ants are at work on the device, threads of the host take what those of
 * the last group have found, and hand out the next group's work. What an individual comes to depends on its own
 * launches alone, and how many it has had after a number of steps on the nodes and individuals, so that a run that is
 * cut after a number of them can be repeated anywhere.
 */
#ifndef SWARMCL_MOSAIC_LAUNCHES_H
#define SWARMCL_MOSAIC_LAUNCHES_H

#include "pieces.h"
#include "population.h"

struct mosaic_launches;

/* How much a launch does. */
struct mosaic_effort {
    uint32_t ants;       /* of an individual in a launch, if there are not more with dirty nodes */
    uint32_t kopt, beam; /* as in struct piece_job */
    double threshold;    /* of kicks at a generation's start, in mean edges of the individual's tour; it falls to 0 */
};

/* Ants of an individual that are right for n nodes. */
uint32_t mosaic_ants_of(uint32_t n);

/* Host memory, without that of the device's buffers. */
uint64_t mosaic_launches_bytes(uint32_t n, uint32_t individuals, const struct mosaic_effort *effort);

/* The device's buffers for populations of up to `individuals`, refused where they do not fit; those of both groups that
 * are at work as one entry. */
enum swarm_status mosaic_launches_plan(struct base_env *env, const struct swarm_instance *instance,
                                       const struct swarm_device *device, uint32_t width, uint32_t individuals,
                                       const struct mosaic_effort *effort,
                                       struct swarm_plan_entry entries[MOSAIC_PIECES_BUFFERS]);

/* What it works with, borrowed. */
struct mosaic_launch_tools {
    struct base_env *env;
    const struct mosaic_problem *problem;
    struct base_team *team;
    struct mosaic_crossover **crossovers; /* of each thread; their merges are used */
    struct ocl_session *session;          /* NULL: threads of the host play the ants, too */
    cl_program program;                   /* of mosaic_pieces_build(), and how it was built */
    enum mosaic_pieces_way way;
    uint64_t seed;
};

/* *made returns owned. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_launches_create(const struct mosaic_launch_tools *tools, uint32_t individuals,
                                         const struct mosaic_effort *effort, struct mosaic_launches **made);
void mosaic_launches_destroy(struct mosaic_launches **launches);

/* Begins a generation of population `number`, generation 0 or a later one, in which each individual comes to `kick_end`
 * kicks in all since generation 0. */
void mosaic_launches_begin(struct mosaic_launches *launches, struct mosaic_population *population, uint32_t number,
                           uint32_t generation, uint64_t kick_end);

/* What lasts from one generation of a population to the next, of `count` individuals: launches so far, and moves in the
 * last one. */
void mosaic_launches_save(const struct mosaic_launches *launches, uint32_t count, uint32_t (*progress)[2]);
void mosaic_launches_load(struct mosaic_launches *launches, uint32_t count, uint32_t (*progress)[2]);

/* One group's ants. *done: every individual has made its kicks, and nothing is dirty. SWARM_ERROR_VERIFICATION: a
 * report is wrong. */
enum swarm_status mosaic_launches_step(struct mosaic_launches *launches, bool *done);

/* Takes what the last step has found; tours and lengths are whole afterwards. */
enum swarm_status mosaic_launches_end(struct mosaic_launches *launches);

#endif
