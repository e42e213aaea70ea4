/* state.c - the sections of a state between two generations. Tours are stored as lists of nodes in mosaic's numbers,
 * which depend only on the instance. */
#include "engine.h"

enum section { STATE, BEST, COUNTS, NODES, TRAILS };

void orient_state_list(const struct search_engine *engine, struct search_sections *sections)
{
    const struct orient_engine *self = (const struct orient_engine *)engine;
    const uint64_t n = self->n;
    search_sections_add(sections, "generation", 1, sizeof(struct orient_state));
    search_sections_add(sections, "best", n + 1, sizeof(uint32_t));
    search_sections_add(sections, "counts", self->most, sizeof(uint32_t));
    search_sections_add(sections, "nodes", self->most * n, sizeof(uint32_t));
    search_sections_add(sections, "trails", self->choices.algorithm->crosses ? 0 : n * ORIENT_WIDTH, sizeof(uint32_t));
}

static uint64_t trails_count(const struct orient_engine *self)
{
    return self->trails ? (uint64_t)self->n * self->space.problem.width : 0;
}

enum swarm_status orient_state_save(struct search_engine *engine, struct search_sections *sections)
{
    struct orient_engine *self = (struct orient_engine *)engine;
    const uint32_t n = self->n, kept = self->choices.algorithm->crosses ? self->state.count : 0;
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < kept; ++i) {
        nodes += self->parents.individuals[i].count;
    }
    TRY(search_sections_put(sections, engine->env, STATE, &self->state, 1));
    TRY(search_sections_put(sections, engine->env, BEST, self->best, n + 1));
    TRY(search_sections_put(sections, engine->env, COUNTS, NULL, kept));
    TRY(search_sections_put(sections, engine->env, NODES, NULL, nodes));
    TRY(search_sections_put(sections, engine->env, TRAILS, self->trails, trails_count(self)));
    uint32_t *counts = sections->sections[COUNTS].bytes, *at = sections->sections[NODES].bytes;
    for (uint32_t i = 0; i < kept; ++i) {
        counts[i] = orient_tour_list(self->parents.words + i * ORIENT_WORDS(n), n, self->space.rules.first, at);
        at += counts[i];
    }
    return SWARM_OK;
}

static bool is_possible(const struct orient_engine *self, const struct search_sections *sections)
{
    const struct orient_state *state = &self->state;
    const uint64_t kept = self->choices.algorithm->crosses ? state->count : 0;
    const uint32_t *counts = sections->sections[COUNTS].bytes;
    uint64_t nodes = 0;
    if (state->count > self->most || (state->count > 0) != (state->generation > 0)
        || !search_sections_has(sections, BEST, self->n + 1) || !search_sections_has(sections, COUNTS, kept)
        || !search_sections_has(sections, TRAILS, trails_count(self))) {
        return false;
    }
    for (uint64_t i = 0; i < kept; ++i) {
        nodes += counts[i];
    }
    return search_sections_has(sections, NODES, nodes);
}

/* Reads the best tour and the individuals. Returns false if a tour breaks the rules, or if the best differs from the
 * state's figures. */
static bool read_tours(struct orient_engine *self, const struct search_sections *sections)
{
    const uint32_t kept = self->choices.algorithm->crosses ? self->state.count : 0;
    const uint32_t *counts = sections->sections[COUNTS].bytes, *at = sections->sections[NODES].bytes;
    struct orient_search s = orient_search_for(self, &self->children, 0, 0);
    search_sections_get(sections, BEST, self->best);
    bool possible = orient_tour_read(&s, self->best + 1, self->best[0]) && s.own.score == self->state.best_score
                    && (s.own.length == self->state.best_length || self->state.best_length == INT64_MAX);
    for (uint32_t i = 0; i < kept && possible; ++i) {
        s = orient_search_for(self, &self->parents, i, 0);
        possible = orient_tour_read(&s, at, counts[i]);
        self->parents.individuals[i] = s.own;
        at += counts[i];
    }
    return possible;
}

enum swarm_status orient_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration)
{
    struct orient_engine *self = (struct orient_engine *)engine;
    if (!self->space.problem.near) {
        return SWARM_OK; /* the run has ended before its lists were made, so it makes no step */
    }
    bool possible = search_sections_has(sections, STATE, 1);
    if (possible) {
        search_sections_get(sections, STATE, &self->state);
        possible = self->state.generation == iteration && is_possible(self, sections) && read_tours(self, sections);
    }
    if (!possible) {
        return base_fail(engine->env, SWARM_ERROR_INPUT, "the saved state is inconsistent");
    }
    search_sections_get(sections, TRAILS, self->trails);
    engine->start_score = -self->state.best_score;
    return SWARM_OK;
}
