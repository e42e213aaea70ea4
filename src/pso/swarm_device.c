/* swarm_device.c - a swarm on a device: shape, launches and batches. */
#include "device.h"

#include <stdlib.h>
#include <string.h>

enum {
    BURST = 64,           /* iterations, each one launch, between two checks of the clock: hides their cost */
    STRIDE_UNIT = 64,     /* particles; a multiple of them fills whole vectors and whole segments of memory */
    MOVE_GROUP = 256,     /* work-items per group on GPUs with one launch per iteration */
    ANT_GROUP = 64,       /* work-items per ant on GPUs */
    PERSIST_GROUP = 1024, /* largest size of the one group of `persistent` */
    CPU_GROUPS = 4,       /* groups per compute unit of a CPU, so that all units finish at about the same time */
    STRATEGY_GROUPS = 16, /* the same for CMA-ES on every device: more groups would find no work */
    LONE_GROUP = 128,     /* work-items of the one group of CMA-ES on GPUs */
    LONE_POINTS = 256,    /* largest first population of CMA-ES that one group evaluates */
    LONE_NUMBERS = 64,    /* largest number of coordinates of CMA-ES in one group */
    REGISTER_NUMBERS = 8, /* maximum number of coordinates that a work-item keeps in private memory */
    CROWDED_NUMBERS = 4,  /* maximum number of such coordinates in groups above CROWDED_GROUP */
    CROWDED_GROUP = 512,  /* work-items of a group */
    LOCAL_BYTES = 128,    /* bytes of local memory of a group, without a value and a particle per work-item */
    KEPT_BLOCKS = 512,    /* maximum number of vectors whose random numbers a work-item keeps: 32 KiB on a CPU */
    VOTERS = 32           /* work-items that NVIDIA GPUs run in step */
};

SEARCH_ENGINE_SELF(pso_device_swarm)

static uint32_t divide_up(uint32_t a, uint32_t b)
{
    return a / b + (a % b > 0);
}

/* True if one group runs many generations of CMA-ES in a launch. */
static bool has_generations(const struct pso_settings *s)
{
    return s->most_points > 0 && s->particles <= LONE_POINTS && s->dimensions <= LONE_NUMBERS;
}

/* Chooses the work-items per group. */
static enum swarm_status choose_group(struct pso_device_swarm *self)
{
    const struct pso_settings *s = &self->base.settings;
    const struct swarm_device *device = self->base.engine.device;
    const size_t limit = self->group_limit > 0 ? self->group_limit : device->max_group_size;
    const uint32_t filled = s->particles > 32 ? 2 * (s->particles - 1) : 32; /* `persistent`: all particles at once */
    const uint32_t wanted = device->type == SWARM_DEVICE_CPU ? 1
                            : has_generations(s)             ? LONE_GROUP
                            : s->ants + s->most_points > 0   ? ANT_GROUP
                            : s->best == BEST_ASYNCHRONOUS   ? PSO_TRIBE
                            : s->best != BEST_PERSISTENT     ? MOVE_GROUP
                            : filled < PERSIST_GROUP         ? filled
                                                             : PERSIST_GROUP;
    const uint32_t asked = s->group_size, group_size = asked ? asked : ocl_power_of_two(wanted, limit);
    const uint64_t needed = (uint64_t)group_size * (s->precision / 8 + 4) + LOCAL_BYTES;
    if (asked > limit || (asked & (asked - 1)) != 0) {
        return base_fail(self->base.engine.env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u: expected a power of two, and device %u \"%s\" allows at most %zu",
                         (unsigned)asked, device->index, device->name, limit);
    }
    self->shape.group_size = group_size;
    return needed <= device->local_memory
               ? SWARM_OK
               : base_fail(self->base.engine.env, SWARM_ERROR_OUT_OF_MEMORY,
                           "groups of %u work-items need %llu bytes of local memory, but \"%s\" has only %llu",
                           (unsigned)group_size, (unsigned long long)needed, device->name,
                           (unsigned long long)device->local_memory);
}

