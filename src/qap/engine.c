#include "engine.h"

#include <string.h>

SEARCH_ENGINE_SELF(qap_engine)

static void list_arrays(struct qap_engine *self, struct base_arrays *arrays)
{
    const size_t m = self->problem->m, most = self->settings.most, threads = self->settings.threads;
    self->best = base_arrays_add(arrays, m, sizeof *self->best);
    self->starts = base_arrays_add(arrays, most, m * sizeof *self->starts);
    self->found = base_arrays_add(arrays, most, m * sizeof *self->found);
    self->searches = base_arrays_add(arrays, most, sizeof *self->searches);
    self->scratch = base_arrays_add(arrays, threads, 4 * m * sizeof *self->scratch);
    self->tabus = base_arrays_add(arrays, threads, sizeof *self->tabus);
    self->settings.method->list(self, arrays);
}

static enum swarm_status plan(struct search_engine *engine)
{
    struct qap_engine *self = self_of(engine);
    struct base_arrays counted = {.counts = true};
    list_arrays(self, &counted);
    if (engine->device) {
        ocl_device_log(engine->env, engine->device);
        TRY(search_engine_check_loops(engine, "--device none"));
        self->device.ants = !self->settings.on_device               ? 0
                            : self->settings.most < QAP_ANTS_LAUNCH ? self->settings.most
                                                                    : QAP_ANTS_LAUNCH;
        TRY(qap_device_plan(engine, self->problem, self->settings.most, 0, &self->device));
    } else {
        counted.bytes += self->settings.threads * qap_tabu_bytes(self->problem);
    }
    return search_engine_check_memory(engine, search_engine_add_plan(engine, "host", counted.bytes), "");
}

static enum swarm_status open_device(struct search_engine *engine)
{
    struct qap_engine *self = self_of(engine);
    TRY(search_engine_open_session(engine, &self->session));
    return base_team_create(engine->env, self->settings.threads, &self->team);
}

/* Builds again if the kernel, by its registers, allows only smaller groups than planned. */
static enum swarm_status build(struct search_engine *engine)
{
    struct qap_engine *self = self_of(engine);
    for (size_t limit = 1; engine->device && limit > 0;) {
        TRY(qap_device_build(&self->session, engine->request.dump_path, &self->device, &limit));
        TRY(limit == 0 ? SWARM_OK : qap_device_plan(engine, self->problem, self->settings.most, limit, &self->device));
    }
    return SWARM_OK;
}

static enum swarm_status prepare(struct search_engine *engine, const void *start, int64_t score)
{
    struct qap_engine *self = self_of(engine);
    const struct qap_problem *problem = self->problem;
    list_arrays(self, &self->arrays);
    TRY(self->arrays.failed ? base_fail_memory(engine->env) : SWARM_OK);
    memcpy(self->best, start, problem->m * sizeof *self->best);
    self->state.best = engine->start_score = score;
    self->settings.method->begin(self);
    if (self->base.device) {
        return qap_device_prepare(&self->device, &engine->request);
    }
    for (unsigned i = 0; i < base_team_size(self->team); ++i) {
        TRY(qap_tabu_init(engine->env, problem, &self->tabus[i]));
    }
    return SWARM_OK;
}

static void release(struct search_engine *engine)
{
    struct qap_engine *self = self_of(engine);
    for (unsigned i = 0; self->tabus && i < base_team_size(self->team); ++i) {
        qap_tabu_deinit(&self->tabus[i]);
    }
    qap_device_release(&self->device);
    ocl_session_close(&self->session);
    base_team_destroy(&self->team);
    base_arrays_free(&self->arrays);
}

static void make_start(void *context, size_t item, unsigned thread)
{
    struct qap_engine *self = context;
    const uint32_t m = self->problem->m, number = (uint32_t)item;
    uint32_t *places = self->starts + item * m;
    if (self->state.generation == 1 && number < self->settings.start_count) {
        memcpy(places, self->settings.starts + item * m, m * sizeof *places);
    } else if (number >= self->built) {
        self->settings.method->make(self, number, places, self->scratch + (size_t)thread * 4 * m);
    }
    const int64_t cost = qap_problem_cost(self->problem, places);
    self->searches[item] = (struct qap_search){
        cost, cost, 0, number, self->state.generation, 0, self->problem->tenure, self->problem->span};
}

