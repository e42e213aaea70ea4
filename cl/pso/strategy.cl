/* pso_sample - draws and evaluates the points of a generation. Iteration 0 evaluates the start.
 * pso_rank - sorts the points by value, and gives each rank its weight.
 * pso_adapt - moves mean and paths, adapts the step size, tests the values, and updates the record.
 * pso_covariance - updates C.
 * pso_factor - computes the Cholesky factor of C, tests the steps, and begins the next run if this one has ended.
 * pso_generations - many generations in one launch, by one group: all of the above, with the same bits.
 *
 * NDRange     swarm_device.c: pso_device_strategy(), groups of GROUP_SIZE; pso_adapt, pso_factor, pso_generations: one
 * Required    PRECISION, LANES, DIMENSIONS, TOPOLOGY, BOUNDARY, VARIANT, GROUP_SIZE  swarm.clh
 *             POINTS            population of the first run; LANES is 1
 *             POINTS_MOST       largest population of a run
 *             HISTORY           numbers of the history
 *             GRID              points of a coordinate in the grid of the line search; 0: no line search
 *             STARTS            given positions, which iteration 0 evaluates; 0: it draws one
 *             UNIFORM_BRANCHES  persist.cl
 *             GENERATIONS       1: only pso_generations is built; 0: only the others
 * Reads       best[parity], constants, and the state: numbers, mean, paths, history, covariance, factor, schedule
 * Writes      pso_sample: positions, velocities (z), memories (A z), values, nans, squares; pso_rank: order, weights;
 *             the others: best[1 - parity], best_positions, log, and the state; pso_generations: all of these and best
 * Draws       DRAW_STEP of strategy_block(), DRAW_RESTART of `iteration`
 * Checked by  test/kernel/swarms.c
 * After       Hansen (2016, 2009), see strategy.h
 *
 * Loops over points and entries of C have the stride of the NDRange, which does not depend on the population. A sum over
 * ranks is computed by one work-item, in the order of ranks.
 */
#include "strategy.h" /* before the file that includes parts of it in a branch */
#include "swarm.clh"

/* The arrays of a strategy, after those of the swarm in their two buffers. */
struct strategy_arrays {
    __global struct strategy_numbers *numbers;
    __global num *mean, *path_sigma, *path_c; /* [DIMENSIONS] */
    __global num *history;                    /* [HISTORY] */
    __global num *covariance;                 /* [DIMENSIONS][DIMENSIONS]: rows of C, up to the diagonal */
    __global num *factor;                     /* [DIMENSIONS][DIMENSIONS]: columns of A, from the diagonal on */
    __global num *weights;                    /* [stride], by rank */
    __global num *squares;                    /* [stride]: squares of the lengths of z */
    __global num *step;                       /* [DIMENSIONS]: weighted mean of the steps */
    struct line_arrays line;
    __global struct pso_schedule *schedule;
    __global uint *order;                     /* [stride]: points by rank */
};

SHARED_INLINE struct strategy_arrays strategy_arrays_of(struct swarm_arrays swarm)
{
    struct strategy_arrays made;
    made.numbers = (__global struct strategy_numbers *)swarm.scratch;
    made.mean = swarm.scratch + STRATEGY_SCALARS;
    made.path_sigma = made.mean + DIMENSIONS;
    made.path_c = made.path_sigma + DIMENSIONS;
    made.history = made.path_c + DIMENSIONS;
    made.covariance = swarm.scratch + SWARM_ALIGN(STRATEGY_SCALARS + 3 * DIMENSIONS + HISTORY);
    made.factor = made.covariance + (ulong)DIMENSIONS * DIMENSIONS;
    made.weights = made.factor + (ulong)DIMENSIONS * DIMENSIONS;
    made.squares = made.weights + swarm.stride;
    made.step = made.squares + swarm.stride;
    made.line = line_arrays_of(swarm.line, DIMENSIONS, GRID);
    made.schedule = (__global struct pso_schedule *)swarm.offers;
    made.order = (__global uint *)(made.schedule + 1);
    return made;
}

#define EVERY(i, count) for (uint i = (uint)get_global_id(0); i < (count); i += (uint)get_global_size(0))

