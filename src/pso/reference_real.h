/* reference_real.h - the sequential reference in the PRECISION of its includers, reference_fp32.c and
 * reference_fp64.c; each defines a table REFERENCE. */
#include <string.h>

#include "base/key.h"
#include "cl/pso/frame.h"
#include "cl/pso/line.h"
#include "objective_rows.h"
#include "cl/pso/objectives.h"
#include "cl/pso/particle.h"
#include "swarm.h"

/* The sections of a state, as arrays of their element types. */
#define NUMBERS(section) ((num *)self->state.sections[PSO_SECTION_##section].bytes)
#define WORDS(section)   ((uint32_t *)self->state.sections[PSO_SECTION_##section].bytes)
#define LONGS(section)   ((uint64_t *)self->state.sections[PSO_SECTION_##section].bytes)
#define BEST             ((struct pso_best *)self->state.sections[PSO_SECTION_BEST].bytes)
#define RUN              ((struct pso_run *)self->state.sections[PSO_SECTION_RUN].bytes)

/* A position: [dimensions] numbers that are `step` apart in memory. */
struct guide {
    const num *position;
    size_t step;
};

#define FUNCTION(function, ...) objective_##function,
static num (*const functions[])(const num *x, int n) = {PSO_OBJECTIVE_ROWS(FUNCTION)}; /* rows in order */

/* Converts a score to a target value; NaN, which no value reaches, if there is no target. */
static num target_of(int64_t target)
{
    return target > INT64_MIN ? (num)base_key_value(target) : (num)NAN;
}

static void fill_constants(const struct pso_settings *settings, int64_t target, void *constants)
{
    num *numbers = constants, *rows = numbers + CONSTANT_COUNT;
    const uint32_t n = settings->dimensions;
    numbers[CONSTANT_INERTIA] = (num)settings->inertia;
    numbers[CONSTANT_INERTIA_STEP] = (num)settings->inertia_step;
    numbers[CONSTANT_COGNITIVE] = (num)settings->cognitive;
    numbers[CONSTANT_SOCIAL] = (num)settings->social;
    numbers[CONSTANT_SPREAD] = settings->ants > 0 ? (num)(settings->spread / (settings->particles - 1.0)) : 0;
    numbers[CONSTANT_TARGET] = target_of(target);
    for (uint32_t d = 0; d < n; ++d) {
        rows[CONSTANT_LOWER * n + d] = (num)settings->lower[d];
        rows[CONSTANT_UPPER * n + d] = (num)settings->upper[d];
        rows[CONSTANT_VELOCITY * n + d] = (num)settings->largest_velocity[d];
        rows[CONSTANT_STEP * n + d] = settings->step ? (num)settings->step[d] : 0;
        rows[CONSTANT_SHIFT * n + d] = settings->shift ? (num)settings->shift[d] : 0;
    }
    num sum = 0;
    for (uint32_t l = 0; l < settings->particles && settings->ants > 0; ++l) {
        sum += ant_rank_weight(l, (num)(settings->locality * settings->particles));
        rows[CONSTANT_ROWS * n + l] = sum;
    }
}

static const num *constant_row(const struct pso_sequential *self, int row)
{
    return (const num *)self->constants + CONSTANT_COUNT + (size_t)row * self->base.settings.dimensions;
}

/* Returns the random block of a particle: particle_block() with the seed of the run. */
static lane_block block_of(const struct pso_sequential *self, uint64_t number, uint32_t which, uint32_t purpose)
{
    const uint64_t seed = self->base.engine.request.seed;
    return particle_block(number, which, purpose, (uint32_t)seed, (uint32_t)(seed >> 32));
}

