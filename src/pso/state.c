/* state.c - the state of a swarm between two iterations, in host memory, for checkpoints and the reference. */
#include "swarm.h"

#include <math.h>
#include <string.h>

#include "base/key.h"
#include "base/memory.h"

/* Factors of the number of elements in a section. The last five are 0 or 1: MOVING 0 for ants and CMA-ES, which have
 * no velocities, REMEMBERING 0 for CMA-ES, STRATEGIC 0 for all others, RESTARTING 0 without restarts, LEARNED 0 without
 * a learned frame. */
enum {
    PARTICLES = 1,
    DIMENSIONS = 2,
    TRIBES = 4,
    CANDIDATES = 8,
    SQUARE = 16,
    MOVING = 32,
    REMEMBERING = 64,
    STRATEGIC = 128,
    RESTARTING = 256,
    LEARNED = 512
};

static const struct {
    const char *name;
    unsigned each;
    size_t item; /* bytes of an element; 0: an element is a number of the run's precision */
} rows[PSO_SECTION_COUNT] = {
    [PSO_SECTION_POSITIONS] = {"positions", PARTICLES | DIMENSIONS | MOVING, 0},
    [PSO_SECTION_VELOCITIES] = {"velocities", PARTICLES | DIMENSIONS | MOVING, 0},
    [PSO_SECTION_MEMORIES] = {"memories", PARTICLES | DIMENSIONS | REMEMBERING, 0},
    [PSO_SECTION_MEMORY_VALUES] = {"memory_values", PARTICLES | REMEMBERING, 0},
    [PSO_SECTION_NANS] = {"nans", CANDIDATES, sizeof(uint32_t)},
    [PSO_SECTION_BEST] = {"best", 0, sizeof(struct pso_best)},
    [PSO_SECTION_BEST_POSITION] = {"best_position", DIMENSIONS, 0},
    [PSO_SECTION_TRIBE_VALUES] = {"tribe_values", TRIBES, 0},
    [PSO_SECTION_TRIBE_PARTICLES] = {"tribe_particles", TRIBES, sizeof(uint32_t)},
    [PSO_SECTION_TRIBE_ITERATIONS] = {"tribe_iterations", TRIBES, sizeof(uint64_t)},
    [PSO_SECTION_TRIBE_POSITIONS] = {"tribe_positions", TRIBES | DIMENSIONS, 0},
    [PSO_SECTION_FRAME] = {"frame", DIMENSIONS | LEARNED, 0},
    [PSO_SECTION_STRATEGY] = {"strategy", STRATEGIC, 0},
    [PSO_SECTION_COVARIANCE] = {"covariance", SQUARE | STRATEGIC, 0},
    [PSO_SECTION_FACTOR] = {"factor", SQUARE | STRATEGIC, 0},
    [PSO_SECTION_SCHEDULE] = {"schedule", STRATEGIC, sizeof(struct pso_schedule)},
    [PSO_SECTION_LINE] = {"line", 0, 0},
    [PSO_SECTION_RUN] = {"run", RESTARTING, sizeof(struct pso_run)},
    [PSO_SECTION_RUN_POSITION] = {"run_position", RESTARTING | MOVING | DIMENSIONS, 0},
};

static uint64_t elements_of(const struct pso_settings *settings, enum pso_section section)
{
    const unsigned each = rows[section].each;
    const uint64_t n = settings->dimensions;
    const bool strategy = settings->most_points > 0, moving = !strategy && settings->ants == 0;
    if ((each & MOVING && !moving) || (each & REMEMBERING && strategy) || (each & STRATEGIC && !strategy)
        || (each & RESTARTING && !pso_has_runs(settings)) || (each & LEARNED && !settings->learned)) {
        return 0;
    }
    return (uint64_t)(each & PARTICLES ? settings->particles : 1) * (each & DIMENSIONS ? n : 1)
           * (each & TRIBES ? pso_tribe_count(settings) : 1) * (each & CANDIDATES ? pso_candidates(settings) : 1)
           * (each & SQUARE ? n * n : 1) * (each & LEARNED ? n + 2 : 1)
           * (section == PSO_SECTION_STRATEGY ? pso_strategy_numbers(settings)
              : section == PSO_SECTION_LINE   ? pso_line_numbers(settings)
                                              : 1);
}

