/* strategy_real.h - the evolution strategy CMA-ES in the precision of reference_real.h: cl/pso/strategy.h has its
 * sources and all arithmetic of single numbers. */
#include <stdlib.h>

#include "cl/pso/strategy.h"

#define SCHEDULE ((struct pso_schedule *)self->state.sections[PSO_SECTION_SCHEDULE].bytes)

/* The section `strategy`. */
struct strategy_state {
    struct strategy_numbers *numbers;
    num *mean, *path_sigma, *path_c; /* [dimensions], coordinates from -1 to 1 */
    num *history;                    /* [strategy_history()]: best values of the last generations */
    num *covariance;                 /* [dimensions][dimensions]: rows of C, up to the diagonal */
    num *factor;                     /* [dimensions][dimensions]: columns of A, from the diagonal on */
};

static struct strategy_state strategy_of(const struct pso_sequential *self)
{
    const uint32_t n = self->base.settings.dimensions;
    struct strategy_state made = {.numbers = (struct strategy_numbers *)NUMBERS(STRATEGY)};
    made.mean = NUMBERS(STRATEGY) + STRATEGY_SCALARS;
    made.path_sigma = made.mean + n;
    made.path_c = made.path_sigma + n;
    made.history = made.path_c + n;
    made.covariance = NUMBERS(COVARIANCE);
    made.factor = NUMBERS(FACTOR);
    return made;
}

/* The scratch memory of the strategy, after the values. */
struct strategy_scratch {
    num *positions;      /* [points][dimensions] */
    num *normals;        /* [points][dimensions]: z */
    num *steps;          /* [points][dimensions]: y = A z */
    num *squares;        /* [points]: squares of the lengths of z */
    struct find *ranked; /* [points]: values and numbers of points, best first */
};

static struct strategy_scratch strategy_scratch_of(const struct pso_sequential *self)
{
    const size_t n = self->base.settings.dimensions, points = pso_candidates(&self->base.settings);
    struct strategy_scratch made;
    made.positions = (num *)self->scratch + points;
    made.normals = made.positions + n * points;
    made.steps = made.normals + n * points;
    made.squares = made.steps + n * points;
    made.ranked = (struct find *)(made.squares + points);
    return made;
}

/* Sets C and A to the unit matrix, and begins a run with its first generation. */
static void begin_run(struct pso_sequential *self, num sigma)
{
    const struct pso_settings *s = &self->base.settings;
    const struct strategy_state strategy = strategy_of(self);
    const uint32_t n = s->dimensions;
    *strategy.numbers = strategy_begin(n, SCHEDULE->population, sigma);
    memset(strategy.path_sigma, 0, n * sizeof(num));
    memset(strategy.path_c, 0, n * sizeof(num));
    memset(strategy.history, 0, strategy_history(n, s->particles) * sizeof(num));
    memset(strategy.covariance, 0, (size_t)n * n * sizeof(num));
    for (uint32_t i = 0; i < n; ++i) {
        strategy.covariance[(size_t)i * n + i] = 1;
    }
    memcpy(strategy.factor, strategy.covariance, (size_t)n * n * sizeof(num));
}

static void restart_strategy(struct pso_sequential *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    const num *lower = constant_row(self, CONSTANT_LOWER), *upper = constant_row(self, CONSTANT_UPPER);
    const uint32_t n = s->dimensions, adopted = SCHEDULE->adopted;
    const lane_block drawn = block_of(self, iteration, n, DRAW_RESTART);
    *SCHEDULE = strategy_restart(*SCHEDULE, s->particles, s->most_points, s->grid, particle_uniform(drawn.w0));
    for (uint32_t i = 0; i < n; ++i) {
        strategy_of(self).mean[i] = adopted ? strategy_coordinate(NUMBERS(BEST_POSITION)[i], lower[i], upper[i])
                                            : strategy_begin_at(block_of(self, iteration, i, DRAW_RESTART).w0);
    }
    begin_run(self, strategy_first_sigma(SCHEDULE->regime, particle_uniform(drawn.w2)));
}

/* Draws the steps of a point, which are complete if it is within the bounds or in the last attempt. Returns true if it
 * is within the bounds. */