static enum swarm_status choose_shape(struct pso_device_swarm *self)
{
    const struct pso_settings *s = &self->base.settings;
    const struct swarm_device *device = self->base.engine.device;
    const bool cpu = device->type == SWARM_DEVICE_CPU, moving = s->ants + s->most_points == 0;
    const bool tribes = moving && s->best == BEST_ASYNCHRONOUS;
    struct pso_shape *shape = &self->shape;
    TRY(choose_group(self));
    const bool vectors_allowed = cpu && moving && s->objective->info.kind != SWARM_OBJECTIVE_FILE && s->grid == 0;
    shape->lanes = !vectors_allowed ? 1 : s->precision == 64 ? 8 : 16;
    const uint32_t vectors = divide_up(s->particles, shape->lanes);
    shape->items = !moving                      ? vectors
                   : tribes                     ? PSO_TRIBE / (shape->group_size * shape->lanes)
                   : s->best == BEST_PERSISTENT ? divide_up(vectors, shape->group_size)
                   : cpu ? divide_up(vectors, CPU_GROUPS * device->compute_units * shape->group_size)
                         : 1;
    if (shape->items == 0) {
        return base_fail(self->base.engine.env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u clashes with --best asynchronous: a group updates a tribe of %d particles, "
                         "each work-item %u of them",
                         (unsigned)shape->group_size, (int)PSO_TRIBE, (unsigned)shape->lanes);
    }
    shape->groups = divide_up(vectors, shape->group_size * shape->items);
    const uint32_t limit = shape->group_size > CROWDED_GROUP || shape->lanes > 1 ? CROWDED_NUMBERS : REGISTER_NUMBERS;
    shape->persistent = moving && (s->best == BEST_PERSISTENT || s->best == BEST_ASYNCHRONOUS);
    shape->generations = has_generations(s);
    shape->registers = shape->persistent && s->topology == TOPOLOGY_GLOBAL && !s->learned
                       && (uint64_t)shape->items * s->dimensions <= limit;
    shape->keeps_blocks =
        shape->persistent && s->dimensions == 1 && !s->learned && (shape->registers || shape->items <= KEPT_BLOCKS);
    shape->votes = shape->persistent && shape->group_size == VOTERS && strstr(device->platform_name, "NVIDIA") != NULL;
    base_log(self->base.engine.env, SWARM_LOG_DEBUG,
             "--best %s: %u groups of %u work-items; each work-item moves %u vectors of %u particles%s",
             pso_best_words[s->best + 1].name, (unsigned)shape->groups, (unsigned)shape->group_size,
             (unsigned)shape->items, (unsigned)shape->lanes, shape->registers ? " in private memory" : "");
    return SWARM_OK;
}

static enum swarm_status plan_shape(struct pso_device_swarm *self)
{
    TRY(choose_shape(self));
    pso_device_list_arrays(self);
    const struct ocl_buffer buffers[] = {self->numbers, self->words};
    return ocl_plan_check(self->base.engine.env, self->base.engine.device, buffers, 2);
}

static enum swarm_status plan(struct search_engine *engine)
{
    struct pso_device_swarm *self = self_of(engine);
    const struct pso_settings *s = &self->base.settings;
    ocl_device_log(engine->env, engine->device);
    self->stride = (uint32_t)ocl_round_up(pso_candidates(s), STRIDE_UNIT);
    if ((uint64_t)self->stride * s->dimensions > UINT32_MAX) {
        return base_fail(engine->env, SWARM_ERROR_OUT_OF_MEMORY,
                         "%u particles in %u dimensions have more than 2^32 coordinates, the limit of a device",
                         (unsigned)s->particles, (unsigned)s->dimensions);
    }
    return plan_shape(self);
}

static enum swarm_status open_device(struct search_engine *engine)
{
    return search_engine_open_session(engine, &self_of(engine)->session);
}

