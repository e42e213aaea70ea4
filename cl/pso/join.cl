/* pso_join - the second launch of an iteration: finds the best among what the groups found.
 *
 * NDRange     swarm_device.c: enqueue_join(), one group of GROUP_SIZE
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, SHIFTED, GROUP_SIZE  swarm.clh
 *             BEST              BEST_... up to BEST_QUEUE
 * Reads       best[turn]; found_values, found_particles [groups]; positions [DIMENSIONS][stride]
 * Writes      best[1 - turn], best_positions, log
 * Draws       nothing
 * Checked by  test/kernel/swarms.c
 * After       Wang et al. (2022), Figure 1, "2nd kernel", by a tree or by a queue as the first
 */
#include "swarm.clh"

#define UNROLLED (BEST == BEST_REDUCTION_UNROLLED)
#if BEST <= BEST_REDUCTION_UNROLLED
#include "best_tree.clh"
#else
#include "best_queue.clh"
#endif

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_join(__global const num *positions, const uint stride, __global const num *constants,
                       const ulong iteration, __global const struct pso_best *best, __global struct pso_best *next,
                       __global num *best_positions, __global struct pso_improvement *log,
                       __global const num *found_values, __global const uint *found_particles, const uint groups,
                       const ulong no_improve)
{
    GROUP_LOCALS;
    const uint l = (uint)get_local_id(0);
    const struct pso_best before = *best;
    struct finding mine;
    mine.value = particle_best_value(before.value);
    mine.particle = PARTICLE_NONE;
    for (uint k = l; k < groups && before.state == SWARM_RUNNING; k += GROUP_SIZE) {
        struct finding other;
        other.value = found_values[k];
        other.particle = found_particles[k];
        if (other.particle != PARTICLE_NONE) {
            mine = finding_better(mine, other);
        }
    }
    const struct finding found = group_best(mine, group_values, group_particles, group_count);
    __global num *to = best_position_of(best_positions, before.improvements + 1);
    if (found.particle != PARTICLE_NONE) {
        for (uint d = l; d < DIMENSIONS; d += GROUP_SIZE) {
            to[d] = positions[d * stride + found.particle];
        }
    }
    if (l == 0) {
        if (found.particle != PARTICLE_NONE) {
            log_improvement(log, before.improvements, iteration, found.value, positions[found.particle],
                            positions[(DIMENSIONS > 1) * stride + found.particle]);
        }
        *next = before.state != SWARM_RUNNING
                    ? before
                    : particle_settle(before, found.value, found.particle, iteration, iteration,
                                      constants[CONSTANT_TARGET], no_improve);
    }
}