void pso_state_list(const struct pso_settings *settings, struct search_sections *state)
{
    for (int i = 0; i < PSO_SECTION_COUNT; ++i) {
        search_sections_add(state, rows[i].name, elements_of(settings, (enum pso_section)i),
                            rows[i].item > 0 ? rows[i].item : (size_t)settings->precision / 8);
    }
}

enum swarm_status pso_state_make(struct base_env *env, const struct pso_settings *settings, enum pso_section first,
                                 struct search_sections *state)
{
    if (state->count == 0) {
        pso_state_list(settings, state);
    }
    for (size_t i = first; i < PSO_SECTION_COUNT; ++i) {
        const uint64_t elements = elements_of(settings, (enum pso_section)i);
        TRY(base_require_memory(env, "swarm", (size_t)elements, state->items[i]));
        TRY(search_sections_make(state, i, elements) ? SWARM_OK : base_fail_memory(env));
    }
    return SWARM_OK;
}

/* Copies row by row: in each row of a matrix [dimensions][particles], a device's particles are contiguous. */
void pso_state_copy_part(const struct pso_settings *part, const struct search_sections *piece,
                         struct search_sections *state, bool to_part)
{
    for (size_t i = 0; i < PSO_SECTION_COUNT; ++i) {
        const unsigned each = rows[i].each;
        const size_t lines = each & PARTICLES && each & DIMENSIONS ? part->dimensions : 1;
        const size_t bytes = piece->sections[i].size / lines, pitch = state->sections[i].size / lines;
        const size_t offset = each & (PARTICLES | CANDIDATES) ? part->first * (bytes / part->particles)
                              : each & TRIBES ? part->first / PSO_TRIBE * (bytes / pso_tribe_count(part))
                                              : 0;
        for (size_t line = 0; piece->sections[i].bytes && line < lines; ++line) {
            char *here = (char *)piece->sections[i].bytes + line * bytes;
            char *there = (char *)state->sections[i].bytes + line * pitch + offset;
            memcpy(to_part ? here : there, to_part ? there : here, bytes);
        }
    }
}

double pso_number_load(const void *numbers, int precision, size_t at)
{
    return precision == 32 ? (double)((const float *)numbers)[at] : ((const double *)numbers)[at];
}

void pso_number_store(void *numbers, int precision, size_t at, double x)
{
    if (precision == 32) {
        ((float *)numbers)[at] = (float)x;
    } else {
        ((double *)numbers)[at] = x;
    }
}

/* Reads a float from the low half of the bits. */
double pso_number_of_bits(uint64_t bits, int precision)
{
    const uint32_t low = (uint32_t)bits;
    return pso_number_load(precision == 32 ? (const void *)&low : (const void *)&bits, precision, 0);
}

uint64_t pso_number_bits(double x, int precision)
{
    uint32_t low = 0;
    uint64_t bits = 0;
    pso_number_store(precision == 32 ? (void *)&low : (void *)&bits, precision, 0, x);
    return precision == 32 ? low : bits;
}

uint32_t pso_number_largest(const void *numbers, int precision, uint32_t count)
{
    uint32_t largest = 0;
    for (uint32_t p = 1; p < count; ++p) {
        largest = pso_number_load(numbers, precision, p) > pso_number_load(numbers, precision, largest) ? p : largest;
    }
    return largest;
}

static double load(const struct pso_settings *s, const struct search_sections *state, enum pso_section section,
                   size_t at)
{
    return pso_number_load(state->sections[section].bytes, s->precision, at);
}

/* Does nothing if the state does not have the section. */
static void store(const struct pso_settings *s, const struct search_sections *state, enum pso_section section,
                  size_t at, double x)
{
    if (state->sections[section].bytes && state->sections[section].size > 0) {
        pso_number_store(state->sections[section].bytes, s->precision, at, x);
    }
}

/* True if `count` positions are within bounds; coordinate d of position p is at d * step_d + p * step_p. */
static bool is_within(const struct pso_settings *s, const struct search_sections *state, enum pso_section section,
                      size_t count, size_t step_d, size_t step_p)
{
    for (size_t p = 0; p < count; ++p) {
        for (uint32_t d = 0; d < s->dimensions; ++d) {
            const double x = load(s, state, section, d * step_d + p * step_p);
            if (!(x >= s->lower[d] && x <= s->upper[d])) {
                return false;
            }
        }
    }
    return true;
}

/* True if a line search stays within the sizes of arrays. */
static bool is_line(const struct pso_settings *s, struct pso_line line)
{
    return line.stage <= (s->grid > 0 ? LINE_END : LINE_NONE) && line.brackets <= LINE_KEEP * s->dimensions
           && (line.stage == LINE_NONE || line.offset < line_points(line, s->dimensions, s->grid));
}