/* The number of points that an iteration evaluates, before pso_adapt counts them; 0 after the end of the run. */
SHARED_INLINE uint strategy_count(struct swarm_arrays swarm, struct strategy_arrays strategy, ulong iteration)
{
    const uint starts = STARTS > 0 ? STARTS : 1;
    const uint wanted = iteration > 0 ? strategy_wanted(*strategy.schedule, DIMENSIONS, GRID, POINTS_MOST) : starts;
    return swarm.best->state == SWARM_RUNNING
               ? strategy_points(strategy.schedule->evaluations, swarm.facts.evaluations, wanted)
               : 0;
}

/* 1: all work-items of a group draw a point together; 0: one does. PoCL miscompiles the former. */
#define TOGETHER (GENERATIONS && UNIFORM_BRANCHES)

/* Draws the coordinates `i` to `i` + 3 of z of point `p`. */
SHARED_INLINE void strategy_draw_four(struct swarm_arrays swarm, uint p, uint i, ulong iteration, uint attempt)
{
    const struct strategy_normals four = strategy_normals_of(
        swarm_block(swarm, strategy_block(iteration, attempt, DIMENSIONS, i), p, DRAW_STEP));
    for (uint k = 0; k < 4 && i + k < DIMENSIONS; ++k) {
        swarm.velocities[(i + k) * swarm.stride + p] = four.z[k];
    }
}

/* Computes coordinate `i` of the step A z of point `p`. Returns true if the point is within the bounds there. */
SHARED_INLINE bool strategy_step(struct swarm_arrays swarm, struct strategy_arrays strategy, uint p, uint i)
{
    num sum = 0;
    for (uint l = 0; l <= i; ++l) {
        sum += strategy.factor[l * DIMENSIONS + i] * swarm.velocities[l * swarm.stride + p];
    }
    sum = ant_cut(sum);
    swarm.memories[i * swarm.stride + p] = sum;
    return !strategy_is_outside(strategy.mean[i] + ant_cut(strategy.numbers->sigma * sum));
}

/* Returns the square of the length of z. */
SHARED_INLINE num strategy_square(struct swarm_arrays swarm, uint p)
{
    num square = 0;
    for (uint i = 0; i < DIMENSIONS; ++i) {
        square += swarm.velocities[i * swarm.stride + p] * swarm.velocities[i * swarm.stride + p];
    }
    return square;
}

#if TOGETHER
/* Writes z and the steps A z of all points, and draws those outside the bounds again. `outside` [2]: true if there are any
 * after this attempt and after the one before. */
SHARED_INLINE void strategy_draw_all(struct swarm_arrays swarm, struct strategy_arrays strategy, ulong iteration,
                                     volatile __local uint *outside)
{
    const bool draws = iteration > 0 && strategy.schedule->line.stage == LINE_NONE;
    const uint count = draws ? strategy_count(swarm, strategy, iteration) : 0;
    __global uint *last = strategy.order; /* last attempt at which the point was outside, from 1 on; later the order */
    EACH(p, 0, count) {
        last[p] = 0;
    }
    bool left = count > 0;
    for (uint attempt = 0; attempt <= STRATEGY_TRIES && left; ++attempt) {
        if (ITEM == 0) {
            outside[attempt & 1] = 0;
        }
        GROUP_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        EACH(k, 0, count * ((DIMENSIONS + 3) / 4)) {
            const uint block = k / count, p = k - block * count; /* oclgrind lacks an instruction for k % count */
            if (last[p] == attempt) {
                strategy_draw_four(swarm, p, 4 * block, iteration, attempt);
            }
        }
        MEET;
        EACH(k, 0, count * DIMENSIONS) {
            const uint i = k / count, p = k - i * count;
            if (last[p] >= attempt && !strategy_step(swarm, strategy, p, i)) {
                last[p] = attempt + 1;
                outside[attempt & 1] = 1;
            }
        }
        GROUP_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        left = outside[attempt & 1] != 0;
    }
}
#endif

