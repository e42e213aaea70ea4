/* engine.c - the phases of a run of orienteering. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Scores of rat783-gen1, u724-gen2 and pr1002-gen3 after 20 s of a core, one seed each, before some prices fell to 0:
 * 437, 24118, 39317; with later_moves 10: 435, 24117, 39302; with first_moves 15: 436, 24142, 39458. */
const struct orient_algorithm orient_population = {
    .crosses = true, .first_moves = 30, .later_moves = 5, .new_temperatures = {0.14f, 0.7f}, .later_temperature = 0.1f};
const struct orient_algorithm orient_ants = {
    .first_moves = 20, .later_moves = 20, .new_temperatures = {0.2f, 0.2f}, .later_temperature = 0.2f};

enum { FIRST_BUDGET = 64 }; /* number of moves per individual in the first launch */

SEARCH_ENGINE_SELF(orient_engine)

static void list_arrays(struct orient_engine *self, struct base_arrays *arrays)
{
    const size_t n = self->n, words = (size_t)ORIENT_WORDS(n) * sizeof(uint32_t);
    const size_t threads = self->choices.threads, scratch_words = (size_t)ORIENT_SCRATCH_WORDS(n);
    struct orient_tours *populations[] = {&self->parents, &self->children};
    for (int k = 0; k < 2; ++k) {
        populations[k]->words = base_arrays_add(arrays, self->most, words);
        populations[k]->individuals = base_arrays_add(arrays, self->most, sizeof *self->parents.individuals);
    }
    self->best = base_arrays_add(arrays, n + 1, sizeof *self->best);
    if (!self->choices.algorithm->crosses) {
        self->trails = base_arrays_add(arrays, n, ORIENT_WIDTH * sizeof *self->trails);
        self->appeals = base_arrays_add(arrays, n, ORIENT_WIDTH * sizeof *self->appeals);
    }
    uint64_t *keys = base_arrays_add(arrays, threads, n * sizeof *keys);
    uint32_t *all_words = base_arrays_add(arrays, threads, scratch_words * sizeof *all_words);
    self->scratch = base_arrays_add(arrays, threads, sizeof *self->scratch);
    for (size_t i = 0; self->scratch && i < threads; ++i) {
        self->scratch[i].keys = keys + i * n;
        self->scratch[i].words = all_words + i * scratch_words;
        self->scratch[i].engine = &self->base;
    }
}

static enum swarm_status plan(struct search_engine *engine)
{
    struct orient_engine *self = self_of(engine);
    struct base_arrays counted = {.counts = true};
    list_arrays(self, &counted);
    counted.bytes += mosaic_lengths_bytes(self->task.instance) + self->n * (uint64_t)(ORIENT_WIDTH * 8 + 64);
    if (engine->device) {
        ocl_device_log(engine->env, engine->device);
        TRY(search_engine_check_loops(engine, "--device none"));
        self->kernel.walks = self->choices.on_device;
        TRY(orient_device_plan(engine, self->task.instance, self->choices.lengths, self->most, &self->kernel));
    }
    return search_engine_check_memory(engine, search_engine_add_plan(engine, "host", counted.bytes),
                                      "; --population takes fewer individuals");
}

static enum swarm_status open_device(struct search_engine *engine)
{
    struct orient_engine *self = self_of(engine);
    TRY(search_engine_open_session(engine, &self->session));
    return base_team_create(engine->env, self->choices.threads, &self->team);
}

static enum swarm_status build(struct search_engine *engine)
{
    struct orient_engine *self = self_of(engine);
    return self->base.device
               ? orient_device_build(&self->session, self->task.instance, engine->request.dump_path, &self->kernel)
               : SWARM_OK;
}

/* Stores a solution, in nodes of the instance, as the best tour, in node numbers of mosaic's problem. */
static void set_best(struct orient_engine *self, const uint32_t *solution, int64_t score)
{
    self->best[0] = solution[0];
    for (uint32_t i = 1; i <= solution[0]; ++i) {
        self->best[i] = self->space.problem.number[solution[i]];
    }
    self->state.best_score = -score;
    self->state.best_length = INT64_MAX;
}

