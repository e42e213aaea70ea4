/* The state of mosaic between two generations. Tours are in the nodes' own numbers, as those of the curve are no
 * business of a file's. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine.h"
#include "tsp/tour.h"

enum section { GENERATION, DONE, BEST, INDIVIDUALS, TOURS, DIRTY, PROGRESS, ELITE };

/* Where a run is. */
struct generation_state {
    int64_t best_length;
    uint64_t stalled;
    double price;
    uint32_t number, generation, next_size;
    uint32_t count; /* individuals of the population; 0 before its first generation */
    uint32_t passes, elite;
};

void mosaic_engine_list(const struct run_engine *engine, struct run_sections *state)
{
    const struct mosaic_engine *self = (const struct mosaic_engine *)engine;
    const uint64_t n = self->instance->info.node_count, most = self->choices.population;
    const bool pieces = self->choices.improver->pieces;
    run_sections_add(state, "generation", 1, sizeof(struct generation_state));
    run_sections_add(state, "schedule", MOSAIC_SCHEDULE_TEXT, 1);
    run_sections_add(state, "best", n, sizeof(uint32_t));
    run_sections_add(state, "individuals", most, sizeof(struct mosaic_individual));
    run_sections_add(state, "tours", most * n, sizeof(uint32_t));
    run_sections_add(state, "dirty", most * mosaic_dirty_words((uint32_t)n), sizeof(uint32_t));
    run_sections_add(state, "launches", pieces ? most : 0, 2 * sizeof(uint32_t));
    run_sections_add(state, "elite", mosaic_elite_size((uint32_t)most) * n, sizeof(uint32_t));
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Saving                                                                                                             */

static enum swarm_status make(struct mosaic_engine *self, struct run_sections *state,
                              const struct generation_state *run)
{
    const uint64_t n = self->problem.n, count = run->count;
    const uint64_t items[] = {
        [GENERATION] = 1,
        [DONE] = strlen(self->base.done) + 1,
        [BEST] = n,
        [INDIVIDUALS] = count,
        [TOURS] = count * n,
        [DIRTY] = count * mosaic_dirty_words(self->problem.n),
        [PROGRESS] = self->launches ? count : 0,
        [ELITE] = run->elite * n,
    };
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < sizeof items / sizeof items[0]; ++i) {
        TRY(base_require_memory(self->base.env, "checkpoint", (size_t)items[i], state->items[i]));
        if (!run_sections_make(state, i, items[i])) {
            return base_fail_memory(self->base.env);
        }
    }

fail:
    return status;
}

static void to_nodes(const struct mosaic_problem *problem, const uint32_t *tour, uint32_t *nodes)
{
    for (uint32_t p = 0; p < problem->n; ++p) {
        nodes[p] = problem->order[tour[p]];
    }
}

static void to_numbers(const struct mosaic_problem *problem, const uint32_t *nodes, uint32_t *tour)
{
    for (uint32_t p = 0; p < problem->n; ++p) {
        tour[p] = problem->number[nodes[p]];
    }
}