SHARED_INLINE void generation_sample(struct swarm_arrays swarm, struct strategy_arrays strategy, ulong iteration)
{
    __global const num *lower = SWARM_ROW(swarm.constants, CONSTANT_LOWER);
    __global const num *upper = SWARM_ROW(swarm.constants, CONSTANT_UPPER);
    const bool given = STARTS > 0;
    const struct pso_line line = strategy.schedule->line;
    EVERY(p, strategy_count(swarm, strategy, iteration)) {
        num x[DIMENSIONS];
        const bool draws = iteration > 0 && line.stage == LINE_NONE;
#if !TOGETHER
        for (uint attempt = 0, within = !draws; attempt <= STRATEGY_TRIES && !within; ++attempt) {
            for (uint i = 0; i < DIMENSIONS; i += 4) {
                strategy_draw_four(swarm, p, i, iteration, attempt);
            }
            within = true;
            for (uint i = 0; i < DIMENSIONS && (within || attempt == STRATEGY_TRIES); ++i) {
                within = strategy_step(swarm, strategy, p, i) && within;
            }
        }
#endif
        if (draws) {
            strategy.squares[p] = strategy_square(swarm, p);
        }
        for (uint i = 0; i < DIMENSIONS; ++i) {
            const num u = line.stage != LINE_NONE
                              ? line_coordinate(strategy.line, line, GRID > 0 ? GRID : 1, line.offset + p, i)
                          : iteration > 0
                              ? strategy.mean[i] + ant_cut(strategy.numbers->sigma * swarm.memories[i * swarm.stride + p])
                              : strategy_begin_at(swarm_block(swarm, 0, i, DRAW_RESTART).w0);
            __global num *at = swarm.positions + i * swarm.stride + p;
            x[i] = iteration == 0 && given ? *at : line_place(u, lower[i], upper[i]);
            *at = x[i];
            x[i] = swarm_evaluated(swarm.constants, i, x[i]);
        }
        const num value = swarm_objective(x, iteration, p, swarm_source_of(swarm));
        swarm.nans[p] += value != value;
        swarm.values[p] = swarm_value(x, value);
    }
}

SHARED_INLINE void generation_rank(struct swarm_arrays swarm, struct strategy_arrays strategy, ulong iteration)
{
    const uint count = strategy_count(swarm, strategy, iteration);
    EVERY(p, count) {
        const num value = swarm.values[p];
        uint rank = 0;
        for (uint q = 0; q < count; ++q) {
            rank += particle_before(swarm.values[q], q, value, p);
        }
        strategy.order[rank] = p;
        if (iteration > 0) {
            strategy.weights[rank] = strategy_weight(*strategy.numbers, DIMENSIONS, count, rank, strategy.squares[p]);
        }
    }
}

/* Updates the record of the best by the point of rank 0. `evaluations`: of the run, including this iteration. */
SHARED_INLINE void strategy_record(struct swarm_arrays swarm, uint point, ulong evaluations, ulong iteration)
{
    const struct pso_best before = *swarm.best;
    const num value = swarm.values[point];
    const bool better = value < particle_best_value(before.value);
    __global num *to = best_position_of(swarm.best_positions, before.improvements + 1);
    EACH(i, 0, better ? DIMENSIONS : 0) {
        to[i] = swarm.positions[i * swarm.stride + point];
    }
    if (ITEM == 0) {
        struct finding found;
        found.value = value;
        found.particle = better ? point : PARTICLE_NONE;
        if (better) {
            log_improvement(swarm.log, before.improvements, iteration, value, swarm.positions[point],
                            swarm.positions[(DIMENSIONS > 1) * swarm.stride + point]);
            swarm.log[before.improvements % LOG_SLOTS].evaluations = evaluations;
        }
        swarm_settle(swarm, before, found, iteration, iteration);
        *swarm.next = strategy_settle(*swarm.next, evaluations, swarm.facts.evaluations, iteration);
    }
}

/* The weighted sum over the better half of a row of normals or steps, in the order of ranks. */
SHARED_INLINE num strategy_mean(struct strategy_arrays strategy, __global const num *row, uint parents)
{
    num sum = 0;
    for (uint rank = 0; rank < parents; ++rank) {
        sum += strategy.weights[rank] * row[strategy.order[rank]];
    }
    return sum;
}

/* Adapts the scalars of the strategy to the generation, which one work-item does. */
SHARED_INLINE void strategy_adapt_numbers(struct swarm_arrays swarm, struct strategy_arrays strategy, uint count)
{
    struct strategy_numbers numbers = *strategy.numbers;
    const ulong generation = ++strategy.schedule->generation, kept = strategy_history(DIMENSIONS, count);
    num square = 0;
    for (uint i = 0; i < DIMENSIONS; ++i) {
        square += strategy.path_sigma[i] * strategy.path_sigma[i];
    }
    numbers.extends = strategy_adapt(&numbers, DIMENSIONS, generation, square);
    struct strategy_values values;
    values.best = values.low = values.high = swarm.values[strategy.order[0]];
    values.quarter = swarm.values[strategy.order[count / 4]];
    values.worst = swarm.values[strategy.order[count - 1]];
    values.record = particle_best_value(swarm.next->value);
    strategy.history[generation % kept] = values.best;
    for (uint k = 0; k < kept; ++k) {
        const num value = strategy.history[k];
        values.low = value < values.low ? value : values.low;
        values.high = real_maximum(values.high, value);
    }
    strategy.schedule->ended = strategy_is_flat(&numbers, DIMENSIONS, count, generation, values);
    *strategy.numbers = numbers;
}