static bool draw_steps(const struct pso_sequential *self, struct strategy_scratch scratch, uint32_t p,
                       uint64_t iteration, uint32_t attempt)
{
    const struct strategy_state strategy = strategy_of(self);
    const uint32_t n = self->base.settings.dimensions;
    num *z = scratch.normals + (size_t)p * n, *y = scratch.steps + (size_t)p * n;
    bool is_within = true;
    for (uint32_t i = 0; i < n; i += 4) {
        const struct strategy_normals four =
            strategy_normals_of(block_of(self, strategy_block(iteration, attempt, n, i), p, DRAW_STEP));
        memcpy(z + i, four.z, (n - i < 4 ? n - i : 4) * sizeof(num));
    }
    scratch.squares[p] = square_of(z, n);
    memset(y, 0, n * sizeof(num));
    for (uint32_t l = 0; l < n; ++l) {
        const num *column = strategy.factor + (size_t)l * n;
        for (uint32_t i = l; i < n; ++i) {
            y[i] += column[i] * z[l];
        }
        y[l] = ant_cut(y[l]);
        if (strategy_is_outside(strategy.mean[l] + ant_cut(strategy.numbers->sigma * y[l]))) {
            is_within = false;
            if (attempt < STRATEGY_TRIES) {
                break;
            }
        }
    }
    return is_within;
}

/* Writes the position of point `p`. In iteration 0 points are given, or one is drawn. */
static void place_point(const struct pso_sequential *self, struct strategy_scratch scratch, uint32_t p,
                        uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    const struct strategy_state strategy = strategy_of(self);
    const num *lower = constant_row(self, CONSTANT_LOWER), *upper = constant_row(self, CONSTANT_UPPER);
    const uint32_t n = s->dimensions;
    const num *y = scratch.steps + (size_t)p * n;
    uint32_t attempt = 0;
    const bool is_drawn = iteration > 0 && SCHEDULE->line.stage == LINE_NONE;
    while (is_drawn && !draw_steps(self, scratch, p, iteration, attempt) && attempt < STRATEGY_TRIES) {
        ++attempt;
    }
    for (uint32_t i = 0; i < n; ++i) {
        const num u = SCHEDULE->line.stage != LINE_NONE
                          ? line_coordinate(line_of(self), SCHEDULE->line, s->grid, SCHEDULE->line.offset + p, i)
                      : iteration > 0 ? strategy.mean[i] + ant_cut(strategy.numbers->sigma * y[i])
                                      : strategy_begin_at(block_of(self, 0, i, DRAW_RESTART).w0);
        scratch.positions[(size_t)p * n + i] = iteration == 0 && s->start_count > 0
                                                   ? (num)s->start[(size_t)p * n + i]
                                                   : line_place(u, lower[i], upper[i]);
    }
}

static int compare_finds(const void *a, const void *b)
{
    const struct find *first = a, *second = b;
    return particle_before(first->value, first->particle, second->value, second->particle) ? -1 : 1;
}

/* Evaluates the points of an iteration, and sorts them. Returns their number. */
static uint32_t evaluate_points(struct pso_sequential *self, struct strategy_scratch scratch, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    const uint32_t n = s->dimensions;
    const uint32_t wanted =
        iteration > 0 ? strategy_wanted(*SCHEDULE, n, s->grid, s->most_points) : pso_strategy_starts(s);
    const uint32_t count = strategy_points(SCHEDULE->evaluations, s->evaluations, wanted);
    for (uint32_t p = 0; p < count; ++p) {
        place_point(self, scratch, p, iteration);
        num *evaluated = point_of(s, self->points, p);
        for (uint32_t i = 0; i < n; ++i) {
            evaluated[i] = evaluated_at(s, i, scratch.positions[(size_t)p * n + i]);
        }
        end_point(s, self->points, p);
    }
    const num *values = take_values(self, count);
    for (uint32_t p = 0; p < count; ++p) {
        scratch.ranked[p] = (struct find){values[p], p};
    }
    qsort(scratch.ranked, count, sizeof *scratch.ranked, compare_finds);
    return count;
}

