#include "mosaic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine.h"
#include "tsp/arithmetic.h"

SEARCH_ENGINE_SELF(mosaic_engine)

static void to_numbers(const struct mosaic_problem *problem, const uint32_t *nodes, size_t count, uint32_t *numbers)
{
    for (size_t i = 0; i < count; ++i) {
        numbers[i] = problem->number[nodes[i]];
    }
}

static unsigned threads_of(const struct mosaic_choices *choices)
{
    return choices->threads > 0 ? choices->threads : base_processors();
}

/* Bytes of all crossovers. With many nodes, threads beyond the number of individuals only merge reports of ants within
 * windows and help to make moves, so they touch a crossover's arrays with an element per node, and for each individual
 * together as many cuts as a tour has edges. */
static uint64_t crossovers_bytes(uint32_t n, uint32_t most, unsigned threads)
{
    const unsigned crossing = n > MOSAIC_MANY_NODES && most < threads ? most : threads;
    const uint64_t merge = mosaic_merge_bytes(n, 0, 0), moves = mosaic_merge_bytes(n, n / 8, n) - merge;
    return crossing * mosaic_crossover_bytes(n) + (threads - crossing) * merge
           + (crossing < threads ? most * moves : 0);
}

static uint64_t host_bytes(const struct mosaic_engine *self)
{
    const struct mosaic_choices *choices = &self->choices;
    const uint32_t n = self->instance->info.node_count, most = choices->population, width = choices->candidates;
    const unsigned threads = threads_of(choices), times = self->prefetches ? 2 : 1;
    const unsigned all = threads + (self->prefetches ? mosaic_prefetch_threads(threads) : 0);
    const uint64_t starts = mosaic_starts_bytes(n, width, threads);
    const uint64_t others =
        crossovers_bytes(n, most, all)
        + (choices->improver->pieces ? times * mosaic_launches_bytes(self) : mosaic_parts_bytes(self->instance, width));
    return mosaic_lengths_bytes(self->instance) + times * mosaic_population_bytes(n, most)
           + (mosaic_is_assembled(self, most) ? mosaic_edges_bytes(n, most) : 0)
           + (uint64_t)mosaic_elite_size(most) * n * 4 + (uint64_t)n * (width + 8) * 8
           + (n <= MOSAIC_MANY_NODES ? starts + others
              : starts > others      ? starts
                                     : others);
}

/* The buffers of one kernel on a device, and the number of such kernels there. */
static struct mosaic_layout layout_of(const struct mosaic_engine *self, size_t device, uint32_t width)
{
    const int lengths = self->devices[device].lengths;
    return self->choices.improver->pieces
               ? mosaic_launches_layout(self, lengths, width)
               : (struct mosaic_layout){self->instance, lengths, width, self->choices.population, 0};
}

static size_t kernels_of(const struct mosaic_engine *self, size_t device)
{
    return self->choices.improver->pieces ? self->devices[device].times * MOSAIC_QUEUES * (self->prefetches ? 2 : 1)
                                          : 1;
}

/* True if the next population can be improved while this one is crossed. This does not affect results. */
static bool can_prefetch(struct mosaic_engine *self)
{
    const struct mosaic_choices *choices = &self->choices;
    self->prefetches = true; /* read by host_bytes() and kernels_of() */
    bool can = choices->improver->pieces && self->device_count > 0
               && self->instance->info.node_count <= MOSAIC_MANY_NODES
               && (!choices->schedule || choices->schedule->count > 1) && threads_of(choices) > 1
               && host_bytes(self) <= base_memory_available("") / 2;
    for (size_t k = 0; k < self->device_count && can; ++k) {
        const struct mosaic_layout layout = layout_of(self, k, choices->candidates);
        can = mosaic_device_fits(self->devices[k].device, &layout, kernels_of(self, k));
    }
    return can;
}

static enum swarm_status plan(struct search_engine *engine)
{
    struct mosaic_engine *self = self_of(engine);
    self->prefetches = can_prefetch(self);
    if (engine->device && self->device_count == 0) {
        ocl_device_log(engine->env, engine->device);
    }
    for (size_t k = 0; k < self->device_count; ++k) {
        ocl_device_log(engine->env, self->devices[k].device);
    }
    for (size_t k = 0; k < self->device_count; ++k) {
        const struct mosaic_layout layout = layout_of(self, k, self->choices.candidates);
        TRY(search_engine_check_loops(engine, "--improver threads"));
        TRY(mosaic_device_plan(engine, self->devices[k].device, &layout, kernels_of(self, k)));
    }
    return search_engine_check_memory(engine, search_engine_add_plan(engine, "host", host_bytes(self)),
                                      "; --population takes fewer individuals");
}