static void start(struct pso_sequential *self)
{
    const struct pso_settings *s = &self->base.settings;
    const uint32_t n = s->dimensions;
    const uint32_t particles = s->most_points > 0 ? 0 : s->particles;
    const num *lower = constant_row(self, CONSTANT_LOWER), *upper = constant_row(self, CONSTANT_UPPER);
    const num *largest = constant_row(self, CONSTANT_VELOCITY);
    for (uint32_t d = 0; d < n; ++d) {
        const num drawn = particle_place(particle_first(block_of(self, d / 2, 0, DRAW_MOVE), d), lower[d], upper[d]);
        NUMBERS(BEST_POSITION)[d] = s->start_count > 0 ? (num)s->start[d] : drawn;
        if (pso_has_runs(s) && s->ants == 0) {
            NUMBERS(RUN_POSITION)[d] = NUMBERS(BEST_POSITION)[d];
        }
        for (uint32_t p = 0; p < particles; ++p) {
            const size_t at = (size_t)d * particles + p;
            const lane_block block = block_of(self, d / 2, p, DRAW_MOVE);
            num x = particle_place(particle_first(block, d), lower[d], upper[d]);
            NUMBERS(MEMORIES)[at] = p < s->start_count ? (num)s->start[(size_t)p * n + d] : x;
            if (s->ants == 0) {
                NUMBERS(POSITIONS)[at] = NUMBERS(MEMORIES)[at];
                NUMBERS(VELOCITIES)[at] = particle_speed(particle_second(block, d), lower[d], upper[d], largest[d]);
            }
        }
    }
    for (uint32_t p = 0; p < particles; ++p) {
        NUMBERS(MEMORY_VALUES)[p] = (num)INFINITY;
    }
    memset(WORDS(NANS), 0, self->state.sections[PSO_SECTION_NANS].size);
    *BEST = (struct pso_best){.value = num_to_bits((num)INFINITY)};
    if (pso_has_runs(s)) {
        *RUN = pso_run_first(s);
    }
}

/* True if a restart begins a run in this iteration. */
static bool begins(const struct pso_sequential *self, uint64_t iteration)
{
    return pso_has_runs(&self->base.settings) && iteration > 0 && RUN->begun == iteration;
}

/* The best value that the search knows. */
static num known_value(const struct pso_sequential *self)
{
    return particle_best_value(pso_has_runs(&self->base.settings) ? RUN->value : BEST->value);
}

static double on_grid(const struct pso_settings *s, uint32_t d, double x)
{
    return s->step ? (double)particle_on_grid((num)x, (num)s->lower[d], (num)s->upper[d], (num)s->step[d]) : x;
}

/* Returns coordinate `d` at which the objective is evaluated, for a position with x. */
static num evaluated_at(const struct pso_settings *s, uint32_t d, num x)
{
    const num to = s->step ? (num)on_grid(s, d, (double)x) : x;
    return s->shift ? to - (num)s->shift[d] : to;
}

/* Returns the memory of point `k` [dimensions]. */
static num *point_of(const struct pso_settings *s, struct pso_points points, size_t k)
{
    return (num *)points.x + (s->objective->row ? 0 : k * s->dimensions);
}

/* Calls a user's function with points [count][dimensions], repeatedly if the settings say so, for the means of its
 * values. Returns true if the function wrote all of them. */
static bool call(const struct pso_settings *s, struct pso_points points, size_t count)
{
    bool is_complete = pso_objective_call(s->objective, count, s->dimensions, points.x, points.values, points.g);
    for (uint32_t r = 1; r < s->repeats; ++r) {
        is_complete =
            pso_objective_call(s->objective, count, s->dimensions, points.x, points.again, NULL) && is_complete;
        for (size_t k = 0; k < count; ++k) {
            points.values[k] += points.again[k];
            points.values[k] /= r + 1 == s->repeats ? s->repeats : 1;
        }
    }
    return is_complete;
}

/* Finishes point `k` after it was written: evaluates it if the objective is built in. */
static void end_point(const struct pso_settings *s, struct pso_points points, size_t k)
{
    if (s->objective->row) {
        points.values[k] = (double)functions[s->objective->row - pso_objectives](points.x, (int)s->dimensions);
    }
}

/* Calls a user's function, which takes doubles, with all points. Returns true if the function wrote all values. */
static bool end_points(const struct pso_settings *s, struct pso_points points, size_t count)
{
    if (s->objective->row || count == 0) {
        return true;
    }
    for (size_t at = PRECISION == 32 ? count * s->dimensions : 0; at-- > 0;) { /* from the end: it converts in place */
        ((double *)points.x)[at] = (double)((const num *)points.x)[at];
    }
    const bool is_complete = call(s, points, count);
    for (size_t k = 0; k < count; ++k) {
        points.values[k] = (double)(num)points.values[k];
    }
    return is_complete;
}