/* Moves mean and paths, and adapts the step size. Returns true if the run ends. */
static bool adapt(const struct pso_sequential *self, struct strategy_scratch scratch, num *weights)
{
    const struct strategy_state strategy = strategy_of(self);
    struct strategy_numbers *numbers = strategy.numbers;
    const uint32_t n = self->base.settings.dimensions, population = SCHEDULE->population;
    const uint64_t generation = SCHEDULE->generation, kept = strategy_history(n, population);
    num square = 0;
    for (uint32_t rank = 0; rank < population; ++rank) {
        weights[rank] = strategy_weight(*numbers, n, population, rank, scratch.squares[scratch.ranked[rank].particle]);
    }
    for (uint32_t i = 0; i < n; ++i) {
        num normal = 0;
        for (uint32_t rank = 0; rank < population / 2; ++rank) {
            normal += weights[rank] * scratch.normals[(size_t)scratch.ranked[rank].particle * n + i];
        }
        num *path = &strategy.path_sigma[i];
        *path = ant_cut((R(1.0) - numbers->c_sigma) * *path + numbers->gain_sigma * normal);
        square += *path * *path;
    }
    const num sigma = numbers->sigma;
    numbers->extends = strategy_adapt(numbers, n, generation, square);
    for (uint32_t i = 0; i < n; ++i) {
        num step = 0;
        for (uint32_t rank = 0; rank < population / 2; ++rank) {
            step += weights[rank] * scratch.steps[(size_t)scratch.ranked[rank].particle * n + i];
        }
        strategy.mean[i] = strategy_hold(ant_cut(strategy.mean[i] + ant_cut(sigma * step)), sigma,
                                         strategy.covariance[(size_t)i * n + i]);
        strategy.path_c[i] = ant_cut((R(1.0) - numbers->c_c) * strategy.path_c[i]
                                     + (numbers->extends > 0 ? numbers->gain_c * step : (num)0));
    }
    struct strategy_values values = {scratch.ranked[0].value, scratch.ranked[population / 4].value,
                                     scratch.ranked[population - 1].value, scratch.ranked[0].value,
                                     scratch.ranked[0].value, particle_best_value(BEST->value)};
    strategy.history[generation % kept] = values.best;
    for (uint64_t k = 0; k < kept; ++k) {
        values.low = strategy.history[k] < values.low ? strategy.history[k] : values.low;
        values.high = real_maximum(values.high, strategy.history[k]);
    }
    return strategy_is_flat(numbers, n, population, generation, values);
}

/* Updates the lower triangle of C by the path and by the steps of all ranks. */
static void update_covariance(const struct pso_sequential *self, struct strategy_scratch scratch, const num *weights)
{
    const struct strategy_state strategy = strategy_of(self);
    const struct strategy_numbers *numbers = strategy.numbers;
    const uint32_t n = self->base.settings.dimensions, population = SCHEDULE->population;
    for (uint32_t i = 0; i < n; ++i) {
        num *row = strategy.covariance + (size_t)i * n;
        const num part = ant_cut(numbers->c_1 * strategy.path_c[i]);
        for (uint32_t j = 0; j <= i; ++j) {
            row[j] = numbers->decay * row[j] + part * strategy.path_c[j];
        }
        for (uint32_t rank = 0; rank < population; ++rank) {
            const num *step = scratch.steps + (size_t)scratch.ranked[rank].particle * n;
            const num share = ant_cut(ant_cut(numbers->c_mu * weights[rank]) * step[i]);
            for (uint32_t j = 0; j <= i; ++j) {
                row[j] += share * step[j];
            }
        }
        for (uint32_t j = 0; j <= i; ++j) {
            row[j] = ant_cut(row[j]);
        }
    }
}

/* Scales C and the path so their numbers stay of the size of 1. All products are exact. */
static void rescale(const struct strategy_state *strategy, uint32_t n)
{
    num largest = 0;
    for (uint32_t i = 0; i < n; ++i) {
        largest = real_maximum(largest, strategy->covariance[(size_t)i * n + i]);
    }
    const num unit = strategy_unit(largest), inverse = real_divide(R(1.0), unit);
    for (uint32_t i = 0; i < n && unit < 1; ++i) {
        for (uint32_t j = 0; j <= i; ++j) {
            strategy->covariance[(size_t)i * n + j] *= inverse * inverse;
        }
        strategy->path_c[i] *= inverse;
    }
    strategy->numbers->sigma *= unit;
}

/* Computes A. Returns false if C is not positive definite. */
static bool factorise(const struct strategy_state *strategy, uint32_t n)
{
    bool is_definite = true;
    for (uint32_t j = 0; j < n && is_definite; ++j) {
        num *column = strategy->factor + (size_t)j * n;
        for (uint32_t i = j; i < n; ++i) {
            column[i] = strategy->covariance[(size_t)i * n + j];
        }
        for (uint32_t l = 0; l < j; ++l) {
            const num *earlier = strategy->factor + (size_t)l * n;
            for (uint32_t i = j; i < n; ++i) {
                column[i] -= earlier[i] * earlier[j];
            }
        }
        is_definite = strategy_is_pivot(column[j], strategy->covariance[(size_t)j * n + j]);
        const num pivot = real_sqrt(column[j]);
        column[j] = pivot;
        for (uint32_t i = j + 1; i < n; ++i) {
            column[i] = ant_cut(real_divide(column[i], pivot));
        }
    }
    return is_definite;
}

