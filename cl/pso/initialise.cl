/* pso_initialise - draws positions and velocities of particles.
 *
 * NDRange     swarm_device.c: initialise(), {stride / LANES, DIMENSIONS}, groups of one work-item or 64
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, VARIANT, GROUP_SIZE, FIRST  swarm.clh
 * Reads       constants
 * Writes      positions, velocities, memories [DIMENSIONS][stride], memory_values, nans [stride],
 *             best_positions[0][DIMENSIONS], run_position, line
 * Draws       draw `coordinate` of iteration 0: position, velocity
 * Checked by  test/kernel/swarms.c
 * After       Wang et al. (2022), Algorithm 1, step 1
 */
#include "swarm.clh"

__kernel void pso_initialise(SWARM_PARAMETERS)
{
    const struct swarm_arrays swarm = SWARM_ARRAYS;
    __global const num *constants = swarm.constants;
    const uint p = (uint)get_global_id(0) * LANES, d = (uint)get_global_id(1), at = d * swarm.stride + p;
    const num lower = SWARM_ROW(constants, CONSTANT_LOWER)[d], upper = SWARM_ROW(constants, CONSTANT_UPPER)[d];
    const num largest = SWARM_ROW(constants, CONSTANT_VELOCITY)[d];
    const lane_block block = swarm_block(swarm, d >> 1, p + FIRST + LANE_NUMBERS, DRAW_MOVE);
    const real x = particle_place(particle_first(block, d), lower, upper);
    SWARM_AT(swarm.positions, at) = x;
    SWARM_AT(swarm.memories, at) = x;
    SWARM_AT(swarm.velocities, at) = particle_speed(particle_second(block, d), lower, upper, largest);
    if (d == 0) {
        SWARM_AT(swarm.memory_values, p) = (num)INFINITY;
        for (uint lane = 0; lane < LANES; ++lane) {
            swarm.nans[p + lane] = 0;
        }
    }
    for (uint k = (uint)get_global_id(0); d == 0 && k < LINE_NUMBERS; k += (uint)get_global_size(0)) {
        swarm.line[k] = 0;
    }
    if (p == 0) {
        union lane_view view;
        view.all = x;
        swarm.best_positions[d] = swarm.run_position[d] = view.lane[0];
    }
}
