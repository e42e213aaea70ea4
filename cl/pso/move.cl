/* pso_move - one iteration of all particles and, for TOPOLOGY_GLOBAL, what pso_remember does.
 * pso_remember - makes better places memories, and finds the best by the row BEST.
 *
 * NDRange     swarm_device.c: enqueue_iteration(), groups of GROUP_SIZE; a group has GROUP_SIZE * items * LANES particles
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, SHIFTED, GROUP_SIZE  swarm.clh
 *             BEST              BEST_... up to BEST_COUNTER
 *             REGISTERS         swarm.clh; only for TOPOLOGY_GLOBAL
 * Reads       best[turn], best_positions, constants
 * Writes      positions, velocities, memories, memory_values, nans; values [stride] unless TOPOLOGY_GLOBAL; by row:
 *             found_values, found_particles [groups]; or `offers`, best[1 - turn], best_positions, log
 * Draws       draw `iteration * DIMENSIONS + coordinate`: shares of cognitive and social
 * Checked by  test/kernel/swarms.c
 * After       Wang et al. (2022), Algorithm 1, steps 2 to 5, Algorithms 2 and 3. There, groups of one iteration may see
 *             different bests; here, all read that of the iteration before. BEST_COUNTER is ours.
 *
 * Rows of one launch: groups that found something leave it in `offers`, and whoever counts last settles the iteration.
 * Everything that groups tell each other within the launch goes through atomics.
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

#if BEST <= BEST_QUEUE
#define MOVE_RESULTS __global num *found_values, __global uint *found_particles
#else
#define MOVE_RESULTS                                                                                            \
    __global struct pso_best *next, __global num *best_positions_out, __global struct pso_improvement *log,     \
        volatile __global uint *offers, uint groups, ulong no_improve
#include "best_offers.clh"
#endif

/* All work-items meet it. `mine`: what this one found. */
SHARED_INLINE void publish(struct swarm_arrays swarm, struct finding mine, __local num *group_values,
                           __local uint *group_particles, __local uint *group_count,
                           __global const struct pso_best *best, ulong iteration, MOVE_RESULTS)
{
    const struct finding found = group_best(mine, group_values, group_particles, group_count);
    if (get_local_id(0) == 0) {
#if BEST <= BEST_QUEUE
        found_values[get_group_id(0)] = found.value;
        found_particles[get_group_id(0)] = found.particle;
#else
        offer(swarm, found, best, iteration, next, best_positions_out, log, offers, groups, no_improve);
#endif
    }
}

#if BEST <= BEST_QUEUE
#define RESULTS found_values, found_particles
#else
#define RESULTS next, best_positions_out, log, offers, groups, no_improve
#endif

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_move(SWARM_PARAMETERS, const ulong iteration, const uint items,
                       __global const struct pso_best *best, /* of the iteration before */
                       __global const num *best_positions,
#if TOPOLOGY == TOPOLOGY_GLOBAL
                       MOVE_RESULTS
#else
                       __global num *values
#endif
)
{
    const struct swarm_arrays swarm = SWARM_ARRAYS;
    const uint first = ((uint)get_group_id(0) * items * GROUP_SIZE + (uint)get_local_id(0)) * LANES;
    const struct swarm_constants rules = swarm_constants_of(constants);
    struct particle_kept kept;
#if REGISTERS
    /* all that has to come from global memory is asked for before anything waits for an answer */
    num guide[DIMENSIONS];
    if (first < particles) {
        swarm_take(swarm, &kept, first);
    }
#pragma unroll
    for (uint d = 0; d < DIMENSIONS; ++d) {
        const num even = best_positions[d], odd = best_positions[DIMENSIONS + d];
        guide[d] = (best->improvements & 1u) ? odd : even;
    }
#else
    __global const num *guide = best_positions + (uint)(best->improvements & 1u) * DIMENSIONS;
#endif
#if TOPOLOGY == TOPOLOGY_GLOBAL
    GROUP_LOCALS;
    struct finding mine;
    mine.value = particle_best_value(best->value);
    mine.particle = PARTICLE_NONE;
#endif
    if (best->state == SWARM_RUNNING) {
        for (uint k = 0; k < items; ++k) {
            const uint p = first + k * GROUP_SIZE * LANES;
            if (p < particles) {
#if REGISTERS
                if (k > 0) {
                    swarm_take(swarm, &kept, p);
                }
#endif
                const real value = swarm_move(swarm, rules, &kept, p, iteration, true, guide);
#if TOPOLOGY == TOPOLOGY_GLOBAL
                swarm_remember(swarm, &kept, p, value);
                swarm_put(swarm, &kept, p);
                swarm_look(&mine, p, value, particles);
#else
                SWARM_AT(values, p) = value;
#endif
            }
        }
    }
#if TOPOLOGY == TOPOLOGY_GLOBAL
    publish(swarm, mine, group_values, group_particles, group_count, best, iteration, RESULTS);
#endif
}

#if TOPOLOGY != TOPOLOGY_GLOBAL
/* Neighbours look at each other's memories while they move: nobody's may change before all have moved. */
__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_remember(SWARM_PARAMETERS, const ulong iteration, const uint items,
                           __global const struct pso_best *best, __global const num *values, MOVE_RESULTS)
{
    const struct swarm_arrays swarm = SWARM_ARRAYS;
    const uint first = ((uint)get_group_id(0) * items * GROUP_SIZE + (uint)get_local_id(0)) * LANES;
    struct particle_kept kept;
    GROUP_LOCALS;
    struct finding mine;
    mine.value = particle_best_value(best->value);
    mine.particle = PARTICLE_NONE;
    if (best->state == SWARM_RUNNING) {
        for (uint k = 0; k < items; ++k) {
            const uint p = first + k * GROUP_SIZE * LANES;
            if (p < particles) {
                const real value = *(__global const real *)(values + p);
                swarm_remember(swarm, &kept, p, value);
                swarm_look(&mine, p, value, particles);
            }
        }
    }
    publish(swarm, mine, group_values, group_particles, group_count, best, iteration, RESULTS);
}
#endif
