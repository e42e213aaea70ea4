#include "generation.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "arrays.h"
#include "circle.h"

/* Nodes that each individual looks at in the first stretch, and at most. */
enum { FIRST_BUDGET = 256, MOST_BUDGET = 1 << 24 };

static bool is_interrupted(const struct mosaic_engine *self)
{
    return run_engine_is_interrupted(&self->base);
}

static bool has_reached_target(const struct mosaic_engine *self)
{
    return self->state.best_length <= self->base.request.target;
}

/* Where the schedule that the run follows cuts this generation, if it does so by `cut`: after so many, otherwise never.
 */
static uint64_t cut_of(const struct mosaic_engine *self, enum mosaic_cut cut)
{
    const struct mosaic_schedule *schedule = self->choices.schedule;
    const bool here = schedule && schedule->cut == cut && self->state.number + 1 == schedule->count
                      && self->state.generation + 1 == schedule->stages[self->state.number].generations;
    return here ? schedule->cut_at : UINT64_MAX;
}

/* The length the improver claims against the tour's own. */
static void settle_individual(void *context, size_t item, unsigned thread)
{
    struct mosaic_engine *self = context;
    struct mosaic_tour tour = mosaic_population_tour(&self->population, (uint32_t)item);
    const int64_t claimed = tour.length;
    (void)thread;
    mosaic_tour_settle(&self->problem, &tour);
    self->population.wrong[item] = tour.length != claimed;
    self->population.changed[item] = true;
}

void mosaic_generation_keep_best(struct mosaic_engine *self)
{
    const struct mosaic_population *population = &self->population;
    uint32_t shortest = 0;
    for (uint32_t i = 1; i < population->count; ++i) {
        shortest = population->individuals[i].length < population->individuals[shortest].length ? i : shortest;
    }
    const struct mosaic_tour tour = mosaic_population_tour(population, shortest);
    self->generation_length = tour.length;
    if (tour.length < self->state.best_length) {
        self->state.best_length = tour.length;
        memcpy(self->best, tour.ord, self->problem.n * sizeof *self->best);
    }
}

