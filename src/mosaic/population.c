#include "population.h"

#include <stdlib.h>
#include <string.h>

#include "array_words.h"
#include "base/memory.h"

uint64_t mosaic_population_bytes(uint32_t n, uint32_t capacity)
{
    return capacity
           * (4 * (ARRAY_WORDS(n) + 2 * (uint64_t)n + mosaic_dirty_words(n)) + sizeof(struct mosaic_individual) + 6);
}

void mosaic_population_deinit(struct mosaic_population *population)
{
    free(population->words);
    free(population->individuals);
    free(population->dirty);
    free(population->kept);
    free(population->ranks);
    free(population->changed);
    free(population->wrong);
    *population = (struct mosaic_population){.words = NULL};
}

enum swarm_status mosaic_population_reserve(struct base_env *env, uint32_t n, uint32_t capacity,
                                            struct mosaic_population *population)
{
    mosaic_population_deinit(population);
    *population = (struct mosaic_population){
        .n = n,
        .capacity = capacity,
        .stride = ARRAY_WORDS(n),
        .words = base_array((size_t)(capacity * ARRAY_WORDS(n)), sizeof *population->words),
        .individuals = base_array(capacity, sizeof *population->individuals),
        .dirty = base_array((size_t)capacity * mosaic_dirty_words(n), sizeof *population->dirty),
        .kept = base_array((size_t)capacity * n, 2 * sizeof *population->kept),
        .ranks = base_array(capacity, sizeof *population->ranks),
        .changed = base_array(capacity, sizeof *population->changed),
        .wrong = base_array(capacity, sizeof *population->wrong),
    };
    const bool complete = population->words && population->individuals && population->dirty && population->kept
                          && population->ranks && population->changed && population->wrong;
    if (!complete) {
        mosaic_population_deinit(population);
        return base_fail_memory(env);
    }
    return SWARM_OK;
}

struct mosaic_tour mosaic_population_tour(const struct mosaic_population *population, uint32_t individual)
{
    uint32_t *words = population->words + individual * population->stride;
    return (struct mosaic_tour){words, words + population->n, population->individuals[individual].length};
}

int64_t mosaic_population_length(const struct mosaic_population *population)
{
    int64_t length = 0;
    for (uint32_t i = 0; i < population->count; ++i) {
        length += population->individuals[i].length;
    }
    return length;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Queues                                                                                                             */

int64_t mosaic_threshold_of(double share, int64_t length, uint32_t n)
{
    return share > 0 ? (int64_t)(share * (double)length / n) : 0;
}

struct queueing {
    struct mosaic_population *population;
    uint64_t kick_end;
};

static void queue_individual(void *context, size_t item, unsigned thread)
{
    const struct queueing *queueing = context;
    struct mosaic_population *population = queueing->population;
    const uint32_t n = population->n;
    struct mosaic_individual *individual = &population->individuals[item];
    uint32_t *words = population->words + item * population->stride, *ring = words + 2 * (size_t)n;
    uint32_t *queued = words + 4 * (size_t)n, *dirty = mosaic_population_dirty(population, (uint32_t)item);
    (void)thread;
    individual->head = individual->count = 0;
    for (uint32_t p = 0; p < n; ++p) {
        const uint32_t node = words[p];
        if (dirty[node >> 5] >> (node & 31) & 1) {
            ring[individual->count++] = node;
        }
    }
    memcpy(queued, dirty, mosaic_dirty_words(n) * sizeof *dirty);
    memset(dirty, 0, mosaic_dirty_words(n) * sizeof *dirty);
    individual->kick_begin = individual->kicks;
    individual->kick_end = queueing->kick_end > individual->kicks ? queueing->kick_end : individual->kicks;
    individual->threshold = mosaic_threshold_of(population->threshold, individual->length, n);
    individual->logged = individual->kicked = 0;
    individual->before = individual->length;
    individual->done = 0;
}

void mosaic_population_queue(struct mosaic_population *population, struct base_team *team, uint64_t kick_end)
{
    struct queueing queueing = {population, kick_end};
    base_team_run(team, population->count, queue_individual, &queueing);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ranks                                                                                                              */

/* By insertion: populations are hundreds. */
void mosaic_population_rank(struct mosaic_population *population)
{
    const struct mosaic_individual *individuals = population->individuals;
    for (uint32_t i = 0; i < population->count; ++i) {
        uint32_t at = i;
        for (; at > 0 && individuals[population->ranks[at - 1]].length > individuals[i].length; --at) {
            population->ranks[at] = population->ranks[at - 1];
        }
        population->ranks[at] = i;
    }
}
