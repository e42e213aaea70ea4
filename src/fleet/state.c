/* state.c - the sections of a state between two rounds. A plan is stored as a solution, which has all of it. */
#include "engine.h"

enum section { STATE, BEST, PLANS, PRICES };

void fleet_state_list(const struct search_engine *engine, struct search_sections *sections)
{
    const struct fleet_engine *self = (const struct fleet_engine *)engine;
    const uint64_t words = fleet_solution_words(self->fleet);
    search_sections_add(sections, "round", 1, sizeof(struct fleet_state));
    search_sections_add(sections, "best", words, sizeof(uint32_t));
    search_sections_add(sections, "plans", self->choices.plans * words, sizeof(uint32_t));
    search_sections_add(sections, "prices", self->n, sizeof(int64_t));
}

enum swarm_status fleet_state_save(struct search_engine *engine, struct search_sections *sections)
{
    struct fleet_engine *self = (struct fleet_engine *)engine;
    const uint64_t words = fleet_solution_words(self->fleet), plans = self->state.plans;
    TRY(search_sections_put(sections, engine->env, STATE, &self->state, 1));
    TRY(search_sections_put(sections, engine->env, BEST, self->best, words));
    TRY(search_sections_put(sections, engine->env, PLANS, NULL, plans * words));
    for (size_t k = 0; k < plans; ++k) {
        const struct fleet_search s = fleet_search_of(&self->space, &self->boards[0], self->words + k * self->stride);
        fleet_plan_list(&self->space, &s, (uint32_t *)sections->sections[PLANS].bytes + k * words);
    }
    TRY(search_sections_put(sections, engine->env, PRICES, NULL, self->n));
    for (uint32_t i = 0; i < self->n; ++i) {
        ((int64_t *)sections->sections[PRICES].bytes)[i] = self->space.customers[i].price;
    }
    return SWARM_OK;
}

/* True if all sections have the sizes that the engine expects, and the rounds of the levels add up. */
static bool is_possible(const struct fleet_engine *self, const struct search_sections *sections, uint64_t iteration)
{
    const struct fleet_state *state = sections->sections[STATE].bytes;
    const uint64_t words = fleet_solution_words(self->fleet);
    uint64_t rounds = 0;
    if (!search_sections_has(sections, STATE, 1) || !search_sections_has(sections, BEST, words)
        || state->plans < self->choices.plans_least || state->plans > self->choices.plans
        || !search_sections_has(sections, PLANS, state->plans * words)
        || !search_sections_has(sections, PRICES, self->n)) {
        return false;
    }
    for (int level = 0; level < FLEET_LEVELS; ++level) {
        rounds += state->rounds[level];
    }
    return state->round == iteration && rounds == iteration && state->level < FLEET_LEVELS;
}

/* Sets the prices that a goal has changed. Returns false if one is out of range. */
static bool load_prices(struct fleet_engine *self, const int64_t *prices)
{
    bool possible = true;
    for (uint32_t i = 0; i < self->n && possible; ++i) {
        possible = prices[i] >= 0 && prices[i] < 2 * FLEET_MISSING;
        self->space.customers[i].price = prices[i];
    }
    return possible;
}

enum swarm_status fleet_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration)
{
    struct fleet_engine *self = (struct fleet_engine *)engine;
    const uint64_t words = fleet_solution_words(self->fleet);
    bool possible = is_possible(self, sections, iteration);
    if (possible) {
        struct fleet_search s = fleet_search_of(&self->space, &self->boards[0], self->words);
        search_sections_get(sections, STATE, &self->state);
        search_sections_get(sections, BEST, self->best);
        const int64_t cost = fleet_plan_read(&self->space, &s, self->best);
        possible = cost >= 0 && fleet_plan_score(&self->space, &s) == self->state.best
                   && load_prices(self, sections->sections[PRICES].bytes);
    }
    for (size_t k = 0; k < self->state.plans && possible; ++k) {
        struct fleet_search s = fleet_search_of(&self->space, &self->boards[0], self->words + k * self->stride);
        self->costs[k] =
            fleet_plan_read(&self->space, &s, (const uint32_t *)sections->sections[PLANS].bytes + k * words);
        possible = self->costs[k] >= 0;
        self->scores[k] = possible ? fleet_plan_score(&self->space, &s) : 0;
        possible = possible && self->scores[k] >= self->state.best;
    }
    engine->start_score = self->state.best;
    return possible ? fleet_goal_apply(self)
                    : base_fail(engine->env, SWARM_ERROR_INPUT, "the saved state is inconsistent");
}
