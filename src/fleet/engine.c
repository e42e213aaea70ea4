#include "engine.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cl/fleet/rounds.h"

enum {
    MOVES = 3,         /* moves per customer of a part in a round */
    MOVES_LEAST = 300, /* fewest moves of a part in a round */
    MOVES_UNCUT = 500, /* moves between two looks at the clock: 40 ms if routes are long and have windows */
    EXCHANGE = 4,      /* after every 4th level the best quarter of the plans replaces the worst one */
    TRIALS = 3,        /* rounds that are timed for a number of plans */
    FEW = 400,         /* rounds within the time limit that each plan gets at least */
    ENOUGH = 1000,     /* rounds within the time limit that are enough for a plan: more time is for more plans */
};

/* A round of twice the plans that takes at most this many times as long uses threads or groups that were idle. */
static const double idle_growth = 1.25;

/* Temperature of the first round, in mean lengths of edges to near nodes, and how often it halves. With time windows an
 * edge is often much longer than the shortest ones of its customers. */
static const struct heat {
    float first;
    uint32_t halves;
} heat_of_lengths = {1.0f, 5}, heat_of_windows = {3.0f, 7};

SEARCH_ENGINE_SELF(fleet_engine)

static void list_arrays(struct fleet_engine *self, struct base_arrays *arrays)
{
    const size_t plans = self->choices.plans, threads = self->choices.threads;
    self->words = base_arrays_add(arrays, plans, self->stride * sizeof *self->words);
    self->all_parts = base_arrays_add(arrays, plans, self->parts * sizeof *self->all_parts);
    self->costs = base_arrays_add(arrays, plans, sizeof *self->costs);
    self->scores = base_arrays_add(arrays, plans, sizeof *self->scores);
    self->keys = base_arrays_add(arrays, threads, self->n * sizeof *self->keys);
    self->drafts = base_arrays_add(arrays, threads, self->stride * sizeof *self->drafts);
    self->boards = base_arrays_add(arrays, threads, sizeof *self->boards);
    self->best = base_arrays_add(arrays, fleet_solution_words(self->fleet), sizeof *self->best);
    if (self->choices.batcher) {
        self->jobs = base_arrays_add(arrays, plans, sizeof *self->jobs);
    }
    if (plans >= FLEET_CROSSED_LEAST && !self->choices.algorithm && !fleet_goal_is_set(self)) {
        self->before = base_arrays_add(arrays, plans, self->stride * sizeof *self->before);
        self->kept = base_arrays_add(arrays, threads, self->stride * sizeof *self->kept);
        self->common = base_arrays_add(arrays, threads, self->routes * sizeof *self->common);
    }
}

enum swarm_status fleet_engine_plan(struct search_engine *engine)
{
    struct fleet_engine *self = self_of(engine);
    struct base_arrays counted = {.counts = true};
    list_arrays(self, &counted);
    counted.bytes += mosaic_lengths_bytes(self->fleet->nodes) + self->n * (uint64_t)(FLEET_WIDE * 8 + 64);
    if (engine->device) {
        ocl_device_log(engine->env, engine->device);
        TRY(search_engine_check_loops(engine, "--device none"));
        const struct fleet_size size = {self->n, self->routes, self->choices.plans, self->parts};
        TRY(fleet_device_plan(engine, self->fleet, size, &self->kernel));
    }
    return search_engine_check_memory(engine, search_engine_add_plan(engine, "host", counted.bytes),
                                      self->choices.algorithm ? "; --ants takes fewer ants"
                                                              : "; --plans takes fewer plans");
}

enum swarm_status fleet_engine_open(struct search_engine *engine)
{
    struct fleet_engine *self = self_of(engine);
    TRY(search_engine_open_session(engine, &self->session));
    return base_team_create(engine->env, self->choices.threads, &self->team);
}

enum swarm_status fleet_engine_build(struct search_engine *engine)
{
    struct fleet_engine *self = self_of(engine);
    return engine->device ? fleet_device_build(&self->session, self->fleet, engine->request.dump_path, &self->kernel)
                          : SWARM_OK;
}

struct fleet_search fleet_engine_search(struct fleet_engine *self, size_t plan, unsigned thread)
{
    return fleet_search_of(&self->space, &self->boards[thread], self->words + plan * self->stride);
}