static void evaluate(const struct pso_settings *s, size_t count, const double *at, struct pso_points points)
{
    const uint32_t n = s->dimensions;
    for (size_t k = 0; k < count; ++k) {
        num *x = point_of(s, points, k);
        for (uint32_t d = 0; d < n; ++d) {
            x[d] = evaluated_at(s, d, (num)at[k * n + d]);
        }
        end_point(s, points, k);
    }
    end_points(s, points, count);
}

static double ranked(const struct pso_settings *s, struct pso_points points, size_t k)
{
    const size_t constraints = s->objective->constraints;
    num value = particle_value((num)points.values[k], s->maximise), sum = 0;
    for (size_t c = 0; c < constraints; ++c) {
        sum += particle_excess((num)points.g[k * constraints + c]);
    }
    return (double)(constraints > 0 ? particle_ranked(value, sum) : value);
}

/* Returns the scratch memory, filled with values of particles to be minimised: those of the first `count` points, and
 * infinity for particles that are not evaluated. */
static const num *take_values(struct pso_sequential *self, uint32_t count)
{
    const struct pso_settings *s = &self->base.settings;
    num *values = self->scratch;
    self->is_incomplete = !end_points(s, self->points, count);
    for (uint32_t p = 0; p < count; ++p) {
        const num value = (num)self->points.values[p];
        WORDS(NANS)[p] += value != value;
        values[p] = (num)ranked(s, self->points, p);
    }
    for (uint32_t p = count; p < s->particles; ++p) {
        values[p] = (num)INFINITY;
    }
    return values;
}

static struct frame_arrays frame_of(const struct pso_sequential *self)
{
    const struct pso_settings *s = &self->base.settings;
    return frame_arrays_of(NUMBERS(FRAME), (num *)self->scratch + s->particles, s->dimensions);
}

/* Computes the frame if it is due before `iteration`. */
static void learn_frame(struct pso_sequential *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    if (iteration == 0) {
        frame_begin(frame_of(self), s->dimensions, constant_row(self, CONSTANT_LOWER),
                    constant_row(self, CONSTANT_UPPER));
    } else if (iteration % PSO_FRAME_PERIOD == 0) {
        frame_learn(frame_of(self), s->dimensions, NUMBERS(MEMORIES), s->particles, s->particles);
    }
}

/* Writes the velocities of particle `p` before their limits, as the sum of components along the directions. */
static void move_in_frame(struct pso_sequential *self, uint64_t iteration, uint32_t p, struct guide guide,
                          struct particle_rule rule)
{
    const struct pso_settings *s = &self->base.settings;
    const struct frame_arrays frame = frame_of(self);
    const uint32_t n = s->dimensions;
    const size_t stride = s->particles;
    num *components = frame.means; /* free until the next frame */
    for (uint32_t k = 0; k < n; ++k) {
        const uint64_t draw = iteration * n + k;
        const lane_block block = block_of(self, draw / 2, p, DRAW_MOVE);
        num to_memory = 0, to_best = 0;
        for (uint32_t d = 0; d < n; ++d) {
            const num x = NUMBERS(POSITIONS)[d * stride + p], along = frame.directions[(size_t)k * n + d];
            to_memory += along * ((NUMBERS(MEMORIES)[d * stride + p] - x) * frame.scales[d]);
            to_best += along * ((guide.position[d * guide.step] - x) * frame.scales[d]);
        }
        components[k] = (rule.cognitive * particle_first(block, draw)) * to_memory
                        + (rule.social * particle_second(block, draw)) * to_best;
    }
    for (uint32_t d = 0; d < n; ++d) {
        num sum = 0;
        for (uint32_t k = 0; k < n; ++k) {
            sum += frame.directions[(size_t)k * n + d] * components[k];
        }
        num *v = NUMBERS(VELOCITIES) + d * stride + p;
        *v = rule.inertia * *v + sum * frame.units[d];
    }
}

static struct line_arrays line_of(const struct pso_sequential *self)
{
    return line_arrays_of(NUMBERS(LINE), self->base.settings.dimensions, self->base.settings.grid);
}

