/* swarm_device.c - a swarm on a device: launches and batches. */
#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    BURST = 64,          /* iterations, each one launch, between two checks of the clock: hides their cost */
    STRIDE_UNIT = 64,    /* particles; a multiple of them fills whole vectors and whole segments of memory */
    STRATEGY_GROUPS = 16 /* groups of CMA-ES per compute unit: more groups would find no work */
};

SEARCH_ENGINE_SELF(pso_device_swarm)

static uint32_t divide_up(uint32_t a, uint32_t b)
{
    return a / b + (a % b > 0);
}

/* Chooses the shape and lists the arrays. `may_part`: swarms whose arrays do not fit together share no launches. */
static enum swarm_status plan_shape(struct pso_device_swarm *self, bool may_part)
{
    TRY(pso_device_choose_shape(self));
    pso_device_list_arrays(self);
    const struct swarm_device *device = self->base.engine.device;
    if (may_part && !ocl_plan_fits(device, (struct ocl_buffer[]){self->numbers, self->words}, 2)) {
        self->shape.swarms = 1;
        pso_device_list_arrays(self);
    }
    return ocl_plan_check(self->base.engine.env, device, (struct ocl_buffer[]){self->numbers, self->words}, 2);
}

static bool leads(const struct pso_device_swarm *self)
{
    return self->lead == self;
}

static enum swarm_status plan(struct search_engine *engine)
{
    struct pso_device_swarm *self = self_of(engine);
    const struct pso_settings *s = &self->base.settings;
    if (!leads(self)) {
        return SWARM_OK;
    }
    ocl_device_log(engine->env, engine->device);
    self->stride = (uint32_t)ocl_round_up(pso_candidates(s), STRIDE_UNIT);
    if ((uint64_t)self->stride * s->dimensions > UINT32_MAX) {
        return base_fail(engine->env, SWARM_ERROR_OUT_OF_MEMORY,
                         "%u particles in %u dimensions have more than 2^32 coordinates, the limit of a device",
                         (unsigned)s->particles, (unsigned)s->dimensions);
    }
    return plan_shape(self, true);
}

static enum swarm_status open_device(struct search_engine *engine)
{
    struct pso_device_swarm *self = self_of(engine);
    return leads(self) ? search_engine_open_session(engine, &self->session) : SWARM_OK;
}

