#include "population.h"

#include <string.h>

#include "cl/mosaic/array_search.h"

/* Makes the arrays, or counts their bytes. */
static struct mosaic_population population_of(uint32_t n, size_t capacity, bool counts)
{
    struct mosaic_population made = {
        .n = n, .capacity = (uint32_t)capacity, .stride = ARRAY_WORDS(n), .arrays.counts = counts};
    struct base_arrays *arrays = &made.arrays;
    made.words = base_arrays_add(arrays, capacity, made.stride * sizeof *made.words);
    made.individuals = base_arrays_add(arrays, capacity, sizeof *made.individuals);
    made.launched = base_arrays_add(arrays, capacity, sizeof *made.launched);
    made.dirty = base_arrays_add(arrays, capacity * ARRAY_QUEUED_WORDS(n), sizeof *made.dirty);
    made.kept = base_arrays_add(arrays, capacity * n, 2 * sizeof *made.kept);
    made.dropped = base_arrays_add(arrays, capacity * mosaic_crossover_dropped(n), sizeof *made.dropped);
    made.kept_length = base_arrays_add(arrays, capacity, sizeof *made.kept_length);
    made.order = base_arrays_add(arrays, capacity, sizeof *made.order);
    made.changed = base_arrays_add(arrays, capacity, sizeof *made.changed);
    made.wrong = base_arrays_add(arrays, capacity, sizeof *made.wrong);
    return made;
}

uint64_t mosaic_population_bytes(uint32_t n, uint32_t capacity)
{
    return population_of(n, capacity, true).arrays.bytes;
}

void mosaic_population_deinit(struct mosaic_population *population)
{
    base_arrays_free(&population->arrays);
    *population = (struct mosaic_population){.words = NULL};
}

enum swarm_status mosaic_population_reserve(struct base_env *env, uint32_t n, uint32_t capacity,
                                            struct mosaic_population *population)
{
    mosaic_population_deinit(population);
    *population = population_of(n, capacity, false);
    if (population->arrays.failed) {
        mosaic_population_deinit(population);
        return base_fail_memory(env);
    }
    return SWARM_OK;
}

void mosaic_population_begin(struct mosaic_population *population, uint64_t kick_end, double share)
{
    for (uint32_t i = 0; i < population->count; ++i) {
        struct mosaic_individual *individual = &population->individuals[i];
        individual->kick_begin = individual->kicks;
        individual->kick_end = kick_end > individual->kicks ? kick_end : individual->kicks;
        individual->threshold = share > 0 ? (int64_t)(share * (double)individual->length / population->n) : 0;
        individual->done = 0;
    }
}

static void queue_individual(void *context, size_t item, unsigned thread)
{
    struct mosaic_population *population = context;
    const uint32_t n = population->n;
    struct mosaic_individual *individual = &population->individuals[item];
    uint32_t *words = population->words + item * population->stride, *queue = words + 2 * (size_t)n;
    uint32_t *queued = words + 4 * (size_t)n, *dirty = mosaic_population_dirty(population, (uint32_t)item);
    (void)thread;
    individual->head = individual->count = individual->logged = individual->kicked = 0;
    individual->before = individual->length;
    for (uint32_t p = 0; p < n; ++p) {
        const uint32_t node = words[p];
        if (mosaic_is_marked(dirty, node)) {
            queue[individual->count++] = node;
        }
    }
    memcpy(queued, dirty, ARRAY_QUEUED_WORDS(n) * sizeof *dirty);
    memset(dirty, 0, ARRAY_QUEUED_WORDS(n) * sizeof *dirty);
}

void mosaic_population_queue(struct mosaic_population *population, struct base_team *team)
{
    base_team_run(team, population->count, queue_individual, population);
}

bool mosaic_are_done(const struct mosaic_individual *individuals, uint32_t count)
{
    bool done = true;
    for (uint32_t i = 0; i < count && done; ++i) {
        done = individuals[i].done;
    }
    return done;
}

/* Uses insertion sort: there are at most hundreds of individuals. */
void mosaic_population_rank(struct mosaic_population *population)
{
    const struct mosaic_individual *individuals = population->individuals;
    for (uint32_t i = 0; i < population->count; ++i) {
        uint32_t at = i;
        for (; at > 0 && individuals[population->order[at - 1]].length > individuals[i].length; --at) {
            population->order[at] = population->order[at - 1];
        }
        population->order[at] = i;
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Arrays                                                                                                             */

static struct array_search search_of(const struct mosaic_problem *problem, uint32_t *words)
{
    const struct problem_view view = mosaic_view(problem);
    struct array_search search;
    array_take(&search, &view, words, words + ARRAY_LOG_AT(problem->n));
    return search;
}

void mosaic_array_improve(const struct mosaic_problem *problem, uint32_t *words, struct mosaic_individual *individual,
                          uint64_t seed, uint32_t budget)
{
    if (!individual->done) {
        struct array_search search = search_of(problem, words);
        array_run(&search, individual, seed, budget);
    }
}

void mosaic_array_decide(const struct mosaic_problem *problem, uint32_t *words, struct mosaic_individual *individual)
{
    if (individual->kicked) {
        struct array_search search = search_of(problem, words);
        search.own = *individual;
        array_decide(&search);
        *individual = search.own;
    }
}

struct improving {
    const struct mosaic_problem *problem;
    struct mosaic_population *population;
    uint64_t seed;
    uint32_t budget;
};

static void improve_individual(void *context, size_t item, unsigned thread)
{
    const struct improving *improving = context;
    struct mosaic_population *population = improving->population;
    (void)thread;
    mosaic_array_improve(improving->problem, population->words + item * population->stride,
                         &population->individuals[item], improving->seed, improving->budget);
}

void mosaic_arrays_improve(const struct mosaic_problem *problem, struct mosaic_population *population,
                           struct base_team *team, uint64_t seed, uint32_t budget)
{
    struct improving improving = {problem, population, seed, budget};
    base_team_run(team, population->count, improve_individual, &improving);
}

void mosaic_arrays_decide(const struct mosaic_problem *problem, struct mosaic_population *population)
{
    for (uint32_t i = 0; i < population->count; ++i) {
        mosaic_array_decide(problem, population->words + i * population->stride, &population->individuals[i]);
    }
}
