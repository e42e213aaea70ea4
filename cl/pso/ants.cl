/* pso_ants - every ant samples a position around a solution of the archive along its own orthogonal basis, and
 * evaluates it. Iteration 0 evaluates the start.
 * pso_archive - replaces the archive by the best of archive and positions, and updates the record.
 *
 * NDRange     swarm_device.c: pso_device_ants(), a group of GROUP_SIZE per ant; pso_archive: one group
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, VARIANT, GROUP_SIZE  swarm.clh
 *             ARCHIVE           solutions of the archive; LANES is 1, TOPOLOGY is TOPOLOGY_GLOBAL
 *             FILL              iterations after a restart in which ants draw positions that fill the archive
 * Reads       best[parity], run, memories, memory_values (the archive, best first), constants with the sums of rank weights
 * Writes      positions, values, nans, scratch; pso_archive: memories, memory_values, best[1 - parity], best_positions,
 *             log, run
 * Draws       DRAW_GUIDE of the iteration, DRAW_DIRECTION of `iteration * DIMENSIONS + direction`, DRAW_BOUNDARY of
 *             `iteration * DIMENSIONS + coordinate`, after a restart for the whole position
 * Checked by  test/kernel/swarms.c
 * After       Socha and Dorigo (2008), sections 3 and 4.3 (correlated variables)
 *
 * Work-items divide solutions, coordinates or earlier directions among them; one computes each sum, in order. All of
 * them compute the sums over all solutions, which saves a barrier.
 */
#include "continuous_ant.h" /* before the file that includes parts of it in a branch */
#include "swarm.clh"

/* The scratch memory of one ant. */
struct ant_scratch {
    __global num *steps;   /* [DIMENSIONS][ARCHIVE]: solutions minus guide and parts along earlier directions */
    __global num *basis;   /* [DIMENSIONS][DIMENSIONS]: directions */
    __global num *weights; /* [ARCHIVE]: weights of the solutions as the next direction */
    __global num *along;   /* [ARCHIVE]: distances of the solutions from the guide along a direction */
    __global num *components;  /* [DIMENSIONS]: components of a new direction along the earlier ones */
    __global num *offset;     /* [DIMENSIONS]: from the guide to the new position */
};

SHARED_INLINE struct ant_scratch ant_scratch_of(__global num *scratch, uint ant)
{
    struct ant_scratch made;
    made.steps = scratch + KEPT_NUMBERS + (ulong)ant * ANT_NUMBERS;
    made.basis = made.steps + DIMENSIONS * ARCHIVE;
    made.weights = made.basis + DIMENSIONS * DIMENSIONS;
    made.along = made.weights + ARCHIVE;
    made.components = made.along + ARCHIVE;
    made.offset = made.components + DIMENSIONS;
    return made;
}

SHARED_INLINE num ant_sum(__global const num *x, uint count)
{
    num sum = 0;
    for (uint k = 0; k < count; ++k) {
        sum += x[k];
    }
    return sum;
}

SHARED_INLINE num ant_square(__global const num *x)
{
    num sum = 0;
    for (uint j = 0; j < DIMENSIONS; ++j) {
        sum += x[j] * x[j];
    }
    return sum;
}

/* The first solution for which the running sum of weights exceeds `share` times the total; ARCHIVE if all weights
 * are 0. */
SHARED_INLINE uint ant_pick(__global const num *weights, num share)
{
    const num above = share * ant_sum(weights, ARCHIVE);
    uint pick = ARCHIVE;
    num sum = 0;
    for (uint l = 0; l < ARCHIVE; ++l) {
        sum += weights[l];
        pick = pick == ARCHIVE && sum > above ? l : pick;
    }
    return pick;
}

