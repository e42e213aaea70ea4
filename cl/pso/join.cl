/* pso_join - finds the best of the groups' findings: the second launch of an iteration, or an exchange of tribes, which adopt
 * the best of all in the next launch.
 *
 * NDRange     swarm_device.c: pso_device_iteration(), one group of GROUP_SIZE
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, VARIANT, GROUP_SIZE, FIRST  swarm.clh
 *             BEST              BEST_... up to BEST_QUEUE, or BEST_ASYNCHRONOUS
 * Reads       best[parity], run; found_values, found_particles [groups]; positions [DIMENSIONS][stride], of tribes
 *             tribe_iterations [tribes], tribe_positions [tribes][DIMENSIONS]
 * Writes      best[1 - parity], best_positions, log; run, run_position
 * Draws       nothing
 * Checked by  test/kernel/swarms.c
 * After       Wang et al. (2022), Figure 1, "2nd kernel", by a tree or by a queue as the first; tribes are ours
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
    const struct pso_best before = *swarm.best;
    struct finding mine = finding_none(swarm_known_value(swarm));
    const num known = mine.value;
    EACH(k, 0, swarm.facts.groups) {
        struct finding other;
        other.value = swarm.found_values[k];
        other.particle = swarm.found_particles[k];
        if (other.value < known && before.state == SWARM_RUNNING) {
            mine = finding_better(mine, other);
        }
    }
    const struct finding found = group_best(mine, group_values, group_particles, group_count);
    const uint particle = found.particle != PARTICLE_NONE ? found.particle : FIRST;
#if BEST == BEST_ASYNCHRONOUS
    /* The number of the particle found gives its tribe. The tribe's copy of its best position is the position found,
     * because a tribe reports a particle only if its value is better than the best with which all tribes began. */
    const uint tribe = (particle - FIRST) / PSO_TRIBE, step = 1;
    const ulong when = swarm.tribe_iterations[tribe];
    __global const num *from = swarm.tribe_positions + tribe * DIMENSIONS;
#else
    const uint step = swarm.stride;
    const ulong when = iteration;
    __global const num *from = swarm.positions + (particle - FIRST);
#endif
    __global num *to = best_position_of(swarm.best_positions, before.improvements + 1);
    EACH(d, 0, found.particle != PARTICLE_NONE ? DIMENSIONS : 0) {
        to[d] = swarm.run_position[d] = from[d * step];
    }
    if (ITEM == 0) {
        if (found.particle != PARTICLE_NONE) {
            log_improvement(swarm.log, before.improvements, when, found.value, from[0], from[(DIMENSIONS > 1) * step]);
        }
        swarm_settle(swarm, before, found, when, iteration);
    }
}
