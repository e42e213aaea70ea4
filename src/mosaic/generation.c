/* generation.c - runs a generation: starts or the elite, improvement, crossover. */
#include "engine.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ocl/pacer.h"

/* Constants measured in bench/mosaic/README.md. "First" and "later" are populations of a timed run. */
enum {
    PARALLEL_NODES = 2097152, /* nodes of all first individuals that threads improve; more would be memory-bound */
    ANTS_NODES = 3500000,     /* nodes of all first individuals that ants improve: enough work for a GPU */
    ANTS_FIRST = 32,          /* maximum number of first individuals that ants improve */
    LARGE_NODES = 2000000,    /* ANTS_NODES for instances of at least MOSAIC_LARGE nodes */
    LARGE_LITTLE = 20,        /* LITTLE for instances of at least MOSAIC_LARGE nodes */
    LEAST = 3,                /* fewest individuals of a later population, which is omitted if time allows fewer */
    ANTS_LEAST = 8,           /* fewest individuals of a later population that ants on pieces improve at once */
    AGREEING = 8,             /* a population agrees if 1 / AGREEING of it found the best tour independently */
    ADDING = 5,               /* populations that add MOSAIC_ADDED individuals; later ones are twice the last */
    AGREED_FIRST = 6,         /* individuals of the first population that must agree, if the run grows; one less in */
    AGREED_LEAST = 3,         /* each later population, but at least AGREED_LEAST since the best tour was found */
    LATER_KICKS = 5,          /* later generations make 1 / LATER_KICKS of the first generation's kicks */
    VARIED_KICKS = 10,        /* minimum number of kicks per individual of a varied population (engine.h) */
    PASSES = 100,             /* maximum passes of all cycles; nearly always LITTLE ends them earlier */
    LITTLE = 100,             /* passes of all cycles end when one gains less than 1 / LITTLE of the first */
    ASSEMBLED_LITTLE = 50,    /* the same for single cycles and for blocks */
    PASSES_WITHOUT = 30,      /* passes of single cycles, or of blocks, that may find no better tour in a row */
    IDLE_PASSES = 3,          /* passes of single cycles, or of blocks, that may gain nothing in a row */
    GROWTH = 8,               /* a timed population has at most GROWTH times as many individuals as the last one, */
    GROWTH_WHOLE = 2,         /* or GROWTH_WHOLE times that if no time would remain for another */
    SHARED_STARTS = 8,        /* threads for each new individual from which all threads make one start after another */
    FIRST_BUDGET = 256,       /* nodes that each individual examines in the first call of an improver on arrays */
    MOST_BUDGET = 1 << 24     /* maximum nodes that each individual examines per call, so that budgets fit 32 bits */
};

/* Seconds per node from which ants on pieces begin with two individuals or more: one crossover then gains more than the
 * kicks in its time. */
static const double PATIENT = 5e-6;

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

/* Measures a tour, and records if the improver's length was wrong. */
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
            return base_fail(
                self->base.env, SWARM_ERROR_VERIFICATION,
                "%s: the length of the tour of individual %u in population %u differs from the reported one", what,
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
    struct base_team *team; /* threads that share each start; NULL: each start has one thread */
};

static void start_individual(void *context, size_t item, unsigned thread)
{
    const struct starting *starting = context;
    const struct mosaic_engine *self = starting->engine;
    struct mosaic_population *population = starting->population;
    const uint32_t n = population->n, individual = population->started + (uint32_t)item;
    struct mosaic_tour tour = mosaic_population_tour(population, individual);
    const bool kept = individual < mosaic_kept(self, population);
    if (kept) {
        memcpy(tour.ord, self->elite + (size_t)individual * n, n * sizeof *tour.ord);
        mosaic_tour_settle(&self->problem, NULL, &tour);
    } else if (population->number == 0 && individual < self->choices.start_count) {
        memcpy(tour.ord, self->given + (size_t)individual * n, n * sizeof *tour.ord);
        mosaic_tour_settle(&self->problem, NULL, &tour);
    } else if (mosaic_starts_on_curve(self)) {
        mosaic_start_on_curve(&self->problem, draw_stream_of(self->seed, individual, population->number),
                              self->choices.noise, &tour);
    } else {
        mosaic_start_tour(self->starts, starting->team, draw_stream_of(self->seed, individual, population->number),
                          self->choices.noise, thread, &tour);
    }
    population->launched[individual] = (struct mosaic_launched){0, 0};
    population->individuals[individual] = (struct mosaic_individual){
        .length = tour.length,
        .kicks = kept ? self->choices.kicks : 0,
        .population = population->number,
        .number = individual,
        .kopt = self->choices.kopt,
        .beam = mosaic_beam_of(self, population->number),
    };
    memset(mosaic_population_dirty(population, individual), kept ? 0 : 0xff,
           ARRAY_QUEUED_WORDS(n) * sizeof *population->dirty);
}