static enum swarm_status open_devices(struct search_engine *engine)
{
    struct mosaic_engine *self = self_of(engine);
    for (size_t k = 0; k < self->device_count; ++k) {
        struct mosaic_device *device = &self->devices[k];
        for (size_t queue = 0; queue < (self->choices.improver->pieces ? MOSAIC_QUEUES : 1); ++queue) {
            TRY(ocl_session_open(engine->env, engine->devices, device->index, engine->request.profiling,
                                 &device->sessions[queue]));
        }
        engine->session = &self->devices[0].sessions[0];
    }
    return base_team_create(engine->env, self->choices.threads, &self->team);
}

static enum swarm_status build(struct search_engine *engine)
{
    struct mosaic_engine *self = self_of(engine);
    for (size_t k = 0; k < self->device_count; ++k) {
        struct mosaic_device *device = &self->devices[k];
        device->mapping = self->choices.improver->pieces ? mosaic_pieces_mapping(device->device) : MOSAIC_ARRAYS;
        TRY(mosaic_device_build(&device->sessions[0], self->instance, device->lengths,
                                k == 0 ? engine->request.dump_path : NULL, &device->mapping, &device->program));
    }
    return SWARM_OK;
}

/* Makes a crossover, NULL without memory. Threads share the crossovers, whose memory must be cleared. */
static void create_crossover(void *context, size_t item, unsigned thread)
{
    struct mosaic_engine *self = context;
    struct base_env own;
    (void)thread;
    base_env_fork(&own, self->base.env);
    if (mosaic_crossover_create(&own, &self->problem, &self->crossovers[item]) != SWARM_OK) {
        mosaic_crossover_destroy(&self->crossovers[item]);
    }
    base_env_deinit(&own);
}

static enum swarm_status prepare(struct search_engine *engine, const void *start_tour, int64_t start_length)
{
    struct mosaic_engine *self = self_of(engine);
    const struct mosaic_choices *choices = &self->choices;
    const unsigned threads = base_team_size(self->team);
    (void)start_length;
    const struct tsp_candidates lists = {
        .length = choices->candidates, .per_quadrant = choices->per_quadrant, .evaluations = choices->evaluations};
    TRY(mosaic_problem_init(engine->env, self->instance, self->team, lists, engine->request.deadline, &self->problem));
    const uint32_t n = self->problem.n;
    self->best = base_arrays_add(&self->arrays, n, sizeof *self->best);
    self->given = base_arrays_add(&self->arrays, (size_t)choices->start_count * n, sizeof *self->given);
    self->elite = base_arrays_add(&self->arrays, mosaic_elite_size(choices->population), n * sizeof *self->elite);
    self->crossover_count = threads + (self->prefetches ? mosaic_prefetch_threads(threads) : 0);
    self->crossovers = base_arrays_add(&self->arrays, self->crossover_count, sizeof(struct mosaic_crossover *));
    TRY(self->arrays.failed ? base_fail_memory(engine->env) : SWARM_OK);
    to_numbers(&self->problem, start_tour, n, self->best);
    to_numbers(&self->problem, choices->starts, (size_t)choices->start_count * n, self->given);
    self->state.best_length = engine->start_score = mosaic_tour_measure(&self->problem, self->team, self->best);
    if (!self->problem.near) {
        return SWARM_OK; /* the run is over */
    }
    if (!mosaic_starts_on_curve(self)) {
        TRY(mosaic_starts_create(engine->env, &self->problem, self->team, &self->starts));
    }
    base_team_run(self->team, self->crossover_count, create_crossover, self);
    for (unsigned i = 0; i < self->crossover_count; ++i) {
        TRY(self->crossovers[i] ? SWARM_OK : base_fail_memory(engine->env));
    }
    if (choices->improver->pieces) {
        TRY(mosaic_launches_create(self, &self->launches));
    } else if (engine->session) {
        const struct mosaic_layout layout = layout_of(self, 0, self->problem.width);
        self->kernel = (struct mosaic_kernel){.session = engine->session, .mapping = MOSAIC_ARRAYS};
        TRY(mosaic_kernel_create(self->devices[0].program, &self->problem, &layout, self->seed, &self->kernel));
    }
    if (self->prefetches) {
        TRY(mosaic_prefetch_create(self));
    }
    if (!choices->improver->pieces && mosaic_parts_fit(self->instance)) {
        TRY(mosaic_parts_create(engine->env, &self->problem, &self->parts));
    }
    return SWARM_OK;
}

