/* The sequential reference as an engine. */
#include "colony.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cl/aco/colony_rules.h"
#include "reference.h"

struct reference_colony {
    struct aco_colony base;
    struct aco_arrays arrays;
    struct aco_best best;
};

SEARCH_ENGINE_SELF(reference_colony)

static enum swarm_status plan(struct search_engine *engine)
{
    const uint64_t bytes = aco_arrays_bytes(&self_of(engine)->base.settings);
    return search_engine_check_reference(engine, search_engine_add_plan(engine, "arrays", bytes));
}

static bool is_interrupted(const void *engine)
{
    return search_engine_is_cut(engine);
}

/* Improves a row of `tours` by the local search. */
static enum swarm_status improve(struct reference_colony *self, const uint32_t *anchor, uint32_t row)
{
    struct search_engine *engine = &self->base.engine;
    struct aco_arrays *arrays = &self->arrays;
    const struct aco_searcher by = {
        engine->env, self->base.request.instance, &self->base.settings, &arrays->lists, is_interrupted, engine};
    return aco_reference_search(&by, anchor, arrays->tours + (size_t)row * self->base.settings.n,
                                &arrays->lengths[row]);
}

enum { CLOCK_STEPS = 4096 }; /* steps between two polls of the clock, for ants that step together */

/* Builds and measures all tours of an iteration. */
static void construct(struct reference_colony *self, uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &self->base.settings;
    struct aco_arrays *arrays = &self->arrays;
    aco_reference_weights(s, arrays);
    const bool together = s->algorithm->local_update;
    for (uint32_t begin = 0, end; together && begin < s->n && !*interrupted; begin = end) {
        end = CLOCK_STEPS < s->n - begin ? begin + CLOCK_STEPS : s->n;
        aco_reference_construct_together(s, arrays, iteration, begin, end);
        *interrupted = end < s->n && search_engine_is_cut(&self->base.engine);
    }
    for (uint32_t ant = 0; !together && ant < s->ants && !*interrupted; ++ant) {
        aco_reference_construct(s, arrays, iteration, ant);
        *interrupted = search_engine_is_cut(&self->base.engine);
    }
}

/* Runs an iteration of Algorithm 2. */
static enum swarm_status iterate(struct search_engine *engine, uint64_t iteration, bool *interrupted)
{
    struct reference_colony *self = self_of(engine);
    const struct aco_settings *s = &self->base.settings;
    struct aco_arrays *arrays = &self->arrays;
    engine->torn = s->algorithm->local_update; /* only local updates change trails during construction */
    construct(self, (uint32_t)iteration, interrupted);
    for (uint32_t ant = 0; ant < s->ants && s->local_search && !*interrupted; ++ant) {
        TRY(improve(self, arrays->anchor, ant));
        *interrupted = search_engine_is_cut(engine);
    }
    if (*interrupted) {
        return SWARM_OK;
    }
    bool polish_cut = false;
    if (s->local_search && iteration % POLISH_PERIOD == 0) {
        TRY(improve(self, NULL, ROW_POLISH(s->ants)));
        polish_cut = search_engine_is_cut(engine);
    }
    if (s->algorithm->restart == RESTART_BRANCHING && iteration % BRANCHING_PERIOD == 0) {
        aco_reference_branches(s, arrays, &self->best);
    }
    const struct aco_summary summary = aco_reference_reduce(s, arrays, iteration, &self->best);
    engine->summary = aco_colony_report(&self->base, iteration, &summary);
    engine->has_summary = true;
    aco_reference_update(s, arrays, &self->best, iteration);
    engine->torn = polish_cut;
    return SWARM_OK;
}