void mosaic_generation_start(struct mosaic_engine *self, struct mosaic_population *population, struct base_team *team,
                             uint32_t most)
{
    const uint32_t left = population->count - population->started, count = left < most ? left : most;
    if (self->starts) {
        mosaic_starts_set_hubs(self->starts, mosaic_is_assembled(self, population->count));
    }
    const bool few = SHARED_STARTS * count <= base_team_size(team) || count == 1;
    struct starting starting = {self, population, few || population->n > MOSAIC_MANY_NODES ? team : NULL};
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

/* Replaces one of the worst individuals by a tour of the elite, without dirty nodes. */
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

/* Inserts up to `most` tours of the elite, the best first. */
static void join_elite(struct mosaic_engine *self, uint32_t most)
{
    mosaic_population_rank(self->population);
    base_team_run(self->team, self->elite_count < most ? self->elite_count : most, insert_elite, self);
}

/* Copies the better half of the population, or all of it if the run grows, for the next population. */
static void fill_elite(struct mosaic_engine *self)
{
    const struct mosaic_population *population = self->population;
    const size_t n = population->n;
    mosaic_population_rank(self->population);
    const uint32_t most = mosaic_elite_size(self->choices.population); /* the capacity of elite[] */
    self->elite_count =
        !mosaic_grows(self) || population->count > most ? mosaic_elite_size(population->count) : population->count;
    for (uint32_t i = 0; i < self->elite_count; ++i) {
        memcpy(self->elite + i * n, mosaic_population_tour(population, population->order[i]).ord,
               n * sizeof *self->elite);
    }
}

static enum swarm_status begin_population(struct mosaic_engine *self, bool *interrupted)
{
    const uint32_t size = self->state.next_size;
    if (mosaic_prefetch_size(self->prefetch) > 0) {
        mosaic_prefetch_take(self->prefetch);
    } else {
        TRY(mosaic_generation_reserve(self, self->population, self->state.number, size));
    }
    self->done.stages[self->done.count++].individuals = size;
    if (!self->starts && !mosaic_starts_on_curve(self)) {
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
    self->budget = ocl_budget_after(self->budget, base_seconds(self->base.env) - begin,
                                    self->base.request.launch_seconds, MOST_BUDGET);
}

/* Improves arrays for about the time of a launch, by at most `most` nodes of every queue. Adds the nodes to *looked. */
static enum swarm_status improve_arrays(struct mosaic_engine *self, uint64_t most, uint64_t *looked)
{
    struct mosaic_population *population = self->population;
    const double begin = base_seconds(self->base.env);
    const uint32_t budget = most < self->budget ? (uint32_t)most : self->budget;
    if (self->kernel.session) {
        TRY(mosaic_arrays_device_improve(&self->kernel, population, budget));
    } else {
        mosaic_arrays_improve(&self->problem, population, self->team, self->seed, budget);
    }
    adapt_budget(self, begin);
    *looked += budget;
    return SWARM_OK;
}

/* Improves the tours in parts, one tour after another. Adds the nodes of each tour's busiest part to *looked. */
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
        mosaic_launches_begin(launches, population);
    }
    population->begun = true;
}

/* Ends an improvement. `done`: where an interruption cut it; `limit`: where the schedule cuts it. */
static enum swarm_status settle(struct mosaic_engine *self, uint64_t done, uint64_t limit, bool *interrupted)
{
    if (*interrupted || limit < UINT64_MAX) {
        self->done.cut = MOSAIC_CUT_NODES;
        self->done.cut_at = *interrupted ? done : limit; /* individuals may be done before the limit */
        *interrupted = true;
    }
    base_team_run(self->team, self->population->count, settle_individual, self);
    TRY(mosaic_generation_check(self, "improvement"));
    mosaic_generation_keep_best(self);
    return SWARM_OK;
}

/* Improves the population until every individual has no dirty node and has made its kicks, the run is interrupted, or
 * the schedule cuts the improvement after nodes examined per individual or steps of launches. */