/* True if particle `p` has a point of the line search in this iteration. */
static bool takes_line(const struct pso_sequential *self, uint32_t p, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    return pso_has_runs(s) && s->grid > 1 && line_takes(*RUN, p, iteration, s->dimensions, s->grid);
}

/* Returns coordinate `d` of this point, or of `best` if the search offers that to the particle; `x` if neither. */
static num line_point(const struct pso_sequential *self, uint32_t p, uint64_t iteration, uint32_t d, num x,
                      const num *best)
{
    const struct pso_settings *s = &self->base.settings;
    if (takes_line(self, p, iteration)) {
        return line_place(line_coordinate(line_of(self), RUN->line, s->grid, RUN->line.offset + p, d),
                          constant_row(self, CONSTANT_LOWER)[d], constant_row(self, CONSTANT_UPPER)[d]);
    }
    return pso_has_runs(s) && s->grid > 1 && line_offers(*RUN, p, iteration) ? best[d] : x;
}

/* Stores the values of particles that have points of the line search. */
static void store_line(const struct pso_sequential *self, const num *values, uint64_t iteration)
{
    for (uint32_t p = 0; takes_line(self, p, iteration) && p < pso_evaluated(&self->base.settings, iteration); ++p) {
        line_of(self).values[RUN->line.offset + p] = values[p];
    }
}

/* Moves particle `p` and writes its new position as point `p`. Iteration 0 moves nothing. */
static void move(struct pso_sequential *self, uint64_t iteration, uint32_t p, struct guide guide)
{
    const struct pso_settings *s = &self->base.settings;
    const uint32_t n = s->dimensions;
    const size_t stride = s->particles;
    const num *numbers = self->constants;
    const num *lower = constant_row(self, CONSTANT_LOWER), *upper = constant_row(self, CONSTANT_UPPER);
    const num *largest = constant_row(self, CONSTANT_VELOCITY);
    const struct particle_rule rule = {
        particle_inertia(numbers[CONSTANT_INERTIA], numbers[CONSTANT_INERTIA_STEP], s->inertia_iterations, iteration),
        numbers[CONSTANT_COGNITIVE],
        numbers[CONSTANT_SOCIAL],
    };
    num *evaluated = point_of(s, self->points, p);
    lane_block block = {0, 0, 0, 0};
    if (s->learned && iteration > 0) {
        move_in_frame(self, iteration, p, guide, rule);
    }
    for (uint32_t d = 0; d < n; ++d) {
        num *x = NUMBERS(POSITIONS) + d * stride + p, *v = NUMBERS(VELOCITIES) + d * stride + p;
        if (iteration > 0) {
            const uint64_t draw = iteration * n + d;
            if (d == 0 || draw % 2 == 0) {
                block = block_of(self, draw / 2, p, DRAW_MOVE);
            }
            *v = s->learned ? particle_limited(*v, largest[d])
                            : particle_velocity(rule, *x, *v, NUMBERS(MEMORIES)[d * stride + p],
                                                guide.position[d * guide.step], particle_first(block, draw),
                                                particle_second(block, draw), largest[d]);
            num again = 0;
            if (s->boundary == BOUNDARY_RANDOM) {
                again = particle_uniform(block_of(self, draw, p, DRAW_BOUNDARY).w0);
            }
            *x = particle_arrive(s->boundary, *x, v, lower[d], upper[d], again);
            if (begins(self, iteration)) {
                *x = particle_place(particle_first(block, draw), lower[d], upper[d]);
                *v = particle_speed(particle_second(block, draw), lower[d], upper[d], largest[d]);
            }
            *x = line_point(self, p, iteration, d, *x, NUMBERS(RUN_POSITION));
        }
        evaluated[d] = evaluated_at(s, d, *x);
    }
    end_point(s, self->points, p);
}

