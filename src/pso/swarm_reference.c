/* swarm_reference.c - the sequential reference as an engine. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "swarm.h"

SEARCH_ENGINE_SELF(pso_sequential)

/* The number of elements in scratch: values, then struct colony_scratch, the scratch of struct frame_arrays, or struct
 * strategy_scratch, whose `ranked` has two numbers for each point. */
static size_t scratch_count(const struct pso_settings *s)
{
    const size_t n = s->dimensions, candidates = pso_candidates(s);
    return s->most_points > 0 ? (3 * n + 4) * candidates
           : s->ants > 0      ? candidates + n * (candidates + s->particles + n + 2) + s->particles
                              : candidates + s->learned * FRAME_SCRATCH(n, candidates);
}

/* The number of elements in x of struct pso_points. */
static size_t points_count(const struct pso_settings *s, size_t count)
{
    return (s->objective->row ? 1 : count) * s->dimensions;
}

/* The number of elements in all arrays of struct pso_points. */
static size_t points_total(const struct pso_settings *s, size_t count)
{
    return points_count(s, count) + count * (s->objective->constraints + (s->repeats > 1 ? 2 : 1));
}

/* Arranges arrays for `count` points in `numbers` [points_total()]. */
static struct pso_points points_of(const struct pso_settings *s, size_t count, double *numbers)
{
    double *x = numbers + count, *g = x + points_count(s, count);
    return (struct pso_points){x, numbers, g, g + count * s->objective->constraints};
}

static enum swarm_status plan(struct search_engine *engine)
{
    const struct pso_settings *s = &self_of(engine)->base.settings;
    struct search_sections listed = {.count = 0};
    uint64_t needed = 0;
    pso_swarm_list(engine, &listed);
    for (size_t i = 0; i < listed.count; ++i) {
        needed += search_engine_add_plan(engine, listed.sections[i].name, listed.sections[i].size);
    }
    if (s->ants > 0 || s->most_points > 0 || s->learned) {
        needed += search_engine_add_plan(engine, "scratch", (uint64_t)scratch_count(s) * (uint64_t)s->precision / 8);
    }
    if (s->objective->caller) {
        needed += search_engine_add_plan(engine, "state before an iteration", needed);
    }
    if (!s->objective->row) {
        needed +=
            search_engine_add_plan(engine, "points", (uint64_t)points_total(s, pso_candidates(s)) * sizeof(double));
    }
    return search_engine_check_reference(engine, needed);
}

/* True if a user's function did not write all values, because the run has ended. */
static bool is_cut(const struct pso_sequential *self)
{
    return self->is_incomplete && search_engine_is_interrupted(&self->base.engine);
}

static void copy_sections(const struct search_sections *from, struct search_sections *to)
{
    for (size_t i = 0; i < PSO_SECTION_COUNT; ++i) {
        if (from->sections[i].size > 0) {
            memcpy(to->sections[i].bytes, from->sections[i].bytes, from->sections[i].size);
        }
    }
}

static enum swarm_status prepare(struct search_engine *engine, const void *start, int64_t score)
{
    struct pso_sequential *self = self_of(engine);
    const struct pso_settings *s = &self->base.settings;
    const struct pso_reference *reference = pso_reference_of(s->precision);
    const size_t number = (size_t)s->precision / 8, candidates = pso_candidates(s);
    (void)start;
    (void)score;
    engine->start_score = INT64_MAX;
    self->constants = base_array(pso_constant_count(s), number);
    self->scratch = base_array(scratch_count(s), number);
    self->points.values = base_array(points_total(s, candidates), sizeof(double));
    TRY(self->constants && self->scratch && self->points.values ? SWARM_OK : base_fail_memory(engine->env));
    self->points = points_of(s, candidates, self->points.values);
    reference->constants(s, engine->request.target, self->constants);
    TRY(pso_state_make(engine->env, s, PSO_SECTION_POSITIONS, &self->state));
    if (s->objective->caller) {
        TRY(pso_state_make(engine->env, s, PSO_SECTION_POSITIONS, &self->before));
    }
    if (!engine->resumed) {
        reference->start(self);
        reference->step(self, 0);
        engine->torn = is_cut(self);
        engine->has_summary = true;
    }
    return SWARM_OK;
}