static enum swarm_status build(struct search_engine *engine)
{
    struct pso_device_swarm *self = self_of(engine);
    if (!leads(self)) {
        return SWARM_OK;
    }
    TRY(pso_device_build(self));
    const char *name;
    while ((name = ocl_kernels_limited(&self->session, self->kernels, PSO_KERNEL_COUNT, 1, NULL, &self->group_limit))) {
        const enum swarm_status status = plan_shape(self, false);
        TRY(status == SWARM_OK ? SWARM_OK : base_fail_in(engine->env, status, "kernel %s", name));
        TRY(pso_device_build(self));
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
        .part_numbers = self->numbers.bytes / self->shape.swarms / ((uint64_t)s->precision / 8),
        .part_words = self->words.bytes / self->shape.swarms / 4,
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

/* Queues a kernel for `iteration` of all swarms. */
static enum swarm_status launch(struct pso_device_swarm *self, enum pso_kernel kernel, uint64_t iteration,
                                uint32_t groups)
{
    const size_t local = self->shape.group_size;
    TRY(GIVE(kernel, OCL_NAMED("parity", self->parity), OCL_VALUE(iteration)));
    return ocl_kernel_enqueue(&self->session, &self->kernels[kernel],
                              (struct ocl_ndrange){{groups * local, 1, self->shape.swarms}, {local, 1}});
}

/* Launches pso_initialise with one work-item per coordinate of a vector of particles. */
static enum swarm_status initialise(struct pso_device_swarm *self)
{
    const struct ocl_kernel *kernel = &self->kernels[PSO_KERNEL_INITIALISE];
    const size_t global = self->stride / self->shape.lanes;
    const size_t local = self->shape.lanes == 1 && kernel->group_limit >= STRIDE_UNIT ? STRIDE_UNIT : 1;
    const struct ocl_ndrange range = {{global, self->base.settings.dimensions, self->shape.swarms}, {local, 1}};
    return ocl_kernel_enqueue(&self->session, kernel, range);
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
        const struct ocl_ndrange one = {{1, 1, self->shape.swarms}, {1, 1}};
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
    for (int k = 0; k < PSO_ARRAY_COUNT; ++k) {
        self->copies[k].is_valid = false;
    }
    TRY(queue_equal(self, first, count - apart));
    return apart ? queue_equal(self, last, 1) : SWARM_OK;
}

/* Locks the swarms that share launches with this one, and returns the one that leads them. */
static struct pso_device_swarm *enter(struct pso_device_swarm *self)
{
    pthread_mutex_lock(&self->lead->lock);
    return self->lead;
}

/* Copies an error of the leading swarm to this swarm. */
static enum swarm_status leave(struct pso_device_swarm *self, enum swarm_status status)
{
    const char *error = self->lead->base.engine.env->error;
    if (status != SWARM_OK && !leads(self) && error) {
        base_fail(self->base.engine.env, status, "%s", error);
    }
    pthread_mutex_unlock(&self->lead->lock);
    return status;
}

/* Passes the improvements of all completed batches to the swarms that made them. */
static enum swarm_status deliver(struct pso_device_swarm *lead)
{
    for (; lead->batches_reported < lead->pacer.done_mark; ++lead->batches_reported) {
        for (uint32_t k = 0; k < lead->shape.swarms; ++k) {
            struct pso_device_swarm *swarm = lead->members[k];
            const struct pso_batch *batch = &swarm->batches[lead->batches_reported % PSO_BATCHES];
            const size_t before = swarm->arrived.count;
            swarm->arrived = pso_swarm_report(&swarm->base, batch->iteration, &batch->best, batch->log);
            const size_t count = swarm->arrived.count, bytes = count * sizeof *swarm->found;
            TRY(BASE_GROW(lead->base.engine.env, swarm->found, &swarm->found_capacity, before + count));
            if (count > 0) {
                memcpy(swarm->found + before, swarm->arrived.improvements, bytes);
            }
            swarm->arrived.count = before + count;
            swarm->has_arrived = true;
        }
    }
    return SWARM_OK;
}

/* Queues reads of record and log of all swarms, and a marker for the end of the batch. */
static enum swarm_status request_batch(struct pso_device_swarm *lead, bool *interrupted)
{
    TRY(deliver(lead)); /* makes room for the batch */
    for (uint32_t k = 0; k < lead->shape.swarms; ++k) {
        struct pso_batch *batch = &lead->members[k]->batches[lead->batches_queued % PSO_BATCHES];
        const uint64_t part = k * (lead->words.bytes / lead->shape.swarms);
        batch->iteration = lead->queued;
        TRY(ocl_buffer_read_enqueue(&lead->session, &lead->words, part + lead->offsets[PSO_ARRAY_LOG],
                                    sizeof batch->log, batch->log));
        TRY(ocl_buffer_read_enqueue(&lead->session, &lead->words, part + lead->parity * sizeof batch->best,
                                    sizeof batch->best, &batch->best));
    }
    lead->requested = lead->queued;
    ++lead->batches_queued;
    lead->pacer.unread_seconds = 0;
    return ocl_pacer_point(&lead->pacer, lead->batches_queued, interrupted);
}

/* Prepares all swarms that share launches. */
static enum swarm_status prepare_all(struct pso_device_swarm *lead)
{
    const struct search_request *request = &lead->base.engine.request;
    bool interrupted; /* ignored here, because step() checks the clock again */
    TRY(pso_device_make_arrays(lead));
    TRY(bind(lead, pso_evaluated(&lead->base.settings, 0)));
    TRY(initialise(lead)); /* a resumed run needs it, too: its state lacks the padding particles */
    TRY(ocl_session_finish(&lead->session));
    if (!lead->base.engine.resumed) {
        for (uint32_t k = 0; k < lead->shape.swarms && lead->base.settings.start_count > 0; ++k) {
            TRY(pso_device_place_start(lead->members[k]));
        }
        TRY(queue_iterations(lead, 0, 1));
        TRY(ocl_session_finish(&lead->session));
    }
    ocl_pacer_init(&lead->pacer, &lead->session, request->launch_seconds, request->deadline);
    return lead->base.engine.resumed ? SWARM_OK : request_batch(lead, &interrupted);
}

static enum swarm_status prepare(struct search_engine *engine, const void *start, int64_t score)
{
    struct pso_device_swarm *self = self_of(engine), *lead = enter(self);
    (void)start;
    (void)score;
    engine->start_score = INT64_MAX;
    lead->base.engine.resumed = engine->resumed;
    if (!lead->prepared) {
        lead->prepared = true;
        lead->prepare_status = prepare_all(lead);
    }
    return leave(self, lead->prepare_status);
}

/* The work of an iteration, in moves of coordinates by the whole device. One group factorises the matrix of CMA-ES. */
static double work_of(const struct pso_device_swarm *self)
{
    const struct pso_settings *s = &self->base.settings;
    const double n = s->dimensions;
    return self->shape.swarms * (s->particles * n + (s->most_points > 0 ? n * n * n : 0.0));
}

uint32_t pso_device_burst(const struct pso_device_swarm *self, uint64_t first, uint64_t limit)
{
    const struct pso_settings *s = &self->base.settings;
    const double fitting = ocl_pacer_launch_units(&self->pacer) / work_of(self);
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
    return ocl_pacer_add(&self->pacer, count * work_of(self), interrupted);
}

/* Queues iterations up to `last`, or until a batch must be read. */
static enum swarm_status queue_some(struct pso_device_swarm *lead, uint64_t last, bool *interrupted)
{
    const uint64_t most = lead->queued + LOG_SLOTS, limit = last < most ? last : most;
    *interrupted = search_engine_is_interrupted(&lead->base.engine);
    while (!*interrupted && lead->queued < limit) {
        const uint32_t count = pso_device_burst(lead, lead->queued + 1, limit);
        TRY(pso_device_queue(lead, lead->queued + 1, count, interrupted));
        lead->queued += count;
        if (ocl_pacer_is_due(&lead->pacer, lead->pacer.unread_seconds)) {
            break;
        }
    }
    return *interrupted ? SWARM_OK : request_batch(lead, interrupted);
}

static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct pso_device_swarm *self = self_of(engine), *lead = enter(self);
    enum swarm_status status = SWARM_OK;
    if (lead->queued < iteration && !lead->cut) {
        status = queue_some(lead, *last, &lead->cut);
    }
    *last = *last < lead->queued ? *last : lead->queued;
    *interrupted = lead->cut;
    return leave(self, status);
}

static enum swarm_status collect(struct search_engine *engine, bool all, bool *got, struct search_summary *summary)
{
    struct pso_device_swarm *self = self_of(engine), *lead = enter(self);
    enum swarm_status status = SWARM_OK;
    bool interrupted;
    TRY_OR(done, deliver(lead));
    if (all && !self->has_arrived) {
        TRY_OR(done, lead->requested < lead->queued ? request_batch(lead, &interrupted) : SWARM_OK);
        TRY_OR(done, ocl_pacer_drain(&lead->pacer));
        TRY_OR(done, deliver(lead));
    }
    *got = self->has_arrived;
    if (*got) {
        free(self->shown);
        self->shown = self->found;
        *summary = self->arrived;
        summary->improvements = self->shown;
        self->found = NULL;
        self->found_capacity = self->arrived.count = 0;
        self->has_arrived = false;
    }

done:
    return leave(self, status);
}

enum swarm_status pso_device_read_state(struct pso_device_swarm *self, enum pso_section first,
                                        struct search_sections *state)
{
    TRY(ocl_pacer_drain(&self->lead->pacer));
    TRY(pso_state_make(self->base.engine.env, &self->base.settings, first, state));
    return pso_device_transfer(self, state, false);
}

static enum swarm_status save(struct search_engine *engine, struct search_sections *state)
{
    struct pso_device_swarm *self = self_of(engine);
    enter(self);
    return leave(self, pso_device_read_state(self, PSO_SECTION_POSITIONS, state));
}

static enum swarm_status load(struct search_engine *engine, struct search_sections *state, uint64_t iteration)
{
    struct pso_device_swarm *self = self_of(engine);
    TRY(pso_swarm_begin_load(&self->base, state, iteration));
    struct pso_device_swarm *lead = enter(self);
    lead->queued = lead->requested = iteration > lead->queued ? iteration : lead->queued;
    return leave(self, pso_device_transfer(self, state, true));
}

static enum swarm_status take(struct search_engine *engine, const void *taken, int64_t *score, uint64_t iteration)
{
    struct pso_device_swarm *self = self_of(engine);
    enter(self);
    return leave(self, pso_device_take(self, taken, *score, iteration));
}

static enum swarm_status solution(struct search_engine *engine, void *position, struct search_improvement *best)
{
    struct pso_device_swarm *self = self_of(engine), *lead = enter(self);
    const struct pso_settings *s = &self->base.settings;
    struct search_sections state = {.count = 0};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, pso_device_read_state(self, PSO_SECTION_NANS, &state));
    pso_state_solution(s, &state, position, best, engine);
    status = ocl_session_drain_times(&lead->session);

done:
    search_sections_deinit(&state);
    return leave(self, status);
}