/* True if the steps are too small or too large, or if they no longer change the mean. */
static bool is_worn(const struct pso_sequential *self)
{
    const struct strategy_state strategy = strategy_of(self);
    const uint32_t n = self->base.settings.dimensions, axis = (uint32_t)(SCHEDULE->generation % n);
    const num sigma = strategy.numbers->sigma;
    num extent = 0, deviation = 0;
    bool moves = false, is_stuck = false;
    for (uint32_t i = 0; i < n; ++i) {
        const num mean = strategy.mean[i], own = real_sqrt(strategy.covariance[(size_t)i * n + i]);
        const num along = i < axis ? 0 : strategy.factor[(size_t)axis * n + i];
        deviation = real_maximum(deviation, own);
        extent = real_maximum(extent, real_maximum(own, real_absolute(strategy.path_c[i])));
        moves = moves || strategy_moves(mean, R(0.1) * sigma * along);
        is_stuck = is_stuck || !strategy_moves(mean, R(0.2) * sigma * own);
    }
    return is_stuck || !moves || strategy_is_out_of_scale(*strategy.numbers, extent, deviation);
}

/* Stores the values of an iteration of the line search, and advances it after the last point of a step. */
static void collect_line(struct pso_sequential *self, uint32_t count)
{
    const struct pso_settings *s = &self->base.settings;
    const struct line_arrays line = line_of(self);
    memcpy(line.values + SCHEDULE->line.offset, self->scratch, count * sizeof(num));
    SCHEDULE->line = line_collect(line, SCHEDULE->line, count, s->dimensions, s->grid);
}

/* Runs a generation. Iteration 0 evaluates the start: given positions or one that is drawn. The best becomes the first
 * mean. */
static void step_strategy(struct pso_sequential *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    const struct strategy_scratch scratch = strategy_scratch_of(self);
    const struct strategy_state strategy = strategy_of(self);
    const num *lower = constant_row(self, CONSTANT_LOWER), *upper = constant_row(self, CONSTANT_UPPER);
    const uint32_t n = s->dimensions, count = evaluate_points(self, scratch, iteration);
    const bool is_better = scratch.ranked[0].value < particle_best_value(BEST->value);
    const num *best = scratch.positions + (size_t)scratch.ranked[0].particle * n;
    settle(self, (struct find){scratch.ranked[0].value, is_better ? scratch.ranked[0].particle : PARTICLE_NONE},
           iteration, iteration, (struct guide){best, 1});
    SCHEDULE->evaluations += count;
    if (is_better) {
        self->log[(BEST->improvements - 1) % LOG_SLOTS].evaluations = SCHEDULE->evaluations;
    }
    *BEST = strategy_settle(*BEST, SCHEDULE->evaluations, s->evaluations, iteration);
    if (iteration == 0) {
        for (uint32_t i = 0; i < n; ++i) {
            strategy.mean[i] = strategy_coordinate(best[i], lower[i], upper[i]);
        }
        SCHEDULE->population = SCHEDULE->largest = s->particles;
        begin_run(self, STRATEGY_SIGMA);
        return;
    }
    if (SCHEDULE->line.stage != LINE_NONE) {
        collect_line(self, count);
        return;
    }
    SCHEDULE->run_evaluations += count;
    if (count < SCHEDULE->population) { /* the last generation of the run is incomplete */
        return;
    }
    ++SCHEDULE->generation;
    num *weights = self->scratch; /* replaces the values, which are ranked */
    bool ends = adapt(self, scratch, weights);
    update_covariance(self, scratch, weights);
    if (strategy_is_due(*strategy.numbers, *SCHEDULE)) {
        rescale(&strategy, n);
        ends = !factorise(&strategy, n) || ends;
        SCHEDULE->factored = SCHEDULE->generation;
    }
    if (is_worn(self) || ends || strategy_is_over(n, *SCHEDULE)) {
        restart_strategy(self, iteration);
    }
}