static enum swarm_status improve(struct mosaic_engine *self, bool *interrupted)
{
    struct mosaic_population *population = self->population;
    const struct mosaic_workers workers = {self->base.env, self->team, self->crossovers};
    const uint64_t limit = mosaic_generation_cut(self, self->state.number, self->state.generation, MOSAIC_CUT_NODES);
    uint64_t done = 0;
    if (!population->begun) {
        mosaic_generation_begin(self, population, self->launches, self->state.generation);
    }
    population->begun = false; /* the next generation calls mosaic_generation_begin() */
    if (self->choices.batcher && mosaic_batcher_takes(self->choices.batcher, &self->problem) && limit == UINT64_MAX) {
        const uint32_t first = self->state.generation == 0 ? mosaic_kept(self, population) : 0;
        const struct mosaic_batch_item item = {
            &self->problem, population, first, self->base.env, self->base.request.deadline, self->seed};
        TRY(mosaic_batcher_improve(self->choices.batcher, item, interrupted));
        return settle(self, done, limit, interrupted);
    }
    if (self->launches) {
        done = population->steps;
    } else {
        self->budget = self->budget > 0 ? self->budget : FIRST_BUDGET;
        if (self->parts) {
            improve_parts(self, limit, &done, interrupted);
        }
        mosaic_population_queue(population, self->team);
    }
    if (self->kernel.session) {
        TRY(mosaic_arrays_device_send(&self->kernel, population));
    }
    for (bool whole = false; !*interrupted && done < limit && !whole;) {
        if (self->launches) {
            TRY(mosaic_launches_step(self->launches, &workers, &whole));
            ++done;
        } else {
            TRY(improve_arrays(self, limit - done, &done));
            whole = mosaic_are_done(population->individuals, population->count);
        }
        *interrupted = search_engine_is_cut(&self->base);
    }
    if (self->kernel.session) {
        TRY(mosaic_arrays_device_fetch(&self->kernel, population));
    }
    if (self->launches) {
        TRY(mosaic_launches_end(self->launches, &workers));
    } else {
        mosaic_arrays_decide(&self->problem, population);
    }
    return settle(self, done, limit, interrupted);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Crossover                                                                                                          */

/* The passes of a generation's crossover. */
struct crossing {
    uint64_t limit;  /* passes after which the schedule cuts the generation */
    uint32_t passes; /* passes so far */
    struct mosaic_edges edges;
};

/* Performs passes of one kind until they gain little: the improver or the next population gains the rest faster. */
static enum swarm_status make_passes(struct mosaic_engine *self, enum mosaic_passes kind, struct crossing *crossing,
                                     bool *interrupted)
{
    const bool all = kind == MOSAIC_ALL_CYCLES;
    const int64_t little = !all ? ASSEMBLED_LITTLE : self->problem.n < MOSAIC_LARGE ? LITTLE : LARGE_LITTLE;
    const uint32_t most = all ? PASSES : UINT32_MAX, idle_most = all ? 1 : IDLE_PASSES;
    int64_t first = 0, best = INT64_MAX;
    uint32_t without = 0, idle = 0;
    bool over = false;
    for (uint32_t pass = 1; !over && !*interrupted; ++pass) {
        const int64_t gain = mosaic_generation_pass(self, kind, &crossing->edges);
        TRY(mosaic_generation_check(self, "recombination"));
        mosaic_generation_keep_best(self);
        ++crossing->passes;
        first = pass == 1 ? gain : first;
        idle = gain == 0 ? idle + 1 : 0;
        without = self->generation_length < best ? 0 : without + 1;
        best = self->generation_length;
        over = gain < first / little || idle == idle_most || pass == most || (!all && without == PASSES_WITHOUT)
               || has_reached_target(self);
        *interrupted = search_engine_is_cut(&self->base) || crossing->passes >= crossing->limit;
        if (*interrupted) {
            self->done.cut = MOSAIC_CUT_PASSES;
            self->done.cut_at = crossing->passes;
        }
    }
    return SWARM_OK;
}

/* Crosses the population: by all cycles that gain or, if it is large, by few that cost little diversity; then by
 * blocks, which gain where no cycle does. They cost diversity, so a small population has none before its last kicks. */
static enum swarm_status make_all_passes(struct mosaic_engine *self, struct crossing *crossing, bool *interrupted)
{
    const uint32_t count = self->population->count;
    const bool large = mosaic_is_assembled(self, count), last = self->state.generation > 1;
    const bool blocks = mosaic_is_assembled(self, last ? MOSAIC_ASSEMBLED_LEAST : count);
    memset(self->population->dropped, 0,
           count * (size_t)mosaic_crossover_dropped(self->problem.n) * sizeof *self->population->dropped);
    if (!large) {
        TRY(make_passes(self, MOSAIC_ALL_CYCLES, crossing, interrupted)); /* these do not update crossing->edges */
    }
    if (!blocks || *interrupted || has_reached_target(self)) {
        return SWARM_OK;
    }
    TRY(mosaic_edges_init(self->base.env, self->population, self->team, &crossing->edges));
    if (large) {
        TRY(make_passes(self, MOSAIC_SINGLE_CYCLES, crossing, interrupted));
    }
    return has_reached_target(self) ? SWARM_OK : make_passes(self, MOSAIC_BLOCKS, crossing, interrupted);
}

static enum swarm_status cross_population(struct mosaic_engine *self, uint32_t *passes, bool *interrupted)
{
    struct crossing crossing = {
        .limit = mosaic_generation_cut(self, self->state.number, self->state.generation, MOSAIC_CUT_PASSES)};
    const enum swarm_status status =
        self->population->count < 2 ? SWARM_OK : make_all_passes(self, &crossing, interrupted);
    mosaic_edges_deinit(&crossing.edges);
    *passes = crossing.passes;
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Generations                                                                                                        */

static uint32_t usual_size(const struct mosaic_engine *self, uint32_t number)
{
    const uint32_t usual = !mosaic_grows(self) ? mosaic_population_usual(self->problem.n, number)
                           : number < ADDING   ? MOSAIC_ADDED * (number + 1)
                                               : 2 * self->population->count;
    return usual < self->choices.population ? usual : self->choices.population;
}

/* The size of the first population, at least the usual one. A timed run has one individual per thread, unless threads
 * would wait for memory: a million nodes on 16 cores had a gap of 8.8 % after ten seconds with 16 individuals, 8.3 %
 * with one. Ants need many individuals to keep a GPU busy. */
static uint32_t first_size(const struct mosaic_engine *self)
{
    const uint32_t n = self->problem.n, given = self->choices.start_count, usual = usual_size(self, 0);
    if (self->choices.schedule) {
        return self->choices.schedule->stages[0].individuals;
    }
    const double left = self->base.request.deadline - base_seconds(self->base.env);
    const uint32_t least = left > PATIENT * n ? 2 : 1;
    const uint32_t parallel = isinf(left) ? 0
                              : self->launches
                                  ? between(least, (n < MOSAIC_LARGE ? ANTS_NODES : LARGE_NODES) / n, ANTS_FIRST)
                                  : between(1, PARALLEL_NODES / n, base_team_size(self->team));
    return between(given > usual ? given : usual, parallel, self->choices.population);
}

/* Least generations of this population, or its generations in the schedule. A population of few individuals is improved
 * and crossed, then kicked and crossed again, and in the third generation takes in the elite of the previous
 * population, if there is one. A population of many takes in the best tour before its first crossover; with a time
 * limit it has one generation, because more individuals gain more than more generations. */
static uint32_t generations_of(const struct mosaic_engine *self)
{
    const struct mosaic_schedule *schedule = self->choices.schedule;
    const bool larger_is_better =
        mosaic_is_assembled(self, self->population->count) && !isinf(self->base.request.deadline);
    return schedule                                 ? schedule->stages[self->state.number].generations
           : larger_is_better || mosaic_grows(self) ? 1
           : self->state.number == 0                ? 2
                                                    : 3;
}

/* How many individuals of the next population the time allows, at the price of the last one. At the end of a population
 * of few, 60 % of the remaining time may go to the next one's improvement, and the rest to its later generations.
 * `prefetched`: the current population must still be crossed in that time. */
static double affordable(const struct mosaic_engine *self, bool prefetched)
{
    const struct mosaic_state *state = &self->state;
    const uint32_t last = self->population->count;
    const double left = self->base.request.deadline - base_seconds(self->base.env), price = state->price;
    const double crossing =
        state->crossing > 0.0 ? state->crossing : price; /* on GPUs and for many nodes about equal */
    const double few = prefetched ? 0.46 * left / price - 0.1 * generations_of(self) * last : 0.6 * left / price;
    const double many = 0.9 * (left - (prefetched ? last * crossing : 0.0)) / (price + crossing);
    const bool few_fit = few < MOSAIC_ASSEMBLED_LEAST || !mosaic_is_assembled(self, MOSAIC_ASSEMBLED_LEAST);
    return few_fit ? few : many < MOSAIC_ASSEMBLED_LEAST ? MOSAIC_ASSEMBLED_LEAST - 1 : many;
}

/* Individuals of the next population; 0: none, the current population continues. `prefetched`: called during the first
 * crossover of the current population. Runs of many nodes skip small populations if they can afford a large one. */
static uint32_t following_size(const struct mosaic_engine *self, bool prefetched)
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
    if (isinf(self->base.request.deadline)) {
        return usual;
    }
    const double most = affordable(self, prefetched);
    const uint32_t least = between(LEAST, usual, self->launches ? ANTS_LEAST : LEAST), limit = self->choices.population;
    const uint32_t grown = mosaic_is_assembled(self, last) ? GROWTH * last : last;
    const bool skips = self->problem.n >= MOSAIC_LARGE && fmin(most, limit) >= MOSAIC_ASSEMBLED_LEAST;
    const uint32_t wanted = skips ? limit : between(usual, grown, limit);
    const bool whole = most >= between(wanted, GROWTH_WHOLE * wanted, limit);
    const uint32_t size = whole ? wanted : most > 0.0 ? (uint32_t)most : 0;
    return size >= (last > least ? last : least) ? size : 0;
}

/* Crosses the population while devices improve the next one. */
static enum swarm_status cross(struct mosaic_engine *self, uint32_t *passes, bool *interrupted)
{
    struct mosaic_prefetch *prefetch = *interrupted ? NULL : self->prefetch;
    const double began = base_seconds(self->base.env);
    const bool may_begin = prefetch && self->state.generation < generations_of(self);
    TRY(mosaic_prefetch_start(prefetch, may_begin ? following_size(self, true) : 0));
    const enum swarm_status crossed = cross_population(self, passes, interrupted);
    const enum swarm_status prefetched = mosaic_prefetch_stop(prefetch);
    if (self->state.generation == 0) {
        const uint32_t count = self->population->count;
        self->state.crossing = mosaic_is_assembled(self, count) ? (base_seconds(self->base.env) - began) / count : 0.0;
    }
    return crossed != SWARM_OK ? crossed : prefetched;
}

/* Number of new individuals whose tour is as short as the best of the run. */
static uint32_t count_shortest(const struct mosaic_engine *self)
{
    uint32_t count = 0;
    for (uint32_t i = mosaic_kept(self, self->population); i < self->population->count; ++i) {
        count += self->population->individuals[i].length == self->state.best_length;
    }
    return count;
}

/* True if enough individuals found the best tour independently: `agreed` of this population. */
static bool enough_agree(const struct mosaic_engine *self, uint32_t agreed)
{
    const uint32_t number = self->state.number, least = AGREED_FIRST - AGREED_LEAST;
    const uint32_t wanted = AGREED_FIRST - (number < least ? number : least);
    return mosaic_grows(self) ? self->state.hits >= wanted : agreed * AGREEING >= self->population->count;
}

/* Ends the population after its last generation, if another one follows. */
static void decide_next(struct mosaic_engine *self, bool interrupted)
{
    const uint32_t prefetched = mosaic_prefetch_size(self->prefetch);
    const bool may_end = !interrupted && (self->state.generation >= generations_of(self) || mosaic_starts_anew(self));
    const uint32_t size = !may_end ? 0 : prefetched > 0 ? prefetched : following_size(self, false);
    if (size > 0) {
        fill_elite(self);
        self->state.next_size = size;
        self->state.generation = 0;
        ++self->state.number;
    }
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
    }
    const bool assembled = mosaic_is_assembled(self, self->population->count);
    if (!assembled && state->generation == 2 && !mosaic_grows(self)) {
        join_elite(self, self->population->count);
    }
    const int64_t begun = state->best_length;
    const double started = base_seconds(env);
    TRY(improve(self, interrupted));
    const double improved = base_seconds(env);
    if (state->generation == 0) {
        self->population->seconds += improved - began;
        state->price = self->population->seconds / self->population->count;
    }
    const int64_t before = state->best_length;
    const uint32_t agreed = count_shortest(self);
    if (assembled && state->generation == 0) {
        join_elite(self, 1);
    }
    if (!has_reached_target(self)) {
        TRY(cross(self, &passes, interrupted));
    }
    state->hits = (state->best_length == begun ? state->hits : 0) + (state->best_length == before ? agreed : 0);
    self->agrees = state->generation == 0 && !*interrupted && self->problem.n <= MOSAIC_FEW_NODES
                   && state->best_length == before && enough_agree(self, agreed);
    base_log(env, SWARM_LOG_DEBUG,
             "%u individuals, generation %u: starts %.3f s, improvement %.3f s, crossover %.3f s in %u passes, length "
             "%" PRId64,
             (unsigned)self->population->count, (unsigned)state->generation + 1, started - began, improved - started,
             base_seconds(env) - improved, (unsigned)passes, state->best_length + self->choices.offset);
    if (self->choices.schedule) { /* a cut by the schedule does not count as an interruption */
        *interrupted = search_engine_is_cut(&self->base);
    }
    ++state->generation;
    self->done.stages[state->number].generations = state->generation;
    decide_next(self, *interrupted);
    return SWARM_OK;
}