/* Returns the particle with the best memory among `p` and its neighbours. */
static uint32_t neighbour(const struct pso_sequential *self, uint32_t p)
{
    const struct pso_settings *s = &self->base.settings;
    const uint32_t particles = s->particles, columns = pso_grid_columns(particles) % particles;
    const uint32_t around[] = {p, (p + particles - 1) % particles, (p + 1) % particles,
                               (p + particles - columns) % particles, (p + columns) % particles};
    const int count = s->topology == TOPOLOGY_RING ? 3 : 5;
    const num *values = NUMBERS(MEMORY_VALUES);
    uint32_t best = p;
    for (int k = 1; k < count; ++k) {
        best = particle_before(values[around[k]], around[k], values[best], best) ? around[k] : best;
    }
    return best;
}

/* Moves particles [first, end) towards `best`; if that is NULL, towards the best memories of their neighbours. */
static void move_all(struct pso_sequential *self, uint64_t iteration, uint32_t first, uint32_t end, const num *best)
{
    const uint32_t particles = self->base.settings.particles;
    for (uint32_t p = first; p < end; ++p) {
        move(self, iteration, p,
             best ? (struct guide){best, 1} : (struct guide){NUMBERS(MEMORIES) + neighbour(self, p), particles});
    }
}

/* The best value among some particles. */
struct find {
    num value;
    uint32_t particle; /* particle with the value; PARTICLE_NONE: no value is better than the best known one */
};

/* Updates the memories of particles [first, end) from values [particles], or replaces them at the begin of a run.
 * `known`: the best value before. */
static struct find remember(struct pso_sequential *self, uint32_t first, uint32_t end, const num *values, num known,
                            bool replaces)
{
    const struct pso_settings *s = &self->base.settings;
    struct find found = {known, PARTICLE_NONE};
    for (uint32_t p = first; p < end; ++p) {
        if (replaces || values[p] < NUMBERS(MEMORY_VALUES)[p]) {
            NUMBERS(MEMORY_VALUES)[p] = values[p];
            for (uint32_t d = 0; d < s->dimensions; ++d) {
                const size_t at = (size_t)d * s->particles + p;
                NUMBERS(MEMORIES)[at] = NUMBERS(POSITIONS)[at];
            }
        }
        if (values[p] < found.value) {
            found = (struct find){values[p], p};
        }
    }
    return found;
}

/* Updates the records of the best and of the run. `place`: position of the best; ignored if nothing was found. */
static void settle(struct pso_sequential *self, struct find best, uint64_t found, uint64_t iteration,
                   struct guide place)
{
    const struct pso_settings *s = &self->base.settings;
    const uint32_t n = s->dimensions;
    const bool is_better = best.particle != PARTICLE_NONE && best.value < particle_best_value(BEST->value);
    for (uint32_t d = 0; d < n && best.particle != PARTICLE_NONE && pso_has_runs(s) && s->ants == 0; ++d) {
        NUMBERS(RUN_POSITION)[d] = place.position[d * place.step];
    }
    if (is_better) {
        for (uint32_t d = 0; d < n; ++d) {
            NUMBERS(BEST_POSITION)[d] = place.position[d * place.step];
        }
        self->log[BEST->improvements % LOG_SLOTS] = (struct pso_improvement){
            .iteration = found,
            .value = num_to_bits(best.value),
            .position = {num_to_bits(place.position[0]), n > 1 ? num_to_bits(place.position[place.step]) : 0},
        };
    }
    *BEST = particle_settle(*BEST, best.value, is_better ? best.particle : PARTICLE_NONE, found, iteration,
                            ((const num *)self->constants)[CONSTANT_TARGET], self->base.engine.request.no_improve);
    if (pso_has_runs(s)) {
        *RUN = particle_continue(*RUN, best.value, best.particle, iteration, s->restart, s->grid > 1);
        if (s->grid > 1) {
            *RUN = line_continue(line_of(self), *RUN, pso_evaluated(s, iteration), iteration, n, s->grid);
        }
    }
}

static void step_swarm(struct pso_sequential *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    const num *known = pso_has_runs(s) ? NUMBERS(RUN_POSITION) : NUMBERS(BEST_POSITION);
    if (s->learned) {
        learn_frame(self, iteration);
    }
    move_all(self, iteration, 0, s->particles, s->topology == TOPOLOGY_GLOBAL ? known : NULL);
    const num *values = take_values(self, pso_evaluated(s, iteration));
    store_line(self, values, iteration);
    const struct find best = remember(self, 0, s->particles, values, known_value(self), begins(self, iteration));
    const uint32_t p = best.particle == PARTICLE_NONE ? 0 : best.particle;
    settle(self, best, iteration, iteration, (struct guide){NUMBERS(POSITIONS) + p, s->particles});
}

