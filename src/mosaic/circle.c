#include "circle.h"

#include <string.h>

#include "random.h"

struct pass {
    const struct mosaic_tools *tools;
    struct mosaic_population *population;
    uint32_t number;
};

static void keep_individual(void *context, size_t item, unsigned thread)
{
    struct mosaic_population *population = context;
    const size_t words = 2 * (size_t)population->n;
    (void)thread;
    if (population->changed[item]) {
        memcpy(population->kept + item * words, population->words + item * population->stride,
               words * sizeof *population->kept);
        population->changed[item] = false;
    }
}

static void cross_individual(void *context, size_t item, unsigned thread)
{
    const struct pass *pass = context;
    struct mosaic_population *population = pass->population;
    const uint32_t n = population->n, taker = population->order[item];
    const uint32_t giver = population->order[item + 1 < population->count ? item + 1 : 0];
    uint32_t *kept = population->kept + giver * 2 * (size_t)n;
    struct mosaic_tour a = mosaic_population_tour(population, taker);
    const struct mosaic_tour b = {kept, kept + n, 0};
    const struct mosaic_crossed crossed = mosaic_cross(pass->tools->crossovers[thread], &a, &b, pass->tools->seed,
                                                       taker, pass->number, mosaic_population_dirty(population, taker));
    population->individuals[taker].length = a.length;
    population->changed[taker] = crossed.gain > 0;
    population->wrong[taker] = crossed.wrong;
}

static void draw_order(const struct pass *pass)
{
    struct mosaic_random random = mosaic_random_of(pass->tools->seed, DRAW_CIRCLE, 0, pass->number);
    uint32_t *order = pass->population->order;
    for (uint32_t i = 0; i < pass->population->count; ++i) {
        order[i] = i;
    }
    for (uint32_t i = pass->population->count - 1; i > 0; --i) {
        const uint32_t other = mosaic_random_below(&random, i + 1), moved = order[i];
        order[i] = order[other];
        order[other] = moved;
    }
}

int64_t mosaic_circle_pass(const struct mosaic_tools *tools, struct mosaic_population *population, uint32_t pass)
{
    struct pass running = {tools, population, pass};
    const int64_t before = mosaic_population_length(population);
    draw_order(&running);
    base_team_run(tools->team, population->count, keep_individual, population);
    base_team_run(tools->team, population->count, cross_individual, &running);
    return before - mosaic_population_length(population);
}
