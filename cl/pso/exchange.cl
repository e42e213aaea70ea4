/* pso_exchange - the best of all tribes becomes the best of the swarm, which tribes adopt when they go on.
 *
 * NDRange     swarm_device.c: enqueue_exchange(), one group of GROUP_SIZE
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, SHIFTED, GROUP_SIZE  swarm.clh
 * Reads       best[turn]; tribe_values, tribe_particles, tribe_iterations [tribes], tribe_positions [tribes][DIMENSIONS]
 * Writes      best[1 - turn], best_positions, log
 * Draws       nothing
 * Checked by  test/kernel/swarms.c
 * After       ours
 */
#include "swarm.clh"

#define UNROLLED 0
#include "best_tree.clh"

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_exchange(__global const num *constants, const ulong iteration, const uint tribe_size,
                           __global const struct pso_best *best, __global struct pso_best *next,
                           __global num *best_positions, __global struct pso_improvement *log,
                           __global const num *tribe_values, __global const uint *tribe_particles,
                           __global const ulong *tribe_iterations, __global const num *tribe_positions,
                           const uint tribes, const ulong no_improve)
{
    GROUP_LOCALS;
    const uint l = (uint)get_local_id(0);
    const struct pso_best before = *best;
    struct finding mine;
    mine.value = particle_best_value(before.value);
    mine.particle = PARTICLE_NONE;
    for (uint k = l; k < tribes && before.state == SWARM_RUNNING; k += GROUP_SIZE) {
        struct finding other;
        other.value = tribe_values[k];
        other.particle = tribe_particles[k];
        if (other.value < particle_best_value(before.value)) {
            mine = finding_better(mine, other);
        }
    }
    const struct finding found = group_best(mine, group_values, group_particles, group_count);
    /* What beats the best so far was found by the tribe itself: it has known the best since the last exchange. */
    const uint tribe = found.particle != PARTICLE_NONE ? found.particle / tribe_size : 0;
    __global const num *from = tribe_positions + tribe * DIMENSIONS;
    __global num *to = best_position_of(best_positions, before.improvements + 1);
    if (found.particle != PARTICLE_NONE) {
        for (uint d = l; d < DIMENSIONS; d += GROUP_SIZE) {
            to[d] = from[d];
        }
    }
    if (l == 0) {
        if (found.particle != PARTICLE_NONE) {
            log_improvement(log, before.improvements, tribe_iterations[tribe], found.value, from[0],
                            from[DIMENSIONS > 1]);
        }
        *next = before.state != SWARM_RUNNING
                    ? before
                    : particle_settle(before, found.value, found.particle, tribe_iterations[tribe], iteration,
                                      constants[CONSTANT_TARGET], no_improve);
    }
}
