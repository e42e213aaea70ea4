/* ants.c - the phases of a run of a fleet by ants. */
#include <string.h>

#include "colony.h"

enum { SLICE = 4096 /* moves of a plan between two checks of the clock */ };

const struct fleet_algorithm fleet_mmas = {.name = "mmas", .colonies = 1, .ants = 16, .moves = 20, .heat = 0.1f};
const struct fleet_algorithm fleet_macs = {
    .name = "macs", .colonies = 2, .ants = 10, .greed = 3865470566u /* 0.9 of 2^32 */, .moves = 20, .heat = 0.1f};

SEARCH_ENGINE_SELF(fleet_colony)

static void list_arrays(struct fleet_colony *self, struct base_arrays *arrays)
{
    const size_t ants = self->fleet.choices.plans, threads = self->fleet.choices.threads, n = self->fleet.n;
    const size_t words = fleet_solution_words(self->fleet.fleet);
    self->width = self->fleet.n - 1 < FLEET_WIDTH ? self->fleet.n - 1 : FLEET_WIDTH;
    self->stops = base_arrays_add(arrays, ants, n * sizeof *self->stops);
    self->visited = base_arrays_add(arrays, threads, n * sizeof *self->visited);
    self->nearest = base_arrays_add(arrays, words, sizeof *self->nearest);
    self->scratch = base_arrays_add(arrays, words, sizeof *self->scratch);
    for (uint32_t k = 0; k < self->fleet.choices.algorithm->colonies; ++k) {
        self->trails[k].lists = base_arrays_add(arrays, n, self->width * sizeof *self->trails[k].lists);
        self->trails[k].starts = base_arrays_add(arrays, n, sizeof *self->trails[k].starts);
        self->trails[k].urgency = base_arrays_add(arrays, n, sizeof *self->trails[k].urgency);
    }
}

static enum swarm_status plan(struct search_engine *engine)
{
    struct fleet_colony *self = self_of(engine);
    struct base_arrays counted = {.counts = true};
    list_arrays(self, &counted);
    self->fleet.kernel.walks = engine->device && self->fleet.choices.walks_on_device;
    TRY(fleet_engine_plan(engine));
    if (self->fleet.kernel.walks) {
        fleet_walker_plan(engine, self->fleet.n, self->width, self->fleet.choices.plans, &self->walker);
    }
    search_engine_add_plan(engine, "trails", counted.bytes);
    return SWARM_OK;
}

/* With two colonies the number of routes of the best plan limits both: they begin anew if it falls. */
static void follow_best(struct fleet_colony *self)
{
    struct fleet_state *state = &self->fleet.state;
    const bool counts =
        self->fleet.choices.algorithm->colonies > 1 && fleet_score_missing(self->fleet.fleet, state->best) == 0;
    const uint32_t used = counts ? (uint32_t)fleet_score_vehicles(state->best) : self->fleet.routes;
    if (used != state->usable) {
        state->usable = used;
        for (uint32_t k = 0; k < self->fleet.choices.algorithm->colonies; ++k) {
            fleet_colony_reset(self, k);
        }
    }
}

