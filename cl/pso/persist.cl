/* pso_persist - many iterations of a group's particles in one launch: BEST_PERSISTENT has one group,
 * BEST_ASYNCHRONOUS one per tribe, which keeps its own best until the next exchange.
 *
 * NDRange     swarm_device.c: pso_device_persist(), groups of GROUP_SIZE for GROUP_SIZE * ITEMS * LANES particles
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, VARIANT, GROUP_SIZE, FIRST  swarm.clh
 *             ITEMS             vectors of LANES particles per work-item
 *             KEEP_BLOCKS       swarm.clh; only for one dimension and without VARIANT_LEARNED
 *             REGISTERS         swarm.clh; only for TOPOLOGY_GLOBAL without VARIANT_LEARNED
 *             BEST              BEST_PERSISTENT or BEST_ASYNCHRONOUS, the latter only for TOPOLOGY_GLOBAL
 *             UNIFORM_BRANCHES  1: a barrier may be in a branch that all work-items take or none; PoCL miscompiles some
 *             VOTE              1: 32 work-items that NVIDIA GPUs run in step vote by inline PTX instead of a barrier;
 *                               0 if that does not build. Requires UNIFORM_BRANCHES
 * Reads       best[parity], best_positions, constants, run, run_position
 * Writes      positions, velocities, memories, memory_values, nans; tribe_positions; persistent: best[1 - parity],
 *             best_positions, log, run, run_position, and values [stride] unless TOPOLOGY_GLOBAL; asynchronous:
 *             found_values, found_particles, tribe_iterations
 * Draws       as pso_move
 * Checked by  test/kernel/swarms.c
 * After       ours. The queue of Wang et al. (2022), Algorithm 2, in a loop: an iteration that finds nothing has one
 *             barrier, or none with VOTE
 */
#include "swarm.clh"
#include "best_queue.clh"

#ifndef ITEMS
#error "ITEMS is required"
#endif

#if REGISTERS
#define PERSIST_FENCE CLK_LOCAL_MEM_FENCE
#else
#define PERSIST_FENCE (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif

