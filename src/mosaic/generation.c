/* generation.c - a generation: starts or the elite, improvement, crossover. */
#include "engine.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Measured: docs/mosaic.md. */
enum {
    PARALLEL_NODES = 2097152, /* of all individuals of a timed run's first population together */
    ANTS_NODES = 3500000,     /* the same of ants on pieces, and ... */
    ANTS_FIRST = 32,          /* ... individuals */
    LARGE = 800000,           /* from so many nodes on a pass takes long: fewer individuals at first, fewer passes */
    LARGE_NODES = 2000000,    /* ANTS_NODES of those, and ... */
    LARGE_LITTLE = 20,        /* ... LITTLE */
    LEAST = 3,                /* individuals of a population that the time left pays for, or there is none, and ... */
    ANTS_LEAST = 8,           /* ... with ants on pieces */
    AGREEING = 8,             /* a population agrees if this part of it has the best tour of all, each alone */
    LATER_KICKS = 5,          /* generations have as many of the first one's */
    VARIED_KICKS = 10,        /* least kicks of an individual of a varied population (engine.h) */
    PASSES = 100,             /* of a crossover at most */
    LITTLE = 100,             /* it is over when one gains less than the first one by this */
    FIRST_BUDGET = 256,       /* nodes that each individual looks at in the first stretch, and ... */
    MOST_BUDGET = 1 << 24     /* ... at most */
};

static uint32_t between(uint32_t low, uint32_t value, uint32_t high)
{
    return value < low ? low : value > high ? high : value;
}

static bool has_reached_target(const struct mosaic_engine *self)
{
    return self->state.best_length <= self->base.request.target;
}

uint64_t mosaic_generation_cut(const struct mosaic_engine *self, uint32_t number, uint32_t generation,
                               enum mosaic_cut cut)
{
    const struct mosaic_schedule *schedule = self->choices.schedule;
    const bool here = schedule && schedule->cut == cut && number + 1 == schedule->count
                      && generation + 1 == schedule->stages[number].generations;
    return here ? schedule->cut_at : UINT64_MAX;
}

/* The length the improver claims against the tour's own. */
static void settle_individual(void *context, size_t item, unsigned thread)
{
    struct mosaic_engine *self = context;
    struct mosaic_tour tour = mosaic_population_tour(self->population, (uint32_t)item);
    const int64_t claimed = tour.length;
    (void)thread;
    mosaic_tour_settle(&self->problem, NULL, &tour);
    self->population->wrong[item] = tour.length != claimed;
    self->population->changed[item] = true;
}