static void copy_plan(struct fleet_engine *self, size_t from, size_t to)
{
    memcpy(self->words + to * self->stride, self->words + from * self->stride, self->stride * sizeof *self->words);
    self->costs[to] = self->costs[from];
    self->scores[to] = self->scores[from];
}

void fleet_engine_reset_plans(struct fleet_engine *self)
{
    struct fleet_search s = fleet_engine_search(self, 0, 0);
    self->costs[0] = fleet_plan_read(&self->space, &s, self->best);
    self->scores[0] = fleet_plan_score(&self->space, &s);
    for (size_t k = 1; k < self->choices.plans; ++k) {
        copy_plan(self, 0, k);
    }
}

/* Makes all plans equal to the completed starting solution if the caller gave it or if it is better than the plan that
 * savings or insertion build, otherwise to that plan. */
static enum swarm_status make_plans(struct fleet_engine *self, const uint32_t *start, int64_t score)
{
    struct fleet_search s = fleet_engine_search(self, 0, 0);
    int64_t cost = 0;
    TRY(fleet_plan_start(self->base.env, &self->space, &s, &cost));
    if (self->choices.is_given || cost < 0 || score <= fleet_plan_score(&self->space, &s)) {
        cost = fleet_plan_read(&self->space, &s, start);
        TRY(cost < 0 ? SWARM_OK : fleet_plan_complete(self->base.env, &self->space, &s, &cost));
    }
    if (cost < 0) {
        return base_fail(self->base.env, SWARM_ERROR_VERIFICATION, "the first plan breaks a rule");
    }
    fleet_plan_list(&self->space, &s, self->best);
    self->state.best = fleet_plan_score(&self->space, &s);
    fleet_engine_reset_plans(self);
    self->state.plans = self->choices.plans_least == self->choices.plans ? self->choices.plans : 0;
    return SWARM_OK;
}

