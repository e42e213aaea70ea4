#include "mosaic.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/available.h"
#include "base/memory.h"
#include "engine.h"
#include "random.h"
#include "tsp/metric.h"

#define IMPROVER_ROWS(ROW)                                                                                             \
    ROW("array",                                                                                                       \
        "on the device, a work-item for an individual: moves of up to 8 edges on an array, kicks undone by a log",     \
        "Lin and Kernighan 1973; Martin, Otto and Felten 1991", .host = false, .kopt = 8, .beam = 2)                   \
    ROW("threads", "the same by threads of the host, which are faster than the few work-items on a GPU", "",           \
        .host = true, .kopt = 8, .beam = 2)                                                                            \
    ROW("pieces", "on the device, thousands of ants on each individual's tour, with lists of its pieces; other tours", \
        "ours", .pieces = true, .kopt = 6, .beam = 3)

#define AS_WORD(name, help, source, ...) {name, help, source},
#define AS_ROW(word, help, source, ...)  {.name = word, __VA_ARGS__},

const struct swarm_variant mosaic_improver_words[] = {
    {"auto", "pieces on NVIDIA GPUs with --time; array on CPUs; otherwise, for GEO and with --device none threads", ""},
    IMPROVER_ROWS(AS_WORD){NULL, NULL, NULL}};
const struct mosaic_improver mosaic_improvers[] = {IMPROVER_ROWS(AS_ROW)};
const size_t mosaic_improver_count = sizeof mosaic_improvers / sizeof mosaic_improvers[0];

const struct mosaic_improver *mosaic_improver_find(const char *name)
{
    for (size_t i = 0; i < mosaic_improver_count; ++i) {
        if (strcmp(mosaic_improvers[i].name, name) == 0) {
            return &mosaic_improvers[i];
        }
    }
    return NULL;
}

/* Open ends that are followed where exits and entrances have half as many ways on as other nodes, one of their edges
 * being their partner's: docs/mosaic.md, Arcs. */
enum { ARC_BEAM = 4 };

/* Nodes that each individual looks at in the first stretch, and at most. */
enum { FIRST_BUDGET = 256, MOST_BUDGET = 1 << 24 };

static struct mosaic_engine *self_of(struct run_engine *engine)
{
    return (struct mosaic_engine *)engine;
}

static bool uses_session(const struct mosaic_engine *self)
{
    return self->base.device && !self->choices.improver->host;
}