static void set_tribe(struct pso_sequential *self, uint32_t tribe, struct find best, uint64_t iteration,
                      struct guide place)
{
    const uint32_t n = self->base.settings.dimensions;
    NUMBERS(TRIBE_VALUES)[tribe] = best.value;
    WORDS(TRIBE_PARTICLES)[tribe] = best.particle;
    LONGS(TRIBE_ITERATIONS)[tribe] = iteration;
    for (uint32_t d = 0; d < n; ++d) {
        NUMBERS(TRIBE_POSITIONS)[(size_t)tribe * n + d] = place.position[d * place.step];
    }
}

/* One past the last particle of a tribe. */
static uint32_t tribe_end(const struct pso_settings *s, uint32_t tribe)
{
    const uint32_t first = tribe * PSO_TRIBE;
    return s->particles - first < PSO_TRIBE ? s->particles : first + PSO_TRIBE;
}

/* Runs an iteration of all tribes, which do not affect each other within it. */
static void step_tribes(struct pso_sequential *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    const num best_value = particle_best_value(BEST->value);
    const uint32_t tribes = pso_tribe_count(s);
    for (uint32_t tribe = 0; tribe < tribes; ++tribe) {
        if (iteration == 0 || (iteration - 1) % s->exchange == 0) {
            set_tribe(self, tribe, (struct find){best_value, BEST->particle}, BEST->iteration,
                      (struct guide){NUMBERS(BEST_POSITION), 1});
        }
        move_all(self, iteration, tribe * PSO_TRIBE, tribe_end(s, tribe),
                 NUMBERS(TRIBE_POSITIONS) + (size_t)tribe * s->dimensions);
    }
    const num *values = take_values(self, pso_evaluated(s, iteration));
    for (uint32_t tribe = 0; tribe < tribes; ++tribe) {
        const struct find best =
            remember(self, tribe * PSO_TRIBE, tribe_end(s, tribe), values, NUMBERS(TRIBE_VALUES)[tribe], false);
        if (best.particle != PARTICLE_NONE) {
            set_tribe(self, tribe, best, iteration, (struct guide){NUMBERS(POSITIONS) + best.particle, s->particles});
        }
    }
    if (iteration % s->exchange == 0) {
        const uint32_t tribe = pso_state_best_tribe(s, &self->state, (double)best_value);
        const bool none = tribe == PSO_NO_TRIBE;
        const uint32_t t = none ? 0 : tribe;
        settle(self, (struct find){NUMBERS(TRIBE_VALUES)[t], none ? PARTICLE_NONE : WORDS(TRIBE_PARTICLES)[t]},
               LONGS(TRIBE_ITERATIONS)[t], iteration,
               (struct guide){NUMBERS(TRIBE_POSITIONS) + (size_t)t * s->dimensions, 1});
    }
}

#include "ants_real.h"

#include "strategy_real.h"

static void step(struct pso_sequential *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    if (BEST->state == SWARM_RUNNING && (s->most_points > 0 || pso_evaluated(s, iteration) > 0)) {
        (s->most_points > 0             ? step_strategy
         : s->ants > 0                  ? step_colony
         : s->best == BEST_ASYNCHRONOUS ? step_tribes
                                        : step_swarm)(self, iteration);
    }
}

static struct pso_best settle_best(struct pso_best best, double value, uint32_t particle, uint64_t found,
                                   uint64_t iteration, const struct search_request *request)
{
    return particle_settle(best, (num)value, particle, found, iteration, target_of(request->target),
                           request->no_improve);
}

static double violation(double ranked)
{
    return (double)particle_violation((num)ranked);
}

const struct pso_reference REFERENCE = {
    .start = start,
    .step = step,
    .constants = fill_constants,
    .settle = settle_best,
    .evaluate = evaluate,
    .on_grid = on_grid,
    .ranked = ranked,
    .violation = violation,
};