enum swarm_status fleet_engine_prepare(struct search_engine *engine, const void *start, int64_t score)
{
    struct fleet_engine *self = self_of(engine);
    TRY(fleet_space_init(engine->env, self->fleet, self->team, engine->request.deadline, &self->space));
    list_arrays(self, &self->arrays);
    TRY(self->arrays.failed ? base_fail_memory(engine->env) : SWARM_OK);
    memcpy(self->best, start, fleet_solution_words(self->fleet) * sizeof *self->best);
    self->state.best = engine->start_score = score;
    if (!self->space.problem.near) {
        return SWARM_OK; /* the run has ended before its lists were made, so it makes no step */
    }
    TRY(make_plans(self, start, score));
    engine->start_score = self->state.best;
    return engine->device ? fleet_device_prepare(&self->space, engine->request.seed, &self->kernel) : SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Rounds                                                                                                             */

bool fleet_schedule_parse(const char *text, uint32_t rounds[FLEET_LEVELS])
{
    for (int level = 0; level < FLEET_LEVELS; ++level) {
        char *end = NULL;
        const unsigned long count = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : ULONG_MAX;
        if (count > UINT32_MAX / 2 || *end != (level + 1 < FLEET_LEVELS ? ',' : '\0')) {
            return false;
        }
        rounds[level] = (uint32_t)count;
        text = end + 1;
    }
    return true;
}

static void write_schedule(struct fleet_engine *self)
{
    size_t used = 0;
    for (int level = 0; level < FLEET_LEVELS; ++level) {
        used += (size_t)snprintf(self->base.done + used, sizeof self->base.done - used, "%s%" PRIu32,
                                 level > 0 ? "," : "", self->state.rounds[level]);
    }
}

/* The level of the next round. */
static uint32_t next_level(const struct fleet_engine *self)
{
    const struct search_request *request = &self->base.request;
    uint64_t round = self->state.round, level = self->state.level;
    if (self->choices.scheduled) {
        for (level = 0; level + 1 < FLEET_LEVELS && round >= self->choices.planned[level]; ++level) {
            round -= self->choices.planned[level];
        }
    } else if (self->choices.rounds > 0) {
        level = round * FLEET_LEVELS / self->choices.rounds;
    } else if (!isinf(request->deadline)) {
        const double passed = (base_seconds(self->base.env) - self->begun) / (request->deadline - self->begun);
        const double now = passed > 0.0 ? passed * FLEET_LEVELS : 0.0;
        level = now > (double)level ? (uint64_t)now : level;
    }
    return level < FLEET_LEVELS ? (uint32_t)level : FLEET_LEVELS - 1;
}

/* A search from the caller's plan begins in the middle of the levels, because higher temperatures would destroy the
 * plan. Half of the start after each of `halves` equal shares of the levels, linear between two halvings. */
static float temperature_of(const struct fleet_engine *self, uint32_t level)
{
    const struct heat heat = self->fleet->info.has_windows ? heat_of_windows : heat_of_lengths;
    const uint32_t last = fleet_engine_annealed(self) - 1;
    const uint32_t goal = fleet_goal_level(self, level < last ? level : last),
                   cool = self->choices.is_given ? (last + goal) / 2 : goal;
    const uint32_t at = cool * (heat.halves << 16) / last;
    const float part = 1.0f - (float)(int32_t)(at & 0xffffu) * 7.62939453125e-6f; /* 2^-17 */
    return heat.first * self->space.unit * part * float_from_bits((127u - (at >> 16)) << 23);
}

static void cut_plan(void *context, size_t item, unsigned thread)
{
    struct fleet_engine *self = context;
    struct fleet_search s = fleet_engine_search(self, item, thread);
    struct fleet_part *parts = self->all_parts + item * self->parts;
    struct draw_sequence random =
        draw_sequence_of(self->base.request.seed, DRAW_FLEET_PARTS, (uint32_t)item, self->state.round);
    fleet_plan_cut(&s, &random, self->keys + (size_t)thread * self->n, self->parts, (uint32_t)item, parts);
    for (uint32_t k = 0; k < self->parts; ++k) {
        const uint32_t moves = MOVES * parts[k].nodes;
        parts[k].move_end = parts[k].nodes == 0 ? 0 : moves > MOVES_LEAST ? moves : MOVES_LEAST;
    }
}

void fleet_engine_run(struct fleet_engine *self, const struct fleet_search *plan, struct fleet_part *part)
{
    const size_t thread = (size_t)(plan->board - self->boards);
    const uint32_t features = plan->rules.features, end = part->move_end;
    struct fleet_search s = fleet_search_of(&self->space, plan->board, self->drafts + thread * self->stride);
    s.part = plan->part;
    s.members = plan->members;
    s.routes = plan->routes;
    fleet_plan_forget(&s);
    fleet_plan_copy_part(plan, &s, part);
    while (part->moves < end && !search_engine_is_cut(&self->base)) {
        part->move_end = end - part->moves < MOVES_UNCUT ? end : part->moves + MOVES_UNCUT;
        (features == 0               ? fleet_run_plain
         : features == FLEET_LIMITS  ? fleet_run_limits
         : features == FLEET_WINDOWS ? fleet_run_windows
                                     : fleet_run_any)(&s, part, self->base.request.seed);
    }
    part->move_end = end;
    fleet_plan_copy_part(&s, plan, part);
}

/* Makes rounds of plans on the device that runs share. */
static enum swarm_status search_shared(struct fleet_engine *self, struct fleet_job *jobs, uint32_t count)
{
    const struct fleet_batch_item item = {&self->space, self->words,    jobs,
                                          count,        self->base.env, self->base.request.deadline};
    return fleet_batcher_search(self->choices.batcher, &item);
}

static void search_part(void *context, size_t item, unsigned thread)
{
    struct fleet_engine *self = context;
    struct fleet_part *part = &self->all_parts[item];
    const struct fleet_search plan = fleet_engine_search(self, part->plan, thread);
    fleet_engine_run(self, &plan, part);
}

/* Makes the moves of a round on the device that runs share. */
static enum swarm_status move_shared(struct fleet_engine *self)
{
    const uint32_t round = self->state.round, count = self->state.plans;
    for (uint32_t k = 0; k < count; ++k) { /* a best plan of INT64_MIN: the host finds the best */
        self->jobs[k] = (struct fleet_job){.seed = self->base.request.seed,
                                           .best = INT64_MIN,
                                           .own = self->all_parts[k],
                                           .breadth = self->space.rules.breadth,
                                           .round = round - 1,
                                           .end = round,
                                           .level_ends = {UINT32_MAX},
                                           .temperatures = {self->space.rules.temperature}};
    }
    TRY(search_shared(self, self->jobs, count));
    for (uint32_t k = 0; k < count; ++k) {
        self->all_parts[k] = self->jobs[k].own;
    }
    return SWARM_OK;
}

enum swarm_status fleet_engine_move(struct fleet_engine *self, bool *interrupted)
{
    const size_t count = (size_t)self->state.plans * self->parts;
    if (self->choices.batcher) {
        TRY(move_shared(self));
    } else if (self->base.device) {
        TRY(fleet_device_search(&self->kernel, &self->space.rules, self->state.plans, self->words, self->all_parts));
    } else {
        base_team_run(self->team, count, search_part, self);
    }
    for (size_t k = 0; k < count; ++k) {
        const struct fleet_part *part = &self->all_parts[k];
        *interrupted = *interrupted || part->moves < part->move_end;
        self->costs[part->plan] += part->change;
    }
    return SWARM_OK;
}

/* Cuts all plans, and makes the moves of a round at the temperature of the current level. */
static enum swarm_status run_round(struct fleet_engine *self, bool *interrupted)
{
    self->space.rules.round = self->state.round;
    self->space.rules.temperature = temperature_of(self, self->state.level);
    TRY(fleet_goal_relax(self));
    if (self->state.level >= fleet_engine_annealed(self)) {
        fleet_engine_cross(self, interrupted);
        return SWARM_OK;
    }
    base_team_run(self->team, self->state.plans, cut_plan, self);
    return fleet_engine_move(self, interrupted);
}

/* Stores a plan if it is the best of the run. Returns its score. */
static int64_t keep(struct fleet_engine *self, const struct fleet_search *s)
{
    const int64_t score = fleet_plan_score(&self->space, s);
    if (score < self->state.best) {
        fleet_plan_list(&self->space, s, self->best);
        self->state.best = score;
    }
    return score;
}

int64_t fleet_engine_keep_best(struct fleet_engine *self)
{
    int64_t best = INT64_MAX;
    for (size_t k = 0; k < self->state.plans; ++k) {
        const struct fleet_search s = fleet_engine_search(self, k, 0);
        self->scores[k] = keep(self, &s);
        best = self->scores[k] < best ? self->scores[k] : best;
    }
    return best;
}

/* Stores the cheapest plan of a relaxed level with the customers that it leaves out, so that a run that ends then has
 * more than its first plan. */
static enum swarm_status keep_completed(struct fleet_engine *self)
{
    size_t best = 0;
    for (size_t k = 1; k < self->state.plans; ++k) {
        best = self->costs[k] < self->costs[best] ? k : best;
    }
    struct fleet_search s = fleet_search_of(&self->space, &self->boards[0], self->drafts);
    int64_t cost = 0;
    memcpy(self->drafts, self->words + best * self->stride, self->stride * sizeof *self->words);
    TRY(fleet_plan_complete(self->base.env, &self->space, &s, &cost));
    if (cost >= 0) {
        keep(self, &s);
    }
    return SWARM_OK;
}

/* Replaces the worst quarter of the plans, at least one, by the best ones. Without a goal the prices of absent
 * customers count, because all plans of a relaxed level may be incomplete. */
static void exchange(struct fleet_engine *self)
{
    const int64_t *values = fleet_goal_is_set(self) ? self->scores : self->costs;
    const size_t plans = self->state.plans, count = plans / 4 > 0 ? plans / 4 : 1;
    uint16_t order[FLEET_PLANS_MOST]; /* plans by value, then by number */
    for (size_t k = 0; k < plans; ++k) {
        size_t rank = 0;
        for (size_t other = 0; other < plans; ++other) {
            rank += values[other] < values[k] || (values[other] == values[k] && other < k);
        }
        order[rank] = (uint16_t)k;
    }
    for (size_t i = 0; i < count && plans > 1; ++i) {
        copy_plan(self, order[i], order[plans - 1 - i]);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* A device that runs share                                                                                           */

/* The job of the next rounds, up to `end`. */
static struct fleet_job job_of(struct fleet_engine *self, uint32_t end)
{
    const struct fleet_choices *choices = &self->choices;
    struct fleet_job job = {.seed = self->base.request.seed,
                            .cost = self->costs[0],
                            .best = self->state.best,
                            .own = self->all_parts[0],
                            .breadth = self->space.rules.breadth,
                            .round = self->state.round,
                            .end = end};
    const uint32_t now = next_level(self);
    uint32_t planned = 0;
    for (uint32_t level = 0; level < FLEET_LEVELS; ++level) {
        planned += choices->planned[level];
        job.temperatures[level] = temperature_of(self, level);
        job.level_ends[level] = choices->scheduled ? planned
                                : choices->rounds > 0
                                    ? (uint32_t)(((level + 1) * choices->rounds + FLEET_LEVELS - 1) / FLEET_LEVELS)
                                    : (level < now ? 0 : UINT32_MAX);
    }
    return job;
}

/* Makes rounds of the only plan up to `most`: all, or some if the clock decides the levels, or one if any may end the
 * run. *made: the last complete round. */
static enum swarm_status run_shared(struct fleet_engine *self, uint64_t most, uint32_t *made, int64_t *found)
{
    const struct search_request *request = &self->base.request;
    struct fleet_state *state = &self->state;
    const bool timed = !self->choices.scheduled && self->choices.rounds == 0;
    const uint64_t end = request->target > INT64_MIN || request->no_improve > 0 ? state->round + 1
                         : timed ? (uint64_t)state->round + 1 + state->round / 8
                                 : most;
    cut_plan(self, 0, 0);
    struct fleet_job job = job_of(self, (uint32_t)(end < most ? end : most));
    TRY(search_shared(self, &job, 1));
    for (uint32_t round = state->round; round < job.round; ++round) {
        state->level = fleet_level(&job, round);
        ++state->rounds[state->level];
    }
    state->round = *made = job.round;
    self->costs[0] = self->scores[0] = *found = job.cost;
    if (job.best < state->best) {
        struct fleet_search s = fleet_engine_search(self, 0, 0);
        s.next = self->words + FLEET_WORDS(self->n, self->routes);
        fleet_plan_list(&self->space, &s, self->best);
        state->best = job.best;
    }
    write_schedule(self);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The number of plans */

/* Returns the seconds of a round of `plans` plans, the shortest of TRIALS; of one if fewer than FEW fit into the time
 * left. Changes the plans. */
static enum swarm_status time_round(struct fleet_engine *self, uint32_t plans, double left, double *seconds)
{
    bool interrupted = false;
    self->state.plans = plans;
    *seconds = (double)INFINITY;
    for (int i = 0; i < TRIALS && !interrupted && (i == 0 || *seconds * FEW < left); ++i) {
        const double begin = base_seconds(self->base.env);
        TRY(run_round(self, &interrupted));
        *seconds = fmin(*seconds, base_seconds(self->base.env) - begin);
    }
    return SWARM_OK;
}

/* Doubles the number of plans while that costs little time, or while it leaves enough rounds and plans become enough to
 * exchange routes. Rounds of this trial do not count, but their time does. */
static enum swarm_status choose_plans(struct fleet_engine *self)
{
    const double left = self->base.request.deadline - base_seconds(self->base.env);
    double seconds = 0.0, more = 0.0;
    uint32_t plans = self->choices.plans_least, cheap = plans;
    TRY(time_round(self, plans, left, &seconds));
    for (; 2 * plans <= self->choices.plans && seconds * FEW < left; plans *= 2, seconds = more) {
        TRY(time_round(self, 2 * plans, left, &more));
        if (more * FEW > left || (more > idle_growth * seconds && more * ENOUGH > left)) {
            break;
        }
        cheap = more > idle_growth * seconds ? cheap : 2 * plans;
    }
    self->state.plans = plans < FLEET_CROSSED_LEAST ? cheap : plans;
    fleet_engine_reset_plans(self);
    return SWARM_OK;
}

static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct fleet_engine *self = self_of(engine);
    const int64_t before = self->state.best;
    const uint64_t most = *last;
    if (!search_engine_begin(engine, self->space.problem.near != NULL, iteration, last, interrupted)) {
        return SWARM_OK;
    }
    if (self->state.plans == 0) {
        TRY(choose_plans(self));
    }
    self->begun = self->begun > 0.0 ? self->begun : base_seconds(engine->env);
    if (self->choices.batcher && self->state.plans == 1) {
        uint32_t made = 0;
        int64_t built = before;
        TRY(run_shared(self, most, &made, &built));
        *interrupted = engine->torn = made < iteration;
        *last = *interrupted ? iteration : made;
        search_engine_report(engine, &(struct search_iteration){made, before, self->state.best, built},
                             &self->state.stalled);
        return SWARM_OK;
    }
    const uint32_t level = next_level(self);
    if (level / EXCHANGE != self->state.level / EXCHANGE && level < fleet_engine_annealed(self)) {
        exchange(self);
    }
    self->state.level = level;
    ++self->state.round;
    TRY(run_round(self, interrupted));
    const int64_t found =
        *interrupted ? before : fleet_engine_keep_best(self); /* a replay repeats complete rounds only */
    engine->torn = *interrupted;
    if (!*interrupted) {
        ++self->state.rounds[level];
        write_schedule(self);
        TRY(fleet_goal_advance(self));
    }
    if (fleet_goal_is_relaxed(self, level)) {
        TRY(*interrupted ? SWARM_OK : keep_completed(self));
        self->state.stalled = 0;
    }
    const struct search_iteration done = {iteration - *interrupted, before, self->state.best, found};
    search_engine_report(engine, &done, &self->state.stalled);
    return SWARM_OK;
}

enum swarm_status fleet_engine_take(struct search_engine *engine, const void *solution, int64_t *score,
                                    uint64_t iteration)
{
    struct fleet_engine *self = self_of(engine);
    size_t worst = 0;
    (void)iteration;
    for (size_t k = 1; k < self->state.plans; ++k) {
        worst = self->scores[k] >= self->scores[worst] ? k : worst;
    }
    memcpy(self->best, solution, fleet_solution_words(self->fleet) * sizeof *self->best);
    self->state.best = *score;
    struct fleet_search s = fleet_engine_search(self, worst, 0);
    fleet_goal_loosen(self);
    self->costs[worst] = fleet_plan_read(&self->space, &s, self->best);
    if (self->costs[worst] < 0 || fleet_plan_score(&self->space, &s) != *score) {
        return base_fail(engine->env, SWARM_ERROR_VERIFICATION, "a solution of another island breaks a rule");
    }
    self->scores[worst] = *score;
    return fleet_goal_apply(self);
}

enum swarm_status fleet_engine_solution(struct search_engine *engine, void *solution, struct search_improvement *best)
{
    struct fleet_engine *self = self_of(engine);
    (void)best;
    memcpy(solution, self->best, fleet_solution_words(self->fleet) * sizeof *self->best);
    return self->base.device ? ocl_session_drain_times(&self->session) : SWARM_OK;
}

/* Sets the options to the values in use. */
static void describe(const struct search_engine *engine, struct options *options)
{
    options->fleet_schedule = engine->done;
    options->set[OPTION_fleet_schedule] = engine->done[0] != '\0';
    options->plans = ((const struct fleet_engine *)engine)->state.plans;
    options->set[OPTION_plans] = options->plans > 0;
}

void fleet_engine_release(struct search_engine *engine)
{
    struct fleet_engine *self = self_of(engine);
    fleet_device_release(&self->kernel);
    ocl_session_close(&self->session);
    mosaic_problem_deinit(&self->space.problem);
    base_team_destroy(&self->team);
    base_arrays_free(&self->arrays);
}

static const struct search_engine_type type = {
    .size = sizeof(struct fleet_engine),
    .plan = fleet_engine_plan,
    .open = fleet_engine_open,
    .build = fleet_engine_build,
    .prepare = fleet_engine_prepare,
    .step = step,
    .collect = search_engine_collect,
    .take = fleet_engine_take,
    .solution = fleet_engine_solution,
    .describe = describe,
    .list = fleet_state_list,
    .save = fleet_state_save,
    .load = fleet_state_load,
    .release = fleet_engine_release,
};

enum swarm_status fleet_engine_create(struct base_env *env, const struct search_request *request,
                                      const struct swarm_fleet *fleet, const struct fleet_choices *choices,
                                      struct search_devices devices, struct search_engine **engine)
{
    TRY(search_engine_create(env, choices->algorithm ? &fleet_ants_type : &type, request, devices, engine));
    struct fleet_engine *self = self_of(*engine);
    self->fleet = fleet;
    self->choices = *choices;
    self->n = fleet->nodes->info.node_count;
    self->routes = fleet_route_count(fleet);
    self->parts = choices->algorithm ? 1 : fleet_part_count(fleet);
    self->stride = choices->batcher ? FLEET_BATCH_WORDS(self->n, self->routes) : FLEET_WORDS(self->n, self->routes);
    return SWARM_OK;
}