static struct mosaic_effort effort_of(const struct mosaic_engine *self)
{
    const struct mosaic_choices *choices = &self->choices;
    return (struct mosaic_effort){choices->ants, choices->kopt, choices->beam, choices->threshold};
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Plan, open, build, prepare                                                                                         */

static enum swarm_status plan(struct run_engine *engine)
{
    struct mosaic_engine *self = self_of(engine);
    const struct swarm_instance_info *info = &self->instance->info;
    const uint32_t n = info->node_count, most = self->choices.population, width = self->choices.candidates;
    const unsigned threads = self->choices.threads > 0 ? self->choices.threads : base_processors();
    const struct mosaic_effort effort = effort_of(self);
    const uint64_t host = mosaic_population_bytes(n, most) + threads * mosaic_crossover_bytes(n)
                          + mosaic_starts_bytes(n, width, threads) + (uint64_t)mosaic_elite_size(most) * n * 4
                          + (self->choices.improver->pieces ? mosaic_launches_bytes(n, most, &effort) : 0)
                          + (uint64_t)n * (width + 8) * 8;
    const uint64_t available = base_memory_available("");
    enum swarm_status status = SWARM_OK;
    if (engine->device) {
        ocl_device_log(engine->env, engine->device);
    }
    if (self->device) {
        TRY(mosaic_device_plan(self->device, self->instance, width, most, engine->plan));
        engine->plan_count = MOSAIC_DEVICE_BUFFERS;
    } else if (uses_session(self)) {
        TRY(mosaic_launches_plan(engine->env, self->instance, engine->device, width, most, &effort, engine->plan));
        engine->plan_count = MOSAIC_PIECES_BUFFERS;
    }
    engine->plan[engine->plan_count++] = (struct swarm_plan_entry){"host", host};
    if (host > available) {
        return base_fail(
            engine->env, SWARM_ERROR_OUT_OF_MEMORY,
            "%u individuals need %.1f GiB of the host's memory, %.1f GiB are available; --population takes fewer",
            (unsigned)most, (double)host / 1073741824.0, (double)available / 1073741824.0);
    }
    base_log(engine->env, SWARM_LOG_INFO, "mosaic of up to %u individuals, host memory %.1f MiB", (unsigned)most,
             (double)host / 1048576.0);

fail:
    return status;
}

static enum swarm_status open_device(struct run_engine *engine)
{
    struct mosaic_engine *self = self_of(engine);
    enum swarm_status status = SWARM_OK;
    if (uses_session(self)) {
        TRY(ocl_session_open(engine->env, self->devices, self->index, engine->request.profiling, &self->session));
        engine->session = &self->session;
    }
    TRY(base_team_create(engine->env, self->choices.threads, &self->team));

fail:
    return status;
}

static enum swarm_status build(struct run_engine *engine)
{
    struct mosaic_engine *self = self_of(engine);
    if (!uses_session(self)) {
        return SWARM_OK;
    }
    if (self->device) {
        return mosaic_device_build(self->device, &self->session);
    }
    self->way = mosaic_pieces_way_of(engine->device);
    return mosaic_pieces_build(&self->session, self->instance, engine->request.dump_path, &self->way, &self->program);
}

/* The best so far. */
static enum swarm_status take_start(struct mosaic_engine *self, const uint32_t *tour)
{
    const uint32_t n = self->problem.n;
    struct mosaic_tour best = {.ord = self->best, .pos = base_array(n, sizeof *best.pos)};
    if (!best.pos) {
        return base_fail_memory(self->base.env);
    }
    for (uint32_t p = 0; p < n; ++p) {
        self->best[p] = self->problem.number[tour[p]];
    }
    mosaic_tour_settle(&self->problem, &best);
    free(best.pos);
    self->best_length = self->base.start_score = best.length;
    for (size_t i = 0; i < (size_t)self->choices.start_count * n; ++i) {
        self->given[i] = self->problem.number[self->choices.starts[i]];
    }
    return SWARM_OK;
}

static enum swarm_status prepare(struct run_engine *engine, const void *start_tour, int64_t start_length)
{
    struct mosaic_engine *self = self_of(engine);
    const struct mosaic_choices *choices = &self->choices;
    const unsigned threads = base_team_size(self->team);
    const uint32_t most = self->choices.population;
    enum swarm_status status = SWARM_OK;
    (void)start_length;
    TRY(mosaic_problem_init(engine->env, self->instance, self->team, choices->candidates, choices->per_quadrant,
                            engine->request.deadline, &self->problem));
    const uint32_t n = self->problem.n;
    self->best = base_array(n, sizeof *self->best);
    const size_t given = self->choices.start_count;
    self->given = given > 0 ? base_array(given * n, sizeof *self->given) : NULL;
    self->circle.order = base_array(most, sizeof *self->circle.order);
    self->crossovers = base_array(threads, sizeof *self->crossovers);
    if (!self->best || (given > 0 && !self->given) || !self->circle.order || !self->crossovers) {
        return base_fail_memory(engine->env);
    }
    TRY(take_start(self, start_tour));
    if (!self->problem.near) {
        return SWARM_OK; /* the run is over */
    }
    TRY(mosaic_starts_create(engine->env, &self->problem, threads, &self->starts));
    for (unsigned i = 0; i < threads; ++i) {
        TRY(mosaic_crossover_create(engine->env, &self->problem, &self->crossovers[i]));
    }
    if (self->device) {
        TRY(mosaic_device_prepare(self->device, &self->problem, engine->request.seed));
    }
    self->circle.team = self->team;
    self->circle.crossovers = self->crossovers;
    self->circle.seed = engine->request.seed;
    TRY(mosaic_elite_init(engine->env, n, most, &self->elite));
    if (self->choices.improver->pieces) {
        const struct mosaic_effort effort = effort_of(self);
        const struct mosaic_launch_tools tools = {
            .env = engine->env,
            .problem = &self->problem,
            .team = self->team,
            .crossovers = self->crossovers,
            .session = uses_session(self) ? &self->session : NULL,
            .program = self->program,
            .way = self->way,
            .seed = engine->request.seed,
        };
        TRY(mosaic_launches_create(&tools, most, &effort, &self->launches));
    }

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* What concerns every individual */

static bool is_interrupted(const struct mosaic_engine *self)
{
    return run_engine_is_interrupted(&self->base);
}

static bool has_reached_target(const struct mosaic_engine *self)
{
    return self->best_length <= self->base.request.target;
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

/* Keeps the shortest tour if it is better than all before. */
static void keep_best(struct mosaic_engine *self)
{
    const struct mosaic_population *population = &self->population;
    uint32_t shortest = 0;
    for (uint32_t i = 1; i < population->count; ++i) {
        shortest = population->individuals[i].length < population->individuals[shortest].length ? i : shortest;
    }
    const struct mosaic_tour tour = mosaic_population_tour(population, shortest);
    self->generation_length = tour.length;
    if (tour.length < self->best_length) {
        self->best_length = tour.length;
        memcpy(self->best, tour.ord, self->problem.n * sizeof *self->best);
    }
}

static enum swarm_status check_claims(struct mosaic_engine *self, const char *what)
{
    for (uint32_t i = 0; i < self->population.count; ++i) {
        if (self->population.wrong[i]) {
            return base_fail(self->base.env, SWARM_ERROR_VERIFICATION,
                             "%s: the tour of individual %u of population %u is not as long as it was said to be", what,
                             (unsigned)i, (unsigned)self->number);
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
    if (self->number == 0 && item < self->choices.start_count) {
        memcpy(tour.ord, self->given + item * n, n * sizeof *tour.ord);
        mosaic_tour_settle(&self->problem, &tour);
    } else {
        mosaic_start_tour(self->starts, self->base.request.seed, self->number, (uint32_t)item, self->choices.noise,
                          thread, &tour);
    }
    population->individuals[item] = (struct mosaic_individual){
        .length = tour.length,
        .population = self->number,
        .number = (uint32_t)item,
        .kopt = self->choices.kopt,
        .beam = self->choices.beam,
    };
    memset(mosaic_population_dirty(population, (uint32_t)item), 0xff,
           mosaic_dirty_words(n) * sizeof *population->dirty);
}

/* Start tours, a few at a time, so that an end is seen; *interrupted: population->count are made. */
static enum swarm_status begin_population(struct mosaic_engine *self, bool *interrupted)
{
    struct mosaic_population *population = &self->population;
    const uint32_t size = self->next_size;
    enum swarm_status status = SWARM_OK;
    self->begun = base_seconds(self->base.env);
    if (size > population->capacity) {
        TRY(mosaic_population_reserve(self->base.env, self->problem.n, size, population));
    }
    population->count = size;
    self->done.stages[self->done.count++].individuals = size;
    base_team_run(self->team, size, start_individual, self);
    *interrupted = is_interrupted(self);

fail:
    return status;
}

static bool all_done(const struct mosaic_population *population)
{
    for (uint32_t i = 0; i < population->count; ++i) {
        if (!population->individuals[i].done) {
            return false;
        }
    }
    return true;
}

/* Where the schedule that the run follows cuts this generation, if it does so by `cut`: after so many, otherwise never.
 */
static uint64_t cut_of(const struct mosaic_engine *self, enum mosaic_cut cut)
{
    const struct mosaic_schedule *schedule = self->choices.schedule;
    const bool here = schedule && schedule->cut == cut && self->number + 1 == schedule->count
                      && self->generation + 1 == schedule->stages[self->number].generations;
    return here ? schedule->cut_at : UINT64_MAX;
}

/* Stretches until every individual's queue is empty and its kicks are made, or the run is interrupted. *done: nodes
 * that each individual has looked at. */
static enum swarm_status improve_arrays(struct mosaic_engine *self, uint64_t kick_end, uint64_t limit, uint64_t *done,
                                        bool *interrupted)
{
    struct mosaic_population *population = &self->population;
    const double wanted = self->base.request.launch_seconds;
    enum swarm_status status = SWARM_OK;
    uint64_t looked = 0;
    population->threshold = self->choices.threshold;
    mosaic_population_queue(population, self->team, kick_end);
    if (self->device) {
        TRY(mosaic_device_send(self->device, population));
    }
    while (!*interrupted && looked < limit && !all_done(population)) {
        const double begin = base_seconds(self->base.env);
        const uint32_t budget = limit - looked < self->budget ? (uint32_t)(limit - looked) : self->budget;
        looked += budget;
        if (self->device) {
            TRY(mosaic_device_improve(self->device, population, budget));
        } else {
            mosaic_improve_host(&self->problem, population, self->team, self->base.request.seed, budget);
        }
        const double seconds = base_seconds(self->base.env) - begin;
        if (seconds < 0.5 * wanted && self->budget < MOST_BUDGET) {
            self->budget *= 2;
        } else if (seconds > 2.0 * wanted && self->budget > 1) {
            self->budget /= 2;
        }
        *interrupted = is_interrupted(self);
    }
    if (self->device) {
        TRY(mosaic_device_fetch(self->device, population));
    }
    mosaic_improve_decide(&self->problem, population);
    *done = looked;

fail:
    return status;
}

/* The same by launches of ants on pieces; *done: steps. */
static enum swarm_status improve_pieces(struct mosaic_engine *self, uint64_t kick_end, uint64_t limit, uint64_t *done,
                                        bool *interrupted)
{
    enum swarm_status status = SWARM_OK;
    bool whole = false;
    mosaic_launches_begin(self->launches, &self->population, self->number, self->generation, kick_end);
    for (*done = 0; !*interrupted && *done < limit && !whole; ++*done) {
        TRY(mosaic_launches_step(self->launches, &whole));
        *interrupted = is_interrupted(self);
    }
    TRY(mosaic_launches_end(self->launches));

fail:
    return status;
}

static enum swarm_status improve(struct mosaic_engine *self, bool *interrupted)
{
    const uint64_t limit = cut_of(self, MOSAIC_CUT_NODES);
    enum swarm_status status = SWARM_OK;
    uint64_t kick_end = 0, done = 0;
    for (uint32_t generation = 0; generation <= self->generation; ++generation) {
        kick_end += mosaic_generation_kicks(self->choices.kicks, generation);
    }
    TRY((self->launches ? improve_pieces : improve_arrays)(self, kick_end, limit, &done, interrupted));
    if (*interrupted || limit < UINT64_MAX) {
        self->done.cut = MOSAIC_CUT_NODES;
        self->done.cut_at = *interrupted ? done : limit; /* all may be done before the limit */
        *interrupted = true;
    }
    base_team_run(self->team, self->population.count, settle_individual, self);
    TRY(check_claims(self, "improvement"));
    keep_best(self);

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Crossover                                                                                                          */

/* *passes: made. They end when one has gained little: what is left is for ants, or for the next population. */
static enum swarm_status cross(struct mosaic_engine *self, uint32_t *passes, bool *interrupted)
{
    const uint64_t limit = cut_of(self, MOSAIC_CUT_PASSES);
    enum swarm_status status = SWARM_OK;
    int64_t first = 0;
    bool over = self->population.count < 2;
    *passes = 0;
    while (!over && !*interrupted) {
        const int64_t gain = mosaic_circle_pass(&self->circle, &self->population);
        TRY(check_claims(self, "recombination"));
        keep_best(self);
        first = *passes == 0 ? gain : first;
        ++*passes;
        over = mosaic_crossover_is_over(*passes, first, gain) || has_reached_target(self);
        *interrupted = is_interrupted(self) || *passes >= limit;
        if (*interrupted) {
            self->done.cut = MOSAIC_CUT_PASSES;
            self->done.cut_at = *passes;
        }
    }

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Generations */

static void conclude(struct mosaic_engine *self, uint64_t iteration, int64_t before)
{
    const uint64_t patience = self->base.request.no_improve;
    const bool improved = self->best_length < before;
    self->stalled = improved ? 0 : self->stalled + 1;
    self->improvement = (struct run_improvement){.iteration = iteration, .score = self->best_length};
    self->summary = (struct run_summary){
        .iterations = iteration,
        .built = self->generation_length,
        .count = improved,
        .improvements = &self->improvement,
        .state = has_reached_target(self)                    ? RUN_REACHED_TARGET
                 : patience > 0 && self->stalled >= patience ? RUN_STAGNATED
                                                             : RUN_GOES_ON,
    };
    self->has_summary = true;
}

/* A run for a time has as many individuals as threads that would otherwise do nothing. */
static uint32_t first_size(const struct mosaic_engine *self)
{
    const uint32_t most = self->choices.population;
    if (self->choices.schedule) {
        return self->choices.schedule->stages[0].individuals;
    }
    const uint32_t given = self->choices.start_count, usual = mosaic_population_size(self->problem.n, 0, most);
    const uint32_t size = given > usual ? given : usual;
    const uint32_t parallel = self->launches ? mosaic_parallel_ants(self->problem.n, most)
                                             : mosaic_parallel_size(self->problem.n, base_team_size(self->team), most);
    return isinf(self->base.request.deadline) || parallel < size ? size : parallel;
}

/* Individuals of the next population; 0: this one goes on. */
static uint32_t following_size(const struct mosaic_engine *self)
{
    const struct mosaic_schedule *schedule = self->choices.schedule;
    const uint32_t number = self->number + 1;
    if (number == MOSAIC_STAGES || (schedule && number >= schedule->count)) {
        return 0;
    }
    if (schedule) {
        return self->generation == schedule->stages[self->number].generations ? schedule->stages[number].individuals
                                                                              : 0;
    }
    if (self->generation < mosaic_population_generations(self->number)) {
        return 0;
    }
    const double left = self->base.request.deadline - base_seconds(self->base.env);
    const uint32_t next = mosaic_population_size(self->problem.n, number, self->choices.population);
    return isinf(left) ? next : mosaic_fitting_size(next, self->population.count, left / self->price);
}

static enum swarm_status step(struct run_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct mosaic_engine *self = self_of(engine);
    const int64_t before = self->best_length;
    enum swarm_status status = SWARM_OK;
    *last = iteration;
    *interrupted = !self->problem.near || is_interrupted(self);
    if (*interrupted) {
        return SWARM_OK;
    }
    engine->torn = true;
    if (self->next_size == 0) {
        self->next_size = first_size(self);
    }
    uint32_t passes = 0;
    const double began = base_seconds(engine->env);
    if (self->generation == 0) {
        TRY(begin_population(self, interrupted));
    } else if (self->generation == 2) {
        mosaic_elite_insert(&self->elite, &self->problem, self->team, &self->population);
    }
    const double started = base_seconds(engine->env);
    TRY(improve(self, interrupted));
    const double improved = base_seconds(engine->env);
    if (self->generation == 0) {
        self->price = (base_seconds(self->base.env) - self->begun) / self->population.count;
    }
    if (!has_reached_target(self)) {
        TRY(cross(self, &passes, interrupted));
    }
    conclude(self, iteration, before);
    base_log(engine->env, SWARM_LOG_DEBUG,
             "%u individuals, generation %u: starts %.3f s, improvement %.3f s, crossover %.3f s in %u passes, length "
             "%" PRId64,
             (unsigned)self->population.count, (unsigned)self->generation + 1, started - began, improved - started,
             base_seconds(engine->env) - improved, (unsigned)passes, self->best_length + self->choices.offset);
    if (self->choices.schedule) { /* its cut is no interruption */
        *interrupted = is_interrupted(self);
    }
    ++self->generation;
    self->done.stages[self->number].generations = self->generation;
    mosaic_schedule_write(&self->done, engine->done);
    engine->torn = *interrupted;
    const uint32_t size = *interrupted ? 0 : following_size(self);
    if (size > 0) {
        mosaic_elite_fill(&self->elite, &self->population);
        self->next_size = size;
        self->generation = 0;
        ++self->number;
    }

fail:
    return status;
}

static enum swarm_status collect(struct run_engine *engine, bool all, bool *got, struct run_summary *summary)
{
    struct mosaic_engine *self = self_of(engine);
    (void)all;
    *got = self->has_summary;
    *summary = self->summary;
    self->has_summary = false;
    return SWARM_OK;
}

/* The best individual takes what the tour has better: none goes for it, so that tours stay as different as they were,
 * and in the next crossover the others take it from that one. Between two populations it goes to the elite. */
static enum swarm_status take(struct run_engine *engine, const void *answer, int64_t *length, uint64_t iteration)
{
    struct mosaic_engine *self = self_of(engine);
    struct mosaic_population *population = &self->population;
    const uint32_t *tour = answer, n = self->problem.n;
    uint32_t *words = base_array((size_t)n * 2, sizeof *words);
    (void)iteration;
    if (!words) {
        return base_fail_memory(engine->env);
    }
    struct mosaic_tour other = {.ord = words, .pos = words + n};
    for (uint32_t p = 0; p < n; ++p) {
        other.ord[p] = self->problem.number[tour[p]];
    }
    mosaic_tour_settle(&self->problem, &other);
    self->best_length = *length;
    memcpy(self->best, other.ord, n * sizeof *self->best);
    const bool between = self->generation == 0;
    if (between) {
        mosaic_elite_take(&self->elite, other.ord);
    } else {
        mosaic_population_rank(population);
        const uint32_t best = population->ranks[0];
        struct mosaic_tour own = mosaic_population_tour(population, best);
        const struct mosaic_crossed crossed =
            mosaic_cross(self->crossovers[0], &own, &other, self->circle.seed, population->count, self->circle.passes,
                         mosaic_population_dirty(population, best));
        population->individuals[best].length = own.length;
        population->changed[best] = population->changed[best] || crossed.gain > 0;
        population->wrong[best] = crossed.wrong;
        keep_best(self);
    }
    *length = self->best_length;
    free(words);
    return between ? SWARM_OK : check_claims(self, "a tour that was taken");
}

static enum swarm_status answer(struct run_engine *engine, void *answer, struct run_improvement *best)
{
    struct mosaic_engine *self = self_of(engine);
    uint32_t *tour = answer;
    (void)best;
    for (uint32_t p = 0; p < self->problem.n; ++p) {
        tour[p] = self->problem.order[self->best[p]];
    }
    return uses_session(self) ? ocl_session_drain_times(&self->session) : SWARM_OK;
}

static void destroy(struct run_engine **engine)
{
    struct mosaic_engine *self = self_of(*engine);
    if (!self) {
        return;
    }
    for (unsigned i = 0; self->crossovers && i < base_team_size(self->team); ++i) {
        mosaic_crossover_destroy(&self->crossovers[i]);
    }
    mosaic_launches_destroy(&self->launches);
    mosaic_device_destroy(&self->device);
    if (self->program) {
        clReleaseProgram(self->program);
    }
    ocl_session_close(&self->session);
    mosaic_starts_destroy(&self->starts);
    mosaic_population_deinit(&self->population);
    mosaic_problem_deinit(&self->problem);
    base_team_destroy(&self->team);
    free(self->crossovers);
    free(self->circle.order);
    mosaic_elite_deinit(&self->elite);
    free(self->best);
    free(self->given);
    free(self);
    *engine = NULL;
}

/* The options that follow from the device, and the schedule so far. */
static void describe(const struct run_engine *engine, struct options *options)
{
    const struct mosaic_engine *self = (const struct mosaic_engine *)engine;
    const struct mosaic_choices *choices = &self->choices;
    options->improver = choices->improver->name;
    options->kicks = choices->kicks; /* 0: fewer than ten nodes have none */
    options->kopt = choices->kopt;
    options->beam = choices->beam;
    options->ants = choices->ants;
    options->population = choices->population;
    options->schedule = engine->done;
    options->set[OPTION_improver] = options->set[OPTION_kopt] = options->set[OPTION_beam] = true;
    options->set[OPTION_population] = true;
    options->set[OPTION_kicks] = choices->kicks > 0;
    options->set[OPTION_ants] = choices->improver->pieces;
    options->set[OPTION_schedule] = engine->done[0] != '\0';
}

static const struct run_engine_type engine_type = {
    .plan = plan,
    .open = open_device,
    .build = build,
    .prepare = prepare,
    .step = step,
    .collect = collect,
    .answer = answer,
    .describe = describe,
    .list = mosaic_engine_list,
    .save = mosaic_engine_save,
    .load = mosaic_engine_load,
    .take = take,
    .destroy = destroy,
};

/* The row that a device gets. Without a time limit one that changes no tour. One that would need a matrix in place of
 * coordinates gets none. Ants on pieces need lanes that go in step to be worth it, and more nodes than instances of
 * arcs have: docs/mosaic.md, Arcs. */
static const struct mosaic_improver *improver_by(const struct swarm_device *device,
                                                 const struct swarm_instance *instance, bool timed)
{
    const struct swarm_instance_info *info = &instance->info;
    const bool measures = info->metric == SWARM_METRIC_EXPLICIT || tsp_metrics[info->metric].on_device;
    const bool works = device && device->fp64 && measures;
    const bool steps = works && device->type == SWARM_DEVICE_GPU && strstr(device->platform_name, "NVIDIA") != NULL;
    return mosaic_improver_find(steps && timed && !instance->doubled        ? "pieces"
                                : works && device->type == SWARM_DEVICE_CPU ? "array"
                                                                            : "threads");
}

enum swarm_status mosaic_engine_create(struct base_env *env, const struct run_request *request,
                                       const struct swarm_instance *instance, const struct mosaic_choices *choices,
                                       const struct ocl_device_list *devices, size_t index, struct run_engine **engine)
{
    struct mosaic_engine *self = base_array(1, sizeof *self);
    const struct swarm_instance_info *info = &instance->info;
    enum swarm_status status = SWARM_OK;
    if (!self) {
        return base_fail_memory(env);
    }
    self->base.type = &engine_type;
    self->base.env = env;
    self->base.request = *request;
    self->instance = instance;
    self->choices = *choices;
    if (self->choices.candidates >= info->node_count) {
        self->choices.candidates = info->node_count - 1;
    }
    self->budget = FIRST_BUDGET;
    self->devices = devices;
    self->index = index;
    if (devices) {
        self->base.device = &devices->devices[index];
    }
    if (!self->choices.improver || (!devices && !self->choices.improver->pieces)) {
        self->choices.improver =
            improver_by(self->base.device, instance, !isinf(request->deadline) && !choices->schedule);
    }
    const bool pieces = self->choices.improver->pieces;
    self->choices.kicks = choices->kicks > 0 ? choices->kicks : mosaic_kicks_of(info->node_count, pieces);
    self->choices.ants = choices->ants > 0 ? choices->ants : mosaic_ants_of(info->node_count);
    self->choices.kopt = choices->kopt > 0 ? choices->kopt : self->choices.improver->kopt;
    self->choices.beam = choices->beam > 0   ? choices->beam
                         : instance->doubled ? ARC_BEAM
                                             : self->choices.improver->beam;
    if (self->choices.improver->host && request->dump_path) {
        status =
            base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                      "--dump-kernels %s clashes with --improver threads: there are no kernels", request->dump_path);
        goto fail;
    }
    if (uses_session(self) && !pieces) {
        TRY(mosaic_device_create(env, self->base.device, request->dump_path, &self->device));
    }
    *engine = &self->base;
    return SWARM_OK;

fail:
    free(self);
    return status;
}