static enum swarm_status build_kernels(struct pso_device_swarm *self)
{
    const struct search_engine *engine = &self->base.engine;
    const struct pso_settings *s = &self->base.settings;
    const bool persistent = self->shape.persistent, ants = s->ants > 0, strategy = s->most_points > 0;
    const bool launches = strategy && !self->shape.generations, exchanges = persistent && s->best == BEST_ASYNCHRONOUS;
    const bool moves = !persistent && !ants && !strategy, joins = exchanges || (moves && s->best <= BEST_QUEUE);
    const char *const steps = strategy     ? "pso/strategy.cl"
                              : ants       ? "pso/ants.cl"
                              : persistent ? "pso/persist.cl"
                                           : "pso/move.cl";
    const char *const files[] = {"pso/frame.cl", "pso/initialise.cl", steps, joins ? "pso/join.cl" : NULL, NULL};
    const char *const names[PSO_KERNEL_COUNT] = {
        [PSO_KERNEL_INITIALISE] = "pso_initialise",
        [PSO_KERNEL_FRAME] = s->learned ? "pso_frame" : NULL,
        [PSO_KERNEL_MOVE] = moves ? "pso_move" : NULL,
        [PSO_KERNEL_REMEMBER] = moves && s->topology != TOPOLOGY_GLOBAL ? "pso_remember" : NULL,
        [PSO_KERNEL_JOIN] = joins ? "pso_join" : NULL,
        [PSO_KERNEL_LINE] = moves && s->grid > 1 ? "pso_line" : NULL,
        [PSO_KERNEL_PERSIST] = persistent ? "pso_persist" : NULL,
        [PSO_KERNEL_ANTS] = ants ? "pso_ants" : NULL,
        [PSO_KERNEL_ARCHIVE] = ants ? "pso_archive" : NULL,
        [PSO_KERNEL_SAMPLE] = launches ? "pso_sample" : NULL,
        [PSO_KERNEL_RANK] = launches ? "pso_rank" : NULL,
        [PSO_KERNEL_ADAPT] = launches ? "pso_adapt" : NULL,
        [PSO_KERNEL_COVARIANCE] = launches ? "pso_covariance" : NULL,
        [PSO_KERNEL_FACTOR] = launches ? "pso_factor" : NULL,
        [PSO_KERNEL_GENERATIONS] = self->shape.generations ? "pso_generations" : NULL,
    };
    const char *dump = engine->request.dump_path, *const *used = files + !s->learned;
    cl_program program = NULL;
    enum swarm_status status = pso_program_build(&self->session, s, &self->shape, used, dump, &program);
    if (self->shape.votes && (status == SWARM_ERROR_BUILD || status == SWARM_ERROR_INPUT)) {
        base_log(engine->env, SWARM_LOG_INFO, "inline PTX does not build on this device; using barriers");
        self->shape.votes = false; /* only the build shows whether a driver supports inline PTX */
        status = pso_program_build(&self->session, s, &self->shape, used, dump, &program);
    }
    for (size_t i = 0; i < PSO_KERNEL_COUNT && status == SWARM_OK; ++i) {
        status = names[i] ? ocl_kernel_create(&self->session, program, names[i], &self->kernels[i]) : SWARM_OK;
    }
    ocl_kernels_release(NULL, 0, NULL, 0, &program); /* the kernels keep the program alive */
    return status;
}

static enum swarm_status build(struct search_engine *engine)
{
    struct pso_device_swarm *self = self_of(engine);
    TRY(build_kernels(self));
    const char *name;
    while ((name = ocl_kernels_limited(&self->session, self->kernels, PSO_KERNEL_COUNT, 1, NULL, &self->group_limit))) {
        const enum swarm_status status = plan_shape(self);
        TRY(status == SWARM_OK ? SWARM_OK : base_fail_in(engine->env, status, "kernel %s", name));
        TRY(build_kernels(self));
    }
    return SWARM_OK;
}

#define GIVE(kernel, ...) OCL_GIVE(&self->session, &self->kernels[kernel], __VA_ARGS__)

_Static_assert(sizeof(struct pso_facts) == offsetof(struct pso_facts, data_count) + 4, "rusticl counts no padding");

