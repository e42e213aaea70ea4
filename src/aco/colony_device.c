/* A colony on an OpenCL device, as an engine. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cl/aco/colony_rules.h"
#include "device.h"
#include "cl/aco/search_rules.h"
#include "cl/aco/selection_rules.h"
#include "shape.h"
#include "tsp/arithmetic.h"
#include "tsp/metric.h"

SEARCH_ENGINE_SELF(aco_device_colony)

/* Numbers per point on the device: a vector of 2 or 4. */
static uint32_t point_size(const struct aco_device_colony *self)
{
    return tsp_metrics[self->base.request.instance->info.metric].dimensions == 3 ? 4 : 2;
}

/* Enlarges the buffers for one colony to hold those of all colonies. */
static void share_buffers(struct aco_device_colony *self)
{
#define PART(which, name) self->parts.name = self->buffers[ACO_BUFFER_##which].bytes;
    ACO_PARTS(PART)
    if (!self->base.settings.adopts) { /* without adoption lists never change */
        self->parts.candidates = self->parts.heuristic = 0;
    }
#define ALL(which, name) self->buffers[ACO_BUFFER_##which].bytes *= self->parts.name > 0 ? self->colonies : 1;
    ACO_PARTS(ALL)
    self->buffers[ACO_BUFFER_SUMMARIES].bytes *= self->colonies;
    self->buffers[ACO_BUFFER_NO_ANCHOR].bytes *= self->colonies; /* a launch may pass this buffer as `anchor` */
}

#define NAME(constant, name) #name,
static const char *const names[] = {ACO_BUFFERS(NAME)};

static void list_buffers(struct aco_device_colony *self)
{
    const struct aco_settings *s = &self->base.settings;
    const uint64_t n = s->n, rows = n * s->stride * 4, matrix = n * s->matrix_stride * 4;
    const uint64_t lists = n * s->list_stride * 4;
    const bool whole = s->candidates == 0, measures = self->base.lengths > 0;
    const uint64_t number = tsp_coordinate_size(self->base.lengths);
    const uint64_t used =
        self->shape.construction->buffers | self->shape.deposit->buffers | aco_selection_of(s->selection)->buffers;
    const uint64_t ants = s->ants, kept = ants + ROWS_KEPT,
                   tours = kept + (self->shape.group_ants > 1 ? self->shape.group_ants : 0);
    const uint64_t bytes[ACO_BUFFER_COUNT] = {
        [ACO_BUFFER_COORDINATES] = whole && measures ? 3 * n * number : 0,
        [ACO_BUFFER_DISTANCE] = whole || !measures ? matrix : 0,
        [ACO_BUFFER_HEURISTIC] = rows,
        [ACO_BUFFER_TRAILS] = rows,
        [ACO_BUFFER_ROW_OFFSETS] = n * 4,
        [ACO_BUFFER_CHOICE_INFO] = whole ? rows : 0,
        [ACO_BUFFER_WEIGHTS] = rows,
        [ACO_BUFFER_TOURS] = tours * n * 4,
        [ACO_BUFFER_LENGTHS] = kept * 8,
        [ACO_BUFFER_AMOUNTS] = (uint64_t)s->depositors * 4,
        [ACO_BUFFER_DEPOSITORS] = (uint64_t)s->depositors * 4,
        [ACO_BUFFER_BEST] = sizeof(struct aco_best),
        [ACO_BUFFER_KEYS] = sizeof s->seed,
        [ACO_BUFFER_SUMMARIES] = ACO_SUMMARY_SLOTS * sizeof(struct aco_summary),
        [ACO_BUFFER_POINTS] = aco_device_uses_points(self) ? n * point_size(self) * number : 0,
        [ACO_BUFFER_CANDIDATES] = lists,
        [ACO_BUFFER_SEARCH_LISTS] = n * s->search_stride * 4,
        [ACO_BUFFER_SECOND] = n * s->second_length * 4,
        [ACO_BUFFER_ANCHOR] = 2 * n * 4,
        [ACO_BUFFER_NO_ANCHOR] = s->local_search ? 2 * n * 4 : 0,
        [ACO_BUFFER_SEARCH] = s->local_search ? ants * SEARCH_SCRATCH_WORDS(s->n) * 4 : 0,
        [ACO_BUFFER_PARTNERS] = self->base.request.instance->partners ? n * 4 : 0,
        [ACO_BUFFER_LAID] = 2 * rows * (self->shape.laid_shares > 0 ? self->shape.laid_shares : 1),
        [ACO_BUFFER_SUMS] = 2 * rows,
        [ACO_BUFFER_STARTS] = rows,
        [ACO_BUFFER_NEXT] = n * ants * 4,
        [ACO_BUFFER_DIRECTED] = s->symmetric ? rows : 0,
        [ACO_BUFFER_SCAN_SUMS] = 8 * aco_scan_elements(ants * n, self->shape.team),
        [ACO_BUFFER_SCAN_VISITED] = ants * n,
        [ACO_BUFFER_SCAN_DRAWS] = ants * 16,
        [ACO_BUFFER_LIST_VISITED] = aco_lists_visited_bytes(&self->shape, s->n, s->ants),
    };
    for (size_t i = 0; i < ACO_BUFFER_COUNT; ++i) {
        const bool exists = i < ACO_BUFFER_LAID || used >> i & 1;
        self->buffers[i] = (struct ocl_buffer){names[i], exists ? bytes[i] : 0, NULL};
    }
    share_buffers(self);
}