static enum swarm_status prepare(struct search_engine *engine, const void *start, int64_t score)
{
    struct fleet_colony *self = self_of(engine);
    TRY(fleet_engine_prepare(engine, start, score));
    list_arrays(self, &self->arrays);
    TRY(self->arrays.failed ? base_fail_memory(engine->env) : SWARM_OK);
    if (!self->fleet.space.problem.near) {
        return SWARM_OK; /* the run has ended before its lists were made, so it makes no step */
    }
    self->rules = fleet_ant_rules_of(&self->fleet.space);
    self->rules.greed = self->fleet.choices.algorithm->greed;
    follow_best(self);
    return self->fleet.kernel.walks
               ? fleet_walker_prepare(&self->fleet.space, engine->request.seed, &self->fleet.kernel, &self->walker)
               : SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Iterations                                                                                                         */

static void walk(void *context, size_t item, unsigned thread)
{
    struct fleet_colony *self = context;
    const size_t n = self->fleet.n;
    struct fleet_ant_board board;
    struct fleet_ant ant = fleet_ant_of(&self->fleet.space, &self->trails[self->turn], &self->rules, &board,
                                        self->visited + thread * n, self->stops + item * n);
    fleet_ant_walk(&ant, draw_stream_of(self->fleet.base.request.seed, (uint32_t)item, self->fleet.state.round));
}

/* Makes the plan of an ant from its stops. */
static void make_plan(void *context, size_t item, unsigned thread)
{
    struct fleet_colony *self = context;
    struct fleet_engine *fleet = &self->fleet;
    struct fleet_search s = fleet_engine_search(fleet, item, thread);
    struct draw_sequence random =
        draw_sequence_of(fleet->base.request.seed, DRAW_FLEET_PARTS, (uint32_t)item, fleet->state.round);
    uint32_t routes = 0;
    fleet_plan_clear(&s);
    for (const uint32_t *stop = self->stops + item * fleet->n; *stop != FLEET_ABSENT; ++stop) {
        routes += (*stop & FLEET_BEGINS) != 0;
        fleet_plan_add(&s, *stop & ~FLEET_BEGINS, routes - 1);
    }
    for (uint32_t r = 0; r < routes && (s.rules.features & FLEET_WINDOWS) != 0; ++r) {
        fleet_time_route(&s, r);
    }
    fleet->costs[item] = fleet_plan_cost(&s);
    fleet_plan_cut(&s, &random, fleet->keys + (size_t)thread * fleet->n, 1, (uint32_t)item, &fleet->all_parts[item]);
}

/* Improves all plans, some moves at a time. *interrupted: moves are missing. */
static enum swarm_status improve(struct fleet_engine *fleet, bool *interrupted)
{
    const uint32_t moves = fleet->choices.algorithm->moves * (fleet->n - 1);
    for (uint32_t made = 0; made < moves && !*interrupted;) {
        made = moves - made < SLICE ? moves : made + SLICE;
        for (uint32_t k = 0; k < fleet->choices.plans; ++k) {
            fleet->all_parts[k].move_end = made;
            fleet->all_parts[k].change = 0;
        }
        TRY(fleet_engine_move(fleet, interrupted));
    }
    return SWARM_OK;
}

/* Builds and improves the plans of an iteration. */
static enum swarm_status run_iteration(struct fleet_colony *self, bool *interrupted)
{
    struct fleet_engine *fleet = &self->fleet;
    const uint32_t round = fleet->state.round, used = fleet->state.usable;
    const bool takes = fleet->choices.algorithm->colonies > 1
                       && fleet_score_missing(fleet->fleet, fleet->state.best) == 0
                       && used > fleet->fleet->info.least_vehicles && used > 1;
    self->turn = takes && round % 2 == 1;
    self->rules.vehicles = fleet->space.rules.usable = used - self->turn;
    fleet->space.rules.round = round;
    fleet->space.rules.temperature = fleet->choices.algorithm->heat * fleet->space.unit;
    if (fleet->kernel.walks) {
        TRY(fleet_walker_run(&fleet->kernel, &self->walker, &self->rules, &self->trails[self->turn], round,
                             self->stops));
    } else {
        base_team_run(fleet->team, fleet->choices.plans, walk, self);
    }
    base_team_run(fleet->team, fleet->choices.plans, make_plan, self);
    for (uint32_t k = 0; k < fleet->choices.plans; ++k) {
        if (fleet->costs[k] < 0) {
            return base_fail(fleet->base.env, SWARM_ERROR_VERIFICATION, "a plan of an ant breaks a rule");
        }
    }
    return improve(fleet, interrupted);
}

static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct fleet_colony *self = self_of(engine);
    struct fleet_state *state = &self->fleet.state;
    const int64_t before = state->best;
    int64_t found = before;
    if (!search_engine_begin(engine, self->fleet.space.problem.near != NULL, iteration, last, interrupted)) {
        return SWARM_OK;
    }
    ++state->round;
    TRY(run_iteration(self, interrupted));
    engine->torn = *interrupted;
    if (!*interrupted) { /* a replay repeats complete iterations only */
        ++state->rounds[0];
        found = fleet_engine_keep_best(&self->fleet);
        fleet_colony_learn(self);
        follow_best(self);
    }
    const struct search_iteration done = {iteration - *interrupted, before, state->best, found};
    search_engine_report(engine, &done, &state->stalled);
    return SWARM_OK;
}

