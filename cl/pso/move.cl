/* pso_move - one iteration of all particles, and for TOPOLOGY_GLOBAL the work of pso_remember.
 * pso_remember - updates memories, and finds the best by the row BEST.
 * pso_line - advances a line search after the iteration; one work-item.
 *
 * NDRange     swarm_device.c: pso_device_iteration(), groups of GROUP_SIZE for GROUP_SIZE * items * LANES particles
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, VARIANT, GROUP_SIZE  swarm.clh
 *             BEST              BEST_... up to BEST_COUNTER
 * Reads       best[parity], best_positions, constants, run, run_position
 * Writes      positions, velocities, memories, memory_values, nans; values [stride] unless TOPOLOGY_GLOBAL; by row:
 *             found_values, found_particles [groups]; or `offers`, best[1 - parity], best_positions, log,
 *             run, run_position, line
 * Draws       draw `iteration * DIMENSIONS + coordinate`: shares of cognitive and social
 * Checked by  test/kernel/swarms.c
 * After       Wang et al. (2022), Algorithm 1, steps 2 to 5, Algorithms 2 and 3, where groups of an iteration may read
 *             different bests; here all read that of the iteration before. BEST_COUNTER is ours
 *
 * With one launch per iteration groups write the best that they found to `offers` by atomics, and the last group
 * determines the best of all.
 */
#include "swarm.clh"

#ifndef BEST
#error "BEST is required"
#endif

#define UNROLLED (BEST == BEST_REDUCTION_UNROLLED)
#if BEST <= BEST_REDUCTION_UNROLLED
#include "best_tree.clh"
#else
#include "best_queue.clh"
#endif

#if BEST > BEST_QUEUE
#include "best_offers.clh"
#endif

/* Publishes the best finding of a group. All work-items must call it, each with its own finding as `mine`. */
SHARED_INLINE void publish(struct swarm_arrays swarm, struct finding mine, __local num *group_values,
                           __local uint *group_particles, __local uint *group_count, ulong iteration)
{
    const struct finding found = group_best(mine, group_values, group_particles, group_count);
    if (get_local_id(0) == 0) {
#if BEST <= BEST_QUEUE
        swarm.found_values[get_group_id(0)] = found.value;
        swarm.found_particles[get_group_id(0)] = found.particle;
#else
        offer(swarm, found, iteration);
#endif
    }
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_move(SWARM_PARAMETERS, const uint items)
{
    const struct swarm_arrays swarm = SWARM_ARRAYS;
    __global const struct pso_best *best = swarm.best;
    const uint first = ((uint)get_group_id(0) * items * GROUP_SIZE + (uint)get_local_id(0)) * LANES;
    const struct swarm_constants rules = swarm_constants_of(swarm.constants);
    struct particle_kept kept;
    __global const num *guide = swarm_known_position(swarm, best->improvements);
#if TOPOLOGY == TOPOLOGY_GLOBAL
    GROUP_LOCALS;
    struct finding mine = finding_none(swarm_known_value(swarm));
#endif
    const uint count = best->state == SWARM_RUNNING ? items : 0;
    for (uint k = 0, p = first; k < count && p < swarm.particles; ++k, p += GROUP_SIZE * LANES) {
        const real value = swarm_move(swarm, rules, &kept, p, iteration, true, guide);
#if TOPOLOGY == TOPOLOGY_GLOBAL
        swarm_remember(swarm, &kept, p, value);
        swarm_look(&mine, p, value, swarm.particles);
#else
        SWARM_AT(swarm.values, p) = value;
#endif
    }
#if TOPOLOGY == TOPOLOGY_GLOBAL
    publish(swarm, mine, group_values, group_particles, group_count, iteration);
#endif
}

#if TOPOLOGY != TOPOLOGY_GLOBAL
/* A separate kernel, because neighbours read memories while particles move. */
__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_remember(SWARM_PARAMETERS, const uint items)
{
    const struct swarm_arrays swarm = SWARM_ARRAYS;
    const uint first = ((uint)get_group_id(0) * items * GROUP_SIZE + (uint)get_local_id(0)) * LANES;
    struct particle_kept kept;
    GROUP_LOCALS;
    struct finding mine = finding_none(swarm_known_value(swarm));
    const uint count = swarm.best->state == SWARM_RUNNING ? items : 0;
    for (uint k = 0, p = first; k < count && p < swarm.particles; ++k, p += GROUP_SIZE * LANES) {
        const real value = SWARM_AT(swarm.values, p);
        swarm_remember(swarm, &kept, p, value);
        swarm_look(&mine, p, value, swarm.particles);
    }
    publish(swarm, mine, group_values, group_particles, group_count, iteration);
}
#endif

#if GRID > 1
__kernel void pso_line(SWARM_PARAMETERS)
{
    const struct swarm_arrays swarm = SWARM_ARRAYS;
    if (swarm.best->state == SWARM_RUNNING) {
        *swarm.run = line_continue(SWARM_LINE(swarm), *swarm.run, swarm.evaluated, iteration, DIMENSIONS, GRID);
    }
}
#endif