static bool has_converged(const struct mosaic_engine *self, uint64_t iteration)
{
    enum { PATIENCE_ARCS = 4 }; /* generations without a better tour that end a run of few arcs */
    const struct search_request *request = &self->base.request;
    const bool few_arcs = mosaic_is_varied(self, 1);
    const bool enough = request->fit_iterations > 0 && iteration >= request->fit_iterations;
    return request->converges && self->state.best_length < request->unfit
           && (few_arcs ? self->state.stalled >= PATIENCE_ARCS : self->agrees || enough);
}

static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct mosaic_engine *self = self_of(engine);
    const int64_t before = self->state.best_length;
    if (!search_engine_begin(engine, self->problem.near != NULL, iteration, last, interrupted)) {
        return SWARM_OK;
    }
    TRY(mosaic_generation_run(self, interrupted));
    mosaic_schedule_write(&self->done, engine->done);
    engine->torn = *interrupted;
    const struct search_iteration done = {iteration, before, self->state.best_length, self->generation_length};
    search_engine_report(engine, &done, &self->state.stalled);
    if (engine->summary.end == SWARM_STOP_ITERATIONS && has_converged(self, iteration)) {
        engine->summary.end = SWARM_STOP_CONVERGED;
    }
    return SWARM_OK;
}

/* Improves the best individual with the better parts of the tour. No individual is replaced, so the population remains
 * diverse, and the other individuals get these parts in the next crossover. Between two populations the tour becomes
 * the last of the elite. */
static enum swarm_status take(struct search_engine *engine, const void *solution, int64_t *length, uint64_t iteration)
{
    struct mosaic_engine *self = self_of(engine);
    struct mosaic_population *population = self->population;
    const uint32_t n = self->problem.n;
    (void)iteration;
    to_numbers(&self->problem, solution, n, self->best);
    self->state.best_length = *length;
    if (self->state.generation == 0) {
        self->elite_count += self->elite_count < mosaic_elite_size(self->choices.population);
        memcpy(self->elite + (size_t)(self->elite_count - 1) * n, self->best, n * sizeof *self->elite);
        return SWARM_OK;
    }
    mosaic_population_rank(population);
    const uint32_t best = population->order[0];
    uint32_t *words = population->kept + best * 2 * (size_t)n;
    struct mosaic_tour own = mosaic_population_tour(population, best), other = {.ord = words, .pos = words + n};
    memcpy(other.ord, self->best, n * sizeof *words);
    mosaic_tour_settle(&self->problem, NULL, &other);
    const struct mosaic_crossed crossed = mosaic_cross(
        self->crossovers[0], &own, &other, draw_stream_of(self->seed, population->count, self->state.passes),
        mosaic_population_dirty(population, best), NULL);
    population->individuals[best].length = own.length;
    population->changed[best] = true; /* the individual's snapshot is out of date */
    population->wrong[best] = crossed.wrong;
    mosaic_generation_keep_best(self);
    *length = self->state.best_length;
    return mosaic_generation_check(self, "a tour that was taken");
}

static enum swarm_status solution(struct search_engine *engine, void *solution, struct search_improvement *best)
{
    struct mosaic_engine *self = self_of(engine);
    uint32_t *tour = solution;
    (void)best;
    for (uint32_t p = 0; p < self->problem.n; ++p) {
        tour[p] = self->problem.order[self->best[p]];
    }
    for (size_t k = 0; k < self->device_count * MOSAIC_QUEUES; ++k) {
        struct ocl_session *session = &self->devices[k / MOSAIC_QUEUES].sessions[k % MOSAIC_QUEUES];
        TRY(ocl_session_drain_times(session));
        TRY(k > 0 ? ocl_session_take_times(engine->session, session) : SWARM_OK);
    }
    return SWARM_OK;
}