static enum swarm_status prepare(struct search_engine *engine, const void *start, int64_t score)
{
    struct orient_engine *self = self_of(engine);
    TRY(orient_space_init(engine->env, &self->task, self->team, engine->request.deadline, &self->space));
    list_arrays(self, &self->arrays);
    TRY(self->arrays.failed ? base_fail_memory(engine->env) : SWARM_OK);
    set_best(self, start, score);
    engine->start_score = score;
    if (!self->space.problem.near) {
        return SWARM_OK; /* the run has ended before its lists were made, so it makes no step */
    }
    if (self->trails) {
        orient_ants_begin(self);
    }
    return self->base.device ? orient_device_prepare(&self->space, engine->request.seed, self->appeals, &self->kernel)
                             : SWARM_OK;
}

static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct orient_engine *self = self_of(engine);
    const int64_t before = self->state.best_score;
    if (!search_engine_begin(engine, self->space.problem.near != NULL, iteration, last, interrupted)) {
        return SWARM_OK;
    }
    TRY(orient_generation_run(self, interrupted));
    engine->torn = *interrupted;
    const struct search_iteration done = {iteration, -before, -self->state.best_score, -self->generation_score};
    search_engine_report(engine, &done, &self->state.stalled);
    return SWARM_OK;
}

/* Adopts a solution of another island: as the best tour, and in place of the worst individual. */
static enum swarm_status take(struct search_engine *engine, const void *solution, int64_t *score, uint64_t iteration)
{
    struct orient_engine *self = self_of(engine);
    uint32_t worst = 0;
    (void)iteration;
    set_best(self, solution, *score);
    for (uint32_t i = 1; i < self->state.count; ++i) {
        worst = self->parents.individuals[i].score < self->parents.individuals[worst].score ? i : worst;
    }
    if (self->state.count > 0) {
        struct orient_search s = orient_search_for(self, &self->parents, worst, 0);
        if (!orient_tour_read(&s, self->best + 1, self->best[0])) {
            return base_fail(engine->env, SWARM_ERROR_VERIFICATION,
                             "a solution of another island violates the constraints");
        }
        self->parents.individuals[worst] = s.own;
        self->state.best_length = s.own.length;
    }
    return SWARM_OK;
}

static enum swarm_status solution(struct search_engine *engine, void *solution, struct search_improvement *best)
{
    struct orient_engine *self = self_of(engine);
    uint32_t *nodes = solution;
    memset(nodes, 0, (self->n + 1) * sizeof *nodes);
    nodes[0] = self->best[0];
    for (uint32_t i = 1; i <= nodes[0]; ++i) {
        nodes[i] = self->space.problem.order[self->best[i]];
    }
    best->score = -self->state.best_score;
    return self->base.device ? ocl_session_drain_times(&self->session) : SWARM_OK;
}

static void release(struct search_engine *engine)
{
    struct orient_engine *self = self_of(engine);
    orient_device_release(&self->kernel);
    ocl_session_close(&self->session);
    mosaic_problem_deinit(&self->space.problem);
    base_team_destroy(&self->team);
    base_arrays_free(&self->arrays);
}

static const struct search_engine_type engine_type = {
    .size = sizeof(struct orient_engine),
    .plan = plan,
    .open = open_device,
    .build = build,
    .prepare = prepare,
    .step = step,
    .collect = search_engine_collect,
    .take = take,
    .solution = solution,
    .list = orient_state_list,
    .save = orient_state_save,
    .load = orient_state_load,
    .release = release,
};

enum swarm_status orient_engine_create(struct base_env *env, const struct search_request *request,
                                       const struct orient_task *task, const struct orient_choices *choices,
                                       struct search_devices devices, struct search_engine **engine)
{
    TRY(search_engine_create(env, &engine_type, request, devices, engine));
    struct orient_engine *self = self_of(*engine);
    self->task = *task;
    self->choices = *choices;
    self->n = (uint32_t)task->instance->info.node_count;
    self->most = orient_size_most(choices, self->n);
    self->budget = FIRST_BUDGET;
    return SWARM_OK;
}