enum swarm_status aco_device_plan(struct aco_device_colony *self)
{
    struct search_engine *engine = &self->base.engine;
    const struct aco_settings *s = &self->base.settings;
    TRY(aco_shape_choose(engine->env, engine->device, &self->base.request.shape, s, self->group_limits, &self->shape));
    self->edge_stride = aco_device_uses_points(self) ? point_size(self) : s->matrix_stride;
    list_buffers(self);
    return search_engine_plan_buffers(engine, self->buffers, ACO_BUFFER_COUNT);
}

uint64_t aco_device_part(const struct aco_device_colony *lead, enum aco_buffer buffer)
{
#define PART_OF(which, name) [ACO_BUFFER_##which] = lead->parts.name,
    const uint64_t parts[ACO_BUFFER_COUNT] = {ACO_PARTS(PART_OF)};
    return parts[buffer];
}

enum swarm_status aco_device_write(struct aco_device_colony *self, enum aco_buffer buffer, uint64_t offset,
                                   uint64_t bytes, const void *from)
{
    const uint64_t part = aco_device_part(self, buffer);
    for (uint32_t k = 0; k < (part > 0 ? self->colonies : 1); ++k) {
        TRY(ocl_buffer_write(&self->session, &self->buffers[buffer], k * part + offset, bytes, from));
    }
    return SWARM_OK;
}

static bool leads(const struct aco_device_colony *self)
{
    return self->lead == self;
}

static enum swarm_status plan(struct search_engine *engine)
{
    if (!leads(self_of(engine))) {
        return SWARM_OK;
    }
    ocl_device_log(engine->env, engine->device);
    return aco_device_plan(self_of(engine));
}

static enum swarm_status open_device(struct search_engine *engine)
{
    struct aco_device_colony *self = self_of(engine);
    return leads(self) ? search_engine_open_session(engine, &self->session) : SWARM_OK;
}

/* NDRange {stride / CHOICE_ELEMENTS, n}. Rows are multiples of 64 elements, so 16 columns of four elements divide them.
 */
static struct ocl_ndrange choice_range(const struct aco_device_colony *self)
{
    const struct aco_settings *s = &self->base.settings;
    const size_t elements = CHOICE_ELEMENTS(self->shape.row_group);
    const size_t group = (size_t)self->shape.element_group * self->shape.matrix_rows;
    const size_t columns = ocl_power_of_two(16, group), rows = group / columns;
    return elements == 1 ? aco_device_matrix(self)
                         : (struct ocl_ndrange){{s->stride / elements, ocl_round_up(s->n, rows)}, {columns, rows}};
}

