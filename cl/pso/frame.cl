/* pso_frame - computes the frame of VARIANT_LEARNED, before the iteration that moves along it; in iteration 0 the axes.
 *
 * NDRange     swarm_device.c: launch_frame(), one group of GROUP_SIZE
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, VARIANT, GROUP_SIZE  swarm.clh
 * Reads       best[parity], constants, memories [DIMENSIONS][stride]
 * Writes      frame, and its scratch
 * Draws       nothing
 * Checked by  test/kernel/swarms.c
 * After       ours
 */
#include "swarm.clh"

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_frame(SWARM_PARAMETERS)
{
    const struct swarm_arrays swarm = SWARM_ARRAYS;
    const struct frame_arrays frame = SWARM_FRAME(swarm);
    if (iteration == 0) {
        frame_begin(frame, DIMENSIONS, SWARM_ROW(swarm.constants, CONSTANT_LOWER),
                    SWARM_ROW(swarm.constants, CONSTANT_UPPER));
    } else if (swarm.best->state == SWARM_RUNNING) {
        frame_learn(frame, DIMENSIONS, swarm.memories, swarm.stride, swarm.particles);
    }
}