struct pso_run pso_run_first(const struct pso_settings *s)
{
    struct pso_run run = {.value = pso_number_bits((double)INFINITY, s->precision)};
    run.line.stage = s->grid > 1 && s->restart == 0 ? LINE_GRID : LINE_NONE;
    return run;
}

/* True if the schedule of CMA-ES stays within the sizes of arrays. */
static bool is_schedule(const struct pso_settings *s, const struct pso_schedule *schedule)
{
    return schedule->population >= s->particles && schedule->population <= s->most_points
           && schedule->largest >= s->particles && schedule->largest <= s->most_points
           && is_line(s, schedule->line) && schedule->regime <= REGIME_SMALL
           && schedule->run_evaluations <= schedule->evaluations;
}

bool pso_state_is_possible(const struct pso_settings *s, const struct search_sections *state, uint64_t iteration)
{
    const struct pso_best *best = state->sections[PSO_SECTION_BEST].bytes;
    const uint32_t *tribe_particles = state->sections[PSO_SECTION_TRIBE_PARTICLES].bytes;
    const size_t particles = s->particles, n = s->dimensions;
    const uint32_t tribes = pso_tribe_count(s);
    for (size_t i = 0; i < PSO_SECTION_COUNT; ++i) {
        if (!search_sections_has(state, i, elements_of(s, (enum pso_section)i))) {
            return false;
        }
    }
    for (uint32_t t = 0; t < tribes; ++t) {
        if (tribe_particles[t] >= particles) {
            return false;
        }
    }
    for (size_t p = 1; p < particles && s->ants > 0; ++p) { /* solutions of an archive must be sorted */
        if (load(s, state, PSO_SECTION_MEMORY_VALUES, p - 1) > load(s, state, PSO_SECTION_MEMORY_VALUES, p)) {
            return false;
        }
    }
    const struct pso_run *run = state->sections[PSO_SECTION_RUN].bytes;
    if (pso_has_runs(s) && (run->begun > iteration + 1 || run->iteration > iteration + 1 || !is_line(s, run->line))) {
        return false;
    }
    if (s->most_points > 0 && !is_schedule(s, state->sections[PSO_SECTION_SCHEDULE].bytes)) {
        return false;
    }
    const size_t moving = elements_of(s, PSO_SECTION_POSITIONS) / n, kept = elements_of(s, PSO_SECTION_MEMORIES) / n;
    return best->particle < pso_candidates(s) && best->iteration <= iteration && best->state <= SWARM_SPENT
           && is_within(s, state, PSO_SECTION_POSITIONS, moving, particles, 1)
           && is_within(s, state, PSO_SECTION_MEMORIES, kept, particles, 1)
           && is_within(s, state, PSO_SECTION_BEST_POSITION, 1, 1, n)
           && is_within(s, state, PSO_SECTION_TRIBE_POSITIONS, tribes, 1, n);
}

uint32_t pso_state_best_tribe(const struct pso_settings *s, const struct search_sections *state, double than)
{
    const uint32_t *particles = state->sections[PSO_SECTION_TRIBE_PARTICLES].bytes;
    uint32_t best = PSO_NO_TRIBE;
    double best_value = than;
    for (uint32_t t = 0; t < pso_tribe_count(s); ++t) {
        const double value = load(s, state, PSO_SECTION_TRIBE_VALUES, t);
        if (value < best_value || (value < than && value <= best_value && particles[t] < particles[best])) {
            best = t;
            best_value = value;
        }
    }
    return best;
}

void pso_state_snap(const struct pso_settings *s, uint32_t count, double *position)
{
    for (uint32_t d = 0; s->step && d < count && d < s->dimensions; ++d) {
        position[d] = pso_reference_of(s->precision)->on_grid(s, d, position[d]);
    }
}