/* Computes weights from trails; on whole rows also choice_info, and sums and starts for trial rules. A group of
 * aco_list_weights handles 16 candidates, a vector on CPUs, of each of matrix_rows rows. */
enum swarm_status aco_device_choice(struct aco_device_colony *self)
{
    const struct aco_settings *s = &self->base.settings;
    const size_t rows = self->shape.matrix_rows, columns = ocl_power_of_two(16, self->shape.element_group);
    const struct ocl_ndrange range = {{s->stride, ocl_round_up(s->n, rows)}, {columns, rows}};
    if (s->candidates > 0) {
        return aco_device_launch(self, ACO_KERNEL_LIST_WEIGHTS, range);
    }
    TRY(aco_device_launch(self, ACO_KERNEL_CHOICE_INFO, choice_range(self)));
    TRY(aco_device_launch(self, ACO_KERNEL_CHOICE_WEIGHTS, aco_device_rows(self)));
    if (SELECTION_TRIES(s->selection)) {
        TRY(aco_device_launch(self, ACO_KERNEL_CHOICE_SUMS, aco_device_rows(self)));
        TRY(aco_device_launch(self, ACO_KERNEL_CHOICE_STARTS, aco_device_rows(self)));
    }
    return SWARM_OK;
}

enum swarm_status aco_device_construct(struct aco_device_colony *self, uint32_t iteration, bool *interrupted)
{
    self->pacer.kind = ACO_WORK_CONSTRUCT;
    return self->shape.construction->enqueue(self, iteration, interrupted);
}

/* NDRange: one work-item per ant, or one group of any size per ant. */
enum swarm_status aco_device_evaluate(struct aco_device_colony *self)
{
    const size_t ants = self->base.settings.ants, group = self->shape.evaluate_group;
    const struct ocl_ndrange groups = {{ants * group, 1}, {group, 1}};
    return self->shape.construction->lists /* constructions on lists measure tours while they build them */
               ? SWARM_OK
               : aco_device_launch(self, ACO_KERNEL_EVALUATE,
                                   self->shape.evaluation->groups ? groups : aco_device_elements(self, ants));
}

/* aco_reduce_best runs in a single group, because it computes one result. */
enum swarm_status aco_device_reduce(struct aco_device_colony *self, uint64_t iteration)
{
    const struct ocl_ndrange range = {{self->shape.reduce_group, 1}, {self->shape.reduce_group, 1}};
    const uint32_t slot = (uint32_t)(iteration % ACO_SUMMARY_SLOTS);
    TRY(ACO_GIVE(self, ACO_KERNEL_REDUCE_BEST, OCL_VALUE(slot), OCL_VALUE(iteration)));
    if (self->base.settings.algorithm->restart == RESTART_BRANCHING && iteration % BRANCHING_PERIOD == 0) {
        TRY(aco_device_launch(self, ACO_KERNEL_BRANCHES, aco_device_elements(self, self->base.settings.n)));
    }
    TRY(aco_device_launch(self, ACO_KERNEL_REDUCE_BEST, range));
    return aco_device_launch(self, ACO_KERNEL_KEEP_BEST, aco_device_elements(self, self->base.settings.n));
}

enum swarm_status aco_device_evaporate(struct aco_device_colony *self)
{
    return self->shape.deposit->evaporates ? SWARM_OK
                                           : aco_device_launch(self, ACO_KERNEL_EVAPORATE, aco_device_matrix(self));
}

enum swarm_status aco_device_deposit(struct aco_device_colony *self, uint64_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &self->base.settings;
    TRY(aco_device_launch(self, ACO_KERNEL_AMOUNTS, aco_device_elements(self, s->ants + 1)));
    self->pacer.kind = ACO_WORK_DEPOSIT;
    TRY(self->shape.deposit->enqueue(self, iteration, interrupted));
    return s->adopts ? aco_device_launch(self, ACO_KERNEL_LIST_ADOPT, aco_device_elements(self, s->n)) : SWARM_OK;
}