static void describe(const struct search_engine *engine, struct options *options)
{
    options->group_size = ((const struct pso_device_swarm *)engine)->lead->shape.group_size;
    options->set[OPTION_group_size] = true;
}

/* Releases what the leading swarm owns. The leading swarm is released last, because the others borrow from it. */
static void release(struct search_engine *engine)
{
    struct pso_device_swarm *self = self_of(engine);
    free(self->found);
    free(self->shown);
    if (!leads(self)) {
        return;
    }
    if (self->pacer.session) {
        ocl_pacer_drain(&self->pacer);
    }
    ocl_kernels_release(self->kernels, PSO_KERNEL_COUNT, &self->numbers, 1, NULL);
    ocl_buffer_release(&self->words);
    ocl_session_close(&self->session); /* waits for reads into `batches` */
    for (int k = 0; k < PSO_ARRAY_COUNT; ++k) {
        free(self->copies[k].bytes);
    }
    pthread_mutex_destroy(&self->lock);
    free(self->members);
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
    TRY(pso_swarm_create(env, &device_type, run, settings, (struct search_devices){devices, &index, 1}, engine));
    struct pso_device_swarm *self = self_of(*engine);
    self->lead = run->first && self_of(run->first)->shape.swarms > 1 ? self_of(run->first) : self;
    if (leads(self)) {
        self->shape.swarms = run->sharers > 0 && !run->first ? run->sharers : 1;
        self->members = base_array(self->shape.swarms, sizeof(struct pso_device_swarm *));
        if (!self->members || pthread_mutex_init(&self->lock, NULL) != 0) {
            free(self->members);
            free(self);
            *engine = NULL;
            return base_fail_memory(env);
        }
    }
    self->number = self->lead->made++;
    self->lead->members[self->number] = self;
    return SWARM_OK;
}