/* Counts the points of an iteration, and advances the line search or the generation, which one work-item does. */
SHARED_INLINE void strategy_advance(struct swarm_arrays swarm, struct strategy_arrays strategy, uint count,
                                    ulong iteration, bool complete)
{
    const struct pso_line line = strategy.schedule->line;
    const bool lines = line.stage != LINE_NONE;
    strategy.schedule->evaluations += count;
    strategy.schedule->run_evaluations += iteration > 0 && !lines ? count : 0;
    if (lines) {
        strategy.schedule->line = line_collect(strategy.line, line, count, DIMENSIONS, GRID);
    }
    if (complete) {
        strategy_adapt_numbers(swarm, strategy, count);
    } else if (iteration > 0) {
        strategy.schedule->ended = 2;
    } else {
        strategy.schedule->population = strategy.schedule->largest = POINTS;
    }
}

SHARED_INLINE void generation_adapt(struct swarm_arrays swarm, struct strategy_arrays strategy, ulong iteration)
{
    const uint count = strategy_count(swarm, strategy, iteration);
    const struct pso_line line = strategy.schedule->line;
    const bool lines = line.stage != LINE_NONE;
    const bool complete = iteration > 0 && !lines && count == strategy.schedule->population;
    const uint point = count > 0 ? strategy.order[0] : 0;
    const num sigma = strategy.numbers->sigma, c_c = strategy.numbers->c_c, gain_c = strategy.numbers->gain_c;
    if (count > 0) {
        strategy_record(swarm, point, strategy.schedule->evaluations + count, iteration);
    } else if (ITEM == 0) {
        *swarm.next = *swarm.best;
    }
    EACH(p, 0, lines ? count : 0) {
        strategy.line.values[line.offset + p] = swarm.values[p];
    }
    EACH(i, 0, count > 0 ? DIMENSIONS : 0) {
        if (complete) {
            const num normal = strategy_mean(strategy, swarm.velocities + i * swarm.stride, count / 2);
            const num step = strategy_mean(strategy, swarm.memories + i * swarm.stride, count / 2);
            strategy.path_sigma[i] = ant_cut((R(1.0) - strategy.numbers->c_sigma) * strategy.path_sigma[i]
                                             + strategy.numbers->gain_sigma * normal);
            strategy.mean[i] = strategy_hold(ant_cut(strategy.mean[i] + ant_cut(sigma * step)), sigma,
                                             strategy.covariance[i * (DIMENSIONS + 1)]);
            strategy.step[i] = step;
        } else if (iteration == 0) {
            strategy.mean[i] = strategy_coordinate(swarm.positions[i * swarm.stride + point],
                                                   SWARM_ROW(swarm.constants, CONSTANT_LOWER)[i],
                                                   SWARM_ROW(swarm.constants, CONSTANT_UPPER)[i]);
        }
    }
    MEET;
    if (ITEM == 0 && count > 0) {
        strategy_advance(swarm, strategy, count, iteration, complete);
    }
    MEET;
    EACH(i, 0, count > 0 && complete ? DIMENSIONS : 0) {
        const num extension = strategy.numbers->extends > 0 ? gain_c * strategy.step[i] : (num)0;
        strategy.path_c[i] = ant_cut((R(1.0) - c_c) * strategy.path_c[i] + extension);
    }
}

SHARED_INLINE void generation_covariance(struct swarm_arrays swarm, struct strategy_arrays strategy, ulong iteration)
{
    const bool goes = swarm.best->state == SWARM_RUNNING && iteration > 0 && strategy.schedule->ended < 2;
    const uint count = goes ? strategy.schedule->population : 0;
    const num c_1 = strategy.numbers->c_1, c_mu = strategy.numbers->c_mu, decay = strategy.numbers->decay;
    EVERY(entry, count > 0 ? DIMENSIONS * DIMENSIONS : 0) {
        const uint i = entry / DIMENSIONS, j = entry % DIMENSIONS;
        if (j <= i) {
            __global const num *a = swarm.memories + i * swarm.stride, *b = swarm.memories + j * swarm.stride;
            num sum = decay * strategy.covariance[entry] + ant_cut(c_1 * strategy.path_c[i]) * strategy.path_c[j];
            for (uint rank = 0; rank < count; ++rank) {
                const uint p = strategy.order[rank];
                sum += ant_cut(ant_cut(c_mu * strategy.weights[rank]) * a[p]) * b[p];
            }
            strategy.covariance[entry] = ant_cut(sum);
        }
    }
}