static struct aco_device_colony *enter(struct aco_device_colony *self)
{
    pthread_mutex_lock(&self->lead->lock);
    return self->lead;
}

/* Copies an error of the leading colony to this colony. */
static enum swarm_status leave(struct aco_device_colony *self, enum swarm_status status)
{
    struct aco_device_colony *lead = self->lead;
    struct base_env *env = self->base.engine.env;
    const char *error = lead->base.engine.env->error;
    self->base.engine.torn = lead->base.engine.torn;
    status = status == SWARM_OK || leads(self) ? status : base_fail(env, status, "%s", error ? error : "");
    pthread_mutex_unlock(&lead->lock);
    return status;
}

static enum swarm_status build(struct search_engine *engine)
{
    return leads(self_of(engine)) ? aco_device_build(engine) : SWARM_OK;
}

/* Makes room for the summaries of `iteration` in the host's copy. The copy grows if a colony collects much later than
 * the others. */
static enum swarm_status make_room(struct aco_device_colony *lead, uint64_t iteration)
{
    uint64_t first = iteration;
    for (uint32_t k = 0; k < lead->colonies; ++k) {
        const struct aco_device_colony *colony = lead->members[k];
        first = colony && colony->collected < first ? colony->collected : first;
    }
    const uint64_t slots = lead->slots > 0 ? 2 * lead->slots : ACO_SUMMARY_SLOTS, width = lead->colonies;
    if (iteration - first < lead->slots) {
        return SWARM_OK;
    }
    TRY(ocl_pacer_drain(&lead->pacer)); /* waits for reads that write to the old copy */
    struct aco_summary *made = base_array((size_t)(slots * width), sizeof *made);
    TRY(made ? SWARM_OK : base_fail_memory(lead->base.engine.env));
    for (uint64_t k = first + 1; k <= lead->requested; ++k) {
        memcpy(made + k % slots * width, lead->summaries + k % lead->slots * width, (size_t)width * sizeof *made);
    }
    free(lead->summaries);
    lead->summaries = made;
    lead->slots = slots;
    return SWARM_OK;
}

/* Queues the read of all summaries not requested so far, and an event that marks their arrival. */
static enum swarm_status request_summaries(struct aco_device_colony *lead, bool *interrupted)
{
    const uint64_t bytes = lead->colonies * sizeof(struct aco_summary);
    while (lead->requested < lead->queued) {
        const uint64_t next = lead->requested + 1, slot = next % ACO_SUMMARY_SLOTS;
        uint64_t count = lead->queued - lead->requested;
        count = count < ACO_SUMMARY_SLOTS - slot ? count : ACO_SUMMARY_SLOTS - slot;
        TRY(ocl_buffer_read_enqueue(&lead->session, &lead->buffers[ACO_BUFFER_SUMMARIES], slot * bytes, count * bytes,
                                    lead->summaries + next % lead->slots * lead->colonies));
        lead->requested += count;
    }
    lead->pacer.unread_seconds = 0;
    return ocl_pacer_point(&lead->pacer, lead->requested, interrupted);
}

/* Queues an iteration of Algorithm 2. `engine`: the leading colony. */
static enum swarm_status queue_one(struct search_engine *engine, uint64_t iteration, bool *interrupted)
{
    struct aco_device_colony *lead = self_of(engine);
    TRY(make_room(lead, iteration));
    /* local updates change trails during construction, so an interrupted iteration cannot be saved */
    engine->torn = lead->base.settings.algorithm->local_update;
    TRY(aco_device_choice(lead));
    TRY(aco_device_construct(lead, (uint32_t)iteration, interrupted));
    if (*interrupted) {
        return SWARM_OK;
    }
    TRY(aco_device_evaluate(lead));
    if (lead->base.settings.local_search) {
        TRY(aco_device_search(lead, 0, lead->base.settings.ants, interrupted));
        if (!*interrupted && iteration % POLISH_PERIOD == 0) {
            engine->torn = true;
            TRY(aco_device_polish(lead, interrupted));
        }
        if (*interrupted) {
            return SWARM_OK;
        }
    }
    engine->torn = true;
    TRY(aco_device_reduce(lead, iteration));
    lead->queued = iteration;
    TRY(aco_device_evaporate(lead));
    TRY(aco_device_deposit(lead, iteration, interrupted));
    engine->torn = *interrupted;
    return SWARM_OK;
}

