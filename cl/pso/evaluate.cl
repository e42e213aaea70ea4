/* pso_evaluate - evaluates the objective at given points: not negated for maximisation, and NaN is not counted. With
 * `ranks` it writes instead what particle_violation() takes.
 *
 * NDRange     device_evaluate.c: pso_evaluate_device(), one work-item per LANES points
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, VARIANT, GROUP_SIZE  swarm.clh
 * Reads       positions [DIMENSIONS][stride], constants, data
 * Writes      values [stride]: the objective's, or 0 ranked after the violations of its constraints
 * Draws       what the objective draws
 * Checked by  test/kernel/swarms.c
 * After       ours
 */
#include "swarm.clh"

__kernel void pso_evaluate(__global num *positions, const uint stride, __global const num *constants,
                           __global num *values, const uint ranks, const uint key_0, const uint key_1,
                           __global const num *data_numbers, const uint data_count)
{
    const uint p = (uint)get_global_id(0) * LANES;
    real evaluated[DIMENSIONS];
    for (uint d = 0; d < DIMENSIONS; ++d) {
        evaluated[d] = swarm_evaluated(constants, d, SWARM_AT(positions, d * stride + p));
    }
    const struct swarm_source source = {key_0, key_1, data_count, data_numbers};
    const ulong after_all = ~0ul; /* an iteration that no run reaches */
    SWARM_AT(values, p) =
        ranks ? swarm_value(evaluated, R(0.0)) : swarm_objective(evaluated, after_all, p, source);
}