/* Scales C, its path and the step size by a power of two, which is exact. */
SHARED_INLINE void strategy_rescale(struct strategy_arrays strategy, bool due)
{
    num largest = 0;
    for (uint i = 0; i < DIMENSIONS && due; ++i) {
        largest = real_maximum(largest, strategy.covariance[i * (DIMENSIONS + 1)]);
    }
    const num unit = strategy_unit(largest), inverse = real_divide(R(1.0), unit);
    MEET;
    EACH(entry, 0, unit < 1 ? DIMENSIONS * DIMENSIONS : 0) {
        strategy.covariance[entry] *= inverse * inverse;
    }
    EACH(i, 0, unit < 1 ? DIMENSIONS : 0) {
        strategy.path_c[i] *= inverse;
    }
    if (ITEM == 0 && due) {
        strategy.numbers->sigma *= unit;
    }
    MEET;
}

/* Computes A. Returns false if C is not positive definite. Column j of A is the rest of column j of C until its
 * second half; its pivot is written while column j + 1 is begun, because all work-items read the square of the pivot. */
SHARED_INLINE bool strategy_factorise(struct strategy_arrays strategy, bool due)
{
    bool definite = true;
    for (uint j = 0; j < DIMENSIONS && due && definite; ++j) {
        __global num *column = strategy.factor + j * DIMENSIONS;
        EACH(i, j, DIMENSIONS) {
            num rest = strategy.covariance[i * DIMENSIONS + j];
            for (uint l = 0; l < j; ++l) {
                rest -= strategy.factor[l * DIMENSIONS + i] * strategy.factor[l * DIMENSIONS + j];
            }
            column[i] = rest;
        }
        if (j > 0 && ITEM == 0) {
            strategy.factor[(j - 1) * (DIMENSIONS + 1)] = real_sqrt(strategy.factor[(j - 1) * (DIMENSIONS + 1)]);
        }
        MEET;
        const num square = column[j], pivot = real_sqrt(square);
        definite = strategy_is_pivot(square, strategy.covariance[j * (DIMENSIONS + 1)]);
        EACH(i, j + 1, DIMENSIONS) {
            column[i] = ant_cut(real_divide(column[i], pivot));
        }
        MEET;
    }
    if (ITEM == 0 && due) {
        __global num *last = strategy.factor + DIMENSIONS * DIMENSIONS - 1;
        *last = real_sqrt(*last);
    }
    MEET;
    return definite;
}

/* True if the steps are too small or too large, or if they no longer change the mean. `step` has the standard deviations
 * of C. */
SHARED_INLINE bool strategy_is_worn(struct strategy_arrays strategy)
{
    const uint axis = (uint)(strategy.schedule->generation % DIMENSIONS);
    const num sigma = strategy.numbers->sigma;
    num extent = 0, deviation = 0;
    bool moves = false, stuck = false;
    for (uint i = 0; i < DIMENSIONS; ++i) {
        const num mean = strategy.mean[i], own = strategy.step[i];
        const num along = i < axis ? (num)0 : strategy.factor[axis * DIMENSIONS + i];
        deviation = real_maximum(deviation, own);
        extent = real_maximum(extent, real_maximum(own, real_absolute(strategy.path_c[i])));
        moves = moves || strategy_moves(mean, R(0.1) * sigma * along);
        stuck = stuck || !strategy_moves(mean, R(0.2) * sigma * own);
    }
    return stuck || !moves || strategy_is_out_of_scale(*strategy.numbers, extent, deviation);
}

