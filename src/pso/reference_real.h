/* reference_real.h - the twin's text in one precision: to be included once by reference_fp32.c and reference_fp64.c,
 * which define PRECISION, REFERENCE (the name of the table) and ROW_VALUE (the row's function in this precision). */
#include "base/key.h"
#include "objectives.h"
#include "particle.h"
#include "reference.h"

/* Typed views. */
#define NUMBERS(section) ((num *)twin->state.sections[PSO_SECTION_##section].bytes)
#define WORDS(section)   ((uint32_t *)twin->state.sections[PSO_SECTION_##section].bytes)
#define LONGS(section)   ((uint64_t *)twin->state.sections[PSO_SECTION_##section].bytes)
#define BEST             ((struct pso_best *)twin->state.sections[PSO_SECTION_BEST].bytes)

/* The best that a move heads for, [dimensions] numbers `step` apart. */
struct guide {
    const num *position;
    size_t step;
};

static void fill_constants(const struct pso_settings *settings, int64_t target, void *constants)
{
    num *numbers = constants, *rows = numbers + CONSTANT_COUNT;
    const uint32_t n = settings->dimensions;
    numbers[CONSTANT_INERTIA] = (num)settings->inertia;
    numbers[CONSTANT_INERTIA_STEP] = (num)settings->inertia_step;
    numbers[CONSTANT_COGNITIVE] = (num)settings->cognitive;
    numbers[CONSTANT_SOCIAL] = (num)settings->social;
    numbers[CONSTANT_TARGET] = target > INT64_MIN ? (num)base_key_value(target) : (num)NAN;
    for (uint32_t d = 0; d < n; ++d) {
        rows[CONSTANT_LOWER * n + d] = (num)settings->lower[d];
        rows[CONSTANT_UPPER * n + d] = (num)settings->upper[d];
        rows[CONSTANT_VELOCITY * n + d] = (num)settings->largest_velocity[d];
        rows[CONSTANT_SHIFT * n + d] = settings->shift ? (num)settings->shift[d] : 0;
    }
}

static const num *constant_row(const struct pso_twin *twin, int row)
{
    return (const num *)twin->constants + CONSTANT_COUNT + (size_t)row * twin->settings->dimensions;
}

static void start(struct pso_twin *twin)
{
    const struct pso_settings *s = twin->settings;
    const uint32_t particles = s->particles, n = s->dimensions;
    const uint32_t key_0 = (uint32_t)twin->request->seed, key_1 = (uint32_t)(twin->request->seed >> 32);
    const num *lower = constant_row(twin, CONSTANT_LOWER), *upper = constant_row(twin, CONSTANT_UPPER);
    const num *largest = constant_row(twin, CONSTANT_VELOCITY);
    for (uint32_t d = 0; d < n; ++d) {
        for (uint32_t p = 0; p < particles; ++p) {
            const size_t at = (size_t)d * particles + p;
            const lane_block block = particle_block(d / 2, p, DRAW_MOVE, key_0, key_1);
            num x = particle_place(particle_first(block, d), lower[d], upper[d]);
            NUMBERS(POSITIONS)[at] = p < s->start_count ? (num)s->start[(size_t)p * n + d] : x;
            NUMBERS(VELOCITIES)[at] = particle_speed(particle_second(block, d), lower[d], upper[d], largest[d]);
            NUMBERS(MEMORIES)[at] = NUMBERS(POSITIONS)[at];
        }
        NUMBERS(BEST_POSITION)[d] = NUMBERS(POSITIONS)[(size_t)d * particles];
    }
    for (uint32_t p = 0; p < particles; ++p) {
        NUMBERS(MEMORY_VALUES)[p] = (num)INFINITY;
        WORDS(NANS)[p] = 0;
    }
    *BEST = (struct pso_best){.value = num_to_bits((num)INFINITY)};
}

static num evaluate(struct pso_twin *twin, uint32_t p, const num *x)
{
    const struct pso_settings *s = twin->settings;
    const struct swarm_objective *objective = s->objective;
    const num value = objective->row ? objective->row->ROW_VALUE(x, (int)s->dimensions)
                                     : (num)objective->function(objective->user, (const double *)x, s->dimensions);
    WORDS(NANS)[p] += value != value;
    return particle_value(value, s->maximise);
}

