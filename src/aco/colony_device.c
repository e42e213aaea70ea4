#include "colony_device.h"
#include "construct_lists.h"
#include "construct_whole_scan.h"
#include "search_device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "colony_rules.h"
#include "selection_rules.h"
#include "tsp/metric.h"

static struct aco_device_colony *self_of(struct run_engine *engine)
{
    return (struct aco_device_colony *)engine;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Plan and open                                                                                                      */

bool aco_device_uses_points(const struct aco_device_colony *self)
{
    const struct aco_settings *s = &self->base.settings;
    return self->metric_on_device && (s->candidates > 0 || s->local_search);
}

/* Numbers of a point: a vector of 2 or 4. */
static uint32_t point_size(const struct aco_device_colony *self)
{
    return tsp_metrics[self->base.request.instance->info.metric].dimensions == 3 ? 4 : 2;
}

static void list_buffers(struct aco_device_colony *self)
{
    const struct aco_settings *s = &self->base.settings;
    const uint64_t n = s->n, rows = n * s->stride * 4, matrix = n * s->matrix_stride * 4;
    const uint64_t lists = n * s->list_stride * 4;
    const bool whole = s->candidates == 0;
    const uint64_t used =
        self->shape.construction->buffers | self->shape.deposit->buffers | aco_selection_of(s->selection)->buffers;
    const uint64_t ants = s->ants, kept = ants + ROWS_KEPT,
                   tours = kept + (self->shape.group_ants > 1 ? self->shape.group_ants : 0);
    const struct ocl_buffer buffers[ACO_BUFFER_COUNT] = {
        [ACO_BUFFER_COORDINATES] = {"coordinates", whole && self->metric_on_device ? 3 * n * sizeof(double) : 0, NULL},
        [ACO_BUFFER_DISTANCE] = {"distance", whole || !self->metric_on_device ? matrix : 0, NULL},
        [ACO_BUFFER_HEURISTIC] = {"heuristic", rows, NULL},
        [ACO_BUFFER_TRAILS] = {"trails", rows, NULL},
        [ACO_BUFFER_ROW_OFFSETS] = {"row_offsets", n * 4, NULL},
        [ACO_BUFFER_CHOICE_INFO] = {"choice_info", whole ? rows : 0, NULL},
        [ACO_BUFFER_WEIGHTS] = {"weights", rows, NULL},
        [ACO_BUFFER_TOURS] = {"tours", tours * n * 4, NULL},
        [ACO_BUFFER_LENGTHS] = {"lengths", kept * 8, NULL},
        [ACO_BUFFER_AMOUNTS] = {"amounts", (uint64_t)s->depositors * 4, NULL},
        [ACO_BUFFER_DEPOSITORS] = {"depositors", (uint64_t)s->depositors * 4, NULL},
        [ACO_BUFFER_BEST] = {"best", sizeof(struct aco_best), NULL},
        [ACO_BUFFER_SUMMARIES] = {"summaries", ACO_SUMMARY_SLOTS * sizeof(struct aco_summary), NULL},
        [ACO_BUFFER_POINTS] = {"points", aco_device_uses_points(self) ? n * point_size(self) * sizeof(double) : 0,
                               NULL},
        [ACO_BUFFER_CANDIDATES] = {"candidates", lists, NULL},
        [ACO_BUFFER_SEARCH_LISTS] = {"search_lists", n * s->search_stride * 4, NULL},
        [ACO_BUFFER_SECOND] = {"second", n * s->second_length * 4, NULL},
        [ACO_BUFFER_ANCHOR] = {"anchor", 2 * n * 4, NULL},
        [ACO_BUFFER_NO_ANCHOR] = {"no_anchor", s->local_search ? 2 * n * 4 : 0, NULL},
        [ACO_BUFFER_SEARCH] = {"search", s->local_search ? ants * aco_search_words(s) * 4 : 0, NULL},
        [ACO_BUFFER_PARTNERS] = {"partners", self->base.request.instance->partners ? n * 4 : 0, NULL},
        [ACO_BUFFER_LAID] = {"laid", 2 * rows * (self->shape.laid_shares > 0 ? self->shape.laid_shares : 1), NULL},
        [ACO_BUFFER_SUMS] = {"sums", 2 * rows, NULL},
        [ACO_BUFFER_STARTS] = {"starts", rows, NULL},
        [ACO_BUFFER_NEXT] = {"next", n * ants * 4, NULL},
        [ACO_BUFFER_DIRECTED] = {"directed", s->symmetric ? rows : 0, NULL},
        [ACO_BUFFER_SCAN_SUMS] = {"scan_sums", 8 * aco_whole_scan_elements(ants * n, self->shape.team), NULL},
        [ACO_BUFFER_SCAN_VISITED] = {"scan_visited", ants * n, NULL},
        [ACO_BUFFER_SCAN_DRAWS] = {"scan_draws", ants * 16, NULL},
        [ACO_BUFFER_LIST_VISITED] = {"list_visited", aco_lists_visited_bytes(&self->shape, s->n, s->ants), NULL},
    };
    memcpy(self->buffers, buffers, sizeof buffers);
    self->base.engine.plan_count = ACO_BUFFER_COUNT;
    for (size_t i = 0; i < ACO_BUFFER_COUNT; ++i) {
        if (i >= ACO_BUFFER_LAID && !(used >> i & 1)) {
            self->buffers[i].bytes = 0;
        }
        self->base.engine.plan[i] = (struct swarm_plan_entry){buffers[i].name, self->buffers[i].bytes};
    }
}

void aco_device_edges(const struct aco_device_colony *self, struct ocl_argument arguments[2])
{
    const bool points = aco_device_uses_points(self);
    arguments[0] = points ? ACO_BUFFER(self, POINTS) : ACO_BUFFER(self, DISTANCE);
    arguments[1] = OCL_ARGUMENT(self->edge_stride);
}

static enum swarm_status plan(struct run_engine *engine)
{
    struct aco_device_colony *self = self_of(engine);
    const struct swarm_device *device = engine->device;
    ocl_device_log(engine->env, device);
    const struct aco_settings *s = &self->base.settings;
    enum swarm_status status = aco_shape_choose(engine->env, device, &self->base.request.shape, s, &self->shape);
    if (status != SWARM_OK) {
        return status;
    }
    aco_search_choose(device, s, &self->shape);
    self->edge_stride = aco_device_uses_points(self) ? point_size(self) : s->matrix_stride;
    list_buffers(self);
    return ocl_plan_check(engine->env, device, self->buffers, ACO_BUFFER_COUNT);
}

static enum swarm_status open_device(struct run_engine *engine)
{
    struct aco_device_colony *self = self_of(engine);
    return ocl_session_open(engine->env, self->devices, self->device_index, engine->request.profiling, &self->session);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Launches                                                                                                           */

/* NDRange of the element-wise kernels over a matrix
 *   global = { stride, n rounded up to whole groups }   one work-item per pair of nodes, or per candidate; columns
 *                                                       fastest (Angelo et al., eqs. 1, 2 and 7)
 *   local  = { columns, rows }   whole rows: element_group, which divides the stride, a multiple of 64, and
 * matrix_rows; lists: 16 and as many rows as make a group as large
 */
struct ocl_ndrange aco_device_matrix(const struct aco_device_colony *self)
{
    const struct aco_settings *s = &self->base.settings;
    const size_t group = (size_t)self->shape.element_group * self->shape.matrix_rows;
    const size_t columns = s->candidates == 0 ? self->shape.element_group : group < 16 ? group : 16;
    const size_t rows = group / columns;
    return (struct ocl_ndrange){{s->stride, ocl_round_up(s->n, rows)}, {columns, rows}};
}

/* NDRange of the kernels that work on a whole row
 *   global = { n * row_group }   one group per row
 *   local  = { row_group }       1 on CPUs, which makes the kernel a loop without barriers
 */
struct ocl_ndrange aco_device_rows(const struct aco_device_colony *self)
{
    return (struct ocl_ndrange){{(size_t)self->base.settings.n * self->shape.row_group, 1}, {self->shape.row_group, 1}};
}

struct ocl_ndrange aco_device_elements(const struct aco_device_colony *self, uint32_t items)
{
    size_t local = self->shape.element_group;
    return (struct ocl_ndrange){{ocl_round_up(items, local), 1}, {local, 1}};
}

#define BUFFER(name)     ACO_BUFFER(self, name)
#define SET(kernel, ...) ACO_SET(self, kernel, __VA_ARGS__)

#define N                OCL_ARGUMENT(s->n)
#define STRIDE           OCL_ARGUMENT(s->stride)
#define ANTS             OCL_ARGUMENT(s->ants)

/* Those of the kernels that whole rows alone have. */
static enum swarm_status set_whole_rows(struct aco_device_colony *self)
{
    enum swarm_status status = SWARM_OK;
    struct aco_settings *s = &self->base.settings;
    if (self->metric_on_device) {
        TRY(SET(INITIALISE, BUFFER(COORDINATES), BUFFER(DISTANCE), BUFFER(HEURISTIC), BUFFER(TRAILS), N, STRIDE,
                OCL_ARGUMENT(s->trail_initial), BUFFER(PARTNERS)));
    } else {
        TRY(SET(INITIALISE, BUFFER(DISTANCE), BUFFER(HEURISTIC), BUFFER(TRAILS), N, STRIDE,
                OCL_ARGUMENT(s->trail_initial), BUFFER(PARTNERS)));
    }
    TRY(SET(ROW_OFFSETS, BUFFER(HEURISTIC), BUFFER(ROW_OFFSETS), N, STRIDE, OCL_ARGUMENT(s->alpha_offset),
            OCL_ARGUMENT(s->beta.fixed)));
    TRY(SET(CHOICE_INFO, BUFFER(TRAILS), BUFFER(HEURISTIC), BUFFER(ROW_OFFSETS), BUFFER(CHOICE_INFO), N, STRIDE,
            OCL_ARGUMENT(s->alpha.fixed), OCL_ARGUMENT(s->beta.fixed)));
    TRY(SET(CHOICE_WEIGHTS, BUFFER(CHOICE_INFO), BUFFER(WEIGHTS), N, STRIDE));
    if (SELECTION_TRIES(s->selection)) {
        TRY(SET(CHOICE_SUMS, BUFFER(WEIGHTS), BUFFER(SUMS), N, STRIDE));
        TRY(SET(CHOICE_STARTS, BUFFER(SUMS), BUFFER(STARTS), N, STRIDE));
    }
    TRY(SET(EVALUATE, BUFFER(TOURS), BUFFER(DISTANCE), BUFFER(LENGTHS), N, STRIDE, ANTS));

fail:
    return status;
}

/* All arguments that stay the same for the whole run. */
enum swarm_status aco_device_set_arguments(struct aco_device_colony *self)
{
    enum swarm_status status = SWARM_OK;
    struct aco_settings *s = &self->base.settings;
    const uint32_t zero = 0, whole = s->candidates == 0;
    const uint64_t zero_long = 0;
    TRY(whole ? set_whole_rows(self) : aco_lists_set(self));
    TRY(self->shape.construction->set(self));
    if (s->local_search) {
        TRY(aco_search_set(self));
    }
    TRY(SET(REDUCE_BEST, BUFFER(LENGTHS), BUFFER(BEST), BUFFER(SUMMARIES), ANTS, OCL_ARGUMENT(zero),
            OCL_ARGUMENT(zero_long), OCL_ARGUMENT(s->target), OCL_ARGUMENT(s->no_improve), N,
            OCL_ARGUMENT(s->restart_after), OCL_ARGUMENT(s->deposit_scale), OCL_ARGUMENT(s->length_shift),
            OCL_ARGUMENT(s->deposit_maximum), OCL_ARGUMENT(s->limit_factor), OCL_ARGUMENT(s->floor_fraction)));
    TRY(SET(KEEP_BEST, BUFFER(TOURS), BUFFER(BEST), BUFFER(ANCHOR), N, ANTS));
    if (s->algorithm->restart == RESTART_BRANCHING) {
        TRY(SET(BRANCHES, BUFFER(TRAILS), BUFFER(BEST), N, STRIDE, OCL_ARGUMENT(s->width), OCL_ARGUMENT(whole)));
    }
    if (!self->shape.deposit->any_algorithm) {
        TRY(SET(EVAPORATE, BUFFER(TRAILS), N, STRIDE, OCL_ARGUMENT(s->keep), OCL_ARGUMENT(s->trail_floor)));
    }
    TRY(SET(AMOUNTS, BUFFER(LENGTHS), BUFFER(BEST), BUFFER(DEPOSITORS), BUFFER(AMOUNTS), ANTS,
            OCL_ARGUMENT(s->deposit_scale), OCL_ARGUMENT(s->length_shift), OCL_ARGUMENT(s->deposit_maximum),
            OCL_ARGUMENT(s->elite), OCL_ARGUMENT(s->ranks)));
    TRY(self->shape.deposit->set(self));
    if (s->adopts) {
        struct ocl_argument edges[2];
        aco_device_edges(self, edges);
        TRY(SET(LIST_ADOPT, BUFFER(TOURS), BUFFER(BEST), BUFFER(CANDIDATES), BUFFER(HEURISTIC), BUFFER(TRAILS),
                edges[0], edges[1], N, STRIDE, OCL_ARGUMENT(s->width), BUFFER(PARTNERS)));
    }

fail:
    return status;
}

enum swarm_status aco_device_launch(struct aco_device_colony *self, int kernel, struct ocl_ndrange range)
{
    return ocl_kernel_enqueue(&self->session, &self->kernels[kernel], range);
}

enum swarm_status aco_device_initialise(struct aco_device_colony *self)
{
    if (self->base.settings.candidates > 0) {
        return aco_lists_initialise(self);
    }
    enum swarm_status status = aco_device_launch(self, ACO_KERNEL_INITIALISE, aco_device_matrix(self));
    return status == SWARM_OK ? aco_device_launch(self, ACO_KERNEL_ROW_OFFSETS, aco_device_rows(self)) : status;
}

enum swarm_status aco_device_choice(struct aco_device_colony *self)
{
    enum swarm_status status = SWARM_OK;
    if (self->base.settings.candidates > 0) {
        return aco_lists_weights(self);
    }
    TRY(aco_device_launch(self, ACO_KERNEL_CHOICE_INFO, aco_device_matrix(self)));
    TRY(aco_device_launch(self, ACO_KERNEL_CHOICE_WEIGHTS, aco_device_rows(self)));
    if (SELECTION_TRIES(self->base.settings.selection)) {
        TRY(aco_device_launch(self, ACO_KERNEL_CHOICE_SUMS, aco_device_rows(self)));
        TRY(aco_device_launch(self, ACO_KERNEL_CHOICE_STARTS, aco_device_rows(self)));
    }

fail:
    return status;
}

enum swarm_status aco_device_construct(struct aco_device_colony *self, uint32_t iteration, bool *interrupted)
{
    return self->shape.construction->enqueue(self, iteration, interrupted);
}

enum swarm_status aco_device_evaluate(struct aco_device_colony *self)
{
    return self->shape.construction->lists
               ? SWARM_OK
               : aco_device_launch(self, ACO_KERNEL_EVALUATE,
                                   self->shape.evaluation->range(&self->shape, self->base.settings.ants));
}

/* NDRange of aco_reduce_best
 *   global = local = { reduce_group }   a single group, as the result needs one
 */
enum swarm_status aco_device_reduce(struct aco_device_colony *self, uint64_t iteration)
{
    enum swarm_status status = SWARM_OK;
    const struct ocl_ndrange range = {{self->shape.reduce_group, 1}, {self->shape.reduce_group, 1}};
    uint32_t slot = (uint32_t)(iteration % ACO_SUMMARY_SLOTS);
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(slot), OCL_ARGUMENT(iteration)};
    TRY(ocl_kernel_set(&self->session, &self->kernels[ACO_KERNEL_REDUCE_BEST], 4, arguments, 2));
    if (self->base.settings.algorithm->restart == RESTART_BRANCHING && iteration % BRANCHING_PERIOD == 0) {
        TRY(aco_device_launch(self, ACO_KERNEL_BRANCHES, aco_device_elements(self, self->base.settings.n)));
    }
    TRY(aco_device_launch(self, ACO_KERNEL_REDUCE_BEST, range));
    TRY(aco_device_launch(self, ACO_KERNEL_KEEP_BEST, aco_device_elements(self, self->base.settings.n)));

fail:
    return status;
}

enum swarm_status aco_device_evaporate(struct aco_device_colony *self)
{
    return self->shape.deposit->any_algorithm ? SWARM_OK
                                              : aco_device_launch(self, ACO_KERNEL_EVAPORATE, aco_device_matrix(self));
}

enum swarm_status aco_device_deposit(struct aco_device_colony *self, uint64_t iteration, bool *interrupted)
{
    enum swarm_status status =
        aco_device_launch(self, ACO_KERNEL_AMOUNTS, aco_device_elements(self, self->base.settings.ants + 1));
    if (status == SWARM_OK) {
        status = self->shape.deposit->enqueue(self, iteration, interrupted);
    }
    return status == SWARM_OK && self->base.settings.adopts
               ? aco_device_launch(self, ACO_KERNEL_LIST_ADOPT, aco_device_elements(self, self->base.settings.n))
               : status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The run                                                                                                            */

/* Queues the read of all summaries not asked for yet, and a point that tells when they are here. */
static enum swarm_status request_summaries(struct aco_device_colony *self, bool *interrupted)
{
    enum swarm_status status = SWARM_OK;
    while (self->requested < self->queued) {
        uint64_t slot = (self->requested + 1) % ACO_SUMMARY_SLOTS;
        uint64_t count = self->queued - self->requested;
        count = count < ACO_SUMMARY_SLOTS - slot ? count : ACO_SUMMARY_SLOTS - slot;
        cl_event event = NULL;
        TRY(ocl_buffer_read_enqueue(&self->session, &self->buffers[ACO_BUFFER_SUMMARIES],
                                    slot * sizeof(struct aco_summary), count * sizeof(struct aco_summary),
                                    &self->summaries[slot], &event));
        clReleaseEvent(event);
        self->requested += count;
    }
    self->pacer.unread_units = 0;
    TRY(ocl_pacer_point(&self->pacer, self->requested, interrupted));

fail:
    return status;
}

/* Algorithm 2, one turn. */
static enum swarm_status step(struct run_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct aco_device_colony *self = self_of(engine);
    enum swarm_status status = SWARM_OK;
    *last = iteration;
    *interrupted = run_engine_is_interrupted(engine);
    if (*interrupted) {
        return SWARM_OK;
    }
    self->pacer.patient = engine->patient;
    engine->torn = self->base.settings.algorithm->local_update; /* what ants build else is no state yet */
    TRY(aco_device_choice(self));
    TRY(aco_device_construct(self, (uint32_t)iteration, interrupted));
    if (*interrupted) {
        return SWARM_OK;
    }
    TRY(aco_device_evaluate(self));
    if (self->base.settings.local_search) {
        TRY(aco_device_search(self, 0, self->base.settings.ants, interrupted));
        if (!*interrupted && iteration % POLISH_PERIOD == 0) {
            engine->torn = true;
            TRY(aco_device_polish(self, interrupted));
        }
        if (*interrupted) {
            return SWARM_OK;
        }
    }
    engine->torn = true;
    TRY(aco_device_reduce(self, iteration));
    self->queued = iteration;
    TRY(aco_device_evaporate(self));
    TRY(aco_device_deposit(self, iteration, interrupted));
    engine->torn = *interrupted;
    if (!*interrupted
        && (ocl_pacer_is_due(&self->pacer, self->pacer.unread_units)
            || self->queued - self->requested >= ACO_SUMMARY_BATCH)) {
        TRY(request_summaries(self, interrupted));
    }

fail:
    return status;
}

static enum swarm_status collect(struct run_engine *engine, bool all, bool *got, struct run_summary *summary)
{
    struct aco_device_colony *self = self_of(engine);
    enum swarm_status status = SWARM_OK;
    bool interrupted;
    if (all && self->collected == self->pacer.done_mark && self->collected < self->queued) {
        TRY(request_summaries(self, &interrupted));
        TRY(ocl_pacer_drain(&self->pacer));
    }
    *got = self->collected < self->pacer.done_mark;
    if (*got) {
        ++self->collected;
        *summary = aco_colony_tell(&self->base, self->collected, &self->summaries[self->collected % ACO_SUMMARY_SLOTS]);
    }

fail:
    return status;
}

static enum swarm_status answer(struct run_engine *engine, void *tour, struct run_improvement *best)
{
    struct aco_device_colony *self = self_of(engine);
    enum swarm_status status = SWARM_OK;
    (void)best;
    TRY(ocl_pacer_drain(&self->pacer));
    const uint64_t bytes = (uint64_t)self->base.settings.n * 4;
    TRY(ocl_buffer_read(&self->session, &self->buffers[ACO_BUFFER_TOURS], ROW_BEST(self->base.settings.ants) * bytes,
                        bytes, tour));
    TRY(ocl_session_drain_times(&self->session));

fail:
    return status;
}

static void destroy(struct run_engine **engine)
{
    struct aco_device_colony *self = self_of(*engine);
    if (!self) {
        return;
    }
    ocl_pacer_drain(&self->pacer);
    for (size_t i = 0; i < ACO_KERNEL_COUNT; ++i) {
        ocl_kernel_release(&self->kernels[i]);
    }
    for (size_t i = 0; i < ACO_BUFFER_COUNT; ++i) {
        ocl_buffer_release(&self->buffers[i]);
    }
    ocl_session_close(&self->session);
    free(self);
    *engine = NULL;
}

static const struct run_engine_type device_type = {
    .plan = plan,
    .open = open_device,
    .build = aco_device_build,
    .prepare = aco_device_prepare,
    .step = step,
    .collect = collect,
    .answer = answer,
    .describe = aco_colony_describe,
    .settle = aco_colony_settle,
    .list = aco_device_list,
    .save = aco_device_save,
    .load = aco_device_load,
    .take = aco_device_take,
    .destroy = destroy,
};

enum swarm_status aco_colony_device_create(struct base_env *env, const struct run_request *run,
                                           const struct aco_request *request, const struct ocl_device_list *devices,
                                           size_t index, struct run_engine **engine)
{
    struct aco_device_colony *self = base_array(1, sizeof *self);
    if (!self) {
        return base_fail_memory(env);
    }
    aco_colony_init(&self->base, &device_type, env, run, request);
    self->base.engine.device = &devices->devices[index];
    self->devices = devices;
    self->device_index = index;
    self->metric_on_device = tsp_metrics[request->instance->info.metric].on_device && self->base.engine.device->fp64;
    *engine = &self->base.engine;
    return SWARM_OK;
}