/* Prepares all colonies at the first call, because they start in the same state. */
static enum swarm_status prepare(struct search_engine *engine, const void *start, int64_t score)
{
    struct aco_device_colony *self = self_of(engine), *lead = enter(self);
    lead->base.engine.resumed = engine->resumed;
    if (!lead->prepared) {
        lead->prepared = true;
        lead->prepare_status = aco_colony_begin(&lead->base.engine, start, score, aco_device_prepare, queue_one);
    }
    self->base.shape = &lead->shape;
    engine->start_score = lead->base.engine.start_score;
    engine->session = leads(self) ? &lead->session : NULL;
    return leave(self, lead->prepare_status);
}

/* Queues iterations up to *last, or until summaries must be read; sets *last to the last one queued. */
static enum swarm_status queue_some(struct aco_device_colony *lead, uint64_t *last, bool *interrupted)
{
    const uint64_t most = *last;
    for (bool due = false; lead->queued < most && !due && !*interrupted;) {
        *last = lead->queued + 1;
        *interrupted = search_engine_is_interrupted(&lead->base.engine);
        lead->base.engine.patience.begun = lead->pacer.patience.begun = base_seconds(lead->session.env);
        TRY(*interrupted ? SWARM_OK : queue_one(&lead->base.engine, *last, interrupted));
        due = !*interrupted
              && (ocl_pacer_is_due(&lead->pacer, lead->pacer.unread_seconds)
                  || lead->queued - lead->requested >= ACO_SUMMARY_BATCH);
        TRY(due ? request_summaries(lead, interrupted) : SWARM_OK);
    }
    return SWARM_OK;
}

static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct aco_device_colony *self = self_of(engine), *lead = enter(self);
    enum swarm_status status = SWARM_OK;
    lead->base.engine.patience = lead->pacer.patience = engine->patience;
    if (lead->queued < iteration && !lead->cut) {
        status = queue_some(lead, last, &lead->cut);
    } else if (lead->queued < *last) {
        *last = lead->queued > iteration ? lead->queued : iteration;
    }
    *interrupted = lead->cut;
    return leave(self, status);
}

static enum swarm_status collect(struct search_engine *engine, bool all, bool *got, struct search_summary *summary)
{
    struct aco_device_colony *self = self_of(engine), *lead = enter(self);
    enum swarm_status status = SWARM_OK;
    bool interrupted;
    if (all && self->collected == lead->pacer.done_mark && self->collected < lead->queued) {
        TRY_OR(done, request_summaries(lead, &interrupted));
        TRY_OR(done, ocl_pacer_drain(&lead->pacer));
    }
    *got = self->collected < lead->pacer.done_mark;
    if (*got) {
        ++self->collected;
        const struct aco_summary *row = lead->summaries + self->collected % lead->slots * lead->colonies;
        *summary = aco_colony_report(&self->base, self->collected, &row[self->number]);
    }

done:
    return leave(self, status);
}

static enum swarm_status move(struct aco_colony *colony, enum aco_buffer array, uint64_t offset, uint64_t bytes,
                              void *memory, bool write)
{
    struct aco_device_colony *self = (struct aco_device_colony *)colony, *lead = enter(self);
    const struct ocl_buffer *buffer = &lead->buffers[array];
    const uint64_t at = self->number * aco_device_part(lead, array) + offset;
    return leave(self, write ? ocl_buffer_write(&lead->session, buffer, at, bytes, memory)
                             : ocl_buffer_read(&lead->session, buffer, at, bytes, memory));
}