/* Moves particle `p` and returns its value; iteration 0 does not move it. */
static num move(struct pso_twin *twin, uint64_t iteration, uint32_t p, struct guide guide)
{
    const struct pso_settings *s = twin->settings;
    const uint64_t seed = twin->request->seed;
    const uint32_t n = s->dimensions, key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32);
    const size_t stride = s->particles;
    const num *numbers = twin->constants;
    const num *lower = constant_row(twin, CONSTANT_LOWER), *upper = constant_row(twin, CONSTANT_UPPER);
    const num *largest = constant_row(twin, CONSTANT_VELOCITY), *shift = constant_row(twin, CONSTANT_SHIFT);
    const struct particle_rule rule = {
        particle_inertia(numbers[CONSTANT_INERTIA], numbers[CONSTANT_INERTIA_STEP], s->inertia_iterations, iteration),
        numbers[CONSTANT_COGNITIVE],
        numbers[CONSTANT_SOCIAL],
    };
    num *evaluated = twin->scratch;
    lane_block block = {0, 0, 0, 0};
    for (uint32_t d = 0; d < n; ++d) {
        num *x = NUMBERS(POSITIONS) + d * stride + p, *v = NUMBERS(VELOCITIES) + d * stride + p;
        if (iteration > 0) {
            const uint64_t draw = iteration * n + d;
            if (d == 0 || draw % 2 == 0) {
                block = particle_block(draw / 2, p, DRAW_MOVE, key_0, key_1);
            }
            *v = particle_velocity(rule, *x, *v, NUMBERS(MEMORIES)[d * stride + p], guide.position[d * guide.step],
                                   particle_first(block, draw), particle_second(block, draw), largest[d]);
            num again = 0;
            if (s->boundary == BOUNDARY_RANDOM) {
                again = particle_uniform(particle_block(draw, p, DRAW_BOUNDARY, key_0, key_1).w0);
            }
            *x = particle_arrive(s->boundary, *x, v, lower[d], upper[d], again);
        }
        evaluated[d] = s->shift ? *x - shift[d] : *x;
    }
    return evaluate(twin, p, evaluated);
}

static void remember(struct pso_twin *twin, uint32_t p, num value)
{
    if (value < NUMBERS(MEMORY_VALUES)[p]) {
        NUMBERS(MEMORY_VALUES)[p] = value;
        for (size_t at = p; at < (size_t)twin->settings->dimensions * twin->settings->particles;
             at += twin->settings->particles) {
            NUMBERS(MEMORIES)[at] = NUMBERS(POSITIONS)[at];
        }
    }
}

