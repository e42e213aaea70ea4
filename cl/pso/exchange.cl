/* pso_exchange - makes the best of all tribes the best of the swarm, which tribes adopt in the next launch.
 *
 * NDRange     swarm_device.c: pso_device_persist(), one group of GROUP_SIZE
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, VARIANT, GROUP_SIZE, FIRST  swarm.clh
 * Reads       best[parity]; found_values, found_particles, tribe_iterations [tribes], tribe_positions
 *             [tribes][DIMENSIONS]
 * Writes      best[1 - parity], best_positions, log
 * Draws       nothing
 * Checked by  test/kernel/swarms.c
 * After       ours
 */
#include "swarm.clh"

#include "best_queue.clh"

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_exchange(SWARM_PARAMETERS, const uint tribe_size)
{
    const struct swarm_arrays swarm = SWARM_ARRAYS;
    GROUP_LOCALS;
    const uint l = (uint)get_local_id(0);
    const struct pso_best before = *swarm.best;
    const num before_value = particle_best_value(before.value);
    struct finding mine = finding_none(before.value);
    for (uint k = l; k < swarm.facts.groups; k += GROUP_SIZE) {
        struct finding other;
        other.value = swarm.found_values[k];
        other.particle = swarm.found_particles[k];
        if (other.value < before_value && before.state == SWARM_RUNNING) {
            mine = finding_better(mine, other);
        }
    }
    const struct finding found = group_best(mine, group_values, group_particles, group_count);
    /* The number of the particle found gives its tribe. The tribe's copy of its best position is the position found,
     * because a tribe reports a particle only if its value is better than the best with which all tribes began. */
    const uint tribe = found.particle != PARTICLE_NONE ? (found.particle - FIRST) / tribe_size : 0;
    __global const num *from = swarm.tribe_positions + tribe * DIMENSIONS;
    if (found.particle != PARTICLE_NONE) {
        __global num *to = best_position_of(swarm.best_positions, before.improvements + 1);
        for (uint d = l; d < DIMENSIONS; d += GROUP_SIZE) {
            to[d] = from[d];
        }
    }
    if (l == 0) {
        const ulong when = swarm.tribe_iterations[tribe];
        if (found.particle != PARTICLE_NONE) {
            log_improvement(swarm.log, before.improvements, when, found.value, from[0], from[DIMENSIONS > 1]);
        }
        swarm_settle(swarm, before, found, when, iteration);
    }
}
