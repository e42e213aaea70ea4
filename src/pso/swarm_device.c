#include "swarm_device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "device_part.h"
#include "reference.h"

/* Iterations that are queued without a look at the clock, where each has a launch. */
enum { BURST = 64 };

/* Particles: whole vectors, whole segments. */
enum { STRIDE_UNIT = 64 };

static struct pso_device_swarm *self_of(struct pso_swarm *swarm)
{
    return (struct pso_device_swarm *)swarm;
}

const struct pso_settings *pso_device_settings(const struct pso_device_swarm *self)
{
    return &self->base.request.settings;
}

bool pso_device_is_persistent(const struct pso_settings *settings)
{
    return settings->best == BEST_PERSISTENT || settings->best == BEST_ASYNCHRONOUS;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Plan, open, build                                                                                                  */

static enum swarm_status plan(struct pso_swarm *swarm)
{
    struct pso_device_swarm *self = self_of(swarm);
    const struct pso_settings *s = pso_device_settings(self);
    const struct swarm_device *device = swarm->device;
    enum swarm_status status = SWARM_OK;
    ocl_device_log(swarm->env, device);
    self->stride = (uint32_t)ocl_round_up(s->particles, STRIDE_UNIT);
    if ((uint64_t)self->stride * s->dimensions > UINT32_MAX) {
        return base_fail(swarm->env, SWARM_ERROR_OUT_OF_MEMORY,
                         "%u particles in %u dimensions are more coordinates than a device counts, 2^32",
                         (unsigned)s->particles, (unsigned)s->dimensions);
    }
    TRY(pso_device_choose_shape(self));
    pso_device_list_arrays(self);
    const struct ocl_buffer buffers[] = {self->numbers, self->words};
    TRY(ocl_plan_check(swarm->env, device, buffers, 2));
    swarm->group_size = self->shape.group_size;

fail:
    return status;
}

static enum swarm_status open_device(struct pso_swarm *swarm)
{
    struct pso_device_swarm *self = self_of(swarm);
    enum swarm_status status =
        ocl_session_open(swarm->env, self->devices, self->device_index, swarm->request.profiling, &self->session);
    swarm->session = &self->session;
    return status;
}

static enum swarm_status build(struct pso_swarm *swarm)
{
    struct pso_device_swarm *self = self_of(swarm);
    const struct pso_settings *s = pso_device_settings(self);
    const bool persistent = pso_device_is_persistent(s);
    const char *const names[PSO_KERNEL_COUNT] = {
        [PSO_KERNEL_INITIALISE] = "pso_initialise",
        [PSO_KERNEL_MOVE] = persistent ? NULL : "pso_move",
        [PSO_KERNEL_REMEMBER] = persistent || s->topology == TOPOLOGY_GLOBAL ? NULL : "pso_remember",
        [PSO_KERNEL_JOIN] = s->best <= BEST_QUEUE ? "pso_join" : NULL,
        [PSO_KERNEL_PERSIST] = persistent ? "pso_persist" : NULL,
        [PSO_KERNEL_EXCHANGE] = s->best == BEST_ASYNCHRONOUS ? "pso_exchange" : NULL,
    };
    cl_program program = NULL;
    enum swarm_status status = pso_device_build_shape(self, &program);
    if (self->shape.votes && (status == SWARM_ERROR_BUILD || status == SWARM_ERROR_INPUT)) {
        base_log(swarm->env, SWARM_LOG_INFO, "votes do not build here, falling back to barriers");
        self->shape.votes = false; /* whether a driver takes PTX is only known when it has */
        status = pso_device_build_shape(self, &program);
    }
    for (size_t i = 0; i < PSO_KERNEL_COUNT && status == SWARM_OK; ++i) {
        status = names[i] ? ocl_kernel_create(&self->session, program, names[i], &self->kernels[i]) : SWARM_OK;
    }
    if (program) {
        clReleaseProgram(program); /* the kernels keep it */
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Launches                                                                                                           */

#define SET(kernel, first, ...)                                                                                      \
    ocl_kernel_set(&self->session, &self->kernels[PSO_KERNEL_##kernel], first, (struct ocl_argument[]){__VA_ARGS__}, \
                   sizeof((struct ocl_argument[]){__VA_ARGS__}) / sizeof(struct ocl_argument))

enum { TURN_ARGUMENT = 10, SWARM_ARGUMENTS = 12 }; /* of SWARM_PARAMETERS in cl/pso/swarm.clh; iteration follows turn */

/* All arguments that stay the same. */
static enum swarm_status set_arguments(struct pso_device_swarm *self)
{
    const struct pso_settings *s = pso_device_settings(self);
    const uint32_t key_0 = (uint32_t)s->seed, key_1 = (uint32_t)(s->seed >> 32), tribe = PSO_TRIBE;
    const uint32_t columns = pso_grid_columns(s->particles) % s->particles;
    const uint64_t iteration = 0;
    const struct ocl_argument arguments[SWARM_ARGUMENTS] = {
        OCL_ARGUMENT(self->numbers.memory),
        OCL_ARGUMENT(self->words.memory),
        OCL_ARGUMENT(s->particles),
        OCL_ARGUMENT(self->stride),
        OCL_ARGUMENT(self->shape.groups),
        OCL_ARGUMENT(columns),
        OCL_ARGUMENT(s->inertia_iterations),
        OCL_ARGUMENT(key_0),
        OCL_ARGUMENT(key_1),
        OCL_ARGUMENT(s->no_improve),
        OCL_ARGUMENT(self->turn),
        OCL_ARGUMENT(iteration),
    };
    enum swarm_status status = SWARM_OK;
    for (int kernel = 0; kernel < PSO_KERNEL_COUNT; ++kernel) {
        if (self->kernels[kernel].handle) {
            TRY(ocl_kernel_set(&self->session, &self->kernels[kernel], 0, arguments, SWARM_ARGUMENTS));
        }
    }
    if (self->kernels[PSO_KERNEL_MOVE].handle) {
        TRY(SET(MOVE, SWARM_ARGUMENTS, OCL_ARGUMENT(self->shape.items)));
    }
    if (self->kernels[PSO_KERNEL_REMEMBER].handle) {
        TRY(SET(REMEMBER, SWARM_ARGUMENTS, OCL_ARGUMENT(self->shape.items)));
    }
    if (self->kernels[PSO_KERNEL_EXCHANGE].handle) {
        TRY(SET(EXCHANGE, SWARM_ARGUMENTS, OCL_ARGUMENT(tribe)));
    }

fail:
    return status;
}

/* Queues a kernel for `iteration` at this turn. */
static enum swarm_status launch(struct pso_device_swarm *self, enum pso_kernel kernel, uint64_t iteration,
                                uint32_t groups)
{
    const size_t local = self->shape.group_size;
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(self->turn), OCL_ARGUMENT(iteration)};
    enum swarm_status status = ocl_kernel_set(&self->session, &self->kernels[kernel], TURN_ARGUMENT, arguments, 2);
    return status == SWARM_OK ? ocl_kernel_enqueue(&self->session, &self->kernels[kernel],
                                                   (struct ocl_ndrange){{groups * local, 1}, {local, 1}})
                              : status;
}

/* NDRange of pso_initialise
 *   global = { stride / lanes, dimensions }   a work-item a vector of particles and a coordinate
 *   local  = { 1 or 64, 1 }
 */
static enum swarm_status initialise(struct pso_device_swarm *self)
{
    const size_t global = self->stride / self->shape.lanes;
    const size_t local = self->shape.lanes == 1 && self->base.device->max_group_size >= STRIDE_UNIT ? STRIDE_UNIT : 1;
    return ocl_kernel_enqueue(&self->session, &self->kernels[PSO_KERNEL_INITIALISE],
                              (struct ocl_ndrange){{global, pso_device_settings(self)->dimensions}, {local, 1}});
}

/* NDRange of pso_move and pso_remember
 *   global = { groups * group_size }   each work-item `items` vectors of particles
 *   local  = { group_size }
 * of pso_join
 *   global = local = { group_size }    a single group, as the result needs one
 */
static enum swarm_status pso_device_iteration(struct pso_device_swarm *self, uint64_t iteration)
{
    const struct pso_settings *s = pso_device_settings(self);
    enum swarm_status status = SWARM_OK;
    TRY(launch(self, PSO_KERNEL_MOVE, iteration, self->shape.groups));
    if (s->topology != TOPOLOGY_GLOBAL) {
        TRY(launch(self, PSO_KERNEL_REMEMBER, iteration, self->shape.groups));
    }
    if (s->best <= BEST_QUEUE) {
        TRY(launch(self, PSO_KERNEL_JOIN, iteration, 1));
    }
    self->turn = !self->turn;

fail:
    return status;
}

/* NDRange of pso_persist
 *   global = { groups * group_size }   one group for `persistent`, a group a tribe for `asynchronous`
 *   local  = { group_size }
 * of pso_exchange
 *   global = local = { group_size }
 */
static enum swarm_status pso_device_persist(struct pso_device_swarm *self, uint64_t first, uint32_t count)
{
    const struct pso_settings *s = pso_device_settings(self);
    const uint64_t last = first + count - 1;
    const uint32_t adopt = first == 0 || (first - 1) % s->exchange == 0;
    enum swarm_status status = SWARM_OK;
    TRY(SET(PERSIST, SWARM_ARGUMENTS, OCL_ARGUMENT(count), OCL_ARGUMENT(adopt)));
    TRY(launch(self, PSO_KERNEL_PERSIST, first, self->shape.groups));
    if (s->best == BEST_PERSISTENT) {
        self->turn = !self->turn;
    } else if (last % s->exchange == 0) {
        TRY(launch(self, PSO_KERNEL_EXCHANGE, last, 1));
        self->turn = !self->turn;
    }

fail:
    return status;
}

/* Queues iterations [first, first + count). */
static enum swarm_status queue_iterations(struct pso_device_swarm *self, uint64_t first, uint32_t count)
{
    enum swarm_status status = SWARM_OK;
    if (pso_device_is_persistent(pso_device_settings(self))) {
        return pso_device_persist(self, first, count);
    }
    for (uint32_t i = 0; i < count && status == SWARM_OK; ++i) {
        status = pso_device_iteration(self, first + i);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The run                                                                                                            */

/* Queues the read of what the host is to know, and a point that tells when it is here. */
static enum swarm_status request_batch(struct pso_device_swarm *self, bool *interrupted)
{
    struct pso_batch *batch = &self->batches[self->batches_queued % PSO_BATCHES];
    const struct pso_place *log = &self->places[PSO_ARRAY_LOG];
    enum swarm_status status = SWARM_OK;
    cl_event event = NULL;
    batch->iteration = self->base.queued;
    TRY(ocl_buffer_read_enqueue(&self->session, &self->words, log->offset, log->bytes, batch->log, &event));
    clReleaseEvent(event);
    TRY(ocl_buffer_read_enqueue(&self->session, &self->words, self->turn * sizeof batch->best, sizeof batch->best,
                                &batch->best, &event));
    clReleaseEvent(event);
    ++self->batches_queued;
    self->pacer.unread_units = 0;
    TRY(ocl_pacer_point(&self->pacer, self->batches_queued, interrupted));

fail:
    return status;
}

/* A swarm before its first iteration: all values infinite, the first particle's place the best. */
static enum swarm_status draw_start(struct pso_device_swarm *self)
{
    const struct pso_settings *s = pso_device_settings(self);
    struct pso_best best = {.value = 0};
    enum swarm_status status = SWARM_OK;
    /* a float is the low half on the little-endian hosts that OpenCL has */
    pso_device_store_number(&best.value, s->precision, 0, (double)INFINITY);
    TRY(pso_device_array_write(self, PSO_ARRAY_BEST, 0, sizeof best, &best));
    TRY(initialise(self));
    TRY(ocl_session_finish(&self->session));
    if (self->base.request.start_count > 0) {
        TRY(pso_device_place_start(self));
    }
    TRY(queue_iterations(self, 0, 1));

fail:
    return status;
}

static enum swarm_status prepare(struct pso_swarm *swarm, const struct pso_state *resumed)
{
    struct pso_device_swarm *self = self_of(swarm);
    enum swarm_status status = SWARM_OK;
    bool interrupted; /* advance() will see it too */
    self->batches = base_array(PSO_BATCHES, sizeof *self->batches);
    if (!self->batches) {
        return base_fail_memory(swarm->env);
    }
    TRY(ocl_buffer_create(&self->session, &self->numbers));
    TRY(ocl_buffer_create(&self->session, &self->words));
    TRY(pso_device_clear_words(self));
    TRY(pso_device_write_constants(self));
    TRY(set_arguments(self));
    if (resumed) {
        const struct pso_best *best = resumed->sections[PSO_SECTION_BEST];
        TRY(initialise(self)); /* what lies behind the last particle */
        TRY(ocl_session_finish(&self->session));
        TRY(pso_device_transfer(self, resumed, best->improvements, true));
        self->improvements_told = best->improvements;
        swarm->queued = resumed->iteration;
    } else {
        TRY(draw_start(self));
    }
    TRY(ocl_session_finish(&self->session));
    ocl_pacer_init(&self->pacer, &self->session, swarm->request.launch_seconds, swarm->request.deadline);
    TRY(request_batch(self, &interrupted));

fail:
    return status;
}

/* Iterations from `first` on, none past `limit`, that are queued without a look at the clock: as many as take about as
 * long as a launch is to be. For rows with a launch for each at most BURST, so that their cost does not show. */
static uint32_t burst_iterations(const struct pso_device_swarm *self, uint64_t first, uint64_t limit)
{
    const struct pso_settings *s = pso_device_settings(self);
    const double fitting = ocl_pacer_launch_units(&self->pacer) / ((double)s->particles * s->dimensions);
    uint64_t count = limit - first + 1;
    if (!pso_device_is_persistent(s) && count > BURST) {
        count = BURST;
    }
    if (s->best == BEST_ASYNCHRONOUS) {
        const uint64_t to_exchange = s->exchange - (first - 1) % s->exchange;
        count = count < to_exchange ? count : to_exchange;
    }
    if ((double)count > fitting) {
        count = fitting >= 1 ? (uint64_t)fitting : 1;
    }
    return (uint32_t)count;
}

static enum swarm_status advance(struct pso_swarm *swarm, uint64_t limit, bool *interrupted)
{
    struct pso_device_swarm *self = self_of(swarm);
    const struct pso_settings *s = pso_device_settings(self);
    const uint64_t most = swarm->request.advance_limit && swarm->request.advance_limit < LOG_SLOTS
                              ? swarm->request.advance_limit
                              : LOG_SLOTS;
    enum swarm_status status = SWARM_OK;
    limit = limit < swarm->queued + most ? limit : swarm->queued + most;
    *interrupted = base_interrupted(swarm->env, swarm->request.deadline);
    while (!*interrupted && swarm->queued < limit) {
        const uint32_t count = burst_iterations(self, swarm->queued + 1, limit);
        TRY(queue_iterations(self, swarm->queued + 1, count));
        swarm->queued += count;
        TRY(ocl_pacer_add(&self->pacer, (double)count * s->particles * s->dimensions, interrupted));
        if (ocl_pacer_is_due(&self->pacer, self->pacer.unread_units)) {
            break;
        }
    }
    if (!*interrupted) {
        TRY(request_batch(self, interrupted));
    }

fail:
    return status;
}

static enum swarm_status collect(struct pso_swarm *swarm, bool all, bool *got, struct pso_report *report)
{
    struct pso_device_swarm *self = self_of(swarm);
    enum swarm_status status = SWARM_OK;
    bool interrupted;
    if (all && self->batches_told == self->pacer.done_mark) {
        const uint64_t known = self->batches[(self->batches_queued - 1) % PSO_BATCHES].iteration;
        if (known < swarm->queued) {
            TRY(request_batch(self, &interrupted));
        }
        TRY(ocl_pacer_drain(&self->pacer));
    }
    *got = self->batches_told < self->pacer.done_mark;
    if (*got) {
        struct pso_batch *batch = &self->batches[self->batches_told++ % PSO_BATCHES];
        const uint64_t begin = self->improvements_told % LOG_SLOTS;
        const uint64_t count = batch->best.improvements - self->improvements_told;
        for (uint64_t k = 0; k < count; ++k) {
            self->told[k] = batch->log[(begin + k) % LOG_SLOTS];
        }
        *report = (struct pso_report){.iteration = batch->iteration,
                                      .state = batch->best.state,
                                      .stopped = batch->best.stopped,
                                      .count = (size_t)count,
                                      .improvements = self->told};
        self->improvements_told = batch->best.improvements;
    }

fail:
    return status;
}

static enum swarm_status read_record(struct pso_device_swarm *self, struct pso_best *best)
{
    enum swarm_status status = SWARM_OK;
    TRY(ocl_pacer_drain(&self->pacer));
    TRY(pso_device_array_read(self, PSO_ARRAY_BEST, self->turn * sizeof *best, sizeof *best, best));

fail:
    return status;
}

static enum swarm_status save(struct pso_swarm *swarm, struct pso_state *state)
{
    struct pso_device_swarm *self = self_of(swarm);
    struct pso_best best;
    enum swarm_status status = SWARM_OK;
    TRY(read_record(self, &best));
    TRY(pso_device_transfer(self, state, best.improvements, false));
    state->iteration = best.state == SWARM_RUNNING ? swarm->queued : best.stopped;

fail:
    return status;
}

static enum swarm_status finish(struct pso_swarm *swarm, struct pso_best *best, double *value, double *position,
                                uint64_t *nan_count)
{
    struct pso_device_swarm *self = self_of(swarm);
    const struct pso_settings *s = pso_device_settings(self);
    struct pso_state state = {.iteration = 0};
    const struct pso_twin twin = {.settings = s, .state = &state};
    enum swarm_status status = SWARM_OK;
    TRY(read_record(self, best));
    for (int section = PSO_SECTION_NANS; section < PSO_SECTION_COUNT; ++section) { /* what finish() looks at */
        state.sections[section] = base_array((size_t)pso_section_bytes(s, (enum pso_section)section), 1);
        if (!state.sections[section]) {
            status = base_fail_memory(swarm->env);
            goto fail;
        }
    }
    TRY(pso_device_transfer(self, &state, best->improvements, false));
    pso_reference_of(s->precision)->finish(&twin, best, value, position);
    *nan_count = pso_state_nan_count(&state, s->particles);
    TRY(ocl_session_drain_times(&self->session));

fail:
    pso_state_deinit(&state);
    return status;
}

static void destroy(struct pso_swarm **swarm)
{
    struct pso_device_swarm *self = self_of(*swarm);
    if (!self) {
        return;
    }
    if (self->pacer.session) {
        ocl_pacer_drain(&self->pacer);
    }
    for (size_t i = 0; i < PSO_KERNEL_COUNT; ++i) {
        ocl_kernel_release(&self->kernels[i]);
    }
    ocl_buffer_release(&self->numbers);
    ocl_buffer_release(&self->words);
    ocl_session_close(&self->session); /* waits for reads into batches */
    free(self->batches);
    free(self);
    *swarm = NULL;
}

static const struct pso_swarm_type device_type = {
    .plan = plan,
    .open = open_device,
    .build = build,
    .prepare = prepare,
    .advance = advance,
    .collect = collect,
    .save = save,
    .finish = finish,
    .destroy = destroy,
};

enum swarm_status pso_swarm_device_create(struct base_env *env, const struct pso_request *request,
                                          const struct ocl_device_list *devices, size_t index, struct pso_swarm **swarm)
{
    struct pso_device_swarm *self = base_array(1, sizeof *self);
    if (!self) {
        return base_fail_memory(env);
    }
    self->base.type = &device_type;
    self->base.env = env;
    self->base.request = *request;
    self->base.device = &devices->devices[index];
    self->devices = devices;
    self->device_index = index;
    *swarm = &self->base;
    return SWARM_OK;
}
