/* state.c - the state between two generations as sections of a file. Tours are in the problem's numbers, which depend
 * only on the instance. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine.h"
#include "tsp/tour.h"

enum section { STATE, DONE, BEST, INDIVIDUALS, TOURS, DIRTY, LAUNCHED, ELITE };

void mosaic_state_list(const struct search_engine *engine, struct search_sections *sections)
{
    const struct mosaic_engine *self = (const struct mosaic_engine *)engine;
    const uint64_t n = self->instance->info.node_count, most = self->choices.population;
    const bool pieces = self->choices.improver->pieces;
    search_sections_add(sections, "generation", 1, sizeof(struct mosaic_state));
    search_sections_add(sections, "schedule", MOSAIC_SCHEDULE_TEXT, 1);
    search_sections_add(sections, "best", n, sizeof(uint32_t));
    search_sections_add(sections, "individuals", most, sizeof(struct mosaic_individual));
    search_sections_add(sections, "tours", most * n, sizeof(uint32_t));
    search_sections_add(sections, "dirty", most * ARRAY_QUEUED_WORDS((uint32_t)n), sizeof(uint32_t));
    search_sections_add(sections, "launches", pieces ? most : 0, sizeof(struct mosaic_launched));
    search_sections_add(sections, "elite", mosaic_elite_size((uint32_t)most) * n, sizeof(uint32_t));
}

enum swarm_status mosaic_state_save(struct search_engine *engine, struct search_sections *sections)
{
    struct mosaic_engine *self = (struct mosaic_engine *)engine;
    const struct mosaic_population *population = self->population;
    const size_t n = self->problem.n;
    const uint64_t count = self->state.generation > 0 ? population->count : 0;
    TRY(search_sections_put(sections, engine->env, STATE, &self->state, 1));
    TRY(search_sections_put(sections, engine->env, DONE, engine->done, strlen(engine->done) + 1));
    TRY(search_sections_put(sections, engine->env, BEST, self->best, n));
    TRY(search_sections_put(sections, engine->env, INDIVIDUALS, population->individuals, count));
    TRY(search_sections_put(sections, engine->env, TOURS, NULL, count * n));
    TRY(search_sections_put(sections, engine->env, DIRTY, population->dirty,
                            count * ARRAY_QUEUED_WORDS(self->problem.n)));
    TRY(search_sections_put(sections, engine->env, LAUNCHED, population->launched, self->launches ? count : 0));
    TRY(search_sections_put(sections, engine->env, ELITE, self->elite, self->elite_count * n));
    uint32_t *tours = sections->sections[TOURS].bytes;
    for (uint32_t i = 0; i < count; ++i) {
        memcpy(tours + i * n, mosaic_population_tour(population, i).ord, n * sizeof *tours);
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Loading                                                                                                            */

/* Number of tours of n nodes, or of individuals, in a section that was read. */
static uint64_t count_of(const struct search_sections *sections, enum section section, uint64_t items_of_one)
{
    return sections->sections[section].size / (sections->items[section] * items_of_one);
}

/* True if the sizes of the sections fit each other, and numbers are in range. */
static bool is_possible(const struct mosaic_engine *self, const struct search_sections *sections)
{
    const struct mosaic_state *state = &self->state;
    const uint64_t n = self->problem.n, most = self->choices.population;
    const uint64_t count = count_of(sections, INDIVIDUALS, 1), elite = count_of(sections, ELITE, n);
    return count <= most && state->next_size <= most && elite <= mosaic_elite_size((uint32_t)most)
           && state->number < MOSAIC_STAGES && (count > 0) == (state->generation > 0) && state->best_length >= 0
           && (state->generation > 0 || state->number == 0 || state->next_size > 0)
           && search_sections_has(sections, BEST, n) && search_sections_has(sections, INDIVIDUALS, count)
           && search_sections_has(sections, TOURS, count * n)
           && search_sections_has(sections, DIRTY, count * ARRAY_QUEUED_WORDS(self->problem.n))
           && search_sections_has(sections, LAUNCHED, self->launches ? count : 0)
           && search_sections_has(sections, ELITE, elite * n);
}

