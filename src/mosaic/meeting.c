#include "meeting.h"

#include <string.h>

#include "random.h"

struct generation {
    struct mosaic_meeting *meeting;
    struct mosaic_population *population;
};

static void keep_individual(void *context, size_t item, unsigned thread)
{
    const struct generation *generation = context;
    struct mosaic_population *population = generation->population;
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
    const struct generation *generation = context;
    const struct mosaic_meeting *meeting = generation->meeting;
    struct mosaic_population *population = generation->population;
    const uint32_t n = population->n, taker = meeting->circle[item];
    const uint32_t giver = meeting->circle[item + 1 < population->count ? item + 1 : 0];
    uint32_t *kept = population->kept + giver * 2 * (size_t)n;
    struct mosaic_tour a = mosaic_population_tour(population, taker);
    const struct mosaic_tour b = {kept, kept + n, 0};
    const struct mosaic_crossed crossed =
        mosaic_cross(meeting->crossovers[thread], &a, &b, meeting->seed, taker, meeting->generations,
                     mosaic_population_dirty(population, taker));
    population->individuals[taker].length = a.length;
    population->changed[taker] = crossed.gain > 0;
    population->wrong[taker] = crossed.wrong;
}

static void draw_circle(const struct mosaic_meeting *meeting, uint32_t count)
{
    struct mosaic_random random = mosaic_random_of(meeting->seed, DRAW_MEETINGS, 0, meeting->generations);
    uint32_t *circle = meeting->circle;
    for (uint32_t i = 0; i < count; ++i) {
        circle[i] = i;
    }
    for (uint32_t i = count - 1; i > 0; --i) {
        const uint32_t other = mosaic_random_below(&random, i + 1), moved = circle[i];
        circle[i] = circle[other];
        circle[other] = moved;
    }
}

int64_t mosaic_meeting_hold(struct mosaic_meeting *meeting, struct mosaic_population *population)
{
    struct generation generation = {meeting, population};
    const int64_t before = mosaic_population_length(population);
    draw_circle(meeting, population->count);
    base_team_run(meeting->team, population->count, keep_individual, &generation);
    base_team_run(meeting->team, population->count, cross_individual, &generation);
    ++meeting->generations;
    return before - mosaic_population_length(population);
}
