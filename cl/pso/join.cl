/* pso_join - the second launch of an iteration: finds the best of the groups' findings.
 *
 * NDRange     swarm_device.c: pso_device_iteration(), one group of GROUP_SIZE
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, VARIANT, GROUP_SIZE  swarm.clh
 *             BEST              BEST_... up to BEST_QUEUE
 * Reads       best[parity], run; found_values, found_particles [groups]; positions [DIMENSIONS][stride]
 * Writes      best[1 - parity], best_positions, log; run, run_position
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
__kernel void pso_join(SWARM_PARAMETERS)
{
    const struct swarm_arrays swarm = SWARM_ARRAYS;
    GROUP_LOCALS;
    const uint l = (uint)get_local_id(0);
    const struct pso_best before = *swarm.best;
    struct finding mine = finding_none(swarm_known_value(swarm));
    for (uint k = l; k < swarm.facts.groups; k += GROUP_SIZE) {
        struct finding other;
        other.value = swarm.found_values[k];
        other.particle = swarm.found_particles[k];
        if (other.particle != PARTICLE_NONE && before.state == SWARM_RUNNING) {
            mine = finding_better(mine, other);
        }
    }
    const struct finding found = group_best(mine, group_values, group_particles, group_count);
    if (found.particle != PARTICLE_NONE) {
        __global num *to = best_position_of(swarm.best_positions, before.improvements + 1);
        for (uint d = l; d < DIMENSIONS; d += GROUP_SIZE) {
            to[d] = swarm.run_position[d] = swarm.positions[d * swarm.stride + found.particle];
        }
    }
    if (l == 0) {
        if (found.particle != PARTICLE_NONE) {
            log_improvement(swarm.log, before.improvements, iteration, found.value, swarm.positions[found.particle],
                            swarm.positions[(DIMENSIONS > 1) * swarm.stride + found.particle]);
        }
        swarm_settle(swarm, before, found, iteration, iteration);
    }
}