static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct pso_sequential *self = self_of(engine);
    *interrupted = search_engine_is_interrupted(engine);
    if (!*interrupted) {
        if (self->base.settings.objective->caller) {
            copy_sections(&self->state, &self->before);
        }
        pso_reference_of(self->base.settings.precision)->step(self, iteration);
        *interrupted = is_cut(self);
        if (*interrupted) { /* undoes the incomplete iteration */
            copy_sections(&self->before, &self->state);
        } else {
            self->base.queued = iteration;
            engine->has_summary = true;
        }
    }
    *last = self->base.queued;
    return SWARM_OK;
}

/* Returns a summary with the improvements of all iterations since the last one. */
static enum swarm_status collect(struct search_engine *engine, bool all, bool *got, struct search_summary *summary)
{
    struct pso_sequential *self = self_of(engine);
    TRY(search_engine_collect(engine, all, got, summary));
    if (*got) {
        *summary =
            pso_swarm_report(&self->base, self->base.queued, self->state.sections[PSO_SECTION_BEST].bytes, self->log);
    }
    return SWARM_OK;
}

static enum swarm_status take(struct search_engine *engine, const void *taken, int64_t *score, uint64_t iteration)
{
    struct pso_sequential *self = self_of(engine);
    pso_state_take(&self->base.settings, &self->state, taken, *score, iteration);
    ++self->base.reported_count;
    return SWARM_OK;
}

static enum swarm_status solution(struct search_engine *engine, void *position, struct search_improvement *best)
{
    const struct pso_sequential *self = self_of(engine);
    pso_state_solution(&self->base.settings, &self->state, position, best, engine);
    return SWARM_OK;
}

static enum swarm_status save(struct search_engine *engine, struct search_sections *state)
{
    const struct pso_sequential *self = self_of(engine);
    TRY(pso_state_make(engine->env, &self->base.settings, PSO_SECTION_POSITIONS, state));
    copy_sections(&self->state, state);
    return SWARM_OK;
}

static enum swarm_status load(struct search_engine *engine, struct search_sections *state, uint64_t iteration)
{
    struct pso_sequential *self = self_of(engine);
    TRY(pso_swarm_begin_load(&self->base, state, iteration));
    copy_sections(state, &self->state);
    return SWARM_OK;
}

static void release(struct search_engine *engine)
{
    struct pso_sequential *self = self_of(engine);
    search_sections_deinit(&self->state);
    search_sections_deinit(&self->before);
    free(self->constants);
    free(self->scratch);
    free(self->points.values);
}

static const struct search_engine_type reference_type = {
    .size = sizeof(struct pso_sequential),
    .plan = plan,
    .open = search_engine_do_nothing,
    .build = search_engine_do_nothing,
    .prepare = prepare,
    .step = step,
    .collect = collect,
    .take = take,
    .solution = solution,
    .list = pso_swarm_list,
    .save = save,
    .load = load,
    .release = release,
};

enum swarm_status pso_swarm_reference_create(struct base_env *env, const struct search_request *run,
                                             const struct pso_settings *settings, struct search_engine **engine)
{
    return pso_swarm_create(env, &reference_type, run, settings, (struct search_devices){.list = NULL}, engine);
}

enum swarm_status pso_evaluate_host(struct base_env *env, const struct pso_settings *settings,
                                    struct pso_evaluation wanted)
{
    const struct pso_reference *reference = pso_reference_of(settings->precision);
    if (settings->objective->info.kind == SWARM_OBJECTIVE_FILE) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "%s: OpenCL C is evaluated on a device, not on the host",
                         settings->objective->path);
    }
    double *numbers = base_array(points_total(settings, wanted.count), sizeof *numbers);
    TRY(numbers ? SWARM_OK : base_fail_memory(env));
    const bool plain = !wanted.violations && !wanted.ranks;
    struct pso_points points = points_of(settings, wanted.count, numbers);
    points.values = wanted.values;
    points.g = plain ? NULL : points.g;
    reference->evaluate(settings, wanted.count, wanted.points, points);
    for (size_t k = 0; k < wanted.count && !plain; ++k) {
        points.values[k] = wanted.violations ? 0.0 : points.values[k];
        const double ranked = reference->ranked(settings, points, k);
        points.values[k] = wanted.violations ? reference->violation(ranked) : ranked;
    }
    free(numbers);
    return SWARM_OK;
}