enum swarm_status mosaic_generation_check(struct mosaic_engine *self, const char *what)
{
    for (uint32_t i = 0; i < self->population.count; ++i) {
        if (self->population.wrong[i]) {
            return base_fail(self->base.env, SWARM_ERROR_VERIFICATION,
                             "%s: the tour of individual %u of population %u is not as long as it was said to be", what,
                             (unsigned)i, (unsigned)self->state.number);
        }
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Starts and improvement                                                                                             */

static void start_individual(void *context, size_t item, unsigned thread)
{
    struct mosaic_engine *self = context;
    struct mosaic_population *population = &self->population;
    const uint32_t n = population->n;
    struct mosaic_tour tour = mosaic_population_tour(population, (uint32_t)item);
    if (self->state.number == 0 && item < self->choices.start_count) {
        memcpy(tour.ord, self->given + item * n, n * sizeof *tour.ord);
        mosaic_tour_settle(&self->problem, &tour);
    } else {
        mosaic_start_tour(self->starts, self->tools.seed, self->state.number, (uint32_t)item, self->choices.noise,
                          thread, &tour);
    }
    population->individuals[item] = (struct mosaic_individual){
        .length = tour.length,
        .population = self->state.number,
        .number = (uint32_t)item,
        .kopt = self->choices.kopt,
        .beam = self->choices.beam,
    };
    memset(mosaic_population_dirty(population, (uint32_t)item), 0xff,
           mosaic_dirty_words(n) * sizeof *population->dirty);
}

static enum swarm_status begin_population(struct mosaic_engine *self, bool *interrupted)
{
    struct mosaic_population *population = &self->population;
    const uint32_t size = self->state.next_size;
    if (size > population->capacity) {
        TRY(mosaic_population_reserve(self->base.env, self->problem.n, size, population));
    }
    population->count = size;
    self->done.stages[self->done.count++].individuals = size;
    base_team_run(self->tools.team, size, start_individual, self);
    *interrupted = is_interrupted(self);
    return SWARM_OK;
}

/* A stretch on arrays, of `most` nodes of every queue at most, as long as launches are to be. *looked grows by it. */
static enum swarm_status stretch(struct mosaic_engine *self, uint64_t most, uint64_t *looked)
{
    struct mosaic_population *population = &self->population;
    const double begin = base_seconds(self->base.env), wanted = self->base.request.launch_seconds;
    self->budget = self->budget > 0 ? self->budget : FIRST_BUDGET;
    const uint32_t budget = most < self->budget ? (uint32_t)most : self->budget;
    if (self->device.session) {
        TRY(mosaic_arrays_device_improve(&self->device, population, budget));
    } else {
        mosaic_arrays_improve(&self->problem, population, self->tools.team, self->tools.seed, budget);
    }
    const double seconds = base_seconds(self->base.env) - begin;
    if (seconds < 0.5 * wanted && self->budget < MOST_BUDGET) {
        self->budget *= 2;
    } else if (seconds > 2.0 * wanted && self->budget > 1) {
        self->budget /= 2;
    }
    *looked += budget;
    return SWARM_OK;
}

/* Until every individual has nothing to look at and has made its kicks, or the run is interrupted. *done: nodes that
 * each individual has looked at, or steps of launches. */
static enum swarm_status improve_all(struct mosaic_engine *self, uint64_t limit, uint64_t *done, bool *interrupted)
{
    struct mosaic_population *population = &self->population;
    bool whole = false;
    if (self->launches) {
        mosaic_launches_begin(self->launches, population, self->state.number, self->state.generation);
    } else {
        mosaic_population_queue(population, self->tools.team);
    }
    if (self->device.session) {
        TRY(mosaic_arrays_device_send(&self->device, population));
    }
    while (!*interrupted && *done < limit && !whole) {
        if (self->launches) {
            TRY(mosaic_launches_step(self->launches, &whole));
            ++*done;
        } else {
            TRY(stretch(self, limit - *done, done));
            whole = mosaic_population_is_done(population);
        }
        *interrupted = is_interrupted(self);
    }
    if (self->device.session) {
        TRY(mosaic_arrays_device_fetch(&self->device, population));
    }
    if (self->launches) {
        TRY(mosaic_launches_end(self->launches));
    } else {
        mosaic_arrays_decide(&self->problem, population);
    }
    return SWARM_OK;
}

static enum swarm_status improve(struct mosaic_engine *self, bool *interrupted)
{
    const uint64_t limit = cut_of(self, MOSAIC_CUT_NODES);
    uint64_t kick_end = 0, done = 0;
    for (uint32_t generation = 0; generation <= self->state.generation; ++generation) {
        kick_end += mosaic_generation_kicks(self->choices.kicks, generation);
    }
    mosaic_population_begin(&self->population, kick_end, self->choices.threshold);
    TRY(improve_all(self, limit, &done, interrupted));
    if (*interrupted || limit < UINT64_MAX) {
        self->done.cut = MOSAIC_CUT_NODES;
        self->done.cut_at = *interrupted ? done : limit; /* all may be done before the limit */
        *interrupted = true;
    }
    base_team_run(self->tools.team, self->population.count, settle_individual, self);
    TRY(mosaic_generation_check(self, "improvement"));
    mosaic_generation_keep_best(self);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Crossover                                                                                                          */

/* *passes: made. They end when one has gained little: what is left is for ants, or for the next population. */
static enum swarm_status cross(struct mosaic_engine *self, uint32_t *passes, bool *interrupted)
{
    const uint64_t limit = cut_of(self, MOSAIC_CUT_PASSES);
    int64_t first = 0;
    bool over = self->population.count < 2;
    *passes = 0;
    while (!over && !*interrupted) {
        const int64_t gain = mosaic_circle_pass(&self->tools, &self->population, self->state.passes++);
        TRY(mosaic_generation_check(self, "recombination"));
        mosaic_generation_keep_best(self);
        first = *passes == 0 ? gain : first;
        ++*passes;
        over = mosaic_crossover_is_over(*passes, first, gain) || has_reached_target(self);
        *interrupted = is_interrupted(self) || *passes >= limit;
        if (*interrupted) {
            self->done.cut = MOSAIC_CUT_PASSES;
            self->done.cut_at = *passes;
        }
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Generations                                                                                                        */

/* A run for a time has as many individuals as threads that would otherwise do nothing. */
static uint32_t first_size(const struct mosaic_engine *self)
{
    const uint32_t most = self->choices.population;
    if (self->choices.schedule) {
        return self->choices.schedule->stages[0].individuals;
    }
    const uint32_t given = self->choices.start_count, usual = mosaic_population_size(self->problem.n, 0, most);
    const uint32_t size = given > usual ? given : usual;
    const uint32_t parallel = self->launches
                                  ? mosaic_parallel_ants(self->problem.n, most)
                                  : mosaic_parallel_size(self->problem.n, base_team_size(self->tools.team), most);
    return isinf(self->base.request.deadline) || parallel < size ? size : parallel;
}

/* Individuals of the next population; 0: this one goes on. */
static uint32_t following_size(const struct mosaic_engine *self)
{
    const struct mosaic_schedule *schedule = self->choices.schedule;
    const uint32_t number = self->state.number + 1;
    if (number == MOSAIC_STAGES || (schedule && number >= schedule->count)) {
        return 0;
    }
    if (schedule) {
        return self->state.generation == schedule->stages[self->state.number].generations
                   ? schedule->stages[number].individuals
                   : 0;
    }
    if (self->state.generation < mosaic_population_generations(self->state.number)) {
        return 0;
    }
    const double left = self->base.request.deadline - base_seconds(self->base.env);
    const uint32_t next = mosaic_population_size(self->problem.n, number, self->choices.population);
    return isinf(left) ? next : mosaic_fitting_size(next, self->population.count, left / self->state.price);
}

enum swarm_status mosaic_generation_run(struct mosaic_engine *self, bool *interrupted)
{
    struct base_env *env = self->base.env;
    struct mosaic_state *state = &self->state;
    uint32_t passes = 0;
    const double began = base_seconds(env);
    state->next_size = state->next_size == 0 ? first_size(self) : state->next_size;
    if (state->generation == 0) {
        TRY(begin_population(self, interrupted));
    } else if (state->generation == 2) {
        mosaic_elite_insert(&self->elite, &self->tools, &self->population);
    }
    const double started = base_seconds(env);
    TRY(improve(self, interrupted));
    const double improved = base_seconds(env);
    state->price = state->generation == 0 ? (improved - began) / self->population.count : state->price;
    if (!has_reached_target(self)) {
        TRY(cross(self, &passes, interrupted));
    }
    base_log(env, SWARM_LOG_DEBUG,
             "%u individuals, generation %u: starts %.3f s, improvement %.3f s, crossover %.3f s in %u passes, length "
             "%" PRId64,
             (unsigned)self->population.count, (unsigned)state->generation + 1, started - began, improved - started,
             base_seconds(env) - improved, (unsigned)passes, state->best_length + self->choices.offset);
    if (self->choices.schedule) { /* its cut is no interruption */
        *interrupted = is_interrupted(self);
    }
    ++state->generation;
    self->done.stages[state->number].generations = state->generation;
    const uint32_t size = *interrupted ? 0 : following_size(self);
    if (size > 0) {
        mosaic_elite_fill(&self->elite, &self->population);
        state->next_size = size;
        state->generation = 0;
        ++state->number;
    }
    return SWARM_OK;
}