static struct pso_facts facts_of(const struct pso_device_swarm *self)
{
    const struct pso_settings *s = &self->base.settings;
    const struct search_request *request = &self->base.engine.request;
    return (struct pso_facts){
        .no_improve = request->no_improve,
        .evaluations = s->evaluations,
        .particles = s->particles,
        .stride = self->stride,
        .groups = self->shape.groups,
        .columns = pso_grid_columns(s->particles) % s->particles,
        .inertia_iterations = s->inertia_iterations,
        .key_0 = (uint32_t)request->seed,
        .key_1 = (uint32_t)(request->seed >> 32),
        .evaluated = self->evaluated,
        .restart = s->restart,
        .data_count = s->data_count,
    };
}

/* Sets the kernel arguments that are the same in most launches. `evaluated`: particles whose values count. */
static enum swarm_status bind(struct pso_device_swarm *self, uint32_t evaluated)
{
    const uint64_t iteration = 0; /* pso_initialise belongs to iteration 0 */
    self->evaluated = evaluated;
    const struct pso_facts facts = facts_of(self);
    const struct ocl_value values[] = {
        OCL_NAMED("numbers", self->numbers.memory),
        OCL_NAMED("words", self->words.memory),
        OCL_VALUE(facts),
        OCL_NAMED("items", self->shape.items),
        OCL_NAMED("parity", self->parity),
        OCL_VALUE(iteration),
    };
    for (int kernel = 0; kernel < PSO_KERNEL_COUNT; ++kernel) {
        if (self->kernels[kernel].handle) {
            TRY(ocl_kernel_bind(&self->session, &self->kernels[kernel], values, sizeof values / sizeof values[0]));
        }
    }
    return SWARM_OK;
}

/* Queues a kernel for `iteration`. */
static enum swarm_status launch(struct pso_device_swarm *self, enum pso_kernel kernel, uint64_t iteration,
                                uint32_t groups)
{
    const size_t local = self->shape.group_size;
    TRY(GIVE(kernel, OCL_NAMED("parity", self->parity), OCL_VALUE(iteration)));
    return ocl_kernel_enqueue(&self->session, &self->kernels[kernel],
                              (struct ocl_ndrange){{groups * local, 1}, {local, 1}});
}

/* Launches pso_initialise with one work-item per coordinate of a vector of particles. */
static enum swarm_status initialise(struct pso_device_swarm *self)
{
    const struct ocl_kernel *kernel = &self->kernels[PSO_KERNEL_INITIALISE];
    const size_t global = self->stride / self->shape.lanes;
    const size_t local = self->shape.lanes == 1 && kernel->group_limit >= STRIDE_UNIT ? STRIDE_UNIT : 1;
    return ocl_kernel_enqueue(&self->session, kernel,
                              (struct ocl_ndrange){{global, self->base.settings.dimensions}, {local, 1}});
}

/* Launches pso_frame if it is due before `iteration`: one group, because it computes one frame. */
static enum swarm_status launch_frame(struct pso_device_swarm *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    return s->learned && iteration % PSO_FRAME_PERIOD == 0 ? launch(self, PSO_KERNEL_FRAME, iteration, 1) : SWARM_OK;
}

/* Launches an iteration. pso_join has a single group, because it computes one result. */
static enum swarm_status pso_device_iteration(struct pso_device_swarm *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    TRY(launch_frame(self, iteration));
    TRY(launch(self, PSO_KERNEL_MOVE, iteration, self->shape.groups));
    if (s->topology != TOPOLOGY_GLOBAL) {
        TRY(launch(self, PSO_KERNEL_REMEMBER, iteration, self->shape.groups));
    }
    if (s->best <= BEST_QUEUE) {
        TRY(launch(self, PSO_KERNEL_JOIN, iteration, 1));
    }
    if (s->grid > 1) {
        const struct ocl_ndrange one = {{1, 1}, {1, 1}};
        TRY(GIVE(PSO_KERNEL_LINE, OCL_NAMED("parity", self->parity), OCL_VALUE(iteration)));
        TRY(ocl_kernel_enqueue(&self->session, &self->kernels[PSO_KERNEL_LINE], one));
    }
    self->parity = !self->parity;
    return SWARM_OK;
}