void pso_state_solution(const struct pso_settings *s, const struct search_sections *state, double *position,
                        struct search_improvement *best, struct search_engine *engine)
{
    const uint32_t *nans = state->sections[PSO_SECTION_NANS].bytes;
    const struct pso_best *record = state->sections[PSO_SECTION_BEST].bytes;
    const uint64_t *iterations = state->sections[PSO_SECTION_TRIBE_ITERATIONS].bytes;
    double value = pso_number_of_bits(record->value, s->precision);
    const uint32_t tribe = record->state == SWARM_RUNNING ? pso_state_best_tribe(s, state, value) : PSO_NO_TRIBE;
    const bool exchanged = tribe == PSO_NO_TRIBE;
    for (uint32_t d = 0; d < s->dimensions; ++d) {
        position[d] = exchanged ? load(s, state, PSO_SECTION_BEST_POSITION, d)
                                : load(s, state, PSO_SECTION_TRIBE_POSITIONS, (size_t)tribe * s->dimensions + d);
    }
    pso_state_snap(s, s->dimensions, position);
    *best = (struct search_improvement){
        .iteration = exchanged ? record->iteration : iterations[tribe],
        .score = base_key_of(exchanged ? value : load(s, state, PSO_SECTION_TRIBE_VALUES, tribe)),
        .place = {position[0], s->dimensions > 1 ? position[1] : 0.0},
    };
    engine->counts = (struct search_counts){0};
    for (uint32_t p = 0; p < pso_candidates(s); ++p) {
        engine->counts.nans += nans[p];
    }
    if (s->most_points > 0) {
        const struct pso_schedule *schedule = state->sections[PSO_SECTION_SCHEDULE].bytes;
        engine->counts.evaluations = schedule->evaluations;
        engine->counts.restarts = schedule->restarts;
    } else if (s->restart > 0) {
        engine->counts.restarts = ((const struct pso_run *)state->sections[PSO_SECTION_RUN].bytes)->restarts;
    }
}

void pso_state_record(const struct pso_settings *s, struct pso_best *best, uint32_t particle, int64_t score,
                      uint64_t iteration)
{
    best->value = pso_number_bits(base_key_value(score), s->precision);
    best->particle = particle;
    best->iteration = iteration;
    ++best->improvements;
}

/* Moves the solutions of an archive back by one, which drops the worst solution. */
static void shift_archive(const struct pso_settings *s, struct search_sections *state)
{
    const size_t number = (size_t)s->precision / 8;
    for (uint32_t d = 0; d <= s->dimensions; ++d) {
        char *row = d < s->dimensions ? (char *)state->sections[PSO_SECTION_MEMORIES].bytes + number * d * s->particles
                                      : state->sections[PSO_SECTION_MEMORY_VALUES].bytes;
        memmove(row + number, row, number * (s->particles - 1));
    }
}

void pso_state_take(const struct pso_settings *s, struct search_sections *state, const double *position, int64_t score,
                    uint64_t iteration)
{
    const double value = base_key_value(score);
    const uint32_t count = s->ants + s->most_points > 0 ? 0 : s->particles;
    const uint32_t worst = pso_number_largest(state->sections[PSO_SECTION_MEMORY_VALUES].bytes, s->precision, count);
    if (s->ants > 0) {
        shift_archive(s, state);
    }
    if (s->most_points > 0) {
        ((struct pso_schedule *)state->sections[PSO_SECTION_SCHEDULE].bytes)->adopted = 1;
    }
    const uint32_t tribe = worst / PSO_TRIBE;
    for (uint32_t d = 0; d < s->dimensions; ++d) {
        const size_t at = (size_t)d * s->particles + worst;
        store(s, state, PSO_SECTION_POSITIONS, at, position[d]);
        store(s, state, PSO_SECTION_MEMORIES, at, position[d]);
        store(s, state, PSO_SECTION_BEST_POSITION, d, position[d]);
        store(s, state, PSO_SECTION_RUN_POSITION, d, position[d]);
        store(s, state, PSO_SECTION_TRIBE_POSITIONS, (size_t)tribe * s->dimensions + d, position[d]);
    }
    store(s, state, PSO_SECTION_MEMORY_VALUES, worst, value);
    pso_state_record(s, state->sections[PSO_SECTION_BEST].bytes, worst, score, iteration);
    if (pso_has_runs(s)) {
        struct pso_run *run = state->sections[PSO_SECTION_RUN].bytes;
        run->value = pso_number_bits(value, s->precision);
        run->iteration = iteration;
    }
    store(s, state, PSO_SECTION_TRIBE_VALUES, tribe, value);
    if (pso_tribe_count(s) > 0) {
        ((uint32_t *)state->sections[PSO_SECTION_TRIBE_PARTICLES].bytes)[tribe] = worst;
        ((uint64_t *)state->sections[PSO_SECTION_TRIBE_ITERATIONS].bytes)[tribe] = iteration;
    }
}