void mosaic_generation_keep_best(struct mosaic_engine *self)
{
    const struct mosaic_population *population = self->population;
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
    for (uint32_t i = 0; i < self->population->count; ++i) {
        if (self->population->wrong[i]) {
            return base_fail(self->base.env, SWARM_ERROR_VERIFICATION,
                             "%s: the tour of individual %u of population %u has another length than claimed", what,
                             (unsigned)i, (unsigned)self->state.number);
        }
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Starts and improvement                                                                                             */

struct starting {
    const struct mosaic_engine *engine;
    struct mosaic_population *population;
    struct base_team *team; /* of each start; NULL: one thread */
};

static void start_individual(void *context, size_t item, unsigned thread)
{
    const struct starting *starting = context;
    const struct mosaic_engine *self = starting->engine;
    struct mosaic_population *population = starting->population;
    const uint32_t n = population->n, individual = population->started + (uint32_t)item;
    struct mosaic_tour tour = mosaic_population_tour(population, individual);
    if (population->number == 0 && individual < self->choices.start_count) {
        memcpy(tour.ord, self->given + (size_t)individual * n, n * sizeof *tour.ord);
        mosaic_tour_settle(&self->problem, NULL, &tour);
    } else {
        mosaic_start_tour(self->starts, starting->team, draw_stream_of(self->seed, individual, population->number),
                          self->choices.noise, thread, &tour);
    }
    population->individuals[individual] = (struct mosaic_individual){
        .length = tour.length,
        .population = population->number,
        .number = individual,
        .kopt = self->choices.kopt,
        .beam = mosaic_beam_of(self, population->number),
    };
    memset(mosaic_population_dirty(population, individual), 0xff, ARRAY_QUEUED_WORDS(n) * sizeof *population->dirty);
}

void mosaic_generation_start(struct mosaic_engine *self, struct mosaic_population *population, struct base_team *team,
                             uint32_t most)
{
    const uint32_t left = population->count - population->started, count = left < most ? left : most;
    struct starting starting = {self, population, mosaic_starts_are_shared(self->starts, count) ? team : NULL};
    base_team_run(starting.team ? NULL : team, count, start_individual, &starting);
    population->started += count;
}

enum swarm_status mosaic_generation_reserve(struct mosaic_engine *self, struct mosaic_population *population,
                                            uint32_t number, uint32_t size)
{
    if (size > population->capacity) {
        TRY(mosaic_population_reserve(self->base.env, self->problem.n, size, population));
    }
    population->number = number;
    population->count = size;
    population->started = 0;
    population->seconds = 0.0;
    return SWARM_OK;
}

/* The elite in the places of the worst, with nothing to be looked at. */
static void insert_elite(void *context, size_t item, unsigned thread)
{
    struct mosaic_engine *self = context;
    struct mosaic_population *population = self->population;
    const uint32_t n = population->n, individual = population->order[population->count - 1 - item];
    struct mosaic_tour tour = mosaic_population_tour(population, individual);
    (void)thread;
    memcpy(tour.ord, self->elite + item * n, n * sizeof *tour.ord);
    mosaic_tour_settle(&self->problem, NULL, &tour);
    population->individuals[individual].length = tour.length;
    memset(mosaic_population_dirty(population, individual), 0, ARRAY_QUEUED_WORDS(n) * sizeof *population->dirty);
    population->changed[individual] = true;
}

/* The better half of a population that is over, which the next one takes in; the best first. */
static void fill_elite(struct mosaic_engine *self)
{
    const struct mosaic_population *population = self->population;
    const size_t n = population->n;
    mosaic_population_rank(self->population);
    self->elite_count = mosaic_elite_size(population->count);
    for (uint32_t i = 0; i < self->elite_count; ++i) {
        memcpy(self->elite + i * n, mosaic_population_tour(population, population->order[i]).ord,
               n * sizeof *self->elite);
    }
}

static enum swarm_status begin_population(struct mosaic_engine *self, bool *interrupted)
{
    const uint32_t size = self->state.next_size;
    if (mosaic_ahead_size(self->ahead) > 0) {
        mosaic_ahead_take(self->ahead);
    } else {
        TRY(mosaic_generation_reserve(self, self->population, self->state.number, size));
    }
    self->done.stages[self->done.count++].individuals = size;
    if (!self->starts) {
        TRY(mosaic_starts_create(self->base.env, &self->problem, self->team, &self->starts));
    }
    mosaic_generation_start(self, self->population, self->team, size);
    if (self->problem.n > MOSAIC_MANY_NODES) {
        mosaic_starts_destroy(&self->starts);
    }
    *interrupted = search_engine_is_cut(&self->base);
    return SWARM_OK;
}

static void adapt_budget(struct mosaic_engine *self, double begin)
{
    self->budget = mosaic_budget_after(self->budget, base_seconds(self->base.env) - begin,
                                       self->base.request.launch_seconds, MOST_BUDGET);
}

/* A stretch on arrays, of `most` nodes of every queue at most, as long as launches are to be. *looked grows by it. */
static enum swarm_status stretch(struct mosaic_engine *self, uint64_t most, uint64_t *looked)
{
    struct mosaic_population *population = self->population;
    const double begin = base_seconds(self->base.env);
    const uint32_t budget = most < self->budget ? (uint32_t)most : self->budget;
    if (self->device.session) {
        TRY(mosaic_arrays_device_improve(&self->device, population, budget));
    } else {
        mosaic_arrays_improve(&self->problem, population, self->team, self->seed, budget);
    }
    adapt_budget(self, begin);
    *looked += budget;
    return SWARM_OK;
}

/* The tours in parts, one tour after the other; *looked grows by the nodes of the busiest part of each. */
static void improve_parts(struct mosaic_engine *self, uint64_t most, uint64_t *looked, bool *interrupted)
{
    struct mosaic_population *population = self->population;
    for (uint32_t i = 0; i < population->count && !*interrupted && *looked < most; ++i) {
        bool whole = false;
        mosaic_parts_begin(self->parts, self->team, population, i, self->seed, self->state.generation);
        while (!whole && !*interrupted && *looked < most) {
            const double begin = base_seconds(self->base.env);
            const uint64_t left = most - *looked;
            const uint32_t budget = left < self->budget ? (uint32_t)left : self->budget;
            const uint32_t busiest = mosaic_parts_improve(self->parts, self->team, budget);
            adapt_budget(self, begin);
            *looked += busiest;
            whole = busiest < budget;
            *interrupted = search_engine_is_cut(&self->base);
        }
        mosaic_parts_end(self->parts, self->team);
    }
}

void mosaic_generation_begin(const struct mosaic_engine *self, struct mosaic_population *population,
                             struct mosaic_launches *launches, uint32_t generation)
{
    const bool varied = mosaic_is_varied(self, population->number);
    const uint64_t kicks = varied && self->choices.kicks < VARIED_KICKS ? VARIED_KICKS : self->choices.kicks;
    mosaic_population_begin(population, kicks + generation * (kicks / LATER_KICKS),
                            varied ? 1.0 : self->choices.threshold);
    if (launches) {
        mosaic_launches_begin(launches, population, generation == 0);
    }
    population->begun = true;
}

/* Ends an improvement that was interrupted, or cut by the schedule, after `done`. */
static enum swarm_status settle(struct mosaic_engine *self, uint64_t done, uint64_t limit, bool *interrupted)
{
    if (*interrupted || limit < UINT64_MAX) {
        self->done.cut = MOSAIC_CUT_NODES;
        self->done.cut_at = *interrupted ? done : limit; /* all may be done before the limit */
        *interrupted = true;
    }
    base_team_run(self->team, self->population->count, settle_individual, self);
    TRY(mosaic_generation_check(self, "improvement"));
    mosaic_generation_keep_best(self);
    return SWARM_OK;
}

/* Until every individual has nothing to look at and has made its kicks, or the run is interrupted or cut: after so many
 * nodes that each individual has looked at, or steps of launches. */
static enum swarm_status improve(struct mosaic_engine *self, bool *interrupted)
{
    struct mosaic_population *population = self->population;
    const struct mosaic_hands hands = {self->base.env, self->team, self->crossovers};
    const uint64_t limit = mosaic_generation_cut(self, self->state.number, self->state.generation, MOSAIC_CUT_NODES);
    uint64_t done = 0;
    if (!population->begun) {
        mosaic_generation_begin(self, population, self->launches, self->state.generation);
    }
    population->begun = false; /* of the next generation */
    if (self->choices.crowd && mosaic_crowd_takes(&self->problem) && limit == UINT64_MAX) {
        const struct mosaic_waiting waiting = {&self->problem, population, self->base.env, self->base.request.deadline,
                                               self->seed};
        TRY(mosaic_crowd_improve(self->choices.crowd, waiting, &done, interrupted));
        return settle(self, done, limit, interrupted);
    }
    if (self->launches) {
        done = mosaic_launches_steps(self->launches);
    } else {
        self->budget = self->budget > 0 ? self->budget : FIRST_BUDGET;
        if (self->parts) {
            improve_parts(self, limit, &done, interrupted);
        }
        mosaic_population_queue(population, self->team);
    }
    if (self->device.session) {
        TRY(mosaic_arrays_device_send(&self->device, population));
    }
    for (bool whole = false; !*interrupted && done < limit && !whole;) {
        if (self->launches) {
            TRY(mosaic_launches_step(self->launches, &hands, &whole));
            ++done;
        } else {
            TRY(stretch(self, limit - done, &done));
            whole = mosaic_population_is_done(population);
        }
        *interrupted = search_engine_is_cut(&self->base);
    }
    if (self->device.session) {
        TRY(mosaic_arrays_device_fetch(&self->device, population));
    }
    if (self->launches) {
        TRY(mosaic_launches_end(self->launches, &hands));
    } else {
        mosaic_arrays_decide(&self->problem, population);
    }
    return settle(self, done, limit, interrupted);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Crossover                                                                                                          */

/* *passes: made. They end when one has gained little: the rest is for ants, or for the next population. */
static enum swarm_status make_passes(struct mosaic_engine *self, uint32_t *passes, bool *interrupted)
{
    const uint64_t limit = mosaic_generation_cut(self, self->state.number, self->state.generation, MOSAIC_CUT_PASSES);
    const int64_t little = self->problem.n < LARGE ? LITTLE : LARGE_LITTLE;
    int64_t first = 0;
    bool over = self->population->count < 2;
    *passes = 0;
    memset(self->population->dropped, 0,
           self->population->count * (size_t)mosaic_crossover_dropped(self->problem.n) * sizeof(uint32_t));
    while (!over && !*interrupted) {
        const int64_t gain = mosaic_generation_pass(self);
        TRY(mosaic_generation_check(self, "recombination"));
        mosaic_generation_keep_best(self);
        first = *passes == 0 ? gain : first;
        ++*passes;
        over = gain == 0 || gain < first / little || *passes == PASSES || has_reached_target(self);
        *interrupted = search_engine_is_cut(&self->base) || *passes >= limit;
        if (*interrupted) {
            self->done.cut = MOSAIC_CUT_PASSES;
            self->done.cut_at = *passes;
        }
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Generations                                                                                                        */

static uint32_t usual_size(const struct mosaic_engine *self, uint32_t number)
{
    const uint32_t usual = mosaic_population_usual(self->problem.n, number);
    return usual < self->choices.population ? usual : self->choices.population;
}

/* A run for a time has as many individuals as threads that would otherwise do nothing. Threads on many nodes wait for
 * memory: a million nodes on 16 cores had 8.8 % after ten seconds with 16 individuals, 8.3 with one. The ants of a GPU
 * work on all individuals, and few individuals do not keep it busy. */
static uint32_t first_size(const struct mosaic_engine *self)
{
    const uint32_t n = self->problem.n, given = self->choices.start_count, usual = usual_size(self, 0);
    if (self->choices.schedule) {
        return self->choices.schedule->stages[0].individuals;
    }
    const uint32_t parallel = isinf(self->base.request.deadline) ? 0
                              : self->launches ? between(1, (n < LARGE ? ANTS_NODES : LARGE_NODES) / n, ANTS_FIRST)
                                               : between(1, PARALLEL_NODES / n, base_team_size(self->team));
    return between(given > usual ? given : usual, parallel, self->choices.population);
}

uint32_t mosaic_fitting_size(uint32_t wanted, uint32_t least, double fitting)
{
    const uint32_t size = fitting < wanted ? (uint32_t)(fitting > 0.0 ? fitting : 0.0) : wanted;
    return size >= least ? size : 0;
}

/* Generations of this population at least. It is improved and crossed, is kicked and crossed again, and then takes in
 * the elite of those before, if there are any. */
static uint32_t generations_of(const struct mosaic_engine *self)
{
    const struct mosaic_schedule *schedule = self->choices.schedule;
    return schedule ? schedule->stages[self->state.number].generations : self->state.number == 0 ? 2 : 3;
}

/* Individuals of the next population; 0: this one goes on. At the end of this one, 60 % of the time left may go to its
 * improvement. Ahead of that, when this one is crossed for the first time, what this one still takes is paid first,
 * and generations of both. */
static uint32_t following_size(const struct mosaic_engine *self, bool ahead)
{
    const struct mosaic_schedule *schedule = self->choices.schedule;
    const uint32_t next = self->state.number + 1, last = self->population->count;
    if (next == MOSAIC_STAGES || (schedule && next >= schedule->count)) {
        return 0;
    }
    if (schedule) {
        return schedule->stages[next].individuals;
    }
    const uint32_t usual = usual_size(self, mosaic_starts_anew(self) ? 0 : next);
    const double left = self->base.request.deadline - base_seconds(self->base.env);
    if (isinf(left)) {
        return usual;
    }
    const double affordable = left / self->state.price;
    const uint32_t least = between(LEAST, usual, self->launches ? ANTS_LEAST : LEAST);
    return mosaic_fitting_size(usual > last ? usual : last, last > least ? last : least,
                               ahead ? 0.46 * affordable - 0.1 * generations_of(self) * last : 0.6 * affordable);
}

/* The device works on the next population meanwhile. */
static enum swarm_status cross(struct mosaic_engine *self, uint32_t *passes, bool *interrupted)
{
    struct mosaic_ahead *ahead = *interrupted ? NULL : self->ahead;
    if (ahead && mosaic_ahead_size(ahead) == 0 && self->state.generation < generations_of(self)) {
        const uint32_t size = following_size(self, true);
        if (size > 0) {
            TRY(mosaic_ahead_begin(ahead, size));
        }
    }
    mosaic_ahead_go(ahead);
    const enum swarm_status crossed = make_passes(self, passes, interrupted), rested = mosaic_ahead_rest(ahead);
    return crossed != SWARM_OK ? crossed : rested;
}

/* Individuals with the shortest tour of all so far. */
static uint32_t count_shortest(const struct mosaic_engine *self)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < self->population->count; ++i) {
        count += self->population->individuals[i].length == self->state.best_length;
    }
    return count;
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
        const uint32_t count = self->population->count;
        mosaic_population_rank(self->population);
        base_team_run(self->team, self->elite_count < count ? self->elite_count : count, insert_elite, self);
    }
    const double started = base_seconds(env);
    TRY(improve(self, interrupted));
    const double improved = base_seconds(env);
    if (state->generation == 0) {
        self->population->seconds += improved - began;
        state->price = self->population->seconds / self->population->count;
    }
    const int64_t alone = state->best_length;
    const uint32_t agreed = count_shortest(self);
    if (!has_reached_target(self)) {
        TRY(cross(self, &passes, interrupted));
    }
    self->agrees = state->generation == 0 && !*interrupted && self->problem.n <= MOSAIC_FEW_NODES
                   && state->best_length == alone && agreed * AGREEING >= self->population->count;
    base_log(env, SWARM_LOG_DEBUG,
             "%u individuals, generation %u: starts %.3f s, improvement %.3f s, crossover %.3f s in %u passes, length "
             "%" PRId64,
             (unsigned)self->population->count, (unsigned)state->generation + 1, started - began, improved - started,
             base_seconds(env) - improved, (unsigned)passes, state->best_length + self->choices.offset);
    if (self->choices.schedule) { /* its cut is no interruption */
        *interrupted = search_engine_is_cut(&self->base);
    }
    ++state->generation;
    self->done.stages[state->number].generations = state->generation;
    const uint32_t ahead = mosaic_ahead_size(self->ahead);
    const bool may_end = !*interrupted && (state->generation >= generations_of(self) || mosaic_starts_anew(self));
    const uint32_t size = !may_end ? 0 : ahead > 0 ? ahead : following_size(self, false);
    if (size > 0) {
        fill_elite(self);
        state->next_size = size;
        state->generation = 0;
        ++state->number;
    }
    return SWARM_OK;
}