/* Launches many iterations. pso_persist has one group for `persistent`, one per tribe for `asynchronous`;
 * pso_join has one group. */
static enum swarm_status pso_device_persist(struct pso_device_swarm *self, uint64_t first, uint32_t count)
{
    const struct pso_settings *s = &self->base.settings;
    const uint64_t last = first + count - 1;
    const uint32_t adopt = first == 0 || (first - 1) % s->exchange == 0;
    TRY(launch_frame(self, first));
    TRY(GIVE(PSO_KERNEL_PERSIST, OCL_VALUE(count), OCL_VALUE(adopt)));
    TRY(launch(self, PSO_KERNEL_PERSIST, first, self->shape.groups));
    const bool exchanges = s->best == BEST_ASYNCHRONOUS && last % s->exchange == 0;
    TRY(exchanges ? launch(self, PSO_KERNEL_JOIN, last, 1) : SWARM_OK);
    self->parity ^= exchanges || s->best == BEST_PERSISTENT;
    return SWARM_OK;
}

/* Launches an iteration of ants. pso_ants has one group per ant, in iteration 0 one per solution of the archive,
 * and fewer when the evaluations end; pso_archive has one group. */
static enum swarm_status pso_device_ants(struct pso_device_swarm *self, uint64_t iteration)
{
    const uint32_t ants = pso_evaluated(&self->base.settings, iteration);
    TRY(GIVE(PSO_KERNEL_ARCHIVE, OCL_VALUE(ants)));
    TRY(launch(self, PSO_KERNEL_ANTS, iteration, ants));
    TRY(launch(self, PSO_KERNEL_ARCHIVE, iteration, 1));
    self->parity = !self->parity;
    return SWARM_OK;
}

/* Launches a generation of CMA-ES. Groups without points or entries of C find no work, because the device decides on
 * the population. */
static enum swarm_status pso_device_strategy(struct pso_device_swarm *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    const uint32_t most = STRATEGY_GROUPS * self->base.engine.device->compute_units, size = self->shape.group_size;
    const uint32_t points = divide_up(s->most_points, size), entries = divide_up(s->dimensions * s->dimensions, size);
    TRY(launch(self, PSO_KERNEL_SAMPLE, iteration, points < most ? points : most));
    TRY(launch(self, PSO_KERNEL_RANK, iteration, points < most ? points : most));
    TRY(launch(self, PSO_KERNEL_ADAPT, iteration, 1));
    TRY(iteration > 0 ? launch(self, PSO_KERNEL_COVARIANCE, iteration, entries < most ? entries : most) : SWARM_OK);
    TRY(launch(self, PSO_KERNEL_FACTOR, iteration, 1));
    self->parity = !self->parity;
    return SWARM_OK;
}

/* Launches many generations of CMA-ES in one group. */
static enum swarm_status pso_device_generations(struct pso_device_swarm *self, uint64_t first, uint32_t count)
{
    TRY(GIVE(PSO_KERNEL_GENERATIONS, OCL_VALUE(count)));
    TRY(launch(self, PSO_KERNEL_GENERATIONS, first, 1));
    self->parity ^= count & 1;
    return SWARM_OK;
}

/* Queues iterations [first, first + count), all with the same number of evaluations. */
static enum swarm_status queue_equal(struct pso_device_swarm *self, uint64_t first, uint32_t count)
{
    const uint32_t evaluated = pso_evaluated(&self->base.settings, first);
    if (evaluated == 0) {
        return SWARM_OK;
    }
    TRY(evaluated == self->evaluated ? SWARM_OK : bind(self, evaluated));
    if (self->shape.persistent) {
        return pso_device_persist(self, first, count);
    }
    if (self->shape.generations) {
        return pso_device_generations(self, first, count);
    }
    for (uint32_t i = 0; i < count; ++i) {
        TRY((self->base.settings.most_points > 0 ? pso_device_strategy
             : self->base.settings.ants > 0      ? pso_device_ants
                                                 : pso_device_iteration)(self, first + i));
    }
    return SWARM_OK;
}