#if VOTE
/* True if `mine` is true for any work-item of the group. */
SHARED_INLINE bool group_any(bool mine)
{
    uint any;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
                 : "=r"(any)
                 : "r"((uint)mine));
    return any != 0;
}
#endif

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_persist(SWARM_PARAMETERS, /* number of the first iteration */
                          const uint count,
                          const uint adopt) /* 1: tribes of BEST_ASYNCHRONOUS adopt the best of all; 0: they do not */
{
    struct swarm_arrays swarm = SWARM_ARRAYS;
    const uint l = (uint)get_local_id(0), group = (uint)get_group_id(0);
    const uint group_first = group * (GROUP_SIZE * ITEMS * LANES);
    const uint first = group_first + l * LANES;
    __global num *tribe_position = swarm.tribe_positions + group * DIMENSIONS;
    const struct swarm_constants rules = swarm_constants_of(swarm.constants);
    struct particle_kept kept[ITEMS];
    GROUP_LOCALS;
#if REGISTERS
    __local num group_position[DIMENSIONS];
    num guide[DIMENSIONS];
#else
    __global const num *guide = tribe_position;
#endif

    struct pso_best record = *swarm.best;
    struct pso_run run = *swarm.run; /* constant and unused without RESTARTS */
#if BEST == BEST_PERSISTENT
    const num target = swarm.constants[CONSTANT_TARGET];
#endif
    const bool takes = BEST == BEST_PERSISTENT || (adopt && record.state == SWARM_RUNNING);
    if (!takes) {
        record.value = num_to_bits(swarm.found_values[group]);
        record.particle = swarm.found_particles[group];
        record.iteration = swarm.tribe_iterations[group];
    }
    __global const num *known = takes ? swarm_known_position(swarm, record.improvements) : tribe_position;
#if REGISTERS
#pragma unroll
    for (uint d = 0; d < DIMENSIONS; ++d) {
        guide[d] = known[d];
    }
#else
    if (takes) {
        for (uint d = l; d < DIMENSIONS; d += GROUP_SIZE) {
            tribe_position[d] = known[d];
        }
    }
#endif
#pragma unroll
    for (uint k = 0; k < (REGISTERS ? ITEMS : 0); ++k) {
        const uint p = first + k * GROUP_SIZE * LANES;
        if (p < swarm.particles) {
            swarm_take(swarm, &kept[k], p);
        }
    }
    if (l == 0) {
        group_count[0] = group_count[1] = 0;
    }
#if !VOTE
    uint counter = 0; /* iteration i uses counter i % 3 of the queue */
#endif
    /* includes global memory, because at the end work-item 0 overwrites data of the tribe that all have read */
    GROUP_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    for (uint i = 0; i < count; ++i) {
        const ulong now = iteration + i;
        const bool running = record.state == SWARM_RUNNING;
        struct finding found = finding_none(RESTARTS ? run.value : record.value);
        swarm.begins = RESTARTS && now > 0 && run.begun == now;
#if TOPOLOGY != TOPOLOGY_GLOBAL
        for (uint k = 0; k < ITEMS; ++k) {
            const uint p = first + k * GROUP_SIZE * LANES;
            if (running && p < swarm.particles) {
                SWARM_AT(swarm.values, p) = swarm_move(swarm, rules, &kept[k], p, now, true, guide);
            }
        }
        GROUP_BARRIER(PERSIST_FENCE);
#endif
#if REGISTERS
#pragma unroll
#endif
        for (uint k = 0; k < ITEMS; ++k) {
            const uint p = first + k * GROUP_SIZE * LANES;
            if (running && p < swarm.particles) {
#if TOPOLOGY == TOPOLOGY_GLOBAL
                const real value = swarm_move(swarm, rules, &kept[k], p, now, i == 0, guide);
#else
                const real value = SWARM_AT(swarm.values, p);
#endif
                swarm_remember(swarm, &kept[k], p, value);
                swarm_look(&found, p, value, swarm.particles);
            }
        }

#if VOTE
        const bool improved = group_any(found.particle != PARTICLE_NONE);
        if (improved) {
            found = group_best(found, group_values, group_particles, group_count);
        }
#else
        /* Findings enter the queue. Iterations use three counters in turn. The one after the next is cleared now,
         * when no work-item uses it, so one barrier suffices if nothing is found. */
        if (found.particle != PARTICLE_NONE) {
            const uint place = atomic_inc(&group_count[counter]);
            group_values[place] = found.value;
            group_particles[place] = found.particle;
        }
        GROUP_BARRIER(PERSIST_FENCE);
        const uint queued = group_count[counter];
        const bool improved = queued > 0;
        counter = counter == 2 ? 0 : counter + 1;
        if (l == 0) {
            group_count[counter == 2 ? 0 : counter + 1] = 0;
        }
        found = queue_best(found, queued, group_values, group_particles);
#endif
        if (improved) {
#if REGISTERS
#pragma unroll
            for (uint k = 0; k < ITEMS; ++k) {
                const uint lane = found.particle - (first + k * GROUP_SIZE * LANES);
                if (lane < LANES) {
#pragma unroll
                    for (uint d = 0; d < DIMENSIONS; ++d) {
                        union lane_view view;
                        view.all = kept[k].positions[d];
                        group_position[d] = view.lane[lane];
                    }
                }
            }
#else
            for (uint d = l; d < DIMENSIONS; d += GROUP_SIZE) {
                tribe_position[d] = swarm.positions[d * swarm.stride + found.particle];
            }
#endif
#if UNIFORM_BRANCHES
            GROUP_BARRIER(PERSIST_FENCE);
#endif
        }
#if !UNIFORM_BRANCHES
        GROUP_BARRIER(PERSIST_FENCE);
#endif
        if (improved) {
#if REGISTERS
#pragma unroll
            for (uint d = 0; d < DIMENSIONS; ++d) {
                guide[d] = group_position[d];
            }
#endif
#if BEST == BEST_PERSISTENT
            if (l == 0) {
                log_improvement(swarm.log, record.improvements, now, found.value, guide[0], guide[DIMENSIONS > 1]);
            }
            for (uint d = l; RESTARTS && d < DIMENSIONS; d += GROUP_SIZE) {
                best_position_of(swarm.best_positions, record.improvements + 1)[d] = guide[d];
            }
#else
            record.value = num_to_bits(found.value);
            record.particle = found.particle + FIRST;
            record.iteration = now;
#endif
        }
#if BEST == BEST_PERSISTENT
        if (running) {
            const bool better = !RESTARTS || found.value < particle_best_value(record.value);
            record = particle_settle(record, found.value, better ? found.particle : PARTICLE_NONE, now, now, target,
                                     swarm.facts.no_improve);
            if (RESTARTS) {
                run = particle_continue(run, found.value, found.particle, now, swarm.facts.restart, GRID > 1);
            }
        }
#endif
#if GRID > 1
        GROUP_BARRIER(CLK_GLOBAL_MEM_FENCE); /* all values of points of the line search are stored */
        if (l == 0) {
            *swarm.run =
                running ? line_continue(SWARM_LINE(swarm), run, swarm.evaluated, now, DIMENSIONS, GRID) : run;
        }
        GROUP_BARRIER(CLK_GLOBAL_MEM_FENCE);
        run = *swarm.run;
#endif
    }

#pragma unroll
    for (uint k = 0; k < (REGISTERS ? ITEMS : 0); ++k) {
        const uint p = first + k * GROUP_SIZE * LANES;
        if (p < swarm.particles) {
            swarm_put(swarm, &kept[k], p);
        }
    }
    __global num *to = BEST == BEST_PERSISTENT ? swarm_known_position(swarm, record.improvements) : tribe_position;
    for (uint d = l; d < DIMENSIONS; d += GROUP_SIZE) {
        to[d] = guide[d];
    }
    if (l == 0) {
#if BEST == BEST_PERSISTENT
        *swarm.next = record;
        if (RESTARTS) {
            *swarm.run = run;
        }
#else
        swarm.found_values[group] = particle_best_value(record.value);
        swarm.found_particles[group] = record.particle;
        swarm.tribe_iterations[group] = record.iteration;
#endif
    }
}