enum swarm_status mosaic_engine_save(struct run_engine *engine, struct run_sections *state)
{
    struct mosaic_engine *self = (struct mosaic_engine *)engine;
    const struct mosaic_problem *problem = &self->problem;
    const struct mosaic_population *population = &self->population;
    const size_t n = problem->n, words = mosaic_dirty_words(problem->n);
    const struct generation_state run = {
        .best_length = self->best_length,
        .stalled = self->stalled,
        .price = self->price,
        .number = self->number,
        .generation = self->generation,
        .next_size = self->next_size,
        .count = self->generation > 0 ? population->count : 0,
        .passes = self->circle.passes,
        .elite = self->elite.count,
    };
    enum swarm_status status = make(self, state, &run);
    if (status != SWARM_OK) {
        return status;
    }
    uint32_t *tours = state->sections[TOURS].bytes, *dirty = state->sections[DIRTY].bytes;
    uint32_t *elite = state->sections[ELITE].bytes;
    memcpy(state->sections[GENERATION].bytes, &run, sizeof run);
    memcpy(state->sections[DONE].bytes, self->base.done, state->sections[DONE].size);
    to_nodes(problem, self->best, state->sections[BEST].bytes);
    for (uint32_t i = 0; i < run.count; ++i) {
        to_nodes(problem, mosaic_population_tour(population, i).ord, tours + i * n);
        for (size_t k = 0; k < n; ++k) { /* bits of numbers become bits of nodes */
            const uint32_t bit = population->dirty[i * words + (k >> 5)] >> (k & 31) & 1, node = problem->order[k];
            uint32_t *word = &dirty[i * words + (node >> 5)];
            *word = (*word & ~(1u << (node & 31))) | bit << (node & 31);
        }
    }
    if (run.count > 0) {
        memcpy(state->sections[INDIVIDUALS].bytes, population->individuals,
               run.count * sizeof *population->individuals);
    }
    if (self->launches) {
        mosaic_launches_save(self->launches, run.count, state->sections[PROGRESS].bytes);
    }
    for (uint32_t i = 0; i < run.elite; ++i) {
        to_nodes(problem, self->elite.tours + i * n, elite + i * n);
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Loading                                                                                                            */

/* Whether a generation can begin with it. */
static bool is_possible(const struct mosaic_engine *self, const struct run_sections *state,
                        const struct generation_state *run)
{
    const uint64_t n = self->problem.n, most = self->choices.population;
    return run->count <= most && run->next_size <= most && run->elite <= mosaic_elite_size((uint32_t)most)
           && run->number < MOSAIC_STAGES && (run->count > 0) == (run->generation > 0) && run->best_length >= 0
           && (run->generation > 0 || run->number == 0 || run->next_size > 0) && run_sections_has(state, BEST, n)
           && run_sections_has(state, INDIVIDUALS, run->count) && run_sections_has(state, TOURS, run->count * n)
           && run_sections_has(state, DIRTY, (uint64_t)run->count * mosaic_dirty_words(self->problem.n))
           && run_sections_has(state, PROGRESS, self->launches ? run->count : 0)
           && run_sections_has(state, ELITE, run->elite * n);
}

static bool are_tours(const struct run_sections *state, size_t section, uint32_t count, uint32_t n, bool *seen)
{
    const uint32_t *tours = state->sections[section].bytes;
    bool all = true;
    for (size_t i = 0; i < count && all; ++i) {
        all = tsp_tour_is_one(tours + i * n, n, seen);
    }
    return all;
}

/* The schedule so far; it has the population's generation. */
static bool take_schedule(struct mosaic_engine *self, const struct run_sections *state,
                          const struct generation_state *run)
{
    const char *text = state->sections[DONE].bytes;
    const size_t size = state->sections[DONE].size;
    if (size == 0 || text[size - 1] != '\0' || strlen(text) + 1 != size) {
        return false;
    }
    memcpy(self->base.done, text, size);
    if (size == 1) {
        return run->number == 0 && run->generation == 0;
    }
    const bool parsed = mosaic_schedule_parse(text, &self->done);
    const size_t last = run->number;
    return parsed && self->done.cut == MOSAIC_WHOLE
           && (run->generation == 0
                   ? self->done.count == last
                   : self->done.count == last + 1 && self->done.stages[last].generations == run->generation
                         && self->done.stages[last].individuals == run->count);
}

/* One individual; false: its tour is not as long as it says, or it is none that there can be. */
static bool take_individual(struct mosaic_engine *self, const struct run_sections *state, uint32_t item)
{
    struct mosaic_population *population = &self->population;
    const struct mosaic_problem *problem = &self->problem;
    const size_t n = problem->n, words = mosaic_dirty_words(problem->n);
    const struct mosaic_individual *individuals = state->sections[INDIVIDUALS].bytes;
    const uint32_t *tours = state->sections[TOURS].bytes, *nodes = state->sections[DIRTY].bytes;
    uint32_t *dirty = population->dirty + item * words;
    population->individuals[item] = individuals[item];
    struct mosaic_tour tour = mosaic_population_tour(population, item);
    to_numbers(problem, tours + item * n, tour.ord);
    mosaic_tour_settle(problem, &tour);
    memset(dirty, 0, words * sizeof *dirty);
    for (uint32_t k = 0; k < n; ++k) {
        const uint32_t node = problem->order[k];
        dirty[k >> 5] |= (nodes[item * words + (node >> 5)] >> (node & 31) & 1) << (k & 31);
    }
    population->changed[item] = true;
    return tour.length == individuals[item].length && individuals[item].number == item
           && individuals[item].population == self->number && individuals[item].kopt == self->choices.kopt
           && individuals[item].beam == self->choices.beam && individuals[item].kicks <= UINT64_MAX / 2;
}

static bool take_best(struct mosaic_engine *self, const struct run_sections *state, int64_t length)
{
    const uint32_t *nodes = state->sections[BEST].bytes;
    int64_t sum = 0;
    to_numbers(&self->problem, nodes, self->best);
    for (uint32_t p = 0; p < self->problem.n; ++p) {
        sum += tsp_instance_distance(self->problem.instance, nodes[p], nodes[p + 1 < self->problem.n ? p + 1 : 0]);
    }
    self->best_length = self->base.start_score = sum;
    return sum == length;
}

static bool take_all(struct mosaic_engine *self, struct run_sections *state, const struct generation_state *run)
{
    const size_t n = self->problem.n;
    const uint32_t *elite = state->sections[ELITE].bytes;
    bool possible = take_best(self, state, run->best_length);
    self->number = run->number;
    self->generation = run->generation;
    self->next_size = run->next_size;
    self->stalled = run->stalled;
    self->price = run->price;
    self->circle.passes = run->passes;
    self->population.count = run->count;
    self->elite.count = run->elite;
    possible = possible && take_schedule(self, state, run);
    for (uint32_t i = 0; i < run->count && possible; ++i) {
        possible = take_individual(self, state, i);
    }
    for (uint32_t i = 0; i < run->elite; ++i) {
        to_numbers(&self->problem, elite + i * n, self->elite.tours + i * n);
    }
    if (self->launches) {
        mosaic_launches_load(self->launches, run->count, state->sections[PROGRESS].bytes);
    }
    return possible;
}

enum swarm_status mosaic_engine_load(struct run_engine *engine, struct run_sections *state, uint64_t iteration)
{
    struct mosaic_engine *self = (struct mosaic_engine *)engine;
    const uint32_t n = self->problem.n;
    struct generation_state run;
    enum swarm_status status = SWARM_OK;
    (void)iteration;
    if (!self->problem.near) {
        return SWARM_OK; /* the run is over */
    }
    bool *seen = base_array(n, sizeof *seen);
    if (!seen) {
        return base_fail_memory(engine->env);
    }
    bool possible = run_sections_has(state, GENERATION, 1);
    if (possible) {
        memcpy(&run, state->sections[GENERATION].bytes, sizeof run);
        possible = is_possible(self, state, &run) && are_tours(state, BEST, 1, n, seen)
                   && are_tours(state, TOURS, run.count, n, seen) && are_tours(state, ELITE, run.elite, n, seen);
    }
    if (possible && run.count > 0) {
        TRY(mosaic_population_reserve(engine->env, n, run.count, &self->population));
    }
    if (!possible || !take_all(self, state, &run)) {
        status = base_fail(engine->env, SWARM_ERROR_INPUT, "a state that no run can have");
    }

fail:
    free(seen);
    return status;
}