/* Queues iterations [first, first + count). Only the last one of a run has fewer evaluations than the others. */
static enum swarm_status queue_iterations(struct pso_device_swarm *self, uint64_t first, uint32_t count)
{
    const struct pso_settings *s = &self->base.settings;
    const uint64_t last = first + count - 1;
    const uint32_t apart = count > 1 && pso_evaluated(s, last) != pso_evaluated(s, first);
    TRY(queue_equal(self, first, count - apart));
    return apart ? queue_equal(self, last, 1) : SWARM_OK;
}

/* Queues a read of record and log, and a marker for the end of the batch. */
static enum swarm_status request_batch(struct pso_device_swarm *self, bool *interrupted)
{
    struct pso_batch *batch = &self->batches[self->batches_queued % PSO_BATCHES];
    batch->iteration = self->requested = self->base.queued;
    TRY(ocl_buffer_read_enqueue(&self->session, &self->words, self->offsets[PSO_ARRAY_LOG], sizeof batch->log,
                                batch->log));
    TRY(ocl_buffer_read_enqueue(&self->session, &self->words, self->parity * sizeof batch->best, sizeof batch->best,
                                &batch->best));
    ++self->batches_queued;
    self->pacer.unread_seconds = 0;
    return ocl_pacer_point(&self->pacer, self->batches_queued, interrupted);
}

static enum swarm_status prepare(struct search_engine *engine, const void *start, int64_t score)
{
    struct pso_device_swarm *self = self_of(engine);
    bool interrupted; /* ignored here, because step() checks the clock again */
    (void)start;
    (void)score;
    engine->start_score = INT64_MAX;
    TRY(pso_device_make_arrays(self));
    TRY(bind(self, pso_evaluated(&self->base.settings, 0)));
    TRY(initialise(self)); /* a resumed run needs it, too: its state lacks the padding particles */
    TRY(ocl_session_finish(&self->session));
    if (!engine->resumed) {
        TRY(self->base.settings.start_count > 0 ? pso_device_place_start(self) : SWARM_OK);
        TRY(queue_iterations(self, 0, 1));
        TRY(ocl_session_finish(&self->session));
    }
    ocl_pacer_init(&self->pacer, &self->session, engine->request.launch_seconds, engine->request.deadline);
    return engine->resumed ? SWARM_OK : request_batch(self, &interrupted);
}

/* The work of an iteration, in moves of coordinates by the whole device. One group factorises the matrix of CMA-ES. */
static double work_of(const struct pso_settings *s)
{
    const double n = s->dimensions;
    return s->particles * n + (s->most_points > 0 ? n * n * n : 0.0);
}

uint32_t pso_device_burst(const struct pso_device_swarm *self, uint64_t first, uint64_t limit)
{
    const struct pso_settings *s = &self->base.settings;
    const double fitting = ocl_pacer_launch_units(&self->pacer) / work_of(s);
    uint64_t count = limit - first + 1;
    if (!self->shape.persistent && count > BURST) {
        count = BURST;
    }
    if (self->shape.persistent && s->best == BEST_ASYNCHRONOUS) {
        const uint64_t to_exchange = s->exchange - (first - 1) % s->exchange;
        count = count < to_exchange ? count : to_exchange;
    }
    if (self->shape.persistent && s->learned) {
        const uint64_t period = PSO_FRAME_PERIOD, to_frame = period - first % period;
        count = count < to_frame ? count : to_frame;
    }
    if ((double)count > fitting) {
        count = fitting >= 1 ? (uint64_t)fitting : 1;
    }
    return (uint32_t)count;
}

enum swarm_status pso_device_queue(struct pso_device_swarm *self, uint64_t first, uint32_t count, bool *interrupted)
{
    TRY(queue_iterations(self, first, count));
    return ocl_pacer_add(&self->pacer, count * work_of(&self->base.settings), interrupted);
}