static enum swarm_status solution(struct search_engine *engine, void *tour, struct search_improvement *best)
{
    struct aco_device_colony *self = self_of(engine), *lead = enter(self);
    const uint64_t bytes = (uint64_t)self->base.settings.n * 4;
    enum swarm_status status = SWARM_OK;
    (void)best;
    TRY_OR(done, ocl_pacer_drain(&lead->pacer));
    TRY_OR(done, move(&self->base, ACO_BUFFER_TOURS, ROW_BEST(self->base.settings.ants) * bytes, bytes, tour, false));
    status = ocl_session_drain_times(&lead->session);

done:
    return leave(self, status);
}

static enum swarm_status load(struct search_engine *engine, struct search_sections *state, uint64_t iteration)
{
    struct aco_device_colony *self = self_of(engine), *lead = enter(self);
    self->collected = lead->queued = lead->requested = lead->pacer.done_mark = iteration;
    return leave(self, aco_state_load(engine, state, iteration));
}

/* Releases what the leading colony owns. The leading colony is released last, because the others borrow from it. */
static void release(struct search_engine *engine)
{
    struct aco_device_colony *self = self_of(engine);
    if (!leads(self)) {
        return;
    }
    ocl_pacer_drain(&self->pacer);
    ocl_kernels_release(self->kernels, ACO_KERNEL_COUNT, self->buffers, ACO_BUFFER_COUNT, NULL);
    ocl_session_close(&self->session);
    pthread_mutex_destroy(&self->lock);
    free(self->summaries);
    free(self->members);
}

static const struct search_engine_type device_type = {
    .size = sizeof(struct aco_device_colony),
    .plan = plan,
    .open = open_device,
    .build = build,
    .prepare = prepare,
    .step = step,
    .collect = collect,
    .solution = solution,
    .describe = aco_colony_describe,
    .set_scale = aco_colony_settle,
    .list = aco_state_list,
    .save = aco_state_save,
    .load = load,
    .take = aco_state_take,
    .measure = aco_colony_measure,
    .trail_bytes = aco_state_trail_bytes,
    .give_trails = aco_state_give_trails,
    .mix_trails = aco_state_mix_trails,
    .release = release,
};

/* Makes this colony the leader of `colonies` colonies, including itself. */
static enum swarm_status lead_all(struct aco_device_colony *self, uint32_t colonies)
{
    pthread_mutexattr_t kind;
    self->colonies = colonies > 0 ? colonies : 1;
    self->members = base_array(self->colonies, sizeof(struct aco_device_colony *));
    bool made = self->members && pthread_mutexattr_init(&kind) == 0;
    if (made) { /* the mutex is recursive, because functions that hold it call move() */
        made = pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE) == 0
               && pthread_mutex_init(&self->lock, &kind) == 0;
        pthread_mutexattr_destroy(&kind);
    }
    if (!made) {
        free(self->members);
    }
    return made ? SWARM_OK : base_fail_memory(self->base.engine.env);
}

enum swarm_status aco_colony_device_create(struct base_env *env, const struct search_request *run,
                                           const struct aco_request *request, const struct ocl_device_list *devices,
                                           size_t index, struct search_engine **engine)
{
    enum swarm_status status = SWARM_OK;
    TRY(aco_colony_create(env, &device_type, run, request, (struct search_devices){devices, &index, 1}, engine));
    struct aco_device_colony *self = self_of(*engine);
    self->base.move = move;
    TRY_OR(fail, tsp_lengths_choose(env, request->instance, self->base.engine.device, request->options.lengths,
                                    &self->base.lengths));
    TRY_OR(fail, run->first ? SWARM_OK : lead_all(self, run->sharers));
    self->lead = run->first ? self_of(run->first) : self;
    self->number = self->lead->made++;
    self->lead->members[self->number] = self;
    return SWARM_OK;

fail:
    free(self); /* the other members are not owned */
    *engine = NULL;
    return status;
}