SHARED_INLINE uint ant_guide(__global const num *sums, num share)
{
    const num above = share * sums[ARCHIVE - 1];
    uint low = 0, high = ARCHIVE - 1;
    while (low < high) {
        const uint middle = (low + high) / 2;
        if (sums[middle] > above) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* Makes direction `i` orthogonal to the earlier ones, with length 1. Returns false if too little of it remains. */
SHARED_INLINE bool ant_straighten(struct ant_scratch scratch, uint i)
{
    __global num *v = scratch.basis + i * DIMENSIONS;
    for (uint pass = 0; pass < 2; ++pass) {
        const num shorten = real_divide(R(1.0), real_sqrt(ant_square(v)));
        EACH(b, 0, i) {
            num share = 0;
            for (uint j = 0; j < DIMENSIONS; ++j) {
                share += v[j] * scratch.basis[b * DIMENSIONS + j];
            }
            scratch.components[b] = ant_cut(share * shorten);
        }
        MEET;
        EACH(j, 0, DIMENSIONS) {
            num x = v[j] * shorten;
            for (uint b = 0; b < i; ++b) {
                x -= scratch.components[b] * scratch.basis[b * DIMENSIONS + j];
            }
            v[j] = ant_cut(x);
        }
        MEET;
    }
    return ant_square(v) > ANT_STRAIGHT;
}

/* Sets scratch.offset, relative to solution `guide`. Returns its unit, or 0 if all solutions are equal. */
SHARED_INLINE num ant_walk(struct swarm_arrays swarm, struct ant_scratch scratch, uint ant, uint guide, ulong iteration)
{
    EACH(l, 0, ARCHIVE) {
        num largest = 0;
        for (uint j = 0; j < DIMENSIONS; ++j) {
            __global const num *row = swarm.memories + j * swarm.stride;
            const num step = row[l] - row[guide];
            scratch.steps[j * ARCHIVE + l] = step;
            largest = real_maximum(largest, real_absolute(step));
        }
        scratch.along[l] = largest;
    }
    EACH(j, 0, DIMENSIONS) {
        scratch.offset[j] = 0;
    }
    MEET;
    num largest = 0;
    for (uint l = 0; l < ARCHIVE; ++l) {
        largest = real_maximum(largest, scratch.along[l]);
    }
    const num scale = ant_scale(largest), shorten = scale > 0 ? real_divide(R(1.0), scale) : (num)0;
    EACH(l, 0, ARCHIVE) {
        num square = 0;
        for (uint j = 0; j < DIMENSIONS; ++j) {
            const num step = ant_cut(scratch.steps[j * ARCHIVE + l] * shorten);
            scratch.steps[j * ARCHIVE + l] = step;
            square += step * step;
        }
        scratch.weights[l] = ant_weight(square);
    }
    MEET;
    bool goes = true; /* replaces `break`, which PoCL 3.1 does not compile between barriers */
    for (uint i = 0; i < DIMENSIONS && goes; ++i) {
        const lane_block drawn = swarm_block(swarm, iteration * DIMENSIONS + i, ant, DRAW_DIRECTION);
        const uint pick = ant_pick(scratch.weights, particle_uniform(drawn.w0));
        __global num *v = scratch.basis + i * DIMENSIONS;
        EACH(j, 0, DIMENSIONS) {
            v[j] = scratch.steps[j * ARCHIVE + (pick < ARCHIVE ? pick : 0)];
        }
        MEET;
        goes = ant_straighten(scratch, i) && pick < ARCHIVE;
        EACH(l, 0, ARCHIVE) {
            num along = 0, square = 0;
            for (uint j = 0; j < DIMENSIONS; ++j) {
                along += scratch.steps[j * ARCHIVE + l] * v[j];
            }
            along = ant_cut(along);
            for (uint j = 0; j < DIMENSIONS; ++j) {
                const num step = ant_cut(scratch.steps[j * ARCHIVE + l] - along * v[j]);
                scratch.steps[j * ARCHIVE + l] = step;
                square += step * step;
            }
            scratch.along[l] = real_absolute(along);
            scratch.weights[l] = ant_weight(square);
        }
        MEET;
        const num far = ant_cut(swarm.constants[CONSTANT_SPREAD] * ant_sum(scratch.along, ARCHIVE)
                                * ant_normal(drawn.w2, drawn.w3));
        EACH(j, 0, goes ? DIMENSIONS : 0) {
            scratch.offset[j] += far * v[j];
        }
    }
    return scale;
}

/* Coordinate `j` of a position that is drawn within the bounds after a restart. */
SHARED_INLINE num ant_drawn(struct swarm_arrays swarm, uint which, ulong iteration, uint j)
{
    const lane_block drawn = swarm_block(swarm, iteration * DIMENSIONS + j, which, DRAW_BOUNDARY);
    return ant_coordinate(particle_place(particle_uniform(drawn.w0), SWARM_ROW(swarm.constants, CONSTANT_LOWER)[j],
                                         SWARM_ROW(swarm.constants, CONSTANT_UPPER)[j]));
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_ants(SWARM_PARAMETERS)
{
    const struct swarm_arrays swarm = SWARM_ARRAYS;
    __global const num *constants = swarm.constants;
    const uint ant = (uint)get_group_id(0);
    const bool goes = swarm.best->state == SWARM_RUNNING;
    const bool draws = RESTARTS && swarm.run->restarts > 0 && iteration - swarm.run->begun < FILL;
    if (goes && iteration > 0) {
        const struct ant_scratch scratch = ant_scratch_of(swarm.scratch, ant);
        const lane_block drawn = swarm_block(swarm, iteration, ant, DRAW_GUIDE);
        const uint guide = ant_guide(SWARM_ROW(constants, CONSTANT_ROWS), particle_uniform(drawn.w0));
        const num scale = ant_walk(swarm, scratch, ant, guide, iteration);
        EACH(j, 0, DIMENSIONS) {
            num again = 0, move = ant_cut(scratch.offset[j]) * scale;
#if BOUNDARY == BOUNDARY_RANDOM
            again = particle_uniform(swarm_block(swarm, iteration * DIMENSIONS + j, ant, DRAW_BOUNDARY).w0);
#endif
            const num sampled = ant_coordinate(
                particle_arrive(BOUNDARY, swarm.memories[j * swarm.stride + guide], &move,
                                SWARM_ROW(constants, CONSTANT_LOWER)[j], SWARM_ROW(constants, CONSTANT_UPPER)[j], again));
            num x = draws ? ant_drawn(swarm, ant, iteration, j) : sampled;
#if GRID > 1
            x = line_offers(*swarm.run, ant, iteration)
                    ? best_position_of(swarm.best_positions, swarm.best->improvements)[j]
                    : swarm_line_coordinate(swarm, ant, iteration, j, x);
#endif
            swarm.positions[j * swarm.stride + ant] = x;
        }
        MEET;
    }
    if (goes && ITEM == 0) {
        num evaluated[DIMENSIONS];
        for (uint j = 0; j < DIMENSIONS; ++j) {
            evaluated[j] = swarm_evaluated(constants, j, swarm.positions[j * swarm.stride + ant]);
        }
        const num value = swarm_objective(evaluated, iteration, ant, swarm_source_of(swarm));
        swarm.nans[ant] += value != value;
        swarm.values[ant] = swarm_value(evaluated, value);
#if GRID > 1
        swarm_line_value(swarm, ant, iteration, swarm.values[ant]);
#endif
    }
}

/* The number of solutions that precede solution `c`. Numbers below ARCHIVE are solutions of the archive; `ants` new
 * ones follow. */
SHARED_INLINE uint archive_rank(struct swarm_arrays swarm, uint c, num value, uint ants)
{
    uint rank = c < ARCHIVE ? c : 0; /* the archive is already sorted */
    for (uint l = 0; l < (c < ARCHIVE ? 0 : ARCHIVE); ++l) {
        rank += swarm.memory_values[l] <= value;
    }
    for (uint ant = 0; ant < ants; ++ant) {
        rank += particle_before(swarm.values[ant], ARCHIVE + ant, value, c);
    }
    return rank;
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_archive(SWARM_PARAMETERS, const uint ants)
{
    const struct swarm_arrays swarm = SWARM_ARRAYS;
    __global num *kept = swarm.scratch, *kept_values = kept + DIMENSIONS * ARCHIVE;
    const struct pso_best before = *swarm.best;
    const bool goes = before.state == SWARM_RUNNING;
    if (!goes && ITEM == 0) {
        *swarm.next = before;
    }
    EACH(c, 0, goes ? ARCHIVE + ants : 0) {
        const bool old = c < ARCHIVE;
        const num value = old ? swarm.memory_values[c] : swarm.values[c - ARCHIVE];
        const uint rank = archive_rank(swarm, c, value, ants);
        __global const num *from = old ? swarm.memories + c : swarm.positions + (c - ARCHIVE);
        if (rank < ARCHIVE) {
            kept_values[rank] = value;
            for (uint j = 0; j < DIMENSIONS; ++j) {
                kept[j * ARCHIVE + rank] = from[j * swarm.stride];
            }
        }
        if (rank == 0) {
            __global num *to = best_position_of(swarm.best_positions, before.improvements + 1);
            for (uint j = 0; j < DIMENSIONS && !old; ++j) {
                to[j] = from[j * swarm.stride];
            }
            if (!old) {
                log_improvement(swarm.log, before.improvements, iteration, value, to[0], to[DIMENSIONS > 1]);
            }
            struct finding found;
            found.value = value;
            found.particle = old ? PARTICLE_NONE : c - ARCHIVE;
            swarm_settle(swarm, before, found, iteration, iteration);
        }
    }
    MEET;
#if GRID > 1
    if (goes && ITEM == 0) {
        *swarm.run = line_continue(SWARM_LINE(swarm), *swarm.run, ants, iteration, DIMENSIONS, GRID);
    }
    MEET;
#endif
    const bool ends = RESTARTS && swarm.run->begun == iteration + 1; /* a restart empties the archive */
    EACH(l, 0, goes ? ARCHIVE : 0) {
        swarm.memory_values[l] = ends ? (num)INFINITY : kept_values[l];
        for (uint j = 0; j < DIMENSIONS; ++j) {
            swarm.memories[j * swarm.stride + l] =
                ends ? ant_drawn(swarm, l, iteration + 1, j) : kept[j * ARCHIVE + l];
        }
    }
}
