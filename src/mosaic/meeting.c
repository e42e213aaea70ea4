#include "meeting.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "random.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Generations                                                                                                        */

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

static void absorb_individual(void *context, size_t item, unsigned thread)
{
    const struct generation *generation = context;
    const struct mosaic_meeting *meeting = generation->meeting;
    struct mosaic_population *population = generation->population;
    const uint32_t n = population->n, taker = meeting->circle[item];
    const uint32_t giver = meeting->circle[item + 1 < population->count ? item + 1 : 0];
    uint32_t *kept = population->kept + giver * 2 * (size_t)n;
    struct mosaic_tour a = mosaic_population_tour(population, taker);
    const struct mosaic_tour b = {kept, kept + n, 0};
    const struct mosaic_absorbed absorbed =
        mosaic_absorb(meeting->absorbers[thread], &a, &b, meeting->seed, taker, meeting->generations,
                      mosaic_population_dirty(population, taker));
    population->individuals[taker].length = a.length;
    population->changed[taker] = absorbed.gain > 0;
    population->wrong[taker] = absorbed.wrong;
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
    base_team_run(meeting->team, population->count, absorb_individual, &generation);
    ++meeting->generations;
    return before - mosaic_population_length(population);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The hall                                                                                                           */

uint32_t mosaic_hall_size(uint32_t individuals)
{
    return (individuals + 1) / 2;
}

enum swarm_status mosaic_hall_init(struct base_env *env, uint32_t n, uint32_t individuals, struct mosaic_hall *hall)
{
    *hall = (struct mosaic_hall){.n = n, .capacity = mosaic_hall_size(individuals)};
    hall->tours = base_array((size_t)hall->capacity * n, sizeof *hall->tours);
    return hall->tours ? SWARM_OK : base_fail_memory(env);
}

void mosaic_hall_deinit(struct mosaic_hall *hall)
{
    free(hall->tours);
    *hall = (struct mosaic_hall){0};
}

void mosaic_hall_fill(struct mosaic_hall *hall, struct mosaic_population *population)
{
    mosaic_population_rank(population);
    hall->count = mosaic_hall_size(population->count);
    for (uint32_t i = 0; i < hall->count; ++i) {
        memcpy(hall->tours + (size_t)i * hall->n, mosaic_population_tour(population, population->ranks[i]).ord,
               hall->n * sizeof *hall->tours);
    }
}

void mosaic_hall_take(struct mosaic_hall *hall, const uint32_t *tour)
{
    hall->count += hall->count < hall->capacity;
    memcpy(hall->tours + (size_t)(hall->count - 1) * hall->n, tour, hall->n * sizeof *tour);
}

struct opening {
    const struct mosaic_hall *hall;
    const struct mosaic_problem *problem;
    struct mosaic_population *population;
};

static void open_for(void *context, size_t item, unsigned thread)
{
    const struct opening *opening = context;
    struct mosaic_population *population = opening->population;
    const uint32_t n = population->n, individual = population->ranks[population->count - 1 - item];
    struct mosaic_tour tour = mosaic_population_tour(population, individual);
    (void)thread;
    memcpy(tour.ord, opening->hall->tours + item * n, n * sizeof *tour.ord);
    mosaic_tour_settle(opening->problem, &tour);
    population->individuals[individual].length = tour.length;
    memset(mosaic_population_dirty(population, individual), 0, mosaic_dirty_words(n) * sizeof *population->dirty);
    population->changed[individual] = true;
}

void mosaic_hall_open(const struct mosaic_hall *hall, const struct mosaic_problem *problem, struct base_team *team,
                      struct mosaic_population *population)
{
    struct opening opening = {hall, problem, population};
    mosaic_population_rank(population);
    base_team_run(team, hall->count < population->count ? hall->count : population->count, open_for, &opening);
}
