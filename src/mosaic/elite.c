#include "elite.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

uint32_t mosaic_elite_size(uint32_t individuals)
{
    return (individuals + 1) / 2;
}

enum swarm_status mosaic_elite_init(struct base_env *env, uint32_t n, uint32_t individuals, struct mosaic_elite *elite)
{
    *elite = (struct mosaic_elite){.n = n, .capacity = mosaic_elite_size(individuals)};
    elite->tours = base_array((size_t)elite->capacity * n, sizeof *elite->tours);
    return elite->tours ? SWARM_OK : base_fail_memory(env);
}

void mosaic_elite_deinit(struct mosaic_elite *elite)
{
    free(elite->tours);
    *elite = (struct mosaic_elite){0};
}

void mosaic_elite_fill(struct mosaic_elite *elite, struct mosaic_population *population)
{
    mosaic_population_rank(population);
    elite->count = mosaic_elite_size(population->count);
    for (uint32_t i = 0; i < elite->count; ++i) {
        memcpy(elite->tours + (size_t)i * elite->n, mosaic_population_tour(population, population->order[i]).ord,
               elite->n * sizeof *elite->tours);
    }
}

void mosaic_elite_take(struct mosaic_elite *elite, const uint32_t *tour)
{
    elite->count += elite->count < elite->capacity;
    memcpy(elite->tours + (size_t)(elite->count - 1) * elite->n, tour, elite->n * sizeof *tour);
}

struct inserting {
    const struct mosaic_elite *elite;
    const struct mosaic_tools *tools;
    struct mosaic_population *population;
};

static void insert(void *context, size_t item, unsigned thread)
{
    const struct inserting *inserting = context;
    struct mosaic_population *population = inserting->population;
    const uint32_t n = population->n, individual = population->order[population->count - 1 - item];
    struct mosaic_tour tour = mosaic_population_tour(population, individual);
    (void)thread;
    memcpy(tour.ord, inserting->elite->tours + item * n, n * sizeof *tour.ord);
    mosaic_tour_settle(inserting->tools->problem, &tour);
    population->individuals[individual].length = tour.length;
    memset(mosaic_population_dirty(population, individual), 0, mosaic_dirty_words(n) * sizeof *population->dirty);
    population->changed[individual] = true;
}

void mosaic_elite_insert(const struct mosaic_elite *elite, const struct mosaic_tools *tools,
                         struct mosaic_population *population)
{
    struct inserting inserting = {elite, tools, population};
    mosaic_population_rank(population);
    base_team_run(tools->team, elite->count < population->count ? elite->count : population->count, insert, &inserting);
}