static bool are_tours(const struct search_sections *sections, enum section section, uint32_t n, bool *seen)
{
    const uint32_t *tours = sections->sections[section].bytes;
    bool all = true;
    for (uint64_t i = 0; i < count_of(sections, section, n) && all; ++i) {
        all = tsp_tour_is_permutation(tours + i * n, n, seen);
    }
    return all;
}

/* Reads the schedule so far. Returns false if the schedule is invalid or does not fit the state. */
static bool take_schedule(struct mosaic_engine *self, const struct search_sections *sections)
{
    const struct mosaic_state *state = &self->state;
    const char *text = sections->sections[DONE].bytes;
    const size_t size = sections->sections[DONE].size, number = state->number;
    const struct mosaic_stage *stage = &self->done.stages[number];
    if (size == 0 || text[size - 1] != '\0' || strlen(text) + 1 != size) {
        return false;
    }
    memcpy(self->base.done, text, size);
    if (size == 1) {
        return number == 0 && state->generation == 0;
    }
    return mosaic_schedule_parse(text, &self->done) && self->done.cut == MOSAIC_WHOLE
           && self->done.count == number + (state->generation > 0)
           && (state->generation == 0
               || (stage->generations == state->generation && stage->individuals == self->population->count));
}

/* Reads the individuals. Returns false if an individual's length is not its tour's, or if its number, population, kopt,
 * beam or kicks is impossible in this run. */
static bool take_individuals(struct mosaic_engine *self, const struct search_sections *sections)
{
    struct mosaic_population *population = self->population;
    const size_t n = self->problem.n;
    const uint32_t *tours = sections->sections[TOURS].bytes;
    bool possible = true;
    search_sections_get(sections, INDIVIDUALS, population->individuals);
    search_sections_get(sections, DIRTY, population->dirty);
    search_sections_get(sections, LAUNCHED, population->launched);
    for (uint32_t i = 0; i < population->count && possible; ++i) {
        const struct mosaic_individual *individual = &population->individuals[i];
        struct mosaic_tour tour = mosaic_population_tour(population, i);
        memcpy(tour.ord, tours + i * n, n * sizeof *tours);
        mosaic_tour_settle(&self->problem, NULL, &tour);
        population->changed[i] = true;
        possible = tour.length == individual->length && individual->number == i
                   && individual->population == self->state.number && individual->kopt == self->choices.kopt
                   && individual->beam == mosaic_beam_of(self, self->state.number)
                   && individual->kicks <= UINT64_MAX / 2;
    }
    return possible;
}

static bool take_all(struct mosaic_engine *self, const struct search_sections *sections)
{
    search_sections_get(sections, BEST, self->best);
    self->base.start_score = mosaic_tour_measure(&self->problem, self->team, self->best);
    self->elite_count = (uint32_t)count_of(sections, ELITE, self->problem.n);
    search_sections_get(sections, ELITE, self->elite);
    return self->base.start_score == self->state.best_length && take_schedule(self, sections)
           && take_individuals(self, sections);
}

enum swarm_status mosaic_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration)
{
    struct mosaic_engine *self = (struct mosaic_engine *)engine;
    const uint32_t n = self->problem.n;
    enum swarm_status status = SWARM_OK;
    (void)iteration;
    if (!self->problem.near) {
        return SWARM_OK; /* the run is over */
    }
    bool *seen = base_array(n, sizeof *seen);
    TRY(seen ? SWARM_OK : base_fail_memory(engine->env));
    bool possible = search_sections_has(sections, STATE, 1);
    if (possible) {
        search_sections_get(sections, STATE, &self->state);
        possible = is_possible(self, sections) && are_tours(sections, BEST, n, seen)
                   && are_tours(sections, TOURS, n, seen) && are_tours(sections, ELITE, n, seen);
    }
    const uint32_t count = possible ? (uint32_t)count_of(sections, INDIVIDUALS, 1) : 0;
    if (count > 0) {
        TRY_OR(done, mosaic_generation_reserve(self, self->population, self->state.number, count));
        self->population->started = count;
    }
    if (!possible || !take_all(self, sections)) {
        status = base_fail(engine->env, SWARM_ERROR_INPUT, "the saved state is inconsistent");
    }

done:
    free(seen);
    return status;
}