static enum swarm_status take(struct search_engine *engine, const void *solution, int64_t *score, uint64_t iteration)
{
    TRY(fleet_engine_take(engine, solution, score, iteration));
    follow_best(self_of(engine));
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The state between two iterations, after the sections of state.c                                                    */

enum section { NEAREST = FLEET_SECTIONS, SCORE, TRAILS };

/* Words of all trails: three arrays of struct fleet_trails for each colony. */
static uint64_t trail_words(const struct fleet_colony *self)
{
    const uint64_t words = self->fleet.n * (self->width + UINT64_C(2));
    return self->fleet.choices.algorithm->colonies * words;
}

static void list(const struct search_engine *engine, struct search_sections *sections)
{
    const struct fleet_colony *self = (const struct fleet_colony *)engine;
    fleet_state_list(engine, sections);
    search_sections_add(sections, "nearest", fleet_solution_words(self->fleet.fleet), sizeof(uint32_t));
    search_sections_add(sections, "nearest score", 1, sizeof(int64_t));
    search_sections_add(sections, "trails", trail_words(self), sizeof(uint32_t));
}

/* Copies all trails to `words`, or from there. */
static void copy_trails(struct fleet_colony *self, uint32_t *words, bool saves)
{
    for (uint32_t k = 0; k < self->fleet.choices.algorithm->colonies; ++k) {
        uint32_t *arrays[] = {self->trails[k].lists, self->trails[k].starts, self->trails[k].urgency};
        for (int i = 0; i < 3; ++i) {
            const size_t count = (size_t)self->fleet.n * (i == 0 ? self->width : 1u);
            memcpy(saves ? words : arrays[i], saves ? arrays[i] : words, count * sizeof *words);
            words += count;
        }
    }
}

static enum swarm_status save(struct search_engine *engine, struct search_sections *sections)
{
    struct fleet_colony *self = self_of(engine);
    TRY(fleet_state_save(engine, sections));
    TRY(search_sections_put(sections, engine->env, NEAREST, self->nearest, fleet_solution_words(self->fleet.fleet)));
    TRY(search_sections_put(sections, engine->env, SCORE, &self->nearest_score, 1));
    TRY(search_sections_put(sections, engine->env, TRAILS, NULL, trail_words(self)));
    copy_trails(self, sections->sections[TRAILS].bytes, true);
    return SWARM_OK;
}

static enum swarm_status load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration)
{
    struct fleet_colony *self = self_of(engine);
    const uint64_t words = fleet_solution_words(self->fleet.fleet);
    TRY(fleet_state_load(engine, sections, iteration));
    bool possible = search_sections_has(sections, NEAREST, words) && search_sections_has(sections, SCORE, 1)
                    && search_sections_has(sections, TRAILS, trail_words(self)) && self->fleet.state.usable > 0
                    && self->fleet.state.usable <= self->fleet.routes;
    if (possible) {
        search_sections_get(sections, NEAREST, self->nearest);
        search_sections_get(sections, SCORE, &self->nearest_score);
        copy_trails(self, sections->sections[TRAILS].bytes, false);
        possible = self->nearest[0] < words;
    }
    for (uint32_t k = 1; possible && k <= self->nearest[0]; ++k) {
        possible = self->nearest[k] < self->fleet.n;
    }
    return possible ? SWARM_OK : base_fail(engine->env, SWARM_ERROR_INPUT, "the saved state is inconsistent");
}

static void release(struct search_engine *engine)
{
    struct fleet_colony *self = self_of(engine);
    fleet_walker_release(&self->walker);
    base_arrays_free(&self->arrays);
    fleet_engine_release(engine);
}

const struct search_engine_type fleet_ants_type = {
    .size = sizeof(struct fleet_colony),
    .plan = plan,
    .open = fleet_engine_open,
    .build = fleet_engine_build,
    .prepare = prepare,
    .step = step,
    .collect = search_engine_collect,
    .take = take,
    .solution = fleet_engine_solution,
    .list = list,
    .save = save,
    .load = load,
    .release = release,
};