static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct pso_device_swarm *self = self_of(engine);
    const uint64_t most = iteration + LOG_SLOTS - 1, limit = *last < most ? *last : most;
    *interrupted = search_engine_is_interrupted(engine);
    while (!*interrupted && self->base.queued < limit) {
        const uint32_t count = pso_device_burst(self, self->base.queued + 1, limit);
        TRY(pso_device_queue(self, self->base.queued + 1, count, interrupted));
        self->base.queued += count;
        if (ocl_pacer_is_due(&self->pacer, self->pacer.unread_seconds)) {
            break;
        }
    }
    if (!*interrupted) {
        TRY(request_batch(self, interrupted));
    }
    *last = self->base.queued;
    return SWARM_OK;
}

static enum swarm_status collect(struct search_engine *engine, bool all, bool *got, struct search_summary *summary)
{
    struct pso_device_swarm *self = self_of(engine);
    bool interrupted;
    if (all && self->batches_reported == self->pacer.done_mark) {
        if (self->requested < self->base.queued) {
            TRY(request_batch(self, &interrupted));
        }
        TRY(ocl_pacer_drain(&self->pacer));
    }
    *got = self->batches_reported < self->pacer.done_mark;
    if (*got) {
        const struct pso_batch *batch = &self->batches[self->batches_reported++ % PSO_BATCHES];
        *summary = pso_swarm_report(&self->base, batch->iteration, &batch->best, batch->log);
    }
    return SWARM_OK;
}

enum swarm_status pso_device_read_state(struct pso_device_swarm *self, enum pso_section first,
                                        struct search_sections *state)
{
    TRY(ocl_pacer_drain(&self->pacer));
    TRY(pso_state_make(self->base.engine.env, &self->base.settings, first, state));
    return pso_device_transfer(self, state, false);
}

static enum swarm_status save(struct search_engine *engine, struct search_sections *state)
{
    return pso_device_read_state(self_of(engine), PSO_SECTION_POSITIONS, state);
}

static enum swarm_status load(struct search_engine *engine, struct search_sections *state, uint64_t iteration)
{
    struct pso_device_swarm *self = self_of(engine);
    TRY(pso_swarm_begin_load(&self->base, state, iteration));
    self->requested = iteration;
    return pso_device_transfer(self, state, true);
}

static enum swarm_status take(struct search_engine *engine, const void *taken, int64_t *score, uint64_t iteration)
{
    return pso_device_take(self_of(engine), taken, *score, iteration);
}

static enum swarm_status solution(struct search_engine *engine, void *position, struct search_improvement *best)
{
    struct pso_device_swarm *self = self_of(engine);
    const struct pso_settings *s = &self->base.settings;
    struct search_sections state = {.count = 0};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, pso_device_read_state(self, PSO_SECTION_NANS, &state));
    pso_state_solution(s, &state, position, best, engine);
    status = ocl_session_drain_times(&self->session);

done:
    search_sections_deinit(&state);
    return status;
}

static void describe(const struct search_engine *engine, struct options *options)
{
    options->group_size = ((const struct pso_device_swarm *)engine)->shape.group_size;
    options->set[OPTION_group_size] = true;
}

static void release(struct search_engine *engine)
{
    struct pso_device_swarm *self = self_of(engine);
    if (self->pacer.session) {
        ocl_pacer_drain(&self->pacer);
    }
    ocl_kernels_release(self->kernels, PSO_KERNEL_COUNT, &self->numbers, 1, NULL);
    ocl_buffer_release(&self->words);
    ocl_session_close(&self->session); /* waits for reads into `batches` */
}

static const struct search_engine_type device_type = {
    .size = sizeof(struct pso_device_swarm),
    .plan = plan,
    .open = open_device,
    .build = build,
    .prepare = prepare,
    .step = step,
    .collect = collect,
    .take = take,
    .solution = solution,
    .describe = describe,
    .list = pso_swarm_list,
    .save = save,
    .load = load,
    .release = release,
};

enum swarm_status pso_swarm_device_create(struct base_env *env, const struct search_request *run,
                                          const struct pso_settings *settings, const struct ocl_device_list *devices,
                                          size_t index, struct search_engine **engine)
{
    return pso_swarm_create(env, &device_type, run, settings, (struct search_devices){devices, &index, 1}, engine);
}