static void release(struct search_engine *engine)
{
    struct mosaic_engine *self = self_of(engine);
    mosaic_prefetch_destroy(&self->prefetch);
    for (unsigned i = 0; self->crossovers && i < self->crossover_count; ++i) {
        mosaic_crossover_destroy(&self->crossovers[i]);
    }
    mosaic_launches_destroy(&self->launches);
    mosaic_kernel_release(&self->kernel);
    for (size_t k = 0; k < self->device_count; ++k) {
        if (self->devices[k].program) {
            clReleaseProgram(self->devices[k].program);
        }
        for (size_t queue = 0; queue < MOSAIC_QUEUES; ++queue) {
            ocl_session_close(&self->devices[k].sessions[queue]);
        }
    }
    free(self->devices);
    mosaic_starts_destroy(&self->starts);
    mosaic_parts_destroy(&self->parts);
    mosaic_population_deinit(&self->populations[0]);
    mosaic_population_deinit(&self->populations[1]);
    mosaic_problem_deinit(&self->problem);
    base_team_destroy(&self->team);
    base_arrays_free(&self->arrays);
}

/* Sets the options to the values in use where the device decides them, and the schedule to what is done so far. */
static void describe(const struct search_engine *engine, struct options *options)
{
    const struct mosaic_engine *self = (const struct mosaic_engine *)engine;
    const struct mosaic_choices *choices = &self->choices;
    options->improver = choices->improver->name;
    if (self->problem.width > 0) {
        options->candidates = self->problem.width; /* fewer than the user's if there are few nodes */
    }
    options->kicks = choices->kicks;
    options->kopt = choices->kopt;
    options->beam = choices->beam;
    options->ants = choices->ants;
    options->population = choices->population;
    options->schedule = engine->done;
    options->set[OPTION_improver] = options->set[OPTION_kopt] = options->set[OPTION_beam] = true;
    options->set[OPTION_population] = true;
    const int lengths = self->device_count > 0 ? self->devices[0].lengths : 0;
    options->lengths = lengths > 0 ? tsp_lengths_words[lengths].name : NULL;
    options->set[OPTION_lengths] = lengths > 0;
    options->set[OPTION_kicks] = choices->kicks > 0;
    options->set[OPTION_ants] = choices->improver->pieces;
    options->set[OPTION_schedule] = engine->done[0] != '\0';
}

static const struct search_engine_type engine_type = {
    .size = sizeof(struct mosaic_engine),
    .plan = plan,
    .open = open_devices,
    .build = build,
    .prepare = prepare,
    .step = step,
    .collect = search_engine_collect,
    .solution = solution,
    .describe = describe,
    .list = mosaic_state_list,
    .save = mosaic_state_save,
    .load = mosaic_state_load,
    .take = take,
    .release = release,
};

/* Lists the devices of the engine. Only ants on pieces use several. */
static enum swarm_status list_devices(struct mosaic_engine *self, struct search_devices devices)
{
    const size_t count = self->choices.improver->pieces ? devices.count : 1;
    TRY(BASE_MAKE(self->base.env, self->devices, count));
    self->device_count = count;
    for (size_t k = 0; k < count; ++k) {
        struct mosaic_device *device = &self->devices[k];
        device->device = &devices.list->devices[devices.indices[k]];
        device->index = devices.indices[k];
        for (size_t other = 0; other < count; ++other) {
            device->times += devices.indices[other] == device->index;
        }
        TRY(tsp_lengths_choose(self->base.env, self->instance, device->device, self->choices.lengths,
                               &device->lengths));
    }
    return SWARM_OK;
}

enum swarm_status mosaic_engine_create(struct base_env *env, const struct search_request *request,
                                       const struct swarm_instance *instance, const struct mosaic_choices *choices,
                                       struct search_devices devices, struct search_engine **engine)
{
    TRY(search_engine_create(env, &engine_type, request, devices, engine));
    struct mosaic_engine *self = self_of(*engine);
    self->seed = request->seed;
    self->population = &self->populations[0];
    self->instance = instance;
    self->choices = *choices;
    mosaic_choices_complete(self->base.device, instance, !isinf(request->deadline) && !choices->schedule,
                            &self->choices);
    if (self->choices.improver->host && (request->dump_path || choices->lengths)) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--%s %s clashes with --improver threads, which runs no kernels",
                         request->dump_path ? "dump-kernels" : "lengths",
                         request->dump_path ? request->dump_path : choices->lengths);
    }
    return devices.list && !self->choices.improver->host ? list_devices(self, devices) : SWARM_OK;
}
