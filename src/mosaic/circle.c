#include "circle.h"

#include <string.h>

#include "random.h"

struct pass {
    struct mosaic_circle *circle;
    struct mosaic_population *population;
};

static void keep_individual(void *context, size_t item, unsigned thread)
{
    const struct pass *pass = context;
    struct mosaic_population *population = pass->population;
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
    const struct mosaic_circle *circle = pass->circle;
    struct mosaic_population *population = pass->population;
    const uint32_t n = population->n, taker = circle->order[item];
    const uint32_t giver = circle->order[item + 1 < population->count ? item + 1 : 0];
    uint32_t *kept = population->kept + giver * 2 * (size_t)n;
    struct mosaic_tour a = mosaic_population_tour(population, taker);
    const struct mosaic_tour b = {kept, kept + n, 0};
    const struct mosaic_crossed crossed = mosaic_cross(circle->crossovers[thread], &a, &b, circle->seed, taker,
                                                       circle->passes, mosaic_population_dirty(population, taker));
    population->individuals[taker].length = a.length;
    population->changed[taker] = crossed.gain > 0;
    population->wrong[taker] = crossed.wrong;
}

static void draw_order(const struct mosaic_circle *circle, uint32_t count)
{
    struct mosaic_random random = mosaic_random_of(circle->seed, DRAW_CIRCLE, 0, circle->passes);
    uint32_t *order = circle->order;
    for (uint32_t i = 0; i < count; ++i) {
        order[i] = i;
    }
    for (uint32_t i = count - 1; i > 0; --i) {
        const uint32_t other = mosaic_random_below(&random, i + 1), moved = order[i];
        order[i] = order[other];
        order[other] = moved;
    }
}

int64_t mosaic_circle_pass(struct mosaic_circle *circle, struct mosaic_population *population)
{
    struct pass pass = {circle, population};
    const int64_t before = mosaic_population_length(population);
    draw_order(circle, population->count);
    base_team_run(circle->team, population->count, keep_individual, &pass);
    base_team_run(circle->team, population->count, cross_individual, &pass);
    ++circle->passes;
    return before - mosaic_population_length(population);
}
