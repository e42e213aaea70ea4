/* state.c - the sections of a state between two generations. Places are numbered as in the problem without fixed
 * items. */
#include "engine.h"

enum section { STATE, BEST, POPULATION, COSTS, TRAILS };

static uint64_t trails_of(const struct qap_engine *self)
{
    const uint64_t m = self->problem->m;
    return self->settings.method == &qap_ants ? m * m : 0;
}

void qap_state_list(const struct search_engine *engine, struct search_sections *sections)
{
    const struct qap_engine *self = (const struct qap_engine *)engine;
    const uint64_t m = self->problem->m, most = self->settings.most;
    search_sections_add(sections, "generation", 1, sizeof(struct qap_state));
    search_sections_add(sections, "best", m, sizeof(uint32_t));
    search_sections_add(sections, "population", most * m, sizeof(uint32_t));
    search_sections_add(sections, "costs", most, sizeof(int64_t));
    search_sections_add(sections, "trails", trails_of(self), sizeof(uint32_t));
}

enum swarm_status qap_state_save(struct search_engine *engine, struct search_sections *sections)
{
    struct qap_engine *self = (struct qap_engine *)engine;
    const uint64_t m = self->problem->m, known = self->state.known;
    TRY(search_sections_put(sections, engine->env, STATE, &self->state, 1));
    TRY(search_sections_put(sections, engine->env, BEST, self->best, m));
    TRY(search_sections_put(sections, engine->env, POPULATION, self->population, known * m));
    TRY(search_sections_put(sections, engine->env, COSTS, self->costs, known));
    return search_sections_put(sections, engine->env, TRAILS, self->trails, trails_of(self));
}

/* True if the checkpoint section holds `count` valid assignments whose costs are costs[0 .. count - 1]. */
static bool are_assignments(const struct qap_engine *self, const struct search_sections *sections, enum section section,
                            const int64_t *costs, uint32_t count)
{
    const uint32_t m = self->problem->m, *places = sections->sections[section].bytes;
    bool all = true;
    for (uint32_t i = 0; i < count && all; ++i, places += m) {
        all = qap_first_wrong(places, m) == m && qap_problem_cost(self->problem, places) == costs[i];
    }
    return all;
}

/* True if all sections have the sizes that the state implies, and valid contents. */
static bool is_possible(const struct qap_engine *self, const struct search_sections *sections, uint64_t iteration)
{
    const struct qap_state *state = sections->sections[STATE].bytes;
    const uint64_t m = self->problem->m;
    if (!search_sections_has(sections, STATE, 1) || !search_sections_has(sections, BEST, m)
        || state->generation != (uint32_t)iteration || state->size < 1 || state->size > self->settings.most
        || (self->settings.method == &qap_ants ? state->known > 1 : state->known != 0 && state->known != state->size)
        || !search_sections_has(sections, POPULATION, state->known * m)
        || !search_sections_has(sections, COSTS, state->known)
        || !search_sections_has(sections, TRAILS, trails_of(self))) {
        return false;
    }
    /* A row of zero trails would leave no place to draw. */
    const uint32_t *trails = sections->sections[TRAILS].bytes;
    bool possible = are_assignments(self, sections, BEST, &state->best, 1)
                    && are_assignments(self, sections, POPULATION, sections->sections[COSTS].bytes, state->known);
    for (uint64_t i = 0; i < trails_of(self); ++i) {
        possible = possible && trails[i] >= 1 && trails[i] <= QAP_TRAIL_MOST;
    }
    return possible;
}

enum swarm_status qap_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration)
{
    struct qap_engine *self = (struct qap_engine *)engine;
    if (!is_possible(self, sections, iteration)) {
        return base_fail(engine->env, SWARM_ERROR_INPUT, "the saved state is inconsistent");
    }
    search_sections_get(sections, STATE, &self->state);
    search_sections_get(sections, BEST, self->best);
    search_sections_get(sections, POPULATION, self->population);
    search_sections_get(sections, COSTS, self->costs);
    search_sections_get(sections, TRAILS, self->trails);
    engine->start_score = self->state.best;
    return SWARM_OK;
}