static enum swarm_status fill(struct search_engine *engine, const void *start, int64_t score)
{
    struct reference_colony *self = self_of(engine);
    const struct aco_settings *s = &self->base.settings;
    struct aco_arrays *arrays = &self->arrays;
    TRY(aco_reference_open(engine->env, self->base.request.instance, s, (struct aco_start){start, score},
                           engine->request.deadline, arrays));
    self->best = aco_best_begin(s, score);
    if (engine->resumed || !start) {
        return SWARM_OK;
    }
    if (s->local_search && !search_engine_is_interrupted(engine)) {
        TRY(improve(self, NULL, ROW_BEST(s->ants)));
        self->best.length = arrays->lengths[ROW_POLISH(s->ants)] = arrays->lengths[ROW_BEST(s->ants)];
        memcpy(arrays->polished, arrays->best_tour, s->n * sizeof *arrays->polished);
        aco_anchor_fill(s->n, arrays->best_tour, arrays->anchor);
    }
    engine->start_score = self->best.length;
    if (self->base.request.walked && !search_engine_is_interrupted(engine)) {
        aco_reference_walk(s, arrays, &self->best, arrays->best_tour, self->best.length);
    }
    return SWARM_OK;
}

static enum swarm_status prepare(struct search_engine *engine, const void *start, int64_t score)
{
    return aco_colony_begin(engine, start, score, fill, iterate);
}

static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    *last = iteration;
    *interrupted = search_engine_is_interrupted(engine);
    return *interrupted ? SWARM_OK : iterate(engine, iteration, interrupted);
}

static enum swarm_status solution(struct search_engine *engine, void *tour, struct search_improvement *best)
{
    struct reference_colony *self = self_of(engine);
    (void)best;
    memcpy(tour, self->arrays.best_tour, self->base.settings.n * sizeof *self->arrays.best_tour);
    return SWARM_OK;
}

/* Ignores arrays that the reference lacks, such as the anchor without a local search. */
static enum swarm_status move(struct aco_colony *colony, enum aco_buffer array, uint64_t offset, uint64_t bytes,
                              void *memory, bool write)
{
    struct reference_colony *self = (struct reference_colony *)colony;
    void *const arrays[ACO_BUFFER_COUNT] = {
        [ACO_BUFFER_BEST] = &self->best,
        [ACO_BUFFER_LENGTHS] = self->arrays.lengths,
        [ACO_BUFFER_TOURS] = self->arrays.tours,
        [ACO_BUFFER_TRAILS] = self->arrays.trails,
        [ACO_BUFFER_CANDIDATES] = self->arrays.lists.nodes,
        [ACO_BUFFER_HEURISTIC] = self->arrays.heuristic,
        [ACO_BUFFER_ANCHOR] = self->arrays.anchor,
    };
    if (arrays[array]) {
        char *there = (char *)arrays[array] + offset;
        memcpy(write ? there : memory, write ? memory : there, (size_t)bytes);
    }
    return SWARM_OK;
}

static void release(struct search_engine *engine)
{
    aco_arrays_destroy(&self_of(engine)->arrays);
}

static const struct search_engine_type reference_type = {
    .size = sizeof(struct reference_colony),
    .plan = plan,
    .open = search_engine_do_nothing,
    .build = search_engine_do_nothing,
    .prepare = prepare,
    .step = step,
    .collect = search_engine_collect,
    .solution = solution,
    .describe = aco_colony_describe,
    .set_scale = aco_colony_settle,
    .list = aco_state_list,
    .save = aco_state_save,
    .load = aco_state_load,
    .take = aco_state_take,
    .measure = aco_colony_measure,
    .trail_bytes = aco_state_trail_bytes,
    .give_trails = aco_state_give_trails,
    .mix_trails = aco_state_mix_trails,
    .release = release,
};

enum swarm_status aco_colony_reference_create(struct base_env *env, const struct search_request *run,
                                              const struct aco_request *request, struct search_engine **engine)
{
    TRY(aco_colony_create(env, &reference_type, run, request, (struct search_devices){.list = NULL}, engine));
    aco_colony_of(*engine)->move = move;
    return SWARM_OK;
}