static enum swarm_status build_on_device(struct qap_engine *self, bool *interrupted)
{
    const struct qap_colony colony = {self->state.size, self->state.generation, self->trails, self->starts};
    self->device.pacer.patience = self->base.patience;
    return qap_device_place(&self->device, self->base.request.seed, &colony, &self->built, interrupted);
}

/* The number of steps between two checks of the clock; they take some milliseconds. */
static uint32_t steps_per_check(const struct qap_problem *problem)
{
    const size_t steps = 20000000 / (qap_problem_size(problem) + 1000);
    return steps > 0 ? (uint32_t)steps : 1;
}

static void search_on_host(void *context, size_t item, unsigned thread)
{
    struct qap_engine *self = context;
    const uint32_t m = self->problem->m, all = self->settings.steps, most = steps_per_check(self->problem);
    struct qap_search *search = &self->searches[item];
    memcpy(self->found + item * m, self->starts + item * m, m * sizeof *self->found);
    while (search->step < all && !search_engine_is_cut(&self->base)) {
        const uint32_t left = all - search->step;
        qap_tabu_run(&self->tabus[thread], self->base.request.seed, left < most ? left : most, self->starts + item * m,
                     self->found + item * m, search);
    }
}

static enum swarm_status search(struct qap_engine *self, bool *interrupted)
{
    if (self->base.device) {
        self->device.pacer.patience = self->base.patience;
        const struct qap_batch batch = {self->state.size, self->starts, self->found, self->searches};
        return qap_device_search(&self->device, self->base.request.seed, self->settings.steps, batch, interrupted);
    }
    base_team_run(self->team, self->state.size, search_on_host, self);
    for (uint32_t i = 0; i < self->state.size; ++i) {
        *interrupted = *interrupted || self->searches[i].step < self->settings.steps;
    }
    return SWARM_OK;
}

uint32_t qap_engine_best(const struct qap_engine *self)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < self->state.size; ++i) {
        best = self->searches[i].best < self->searches[best].best ? i : best;
    }
    return best;
}

static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct qap_engine *self = self_of(engine);
    const int64_t before = self->state.best;
    if (!search_engine_begin(engine, true, iteration, last, interrupted)) {
        return SWARM_OK;
    }
    self->state.generation = (uint32_t)iteration;
    TRY(self->device.ants > 0 ? build_on_device(self, interrupted) : SWARM_OK);
    base_team_run(self->team, self->state.size, make_start, self);
    TRY(search(self, interrupted));
    const uint32_t best = qap_engine_best(self), m = self->problem->m;
    const int64_t found = self->searches[best].best;
    if (found < before) {
        memcpy(self->best, self->found + (size_t)best * m, m * sizeof *self->best);
        self->state.best = found;
    }
    engine->torn = *interrupted;
    if (!*interrupted) {
        self->settings.method->learn(self);
    }
    const struct search_iteration done = {iteration - *interrupted, before, self->state.best, found};
    search_engine_report(engine, &done, &self->state.stalled);
    return SWARM_OK;
}

static enum swarm_status take(struct search_engine *engine, const void *solution, int64_t *score, uint64_t iteration)
{
    struct qap_engine *self = self_of(engine);
    (void)iteration;
    memcpy(self->best, solution, self->problem->m * sizeof *self->best);
    self->state.best = *score;
    self->settings.method->take(self, solution, *score);
    return SWARM_OK;
}

static enum swarm_status solution(struct search_engine *engine, void *solution, struct search_improvement *best)
{
    struct qap_engine *self = self_of(engine);
    (void)best;
    memcpy(solution, self->best, self->problem->m * sizeof *self->best);
    return self->base.device ? ocl_session_drain_times(&self->session) : SWARM_OK;
}

static const struct search_engine_type type = {
    .size = sizeof(struct qap_engine),
    .plan = plan,
    .open = open_device,
    .build = build,
    .prepare = prepare,
    .step = step,
    .collect = search_engine_collect,
    .take = take,
    .solution = solution,
    .list = qap_state_list,
    .save = qap_state_save,
    .load = qap_state_load,
    .release = release,
};

enum swarm_status qap_engine_create(struct base_env *env, const struct search_request *request,
                                    const struct qap_problem *problem, const struct qap_settings *settings,
                                    struct search_devices devices, struct search_engine **engine)
{
    TRY(search_engine_create(env, &type, request, devices, engine));
    self_of(*engine)->problem = problem;
    self_of(*engine)->settings = *settings;
    return SWARM_OK;
}