/* Begins a run: sets all of the state except the schedule. The first run keeps its mean. */
SHARED_INLINE void strategy_begin_run(struct swarm_arrays swarm, struct strategy_arrays strategy, ulong iteration,
                                      num sigma, bool adopted)
{
    __global const num *best = best_position_of(swarm.best_positions, swarm.next->improvements);
    EACH(i, 0, DIMENSIONS) {
        if (iteration > 0) {
            strategy.mean[i] =
                adopted ? strategy_coordinate(best[i], SWARM_ROW(swarm.constants, CONSTANT_LOWER)[i],
                                              SWARM_ROW(swarm.constants, CONSTANT_UPPER)[i])
                        : strategy_begin_at(swarm_block(swarm, iteration, i, DRAW_RESTART).w0);
        }
        strategy.path_sigma[i] = strategy.path_c[i] = 0;
    }
    EACH(k, 0, HISTORY) {
        strategy.history[k] = 0;
    }
    EACH(entry, 0, DIMENSIONS * DIMENSIONS) {
        strategy.covariance[entry] = strategy.factor[entry] = entry % (DIMENSIONS + 1) == 0 ? R(1.0) : R(0.0);
    }
    if (ITEM == 0) {
        *strategy.numbers = strategy_begin(DIMENSIONS, strategy.schedule->population, sigma);
    }
}

SHARED_INLINE void generation_factor(struct swarm_arrays swarm, struct strategy_arrays strategy, ulong iteration)
{
    const bool goes = swarm.best->state == SWARM_RUNNING;
    const struct pso_schedule before = *strategy.schedule;
    const bool complete = goes && iteration > 0 && before.ended < 2;
    const bool due = complete && strategy_is_due(*strategy.numbers, before);
    strategy_rescale(strategy, due);
    EACH(i, 0, complete ? DIMENSIONS : 0) {
        strategy.step[i] = real_sqrt(strategy.covariance[i * (DIMENSIONS + 1)]);
    }
    const bool definite = strategy_factorise(strategy, due);
    const lane_block drawn = swarm_block(swarm, iteration, DIMENSIONS, DRAW_RESTART);
    if (ITEM == 0 && goes && iteration > 0) {
        struct pso_schedule schedule = before;
        schedule.factored = due ? before.generation : before.factored;
        schedule.ended = 0;
        const bool ends = !definite || before.ended != 0 || strategy_is_worn(strategy);
        if (complete && (ends || strategy_is_over(DIMENSIONS, schedule))) {
            schedule = strategy_restart(schedule, POINTS, POINTS_MOST, GRID, particle_uniform(drawn.w0));
        }
        *strategy.schedule = schedule;
    }
    MEET;
    const bool begins = goes && (iteration == 0 || strategy.schedule->restarts != before.restarts);
    if (begins) {
        const num sigma = strategy_first_sigma(strategy.schedule->regime, particle_uniform(drawn.w2));
        strategy_begin_run(swarm, strategy, iteration, sigma, before.adopted != 0);
    }
}

#if GENERATIONS
__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_generations(SWARM_PARAMETERS, /* number of the first iteration */
                              const uint count)
{
#if TOGETHER
    __local uint outside[2];
#endif
    struct swarm_arrays swarm = SWARM_ARRAYS;
    const struct strategy_arrays strategy = strategy_arrays_of(swarm);
    for (uint k = 0; k < count && swarm.best->state == SWARM_RUNNING; ++k) {
#if TOGETHER
        strategy_draw_all(swarm, strategy, iteration + k, outside);
#endif
        generation_sample(swarm, strategy, iteration + k);
        MEET;
        generation_rank(swarm, strategy, iteration + k);
        MEET;
        generation_adapt(swarm, strategy, iteration + k);
        MEET;
        generation_covariance(swarm, strategy, iteration + k);
        MEET;
        generation_factor(swarm, strategy, iteration + k);
        GROUP_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        __global struct pso_best *before = swarm.best;
        swarm.best = swarm.next;
        swarm.next = before;
    }
    if (ITEM == 0 && swarm.best->state != SWARM_RUNNING) {
        *swarm.next = *swarm.best; /* the host changes `parity` by `count`, which may be larger than k */
    }
}
#else
__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_sample(SWARM_PARAMETERS)
{
    generation_sample(SWARM_ARRAYS, strategy_arrays_of(SWARM_ARRAYS), iteration);
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_rank(SWARM_PARAMETERS)
{
    generation_rank(SWARM_ARRAYS, strategy_arrays_of(SWARM_ARRAYS), iteration);
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_adapt(SWARM_PARAMETERS)
{
    generation_adapt(SWARM_ARRAYS, strategy_arrays_of(SWARM_ARRAYS), iteration);
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_covariance(SWARM_PARAMETERS)
{
    generation_covariance(SWARM_ARRAYS, strategy_arrays_of(SWARM_ARRAYS), iteration);
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__kernel void pso_factor(SWARM_PARAMETERS)
{
    generation_factor(SWARM_ARRAYS, strategy_arrays_of(SWARM_ARRAYS), iteration);
}
#endif