/* The particle with the best memory in the neighbourhood of `p`. */
static uint32_t neighbour(const struct pso_twin *twin, uint32_t p)
{
    const struct pso_settings *s = twin->settings;
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

static void settle(struct pso_twin *twin, num value, uint32_t particle, uint64_t found, uint64_t iteration,
                   const num *position, size_t step)
{
    const struct pso_settings *s = twin->settings;
    const num target = ((const num *)twin->constants)[CONSTANT_TARGET];
    if (particle != PARTICLE_NONE) {
        for (uint32_t d = 0; d < s->dimensions; ++d) {
            NUMBERS(BEST_POSITION)[d] = position[d * step];
        }
        twin->log[BEST->improvements % LOG_SLOTS] = (struct pso_improvement){
            .iteration = found,
            .value = num_to_bits(value),
            .position = {num_to_bits(position[0]), s->dimensions > 1 ? num_to_bits(position[step]) : 0},
        };
    }
    *BEST = particle_settle(*BEST, value, particle, found, iteration, target, twin->request->no_improve);
}

static void step_together(struct pso_twin *twin, uint64_t iteration)
{
    const struct pso_settings *s = twin->settings;
    const num best_value = particle_best_value(BEST->value);
    num found = best_value;
    uint32_t finder = PARTICLE_NONE;
    for (uint32_t p = 0; p < s->particles; ++p) {
        const num value = move(twin, iteration, p, (struct guide){NUMBERS(BEST_POSITION), 1});
        remember(twin, p, value);
        if (value < found) {
            found = value;
            finder = p;
        }
    }
    settle(twin, found, finder, iteration, iteration, NUMBERS(POSITIONS) + (finder == PARTICLE_NONE ? 0 : finder),
           s->particles);
}

/* Neighbours see each other's memories of the iteration before: nobody remembers until all have moved. */
static void step_neighbours(struct pso_twin *twin, uint64_t iteration)
{
    const struct pso_settings *s = twin->settings;
    num *values = (num *)twin->scratch + s->dimensions;
    num found = particle_best_value(BEST->value);
    uint32_t finder = PARTICLE_NONE;
    for (uint32_t p = 0; p < s->particles; ++p) {
        values[p] = move(twin, iteration, p, (struct guide){NUMBERS(MEMORIES) + neighbour(twin, p), s->particles});
    }
    for (uint32_t p = 0; p < s->particles; ++p) {
        remember(twin, p, values[p]);
        if (values[p] < found) {
            found = values[p];
            finder = p;
        }
    }
    settle(twin, found, finder, iteration, iteration, NUMBERS(POSITIONS) + (finder == PARTICLE_NONE ? 0 : finder),
           s->particles);
}

static void step_tribe(struct pso_twin *twin, uint64_t iteration, uint32_t tribe)
{
    const struct pso_settings *s = twin->settings;
    const uint32_t n = s->dimensions, first = tribe * PSO_TRIBE;
    const uint32_t end = s->particles - first < PSO_TRIBE ? s->particles : first + PSO_TRIBE;
    num *position = NUMBERS(TRIBE_POSITIONS) + (size_t)tribe * n;
    if (iteration == 0 || (iteration - 1) % s->exchange == 0) {
        NUMBERS(TRIBE_VALUES)[tribe] = particle_best_value(BEST->value);
        WORDS(TRIBE_PARTICLES)[tribe] = BEST->particle;
        LONGS(TRIBE_ITERATIONS)[tribe] = BEST->iteration;
        for (uint32_t d = 0; d < n; ++d) {
            position[d] = NUMBERS(BEST_POSITION)[d];
        }
    }
    num found = NUMBERS(TRIBE_VALUES)[tribe];
    uint32_t finder = PARTICLE_NONE;
    for (uint32_t p = first; p < end; ++p) {
        const num value = move(twin, iteration, p, (struct guide){position, 1});
        remember(twin, p, value);
        if (value < found) {
            found = value;
            finder = p;
        }
    }
    if (finder != PARTICLE_NONE) {
        NUMBERS(TRIBE_VALUES)[tribe] = found;
        WORDS(TRIBE_PARTICLES)[tribe] = finder;
        LONGS(TRIBE_ITERATIONS)[tribe] = iteration;
        for (uint32_t d = 0; d < n; ++d) {
            position[d] = NUMBERS(POSITIONS)[(size_t)d * s->particles + finder];
        }
    }
}

static void step_tribes(struct pso_twin *twin, uint64_t iteration)
{
    const struct pso_settings *s = twin->settings;
    for (uint32_t tribe = 0; tribe < pso_tribe_count(s); ++tribe) {
        step_tribe(twin, iteration, tribe);
    }
    if (iteration % s->exchange == 0) {
        const uint32_t tribe = pso_state_best_tribe(s, &twin->state, (double)particle_best_value(BEST->value));
        if (tribe == PSO_NO_TRIBE) {
            settle(twin, 0, PARTICLE_NONE, 0, iteration, NULL, 0);
        } else {
            settle(twin, NUMBERS(TRIBE_VALUES)[tribe], WORDS(TRIBE_PARTICLES)[tribe], LONGS(TRIBE_ITERATIONS)[tribe],
                   iteration, NUMBERS(TRIBE_POSITIONS) + (size_t)tribe * s->dimensions, 1);
        }
    }
}

static void step(struct pso_twin *twin, uint64_t iteration)
{
    if (BEST->state == SWARM_RUNNING) {
        if (twin->settings->best == BEST_ASYNCHRONOUS) {
            step_tribes(twin, iteration);
        } else if (twin->settings->topology == TOPOLOGY_GLOBAL) {
            step_together(twin, iteration);
        } else {
            step_neighbours(twin, iteration);
        }
    }
}

const struct pso_reference REFERENCE = {
    .start = start,
    .step = step,
    .constants = fill_constants,
};
